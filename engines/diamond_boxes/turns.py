"""Diamond Boxes: a turn in both rule sets, and the end of a match."""

from engines.api import Fact, Ply, Refusal, Seat
from engines.diamond_boxes.board import CARD, covered
from engines.diamond_boxes.cards import PASS, PLACEMENTS, Move
from engines.diamond_boxes.laying import COVERED, refuse_lying, refuse_lying_deep
from engines.diamond_boxes.position import ColourBoxesPosition, OpenBoxesPosition
from engines.diamond_boxes.specified_colour import all_passed, ask_if_vanished, show
from engines.messages import say

# A turn and the end of the match.


def refuse_open(position: OpenBoxesPosition, seat: int, move: int) -> Refusal | None:
    """Why the seat whose turn it is may not make this move."""
    if PASS <= move < PLACEMENTS:
        return Refusal("DJ1-R10", say("diamond-boxes.must-place"))
    return refuse_lying(position.hands[seat], position.board, move)


def place_open(
    position: OpenBoxesPosition, seat: int, move: int, log: list[Ply[Move]] | None
) -> None:
    """Place a card and draw the penalty; then the next seat has its turn."""
    hand = position.hands[seat]
    hand.remove(move >> CARD)
    position.placed.append(move)
    over = covered(position.board.lay(move))
    drawn = _penalty(position, hand, 6 - over)
    if log is not None:
        facts = (*COVERED[over], Fact("penalty", drawn)) if drawn else COVERED[over]
        log.append(Ply(seat, move, facts, drawn))
    # DJ1-R16, DJ1-R17, DJ1-Q5, DJ1-Q7, DJ1-Q8: an empty hand or an empty deck after the penalty
    if not hand or position.top == len(position.order):
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


# A turn: placing a card, drawing one, bonus turns, passes.


def refuse_colour_turn(position: ColourBoxesPosition, seat: Seat, move: int) -> Refusal | None:
    """Why the seat whose turn it is may not make this move."""
    if PASS < move < PLACEMENTS:
        return Refusal("DJ2-R10", say("diamond-boxes.not-now"))
    return refuse_lying_deep(position.hands[seat], position.board, position.colour, move)


def place_colour(
    position: ColourBoxesPosition, seat: Seat, move: int, log: list[Ply[Move]] | None
) -> None:
    """Place a card, draw one, then the next seat's turn or a bonus turn."""
    hand = position.hands[seat]
    hand.remove(move >> CARD)
    position.placed.append(move)
    under = position.board.lay(move)
    over = covered(under)
    show(position, move >> CARD, under)
    position.passes = position.stalled = 0
    drawn = _draw(position, seat, hand)
    if log is not None:
        facts = (*COVERED[over], Fact("draw", drawn, (seat,))) if drawn else COVERED[over]
        log.append(Ply(seat, move, facts, drawn))
    _go_on(position, seat, hand, over)


# DJ2-R7, DJ2-Q13: one card from the player's own deck, if it has any
def _draw(position: ColourBoxesPosition, seat: Seat, hand: list[int]) -> tuple[int, ...]:
    top = position.tops[seat]
    if top >= position.start_of(seat + 1):
        return ()
    position.tops[seat] = top + 1
    drawn = position.order[top]
    hand.append(drawn)
    hand.sort()
    return (drawn,)


# DJ2-R8, DJ2-Q9, DJ2-Q10: an empty hand wins, before any choice of colour and any bonus turn
def _go_on(position: ColourBoxesPosition, seat: Seat, hand: list[int], over: int) -> None:
    if not hand:
        position.finish()
        return
    # DJ2-R9, DJ2-Q2: after six cells the same player again, after four or five the next player
    position.bonus = over == 6
    position.play(seat if position.bonus else position.after(seat))
    ask_if_vanished(position, seat)


# DJ2-R5, DJ2-Q3: always allowed; passes count since the last card placed, also in bonus turns
def pass_turn(position: ColourBoxesPosition, seat: Seat, log: list[Ply[Move]] | None) -> None:
    """Pass; a full round of passes changes the colour or ends the match."""
    position.bonus = False
    position.passes += 1
    position.play(position.after(seat))
    if position.passes == position.seats:
        all_passed(position, seat, log)
