"""Diam's as a `Game`: puts rules, notation and inference together."""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import ClassVar

from engines import api
from engines.diams import notation
from engines.diams.cards import Move
from engines.diams.dealing import redrawn, shuffled, since_deal
from engines.diams.face import TO_DO, VIEW_FIELDS, changes, narrate, paper, scene
from engines.diams.inference.completions import completion
from engines.diams.inference.tracker import DiamsTracker
from engines.diams.inference.worlds import resample
from engines.diams.position import (
    DEFAULTS,
    PLAYERS,
    VALUES,
    VARIANTS,
    DiamsOptions,
)
from engines.diams.request import DiamsTeller
from engines.diams.scoring import (
    MOST_OF_A_ROUND,
    cards,
    columns,
    counted,
    points_fault,
    result,
    rounds_exist,
)
from engines.diams.shorthand import JAPANESE, typed
from engines.diams.state import Diams
from engines.kit.game_options import check_given, choice
from engines.kit.tokens import completed, drawn_until
from engines.messages import Message, Sentence, say


class DiamsGame(api.Game[Move]):
    """Diam's (DI)."""

    name = "diams"
    title: ClassVar[Mapping[str, str]] = {"en": "Diam's", "ja": "ディアムス"}
    version = 1
    seats = PLAYERS
    options_type = DiamsOptions
    option_help: ClassVar[Mapping[str, Sentence]] = {
        "length": Sentence("diams.length"),
        "closing": Sentence("diams.closing"),
    }
    option_defaults: ClassVar[Mapping[str, str]] = DEFAULTS
    variants: ClassVar[Sequence[Mapping[str, str]]] = VARIANTS
    preamble: ClassVar[tuple[str, ...]] = ("-- round", "-- market", "hand")
    phases: ClassVar[Mapping[str, Sentence]] = TO_DO
    notation = Sentence("diams.sheet")
    japanese: ClassVar[Mapping[str, str]] = JAPANESE
    short_forms: ClassVar[Sentence | None] = Sentence("diams.short-forms")
    opened: ClassVar[Sentence | None] = Sentence("diams.opened-cards")
    view_fields: ClassVar[Sequence[api.ViewField]] = VIEW_FIELDS
    required_facts: ClassVar[Container[str]] = ("miss",)

    def options(self, given: Mapping[str, str], seats: int) -> DiamsOptions:
        check_given(self.name, seats, PLAYERS, given, VALUES)
        return DiamsOptions(**{key: choice(given, key, words) for key, words in VALUES.items()})

    def options_text(self, options: DiamsOptions) -> str:
        pairs = {"closing": options.closing, "length": options.length}
        return " ".join(f"{key}={value}" for key, value in pairs.items() if value != "standard")

    def ties(self, options: DiamsOptions, scores: Sequence[int | None]) -> api.Ties:
        return api.Ties("DI-Q28", "share") if options.length == "quick" else api.Ties("DI-Q27")

    def start(self, options: DiamsOptions, seats: int) -> Diams:
        return Diams(options, seats)

    def resample(self, state: api.State[Move], seat: api.Seat, rng: Random) -> Diams:
        assert isinstance(state, Diams)
        return resample(state, seat, rng)

    def redraw(self, state: api.State[Move], rng: Random) -> Diams:
        assert isinstance(state, Diams)
        return redrawn(state, rng)

    def since_deal(
        self, state: api.State[Move]
    ) -> tuple[Diams, Sequence[tuple[api.Seat, Move]]] | None:
        assert isinstance(state, Diams)
        return since_deal(state) if state.round else None

    def teller(self, seat: api.Seat) -> DiamsTeller:
        return DiamsTeller(seat)

    def max_plies(self, options: DiamsOptions, seats: int) -> int:
        """At most 54 + seats turns, as each turn before the closing card draws; 5 entries each."""
        rounds = 1 if options.length == "quick" else 3
        return rounds * (3 + seats + 5 * (54 + seats))

    def shuffle(self, state: api.State[Move], rng: Random) -> Move:
        assert isinstance(state, Diams)
        return shuffled(state, rng)

    def luck(self, state: api.State[Move], plies: Sequence[api.Ply[Move]]) -> Move:
        if state.chance() == "start 1":
            return completed(plies[0].facts[0].values[1:], state.pool())
        return completed(drawn_until(plies, "round"), state.pool())

    def move_text(self, move: Move) -> str:
        return notation.move_text(move)

    def parse_move(self, text: str) -> Move:
        return notation.parse_move(text)

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

    def typed(self, text: str) -> str:
        return typed(text)

    def score_limits(self, options: DiamsOptions, seats: int) -> api.ScoreLimits:
        if options.length == "quick":
            match = say("diams.a-quick-match", seats=seats)
            return api.ScoreLimits(0, MOST_OF_A_ROUND, match, "DI-R14")
        # All tied in every round have the fewest. With two players who wins the first two rounds
        # ends the match after them, so nobody wins three.
        fewest, most = (6, 11) if seats == 2 else (3 * (5 - seats), 12)
        return api.ScoreLimits(fewest, most, say("diams.a-match", seats=seats), "DI-R15")

    def result_fault(
        self, options: DiamsOptions, scores: Sequence[int | None], places: Sequence[int]
    ) -> api.Refusal | None:
        if options.length == "quick":
            return points_fault(scores)
        known = [score for score in scores if score is not None]
        if len(known) < len(scores):
            return None
        # The seats are alike, so one order of them stands for all.
        seated = sorted(zip(known, places or (0,) * len(known), strict=True))
        if rounds_exist(tuple(seated), ranked=bool(places)):
            return None
        return api.Refusal("DI-R15", say("diams.no-such-rounds", seats=len(scores)))

    def sheet(self, options: DiamsOptions, seats: int) -> Sequence[api.SheetColumn]:
        return columns(seats)

    def sheet_cards(self, text: str) -> api.SheetCards:
        return cards(self.typed(text))

    def sheet_counted(self, players: Sequence[api.SheetCards]) -> api.SheetRow:
        return counted(players)

    def sheet_result(
        self, options: DiamsOptions, seats: int, rows: Sequence[api.SheetRow]
    ) -> api.SheetResult:
        return result(options, rows)

    def canonical(self, seat: api.Seat, segment: str) -> str:
        return notation.read_part(seat, segment).text

    def plies(
        self, seat: api.Seat, segments_: Sequence[str], seats: int
    ) -> list[tuple[int, api.Ply[Move]]]:
        return notation.plies(seat, segments_)

    def tracker(self, options: DiamsOptions, seats: int) -> DiamsTracker:
        return DiamsTracker(options, seats)

    def completion(
        self, options: DiamsOptions, seats: int, written: api.WrittenMatch[Move], rng: Random
    ) -> Sequence[api.PlayedMove[Move]] | None:
        return completion(self, options, seats, written, rng)

    def scene(self, view: api.View) -> api.Scene:
        return scene(view)

    def paper(self, options: DiamsOptions, seats: int) -> api.Paper:
        return paper(options, seats)


GAME = DiamsGame()
