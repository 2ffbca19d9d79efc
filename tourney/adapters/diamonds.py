"""The encoding of Diamonds for learners: an action is a card or an announcement.

Cards are passed one by one in ascending order, so that there is only one way to pass a set.
"""

from collections.abc import Sequence
from typing import Any, Final

from engines.api import Game, Seat, State
from engines.diamonds.cards import NUMBERS, SUITS, UNKNOWN
from engines.diamonds.inference.worlds import played_cards
from engines.diamonds.notation import names
from engines.diamonds.position import ROUNDS
from engines.diamonds.state import Diamonds
from tourney.adapters.coding import (
    Coding,
    Features,
    SeatKnowledge,
    Spelling,
    counts,
    hot,
    share,
    word_hot,
)

CARDS: Final = UNKNOWN
ONCE: Final = (1,) * CARDS
PHASES: Final = ("announce", "pass", "play")


class DiamondsCoding(Coding):
    """0 to 59: a card, D1 to C15; 60 to 62: announce 1 to 3."""

    actions = CARDS + 3
    steps = 3
    items = CARDS
    learnable = True

    def spell(self, seat: Seat, seats: int, moves: Sequence[Any]) -> list[Spelling]:
        return [_spelled(move) for move in moves]

    def word(self, action: int) -> str:
        return names((action,))

    def memory(self, state: State[Any], seat: Seat, before: Any) -> list[tuple[Seat, int]]:
        """The cards played since the passing, with their seats."""
        assert isinstance(state, Diamonds)
        return played_cards(state) if state.phase() == "play" else []

    def features(self, look: SeatKnowledge) -> Features:
        view = look.view
        own = view["players"][look.seat]
        return [
            ("seat", look.seat_hot(0)),
            ("phase", word_hot(view["phase"], PHASES)),
            ("pending", look.pending()),
            ("round", [share(view["round"], view["options"]["rounds"])]),
            ("dealer", look.seat_hot(view["dealer"])),
            ("leader", look.seat_hot(view["leader"])),
            ("thief", look.seat_hot(view["thief"])),
            ("pass", word_hot(str(view["pass"]), "123")),
            ("hand", counts(own["hand"], NUMBERS, ONCE)),
            ("passed", counts(own["passed"], NUMBERS, ONCE)),
            ("received", counts(_received(look), NUMBERS, ONCE)),
            ("led", word_hot(view["trick"][0]["card"][0] if view["trick"] else None, SUITS)),
            ("trick", _trick(look)),
            ("played", _played(look)),
            ("players", [number for player in look.players() for number in _player(player)]),
        ]

    def decisions(self, game: Game[Any], options: Any, seats: int) -> int:
        return (options.rounds or ROUNDS[seats]) * (1 + seats + CARDS)

    def draws(self, game: Game[Any], options: Any, seats: int) -> int:
        return seats + (options.rounds or ROUNDS[seats]) * CARDS


def _spelled(move: Any) -> Spelling:
    if isinstance(move, tuple):
        return move
    return (move,) if move < CARDS else (CARDS + move - 101,)


def _received(look: SeatKnowledge) -> list[str]:
    """The cards that another seat passed to this one."""
    others = look.players()[1:]
    return [card for player in others for card in player["passed"] or ()]


def _trick(look: SeatKnowledge) -> list[float]:
    """The cards of the trick, by their order in it."""
    size = 4 if look.seats == 2 else look.seats
    cards = [NUMBERS[each["card"]] for each in look.view["trick"]]
    return hot((turn * CARDS + card for turn, card in enumerate(cards)), size * CARDS)


def _played(look: SeatKnowledge) -> list[float]:
    """The cards played in this round, by seat."""
    places = (look.offset(seat) * CARDS + card for seat, card in look.memory)
    return hot(places, look.seats * CARDS)


def _player(player: dict[str, Any]) -> list[float]:
    """Public counts, and the vault if this seat may see it."""
    return [
        share(player["hand_count"], 15),
        share(player["showroom"], 20),
        float(player["vault"] is not None),
        share(player["vault"] or 0, 40),
        share(player["tricks"], 15),
        *(share(player["taken"][suit], 15) for suit in SUITS),
        float(player["chosen"]),
    ]
