"""A second, deliberately naive implementation of Diam's, the oracle of the differential tests.

Written only from the rule book; it shares no code and no data structures with the engine. Cards
are strings, zones are lists of strings, every list of legal moves comes from trying out subsets.
"""

from __future__ import annotations

from collections import Counter

from tests.engines.naive.diams_cards import (
    CLOSING,
    DEALER,
    FULL_DECK,
    LETTERS,
    SPECIALS,
    count_quality,
    diamonds_of,
    groups_cards,
    groups_text,
    in_order,
    is_pure,
    quality,
)
from tests.engines.naive.diams_hits import HITS, note_play, note_ranking, note_scoring
from tests.engines.naive.diams_moves import (
    discard_texts,
    market_texts,
    matching,
    pass_texts,
    special_texts,
    sum_texts,
    vault_texts,
)
from tests.engines.naive.diams_scoring import (
    chips_for,
    hand_bonus,
    hand_sum,
    places_for,
    purity_bonus,
    vault_value,
)
from tests.engines.naive.diams_views import told_to, view_of


class NaiveDiams:
    def __init__(self, seats: int, length: str = "standard", closing: str = "standard") -> None:
        if seats not in (2, 3, 4, 5):
            raise ValueError("2-5 players")
        if length not in ("standard", "quick") or closing not in ("standard", "fixed"):
            raise ValueError("unknown option")
        self.seats = seats
        self.length = length
        self.closing = closing
        self.hits: Counter[str] = Counter()
        self.log: list[tuple[int, str]] = []
        # Parallel to the log: the seats that see the full text, None = all.
        self.log_seen: list[tuple[int, ...] | None] = []
        self.state = "start"
        self.round = 0
        self.first: int | None = None
        self.turn = 0
        self.deck: list[str] = []  # top first
        self.market: list[str] = []
        self.discards: list[str] = []
        self.hands: list[list[str]] = [[] for _ in range(seats)]
        self.vaults: list[list[str]] = [[] for _ in range(seats)]
        self.points: list[list[int]] = [[] for _ in range(seats)]
        self.chips: list[list[int]] = [[] for _ in range(seats)]
        self.closing_by: int | None = None
        self.turns_left = 0
        self.asked_victim = 0
        self.asked_kind = ""
        self.specials_drawn_this_turn: list[str] = []

    # ---- small helpers

    def hit(self, *names: str) -> None:
        for name in names:
            assert name in HITS, name
            self.hits[name] += 1

    def _write(self, seat: int, text: str, seen: tuple[int, ...] | None = None) -> None:
        self.log.append((seat, text))
        self.log_seen.append(seen)

    def _opponents(self, seat: int) -> list[int]:
        return [other for other in range(self.seats) if other != seat]

    # ---- pending decisions

    def pending(self) -> tuple[int, ...]:
        if self.state == "over":
            return ()
        if self.state in ("start", "deal"):
            return (DEALER,)
        if self.state == "give":
            return (self.asked_victim,)
        return (self.turn,)

    def phase(self) -> str:
        return self.state

    def chance(self) -> str:
        if self.state == "start":
            return "start 1"
        if self.state == "deal":
            return f"deal {self.round + 1}"
        return ""

    def legal(self, seat: int) -> list[str]:
        if seat == DEALER or seat not in self.pending():
            return []
        if self.state == "draw":
            return ["draw", "reveal"]  # DI-R6, DI-Q4: both even if the deck is empty
        if self.state == "give":
            return sorted({"give " + card for card in self._matching()})
        if self.state == "discard":
            return sorted(discard_texts(self.hands[seat]))
        hand, vault = self.hands[seat], self.vaults[seat]
        return sorted(
            market_texts(hand, self.market)
            | vault_texts(hand, vault)
            | special_texts(hand, vault, self.market, self._opponents(seat))
            | pass_texts(hand)
        )

    def _matching(self) -> list[str]:
        return matching(self.vaults[self.asked_victim], self.asked_kind)

    # ---- the dealer

    def apply_start(self, order: list[int]) -> None:
        if self.state != "start" or sorted(order) != list(range(self.seats)):
            raise ValueError("not an order of the seats, or not now")
        self.first = order[0]
        self.state = "deal"

    def _split(self, order: list[str]) -> tuple[list[str], list[str], list[list[str]], list[str]]:
        """DI-R3: market, specials discarded, hands, remaining deck."""
        deck = list(order)
        market: list[str] = []
        out: list[str] = []
        while len(market) < 3:
            card = deck.pop(0)
            if card in SPECIALS:
                out.append(card)
            else:
                market.append(card)
        hands = []
        for _ in range(self.seats):
            hands.append(deck[:3])
            deck = deck[3:]
        return market, out, hands, deck

    def legal_deal(self, order: list[str]) -> bool:
        if self.state != "deal" or sorted(order) != sorted(FULL_DECK):
            return False
        deck = self._split(order)[3]
        if CLOSING not in deck:
            return False
        from_bottom = len(deck) - deck.index(CLOSING)
        if self.closing == "fixed":
            return from_bottom == 1
        return from_bottom <= (15 if self.seats <= 3 else 5)  # DI-R4, DI-Q2

    def apply_deal(self, order: list[str]) -> None:
        if not self.legal_deal(order):
            raise ValueError("no legal deal, or not now")
        assert self.first is not None
        self.hit("DI-R1", "DI-R3", "DI-R4", "DI-Q29")
        if self.closing == "fixed":
            self.hit("DI-R4 fixed")
        else:
            self.hit("DI-Q2", "DI-R4 last 15" if self.seats <= 3 else "DI-R4 last 5")
        if self.round > 0:
            self.hit("DI-R16")
            self.first = (self.first + 1) % self.seats  # DI-Q29
        self.round += 1
        market, out, hands, deck = self._split(order)
        if out:
            self.hit("special in setup discarded")
        self.market = list(market)
        self.discards = list(out)
        self.hands = hands
        self.vaults = [[] for _ in range(self.seats)]
        self.deck = deck
        self.closing_by = None
        self.turns_left = 0
        self._write(DEALER, f"round {self.round} first {LETTERS[self.first]}")
        text = "market " + " ".join(market)
        if out:
            text += " out " + " ".join(out)
        self._write(DEALER, text)
        for seat in range(self.seats):
            self._write(seat, "hand " + " ".join(in_order(hands[seat])), (seat,))
        self._begin_turn(self.first)

    # ---- moves

    def apply(self, seat: int, move_text: str) -> None:
        if move_text not in self.legal(seat):
            raise ValueError(f"not legal for {seat}: {move_text}")
        verb, _, rest = move_text.partition(" ")
        if self.state == "play":
            note_play(self, verb)
        if verb == "draw":
            self._draw()
        elif verb == "reveal":
            self._reveal()
        elif verb == "market":
            self._market(rest)
        elif verb == "vault":
            self._vault(rest)
        elif verb == "convoy":
            self._convoy(rest)
        elif verb == "crack":
            self._crack(rest)
        elif verb == "give":
            self._give(rest)
        elif verb == "magic":
            self._magic(rest)
        elif verb == "force":
            self._force(rest)
        elif verb == "pass":
            self._pass()
        else:
            self._discard(rest)

    def _begin_turn(self, seat: int) -> None:
        self.turn = seat
        self.state = "draw"
        self.specials_drawn_this_turn = []

    def _closing_drawn(self) -> None:
        """DI-R13, DI-Q3, DI-Q21: the player whose turn it is counts as the drawer."""
        self.hit("DI-R13")
        self.closing_by = self.turn
        self.turns_left = self.seats - 1

    def _draw(self) -> None:
        self.hit("DI-R6", "DI-R6 one card")
        words = ["draw"]
        card = self.deck.pop(0) if self.deck else None
        if card == CLOSING:
            self.hit("DI-Q3", "END in draw")
            self._closing_drawn()
            words.append(CLOSING)
            card = self.deck.pop(0) if self.deck else None
        if card is None:
            self.hit("DI-Q4", "deck empty draw")
            self._write(self.turn, " ".join([*words, "-"]))
        else:
            self.hands[self.turn].append(card)
            if card in SPECIALS:
                self.specials_drawn_this_turn.append(card)
            self._write(self.turn, " ".join([*words, card]), (self.turn,))
        self._to_play()

    def _turn_up(self, wanted: int) -> tuple[bool, list[str], list[str]]:
        """Turn up cards until there are `wanted` diamonds; gives END met, diamonds, specials."""
        closing_met = False
        diamonds: list[str] = []
        specials: list[str] = []
        while self.deck and len(diamonds) < wanted:
            card = self.deck.pop(0)
            if card == CLOSING:
                closing_met = True
            elif card in SPECIALS:
                specials.append(card)
            else:
                diamonds.append(card)
        return closing_met, diamonds, specials

    def _reveal(self) -> None:
        self.hit("DI-R6", "DI-R6 two cards")
        closing_met, diamonds, specials = self._turn_up(2)
        words = ["reveal"]
        if closing_met:
            self.hit("DI-Q3", "END in reveal")
            self._closing_drawn()
            words.append(CLOSING)
        if len(diamonds) < 2:
            self.hit("DI-Q4", "deck short reveal")
        if specials:
            self.hit("special met in reveal")
        self.market += diamonds
        self.hands[self.turn] += specials
        self.specials_drawn_this_turn += specials
        words += diamonds or ["-"]
        words += ["+" + card for card in specials]
        self._write(self.turn, " ".join(words))
        self._to_play()

    def _to_play(self) -> None:
        if len(self.hands[self.turn]) > 5:
            self.hit("DI-R5")
        self.state = "play"

    def _market(self, rest: str) -> None:
        hand = self.hands[self.turn]
        card, _, taken = rest.partition(" = ")
        q = quality(card)
        same = count_quality(self.market, q)
        self.hit("DI-R8")
        if taken and same:
            self.hit("DI-Q6")
        if taken == "-":
            if same or sum_texts(self.market, q):
                self.hit("DI-Q7")
            if not same:
                self.hit("DI-Q5")
        hand.remove(card)
        self.market.append(card)
        if taken == "":
            self.hit("DI-R8a")
            self._take_quality(q)
        elif taken == "-":
            self.hit("DI-R8c")
        else:
            self.hit("DI-R8b")
            for diamond in taken.split("+"):
                self.market.remove(diamond)
                hand.append(diamond)
        self._write(self.turn, "market " + rest)
        self._end_turn()

    def _take_quality(self, q: int) -> None:
        """Move every market diamond of the quality to the hand of the player whose turn it is."""
        for diamond in [card for card in self.market if quality(card) == q]:
            self.market.remove(diamond)
            self.hands[self.turn].append(diamond)

    def _into_vault(self, cards: list[str]) -> None:
        for card in cards:
            self.hands[self.turn].remove(card)
            self.vaults[self.turn].append(card)

    def _vault(self, rest: str) -> None:
        self.hit("DI-R9", "DI-Q22")
        cards = groups_cards(rest)
        vault = self.vaults[self.turn]
        new = 0
        for q in sorted({quality(card) for card in cards}):
            before = count_quality(vault, q)
            if count_quality(cards, q) >= 3:
                new += 1
                if before:
                    self.hit("DI-Q17", "DI-Q17 collection of a quality already in the vault")
            else:
                self.hit("vault with extension")
                if before <= 2:
                    self.hit("DI-Q16", "DI-Q16 extension after theft")
        if new >= 2:
            self.hit("DI-Q33", "vault with two new collections")
        self._into_vault(cards)
        self._write(self.turn, "vault " + rest, (self.turn,))
        self._end_turn()

    def _spend(self, special: str) -> None:
        """Move the special to the discard pile, whatever its result (DI-R10, DI-Q14)."""
        hand = self.hands[self.turn]
        self.hit("DI-R10")
        if not diamonds_of(hand):
            self.hit("DI-Q9", "special used without a diamond in hand")
        hand.remove(special)
        self.discards.append(special)
        if any(card in SPECIALS for card in hand):
            self.hit("DI-Q34")
        if special in self.specials_drawn_this_turn:
            self.hit("DI-Q35")

    def _convoy(self, rest: str) -> None:
        self.hit("DI-R10 convoy", "DI-Q22")
        self._spend("CV")
        cards = groups_cards(rest)
        qualities = {quality(card) for card in cards}
        if len(qualities) >= 2:
            self.hit("convoy two qualities")
        for q in sorted(qualities):
            if count_quality(self.vaults[self.turn], q) <= 2:
                self.hit("DI-Q16", "DI-Q16 extension after theft")
        self._into_vault(cards)
        self._write(self.turn, "convoy " + rest, (self.turn,))
        self._end_turn()

    def _crack(self, rest: str) -> None:
        self.hit("DI-R10 safecracker")
        self._spend("CR")
        letter, kind = rest.split()
        self.asked_victim = LETTERS.index(letter)
        self.asked_kind = kind
        matching = self._matching()
        if not matching:
            self.hit("DI-Q9", "DI-Q14", "crack miss")
            self._write(self.turn, f"crack {rest} -> -")
            self._end_turn()
            return
        self.hit("crack hit")
        if is_pure(kind):
            self.hit("crack special named hit")
        elif any(is_pure(card) for card in matching):
            self.hit("DI-Q11")
            if not all(is_pure(card) for card in matching):
                self.hit("victim chooses between plain and special")
        self._write(self.turn, f"crack {rest}")
        self.state = "give"

    def _give(self, card: str) -> None:
        self.hit("DI-Q10", "DI-Q22")
        self.vaults[self.asked_victim].remove(card)
        self.hands[self.turn].append(card)
        self._write(self.asked_victim, "give " + card, (self.turn, self.asked_victim))
        self._end_turn()

    def _magic(self, card: str) -> None:
        self.hit("DI-R10 magic", "DI-Q10")
        self._spend("MG")
        self.market.remove(card)
        self.hands[self.turn].append(card)
        if not self.market:
            self.hit("magic empties market")
        self._write(self.turn, "magic " + card)
        self._end_turn()

    def _force(self, rest: str) -> None:
        letter, card, _, special = rest.split()
        victim = LETTERS.index(letter)
        q = quality(card)
        self.hit("DI-R10 forced sale")
        self._spend(special)
        if self.seats > 2 or count_quality(self.hands[self.turn], q) > 1:
            self.hit("DI-Q13")
        if not self.hands[victim]:
            self.hit("DI-Q9", "forced sale on an empty hand")
        older = count_quality(self.market, q)
        self.hands[self.turn].remove(card)
        self.market.append(card)
        shown = [other for other in diamonds_of(self.hands[victim]) if quality(other) == q]
        if shown:
            self.hit("forced sale hit")
            if older:
                self.hit("DI-Q12", "forced sale takes older market diamonds")
            for other in shown:
                self.hands[victim].remove(other)
                self.market.append(other)
            self._take_quality(q)
        else:
            self.hit("DI-Q14", "forced sale miss")
        self._write(self.turn, f"force {rest} -> {groups_text(shown) or '-'}")
        self._end_turn()

    def _pass(self) -> None:
        self.hit("DI-Q9", "pass")
        if self.hands[self.turn]:
            self.hit("pass with a special in hand")
        self._write(self.turn, "pass")
        self._end_turn()

    def _discard(self, rest: str) -> None:
        cards = rest.split()
        self.hit("DI-R11", "DI-Q32")
        if len(discard_texts(self.hands[self.turn])) > 1:
            self.hit("DI-Q18")
        if len(cards) >= 3:
            self.hit("discard of three or more")
        if any(card in SPECIALS for card in cards):
            self.hit("discard with a special")
        if not self.market and diamonds_of(cards):
            self.hit("DI-Q19", "discard fills an empty market")
        for card in cards:
            self.hands[self.turn].remove(card)
            if card in SPECIALS:
                self.discards.append(card)
            else:
                self.market.append(card)
        self._write(self.turn, "discard " + rest)
        self._end_turn()

    # ---- end of turn, round and game

    def _end_turn(self) -> None:
        if len(self.hands[self.turn]) > 5:
            self.hit("DI-R5")
            self.state = "discard"
            return
        if not self.market:
            self.hit("DI-Q19")
            self._refill()
        self.hit("DI-R7")
        if self.closing_by is not None:
            if self.turns_left == 0:
                self.hit("DI-Q31")
                self._end_round()
                return
            self.turns_left -= 1
        self._begin_turn((self.turn + 1) % self.seats)

    def _refill(self) -> None:
        if self.closing_by is not None and self.turns_left == 0:
            self.hit("refill in the last turn of a round")
        closing_met, diamonds, specials = self._turn_up(3)
        self.hit("DI-R12")
        if len(diamonds) < 3:
            self.hit("DI-Q4", "deck short refill")
        if not (closing_met or diamonds or specials):
            return
        words = ["refill"]
        if closing_met:
            self.hit("DI-Q21", "END inside refill")
            self._closing_drawn()
            words.append(CLOSING)
        words += diamonds or ["-"]
        if specials:
            self.hit("DI-Q20", "special in refill discarded")
            words += ["out", *specials]
        self.market += diamonds
        self.discards += specials
        seat, text = self.log[-1]
        self.log[-1] = (seat, text + "; " + " ".join(words))

    def _end_round(self) -> None:
        seats = range(self.seats)
        self.hit("DI-R14", "DI-R15")
        pure = [len([card for card in vault if is_pure(card)]) for vault in self.vaults]
        sums = [hand_sum(hand) for hand in self.hands]
        purity = purity_bonus(pure)
        in_hand = hand_bonus(sums)
        points = [vault_value(self.vaults[s]) + purity[s] + in_hand[s] for s in seats]
        chips = chips_for(points)
        note_scoring(self, pure, purity, in_hand, points)
        for seat in seats:
            self.points[seat].append(points[seat])
            self.chips[seat].append(chips[seat])
        self._write(DEALER, f"end round {self.round}")
        self.state = "over" if self._game_ends() else "deal"
        if self.state == "over":
            note_ranking(self, self._rank_keys())

    def _game_ends(self) -> bool:
        """Whether the match ends after this round (DI-R17, DI-Q30)."""
        if self.length == "quick":
            self.hit("DI-R17", "DI-R17 quick")
            return True
        if self.round == 3:
            self.hit("DI-R17", "DI-R17 standard")
            return True
        if self.round == 2 and self.seats == 2:
            margins = [self.points[0][r] - self.points[1][r] for r in range(2)]
            if 0 in margins:
                self.hit("DI-Q30", "two-player no early end after a tie")
            elif (margins[0] > 0) == (margins[1] > 0):
                self.hit("DI-R17", "DI-R17 standard", "two-player early end")
                return True
        return False

    def _rank_keys(self) -> list[tuple[int, int]]:
        if self.length == "quick":
            return [(points[0], 0) for points in self.points]  # DI-Q28
        return [(sum(chips), chips[1]) for chips in self.chips]  # DI-Q27

    def outcome(self) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
        if self.state != "over":
            return None
        keys = self._rank_keys()
        return tuple(key[0] for key in keys), tuple(places_for(keys))

    # ---- views

    def view(self, seat: int | None, everything: bool = False) -> dict[str, object]:
        return view_of(self, seat, everything)

    def told(self, seat: int | None) -> list[tuple[int, str]]:
        return told_to(self, seat)
