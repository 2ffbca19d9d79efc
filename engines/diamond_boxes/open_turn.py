"""Diamond Boxes, rule 1: a turn and the end of the match."""

from engines.api import Fact, Ply, Refusal
from engines.diamond_boxes.board import covered
from engines.diamond_boxes.laying import COVERED, refuse_lying
from engines.diamond_boxes.moves import PASS, PLACEMENTS, Move
from engines.diamond_boxes.position import OpenBoxesPosition
from engines.diamond_boxes.spots import CARD
from engines.messages import say


def refuse(position: OpenBoxesPosition, seat: int, move: int) -> Refusal | None:
    """Why the seat whose turn it is may not make this move."""
    if PASS <= move < PLACEMENTS:
        return Refusal("DJ1-R10", say("diamond-boxes.must-place"))
    return refuse_lying(position.hands[seat], position.board, move)


def place(position: OpenBoxesPosition, seat: int, move: int, log: list[Ply[Move]] | None) -> None:
    """Place a card and draw the penalty; then the next seat has its turn."""
    hand = position.hands[seat]
    hand.remove(move >> CARD)
    position.placed.append(move)
    over = covered(position.board.lay(move))
    drawn = _penalty(position, hand, 6 - over)
    if log is not None:
        facts = (*COVERED[over], Fact("penalty", drawn)) if drawn else COVERED[over]
        log.append(Ply(seat, move, facts, drawn))
    if _is_over(position, hand):
        position.finish()
    else:
        position.play(position.after(seat))


# DJ1-R14, DJ1-Q6: one card for every cell with nothing under it, as long as the deck has cards
def _penalty(position: OpenBoxesPosition, hand: list[int], count: int) -> tuple[int, ...]:
    drawn = position.order[position.top : position.top + count]
    if drawn:
        position.top += len(drawn)
        hand.extend(drawn)
        hand.sort()
    return drawn


# DJ1-R16, DJ1-R17, DJ1-Q5, DJ1-Q7, DJ1-Q8: an empty hand or an empty deck after the penalty
def _is_over(position: OpenBoxesPosition, hand: list[int]) -> bool:
    return not hand or position.top == len(position.order)
