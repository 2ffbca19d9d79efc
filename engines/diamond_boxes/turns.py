"""Diamond Boxes: a turn in both rule sets: where cards may lie, the specified colour, the end."""

from collections.abc import Sequence
from random import Random
from typing import Final

from engines.api import CHANCE, Fact, Ply, Refusal, Seat
from engines.diamond_boxes.board import (
    BERTH,
    BLACK,
    CARD,
    CLASH,
    COLOURED,
    COUNT,
    DIAMONDS,
    EVERY_BIT,
    LEAST_CELLS,
    SHOWS,
    SIDES,
    SIX,
    WORD,
    Board,
    DeepBoard,
    covered,
    fitting,
)
from engines.diamond_boxes.cards import (
    CHOOSE,
    COLOUR,
    COLOUR_WORDS,
    DECK,
    NAMES,
    PASS,
    PLACEMENTS,
    Move,
)
from engines.diamond_boxes.position import NORMAL, ColourBoxesPosition, OpenBoxesPosition
from engines.messages import Player, say

# -- What both rule sets share.
#
# For each rule set there are a list of placements, a check of one placement and the reason against
# one, for rule 1 also a random one; all use the same words of the same berths (see `board`).

WAYS: Final = tuple(
    tuple((card << CARD | half << 1, CLASH[card << 1 | half]) for half in (0, 1))
    for card in range(51)
)
"""Per card, upright and upside down: what to add to a berth, bits its word must not have."""

COVERED: Final = tuple((Fact("covered", (cells,)),) for cells in range(7))
"""The fact for a placement, by the number of cells it covers."""


def refuse_card(hand: Sequence[int], move: int, rule: str) -> Refusal | None:
    """Refusal if the move has no card or one that is not in the hand."""
    card = move >> CARD
    if card not in DECK:
        return Refusal(rule, say("kit.no-such-move"))
    if card not in hand:
        message = say("diamond-boxes.not-in-hand", card=NAMES[card])
        return Refusal(rule, message, (card,), missing=True)
    return None


def refuse_clash(under: int, move: int, rule: str) -> Refusal | None:
    """Refusal if diamonds differ or the card would cover its own colour."""
    card = move >> CARD
    wrong = under & CLASH[card << 1 | move >> 1 & 1]
    unlike = (wrong & DIAMONDS | (wrong & DIAMONDS) >> BLACK) & SIX
    if unlike:
        count = unlike.bit_count()
        words = say("diamond-boxes.diamonds-differ", count=count, covered=covered(under))
        return Refusal(rule, words, (card,))
    if wrong >> COLOURED:
        colour = COLOUR_WORDS[COLOUR[card]]()
        words = say("diamond-boxes.same-colour", card=NAMES[card], colour=colour)
        return Refusal(rule, words, (card,))
    return None


# -- Rule 1: over or beside other cards.


def placements(hand: Sequence[int], board: Board) -> list[int]:
    """All legal placements of a hand, in order."""
    names = board.berths
    berths = sorted([names[slot] << WORD | under for slot, under in enumerate(board.words)])
    moves: list[int] = []
    for card in hand:
        (first, clash), (turned, against) = WAYS[card]
        part = [first + (place >> WORD) for place in berths if not place & clash]
        part += [turned + (place >> WORD) for place in berths if not place & against]
        part.sort()
        moves += part
    return moves


def sample_placement(hand: Sequence[int], board: Board, rng: Random) -> int:
    """A uniformly random legal placement, drawn from all berths until one fits."""
    words = board.words
    count = len(words)
    ways = 2 * count * len(hand)
    while True:
        number = int(rng.random() * ways)
        slot = number % count
        side = number // count
        card = hand[side >> 1]
        if not words[slot] & CLASH[card << 1 | side & 1]:
            return card << CARD | board.berths[slot] | (side & 1) << 1


def may_lie(hand: Sequence[int], board: Board, move: int) -> bool:
    """Whether a placement is among those of the hand."""
    card = move >> CARD
    if card not in hand:
        return False
    if move & BERTH not in board.slots:
        return False
    return not board.under(move) & CLASH[card << 1 | move >> 1 & 1]


