"""A second, deliberately naive implementation of Diamond Boxes, used as a test oracle.

Written only from the rule books; it shares no code and no data structures with the engine.
Cards and moves are strings, the board is a dictionary of cells, every list of legal moves comes
from trying all spots around it. A test plays the same moves here and in the engine and compares
moves, log and views.
"""

from __future__ import annotations

import itertools
from collections import Counter
from typing import Any

from tests.engines.naive.diamond_boxes_board import TEXT, Cell, Cells, laid, shape
from tests.engines.naive.diamond_boxes_hits import HITS_1, HITS_2

COLOURS = "rygbp"
DECK = [f"{colour}{pattern}" for colour in COLOURS for pattern in range(1, 11)]
LETTERS = "ABCD"
DEALER = -1
Spot = tuple[int, int, str, list[tuple[int, str, str]], bool]
"""Column, row, turn, covered cells (index, colour, diamonds), whether the spot touches a card."""


def number(card: str) -> int:
    """The number of a card (DJ1-R4)."""
    return DECK.index(card) + 1


def in_order(cards: list[str]) -> list[str]:
    return sorted(cards, key=number)


class NaiveBoxes:
    """The parts that both rule sets share."""

    HITS: tuple[str, ...]
    game: str

    def __init__(self, seats: int) -> None:
        if seats not in (2, 3, 4):
            raise ValueError("2-4 players")
        self.seats = seats
        self.hits: Counter[str] = Counter()
        self.log: list[tuple[int, str]] = []
        self.told_log: list[tuple[int, str, str]] = []  # seat, full text, public text
        self.phase_name = ""
        self.owes: int | None = DEALER
        self.placed: list[str] = []
        self.seen: Cells = {}
        self.below: dict[Cell, list[str]] = {}  # colours of covered cards, per cell
        self.hands: list[list[str]] = [[] for _ in range(seats)]
        self.first: int | None = None
        self.turn: int | None = None
        self.around: list[Spot] = []  # spots that touch a card
        self.corners = 0  # spots that touch only a corner
        self.listed: list[str] | None = None

    def _hit(self, *names: str) -> None:
        for name in names:
            assert name in self.HITS, name
            self.hits[name] += 1

    def _write(self, seat: int, text: str, others: str | None = None) -> None:
        self.log.append((seat, text))
        self.told_log.append((seat, text, text if others is None else others))

    def told(self, who: int | None) -> list[tuple[int, str]]:
        return [(seat, text if seat == who else others) for seat, text, others in self.told_log]

    # ---- the board

    def _put(self, text: str) -> int:
        """DJ1-R15: make the card's cells visible; returns the number of cells that it covers."""
        over = 0
        for cell, diamond in laid(text).items():
            if cell in self.seen:
                over += 1
                self.below.setdefault(cell, []).append(self.seen[cell][0])
            self.seen[cell] = (text[0], diamond)
        self.placed.append(text)
        spots = list(self._spots())
        self.around = [spot for spot in spots if spot[4]]
        diagonal = {(r + a, c + b) for r, c in self.seen for a in (1, -1) for b in (1, -1)}
        self.corners = sum(self._corner(spot, diagonal) for spot in spots if not spot[4])
        return over

    def _spots(self) -> Any:
        rows, columns = [r for r, _ in self.seen], [c for _, c in self.seen]
        edges = ((1, 0), (-1, 0), (0, 1), (0, -1))
        near = {(r + a, c + b) for r, c in self.seen for a, b in edges}
        for y in range(min(rows) - 4, max(rows) + 5):
            for x in range(min(columns) - 4, max(columns) + 5):
                for turn in "nesw":
                    where = [(y + r, x + c) for (r, c), _ in shape("r1", turn)]
                    under = [(i, *self.seen[c]) for i, c in enumerate(where) if c in self.seen]
                    yield x, y, turn, under, bool(under) or not near.isdisjoint(where)

    def _shown(self) -> list[str]:
        """The visible colours in their fixed order."""
        found = {colour for colour, _ in self.seen.values()}
        return [colour for colour in COLOURS if colour in found]

    @staticmethod
    def _corner(spot: Spot, diagonal: set[Cell]) -> bool:
        x, y, turn, _, _ = spot
        return any((y + r, x + c) in diagonal for (r, c), _ in shape("r1", turn))

    @staticmethod
    def _alike(card: str, spot: Spot) -> bool:
        diamonds = [diamond for _, diamond in shape(card, spot[2])]
        return all(diamonds[place] == diamond for place, _, diamond in spot[3])

    @staticmethod
    def _other_colour(card: str, spot: Spot) -> bool:
        return all(colour != card[0] for _, colour, _ in spot[3])

    def _start(self, order: list[str], layout: tuple[str, str]) -> None:
        """Lay the first two cards (DJ1-R7)."""
        for card, where in zip(order, layout, strict=False):
            self._put(card + where)

    def _start_text(self) -> str:
        return f"start {self.placed[0]} {self.placed[1]}"

    # ---- values that tests compare

    def pending(self) -> tuple[int, ...]:
        return () if self.owes is None else (self.owes,)

    def phase(self) -> str:
        return self.phase_name

    def chance(self) -> str:
        return f"{self.phase_name} 1"

    def _common(self, who: int | None) -> dict[str, Any]:
        board = [[c, r, *self.seen[r, c]] for r, c in sorted(self.seen)]
        placed = []
        for text in self.placed:
            found = TEXT.fullmatch(text)
            assert found
            placed.append([found[1] + found[2], int(found[3]), int(found[4]), found[5]])
        return {
            "game": self.game,
            "schema": 1,
            "seats": self.seats,
            "you": who,
            "options": {},
            "phase": self.phase_name,
            "pending": list(self.pending()),
            "board": board,
            "placed": placed,
            "deck": None,
            "first": self.first,
            "turn": self.turn,
            "colour": None,
            "passes": None,
            "rounds_passed": None,
            "bonus": None,
        }


