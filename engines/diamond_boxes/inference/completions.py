"""Diamond Boxes: matches that agree with a record in which hands or drawn cards are not written.

Every card exists once, so each card that a seat places has come to its hand before: from a draw
that is written, or from one that nobody saw. The tracker says what unknown cards on the table can
be.
"""

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from engines.api import Game, PlayedMove, Ply, Seat, WrittenMatch
from engines.diamond_boxes.board import CARD, SPOT
from engines.diamond_boxes.cards import DECK, HAND, PLACEMENTS, TENTATIVE, UNKNOWN, Move
from engines.diamond_boxes.dealing import CENTRE
from engines.diamond_boxes.inference.beliefs import single
from engines.diamond_boxes.inference.tracker import BoxesTracker
from engines.diamond_boxes.position import BoxesPosition
from engines.kit.completing import Alike, retold
from engines.kit.possible import elements
from engines.kit.shuffling import shuffle


def completion(
    game: Game[Move],
    tracker: BoxesTracker,
    seats: int,
    written: WrittenMatch[Move],
    rng: Random,
) -> Sequence[PlayedMove[Move]] | None:
    """The moves of a match that agrees with a record; None if this attempt fails.

    `tracker` is new and follows the record up to its end.
    """
    entries = written.entries[: written.end]
    if not entries or not entries[0].facts or entries[0].facts[0].name != "start":
        return None
    laying = [ply for ply in entries if isinstance(ply.move, int) and ply.move >= PLACEMENTS]
    table = _table(tracker, entries, laying, rng)
    order = table and _order(entries, laying, table, seats, len(tracker.decks) > 1, rng)
    if not table or not order:
        return None
    spots = tuple([placement & SPOT for placement in entries[0].facts[0].values])
    deals: list[Move] = [(*order, *(spots if spots != CENTRE else ()))]
    if len(tracker.decks) > 1:
        first = entries[0].facts[1].values[0]
        deals.insert(0, (first, *(seat for seat in range(seats) if seat != first)))
    cards = iter(table[2:])

    def decide(_: BoxesPosition, at: int) -> tuple[Seat, Move] | None:
        seat, move = entries[at].seat, entries[at].move
        if isinstance(move, int) and move >= PLACEMENTS:
            move = next(cards) << CARD | move & SPOT
        return None if move is None else (seat, move)

    return retold(game, game.start(game.options({}, seats), seats), written, deals, decide, ALIKE)


def _table(
    tracker: BoxesTracker, entries: Sequence[Ply[Move]], laying: Sequence[Ply[Move]], rng: Random
) -> list[int] | None:
    """The cards on the table, in the order in which they were laid; None if there are none."""
    placements = [*entries[0].facts[0].values, *(p.move for p in laying if isinstance(p.move, int))]
    table = [(placement >> CARD) % TENTATIVE for placement in placements]
    if UNKNOWN not in table:
        return table
    # The unknown ones get a card each, those that can be few first.
    if any(tracker.step(ply).kind == "problem" for ply in entries):
        return None
    can_be = tracker.layers.can_be
    while left := [(some.bit_count(), at) for at, some in enumerate(can_be) if not single(some)]:
        count, at = min(left)
        if not count:
            return None
        tracker.layers.restrict(at, 1 << elements(can_be[at])[int(rng.random() * count)])
        if tracker.holdings.propagate() is not None:
            return None
    return [single(some) for some in can_be]


def _order(
    entries: Sequence[Ply[Move]],
    laying: Sequence[Ply[Move]],
    table: Sequence[int],
    seats: int,
    own: bool,
    rng: Random,
) -> list[int] | None:
    """The order of all cards, None if there is none; with `own`, each seat has a deck."""
    # The places in the order: the centre, then what each seat draws.
    dealt = {ply.seat: ply.drawn for ply in entries if ply.facts and ply.facts[0].name == "hand"}
    size = (len(DECK) - 2) // seats if own else HAND
    starts = [2 + size * seat for seat in range(seats)]
    order = [*table[:2], *[-1] * (len(DECK) - 2)]
    places = [list(range(start, start + HAND)) for start in starts]
    for seat, start in enumerate(starts):
        hand = [code % TENTATIVE for code in dealt.get(seat, (UNKNOWN,) * HAND)]
        order[start : start + HAND] = hand
    top = 2 + HAND * seats
    for ply, card in zip(laying, table[2:], strict=True):
        held = places[ply.seat]
        # It was drawn when it was written, or when nobody saw it.
        there = [place for place in held if order[place] == card]
        there = there or [place for place in held if order[place] == UNKNOWN]
        if not there:
            return None
        order[there[int(rng.random() * len(there))]] = card
        for code in ply.drawn:
            drawn = starts[ply.seat] + len(held) if own else top
            top += 1
            held.append(drawn)
            order[drawn] = code % TENTATIVE
    # The cards that nobody saw, and the rest of the deck.
    rest = [card for card in DECK if card not in {*order}]
    shuffle(rest, rng)
    if len(rest) != sum(1 for code in order if code in (-1, UNKNOWN)):
        return None
    return [rest.pop() if code in (-1, UNKNOWN) else code for code in order]


def _may_be(code: int, card: int) -> bool:
    if code > SPOT:  # a card on the table, and where it lies
        return code & SPOT == card & SPOT and _may_be(code >> CARD, card >> CARD)
    return code in (UNKNOWN, card, card + TENTATIVE)


def _may_move(there: Any, real: Any) -> bool:
    return isinstance(there, int) and isinstance(real, int) and _may_be(there, real)


ALIKE: Final = Alike(_may_be, _may_move, ("covered",))