# DJ1-R10, DJ1-Q10: one card of the hand is placed on top, and then never moved
def refuse_open(position: OpenBoxesPosition, seat: Seat, move: int) -> Refusal | None:
    """Why the seat whose turn it is may not make this move."""
    if PASS <= move < PLACEMENTS:
        return Refusal("DJ1-R10", say("diamond-boxes.must-place"))
    board = position.board
    refusal = refuse_card(position.hands[seat], move, "DJ1-R10")
    refusal = refusal or refuse_clash(board.under(move), move, "DJ1-R12")
    if refusal is None and move & BERTH not in board.slots:
        return Refusal("DJ1-R13", say("diamond-boxes.apart"), (move >> CARD,))
    return refusal


def place_open(
    position: OpenBoxesPosition, seat: Seat, move: int, log: list[Ply[Move]] | None
) -> None:
    """Place a card and draw the penalty; then the next seat has its turn."""
    hand = position.hands[seat]
    hand.remove(move >> CARD)
    position.placed.append(move)
    over = covered(position.board.lay(move))
    # DJ1-R14, DJ1-Q6: one card for every cell with nothing under it, while the deck has cards
    drawn = position.order[position.top : position.top + 6 - over]
    if drawn:
        position.top += len(drawn)
        hand.extend(drawn)
        hand.sort()
    if log is not None:
        facts = (*COVERED[over], Fact("penalty", drawn)) if drawn else COVERED[over]
        log.append(Ply(seat, move, facts, drawn))
    # DJ1-R16, DJ1-R17, DJ1-Q5, DJ1-Q7, DJ1-Q8: an empty hand or an empty deck after the penalty
    if not hand or position.top == len(position.order):
        position.finish()
    else:
        position.play(position.after(seat))


# -- Rule 2: over at least four cells, at least one with the specified colour.


def sides(hand: Sequence[int]) -> int:
    """The patterns of a hand, upright and upside down, as in `fitting`."""
    patterns = 0
    for card in hand:
        patterns |= SIDES[card]
    return patterns | patterns << 1


# DJ2-R6, DJ2-Q14: diamonds and colours as in rule 1, four cells, the specified colour among them
def deep_placements(hand: Sequence[int], board: DeepBoard, shows: int) -> list[int]:
    """All legal placements of a hand over at least four cells, not sorted.

    `shows` are the bits of the specified colour in a word, or of all colours.
    """
    words, patterns, depth = board.words, sides(hand), fitting()
    # Most berths fit no pattern of the hand; a table lookup excludes them quickly.
    berths = [
        board.berths[slot] << WORD | words[slot]
        for slot in board.deep
        if words[slot] & shows and depth[words[slot] & DIAMONDS] & patterns
    ]
    if not berths:
        return []
    moves: list[int] = []
    for card in hand:
        for first, clash in WAYS[card]:
            moves += [first + (place >> WORD) for place in berths if not place & clash]
    return moves


def may_lie_deep(hand: Sequence[int], board: DeepBoard, shows: int, move: int) -> bool:
    """Whether a placement is among those of the hand."""
    card = move >> CARD
    if card not in hand:
        return False
    under = board.under(move)
    if not under & shows or not fitting()[under & DIAMONDS]:
        return False
    return not under & CLASH[card << 1 | move >> 1 & 1]


def refuse_colour_turn(position: ColourBoxesPosition, seat: Seat, move: int) -> Refusal | None:
    """Why the seat whose turn it is may not make this move."""
    if PASS < move < PLACEMENTS:
        return Refusal("DJ2-R10", say("diamond-boxes.not-now"))
    card, under, colour = move >> CARD, position.board.under(move), position.colour
    refusal = refuse_card(position.hands[seat], move, "DJ2-R5")
    refusal = refusal or refuse_clash(under, move, "DJ2-R6")
    if refusal is None and not under & SHOWS[colour]:
        message = say("diamond-boxes.without-colour", colour=COLOUR_WORDS[colour]())
        return Refusal("DJ2-R6", message, (card,))
    if refusal is None and covered(under) < LEAST_CELLS:
        words = say("diamond-boxes.shallow", count=covered(under), least=LEAST_CELLS)
        return Refusal("DJ2-R6", words, (card,))
    return refusal


