"""Diam's: a turn: a draw, one play, the hand limit; and the end of a round."""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import combinations, product
from random import Random
from typing import Final

from engines.api import Fact, Ply, Refusal, Seat
from engines.diams import scoring
from engines.diams.cards import (
    CONVOY,
    CRACK,
    DEALING,
    DISCARD,
    DISCARDING,
    DRAW,
    DRAWING,
    END,
    ESCORT,
    FORCE,
    GIVE,
    GIVING,
    HAND_LIMIT,
    KINDS,
    MAGIC,
    MARKET,
    NAMES,
    OVER,
    PASS,
    PLAIN,
    PLAYING,
    QUALITY,
    REVEAL,
    SAFECRACKER,
    SAME,
    STAR,
    TAKE,
    VAULT,
    Move,
    cards_of,
    is_sorted,
)
from engines.diams.dealing import lay_out
from engines.diams.position import (
    ALONE,
    DEALER,
    DRAWN,
    END_ROUND,
    HIT,
    MISS,
    PLAYED,
    REVEALED,
    TOLD,
    DiamsPosition,
    Event,
    laid_out,
    no_opponent,
    not_in_hand,
    not_in_market,
)
from engines.messages import Player, say

# -- The draw: one card to the hand, or two diamonds to the market.

# DI-R6, DI-Q4: two ways to draw, both open with too few cards in the deck as well
DRAWS: Final[tuple[Move, ...]] = ((DRAW,), (REVEAL,))


# DI-Q3: the closing card is set aside and the draw goes on with the next card
def draw(position: DiamsPosition, seat: Seat, move: Move, log: list[Ply[Move]] | None) -> None:
    """One card to the hand, unseen by others; none from an empty deck."""
    order = position.order
    start = position.top
    if start < len(order) and order[start] == END:
        close(position, seat)
        start += 1
    end = start + 1 if start < len(order) else start
    drawn = order[start:end]
    if drawn:
        insort(position.hands[seat], drawn[0])
    position.past = Event(position.past, seat, move, (start,) if drawn else (), ())
    if log is not None:
        log.append(DRAWN[seat][order[position.top : end]])
    position.top = end
    position.step = PLAYING


def reveal(position: DiamsPosition, seat: Seat, move: Move, log: list[Ply[Move]] | None) -> None:
    """Two diamonds to the market; special cards met go to the hand."""
    order = position.order
    top = start = position.top
    laid = 0
    special: list[int] = []
    while laid < 2 and top < len(order):
        card = order[top]
        top += 1
        if card < KINDS:
            laid += 1
            position.market[card] += 1
        elif card == END:
            close(position, seat)
        else:
            special.append(card)
            insort(position.hands[seat], card)
    position.lying += laid
    position.top = top
    position.past = Event(position.past, seat, move, tuple(special), ())
    position.step = PLAYING
    if log is not None:
        log.append(REVEALED[seat][order[start:top]])


# -- One play: at the market, at the vault, or of a special card.


# DI-R7, DI-Q34, DI-Q35: one play per turn, also with a special card that has just been drawn
def legal_plays(position: DiamsPosition, seat: Seat) -> list[Move]:
    """Every legal play, in order."""
    diamonds = diamonds_of(position.hands[seat])
    moves = market_plays(position.market, diamonds)
    moves.extend(_other_plays(position, seat, diamonds))
    return moves


def _other_plays(position: DiamsPosition, seat: Seat, diamonds: list[int]) -> list[Move]:
    """Every play that is not at the market; there are many only with a special card in hand."""
    hand = position.hands[seat]
    moves = vault_plays(hand, position.vaults[seat])
    if hand and hand[-1] >= KINDS:
        moves.extend(special_plays(position, seat, diamonds))
    if may_pass(hand):
        moves.append((PASS,))
    return moves


# DI-Q9: a player without diamonds in hand may pass, even with a special card
PASSING: Final = frozenset(range(KINDS, END))
"""The kinds that may be in a hand when its owner passes; inference uses it, too."""


def may_pass(hand: list[int]) -> bool:
    """Whether a player with this hand may pass."""
    return PASSING.issuperset(hand)


def refuse_pass(position: DiamsPosition, seat: Seat, move: Move) -> Refusal | None:
    """Why a pass is not allowed: the cards in hand that forbid it."""
    wrong = tuple(card for card in position.hands[seat] if card not in PASSING)
    return Refusal("DI-Q9", say("diams.no-pass"), wrong) if wrong else None


