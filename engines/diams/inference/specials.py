"""Diam's: the effect of a special card on one hypothesis about the round."""

from collections.abc import Iterator

from engines.api import Ply, Seat
from engines.diams.cards import CONVOY, MAGIC, QUALITY, SAFECRACKER, STAR, UNKNOWN
from engines.diams.inference.checks import EntryCheck, called
from engines.diams.inference.deck import values
from engines.diams.inference.hypothesis import Hypothesis
from engines.diams.inference.masks import DIAMOND, OF_QUALITY, SPECIAL, mask_of, with_cards
from engines.diams.inference.plays import ALL, all_of, store
from engines.diams.moves import GIVING, PLAYING, Move
from engines.messages import Player, say


def _spent(check: EntryCheck, at: Hypothesis, seat: Seat, special: int) -> Iterator[Hypothesis]:
    """Move a special card from the hand to the discard pile."""
    for spent, hand in check.hand(at, seat, (special,), "DI-R10"):
        after = at.clone()
        after.hands[seat] = hand
        after.gone = with_cards(at.gone, spent)
        yield after


def escort(check: EntryCheck, at: Hypothesis, ply: Ply[Move]) -> Iterator[Hypothesis]:
    """Diamonds of stored qualities to the player's own vault."""
    for after in _spent(check, at, ply.seat, 1 << CONVOY):
        yield from store(check, after, ply)


def conjure(check: EntryCheck, at: Hypothesis, ply: Ply[Move]) -> Iterator[Hypothesis]:
    """Any one diamond from the market to the hand."""
    assert ply.move is not None
    wanted = (mask_of(ply.move[1], DIAMOND),)
    for spent in _spent(check, at, ply.seat, 1 << MAGIC):
        for taken, lying in check.market(spent, wanted, "DI-R10"):
            after = spent.clone()
            after.hands[ply.seat] = with_cards(spent.hands[ply.seat], taken)
            after.market = lying
            yield after


def is_opponent(check: EntryCheck, at: Hypothesis, seat: Seat, other: Seat) -> bool:
    """Whether a special card is played on another seat at the table."""
    if other != seat and 0 <= other < len(at.hands):
        return True
    check.contradict("DI-R10", say("diams.no-opponent", who=Player(other)), missing=True)
    return False


def crack(check: EntryCheck, at: Hypothesis, ply: Ply[Move]) -> Iterator[Hypothesis]:
    """A safecracker's hit or miss; on a hit the next entry is the gift (DI-R10)."""
    assert ply.move is not None
    _, victim, card = ply.move
    if not is_opponent(check, at, ply.seat, victim):
        return
    named = DIAMOND if card == UNKNOWN else 1 << card if card & STAR else OF_QUALITY[QUALITY[card]]
    for after in _spent(check, at, ply.seat, 1 << SAFECRACKER):
        if any(fact.name == "miss" for fact in ply.facts):
            if _missed(check, after, victim, 0 if card == UNKNOWN else named):
                yield after
        elif any(mask & named for mask in after.vaults[victim]):
            after.step, after.asked, after.victim = GIVING, named, victim
            yield after
        else:
            check.not_in_vault(at, victim, named, "DI-R10")


def _missed(check: EntryCheck, at: Hypothesis, victim: Seat, named: int) -> bool:
    """Remove the kinds asked for (0 if unknown) from what the vault can contain."""
    vault = at.vaults[victim]
    check.sure = check.sure and bool(named) and not any(mask & named for mask in vault)
    at.vaults[victim] = tuple(sorted(mask & ~named for mask in vault))
    if not all(at.vaults[victim]):
        message, there = (
            say("diams.vault-has", who=Player(victim), card=called(named)),
            say("diams.vault-before"),
        )
        proof = check.mentions.stored.get(victim)
        check.contradict("DI-R10", message, code="K-revealed", proof=proof, there=there)
        return False
    return True


def give(check: EntryCheck, at: Hypothesis, ply: Ply[Move]) -> Iterator[Hypothesis]:
    """A diamond that was asked for, from the victim's vault to the thief's hand."""
    assert ply.move is not None
    wanted = mask_of(ply.move[1], at.asked)
    fits = bool(wanted & at.asked)
    if not check.require(fits, "DI-R10", say("diams.not-named", card=called(wanted)), ply.move[1]):
        return
    for given, vault in check.vault(at, ply.seat, wanted, "DI-R10"):
        after = at.clone()
        after.vaults[ply.seat] = vault
        after.hands[at.turn] = with_cards(at.hands[at.turn], given)
        after.step = PLAYING
        yield after


def force(check: EntryCheck, at: Hypothesis, ply: Ply[Move]) -> Iterator[Hypothesis]:
    """All diamonds of a quality in the victim's hand, and those in the market (DI-Q12)."""
    assert ply.move is not None
    _, victim, card, special = ply.move
    if not is_opponent(check, at, ply.seat, victim):
        return
    shown = values(ply, "shown")
    qualities = {QUALITY[one] for one in (card, *shown) if one != UNKNOWN}
    if len(qualities) > 1:
        check.contradict("DI-R10", say("diams.shown-other"))
        return
    for spent in _spent(check, at, ply.seat, mask_of(special, SPECIAL)):
        for quality in qualities or ALL:
            yield from _forced(check, spent, ply, quality)


def _forced(
    check: EntryCheck, at: Hypothesis, ply: Ply[Move], quality: int
) -> Iterator[Hypothesis]:
    assert ply.move is not None
    _, victim, card, _ = ply.move
    mask = OF_QUALITY[quality]
    shown = [mask_of(one) & mask for one in values(ply, "shown")]
    for own, hand in check.hand(at, ply.seat, (mask_of(card) & mask,), "DI-R10"):
        for cards, theirs in check.hand(at, victim, shown, "DI-R10"):
            kept = theirs if check.waived else tuple(sorted(one & ~mask for one in theirs))
            if not all(kept):
                _held_back(check, victim, quality)
                continue
            check.sure = check.sure and kept == theirs
            market = with_cards(at.market, (*own, *cards))
            for taken, lying in all_of(check, market, quality) if shown else (((), market),):
                after = at.clone()
                after.hands[victim] = kept
                after.hands[ply.seat] = with_cards(hand, taken)
                after.market = lying
                yield after


def _held_back(check: EntryCheck, victim: Seat, quality: int) -> None:
    mentions = check.mentions
    kinds = (2 * quality - 2, 2 * quality - 1)
    last = max(mentions.of_seat.get((victim, kind), -1) for kind in kinds)
    message = say("diams.held-back", who=Player(victim), quality=quality)
    proof, there = None if last < 0 else last, say("diams.quality-last-named", quality=quality)
    check.contradict("DI-R10", message, code="K-revealed", proof=proof, there=there)
