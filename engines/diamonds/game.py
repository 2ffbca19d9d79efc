"""Diamonds as a game: options, luck, and how its moves are written."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import repeat, starmap
from random import Random
from typing import Any

from engines.api import EVERYTHING, Game, OptionError, Ply, Scene, Seat, State, View, Who
from engines.diamonds import notation
from engines.diamonds.cards import PERFECT_RANKS, RANKS, ROUNDS, SUIT
from engines.diamonds.inference import worlds
from engines.diamonds.inference.tracker import DiamondsTracker
from engines.diamonds.scene import scene
from engines.diamonds.state import STARTING, Diamonds, Move, Options
from engines.kit.options import check_keys, check_seats, choice, number

SWITCHES = ("perfect", "teams", "show")


class DiamondsGame(Game[Move]):
    """Diamonds (DM)."""

    name = "diamonds"
    title: Mapping[str, str] = {"en": "Diamonds", "ja": "ダイヤモンド"}
    version = 1
    seats = range(2, 7)
    options_type = Options
    option_help: Mapping[str, str] = {
        "perfect": "on: the whole deck is dealt, reduced to fit the seats · off: ten cards each",
        "rounds": "how many rounds; by default 4, 6, 4, 5, 6 for 2 to 6 seats",
        "show": "on: vaults are counted openly · off: they are hidden",
        "teams": "on: partners sit opposite and share vault and showroom (4 or 6 seats) · off",
    }
    option_defaults: Mapping[str, str] = {"perfect": "off", "show": "off", "teams": "off"}
    variants: Sequence[Mapping[str, str]] = (
        {"rounds": "2"},
        {"perfect": "on", "rounds": "1", "show": "on"},
        {"rounds": "1", "teams": "on"},
    )
    notation = notation.SHEET
    joint = " "
    in_seat_order: tuple[str, ...] = ("hand", "pass")

    def options(self, given: Mapping[str, str], seats: int) -> Options:
        check_seats(self.name, seats, self.seats)
        check_keys(self.name, given, self.option_help)
        on = {key: choice(given, key, ("off", "on")) == "on" for key in SWITCHES}
        if on["teams"] and seats not in (4, 6):
            fault = f"'teams=on' is for 4 or 6 seats, not {seats}"
            raise OptionError(f"{fault}; leave it away, or change the number of seats", "teams")
        return Options(**on, rounds=_rounds(given.get("rounds"), seats))

    def options_text(self, options: Options) -> str:
        pairs = {key: "on" for key in SWITCHES if getattr(options, key)}
        if options.rounds:
            pairs["rounds"] = str(options.rounds)
        return " ".join(f"{key}={pairs[key]}" for key in sorted(pairs))

    def sides(self, options: Options, seats: int) -> tuple[int, ...]:
        return Diamonds(options, seats).team

    def start(self, options: Options, seats: int) -> Diamonds:
        return Diamonds(options, seats)

    def resample(self, state: State[Move], seat: Seat, rng: Random) -> Diamonds:
        assert isinstance(state, Diamonds)
        return worlds.determinize(state, seat, rng)

    def max_plies(self, options: Options, seats: int) -> int:
        """Announcement, hands, passes and every card, each round."""
        return (options.rounds or ROUNDS[seats]) * (1 + 2 * seats + 60)

    def shuffle(self, state: State[Move], rng: Random) -> Move:
        """One permutation of all 60 cards, restricted to those in play."""
        assert isinstance(state, Diamonds)
        starting = state.step == STARTING
        count = state.seats if starting else len(SUIT)
        weights = list(starmap(rng.random, repeat((), count)))
        order = tuple(sorted(range(count), key=weights.__getitem__))
        if starting:
            return order
        return _restricted(order, state.seats) if state.options.perfect else order

    def luck(self, state: State[Move], plies: Sequence[Ply[Move]]) -> Move:
        assert isinstance(state, Diamonds)
        pool = list(state.pool())
        if state.chance() == "start 1":
            dealer = plies[0].facts[0].values[1]
            return (dealer, *(seat for seat in pool if seat != dealer))
        shown: list[int] = []
        for index, ply in enumerate(plies):
            if index and ply.facts and ply.facts[0].name == "round":
                break
            shown.extend(ply.drawn)
        return (*shown, *(card for card in pool if card not in shown))

    def move_text(self, move: Move) -> str:
        return notation.move_text(move)

    def parse_move(self, text: str) -> Move:
        return notation.parse_move(text)

    def text(self, ply: Ply[Move], who: Who = EVERYTHING) -> str:
        return notation.text(ply, who)

    def layout(self, entries: Iterable[tuple[Seat, str]]) -> Iterator[str]:
        return notation.layout(entries)

    def split(self, body: str) -> list[tuple[int, int]]:
        return notation.split(body)

    def canonical(self, seat: Seat, segment: str) -> str:
        return notation.canonical(seat, segment)

    def plies(self, seat: Seat, segments: Sequence[str], seats: int) -> list[tuple[int, Ply[Move]]]:
        return notation.plies(seat, segments, seats)

    def tracker(self, options: Options, seats: int) -> DiamondsTracker:
        return DiamondsTracker(options, seats)

    def scene(self, view: View) -> Scene:
        return scene(view)


def _rounds(given: str | None, seats: int) -> int:
    """The number of rounds, 0 for what the number of seats implies."""
    if given is None:
        return 0
    rounds = number("rounds", given, range(1, 100))
    return 0 if rounds == ROUNDS[seats] else rounds


def _restricted(cards: tuple[int, ...], seats: int) -> tuple[int, ...]:
    highest = PERFECT_RANKS[seats]
    return cards if highest == RANKS else tuple([c for c in cards if c % RANKS < highest])


GAME: Game[Any] = DiamondsGame()