def sample_play(position: DiamsPosition, seat: Seat, rng: Random) -> Move:
    """A uniformly random legal play; plays at the market are counted, not listed."""
    hand = position.hands[seat]
    if not hand:
        return (PASS,)
    market = position.market
    series = sum_series(market)
    counted = count_market_plays(market, series, hand)
    total = counted[-1] if counted else 0
    if hand[-1] < KINDS and not has_collection(hand):
        return pick_market_play(market, series, hand, counted, int(rng.random() * total))
    others = _other_plays(position, seat, diamonds_of(hand))
    pick = int(rng.random() * (total + len(others)))
    if pick < total:
        return pick_market_play(market, series, hand, counted, pick)
    return others[pick - total]


# -- The market: a diamond put there, and the diamonds taken for it.


# DI-R8, DI-Q7: a diamond is put in the market for a sum, for its quality or for nothing
def market_plays(market: list[int], diamonds: Sequence[int]) -> list[Move]:
    """Every play at the market with these kinds of diamonds, in order."""
    moves: list[Move] = []
    for kind in diamonds:
        moves.append((MARKET, kind))
        moves.extend((MARKET, kind, *taken) for taken in sums(market, QUALITY[kind]))
    moves.extend((SAME, kind) for kind in diamonds if same_lies(market, kind))
    return moves


def refuse_market(position: DiamsPosition, seat: Seat, move: Move) -> Refusal | None:
    """Why a play at the market is not allowed; agrees with what `market_plays` lists."""
    card, taken = move[1], move[2:]
    if card >= KINDS:
        return Refusal("DI-Q8", say("diams.only-diamonds-in-market"), (card,))
    if missing := not_in_hand(position.hands[seat], (card,), "DI-R8"):
        return missing
    if move[0] == SAME:
        if same_lies(position.market, card):
            return None
        return Refusal("DI-Q5", say("diams.same-not-in-market", quality=QUALITY[card]), (card,))
    if not taken:
        return None
    if missing := not_in_market(position.market, taken, "DI-R8"):
        return missing
    if len(taken) < LEAST_IN_SUM:
        return Refusal("DI-Q6", say("diams.sum-of-two"), taken)
    total = sum(QUALITY[kind] for kind in taken)
    if total != QUALITY[card]:
        return Refusal("DI-R8", say("diams.wrong-sum", total=total, quality=QUALITY[card]), taken)
    return None if is_sorted(taken) else Refusal("DI-R8", say("kit.not-sorted"), taken)


# DI-Q8: only diamonds are put in the market
def diamonds_of(hand: Sequence[int]) -> list[int]:
    """The kinds of the diamonds in a hand, sorted."""
    return sorted({card for card in hand if card < KINDS})


# DI-Q5: diamonds of the same quality are taken only if the market has one besides the card put
def same_lies(market: list[int], card: int) -> bool:
    """Whether the market has a diamond of this card's quality."""
    return bool(market[card & PLAIN] or market[card | STAR])


# DI-Q6: a sum has at least two cards
LEAST_IN_SUM: Final = 2


def sums(market: Sequence[int], total: int) -> list[Move]:
    """Sets of at least `LEAST_IN_SUM` market cards that add up to this total, in order."""
    sets: list[Move] = []
    _add_sums(market, total, 0, (), sets)
    return sets


def _add_sums(market: Sequence[int], rest: int, start: int, taken: Move, sets: list[Move]) -> None:
    for kind in range(start, min(2 * rest, KINDS)):
        lying = market[kind]
        if not lying or (taken and taken[-1] == kind and taken.count(kind) >= lying):
            continue
        quality = QUALITY[kind]
        if quality == rest:
            if taken:  # together with this card at least two
                sets.append((*taken, kind))
        elif 2 * quality <= rest:  # the cards are taken in order, so one more is as high
            _add_sums(market, rest - quality, kind, (*taken, kind), sets)


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


# -- The vault: collections are stored, and stored ones extended.

# DI-Q17: three of a quality are a collection, whatever is already in the vault
COLLECTION: Final = 3


# DI-Q16: any diamond in the vault can be extended, also one left over after a theft
def stored_qualities(vault: Sequence[int]) -> set[int]:
    """The qualities in a vault."""
    return {QUALITY[kind] for kind in vault}


