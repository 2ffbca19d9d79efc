"""The encoding of Diamonds for learners: an action is a card or an announcement.

Cards are passed one by one in ascending order, so that there is only one way to pass a set.
"""

from collections.abc import Sequence
from typing import Any, Final

from engines.api import Game, Seat, State
from engines.diamonds.cards import NUMBERS, SUITS, UNKNOWN
from engines.diamonds.notation import names
from engines.diamonds.position import ROUNDS
from engines.diamonds.state import Diamonds
from engines.diamonds.turns import played_cards
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
        # A card, cards to pass, or an announcement, which the engine numbers from 101.
        return [
            move if isinstance(move, tuple) else (move if move < CARDS else CARDS + move - 101,)
            for move in moves
        ]

    def word(self, action: int) -> str:
        return names((action,))

    def memory(self, state: State[Any], seat: Seat, before: Any) -> list[tuple[Seat, int]]:
        """The cards played since the passing, with their seats."""
        assert isinstance(state, Diamonds)
        return played_cards(state) if state.phase() == "play" else []

    def features(self, look: SeatKnowledge) -> Features:
        view = look.view
        own, *others = look.players()
        received = [card for player in others for card in player["passed"] or ()]
        # The cards of the trick by their order in it; two players lay four (DM-R12).
        size = 4 if look.seats == 2 else look.seats
        trick = [turn * CARDS + NUMBERS[play["card"]] for turn, play in enumerate(view["trick"])]
        # The cards played in this round, by seat.
        played = [look.offset(seat) * CARDS + card for seat, card in look.memory]
        # Public counts, and the vault if this seat may see it.
        players: list[float] = []
        for player in look.players():
            vault = player["vault"]
            players += [share(player["hand_count"], 15), share(player["showroom"], 20)]
            players += [float(vault is not None), share(vault or 0, 40)]
            players.append(share(player["tricks"], 15))
            players += [share(player["taken"][suit], 15) for suit in SUITS]
            players.append(float(player["chosen"]))
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
            ("received", counts(received, NUMBERS, ONCE)),
            ("led", word_hot(view["trick"][0]["card"][0] if view["trick"] else None, SUITS)),
            ("trick", hot(trick, size * CARDS)),
            ("played", hot(played, look.seats * CARDS)),
            ("players", players),
        ]

    def decisions(self, game: Game[Any], options: Any, seats: int) -> int:
        return (options.rounds or ROUNDS[seats]) * (1 + seats + CARDS)

    def draws(self, game: Game[Any], options: Any, seats: int) -> int:
        return seats + (options.rounds or ROUNDS[seats]) * CARDS
