"""Diamond Boxes: setting up in both rule sets: the deck, the centre, hands, who begins."""

from collections.abc import Sequence
from random import Random
from typing import Final, TypeVar

from engines.api import CHANCE, Fact, Ply, Refusal, Seat
from engines.diamond_boxes.board import CARD, SPOT, DeepBoard, cells, opened, spot, visible
from engines.diamond_boxes.cards import DEALING, DECK, HAND, Move
from engines.diamond_boxes.position import (
    NORMAL,
    BoxesPosition,
    ColourBoxesPosition,
    OpenBoxesPosition,
    decisions,
)
from engines.kit.shuffling import shuffle
from engines.messages import say

Q = TypeVar("Q", bound=OpenBoxesPosition)
P = TypeVar("P", bound=ColourBoxesPosition)


def is_order(order: Sequence[int], pool: Sequence[int]) -> bool:
    """Whether `order` has every item of the pool exactly once."""
    return len(order) == len(pool) and sorted(order) == list(pool)


# DJ1-R6, DJ2-R1: the fifty cards are shuffled
def is_deal(order: Sequence[int]) -> bool:
    """Whether this is an order of the cards, which the spots of the first two may follow."""
    deck = len(DECK)
    layout = order[deck:]
    return is_order(order[:deck], DECK) and (not layout or is_layout(layout))


def refuse_deal(order: object, rule: str, step: int) -> Refusal:
    """Why the dealer's move is not allowed."""
    if isinstance(order, tuple) and len(order) > len(DECK) and is_order(order[: len(DECK)], DECK):
        return Refusal("DJ1-R7", say("diamond-boxes.layout"), order[:2])
    return Refusal(rule, say("kit.a-deal" if step == DEALING else "diamond-boxes.a-start"))


# -- the centre

# DJ1-R7: the first card turned by 90 degrees, the second unturned on top of it, forming a Z
CENTRE: Final = (spot(1, 0, 1), spot(0, 0, 0))


# DJ1-Q13: at a table the two may be placed in any way, one tall, one wide, with four common cells
def is_layout(spots: Sequence[int]) -> bool:
    """Whether one card is tall, the other wide, and they overlap on exactly four cells."""
    if len(spots) != 2 or not all(0 <= where <= SPOT for where in spots):
        return False
    one, two = spots
    return (one ^ two) & 1 == 1 and len({*cells(one), *cells(two)}) == 8


# DJ1-Q12: the two cards of the centre may have the same colour and any diamonds
def _lay_centre(position: BoxesPosition, order: tuple[int, ...]) -> tuple[int, int]:
    """The placements of the first two cards; unusual spots for them follow the cards in `order`."""
    position.order = order[: len(DECK)]
    first, second = order[len(DECK) :] or CENTRE
    placed = order[0] << CARD | first, order[1] << CARD | second
    position.placed = list(placed)
    return placed


# -- rule 1


# DJ1-R8: five cards for every player, visible to all; the deck is hidden
def deal_open(
    position: OpenBoxesPosition, order: tuple[int, ...], log: list[Ply[Move]] | None = None
) -> None:
    """Deal a match of rule 1."""
    seats = position.seats
    first, second = _lay_centre(position, order)
    position.board = opened(first).clone()
    position.board.lay(second)
    position.hands = [sorted(order[2 + HAND * s : 2 + HAND * (s + 1)]) for s in range(seats)]
    position.top = 2 + HAND * seats
    # DJ1-R9: the player with the highest number begins; turns pass to the left
    position.first = max(range(seats), key=lambda seat: position.hands[seat][-1])
    position.play(position.first)
    if log is not None:
        _log(position, log, hidden=False)


def redrawn_deck(position: Q, rng: Random) -> Q:
    """The same position of rule 1 with another order of what is left of the deck."""
    twin = position.clone()
    cards = list(position.order[position.top :])
    shuffle(cards, rng)
    twin.order = (*position.order[: position.top], *cards)
    return twin


# -- rule 2


# DJ2-R3: five cards from each player's own deck; hands are hidden, their sizes are public
def deal_hidden(
    position: ColourBoxesPosition, order: tuple[int, ...], log: list[Ply[Move]] | None = None
) -> None:
    """Deal a match of rule 2."""
    for placement in _lay_centre(position, order):
        position.board.lay(placement)
    for face in visible(position.placed).values():
        position.shown[face >> 1] += 1
    starts = [position.start_of(seat) for seat in range(position.seats)]
    position.hands = [sorted(order[start : start + HAND]) for start in starts]
    position.tops = [start + HAND for start in starts]
    # DJ2-R4: chance decides who begins; the last in turn order chooses the first specified colour
    position.turn = position.first
    position.choose(position.first - 1 if position.first else position.seats - 1)
    if log is not None:
        _log(position, log, hidden=True)


def since_deal(position: P) -> tuple[P, list[tuple[Seat, int]]]:
    """The position of a match of rule 2 after its deal, and the moves since."""
    dealt = position.clone()
    dealt.board = DeepBoard()
    dealt.shown = [0] * len(position.shown)
    dealt.colour = -1
    dealt.passes = dealt.stalled = 0
    dealt.bonus = False
    dealt.reason = NORMAL
    dealt.latest = None
    spots = [placement & SPOT for placement in position.placed[:2]]
    deal_hidden(dealt, (*position.order, *spots))
    return dealt, decisions(position.latest)


def redrawn_decks(position: P, rng: Random) -> P:
    """The same position of rule 2 with other cards left in the decks.

    Nobody knows which cards are in a player's deck, so all decks are redrawn together.
    """
    twin = position.clone()
    if position.order:
        left = [range(top, position.start_of(seat + 1)) for seat, top in enumerate(position.tops)]
        cards = [position.order[at] for places in left for at in places]
        shuffle(cards, rng)
        order = list(position.order)
        for places in left:
            for at in places:
                order[at] = cards.pop()
        twin.order = tuple(order)
    return twin


# -- the log


def _log(position: BoxesPosition, log: list[Ply[Move]], *, hidden: bool) -> None:
    facts: tuple[Fact, ...] = (Fact("start", tuple(position.placed)),)
    if hidden:
        facts = (*facts, Fact("first", (position.first,)))
    log.append(Ply(CHANCE, None, facts, position.order[:2]))
    for seat, hand in enumerate(position.hands):
        cards = tuple(hand)
        seen = (seat,) if hidden else None
        log.append(Ply(seat, None, (Fact("hand", cards, seen),), cards))