def may_store(quality: int, size: int, stored: Collection[int]) -> bool:
    """Whether this many diamonds of a quality may be among the cards stored."""
    return size >= COLLECTION or quality in stored


# DI-R9, DI-Q33: at least one collection, and together with it extensions of stored qualities
def vault_plays(hand: Sequence[int], vault: Sequence[int]) -> list[Move]:
    """Every set of cards that may go to the vault, in order."""
    if not has_collection(hand):
        return []
    counts = count_kinds(hand)
    stored = stored_qualities(vault)
    # Per quality in hand: the sets of cards that may be stored, and their sizes.
    by_quality: list[list[tuple[Move, int]]] = []
    for quality in sorted({QUALITY[kind] for kind in counts}):
        plain = 2 * quality - 2
        choices: list[tuple[Move, int]] = []
        for taken in range(counts.get(plain, 0) + 1):
            for star in range(counts.get(plain + 1, 0) + 1):
                size = taken + star
                if size == 0 or may_store(quality, size, stored):
                    choices.append(((plain,) * taken + (plain + 1,) * star, size))
        by_quality.append(choices)
    moves = []
    for parts in product(*by_quality):
        if any(size >= COLLECTION for _, size in parts):
            moves.append((VAULT, *(card for cards, _ in parts for card in cards)))
    moves.sort()
    return moves


def count_kinds(hand: Sequence[int]) -> dict[int, int]:
    """The diamonds in a hand by kind."""
    counts: dict[int, int] = {}
    for card in hand:
        if card < KINDS:
            counts[card] = counts.get(card, 0) + 1
    return counts


def has_collection(hand: Sequence[int]) -> bool:
    """Whether a sorted hand holds three diamonds of one quality."""
    return any(hand[i] >> 1 == hand[i - 2] >> 1 and hand[i] < KINDS for i in range(2, len(hand)))


def refuse_vault(position: DiamsPosition, seat: Seat, move: Move) -> Refusal | None:
    """Why these cards cannot be stored; None for a legal play."""
    cards = move[1:]
    if refused := _refuse_cards(position.hands[seat], cards, "DI-R9"):
        return refused
    stored = stored_qualities(position.vaults[seat])
    sizes = _count_qualities(cards)
    if not any(size >= COLLECTION for size in sizes.values()):
        return Refusal("DI-R9", say("diams.no-collection"), cards)
    for quality, size in sizes.items():
        if not may_store(quality, size, stored):
            loose = tuple(card for card in cards if QUALITY[card] == quality)
            message = say("diams.too-few-of-quality", count=size, quality=quality)
            return Refusal("DI-R9", message, loose)
    return None


def _refuse_cards(hand: list[int], cards: Move, rule: str) -> Refusal | None:
    """Why these cards cannot go to the vault: special, missing, none at all, or not sorted."""
    specials = tuple(card for card in cards if card >= KINDS)
    if specials:
        return Refusal(rule, say("diams.only-diamonds-in-vault"), specials)
    if missing := not_in_hand(hand, cards, rule):
        return missing
    if not cards:
        return Refusal(rule, say("diams.no-cards-named"), cards)
    return None if is_sorted(cards) else Refusal(rule, say("kit.not-sorted"), cards)


def _count_qualities(cards: Sequence[int]) -> dict[int, int]:
    """Diamonds by quality, in the order of the cards."""
    sizes: dict[int, int] = {}
    for card in cards:
        sizes[QUALITY[card]] = sizes.get(QUALITY[card], 0) + 1
    return sizes


def store(position: DiamsPosition, seat: Seat, move: Move, log: list[Ply[Move]] | None) -> None:
    """Move cards from the hand to the vault, seen by their owner alone."""
    hand = position.hands[seat]
    for card in move[1:]:
        hand.remove(card)
    position.vaults[seat].extend(move[1:])
    position.vaults[seat].sort()
    finish_play(position, seat, move, log, seen=ALONE[seat])


# -- The special cards: convoy, safecracker, magic, and any of them as a forced sale.


# DI-R10: a special card has its own effect or is used for a forced sale
def special_plays(position: DiamsPosition, seat: Seat, diamonds: Sequence[int]) -> list[Move]:
    """Every play of a special card, in order; `diamonds` are the kinds in hand."""
    hand = position.hands[seat]
    others = [other for other in range(position.seats) if other != seat]
    moves: list[Move] = []
    if CONVOY in hand:
        moves.extend(convoys(hand, position.vaults[seat]))
    if SAFECRACKER in hand:
        moves.extend((CRACK, other, kind) for other in others for kind in range(KINDS))
    if MAGIC in hand:
        moves.extend((TAKE, kind) for kind in range(KINDS) if position.market[kind])
    specials = [card for card in hand if card >= KINDS]
    moves.extend(
        (FORCE, other, kind, special)
        for other in others
        for kind in diamonds
        for special in specials
    )
    return moves


