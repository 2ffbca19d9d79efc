"""Builds positions of Blue Border from text and plays moves in them.

`at("A 5 12 · B 3 · field 30 7 / 4 / 9 / 22 · deck 10 6")` names the lines, the piles from bottom to
top and the next cards of the deck; A has the turn. All other cards follow in the deck.
"""

from collections.abc import Mapping, Sequence

from engines.api import Who, seat_letter
from engines.blue_border import GAME
from engines.blue_border.position import TURN
from engines.blue_border.state import BlueBorder
from tests.engines.blue_border.pair import LETTERS, Pair


class Table:
    """A position in both implementations."""

    def __init__(self, pair: Pair) -> None:
        self.pair = pair

    @property
    def state(self) -> BlueBorder:
        return self.pair.state

    def play(self, *moves: str) -> "Table":
        """Play moves such as `A deck` in both implementations and compare them after each.

        Seats that are not named in a call window do not call. `-- 3 1 2 …` is a dealer's move.
        """
        for move in moves:
            letter, _, text = move.partition(" ")
            if letter == "--":
                self.pair.chance([int(word) for word in text.split()])
            elif text == "call":
                self.pair.apply(LETTERS.index(letter), text)
                self.silent()
            else:
                self.silent()
                self.pair.apply(LETTERS.index(letter), text)
            self.pair.compare()
        return self

    def answer(self, letter: str, text: str) -> None:
        """Give one answer in an open call window; the other answers are still missing."""
        self.pair.apply(LETTERS.index(letter), text)
        self.pair.compare()

    def silent(self) -> "Table":
        """Answer `no` for every seat that has not answered yet."""
        while self.state.phase() == "call":
            self.pair.apply(self.state.pending()[0], "no")
            self.pair.compare()
        return self

    def legal(self, letter: str) -> list[str]:
        return [GAME.move_text(move) for move in self.state.legal_moves(LETTERS.index(letter))]

    def refused(self, move: str) -> str:
        """The rule that refuses a move."""
        letter, _, text = move.partition(" ")
        assert text not in self.legal(letter)
        return self.state.refusal(LETTERS.index(letter), GAME.parse_move(text)).rule

    def line(self, letter: str) -> str:
        return " ".join(map(str, self.state.lines[LETTERS.index(letter)]))

    def pile(self, number: int) -> str:
        return " ".join(map(str, self.state.field[number - 1]))

    def discards(self) -> str:
        return " ".join(map(str, sorted(self.state.discards)))

    def turn(self) -> str:
        """The letters of the seats that must decide."""
        return "".join(seat_letter(seat) for seat in self.state.pending() if seat >= 0)

    def last(self, who: Who = -2) -> str:
        """The text of the last log entry."""
        return GAME.text(self.pair.log[-1], who)

    def known(self, letter: str) -> list[int | None]:
        """The numbers of a line, None for each number that is not public."""
        players = self.state.view(None)["players"]
        return [card["number"] for card in players[LETTERS.index(letter)]["line"]]


def at(
    text: str,
    *,
    seats: int = 4,
    turn: str = "A",
    only: bool = False,
    under: bool = False,
    moves: int = 0,
    skips: str = "",
    options: Mapping[str, str] | None = None,
) -> Table:
    """A position in which the seat `turn` has the turn.

    With `only` the deck has only the named cards; with `under` all others lie under pile 4.
    """
    pair = Pair(seats, options or {})
    first = LETTERS.index(turn)
    pair.chance([first, *(seat for seat in range(seats) if seat != first)])
    pair.chance(pair.state.pool())
    parts = {part.split()[0]: part.split()[1:] for part in text.split(" · ")}
    lines = [[int(card) for card in parts.get(LETTERS[seat], [])] for seat in range(seats)]
    _lay(pair, lines, _field(pair, parts, lines), _numbers(parts, "discards"))
    named = {card for row in (*pair.state.lines, *pair.state.field) for card in row}
    named.update(pair.state.discards)
    deck = _numbers(parts, "deck")
    rest = [card for card in range(1, pair.naive.cards + 1) if card not in {*named, *deck}]
    if under:
        pair.state.field[3][:0] = rest
        pair.naive.piles[3][:0] = rest
    elif not only:
        deck += rest
    pair.naive.deck, pair.state.order, pair.state.top = list(deck), tuple(deck), 0
    pair.naive.moves = pair.state.moves = moves
    for letter in skips:
        pair.naive.skips[LETTERS.index(letter)] = pair.state.skips[LETTERS.index(letter)] = True
    assert pair.state.step == TURN
    pair.compare()
    return Table(pair)


def _numbers(parts: Mapping[str, Sequence[str]], key: str) -> list[int]:
    return [int(word) for word in parts.get(key, [])]


def _field(
    pair: Pair, parts: Mapping[str, Sequence[str]], lines: Sequence[Sequence[int]]
) -> list[list[int]]:
    """The named piles, otherwise four cards that are in no other place."""
    if "field" in parts:
        piles = " ".join(parts["field"]).split(" / ")
        return [[int(card) for card in pile.split()] for pile in piles]
    used = {card for line in lines for card in line}
    used.update(_numbers(parts, "deck"), _numbers(parts, "discards"))
    free = [card for card in range(pair.naive.cards, 0, -1) if card not in used]
    return [[card] for card in free[:4]]


def _lay(pair: Pair, lines: list[list[int]], field: list[list[int]], discards: list[int]) -> None:
    state, naive = pair.state, pair.naive
    state.lines, naive.lines = [line[:] for line in lines], [line[:] for line in lines]
    state.field, naive.piles = [pile[:] for pile in field], [pile[:] for pile in field]
    state.discards, naive.discards = discards[:], discards[:]
    naive.opened = {*discards}
    state.opened = sum(1 << card for card in discards)
