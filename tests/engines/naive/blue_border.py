"""A second, deliberately naive implementation of Blue Border, used as a test oracle.

Written only from the rule book; it shares no code and no data structures with the engine. Cards
are their numbers; the deck, piles, lines and discards are lists of numbers; the opened numbers are
a set. A test plays the same moves here and in the engine and compares moves, log and views.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tests.engines.naive.blue_border_hits import HITS

POINTS = "ABCDEFG"
LETTERS = "ABCD"
DEALER = -1
PILES = 4
STANDARD_BORDER = 9
STRICT_BORDER = 8
MOST_CARDS = 32
MOST_ROUNDS = 9


def default_bottoms(cards: int) -> int:
    """BB-Q4: the top quarter of the deck."""
    return cards - cards // 4 + 1


def fewest_cards(seats: int) -> int:
    """BB-Q5: enough for four field cards and one deck card when the lines are full."""
    return 6 * (seats - 1) + 7 + 5


def per_round(value: Sequence[int] | int, rounds: int) -> list[int]:
    """BB-Q24: one number for every round."""
    if isinstance(value, int):
        return [value for _ in range(rounds)]
    if len(value) != rounds:
        raise ValueError("one value per round")
    return list(value)


def fits(point: str, x: int, before: int | None, border: int, bottoms: int) -> bool:
    """BB-R6, row by row."""
    if point == "A":
        return 1 <= x <= border
    assert before is not None
    if point in "BC":
        return x > before and x - before <= border
    if point == "D":
        return x > before and x - before <= border and x >= bottoms
    if point in "EF":
        return x < before and before - x <= border
    return x < before and before - x <= border and x <= border


def places_for(keys: list[tuple[int, int]]) -> list[int]:
    """Competition ranking: 1 + the number of seats that are better."""
    return [1 + len([other for other in keys if other > mine]) for mine in keys]


class NaiveBlueBorder:
    def __init__(
        self,
        seats: int,
        bl: Sequence[int] | int = STANDARD_BORDER,
        bt: Sequence[int] | int | None = None,
        cards: int = MOST_CARDS,
        rounds: int = 1,
        sight: int = 4,
        limit: int = 500,
    ) -> None:
        if seats not in (2, 3, 4):
            raise ValueError("2-4 players")
        if not fewest_cards(seats) <= cards <= MOST_CARDS:
            raise ValueError("too few or too many cards")
        if not 1 <= rounds <= MOST_ROUNDS:
            raise ValueError("1-9 rounds")
        if sight < 1 or limit < 1:
            raise ValueError("sight and limit are at least 1")
        self.seats = seats
        self.borders = per_round(bl, rounds)
        self.bottoms = per_round(default_bottoms(cards) if bt is None else bt, rounds)
        if not all(1 <= number <= cards for number in self.borders + self.bottoms):
            raise ValueError("border and bottoms are numbers of cards")
        self.bottoms_chosen = bt is not None
        self.cards = cards
        self.rounds = rounds
        self.sight = sight
        self.limit = limit
        self.hits: Counter[str] = Counter()
        self.log: list[tuple[int, str]] = []
        # Parallel to the log: the public text of the same entry.
        self.log_told: list[str] = []
        self.state = "start"
        self.round = 0
        self.reshuffles = 0
        self.start: int | None = None
        self.turn: int | None = None
        self.reason = "normal"
        self.winner: int | None = None
        self.wins: list[int] = [0 for _ in range(seats)]
        # State of the round. Deck: top first. Piles: bottom to top.
        self.deck: list[int] = []
        self.piles: list[list[int]] = [[] for _ in range(PILES)]
        self.discards: list[int] = []
        self.lines: list[list[int]] = [[] for _ in range(seats)]
        self.skips: list[bool] = [False for _ in range(seats)]
        self.opened: set[int] = set()  # public numbers
        self.moves = 0
        # State of the turn: calls, seat called last, last placement, cause of a reshuffle.
        self.calls = 0
        self.last_called: int | None = None
        self.placed_by: int | None = None
        self.placed_as_reward = False
        self.refilled = False
        self.after_reshuffle = ""
        self.why_reshuffle = ""
        # State of the call window and of the reward.
        self.asked: list[int] = []
        self.answers: dict[int, bool] = {}
        self.caller: int | None = None
        self.lost: list[int] = []

    # ---- small helpers

    def _hit(self, *names: str) -> None:
        for name in names:
            assert name in HITS, name
            self.hits[name] += 1

    def _write(self, seat: int, text: str, told: str | None = None) -> None:
        self.log.append((seat, text))
        self.log_told.append(text if told is None else told)

    def _left(self, seat: int) -> int:
        return (seat + 1) % self.seats

    def _border(self) -> int:
        return self.borders[max(self.round, 1) - 1]

    def _bottoms(self) -> int:
        return self.bottoms[max(self.round, 1) - 1]

    def _card_fits(self, line: list[int], place: int) -> bool:
        before = line[place - 1] if place > 0 else None
        return fits(POINTS[place], line[place], before, self._border(), self._bottoms())

    # ---- pending decisions

    def pending(self) -> tuple[int, ...]:
        if self.state == "over":
            return ()
        if self.state in ("start", "deal", "reshuffle", "lots"):
            return (DEALER,)
        if self.state == "call":
            return tuple(seat for seat in self.asked if seat not in self.answers)
        if self.state == "reward":
            assert self.caller is not None
            return (self.caller,)
        assert self.turn is not None
        return (self.turn,)

    def phase(self) -> str:
        return self.state

    def chance(self) -> str:
        if self.state in ("start", "deal"):
            return f"{self.state} {self.round + 1}"
        if self.state == "reshuffle":
            return f"reshuffle {self.reshuffles + 1}"
        if self.state == "lots":
            return f"lots {len(self.log) + 1}"
        return ""

    def pool(self) -> list[int]:
        """The items that the dealer must put in order."""
        if self.state == "start":
            return list(range(self.seats))
        if self.state == "deal":
            return list(range(1, self.cards + 1))
        if self.state == "reshuffle":
            return sorted([card for pile in self.piles for card in pile] + self.discards)
        if self.state == "lots":
            return self._callers()
        return []

    def _callers(self) -> list[int]:
        return sorted(seat for seat, called in self.answers.items() if called)

    def legal(self, seat: int) -> list[str]:
        if seat == DEALER or seat not in self.pending():
            return []
        if self.state == "call":
            return ["call", "no"]
        piles = [number for number in range(1, PILES + 1) if self.piles[number - 1]]
        if self.state == "reward":
            if self.moves >= self.limit:
                return ["reward none"]
            texts = ["reward none", "reward deck"]
            texts += [f"reward discard {card}" for card in self.discards]
            texts += [f"reward take {number}" for number in piles]
            return sorted(texts)
        texts = ["deck"]
        texts += [f"take {number}" for number in piles]
        texts += [f"pass -> {number}" for number in range(1, PILES + 1)]
        return sorted(texts)

    # ---- the dealer

    def apply_chance(self, order: list[int]) -> None:
        if self.pending() != (DEALER,) or sorted(order) != self.pool():
            raise ValueError("not an order of the pool, or not now")
        if self.state == "start":
            self._hit("BB-Q25")
            self.start = order[0]
            self.state = "deal"
        elif self.state == "deal":
            self._deal(order)
        elif self.state == "reshuffle":
            self._reshuffle(order)
        else:
            self._hit("BB-Q8")
            if order[0] != min(order):
                self._hit("lots do not fall to the lowest seat")
            self._resolve(order[0])

    def _lay_out(self, order: list[int]) -> str:
        """Lay four cards on the field and make the rest the deck; returns the field as text."""
        self.piles = [[card] for card in order[:PILES]]
        self.deck = list(order[PILES:])
        return " ".join(str(card) for card in order[:PILES])

    def _deal(self, order: list[int]) -> None:
        assert self.start is not None
        if any(self.skips):
            self._hit("new round after a skip lapsed")
        if any(card in self.opened for line in self.lines for card in line):
            self._hit("new round forgets opened numbers")
        self.round += 1
        self._note_deal()
        field = self._lay_out(order)
        self.discards = []
        self.lines = [[] for _ in range(self.seats)]
        self.skips = [False for _ in range(self.seats)]
        self.opened = set()
        self.moves = 0
        self.winner = None
        letter = LETTERS[self.start]
        self._write(DEALER, f"start {letter} field {field}", f"start {letter}")
        self._begin_turn(self.start)

    def _note_deal(self) -> None:
        self._hit("BB-R4")
        if self.cards == MOST_CARDS:
            self._hit("BB-R1")
        else:
            self._hit("BB-R21 cards")
            if not self.bottoms_chosen:
                self._hit("BB-Q4")
        if self.cards == fewest_cards(self.seats):
            self._hit("BB-Q5")
        if self._border() == STANDARD_BORDER:
            self._hit("BB-R3 standard")
        elif self._border() == STRICT_BORDER:
            self._hit("BB-R3 strict", "BB-R21 border")
        else:
            self._hit("BB-R3 other border", "BB-R21 border")
        if self._bottoms() != default_bottoms(self.cards):
            self._hit("BB-R21 bottoms")
        if self.rounds > 1:
            self._hit("BB-Q24", "BB-R21 rounds")
        if self.round > 1 and self.borders[self.round - 2] != self._border():
            self._hit("BB-R21 changing border")
        if self.round > 1 and self.bottoms[self.round - 2] != self._bottoms():
            self._hit("BB-R21 changing bottoms")

    def _owe_reshuffle(self, after: str, why: str) -> None:
        self.after_reshuffle = after
        self.why_reshuffle = why
        self.state = "reshuffle"

    def _reshuffle(self, order: list[int]) -> None:
        """BB-R18, BB-Q12: the lines are not touched."""
        self._hit("BB-R18", "BB-Q12", f"reshuffle by {self.why_reshuffle}")
        if any(card in self.opened for card in order):
            self._hit("opened number forgotten")
        if any(card in self.opened for line in self.lines for card in line):
            self._hit("opened number kept in a line over a reshuffle")
        self.reshuffles += 1
        self.opened = {card for card in self.opened if card not in order}  # BB-Q13
        field = self._lay_out(order)
        self.discards = []
        self._write(DEALER, f"reshuffle field {field}", "reshuffle")
        if self.after_reshuffle == "window":
            self._open_window()
        else:
            before = len(self.log)
            self._end_turn()
            if len(self.log) > before:
                self._hit("reshuffle, then skip")

    # ---- moves

    def apply(self, seat: int, move_text: str) -> None:
        if move_text not in self.legal(seat):
            raise ValueError(f"not legal for {seat}: {move_text}")
        words = move_text.split()
        if self.state == "call":
            self._answer(seat, move_text == "call")
        elif self.state == "reward":
            self._reward(seat, words[1:])
        elif words[0] == "pass":
            self._pass(seat, int(words[2]))
        else:
            self._take(seat, words)

    def _begin_turn(self, seat: int) -> None:
        self.turn = seat
        self.calls = 0
        self.last_called = None
        self.state = "turn"
        if len(self.deck) == 1:
            self._hit("deck of one at a turn")

    def _pass(self, seat: int, number: int) -> None:
        self._hit("BB-R8 pass", "BB-R9", "BB-Q1", "BB-Q21")
        card = self.deck.pop(0)
        self.piles[number - 1].append(card)
        if len(self.piles[number - 1]) >= 3:
            self._hit("pile of three")
        self.moves += 1
        self._write(seat, f"pass -> {number} = {card}", f"pass -> {number}")
        if self.moves >= self.limit:
            self._hit("turn limit after pass")
            if not self.deck:
                self._hit("turn limit after pass with an empty deck")
            self._end_turn()
        elif not self.deck:
            self._owe_reshuffle("turn", "pass")
        else:
            self._end_turn()

    def _take(self, seat: int, words: list[str]) -> None:
        self._hit("BB-R8 take", "BB-Q22")
        self._take_top(seat, words, "")

    def _take_top(self, seat: int, words: list[str], prefix: str) -> None:
        """BB-R10, also for a reward: take the top card of the deck or of a pile."""
        self.refilled = False
        if words[0] == "deck":
            self._hit("BB-R13 reward deck" if prefix else "BB-R10 deck")
            card = self.deck.pop(0)
            text, told = f"{prefix}deck = {card}", f"{prefix}deck"
        else:
            self._hit("BB-R13 reward field" if prefix else "BB-R10 field")
            pile = self.piles[int(words[1]) - 1]
            card = pile.pop()
            text, told = f"{prefix}take {words[1]} = {card}", f"{prefix}take {words[1]}"
            if pile:
                self._hit("BB-R10 no refill", "BB-R9 card below on offer again")
            else:
                self._hit("BB-R10 refill")
                new = self.deck.pop(0)
                pile.append(new)
                text, told = f"{text}; refill {new}", f"{told}; refill"
                self.refilled = True
        self._write(seat, text, told)
        self._place(seat, card, bool(prefix))

    def _place(self, seat: int, card: int, as_reward: bool) -> None:
        self._hit("BB-R2")
        self.lines[seat].append(card)
        self.moves += 1
        self.placed_by = seat
        self.placed_as_reward = as_reward
        at_g = len(self.lines[seat]) == len(POINTS)
        if as_reward and at_g:
            self._hit("BB-Q17", "reward reaches G")
        if self.deck:
            self._open_window()
            return
        if at_g:
            self._hit("reshuffle at G")
        if as_reward:
            why = "reward refill" if self.refilled else "reward"
        else:
            why = "refill" if self.refilled else "take"
        self._owe_reshuffle("window", why)

    # ---- the call window

    def _open_window(self) -> None:
        """Ask all other seats without a skip for a call (BB-R11, BB-R14)."""
        others = [seat for seat in range(self.seats) if seat != self.placed_by]
        self.asked = [seat for seat in others if not self.skips[seat]]
        self.answers = {}
        if self.placed_as_reward:
            self._hit("BB-R14", "second window by a reward")
        if len(self.asked) < len(others):
            self._hit("BB-R16 not asked", "BB-Q19")
        if not self.asked:
            self._hit("nobody eligible to call")
            self._stands()
            return
        self._hit("BB-R11")
        self.state = "call"

    def _answer(self, seat: int, called: bool) -> None:
        self.answers[seat] = called
        if len(self.answers) < len(self.asked):
            return
        callers = self._callers()
        if not callers:
            self._hit("BB-R11 nobody called")
            if self.placed_as_reward:
                self._hit("nobody calls a reward")
            self._note_uncalled()
            self._stands()
        elif len(callers) == 1:
            self._resolve(callers[0])
        else:
            self._hit("several callers")
            if len(callers) == len(self.asked):
                self._hit("everybody asked calls")
            self.state = "lots"

    def _note_uncalled(self) -> None:
        assert self.placed_by is not None
        line = self.lines[self.placed_by]
        if not self._card_fits(line, len(line) - 1):
            self._hit("BB-R7", "uncalled violation stands")
            if len(line) == len(POINTS):
                self._hit("uncalled violation wins")

    def _resolve(self, caller: int) -> None:
        """Open the called cards and decide whether the call is right (BB-R12)."""
        assert self.placed_by is not None
        called = self.placed_by
        line = self.lines[called]
        place = len(line) - 1
        right = self._card_fits(line, place)
        shown = [line[place]] if place == 0 else [line[place - 1], line[place]]
        self._note_call(caller, called, right)
        self.last_called = called
        self.calls += 1
        self.opened.update(shown)
        text = f"call {LETTERS[called]} = {','.join(str(card) for card in shown)}"
        if right:
            self._miss(caller, text + " miss")
            return
        for card in shown:
            line.remove(card)
            self.discards.append(card)
        self._write(caller, text + " hit")
        self.caller = caller
        self.lost = shown
        self.state = "reward"

    def _note_call(self, caller: int, called: int, right: bool) -> None:
        line = self.lines[called]
        place = len(line) - 1
        point = POINTS[place]
        verdict = "miss" if right else "hit"
        self._hit("BB-R12", f"BB-R6 {point} {'legal' if right else 'violated'}")
        if point == "A":
            self._hit(f"call at A {verdict}")
        if point == "G":
            self._hit(f"call against G {verdict}")
        if self.refilled:
            self._hit("BB-Q11")
        if right and place > 0 and abs(line[place] - line[place - 1]) == self._border():
            self._hit("BB-Q2")
        if right and point == "D" and line[place] == self._bottoms():
            self._hit("BB-Q3")
        if place > 0 and not self._card_fits(line, place - 1):
            self._hit("BB-Q6", "judged against a wrong card before")
            if right:
                self._hit("right after a wrong card before")
        if place > 0 and line[place - 1] in self.opened:
            self._hit("opened card in a line called again")
        if self.placed_as_reward:
            if caller == self.last_called:
                self._hit("BB-Q10", "X calls back the caller")
            else:
                self._hit("somebody else calls the reward")
        if self.calls == 1:
            self._hit("chain of two")
        if self.calls == 2:
            self._hit("chain of three")
        if not right:
            self._note_success(line, place)
        elif len(self.asked) > 1:
            self._hit("BB-Q9")
        if self.moves >= self.limit:
            self._hit("turn limit with a call")

    def _note_success(self, line: list[int], place: int) -> None:
        self._hit("BB-R13", "BB-R13 one card" if place == 0 else "BB-R13 two cards")
        if place > 0 and self._card_fits(line, place - 1):
            self._hit("BB-Q7")
        if place == len(POINTS) - 1 and self.placed_as_reward:
            self._hit("reward at G taken away")

    def _miss(self, caller: int, text: str) -> None:
        """The caller was wrong and loses a card or skips a turn (BB-R15, BB-R16)."""
        assert self.placed_by is not None
        wins = len(self.lines[self.placed_by]) == len(POINTS)
        places = places_for(self._rank_keys(self.placed_by)) if wins else []
        line = self.lines[caller]
        if line:
            card = line.pop()
            self._hit("BB-R15", "call miss with a card to lose")
            if not line:
                self._hit("call miss loses the only card")
            if card not in self.opened:
                self._hit("BB-Q14")
            self.discards.append(card)
            self.opened.add(card)
            self._write(caller, f"{text}; lose {card}")
        else:
            self._hit("BB-R16", "call miss without a card")
            self.skips[caller] = True
            self._write(caller, f"{text}; skip")
        if wins:
            self._hit("BB-Q18")
            if places_for(self._rank_keys(self.placed_by)) != places:
                self._hit("call against G miss changes the ranking")
        self._stands()

    # ---- the reward

    def _reward(self, seat: int, words: list[str]) -> None:
        """The caller takes a reward or none (BB-R13)."""
        assert self.discards
        self._hit("BB-Q15")
        if words[0] == "none":
            self._hit("BB-R13 reward none")
            if self.moves >= self.limit:
                self._hit("reward none forced by the limit")
            self._write(seat, "reward none")
            self._end_turn()
        elif words[0] == "discard":
            card = int(words[1])
            self._hit("BB-R13 reward discard", "BB-Q13 from the discards")
            if card in self.lost:
                self._hit("BB-Q16", "reward discard of X's own card")
            else:
                self._hit("reward discard of an older card")
            self.discards.remove(card)
            self.refilled = False
            self._write(seat, f"reward discard {card}")
            self._place(seat, card, True)
        else:
            self._take_top(seat, words, "reward ")

    # ---- end of placement, turn, round and match

    def _stands(self) -> None:
        """Keep the card placed last after a window without a call or a failed call."""
        assert self.placed_by is not None
        if len(self.lines[self.placed_by]) == len(POINTS):
            if self.placed_as_reward:
                self._hit("reward at G stands")
            if self.moves >= self.limit:
                self._hit("win at the turn limit")
            self._win(self.placed_by)
            return
        if self.moves >= self.limit:
            self._hit("turn limit with window")
            if self.placed_as_reward:
                self._hit("turn limit with a reward placed")
        self._end_turn()

    def _end_turn(self) -> None:
        assert self.turn is not None
        if self.moves >= self.limit:
            self._hit("BB-Q26", "round without a winner")
            self._write(DEALER, 'draw reason "turn limit"')
            self._end_round("turn limit")
            return
        usual = self._left(self.turn)
        seat = usual
        if self.last_called is not None:
            self._hit("BB-R17")
            seat = self._left(self.last_called)
        jump = seat != usual
        if jump:
            self._note_jump(usual, seat)
        used = 0
        while self.skips[seat]:
            self._hit("skip used up")
            if jump and used == 0:
                self._hit("skip when play jumps")
            if used == 1:
                self._hit("two skips in a row")
            used += 1
            self.skips[seat] = False
            self._write(DEALER, f"skip {LETTERS[seat]}")
            seat = self._left(seat)
        if seat == self.turn:
            self._hit("same diver again by a skip" if used else "same diver again by a jump")
        self._begin_turn(seat)

    def _note_jump(self, usual: int, seat: int) -> None:
        self._hit("BB-R17 jump")
        while usual != seat:
            if self.skips[usual]:
                self._hit("BB-Q20")
            usual = self._left(usual)

    def _win(self, seat: int) -> None:
        self._hit("BB-R19", "round won")
        self.winner = seat
        self.wins[seat] += 1
        self._end_round("normal")

    def _end_round(self, reason: str) -> None:
        self.reason = reason
        self.state = "over" if self.round == self.rounds else "start"
        if self.state == "over":
            self._note_ranking()

    def _rank_keys(self, winner: int | None) -> list[tuple[int, int]]:
        """BB-R20: the winner, then occupied points. BB-Q24: rounds won."""
        if self.rounds > 1:
            return [(wins, 0) for wins in self.wins]
        return [(1 if seat == winner else 0, len(self.lines[seat])) for seat in range(self.seats)]

    def _note_ranking(self) -> None:
        places = places_for(self._rank_keys(self.winner))
        shared = len(set(places)) < self.seats
        if self.rounds > 1:
            if shared:
                self._hit("BB-Q24 shared place")
            if not any(self.wins):
                self._hit("match without a round won")
            return
        self._hit("BB-R20")
        if shared:
            self._hit("BB-R20 shared place")

    def outcome(self) -> tuple[tuple[int, ...], tuple[int, ...], str] | None:
        if self.state != "over":
            return None
        places = tuple(places_for(self._rank_keys(self.winner)))
        if self.rounds > 1:
            return tuple(self.wins), places, self.reason
        return tuple(len(line) for line in self.lines), places, self.reason

    # ---- views

    def _band(self, card: int) -> int:
        """BB-Q23: the number divided by the sight, rounded up."""
        band = 1
        while band * self.sight < card:
            band += 1
        return band

    def _face(self, card: int) -> int:
        """The band of a card of the deck or the field; its number is hidden (BB-R5)."""
        self._hit("BB-R5", "BB-Q23 open numbers" if self.sight == 1 else "BB-Q23")
        return self._band(card)

    def view(self, seat: int | None, everything: bool = False) -> dict[str, object]:
        top: int | None = None
        if self.state in ("turn", "call", "reward"):
            top = self._face(self.deck[0])
        window: dict[str, object] | None = None
        if self.state in ("call", "lots"):
            window = {"diver": self.placed_by, "reward": self.placed_as_reward}
        return {
            "game": "blue-border",
            "schema": 1,
            "seats": self.seats,
            "you": seat,
            "options": {
                "bl": self._border(),
                "bt": self._bottoms(),
                "cards": self.cards,
                "rounds": self.rounds,
                "sight": self.sight,
                "limit": self.limit,
            },
            "phase": self.state,
            "pending": list(self.pending()),
            "round": self.round,
            "start": self.start,
            "turn": self.turn,
            "deck": len(self.deck),
            "top": top,
            "top_number": self.deck[0] if everything and top is not None else None,
            "field": [[self._face(card) for card in pile] for pile in self.piles],
            "field_numbers": [list(pile) for pile in self.piles] if everything else None,
            "discards": sorted(self.discards),
            "moves": self.moves,
            "window": window,
            "players": [self._player(other, everything) for other in range(self.seats)],
        }

    def _player(self, other: int, everything: bool) -> dict[str, object]:
        line: list[dict[str, object]] = []
        for card in self.lines[other]:
            known = card in self.opened
            if known:
                self._hit("BB-Q13")
            number = card if known or everything else None
            line.append({"band": self._band(card), "number": number})
        return {"line": line, "skip": self.skips[other], "wins": self.wins[other]}

    def told(self, seat: int | None) -> list[tuple[int, str]]:
        """The log texts; the same for every seat, because even owners do not see their numbers."""
        return [(writer, told) for (writer, _), told in zip(self.log, self.log_told, strict=True)]