# DI-Q14: a special card is spent even if it fails
def spend(position: DiamsPosition, seat: Seat, special: int) -> None:
    """Move a special card from the hand to the discard pile."""
    position.hands[seat].remove(special)
    position.discards.append(special)


# DI-Q15: each card that a convoy brings has a quality that is in the vault
def convoys(hand: Sequence[int], vault: Sequence[int]) -> list[Move]:
    """The sets of cards that a convoy may bring to the vault, in order."""
    stored = stored_qualities(vault)
    counts = [(kind, n) for kind, n in count_kinds(hand).items() if QUALITY[kind] in stored]
    moves = []
    for taken in product(*(range(n + 1) for _, n in counts)):
        cards = tuple(k for (k, _), n in zip(counts, taken, strict=True) for _ in range(n))
        if cards:
            moves.append((ESCORT, *cards))
    moves.sort()
    return moves


def refuse_convoy(position: DiamsPosition, seat: Seat, move: Move) -> Refusal | None:
    """Why a convoy cannot bring these cards; None for a legal play."""
    hand, cards = position.hands[seat], move[1:]
    refused = not_in_hand(hand, (CONVOY,), "DI-R10") or _refuse_cards(hand, cards, "DI-R10")
    if refused:
        return refused
    stored = stored_qualities(position.vaults[seat])
    for quality in _count_qualities(cards):
        if quality not in stored:
            loose = tuple(card for card in cards if QUALITY[card] == quality)
            return Refusal("DI-Q15", say("diams.quality-not-in-vault", quality=quality), loose)
    return None


def escort(position: DiamsPosition, seat: Seat, move: Move, log: list[Ply[Move]] | None) -> None:
    """Bring diamonds to the player's own vault."""
    spend(position, seat, CONVOY)
    store(position, seat, move, log)


# DI-Q11: if a quality without star is asked for, the victim may also give the starred diamond
def matching(vault: Sequence[int], named: int) -> list[int]:
    """Kinds in a vault that a safecracker asking for `named` can get, in order."""
    if named & STAR:
        return [named] if named in vault else []
    return [kind for kind in (named, named + 1) if kind in vault]


def refuse_crack(position: DiamsPosition, seat: Seat, move: Move) -> Refusal | None:
    """Why a safecracker cannot be played; any of the 20 kinds may be asked for."""
    missing = not_in_hand(position.hands[seat], (SAFECRACKER,), "DI-R10")
    return missing or no_opponent(position, seat, move[1])


def crack(position: DiamsPosition, seat: Seat, move: Move, log: list[Ply[Move]] | None) -> None:
    """Ask the victim for a diamond, even if only one fits; a miss ends the play."""
    spend(position, seat, SAFECRACKER)
    victim, named = move[1], move[2]
    if not matching(position.vaults[victim], named):
        finish_play(position, seat, move, log, MISS)
        return
    position.past = Event(position.past, seat, move, HIT, ())
    if log is not None:
        log.append(PLAYED[seat][move])
    position.asked = (victim, named)
    position.step = GIVING
    position.owing = ALONE[victim]


def gifts(position: DiamsPosition, seat: Seat) -> list[Move]:
    """The gifts that a victim may choose from, in order."""
    return [(GIVE, kind) for kind in matching(position.vaults[seat], position.asked[1])]


def refuse_gift(position: DiamsPosition, seat: Seat, move: Move) -> Refusal | None:
    """Why a victim cannot give this; None for a legal gift."""
    if move[0] != GIVE:
        return Refusal("DI-R10", say("diams.must-give", who=Player(seat)), cards_of(move))
    card, vault = move[1], position.vaults[seat]
    if card not in vault:
        message = say("diams.not-in-vault", who=Player(seat), card=NAMES[card])
        return Refusal("DI-R10", message, move[1:], True)
    if card not in matching(vault, position.asked[1]):
        return Refusal("DI-R10", say("diams.not-named", card=NAMES[card]), move[1:])
    return None