STANDARD = ("@1,0e", "@0,0n")


class NaiveOpenBoxes(NaiveBoxes):
    """Rule 1: open hands and one deck."""

    HITS = HITS_1
    game = "diamond-boxes"

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.phase_name = "deal"
        self.deck: list[str] = []

    def apply_deal(self, order: list[str], layout: tuple[str, str] = STANDARD) -> None:
        assert sorted(order) == sorted(DECK)  # DJ1-R1, DJ1-R6
        self._start(order, layout)
        rest = order[2:]
        for seat in range(self.seats):  # DJ1-R8
            self.hands[seat] = in_order(rest[:5])
            rest = rest[5:]
        self.deck = rest
        highest = max(number(card) for hand in self.hands for card in hand)
        self.first = next(
            seat for seat in range(self.seats) if DECK[highest - 1] in self.hands[seat]
        )
        self.turn = self.owes = self.first  # DJ1-R9
        self.phase_name = "play"
        self._hit(*(f"DJ1-R{n}" for n in range(1, 10)), "DJ1-Q1", "DJ1-Q2")
        if order[0][0] == order[1][0]:
            self._hit("DJ1-Q12")
        if layout != STANDARD:
            self._hit("DJ1-Q13")
        self._write(DEALER, self._start_text())
        for seat, hand in enumerate(self.hands):
            self._write(seat, f"hand {' '.join(hand)}")

    def legal(self, seat: int) -> list[str]:
        if seat != self.owes:
            return []
        if self.listed is None:
            cards = self.hands[seat]
            self.listed = sorted(text for card in cards for text in self._places(card))
        return self.listed

    def _places(self, card: str) -> list[str]:
        """Legal placements of a card (DJ1-R12, DJ1-R13)."""
        found = []
        for spot in self.around:
            x, y, turn, _, _ = spot
            alike, other = self._alike(card, spot), self._other_colour(card, spot)
            if alike and other:
                found.append(f"{card}@{x},{y}{turn}")
            elif alike:
                self._hit("DJ1-R12 colour")
            elif other:
                self._hit("DJ1-R12 diamonds")
        return found

    def apply(self, seat: int, text: str) -> None:
        assert seat == self.owes
        assert text in self.legal(seat)
        self.listed = None
        card = text.partition("@")[0]
        self._count(card, text)
        over = self._put(text)
        hand = self.hands[seat]
        hand.remove(card)
        if not hand and over < 6:
            self._hit("DJ1-Q5")
        penalty = self.deck[: 6 - over]  # DJ1-R14
        self.deck = self.deck[6 - over :]
        self.hands[seat] = in_order(hand + penalty)
        self._hit("DJ1-R10", "DJ1-R15", f"DJ1-R14 {6 - over}", f"DJ1-R5 turned {text[-1]}")
        if over == 0:
            self._hit("DJ1-R13", "DJ1-Q3")
        if len(penalty) < 6 - over:
            self._hit("DJ1-Q6")
        drawn = f"; penalty {' '.join(penalty)}" if penalty else ""
        self._write(seat, f"{text}/{over}{drawn}")
        self._next(seat)

    def _count(self, card: str, text: str) -> None:
        cells = [cell for cell in laid(text) if cell in self.seen]
        deeper = [colour for cell in cells for colour in self.below.get(cell, [])]
        if deeper:
            self._hit("DJ1-R11", "DJ1-Q10")
        if card[0] in deeper:
            self._hit("DJ1-Q11")
        if self.corners:
            self._hit("DJ1-Q4")

    def _next(self, seat: int) -> None:
        """Pass the turn or end the match (DJ1-R16, DJ1-R17, DJ1-Q7)."""
        if self.hands[seat] and self.deck:
            self.turn = self.owes = (seat + 1) % self.seats
            return
        if not self.hands[seat]:
            self._hit("DJ1-R16", "DJ1-Q8")
        else:
            self._hit("DJ1-R17")
            if (seat + 1) % self.seats != self.first:
                self._hit("DJ1-Q7")
        self._hit("DJ1-R18")
        for one, two in itertools.combinations([h for h in self.hands if h], 2):
            if len(one) == len(two):
                self._hit("DJ1-Q9")
                sums = sum(map(number, one)) < sum(map(number, two))
                if sums != (number(one[0]) < number(two[0])):
                    self._hit("DJ1-Q9 not the sum")
        self.phase_name = "over"
        self.turn = self.owes = None

    def outcome(self) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
        if self.phase_name != "over":
            return None
        ranked = sorted(
            range(self.seats),
            key=lambda seat: (len(self.hands[seat]), min(map(number, self.hands[seat]), default=0)),
        )
        scores = tuple(len(hand) for hand in self.hands)
        return scores, tuple(ranked.index(seat) + 1 for seat in range(self.seats))

    def view(self, who: int | None, everything: bool = False) -> dict[str, Any]:
        players = [{"hand": hand[:], "hand_count": len(hand), "deck": None} for hand in self.hands]
        return {**self._common(who), "deck": len(self.deck), "players": players}


