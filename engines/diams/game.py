"""Diam's as a game: options, luck, and how its moves are written."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any

from engines.api import EVERYTHING, Game, Ply, Scene, Seat, State, View, Who
from engines.diams import notation, segments
from engines.diams.cards import DECK, END
from engines.diams.inference.tracker import DiamsTracker
from engines.diams.moves import Move
from engines.diams.scene import scene
from engines.diams.state import Diams, Options
from engines.kit.options import check_keys, check_seats, choice

VALUES: Mapping[str, tuple[str, ...]] = {
    "length": ("standard", "quick"),
    "closing": ("standard", "fixed"),
}


class DiamsGame(Game[Move]):
    """Diam's (DI)."""

    name = "diams"
    title: Mapping[str, str] = {"en": "Diam's", "ja": "ディアムス"}
    version = 1
    seats = range(2, 6)
    options_type = Options
    option_help: Mapping[str, str] = {
        "length": "standard: three rounds, most chips win · quick: one round, most points win",
        "closing": "standard: the closing card lies among the last cards · fixed: it is the last",
    }
    option_defaults: Mapping[str, str] = {"length": "standard", "closing": "standard"}
    variants: Sequence[Mapping[str, str]] = (
        {},
        {"length": "quick"},
        {"closing": "fixed"},
        {"closing": "fixed", "length": "quick"},
    )
    notation = notation.SHEET

    def options(self, given: Mapping[str, str], seats: int) -> Options:
        check_seats(self.name, seats, self.seats)
        check_keys(self.name, given, VALUES)
        return Options(**{key: choice(given, key, words) for key, words in VALUES.items()})

    def options_text(self, options: Options) -> str:
        pairs = {"closing": options.closing, "length": options.length}
        return " ".join(f"{key}={value}" for key, value in pairs.items() if value != "standard")

    def start(self, options: Options, seats: int) -> Diams:
        return Diams(options, seats)

    def resample(self, state: State[Move], seat: Seat, rng: Random) -> Diams:
        assert isinstance(state, Diams)
        return state.resample(seat, rng)

    def max_plies(self, options: Options, seats: int) -> int:
        """A turn draws a card or finds the deck empty, which the closing card ends."""
        rounds = 1 if options.length == "quick" else 3
        return rounds * (3 + seats + 5 * (54 + seats))

    def shuffle(self, state: State[Move], rng: Random) -> Move:
        assert isinstance(state, Diams)
        if state.round == 0 and state.chance() == "start 1":
            seats = list(state.pool())
            rng.shuffle(seats)
            return tuple(seats)
        cards = list(DECK)
        rng.shuffle(cards)
        below = int(rng.random() * state.window())  # DI-R4
        cards.insert(len(cards) - below, END)
        return tuple(cards)

    def luck(self, state: State[Move], plies: Sequence[Ply[Move]]) -> Move:
        if state.chance() == "start 1":
            first = plies[0].facts[0].values[1]
            return (first, *(seat for seat in state.pool() if seat != first))
        shown = _until_next_round(plies)
        rest = list(state.pool())
        for card in shown:
            if card in rest:
                rest.remove(card)
        return (*shown, *rest)

    def move_text(self, move: Move) -> str:
        return notation.move_text(move)

    def parse_move(self, text: str) -> Move:
        return notation.parse_move(text)

    def text(self, ply: Ply[Move], who: Who = EVERYTHING) -> str:
        return notation.text(ply, who)

    def layout(self, entries: Iterable[tuple[Seat, str]]) -> Iterator[str]:
        return notation.layout(entries)

    def canonical(self, seat: Seat, segment: str) -> str:
        return segments.canonical(seat, segment)

    def plies(
        self, seat: Seat, segments_: Sequence[str], seats: int
    ) -> list[tuple[int, Ply[Move]]]:
        return segments.plies(seat, segments_)

    def tracker(self, options: Options, seats: int) -> DiamsTracker:
        return DiamsTracker(options, seats)

    def scene(self, view: View) -> Scene:
        return scene(view)


def _until_next_round(plies: Sequence[Ply[Any]]) -> list[int]:
    """The cards this round's entries show, in an order the deck may have had."""
    shown: list[int] = []
    for index, ply in enumerate(plies):
        if index and ply.facts and ply.facts[0].name == "round":
            break
        shown.extend(ply.drawn)
    return shown


GAME = DiamsGame()