# DI-Q10: a stolen diamond goes to the hand, where it counts for the hand limit
def give(position: DiamsPosition, seat: Seat, move: Move, log: list[Ply[Move]] | None) -> None:
    """Move a diamond from the victim's vault to the thief's hand; only these two see it."""
    thief = position.turn
    position.vaults[seat].remove(move[1])
    insort(position.hands[thief], move[1])
    position.asked = (-1, -1)
    position.past = Event(position.past, seat, move, (), ())
    if log is not None:
        log.append(TOLD[seat][move, (), (thief, seat)])
    finish_turn(position, thief, log)


def refuse_magic(position: DiamsPosition, seat: Seat, move: Move) -> Refusal | None:
    """Why magic cannot take this card; None for a legal play."""
    missing = not_in_hand(position.hands[seat], (MAGIC,), "DI-R10")
    return missing or not_in_market(position.market, move[1:], "DI-R10")


def conjure(position: DiamsPosition, seat: Seat, move: Move, log: list[Ply[Move]] | None) -> None:
    """Take any one diamond from the market to the hand."""
    spend(position, seat, MAGIC)
    position.market[move[1]] -= 1
    position.lying -= 1
    insort(position.hands[seat], move[1])
    finish_play(position, seat, move, log)


# DI-Q13: a forced sale uses one of the player's own diamonds against one opponent
def refuse_force(position: DiamsPosition, seat: Seat, move: Move) -> Refusal | None:
    """Why a forced sale is not allowed; None for a legal one."""
    _, victim, card, special = move
    hand = position.hands[seat]
    if special < KINDS:
        return Refusal("DI-R10", say("diams.no-special", card=NAMES[special]), (special,))
    if card >= KINDS:
        return Refusal("DI-R10", say("diams.no-diamond", card=NAMES[card]), (card,))
    return (
        not_in_hand(hand, (special,), "DI-R10")
        or not_in_hand(hand, (card,), "DI-R10")
        or no_opponent(position, seat, victim)
    )


# DI-Q12: a successful forced sale also takes the diamonds of this quality already in the market
def force(position: DiamsPosition, seat: Seat, move: Move, log: list[Ply[Move]] | None) -> None:
    """Own and opponent's diamonds of one quality go to the market; on a hit all go to the hand."""
    _, victim, card, special = move
    spend(position, seat, special)
    position.hands[seat].remove(card)
    market = position.market
    market[card] += 1
    theirs = position.hands[victim]
    shown = tuple(kind for kind in theirs if kind >> 1 == card >> 1)
    for kind in shown:
        theirs.remove(kind)
        market[kind] += 1
    position.lying += 1 + len(shown)
    taken = take_quality(position, seat, card) if shown else ()
    finish_play(position, seat, move, log, (Fact("shown", shown),), shown, taken)


# -- The end of a turn: the hand limit, an empty market.


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


def surplus(hand: Sequence[int]) -> int:
    """Number of cards over the hand limit."""
    return len(hand) - HAND_LIMIT


# DI-R11, DI-Q18: the player freely chooses which of the surplus cards to discard
def discards(hand: Sequence[int]) -> list[Move]:
    """Every way to discard the surplus of a sorted hand, in order."""
    return [(DISCARD, *cards) for cards in sorted(set(combinations(hand, surplus(hand))))]


def sample_discard(hand: list[int], rng: Random) -> Move:
    """A uniformly random one of `discards`, drawn without listing them."""
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
    if missing := not_in_hand(hand, cards, "DI-R7"):
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


# -- The end of a round.


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


# -- Counting plays and picking one by its number, without listing them: an optimisation of
# `sums`, `market_plays` and `discards`, which list the same sets.
#
# The numbers of sets with sum (or size) 0, 1, 2 … are the coefficients of a polynomial with one
# factor for each quality (or kind). A polynomial is stored in one integer: coefficient n starts at
# bit n * FIELD. Multiplying two such integers multiplies the polynomials, because no coefficient
# reaches 2 ** FIELD.

FIELD: Final = 16  # bits of a coefficient
LOW: Final = (1 << FIELD) - 1  # coefficient 0
UP_TO_TEN: Final = (1 << 11 * FIELD) - 1  # coefficients of the sums 0 to 10

