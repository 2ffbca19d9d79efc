"""Diam's, the end of turns and rounds: the hand limit, an empty market, the closing card."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from engines.api import Fact, Ply, Refusal, Seat
from engines.diams import scoring
from engines.diams.cards import (
    DEALING,
    DISCARD,
    DISCARDING,
    DRAWING,
    HAND_LIMIT,
    KINDS,
    OVER,
    Move,
    cards_of,
    is_sorted,
)
from engines.diams.dealing import lay_out
from engines.diams.facts import END_ROUND, PLAYED, TOLD, laid_out
from engines.diams.numbered_sets import FIELD, LOW, pick_size, size_series
from engines.diams.position import ALONE, DEALER, DiamsPosition, Event, not_in_hand
from engines.messages import say


def finish_play(
    position: DiamsPosition,
    seat: Seat,
    move: Move,
    log: list[Ply[Move]] | None,
    facts: tuple[Fact, ...] = (),
    cards: tuple[int, ...] = (),
    taken: tuple[int, ...] = (),
    seen: tuple[Seat, ...] | None = None,
) -> None:
    """Log a play and end it; `cards` and `taken` as in `Event`."""
    position.past = Event(position.past, seat, move, cards, taken)
    if log is not None:
        if facts or seen is not None:
            log.append(TOLD[seat][move, facts, seen])
        else:
            log.append(PLAYED[seat][move])
    finish_turn(position, seat, log)


def finish_turn(position: DiamsPosition, seat: Seat, log: list[Ply[Move]] | None) -> None:
    """After the play: surplus cards are discarded first, then an empty market is refilled."""
    if len(position.hands[seat]) > HAND_LIMIT:
        position.step = DISCARDING
        position.owing = ALONE[seat]
        return
    if not position.lying:
        refill(position, seat, log)
    if position.left:
        position.left -= 1
        if not position.left:
            finish_round(position, log)
            return
    position.turn = turn = seat + 1 if seat + 1 < position.seats else 0
    position.step = DRAWING
    position.owing = ALONE[turn]


# DI-R11, DI-Q18: the player freely chooses which of the surplus cards to discard
def discards(hand: Sequence[int]) -> list[Move]:
    """Every way to discard the surplus of a sorted hand, in order."""
    found: list[Move] = []
    _add_discards(hand, surplus(hand), 0, (DISCARD,), found)
    return found


def surplus(hand: Sequence[int]) -> int:
    """Number of cards over the hand limit."""
    return len(hand) - HAND_LIMIT


def _add_discards(
    hand: Sequence[int], count: int, start: int, given: Move, found: list[Move]
) -> None:
    if count == 0:
        found.append(given)
        return
    for i in range(start, len(hand) - count + 1):
        if i == start or hand[i] != hand[i - 1]:
            _add_discards(hand, count - 1, i + 1, (*given, hand[i]), found)


def sample_discard(hand: list[int], rng: Random) -> Move:
    """A uniformly random one of `discards`, drawn without listing them; see `numbered_sets`."""
    kinds = list(dict.fromkeys(hand))
    count = surplus(hand)
    if count == 1:
        return (DISCARD, kinds[int(rng.random() * len(kinds))])
    series = size_series(hand, kinds)
    pick = int(rng.random() * (series[-1] >> FIELD * count & LOW))
    return (DISCARD, *pick_size(series, kinds, count, pick))


def refuse_discard(hand: list[int], move: Move) -> Refusal | None:
    """Why these cards cannot be discarded; None for a legal choice."""
    cards = move[1:]
    if move[0] != DISCARD:
        return Refusal("DI-R11", say("diams.discard-first"), cards_of(move))
    missing = not_in_hand(hand, cards, "DI-R7")
    if missing:
        return missing
    count = surplus(hand)
    if len(cards) != count:
        return Refusal("DI-R11", say("diams.discard-count", given=len(cards), surplus=count), cards)
    return None if is_sorted(cards) else Refusal("DI-R11", say("kit.not-sorted"), cards)


def discard(position: DiamsPosition, seat: Seat, move: Move, log: list[Ply[Move]] | None) -> None:
    """Discard diamonds to the market, special cards to the discard pile."""
    hand = position.hands[seat]
    for card in move[1:]:
        hand.remove(card)
        if card < KINDS:
            position.market[card] += 1
            position.lying += 1
        else:
            position.discards.append(card)
    finish_play(position, seat, move, log)


# DI-R12, DI-Q19, DI-Q21: three diamonds for an empty market; the closing card may come up then
def refill(position: DiamsPosition, seat: Seat, log: list[Ply[Move]] | None) -> None:
    """Refill the market at the end of a turn; the cards are logged in the last entry."""
    start = position.top
    laid, out, ended = lay_out(position)
    if ended:
        close(position, seat)
    if log is not None and position.top > start:
        last = log[-1]
        drawn = last.drawn + position.order[start : position.top]
        facts = last.facts + laid_out("refill", laid, out, ended)
        log[-1] = last._replace(facts=facts, drawn=drawn)


# DI-R13, DI-Q31: after this turn every other seat has exactly one turn
def close(position: DiamsPosition, seat: Seat) -> None:
    """Note that the closing card came up in this seat's turn."""
    position.left = position.seats
    position.closer = seat


def finish_round(position: DiamsPosition, log: list[Ply[Move]] | None) -> None:
    """Score the round; then the next one is dealt, or the match is over."""
    points = scoring.score_round(position.vaults, position.hands).points
    position.points = (*position.points, points)
    position.chips = (*position.chips, scoring.chips(points))
    position.turn = -1
    over = scoring.is_last(position.points, position.options.length)
    position.step = OVER if over else DEALING
    position.owing = () if over else DEALER
    if log is not None:
        log.append(END_ROUND[position.round])
