"""Blue Border as a `Game`: puts rules, notation and inference together."""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import ClassVar

from engines import api
from engines.blue_border import notation
from engines.blue_border.cards import CARDS, NO, Move
from engines.blue_border.dealing import redrawn
from engines.blue_border.face import TO_DO, VIEW_FIELDS, narrate, paper, scene
from engines.blue_border.inference import worlds
from engines.blue_border.inference.completions import completion
from engines.blue_border.inference.tracker import BlueBorderTracker
from engines.blue_border.notation import JAPANESE, TYPED, parse_move
from engines.blue_border.position import (
    DEFAULTS,
    HELP,
    BlueBorderOptions,
    options_text,
    read_options,
)
from engines.blue_border.request import BlueBorderTeller
from engines.blue_border.scoring import columns, fault, limits, result
from engines.blue_border.state import BlueBorder
from engines.kit.game_options import check_given
from engines.kit.shuffling import shuffle
from engines.kit.tokens import completed, drawn_until, respelled
from engines.messages import Message, Sentence


class BlueBorderGame(api.Game[Move]):
    """Blue Border (BB)."""

    name = "blue-border"
    title: ClassVar[Mapping[str, str]] = {"en": "Blue Border", "ja": "ブルーボーダー"}
    version = 1
    seats = range(2, 5)
    options_type = BlueBorderOptions
    option_help: ClassVar[Mapping[str, Sentence]] = HELP
    option_defaults: ClassVar[Mapping[str, str]] = DEFAULTS
    variants: ClassVar[Sequence[Mapping[str, str]]] = (
        {"limit": "90"},
        {"bl": "8,12", "bt": "25,20", "limit": "30", "rounds": "2", "sight": "2"},
        {"cards": "30", "limit": "40", "sight": "8"},
    )
    phases: ClassVar[Mapping[str, Sentence]] = TO_DO
    tallies: ClassVar[Sequence[str]] = ("points",)
    opened: ClassVar[Sentence | None] = Sentence("blue-border.opened-line")
    notation: ClassVar[Sentence] = Sentence("blue-border.sheet")
    japanese: ClassVar[Mapping[str, str]] = JAPANESE
    view_fields: ClassVar[Sequence[api.ViewField]] = VIEW_FIELDS
    required_facts: ClassVar[Container[str]] = ("lose", "skip")

    @property
    def silent(self) -> Move:
        return NO

    def options(self, given: Mapping[str, str], seats: int) -> BlueBorderOptions:
        check_given(self.name, seats, self.seats, given, HELP)
        return read_options(given, seats)

    def options_text(self, options: BlueBorderOptions) -> str:
        return options_text(options)

    def ties(self, options: BlueBorderOptions, scores: Sequence[int | None]) -> api.Ties:
        return api.Ties("BB-R20", "share")

    def start(self, options: BlueBorderOptions, seats: int) -> BlueBorder:
        return BlueBorder(options, seats)

    def resample(self, state: api.State[Move], seat: api.Seat, rng: Random) -> BlueBorder:
        assert isinstance(state, BlueBorder)
        return worlds.determinize(state, seat, rng)

    def redraw(self, state: api.State[Move], rng: Random) -> BlueBorder:
        assert isinstance(state, BlueBorder)
        return redrawn(state, rng)

    def teller(self, seat: api.Seat) -> BlueBorderTeller:
        return BlueBorderTeller(seat)

    def max_plies(self, options: BlueBorderOptions, seats: int) -> int:
        """At most five entries per move: move, reshuffle, call, reward not taken, skip."""
        return options.rounds * (2 + 5 * (options.limit + 1))

    def shuffle(self, state: api.State[Move], rng: Random) -> Move:
        """A permutation of all cards or seats, restricted to the pool."""
        assert isinstance(state, BlueBorder)
        seats = state.phase() in ("start", "lots")
        order = list(range(state.seats) if seats else range(1, CARDS + 1))
        shuffle(order, rng)
        pool = set(state.pool())
        return tuple([item for item in order if item in pool])

    def luck(self, state: api.State[Move], plies: Sequence[api.Ply[Move]]) -> Move:
        pool = state.pool()
        label = state.chance()
        if label.startswith("start"):
            return completed(plies[0].facts[0].values[:1], pool)
        if label.startswith("lots"):
            return completed((plies[0].seat,), pool)
        return completed(drawn_until(plies, "start", "reshuffle"), pool)

    def move_text(self, move: Move) -> str:
        return notation.move_text(move)

    def parse_move(self, text: str) -> Move:
        return parse_move(text)

    def text(self, ply: api.Ply[Move], who: api.Who = api.EVERYTHING) -> str:
        return notation.text(ply, who)

    def narrate(self, seat: api.Seat, text: str) -> Message:
        return narrate(seat, text)

    def layout(self, entries: Iterable[tuple[api.Seat, str]]) -> Iterator[str]:
        return notation.layout(entries)

    def typed(self, text: str) -> str:
        return respelled(text, TYPED)

    def score_limits(self, options: BlueBorderOptions, seats: int) -> api.ScoreLimits:
        return limits(options, seats)

    def result_fault(
        self, options: BlueBorderOptions, scores: Sequence[int | None], places: Sequence[int]
    ) -> api.Refusal | None:
        return fault(options, scores)

    def sheet(self, options: BlueBorderOptions, seats: int) -> Sequence[api.SheetColumn]:
        return columns(options)

    def sheet_result(
        self, options: BlueBorderOptions, seats: int, rows: Sequence[api.SheetRow]
    ) -> api.SheetResult:
        return result(options, rows)

    def canonical(self, seat: api.Seat, segment: str) -> str:
        return notation.read_part(seat, segment)[0]

    def plies(
        self, seat: api.Seat, segments: Sequence[str], seats: int
    ) -> list[tuple[int, api.Ply[Move]]]:
        return notation.plies(seat, segments)

    def tracker(self, options: BlueBorderOptions, seats: int) -> BlueBorderTracker:
        return BlueBorderTracker(options, seats)

    def completion(
        self,
        options: BlueBorderOptions,
        seats: int,
        written: api.WrittenMatch[Move],
        rng: Random,
    ) -> Sequence[api.PlayedMove[Move]] | None:
        return completion(self, options, seats, written, rng)

    def is_complete(self, ply: api.Ply[Move]) -> bool:
        return notation.complete(ply)

    def scene(self, view: api.View) -> api.Scene:
        return scene(view)

    def paper(self, options: BlueBorderOptions, seats: int) -> api.Paper:
        return paper(options, seats)


GAME = BlueBorderGame()