SUMS_OF_QUALITY: Final = tuple(
    tuple(
        tuple(
            sum(
                1 << FIELD * quality * (taken + purity)
                for taken in range(plain + 1)
                for purity in range(star + 1)
                if quality * (taken + purity) <= 10
            )
            for star in (0, 1)
        )
        for plain in range(5)
    )
    for quality in range(1, 10)
)
"""Ways to take some diamonds of a quality, by sum.

Index: quality - 1, number of plain diamonds, number of special purity (0 or 1)."""

SIZES_OF_KIND: Final = tuple(sum(1 << FIELD * taken for taken in range(n + 1)) for n in range(6))
"""Ways to take some of n equal cards, by size: one way for each size."""


def count_market_plays(market: list[int], series: list[int], hand: list[int]) -> list[int]:
    """Running total of the plays with each kind of diamond in a sorted hand, lowest kind first."""
    totals = []
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
            totals.append(total)
    return totals


def pick_market_play(
    market: list[int], series: list[int], hand: list[int], counted: list[int], number: int
) -> Move:
    """Play number `number` of those that `count_market_plays` counted."""
    index = bisect_right(counted, number)
    if index:
        number -= counted[index - 1]
    kind = -1
    for card in hand:  # the kinds in hand, equal cards counted once
        if card != kind:
            kind = card
            index -= 1
            if index < 0:
                break
    if number == 0:
        return (MARKET, kind)
    if market[kind & PLAIN] or market[kind | STAR]:
        if number == 1:
            return (SAME, kind)
        number -= 1
    return (MARKET, kind, *pick_sum(market, series, QUALITY[kind], number - 1))


def sum_series(market: Sequence[int]) -> list[int]:
    """At index q: the sets of market diamonds of quality q or less, counted by their sum.

    Equal cards are not told apart. Sets that add up to q + 1 have at least two cards.
    """
    series = 1
    by_quality = [1]
    at = 0
    for row in SUMS_OF_QUALITY:
        plain = market[at]
        star = market[at + 1]
        at += 2
        if plain or star:
            series = series * row[plain][star] & UP_TO_TEN
        by_quality.append(series)
    return by_quality


def pick_sum(market: Sequence[int], series: list[int], total: int, pick: int) -> Move:
    """Set number `pick` of those with this total; the order is arbitrary but fixed."""
    taken: Move = ()
    quality = total - 1
    while total:
        plain = 2 * quality - 2
        star = market[plain + 1]
        below = series[quality - 1]
        for n in range(min(market[plain] + star, total // quality) + 1):
            ways = below >> FIELD * (total - n * quality) & LOW
            if not ways:
                continue
            if n <= market[plain]:  # without the star
                if pick < ways:
                    taken = (plain,) * n + taken
                    break
                pick -= ways
            if star and n:
                if pick < ways:
                    taken = (*(plain,) * (n - 1), plain + 1, *taken)
                    break
                pick -= ways
        total -= n * quality
        quality -= 1
    return taken


def size_series(hand: Sequence[int], kinds: Sequence[int]) -> list[int]:
    """At index i: the sets of cards of the first i kinds in a hand, counted by their size."""
    series = [1]
    for kind in kinds:
        series.append(series[-1] * SIZES_OF_KIND[hand.count(kind)])
    return series


def pick_size(series: list[int], kinds: Sequence[int], size: int, pick: int) -> Move:
    """Set number `pick` of those with this size, sorted."""
    taken: Move = ()
    for index in range(len(kinds) - 1, -1, -1):
        below = series[index]
        n = 0
        while pick >= (ways := below >> FIELD * (size - n) & LOW):
            pick -= ways
            n += 1
        taken = (kinds[index],) * n + taken
        size -= n
        if not size:
            break
    return taken


# -- What refuses each play, and what carries it out.

REFUSALS: Final[Mapping[int, Callable[[DiamsPosition, Seat, Move], Refusal | None]]] = {
    MARKET: refuse_market,
    SAME: refuse_market,
    VAULT: refuse_vault,
    ESCORT: refuse_convoy,
    CRACK: refuse_crack,
    TAKE: refuse_magic,
    FORCE: refuse_force,
    PASS: refuse_pass,
}
APPLY: Final[Mapping[int, Callable[[DiamsPosition, Seat, Move, list[Ply[Move]] | None], None]]] = {
    DRAW: draw,
    REVEAL: reveal,
    MARKET: put,
    SAME: put_for_same,
    VAULT: store,
    ESCORT: escort,
    CRACK: crack,
    TAKE: conjure,
    FORCE: force,
    PASS: finish_play,
    GIVE: give,
    DISCARD: discard,
}