class NaiveColourBoxes(NaiveBoxes):
    """Rule 2: specified colours, hidden hands and personal decks."""

    HITS = HITS_2
    game = "diamond-boxes-2"

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.phase_name = "start"
        self.decks: list[list[str]] = [[] for _ in range(seats)]
        self.colour: str | None = None
        self.since: list[tuple[int, bool]] = []  # passes in a row: seat, whether in a bonus turn
        self.rounds = 0
        self.bonus = False
        self.drawn = ""

    def apply_start(self, seat: int) -> None:
        """Set the first player (DJ2-R4)."""
        self.first = seat
        self.phase_name = "deal"

    def apply_deal(self, order: list[str], layout: tuple[str, str] = STANDARD) -> None:
        assert sorted(order) == sorted(DECK)
        assert self.first is not None
        self._start(order, layout)
        size = {2: 24, 3: 16, 4: 12}[self.seats]  # DJ2-R2
        for seat in range(self.seats):
            own = order[2 + size * seat :][:size]
            self.hands[seat], self.decks[seat] = in_order(own[:5]), own[5:]  # DJ2-R3
        self.turn = self.first
        self._ask((self.first - 1) % self.seats)
        self._hit("DJ2-R1", "DJ2-R2", "DJ2-R3", "DJ2-R4")
        self._write(DEALER, f"{self._start_text()} first {LETTERS[self.first]}")
        for seat, hand in enumerate(self.hands):
            self._write(seat, f"hand {' '.join(hand)}", "hand ? ? ? ? ?")

    def _ask(self, seat: int) -> None:
        self.phase_name = "colour"
        self.owes = seat

    def _play(self, seat: int) -> None:
        self.phase_name = "play"
        self.turn = self.owes = seat

    def legal(self, seat: int) -> list[str]:
        if seat != self.owes:
            return []
        if self.phase_name == "colour":
            return sorted(f"colour {colour}" for colour in self._shown() if colour != self.colour)
        if self.listed is None:
            found = ["pass"]
            for card in self.hands[seat]:
                found += self._places(card, self.colour)
            if any(len(under) < 3 for _, _, _, under, _ in self.around):
                self._hit("DJ2-Q14")
            self.listed = sorted(found)
        return self.listed

    def _places(self, card: str, wanted: str | None, *, count: bool = True) -> list[str]:
        """Legal placements of a card (DJ2-R6); colour None means any visible colour."""
        found = []
        for spot in self.around:
            x, y, turn, under, _ = spot
            if len(under) < 3:
                continue
            shows = wanted is None or any(colour == wanted for _, colour, _ in under)
            tests = {
                "diamonds": self._alike(card, spot),
                "own colour": self._other_colour(card, spot),
                "specified colour": shows,
                "three cells": len(under) >= 4,
            }
            wrong = [name for name, fine in tests.items() if not fine]
            if not wrong:
                found.append(f"{card}@{x},{y}{turn}")
            elif count and len(wrong) == 1:
                self._hit(f"DJ2-R6 {wrong[0]}")
        return found

    def apply(self, seat: int, text: str) -> None:
        assert seat == self.owes
        assert text in self.legal(seat)
        self.listed = None
        if text == "pass":
            self._pass(seat)
        elif text.startswith("colour "):
            self._choose(seat, text)
        else:
            self._place(seat, text)

    def _choose(self, seat: int, text: str) -> None:
        assert self.turn is not None
        colour = text[-1]
        if self.colour is None:
            hands = [card for hand in self.hands for card in hand]
            if not any(self._places(card, colour, count=False) for card in hands):
                self._hit("DJ2-Q12")
        else:
            self._hit("DJ2-R10")
        self.colour = colour
        self.since = []
        self._write(seat, text)
        self._play(self.turn)

    def _pass(self, seat: int) -> None:
        """A pass; after a round of passes a draw or a new colour (DJ2-R5, DJ2-R12)."""
        self._hit("DJ2-R5")
        if self.bonus:
            self._hit("DJ2-R9 passed")
        self.since.append((seat, self.bonus))
        self.bonus = False
        self._write(seat, "pass")
        self._play((seat + 1) % self.seats)
        if len(self.since) < self.seats:
            return
        self.rounds += 1
        if any(bonus for _, bonus in self.since):
            self._hit("DJ2-Q3")
        self.drawn = self._stalemate()
        if self.drawn:
            self._write(DEALER, f'draw reason "{self.drawn}"')
            self._hit("DJ2-R13 drawn", "DJ2-R14", "DJ2-R14 shared")
            self._over()
        else:
            self._hit("DJ2-R12")
            self._ask(seat)

    def _stalemate(self) -> str:
        """The reason for a draw, "" if none applies; checked in the order of DJ2-R12."""
        if len(self._shown()) == 1:
            self._hit("DJ2-Q6")
            return "no other colour"
        cards = [card for hand in self.hands for card in hand]
        if not any(self._places(card, None, count=False) for card in cards):
            self._hit("DJ2-Q7")
            return "no card can be placed"
        if not any(self._places(card, self.colour, count=False) for card in cards):
            self._hit("DJ2-Q7 goes on")
        if self.rounds == 5:
            self._hit("DJ2-Q8")
            return "five rounds of passes"
        return ""

    def _place(self, seat: int, text: str) -> None:
        card = text.partition("@")[0]
        before = self.colour
        if self.since:
            self._hit("DJ2-Q3 anew")
        chained = self.bonus
        over = self._put(text)
        self.hands[seat].remove(card)
        self.since, self.rounds = [], 0
        drawn = self.decks[seat][:1]  # DJ2-R7
        self.decks[seat] = self.decks[seat][1:]
        self.hands[seat] = in_order(self.hands[seat] + drawn)
        self._hit("DJ2-R6", "DJ2-R7" if drawn else "DJ2-Q13")
        extra = f"; draw {drawn[0]}" if drawn else ""
        self._write(seat, f"{text}/{over}{extra}", f"{text}/{over}{'; draw ?' if drawn else ''}")
        gone = before not in self._shown()
        if not self.hands[seat]:  # DJ2-R8
            self._win(over, gone)
            return
        self._hit({4: "DJ2-R9 four", 5: "DJ2-R9 five", 6: "DJ2-R9 six"}[over])
        if over == 5:
            self._hit("DJ2-Q2")
        if over == 6 and chained:
            self._hit("DJ2-R9 chain")
        self.bonus = over == 6
        self._play(seat if self.bonus else (seat + 1) % self.seats)
        if gone:
            self._vanished(seat)

    def _vanished(self, seat: int) -> None:
        """Ask for a new colour after the specified one vanished (DJ2-R11)."""
        self._hit("DJ2-Q1", "DJ2-Q4")
        if len(self._shown()) == 1:
            self._hit("DJ2-Q5")
        if self.bonus:
            self._hit("DJ2-R11 previous")
            if self.seats == 2:
                self._hit("DJ2-Q11")
            self._ask((seat - 1) % self.seats)
        else:
            self._hit("DJ2-R11 placer")
            self._ask(seat)

    def _win(self, over: int, gone: bool) -> None:
        self._hit("DJ2-R8", "DJ2-R13 won", "DJ2-R14")
        if gone:
            self._hit("DJ2-Q9")
        if over == 6:
            self._hit("DJ2-Q10")
        outcome = self._left()
        if len(set(outcome)) < self.seats:
            self._hit("DJ2-R14 shared")
        self._over()

    def _over(self) -> None:
        self.phase_name = "over"
        self.turn = self.owes = None
        self.bonus = False

    def _left(self) -> list[int]:
        return [len(self.hands[seat]) + len(self.decks[seat]) for seat in range(self.seats)]

    def outcome(self) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
        if self.phase_name != "over":
            return None
        left = self._left()
        if self.drawn:
            return tuple(left), (1,) * self.seats
        return tuple(left), tuple(1 + len([n for n in left if n < own]) for own in left)

    def view(self, who: int | None, everything: bool = False) -> dict[str, Any]:
        players = []
        for seat, hand in enumerate(self.hands):
            shown = hand[:] if everything or who == seat else None
            deck = len(self.decks[seat])
            players.append({"hand": shown, "hand_count": len(hand), "deck": deck})
        return {
            **self._common(who),
            "colour": self.colour,
            "passes": len(self.since),
            "rounds_passed": self.rounds,
            "bonus": self.bonus,
            "players": players,
        }
