"""Diamonds as a game: options, luck, and how its moves are written."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import repeat, starmap
from random import Random
from typing import Any

from engines.api import (
    EVERYTHING,
    Game,
    Ply,
    Refusal,
    Scene,
    ScoreLimits,
    Seat,
    SheetColumn,
    SheetResult,
    SheetRow,
    State,
    Ties,
    View,
    Who,
)
from engines.diamonds import narration, notation, reading, scoring, sheets
from engines.diamonds.cards import CARDS, RANKS
from engines.diamonds.inference import worlds
from engines.diamonds.inference.tracker import DiamondsTracker
from engines.diamonds.messages import TO_DO
from engines.diamonds.moves import Move
from engines.diamonds.options import HELP, SEATS, DiamondsOptions, read, written
from engines.diamonds.paper import paper
from engines.diamonds.position import STARTING
from engines.diamonds.scene import scene
from engines.diamonds.setup import ROUNDS, team_of_seats
from engines.diamonds.state import Diamonds
from engines.diamonds.typed import JAPANESE, TYPED
from engines.diamonds.view_fields import VIEW_FIELDS
from engines.kit.luck import completed, drawn_until
from engines.kit.spelling import respelled
from engines.messages import Message, Sentence
from engines.paper import Paper
from engines.view_fields import ViewField


class DiamondsGame(Game[Move]):
    """Diamonds (DM)."""

    name = "diamonds"
    title: Mapping[str, str] = {"en": "Diamonds", "ja": "ダイヤモンド"}
    version = 1
    seats = SEATS
    options_type = DiamondsOptions
    option_help: Mapping[str, Sentence] = HELP
    option_defaults: Mapping[str, str] = {"perfect": "off", "show": "off", "teams": "off"}
    variants: Sequence[Mapping[str, str]] = (
        {"rounds": "2"},
        {"perfect": "on", "rounds": "1", "show": "on"},
        {"rounds": "1", "teams": "on"},
    )
    phases: Mapping[str, Sentence] = TO_DO
    tallies: Sequence[str] = ("showroom", "vault")
    notation: Sentence = Sentence("diamonds.notation")
    japanese: Mapping[str, str] = JAPANESE
    view_fields: Sequence[ViewField] = VIEW_FIELDS
    joint = " "
    preamble: tuple[str, ...] = ("-- round", "hand", "pass")

    def options(self, given: Mapping[str, str], seats: int) -> DiamondsOptions:
        return read(given, seats)

    def options_text(self, options: DiamondsOptions) -> str:
        return written(options)

    def sides(self, options: DiamondsOptions, seats: int) -> tuple[int, ...]:
        return team_of_seats(seats, teams=options.teams)

    def ties(self, options: DiamondsOptions, scores: Sequence[int | None]) -> Ties:
        return Ties("DM-R11")

    def start(self, options: DiamondsOptions, seats: int) -> Diamonds:
        return Diamonds(options, seats)

    def resample(self, state: State[Move], seat: Seat, rng: Random) -> Diamonds:
        assert isinstance(state, Diamonds)
        return worlds.determinize(state, seat, rng)

    def max_plies(self, options: DiamondsOptions, seats: int) -> int:
        """Per round: the announcement, hands, passes and every card."""
        return (options.rounds or ROUNDS[seats]) * (1 + 2 * seats + 60)

    def shuffle(self, state: State[Move], rng: Random) -> Move:
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

    def luck(self, state: State[Move], plies: Sequence[Ply[Move]]) -> Move:
        assert isinstance(state, Diamonds)
        if state.step == STARTING:
            return completed((plies[0].facts[0].values[1],), state.pool())
        return completed(drawn_until(plies, "round"), state.pool())

    def move_text(self, move: Move) -> str:
        return notation.move_text(move)

    def parse_move(self, text: str) -> Move:
        return reading.parse_move(text)

    def text(self, ply: Ply[Move], who: Who = EVERYTHING) -> str:
        return notation.text(ply, who)

    def narrate(self, seat: Seat, text: str) -> Message:
        return narration.narrate(seat, text)

    def changes(self, before: View, after: View) -> tuple[Message, ...]:
        return narration.changes(before, after)

    def path(self, move: Move) -> tuple[str, ...]:
        return notation.path(move)

    def layout(self, entries: Iterable[tuple[Seat, str]]) -> Iterator[str]:
        return notation.layout(entries)

    def split(self, body: str) -> list[tuple[int, int]]:
        return reading.split(body)

    def typed(self, text: str) -> str:
        return respelled(text, TYPED)

    def unasserted(self, action: str) -> str:
        return "" if action.startswith("=") else action

    def score_limits(self, options: DiamondsOptions, seats: int) -> ScoreLimits:
        return scoring.limits(options, seats)

    def result_fault(
        self, options: DiamondsOptions, scores: Sequence[int | None], places: Sequence[int]
    ) -> Refusal | None:
        return scoring.fault(options, scores)

    def sheet(self, options: DiamondsOptions, seats: int) -> Sequence[SheetColumn]:
        return sheets.columns(options, seats)

    def sheet_result(
        self, options: DiamondsOptions, seats: int, rows: Sequence[SheetRow]
    ) -> SheetResult:
        return sheets.result(options, seats, rows)

    def canonical(self, seat: Seat, segment: str) -> str:
        return reading.canonical(seat, segment)

    def plies(self, seat: Seat, segments: Sequence[str], seats: int) -> list[tuple[int, Ply[Move]]]:
        return reading.plies(seat, segments, seats)

    def tracker(self, options: DiamondsOptions, seats: int) -> DiamondsTracker:
        return DiamondsTracker(options, seats)

    def scene(self, view: View) -> Scene:
        return scene(view)

    def paper(self, options: DiamondsOptions, seats: int) -> Paper:
        return paper(options, seats)


GAME: Game[Any] = DiamondsGame()
