"""Builds positions of Diam's from text and plays moves in them.

In `at("A hand 7 9 · market 7* 2 4")`, hands that are not named have one 10, other zones are empty.
"""

from collections.abc import Sequence

from engines.api import EVERYTHING, Who
from engines.diams import GAME
from engines.diams.cards import COPIES, NAMES
from engines.diams.state import Diams
from tests.engines.diams.pair import Counted, Pair, table

LETTERS = "ABCDE"


class Table:
    """A position with its log, in both implementations."""

    def __init__(self, pair: Pair) -> None:
        self.pair = pair

    @property
    def state(self) -> Diams:
        return self.pair.state

    def play(self, *moves: str) -> None:
        """Play moves such as `A draw`; each must be legal."""
        for move in moves:
            letter, _, text = move.partition(" ")
            seat = LETTERS.index(letter)
            assert self.state.is_legal(seat, GAME.parse_move(text))
            self.pair.apply(seat, text)
            self.pair.compare()

    def legal(self, letter: str) -> list[str]:
        seat = LETTERS.index(letter)
        return [GAME.move_text(move) for move in self.state.legal_moves(seat)]

    def can(self, move: str) -> bool:
        letter, _, text = move.partition(" ")
        return text in self.legal(letter)

    def refused(self, move: str) -> str:
        """The rule that refuses a move."""
        letter, _, text = move.partition(" ")
        assert text not in self.legal(letter)
        return self.state.refusal(LETTERS.index(letter), GAME.parse_move(text)).rule

    def texts(self, who: Who = EVERYTHING) -> list[str]:
        """The log as `who` sees it, oldest entry first."""
        return [GAME.text(ply, who) for ply in self.pair.log]

    def seen(self, who: Who) -> dict[str, object]:
        return self.state.view(who)

    def hand(self, letter: str) -> str:
        return self._zone(letter, "hand")

    def vault(self, letter: str) -> str:
        return self._zone(letter, "vault")

    def _zone(self, letter: str, zone: str) -> str:
        player = self.state.view(EVERYTHING)["players"][LETTERS.index(letter)]
        return " ".join(player[zone])

    def market(self) -> str:
        return " ".join(self.state.view(None)["market"])

    def discards(self) -> str:
        return " ".join(self.state.view(None)["discards"])


def at(
    text: str,
    *,
    seats: int = 2,
    turn: str = "A",
    closing: tuple[str, int] | None = None,
    before: Sequence[Counted] = (),
    length: str = "quick",
) -> Table:
    """A position; `closing` is the drawer of the closing card and the turns left after this one."""
    zones = dict(_zone(part) for part in text.split(" · "))
    pair = table(
        seats,
        hands=[zones.get(f"{letter} hand", "10") for letter in LETTERS[:seats]],
        vaults=[zones.get(f"{letter} vault", "") for letter in LETTERS[:seats]],
        market=zones.get("market", ""),
        deck=zones.get("deck", "END"),
        phase=zones.get("phase", "play"),
        closing=None if closing is None else (LETTERS.index(closing[0]), closing[1]),
        before=before,
        length=length,
        turn=LETTERS.index(turn),
    )
    return Table(pair)


def _zone(part: str) -> tuple[str, str]:
    words = part.split()
    size = 2 if words[0] in LETTERS else 1
    return " ".join(words[:size]), " ".join(words[size:])


def dealt(seats: int, top: str, *, length: str = "quick", closing: str = "standard") -> Table:
    """A match after the deal: `top` first, then the others in order, the closing card last."""
    pair = Pair(seats, length, closing)
    pair.begin(range(seats))
    pair.deal(deck(top))
    return Table(pair)


def deck(top: str) -> list[str]:
    """An order of all cards: `top` first, then the others in order, the closing card last."""
    shown = top.split()
    rest = [name for number, name in enumerate(NAMES[:23]) for _ in range(COPIES[number])]
    for card in shown:
        if card != "END":
            rest.remove(card)
    return [*shown, *rest, *([] if "END" in shown else ["END"])]
