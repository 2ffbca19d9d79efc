"""The encoding of Blue Border for learners: one action number for each decision.

Shades are numbers as in the view, as a fraction of the darkest.
"""

from collections.abc import Sequence
from typing import Any, Final

from engines.api import Game, Seat
from engines.blue_border.cards import CARDS, POINTS, REWARD_DISCARD, REWARD_NONE
from tourney.adapters.coding import Coding, Features, SeatKnowledge, Spelling, hot, share, word_hot

PHASES: Final = ("turn", "call", "reward")
PILES: Final = 4
DEPTH: Final = 3  # cards of a pile that are encoded one by one, from the top


class BlueBorderCoding(Coding):
    """The engine's move numbers without gaps.

    0 to 3 take from pile 1 to 4, 4 deck, 5 to 8 pass onto a pile, 9 call, 10 no; rewards: 11 to 14
    take, 15 deck, 16 none, 17 to 48 discard 1 to 32.
    """

    actions = REWARD_NONE + CARDS
    items = CARDS + 1
    learnable = True

    def spell(self, seat: Seat, seats: int, moves: Sequence[Any]) -> list[Spelling]:
        return [
            (move - 1 if move <= REWARD_NONE else REWARD_NONE - 1 + move - REWARD_DISCARD,)
            for move in moves
        ]

    def features(self, look: SeatKnowledge) -> Features:
        view, options = look.view, look.view["options"]
        bands = -(-options["cards"] // options["sight"])
        window = view["window"] or {"diver": None, "reward": False}
        # Per pile its size and the shades from the top; a missing card is 0.
        field: list[float] = []
        for pile in view["field"]:
            top = [share(band, bands) for band in pile[: -DEPTH - 1 : -1]]
            field += [share(len(pile), CARDS), *top, *[0.0] * (DEPTH - len(top))]
        # Per seat and point: whether there is a card, its shade, whether it is opened, its number.
        lines: list[float] = []
        players: list[float] = []
        for player in look.players():
            line = player["line"]
            for card in line:
                number = card["number"]
                lines += [1.0, share(card["band"], bands), float(number is not None)]
                lines.append(share(number or 0, CARDS))
            lines += [0.0] * (4 * (POINTS - len(line)))
            players += [share(len(line), POINTS), float(player["skip"])]
            players.append(share(player["wins"], options["rounds"]))
        return [
            ("seat", look.seat_hot(0)),
            ("phase", word_hot(view["phase"], PHASES)),
            ("pending", look.pending()),
            ("round", [share(view["round"], options["rounds"])]),
            ("turn", look.seat_hot(view["turn"])),
            ("diver", look.seat_hot(window["diver"])),
            ("reward", [float(window["reward"])]),
            ("rules", [share(options["bl"], CARDS), share(options["bt"], CARDS)]),
            ("moves", [share(view["moves"], options["limit"])]),
            ("deck", [share(view["deck"], CARDS), share(view["top"] or 0, bands)]),
            ("field", field or [0.0] * PILES * (DEPTH + 1)),
            ("discards", hot((card - 1 for card in view["discards"]), CARDS)),
            ("lines", lines),
            ("players", players),
        ]

    def decisions(self, game: Game[Any], options: Any, seats: int) -> int:
        """Per move: the move, an answer of every other seat, and a reward."""
        return int(options.rounds * (options.limit + 1) * (seats + 1))

    def draws(self, game: Game[Any], options: Any, seats: int) -> int:
        """Each placed card may need lots, and an empty deck is dealt again."""
        return int(options.rounds * (options.limit + 2) * (seats + CARDS))
