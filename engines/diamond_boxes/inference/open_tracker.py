"""Diamond Boxes, rule 1: following a record with gaps: visible hands, penalty cards, who begins."""

from collections.abc import Mapping, Sequence

from engines.api import Finding, Outcome, Ply, Refusal, Seat, View, Who
from engines.diamond_boxes.board import Board
from engines.diamond_boxes.cards import DECK, HAND, NAMES, PLACEMENTS, Move
from engines.diamond_boxes.inference.beliefs import Meeting, due, first, irregular, problem, single
from engines.diamond_boxes.inference.tracker import BoxesTracker, misdrawn
from engines.diamond_boxes.laying import placements
from engines.diamond_boxes.state import player
from engines.kit.sentences import any_of
from engines.messages import Message, Player, say


class OpenTracker(BoxesTracker):
    """Follows the record of a match of rule 1."""

    TURNS = "DJ1-R9"
    HELD = "DJ1-R10"
    FITS = "DJ1-R12"
    DEPTH = "DJ1-R14"
    DRAWN = "penalty"
    DRAWS = ("DJ1-R14", "DJ1-Q6")

    def __init__(self, seats: int) -> None:
        super().__init__(seats, {"": len(DECK) - 2 - HAND * seats})
        self.turn: Seat | None = None  # None before the first turn
        self.began: tuple[Seat, int] | None = None  # the first seat and its entry, unless waived

    def _decided(self, ply: Ply[Move], waived: bool) -> Finding:
        seat = ply.seat
        if not 0 <= seat < self.seats or not isinstance(ply.move, int):
            return due(self._next())
        wrong = self._out_of_turn(seat)
        if self.turn is None:
            self.turn = seat
            self.began = None if waived else (seat, self.taken)
        if ply.move < PLACEMENTS:
            wrong = wrong or problem(say("diamond-boxes.must-place"), "DJ1-R10")
            if not waived:
                return wrong
            self.turn = (seat + 1) % self.seats
            return irregular(wrong)
        return self._laid(ply, wrong, waived)

    def _out_of_turn(self, seat: Seat) -> Finding | None:
        able = [self.turn] if self.turn is not None else self._beginners()
        if seat in able:
            return None
        if self.turn is not None:
            return problem(say("kit.turn", who=Player(self.turn)), self.TURNS)
        highest = max(self._dealt_at_least(other) for other in range(self.seats) if other != seat)
        message = say("diamond-boxes.begins", who=any_of(able), card=NAMES[highest])
        return problem(message, self.TURNS)

    # -- after turns that nobody wrote down

    def gap(self, turns: int | None) -> Finding | None:
        turn = self.after.turn if self.after else self.turn
        found = super().gap(turns)
        if found is None and self.after and turns is not None and turn is not None:
            self.after.turn = (turn + turns) % self.seats  # each seat places one card
        return found

    def _longest(self) -> int:
        return len(DECK) - len(self.layers.spots)

    def _follow(self, ply: Ply[Move], waived: bool) -> Finding:
        assert self.after is not None
        assert isinstance(ply.move, int)
        turn = self.after.turn
        wrong = None
        if turn not in (None, ply.seat):
            wrong = problem(say("kit.turn", who=Player(turn)), self.TURNS)
        if ply.move >= PLACEMENTS:
            return self._laid_somewhere(ply, wrong, waived)
        wrong = wrong or problem(say("diamond-boxes.must-place"), "DJ1-R10")
        self.after.turn = (ply.seat + 1) % self.seats
        return irregular(wrong) if waived else wrong

    def _seen_wrong(self, ply: Ply[Move], over: int | None, drawn: int) -> Finding | None:
        assert self.after is not None
        wanted = 6 if over is None else 6 - over
        (deck,) = self.decks
        most = min(wanted, deck)
        short = over is not None and drawn < wanted and self.after.decks[0] and drawn < deck
        if drawn > most or short:
            return problem(misdrawn(most, drawn), self.DRAWS[most < wanted])
        return None

    def _drew_unseen(self, seat: Seat, count: int, over: int | None) -> None:
        """An empty hand or an empty deck ends the match (DJ1-R16, DJ1-R17)."""
        assert self.after is not None
        ran_out = over is not None and count < 6 - over
        self.decks[0] = 0 if ran_out else self.decks[0] - count
        self.over = self.over or self.decks[0] == 0
        self.after.turn = (seat + 1) % self.seats

    # -- who begins (DJ1-R9)

    def _beginners(self) -> list[Seat]:
        """The seats that can have the highest number."""
        least = [self._dealt_at_least(seat) for seat in range(self.seats)]
        return [seat for seat in range(self.seats) if self._dealt_at_most(seat) >= max(least)]

    def _dealt_at_least(self, seat: Seat) -> int:
        """The highest card that a seat was certainly dealt."""
        places = self.holdings.places[seat]
        found = [place.card for place in places[:HAND]]
        for laid in self.holdings.laid[seat]:
            card = single(self.layers.can_be[laid.number])
            drawn = places[HAND : laid.places]
            if card in self._from_nowhere(seat) and all(place.card for place in drawn):
                found.append(card)
        return max(found)

    def _dealt_at_most(self, seat: Seat) -> int:
        """The highest card that a seat can have been dealt."""
        places = self.holdings.places[seat]
        found = [place.card for place in places[:HAND]]
        if 0 in found:
            laid = self._from_nowhere(seat)
            unknown = sum(1 for place in places if not place.card)
            found += laid
            if unknown > len(laid):
                found.append(
                    max((card for card in DECK if card not in self.holdings.seen), default=0)
                )
        return max(found)

    def _from_nowhere(self, seat: Seat) -> list[int]:
        """Known cards that a seat placed without having been shown before."""
        seen = self.holdings.seen.items()
        return [card for card, where in seen if where.laid and where.seat == seat]

    def _contradiction(self, seat: Seat, number: int) -> Finding | None:
        found = super()._contradiction(seat, number)
        if found or self.began is None or not self.holdings.certain:
            return found
        seat, entry = self.began
        if seat in self._beginners():
            return None
        able = max(range(self.seats), key=self._dealt_at_least)
        highest = NAMES[self._dealt_at_least(able)]
        words = say("diamond-boxes.began", who=Player(seat), other=Player(able), card=highest)
        return Finding("problem", Refusal(self.TURNS, words), at=entry, proof=self.taken)

    # -- a placement

    def _shallow(self, spot: int, met: Sequence[Meeting]) -> Finding | None:
        if met or self.layers.touches(spot):
            return None
        return problem(say("diamond-boxes.apart"), "DJ1-R13")

    def _owed_cards(self, seat: Seat, over: int) -> int:
        return min(6 - over, self.decks[0])

    def _go_on(self, seat: Seat, over: int) -> None:
        """An empty hand or an empty deck ends the match (DJ1-R16, DJ1-R17)."""
        self.over = self.holdings.count(seat) == 0 or self.decks[0] == 0
        self.turn = (seat + 1) % self.seats

    def _ruled(self, name: str, seat: Seat, by: int | None) -> Refusal | None:
        """Apply a ruling; a card added to a hand comes from the deck."""
        refusal = super()._ruled(name, seat, by)
        if refusal is None and by:
            self._drew(seat, by)
        return refusal

    def _give_turn(self, seat: Seat) -> None:
        self.turn = seat

    # -- statements and the end

    def tally(self, name: str) -> Mapping[str, str] | None:
        if name not in ("hand", "deck"):
            raise KeyError(name)
        if not self.layers.spots:
            return None
        if name == "hand":
            return self._counts()
        return self._sizes() if self.after is None or self.after.decks[0] else None

    def view(self, who: Who) -> View | None:
        if self.after is not None:
            return None
        seen = self._seen(1, who)
        seen["deck"] = self.decks[0]
        seen["players"] = [
            player(self._known_hand(seat), self.holdings.count(seat), None)
            for seat in range(self.seats)
        ]
        return seen

    def _owing(self) -> Sequence[Seat]:
        able = self._beginners() if self.turn is None and self.layers.spots else [self.turn]
        return [seat for seat in able if seat is not None and not self.over]

    def _possible(self, hand: Sequence[int], placed: Sequence[int]) -> Sequence[int]:
        board = Board()
        for placement in placed:
            board.lay(placement)
        return placements(hand, board.words)

    def owed(self) -> Message | None:
        if self.over:
            return say("kit.over")
        return self._next() if self.after is None else None

    def _next(self) -> Message:
        """Who must do what next."""
        if not self.layers.spots:
            return say("diamond-boxes.start-first")
        able = self._beginners() if self.turn is None else [self.turn]
        return say("kit.has-to", who=any_of(able), do=say("diamond-boxes.to-place"))

    def outcome(self) -> Outcome | None:
        """Scores and places; a place is 0 if it depends on an unknown smallest number in hand."""
        if not self.over or self.after is not None:
            return None
        counts = [self.holdings.count(seat) for seat in range(self.seats)]
        most = 1 << len(DECK) + 1
        # Between these is the smallest number in each hand.
        lowest = [
            (first(self.holdings.may_hold(seat)), first(self.holdings.must_hold(seat) or most))
            for seat in range(self.seats)
        ]
        places = []
        for seat, count in enumerate(counts):
            equal = [n for n in range(self.seats) if n != seat and counts[n] == count]
            better = [lowest[n][1] < lowest[seat][0] for n in equal]
            worse = [lowest[seat][1] < lowest[n][0] for n in equal]
            unknown = any(not up and not down for up, down in zip(better, worse, strict=True))
            fewer = sum(1 for other in counts if other < count)
            places.append(0 if unknown else 1 + fewer + sum(better))
        return Outcome(tuple(counts), tuple(places))
