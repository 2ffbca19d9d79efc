"""Diam's, a play at the market: a diamond played there, and the diamonds taken for it."""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Sequence
from typing import Final

from engines.api import Ply, Refusal, Seat
from engines.diams.cards import KINDS, MARKET, PLAIN, QUALITY, SAME, STAR, Move, is_sorted
from engines.diams.numbered_sets import FIELD, LOW, pick_sum
from engines.diams.position import DiamsPosition, not_in_hand, not_in_market
from engines.diams.round_end import finish_play
from engines.messages import say


# DI-R8, DI-Q7: a diamond is played to the market for a sum, for its quality or for nothing
def plays(market: list[int], diamonds: Sequence[int]) -> list[Move]:
    """Every play at the market with these kinds of diamonds, in order."""
    found: list[Move] = []
    for kind in diamonds:
        found.append((MARKET, kind))
        found.extend((MARKET, kind, *taken) for taken in sums(market, QUALITY[kind]))
    found.extend((SAME, kind) for kind in diamonds if same_lies(market, kind))
    return found


def refuse(position: DiamsPosition, seat: Seat, move: Move) -> Refusal | None:
    """Why a play at the market is not allowed; None for a legal one."""
    card, taken = move[1], move[2:]
    if card >= KINDS:
        return Refusal("DI-Q8", say("diams.only-diamonds-in-market"), (card,))
    missing = not_in_hand(position.hands[seat], (card,), "DI-R8")
    if missing:
        return missing
    if move[0] == SAME:
        if same_lies(position.market, card):
            return None
        return Refusal("DI-Q5", say("diams.same-not-in-market", quality=QUALITY[card]), (card,))
    return _refuse_sum(position.market, card, taken) if taken else None


def _refuse_sum(market: list[int], card: int, taken: Move) -> Refusal | None:
    """Why these cards cannot be taken; agrees with what `sums` lists."""
    missing = not_in_market(market, taken, "DI-R8")
    if missing:
        return missing
    total = sum(QUALITY[kind] for kind in taken)
    if len(taken) < LEAST:
        return Refusal("DI-Q6", say("diams.sum-of-two"), taken)
    if total != QUALITY[card]:
        return Refusal("DI-R8", say("diams.wrong-sum", total=total, quality=QUALITY[card]), taken)
    return None if is_sorted(taken) else Refusal("DI-R8", say("kit.not-sorted"), taken)


# DI-Q8: only diamonds are played to the market
def diamonds_of(hand: Sequence[int]) -> list[int]:
    """The kinds of the diamonds in a hand, sorted."""
    return sorted({card for card in hand if card < KINDS})


# DI-Q5: diamonds of the same quality are taken only if the market has one besides the card played
def same_lies(market: list[int], card: int) -> bool:
    """Whether the market has a diamond of this card's quality."""
    return bool(market[card & PLAIN] or market[card | STAR])


# DI-Q6: a sum has at least two cards
LEAST: Final = 2


def sums(market: Sequence[int], total: int) -> list[Move]:
    """Sets of at least `LEAST` market cards that add up to this total, in order."""
    found: list[Move] = []
    _add_sums(market, total, 0, (), found)
    return found


def _add_sums(market: Sequence[int], rest: int, start: int, taken: Move, found: list[Move]) -> None:
    for kind in range(start, min(2 * rest, KINDS)):
        lying = market[kind]
        if not lying or (taken and taken[-1] == kind and taken.count(kind) >= lying):
            continue
        quality = QUALITY[kind]
        if quality == rest:
            if taken:  # together with this card at least two
                found.append((*taken, kind))
        elif 2 * quality <= rest:
            _add_sums(market, rest - quality, kind, (*taken, kind), found)


def put(position: DiamsPosition, seat: Seat, move: Move, log: list[Ply[Move]] | None) -> None:
    """Put a diamond in the market and take a sum or nothing."""
    hand = position.hands[seat]
    market = position.market
    card = move[1]
    hand.remove(card)
    market[card] += 1
    for taken in move[2:]:
        market[taken] -= 1
        insort(hand, taken)
    position.lying += 3 - len(move)
    finish_play(position, seat, move, log)


def put_for_same(
    position: DiamsPosition, seat: Seat, move: Move, log: list[Ply[Move]] | None
) -> None:
    """Put a diamond in the market, then take all of its quality, including that one."""
    finish_play(position, seat, move, log, taken=take_quality(position, seat, move[1]))


def take_quality(position: DiamsPosition, seat: Seat, card: int) -> tuple[int, ...]:
    """Move all diamonds of a card's quality from the market to a hand."""
    market = position.market
    plain = card & PLAIN
    taken = (plain,) * market[plain] + (plain + 1,) * market[plain + 1]
    market[plain] = market[plain + 1] = 0
    position.lying -= len(taken)
    hand = position.hands[seat]
    hand.extend(taken)
    hand.sort()
    return taken


# Counting plays at the market and picking one by number, in the order of `plays`; see
# `numbered_sets`.


def ways(market: list[int], series: list[int], hand: list[int]) -> list[int]:
    """Running total of the plays with each kind of diamond in a sorted hand, lowest kind first."""
    found = []
    total = 0
    last = -1
    for kind in hand:
        if kind >= KINDS:
            break
        if kind != last:
            last = kind
            at = kind >> 1
            total += 1 + (series[at] >> FIELD * (at + 1) & LOW)
            if market[kind & PLAIN] or market[kind | STAR]:
                total += 1
            found.append(total)
    return found


def pick(
    market: list[int], series: list[int], hand: list[int], counted: list[int], number: int
) -> Move:
    """Play number `number` of those that `ways` counted."""
    index = bisect_right(counted, number)
    kind = _distinct(hand, index)
    number -= counted[index - 1] if index else 0
    if number == 0:
        return (MARKET, kind)
    if market[kind & PLAIN] or market[kind | STAR]:
        if number == 1:
            return (SAME, kind)
        number -= 1
    return (MARKET, kind, *pick_sum(market, series, QUALITY[kind], number - 1))


def _distinct(hand: list[int], index: int) -> int:
    """Kind number `index` in a sorted hand, equal cards counted once."""
    last = -1
    for kind in hand:
        if kind != last:
            last = kind
            index -= 1
            if index < 0:
                break
    return last