def place_colour(
    position: ColourBoxesPosition, seat: Seat, move: int, log: list[Ply[Move]] | None
) -> None:
    """Place a card, draw one, then the next seat's turn or a bonus turn."""
    hand, card = position.hands[seat], move >> CARD
    hand.remove(card)
    position.placed.append(move)
    under = position.board.lay(move)
    over = covered(under)
    # DJ2-Q1: only visible cells count for whether a colour is in play
    shown = position.shown
    if under:
        for colour in range(5):
            shown[colour] -= COUNT[under >> COLOURED + 6 * colour & SIX]
    shown[COLOUR[card]] += 6
    position.passes = position.stalled = 0
    # DJ2-R7, DJ2-Q13: one card from the player's own deck, if it has any
    drawn: tuple[int, ...] = ()
    top = position.tops[seat]
    if top < position.start_of(seat + 1):
        position.tops[seat] = top + 1
        drawn = (position.order[top],)
        hand.append(position.order[top])
        hand.sort()
    if log is not None:
        facts = (*COVERED[over], Fact("draw", drawn, (seat,))) if drawn else COVERED[over]
        log.append(Ply(seat, move, facts, drawn))
    # DJ2-R8, DJ2-Q9, DJ2-Q10: an empty hand wins, before any choice of colour and any bonus turn
    if not hand:
        position.finish()
        return
    # DJ2-R9, DJ2-Q2: after six cells the same player again, after four or five the next player
    position.bonus = over == 6
    position.play(seat if position.bonus else position.after(seat))
    # DJ2-R11, DJ2-Q5, DJ2-Q11: if the last visible cell of the specified colour was covered, the
    # player who placed the card chooses; after six cells the player to the right
    if not shown[position.colour]:
        right = seat - 1 if seat else position.seats - 1
        position.choose(right if position.bonus else seat)


# -- Rule 2: choosing the specified colour.


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


# -- Rule 2: passes, and drawn matches.

REASONS: Final = ("no other colour", "no card can be placed", "five rounds of passes")
"""Reasons for a drawn match, as written in records."""
NO_COLOUR: Final = 0
STUCK: Final = 1
FIVE_ROUNDS: Final = 2

# DJ2-Q8: the fifth round of passes without a placement ends the match with a draw
PATIENCE: Final = 5


# DJ2-R5, DJ2-Q3: always allowed; passes count since the last card placed, also in bonus turns
def pass_turn(position: ColourBoxesPosition, seat: Seat, log: list[Ply[Move]] | None) -> None:
    """Pass; a full round of passes changes the colour or ends the match with a draw."""
    position.bonus = False
    position.passes += 1
    position.play(position.after(seat))
    if position.passes < position.seats:
        return
    # DJ2-R12, DJ2-Q4: all have passed in a row; no card was placed, so no colour has vanished
    position.stalled += 1
    position.reason = _stalemate(position)
    if position.reason == NORMAL:
        position.choose(seat)
        return
    if log is not None:
        log.append(Ply(CHANCE, None, drawn_match(REASONS[position.reason])))
    position.finish()


# DJ2-R13, DJ2-Q6: drawn if the colour cannot be changed or nobody can place a card
def _stalemate(position: ColourBoxesPosition) -> int:
    """The reason for a draw after all have passed; NORMAL if the match goes on."""
    if sum(1 for cells in position.shown if cells) < 2:
        return NO_COLOUR
    # DJ2-Q7: any card of any hand, for any visible colour
    if not any(deep_placements(hand, position.board, EVERY_BIT) for hand in position.hands):
        return STUCK
    return FIVE_ROUNDS if position.stalled == PATIENCE else NORMAL


def drawn_match(reason: str) -> tuple[Fact, ...]:
    """The facts of a drawn match; the reason is stored as character codes."""
    return Fact("draw", ()), Fact("reason", tuple(map(ord, reason)))
