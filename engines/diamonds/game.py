"""Diamonds as a game: options, luck, and how its moves are written."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import repeat, starmap
from random import Random
from typing import Any, ClassVar

from engines import api
from engines.diamonds import notation, scoring
from engines.diamonds.cards import CARDS, RANKS, Move
from engines.diamonds.dealing import since_deal
from engines.diamonds.face import TO_DO, VIEW_FIELDS, changes, narrate, paper, scene
from engines.diamonds.inference import worlds
from engines.diamonds.inference.completions import completion
from engines.diamonds.inference.tracker import DiamondsTracker
from engines.diamonds.notation import JAPANESE, TYPED, canonical, parse_move, split
from engines.diamonds.position import (
    HELP,
    ROUNDS,
    SEATS,
    STARTING,
    DiamondsOptions,
    options_text,
    read_options,
    team_of_seats,
)
from engines.diamonds.request import DiamondsTeller
from engines.diamonds.scoring import columns, result
from engines.diamonds.state import Diamonds
from engines.kit.tokens import completed, drawn_until, respelled
from engines.messages import Message, Sentence


class DiamondsGame(api.Game[Move]):
    """Diamonds (DM)."""

    name = "diamonds"
    title: ClassVar[Mapping[str, str]] = {"en": "Diamonds", "ja": "ダイヤモンド"}
    version = 1
    seats = SEATS
    options_type = DiamondsOptions
    option_help: ClassVar[Mapping[str, Sentence]] = HELP
    option_defaults: ClassVar[Mapping[str, str]] = {"perfect": "off", "show": "off", "teams": "off"}
    variants: ClassVar[Sequence[Mapping[str, str]]] = (
        {"rounds": "2"},
        {"perfect": "on", "rounds": "1", "show": "on"},
        {"rounds": "1", "teams": "on"},
    )
    phases: ClassVar[Mapping[str, Sentence]] = TO_DO
    tallies: ClassVar[Sequence[str]] = ("showroom", "vault")
    notation: ClassVar[Sentence] = Sentence("diamonds.notation")
    japanese: ClassVar[Mapping[str, str]] = JAPANESE
    view_fields: ClassVar[Sequence[api.ViewField]] = VIEW_FIELDS
    joint = " "
    preamble: ClassVar[tuple[str, ...]] = ("-- round", "hand", "pass")

    def options(self, given: Mapping[str, str], seats: int) -> DiamondsOptions:
        return read_options(given, seats)

    def options_text(self, options: DiamondsOptions) -> str:
        return options_text(options)

    def sides(self, options: DiamondsOptions, seats: int) -> tuple[int, ...]:
        return team_of_seats(seats, teams=options.teams)

    def ties(self, options: DiamondsOptions, scores: Sequence[int | None]) -> api.Ties:
        return api.Ties("DM-R11")

    def start(self, options: DiamondsOptions, seats: int) -> Diamonds:
        return Diamonds(options, seats)

    def resample(self, state: api.State[Move], seat: api.Seat, rng: Random) -> Diamonds:
        assert isinstance(state, Diamonds)
        return worlds.determinize(state, seat, rng)

    def since_deal(
        self, state: api.State[Move]
    ) -> tuple[Diamonds, Sequence[tuple[api.Seat, Move]]] | None:
        assert isinstance(state, Diamonds)
        return since_deal(state) if state.round else None

    def teller(self, seat: api.Seat) -> DiamondsTeller:
        return DiamondsTeller(seat)

    def max_plies(self, options: DiamondsOptions, seats: int) -> int:
        """Per round: the announcement, hands, passes and every card."""
        return (options.rounds or ROUNDS[seats]) * (1 + 2 * seats + 60)

    def shuffle(self, state: api.State[Move], rng: Random) -> Move:
        """One permutation of all 60 cards, restricted to those in play."""
        assert isinstance(state, Diamonds)
        starting = state.step == STARTING
        count = state.seats if starting else CARDS
        weights = list(starmap(rng.random, repeat((), count)))
        order = tuple(sorted(range(count), key=weights.__getitem__))
        highest = state.highest_rank()
        if starting or highest == RANKS:
            return order
        return tuple([card for card in order if card % RANKS < highest])

    def luck(self, state: api.State[Move], plies: Sequence[api.Ply[Move]]) -> Move:
        assert isinstance(state, Diamonds)
        if state.step == STARTING:
            return completed((plies[0].facts[0].values[1],), state.pool())
        return completed(drawn_until(plies, "round"), state.pool())

    def move_text(self, move: Move) -> str:
        return notation.move_text(move)

    def parse_move(self, text: str) -> Move:
        return parse_move(text)

    def text(self, ply: api.Ply[Move], who: api.Who = api.EVERYTHING) -> str:
        return notation.text(ply, who)

    def narrate(self, seat: api.Seat, text: str) -> Message:
        return narrate(seat, text)

    def changes(self, before: api.View, after: api.View) -> tuple[Message, ...]:
        return changes(before, after)

    def path(self, move: Move) -> tuple[str, ...]:
        return notation.path(move)

    def layout(self, entries: Iterable[tuple[api.Seat, str]]) -> Iterator[str]:
        return notation.layout(entries)

    def split(self, body: str) -> list[tuple[int, int]]:
        return split(body)

    def typed(self, text: str) -> str:
        return respelled(text, TYPED)

    def unasserted(self, action: str) -> str:
        return "" if action.startswith("=") else action

    def score_limits(self, options: DiamondsOptions, seats: int) -> api.ScoreLimits:
        return scoring.limits(options, seats)

    def result_fault(
        self, options: DiamondsOptions, scores: Sequence[int | None], places: Sequence[int]
    ) -> api.Refusal | None:
        return scoring.fault(options, scores)

    def sheet(self, options: DiamondsOptions, seats: int) -> Sequence[api.SheetColumn]:
        return columns(options, seats)

    def sheet_result(
        self, options: DiamondsOptions, seats: int, rows: Sequence[api.SheetRow]
    ) -> api.SheetResult:
        return result(options, seats, rows)

    def canonical(self, seat: api.Seat, segment: str) -> str:
        return canonical(seat, segment)

    def plies(
        self, seat: api.Seat, segments: Sequence[str], seats: int
    ) -> list[tuple[int, api.Ply[Move]]]:
        return notation.plies(seat, segments, seats)

    def tracker(self, options: DiamondsOptions, seats: int) -> DiamondsTracker:
        return DiamondsTracker(options, seats)

    def completion(
        self, options: DiamondsOptions, seats: int, written: api.WrittenMatch[Move], rng: Random
    ) -> Sequence[api.PlayedMove[Move]] | None:
        return completion(self, options, seats, written, rng)

    def scene(self, view: api.View) -> api.Scene:
        return scene(view)

    def paper(self, options: DiamondsOptions, seats: int) -> api.Paper:
        return paper(options, seats)


GAME: api.Game[Any] = DiamondsGame()
