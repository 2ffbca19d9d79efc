"""Builds positions of Diamond Boxes from text and plays moves in them.

`by_rule_1("A g2 r3 · B b1")` names the hands; by default the board is board Z and the deck has all
other cards. In `by_rule_2("A g2", colour="r", decks="A b1 b2")`, `decks` are the personal decks.
"""

from engines.api import EVERYTHING, Ply, Who
from engines.diamond_boxes import GAME1, GAME2
from engines.diamond_boxes.board import CARD, visible
from engines.diamond_boxes.cards import COLOURS, DECK, NAMES, NUMBERS, PLAYING
from engines.diamond_boxes.notation import plies
from engines.diamond_boxes.state import ColourBoxes, OpenBoxes

LETTERS = "ABCD"
BOARD_Z = "r1@1,0e y2@0,0n"


def placements(texts: str) -> list[int]:
    """Placements of any cards, legal or not."""
    line = " ".join(texts.split())
    found = []
    for text in line.split():
        ((_, ply),) = plies(0, [text], 1)
        assert isinstance(ply.move, int)
        found.append(ply.move)
    return found


def zones(text: str, seats: int) -> list[list[int]]:
    """`A g2 r3 · B b1` as a list of cards for each seat."""
    found: list[list[int]] = [[] for _ in range(seats)]
    for part in filter(None, text.split(" · ")):
        letter, *cards = part.split()
        found[LETTERS.index(letter)] = [NUMBERS[card] for card in cards]
    return found


class Table:
    """A position with its log."""

    def __init__(self, state: OpenBoxes | ColourBoxes) -> None:
        self.state = state
        self.game = GAME1 if state.rule == 1 else GAME2
        self.log: list[Ply[int | tuple[int, ...]]] = []

    def play(self, *moves: str) -> None:
        """Play moves such as `A g2@1,1s`; each must be legal."""
        for move in moves:
            letter, _, text = move.partition(" ")
            seat = LETTERS.index(letter)
            number = self.game.parse_move(text)
            assert self.state.is_legal(seat, number), move
            self.state.apply(seat, number, self.log)

    def legal(self, letter: str) -> list[str]:
        return [self.game.move_text(m) for m in self.state.legal_moves(LETTERS.index(letter))]

    def can(self, move: str) -> bool:
        letter, _, text = move.partition(" ")
        legal = self.state.is_legal(LETTERS.index(letter), self.game.parse_move(text))
        assert legal == (text in self.legal(letter))
        return legal

    def refused(self, move: str) -> str:
        """The rule that refuses a move, and its message."""
        letter, _, text = move.partition(" ")
        assert not self.can(move)
        refusal = self.state.refusal(LETTERS.index(letter), self.game.parse_move(text))
        return f"{refusal.rule} {refusal.message}"

    def texts(self, who: Who = EVERYTHING) -> list[str]:
        """The log as `who` sees it, oldest entry first."""
        return [self.game.text(ply, who) for ply in self.log]

    def hand(self, letter: str) -> str:
        return " ".join(NAMES[card] for card in self.state.hands[LETTERS.index(letter)])

    def owes(self) -> str:
        """The seat and phase of the next decision, such as `A play`; `over` after the match."""
        owing = self.state.pending()
        return f"{LETTERS[owing[0]]} {self.state.phase()}" if owing else "over"

    def colours(self) -> str:
        """The visible colours."""
        shown = {cell[2] for cell in self.state.view(None)["board"]}
        return " ".join(letter for letter in COLOURS if letter in shown)


def by_rule_1(
    hands: str, *, deck: str | None = None, placed: str = BOARD_Z, turn: str = "A", seats: int = 3
) -> Table:
    """A position of rule 1."""
    state = OpenBoxes(seats)
    state.hands = [sorted(cards) for cards in zones(hands, seats)]
    state.placed = placements(placed)
    used = {*(card for hand in state.hands for card in hand), *(p >> CARD for p in state.placed)}
    rest = [card for card in DECK if card not in used] if deck is None else zones(f"A {deck}", 1)[0]
    others = [card for card in DECK if card not in rest]
    state.order, state.top = (*others, *rest), len(others)
    for placement in state.placed:
        state.board.lay(placement)
    _to_move(state, turn)
    return Table(state)


def by_rule_2(
    hands: str,
    *,
    colour: str,
    decks: str = "",
    placed: str = BOARD_Z,
    turn: str = "A",
    seats: int = 3,
) -> Table:
    """A position of rule 2."""
    state = ColourBoxes(seats)
    state.hands = [sorted(cards) for cards in zones(hands, seats)]
    state.placed = placements(placed)
    order = [0] * len(DECK)
    for seat, cards in enumerate(zones(decks, seats)):
        end = state.start_of(seat + 1)
        state.tops[seat] = end - len(cards)
        order[state.tops[seat] : end] = cards
    state.order = tuple(order)
    state.colour = COLOURS.index(colour)
    for placement in state.placed:
        state.board.lay(placement)
    for face in visible(state.placed).values():
        state.shown[face >> 1] += 1
    _to_move(state, turn)
    return Table(state)


def _to_move(state: OpenBoxes | ColourBoxes, turn: str) -> None:
    state.first = state.turn = LETTERS.index(turn)
    state.step = PLAYING
    state.owing = (state.turn,)


def dealt(cards: str, *, first: str = "A", seats: int = 3, rule: int = 1) -> Table:
    """A match after the deal: `cards` come first, then the others in order."""
    order = [NUMBERS[card] for card in cards.split()]
    order += [card for card in DECK if card not in order]
    table = Table(OpenBoxes(seats) if rule == 1 else ColourBoxes(seats))
    if isinstance(table.state, ColourBoxes):
        start = LETTERS.index(first)
        table.state.apply(-1, (start, *(s for s in range(seats) if s != start)), table.log)
    table.state.apply(-1, tuple(order), table.log)
    return table
