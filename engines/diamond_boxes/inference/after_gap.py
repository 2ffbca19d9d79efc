"""Diamond Boxes: what a record still shows after turns that nobody wrote down."""

from collections.abc import Sequence

from engines.api import Refusal, Seat
from engines.diamond_boxes.inference.messages import NEGATIVE_HAND
from engines.messages import Player


class AfterGap:
    """Sizes of hands and the turn, None where unknown; nobody knows what lies on the table."""

    def __init__(self, seats: int) -> None:
        self.hands: list[int | None] = [None] * seats
        self.turn: Seat | None = None
        self.deck: bool = False  # whether the number of cards in the deck is known (rule 1)
        self.decks: list[bool] = [False] * seats  # the same by seat (rule 2)
        self.passes: int | None = None  # since a card was placed or a colour chosen

    def owing(self) -> Sequence[Seat]:
        """The seats that may act next."""
        return range(len(self.hands)) if self.turn is None else (self.turn,)

    def passed(self, seat: Seat) -> None:
        """The seat has passed."""
        self.turn = (seat + 1) % len(self.hands)
        self.passes = None if self.passes is None else self.passes + 1

    def placed(self, seat: Seat, over: int | None) -> None:
        """The seat has covered so many cells by rule 2, None if unknown; six are a bonus."""
        self.passes = 0
        self.turn = seat if over == 6 else (seat + 1) % len(self.hands)
        if over is None:
            self.turn = None

    def ruled(self, seat: Seat, by: int) -> Refusal | None:
        """Add cards to a hand by a ruling; the reason if it has too few."""
        count = self.hands[seat]
        if count is not None and count + by < 0:
            return Refusal("", NEGATIVE_HAND(who=Player(seat), count=count + by))
        self.hands[seat] = None if count is None else count + by
        return None
