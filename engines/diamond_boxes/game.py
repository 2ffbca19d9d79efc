"""Diamond Boxes: the two rule sets as `Game`s."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import ClassVar

from engines import api
from engines.diamond_boxes import notation, scoring
from engines.diamond_boxes.board import SPOT
from engines.diamond_boxes.cards import DECK, HAND, UNKNOWN, Move
from engines.diamond_boxes.dealing import CENTRE, redrawn_deck, redrawn_decks, since_deal
from engines.diamond_boxes.face import (
    COLOUR_VIEW,
    OPEN_VIEW,
    TO_DO,
    colour_paper,
    narrate,
    open_paper,
    placement_costs,
    scene,
)
from engines.diamond_boxes.inference.completions import completion
from engines.diamond_boxes.inference.rule_sets import ColourTracker, OpenTracker
from engines.diamond_boxes.inference.worlds import resample_colour, resample_open
from engines.diamond_boxes.listing import Placements
from engines.diamond_boxes.notation import JAPANESE, TYPED
from engines.diamond_boxes.position import BoxesPosition, deck_size
from engines.diamond_boxes.request import BoxesTeller, ColourTeller
from engines.diamond_boxes.scoring import columns, result
from engines.diamond_boxes.state import ColourBoxes, OpenBoxes
from engines.diamond_boxes.turns import PATIENCE
from engines.kit.game_options import Pickled, check_given
from engines.kit.tokens import respelled
from engines.messages import Message, Sentence


@dataclass(frozen=True)
class BoxesOptions(Pickled):
    """No options, in both rule sets."""


class BoxesGame(api.Game[Move]):
    """The parts that both rule sets share."""

    version = 1
    seats = range(2, 5)
    options_type = BoxesOptions
    option_help: ClassVar[Mapping[str, Sentence]] = {}
    variants: ClassVar[Sequence[Mapping[str, str]]] = ({},)
    preamble: ClassVar[tuple[str, ...]] = ("-- start", "hand")
    phases: ClassVar[Mapping[str, Sentence]] = TO_DO
    japanese: ClassVar[Mapping[str, str]] = JAPANESE
    tallies: ClassVar[Sequence[str]] = ("hand", "deck")
    fewer_wins = True
    rule: int

    def options(self, given: Mapping[str, str], seats: int) -> BoxesOptions:
        check_given(self.name, seats, self.seats, given)
        return BoxesOptions()

    def options_text(self, options: BoxesOptions) -> str:
        return ""

    def shuffle(self, state: api.State[Move], rng: Random) -> Move:
        random = rng.random
        return tuple(sorted(state.pool(), key=lambda item: random()))

    def luck(self, state: api.State[Move], plies: Sequence[api.Ply[Move]]) -> Move:
        first = plies[0].facts[0]
        if first.name != "start":
            raise LookupError("the two cards at the start are not shown")
        if state.chance().startswith("start"):
            seat = plies[0].facts[1].values[0]
            return (seat, *(other for other in state.pool() if other != seat))
        assert isinstance(state, BoxesPosition)
        order = self._order(plies, state.seats)
        spots = tuple(placement & SPOT for placement in first.values)
        return order if spots == CENTRE else (*order, *spots)

    def _order(self, plies: Sequence[api.Ply[Move]], seats: int) -> tuple[int, ...]:
        """The shown cards where the deal must have had them, then the others from the lowest on."""
        own = self.rule == 2
        size = deck_size(seats) if own else HAND
        tops = [2 + size * seat + HAND for seat in range(seats)]
        pile = 2 + HAND * seats
        order = [0] * len(DECK)
        for ply in plies:
            seat, cards = ply.seat, ply.drawn
            if seat == api.CHANCE:
                start, end = 0, 2
            elif ply.move is None:
                start, end = 2 + size * seat, 2 + size * seat + HAND
            elif own:
                start, end = tops[seat], 2 + size * (seat + 1)
                tops[seat] += len(cards)
            else:
                start, end = pile, len(DECK)
                pile += len(cards)
            for place, card in zip(range(start, end), cards, strict=False):
                order[place] = card if card < UNKNOWN else 0
        shown = frozenset(order)
        rest = iter([card for card in DECK if card not in shown])
        return tuple(card or next(rest) for card in order)

    def move_text(self, move: Move) -> str:
        return notation.move_text(move)

    def parse_move(self, text: str) -> Move:
        return notation.parse_move(text, self.rule)

    def text(self, ply: api.Ply[Move], who: api.Who = api.EVERYTHING) -> str:
        return notation.text(ply, who)

    def narrate(self, seat: api.Seat, text: str) -> Message:
        return narrate(seat, text)

    def path(self, move: Move) -> tuple[str, ...]:
        return notation.path(move)

    def costs(self, view: api.View, moves: Sequence[Move]) -> Sequence[api.MovePrice]:
        return placement_costs(view, moves)

    def layout(self, entries: Iterable[tuple[api.Seat, str]]) -> Iterator[str]:
        return notation.layout(entries)

    def typed(self, text: str) -> str:
        return respelled(text, TYPED)

    def unasserted(self, action: str) -> str:
        return action.partition("/")[0]

    def sheet(self, options: BoxesOptions, seats: int) -> Sequence[api.SheetColumn]:
        return columns(self.rule, seats)

    def sheet_result(
        self, options: BoxesOptions, seats: int, rows: Sequence[api.SheetRow]
    ) -> api.SheetResult:
        return result(self.rule, rows[-1])

    def canonical(self, seat: api.Seat, segment: str) -> str:
        return notation.read_part(seat, segment, self.rule).text

    def plies(
        self, seat: api.Seat, segments_: Sequence[str], seats: int
    ) -> list[tuple[int, api.Ply[Move]]]:
        return notation.plies(seat, segments_, self.rule)

    def completion(
        self, options: BoxesOptions, seats: int, written: api.WrittenMatch[Move], rng: Random
    ) -> Sequence[api.PlayedMove[Move]] | None:
        tracker = OpenTracker(seats) if self.rule == 1 else ColourTracker(seats)
        return completion(self, tracker, seats, written, rng)

    def scene(self, view: api.View) -> api.Scene:
        return scene(view)

    def paper(self, options: BoxesOptions, seats: int) -> api.Paper:
        return open_paper(seats) if self.rule == 1 else colour_paper(seats)


class OpenBoxesGame(BoxesGame):
    """Diamond Boxes by rule 1 (DJ1)."""

    name = "diamond-boxes"
    title: ClassVar[Mapping[str, str]] = {"en": "Diamond Boxes", "ja": "ダイヤの箱"}
    rule = 1
    notation = Sentence("diamond-boxes.sheet-1")
    view_fields: ClassVar[Sequence[api.ViewField]] = OPEN_VIEW

    def ties(self, options: BoxesOptions, scores: Sequence[int | None]) -> api.Ties:
        return api.Ties("DJ1-R18", "never share")

    def score_limits(self, options: BoxesOptions, seats: int) -> api.ScoreLimits:
        return scoring.open_limits(seats)

    def result_fault(
        self, options: BoxesOptions, scores: Sequence[int | None], places: Sequence[int]
    ) -> api.Refusal | None:
        return scoring.open_fault(scores)

    def start(self, options: BoxesOptions, seats: int) -> OpenBoxes:
        return OpenBoxes(seats)

    def resample(self, state: api.State[Move], seat: api.Seat, rng: Random) -> OpenBoxes:
        assert isinstance(state, OpenBoxes)
        return resample_open(state, rng)

    def redraw(self, state: api.State[Move], rng: Random) -> OpenBoxes:
        assert isinstance(state, OpenBoxes)
        return redrawn_deck(state, rng)

    def tracker(self, options: BoxesOptions, seats: int) -> OpenTracker:
        return OpenTracker(seats)

    def teller(self, seat: api.Seat) -> BoxesTeller:
        return BoxesTeller(seat, Placements(seat))

    def max_plies(self, options: BoxesOptions, seats: int) -> int:
        """The start, the hands, and one turn for each other card, as each turn places one."""
        return 1 + seats + len(DECK) - 2


class ColourBoxesGame(BoxesGame):
    """Diamond Boxes by rule 2 (DJ2)."""

    name = "diamond-boxes-2"
    title: ClassVar[Mapping[str, str]] = {"en": "Diamond Boxes 2", "ja": "ダイヤの箱2"}
    rule = 2
    notation = Sentence("diamond-boxes.sheet-2")
    view_fields: ClassVar[Sequence[api.ViewField]] = COLOUR_VIEW

    def ties(self, options: BoxesOptions, scores: Sequence[int | None]) -> api.Ties:
        # A seat without cards has won (DJ2-R8), so the match is not drawn.
        return api.Ties("DJ2-R14", "share", draw=0 not in scores)

    def score_limits(self, options: BoxesOptions, seats: int) -> api.ScoreLimits:
        return scoring.colour_limits(seats)

    def result_fault(
        self, options: BoxesOptions, scores: Sequence[int | None], places: Sequence[int]
    ) -> api.Refusal | None:
        return scoring.colour_fault(scores, places)

    def start(self, options: BoxesOptions, seats: int) -> ColourBoxes:
        return ColourBoxes(seats)

    def resample(self, state: api.State[Move], seat: api.Seat, rng: Random) -> ColourBoxes:
        assert isinstance(state, ColourBoxes)
        return resample_colour(state, seat, rng)

    def redraw(self, state: api.State[Move], rng: Random) -> ColourBoxes:
        assert isinstance(state, ColourBoxes)
        return redrawn_decks(state, rng)

    def since_deal(
        self, state: api.State[Move]
    ) -> tuple[ColourBoxes, Sequence[tuple[api.Seat, Move]]] | None:
        assert isinstance(state, ColourBoxes)
        return since_deal(state) if state.order else None

    def tracker(self, options: BoxesOptions, seats: int) -> ColourTracker:
        return ColourTracker(seats)

    def teller(self, seat: api.Seat) -> ColourTeller:
        return ColourTeller(seat)

    def max_plies(self, options: BoxesOptions, seats: int) -> int:
        """At most five rounds of passes before each of 48 placements and after the last."""
        patience = PATIENCE * (seats + 1)
        return 1 + seats + 1 + (len(DECK) - 2) * (2 + patience) + patience + 1


GAME1 = OpenBoxesGame()
GAME2 = ColourBoxesGame()
