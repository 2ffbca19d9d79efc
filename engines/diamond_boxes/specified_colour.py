"""Diamond Boxes, rule 2: the specified colour, its changes, and drawn matches."""

from typing import Final

from engines.api import CHANCE, Fact, Ply, Refusal, Seat
from engines.diamond_boxes.board import ALL, COLOURED, COUNT, SIX
from engines.diamond_boxes.cards import CHOOSE, COLOUR, COLOUR_WORDS, PLACEMENTS, Move
from engines.diamond_boxes.laying import deep_placements
from engines.diamond_boxes.position import NORMAL, ColourBoxesPosition
from engines.messages import Player, say

REASONS: Final = ("no other colour", "no card can be placed", "five rounds of passes")
"""Reasons for a drawn match, as written in records."""
NO_COLOUR: Final = 0
STUCK: Final = 1
FIVE_ROUNDS: Final = 2


# DJ2-R10, DJ2-Q12: visible and not the current one; the first colour only needs to be visible
def colours(position: ColourBoxesPosition) -> list[int]:
    """The colours that may be chosen, as moves."""
    return [
        CHOOSE + colour
        for colour, cells in enumerate(position.shown)
        if cells and colour != position.colour
    ]


def refuse_colour(position: ColourBoxesPosition, move: int) -> Refusal:
    """Why this move is not one of the colours that may be chosen."""
    if not CHOOSE <= move < PLACEMENTS:
        return Refusal("DJ2-R10", say("diamond-boxes.must-choose"))
    word = COLOUR_WORDS[move - CHOOSE]()
    if move - CHOOSE == position.colour:
        return Refusal("DJ2-R10", say("diamond-boxes.specified", colour=word))
    return Refusal("DJ2-R10", say("diamond-boxes.not-visible", colour=word))


def refuse_others(position: ColourBoxesPosition) -> Refusal:
    """The refusal for the other seats while a seat chooses the colour."""
    rule = "DJ2-R12" if position.passes == position.seats else "DJ2-R11"
    if position.colour < 0:
        rule = "DJ2-R4"
    return Refusal(rule, say("diamond-boxes.chooses", who=Player(position.owing[0])))


def specify(position: ColourBoxesPosition, colour: int) -> None:
    """Change the colour and continue with the current turn."""
    position.colour = colour
    position.passes = 0
    position.play(position.turn)


# DJ2-Q1: only visible cells count for whether a colour is in play
def show(position: ColourBoxesPosition, card: int, under: int) -> None:
    """Update the visible cells of each colour after a card was placed on a berth with this word."""
    shown = position.shown
    if under:
        for colour in range(5):
            shown[colour] -= COUNT[under >> COLOURED + 6 * colour & SIX]
    shown[COLOUR[card]] += 6


# DJ2-R11, DJ2-Q5, DJ2-Q11: the last visible cell of the specified colour was covered
def ask_if_vanished(position: ColourBoxesPosition, seat: Seat) -> None:
    """Let the player who placed the card choose; after six cells the player to the right."""
    if not position.shown[position.colour]:
        right = seat - 1 if seat else position.seats - 1
        position.choose(right if position.bonus else seat)


# DJ2-R12, DJ2-Q4: all have passed in a row; no card was placed, so no colour has vanished
def all_passed(position: ColourBoxesPosition, seat: Seat, log: list[Ply[Move]] | None) -> None:
    """End the match with a draw, or let the last player who passed choose a new colour."""
    position.stalled += 1
    position.reason = _stalemate(position)
    if position.reason == NORMAL:
        position.choose(seat)
        return
    if log is not None:
        log.append(Ply(CHANCE, None, drawn_match(REASONS[position.reason])))
    position.finish()


# DJ2-Q8: the fifth round of passes without a placement ends the match with a draw
PATIENCE = 5


# DJ2-R13, DJ2-Q6: drawn if the colour cannot be changed or nobody can place a card
def _stalemate(position: ColourBoxesPosition) -> int:
    """The reason for a draw after all have passed; NORMAL if the match goes on."""
    if sum(1 for cells in position.shown if cells) < 2:
        return NO_COLOUR
    # DJ2-Q7: any card of any hand, for any visible colour
    if not any(deep_placements(hand, position.board, ALL) for hand in position.hands):
        return STUCK
    return FIVE_ROUNDS if position.stalled == PATIENCE else NORMAL


def drawn_match(reason: str) -> tuple[Fact, ...]:
    """The facts of a drawn match; the reason is stored as character codes."""
    return Fact("draw", ()), Fact("reason", tuple(map(ord, reason)))
