"""Diam's: what a turn of a record with gaps can have done."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Final, TypeAlias

from engines.api import Seat
from engines.diams.cards import (
    CONVOY,
    CRACK,
    DISCARD,
    DISCARDING,
    DRAW,
    DRAWING,
    ESCORT,
    FORCE,
    GIVE,
    GIVING,
    MAGIC,
    MARKET,
    OVER,
    PASS,
    PLAYING,
    QUALITY,
    REVEAL,
    SAFECRACKER,
    SAME,
    STAR,
    TAKE,
    UNKNOWN,
    VAULT,
)
from engines.diams.dealing import LAID
from engines.diams.inference import masks
from engines.diams.inference.beliefs import Deck, EntryCheck, Hypothesis, called
from engines.diams.inference.masks import DIAMOND, OF_QUALITY, SPECIAL, Cards, mask_of, with_cards
from engines.diams.notation import names
from engines.diams.turns import COLLECTION, LEAST_IN_SUM, PASSING, surplus
from engines.messages import Message, Player, say

# Each play yields one hypothesis for every possibility: which unknown cards moved, and how many if
# the record does not show it. A draw or a refill, where nothing is open, changes the hypothesis
# that it is given. What is not legal is reported to the check.

Play: TypeAlias = Callable[[EntryCheck, Hypothesis], Iterator[Hypothesis]]

QUALITIES: Final = range(1, 11)
"""The qualities."""


# -- cards from the deck


def take_from_deck(
    check: EntryCheck, at: Hypothesis, cards: Sequence[int], full: bool, ended: bool
) -> bool:
    """Draw cards from the deck; `full` if the full number was drawn (DI-R4, DI-Q4)."""
    window = check.deck.window
    proof, there = check.mentions.closing, say("diams.closing-came")
    if ended and at.ended:
        check.contradict("DI-R1", say("diams.one-closing"), code="K-card", proof=proof, there=there)
        return False
    rest = at.deck - len(cards) - ended
    if rest < 0:
        message = say("diams.deck-too-small", count=at.deck - (not at.ended))
        check.contradict("DI-Q4", message, code="K-revealed", proof=proof, there=there)
        return False
    if at.loose and not full:
        rest = 0  # nobody counted it: it was empty
    if not rest and not ended and not at.ended:
        check.contradict("DI-R4", say("diams.closing-missed"), code="K-revealed")
        return False
    if not full and not check.require(rest == 0, "DI-Q4", say("diams.deck-not-empty", count=rest)):
        return False
    if ended:
        if at.loose:
            rest = max(0, min(rest, window - 1 - full))
        below = rest + 1 + full
        message = say("diams.closing-too-high", below=below, most=window)
        if not check.require(below <= window, "DI-R4", message):
            return False
        at.ended, at.left = True, check.deck.seats
    at.deck = rest
    check.sure = check.sure and UNKNOWN not in cards
    return True


def draw(check: EntryCheck, at: Hypothesis) -> bool:
    """One card to the hand, or none from an empty deck; whether it is possible."""
    drawn = check.ply.facts[-1].values
    if not take_from_deck(check, at, drawn, bool(drawn), len(check.ply.facts) > 1):
        return False
    at.hands[check.seat] = with_cards(at.hands[check.seat], map(mask_of, drawn))
    at.step = PLAYING
    return True


def reveal(check: EntryCheck, at: Hypothesis) -> bool:
    """Two diamonds to the market, special cards met to the hand; whether it is possible."""
    laid, special = check.values("reveal"), check.values("special")
    if not take_from_deck(check, at, (*laid, *special), len(laid) == 2, check.tells("end")):
        return False
    at.market = with_cards(at.market, (mask_of(card, DIAMOND) for card in laid))
    specials = (mask_of(card, SPECIAL) for card in special)
    at.hands[check.seat] = with_cards(at.hands[check.seat], specials)
    at.step = PLAYING
    return True


def refill(check: EntryCheck, at: Hypothesis) -> bool:
    """Lay out the diamonds of a refill; whether the deck can have given them."""
    laid, out = check.values("refill"), check.values("out")
    if not take_from_deck(check, at, (*laid, *out), len(laid) == LAID, check.tells("end")):
        return False
    at.market = with_cards(at.market, (mask_of(card, DIAMOND) for card in laid))
    at.gone = with_cards(at.gone, (mask_of(card, SPECIAL) for card in out))
    return True


# -- the market


def put(check: EntryCheck, at: Hypothesis) -> Iterator[Hypothesis]:
    """A diamond for nothing, or for diamonds that add up to it (DI-R8)."""
    written, taking = check.move[1], check.move[2:]
    wanted = [mask_of(card, DIAMOND) for card in taking]
    enough = not 0 < len(wanted) < LEAST_IN_SUM
    if not check.require(enough, "DI-Q6", say("diams.sum-of-two")):
        return
    wrong = say("diams.sum-impossible")
    if written != UNKNOWN and UNKNOWN not in taking:
        total = sum(QUALITY[card] for card in taking)
        wrong = say("diams.wrong-sum", total=total, quality=QUALITY[written])
    own = mask_of(written, DIAMOND)
    ways = check.hand(at, check.seat, (own,), "DI-R8")
    takes = check.market(at, wanted, "DI-R8") if ways else []
    for ((card,), hand), (taken, lying) in product(ways, takes):
        fitting = masks.add_up(card, taken) if wanted and not check.waived else (card, taken)
        if fitting is None:
            check.require(False, "DI-R8", wrong)
            continue
        after = at.clone()
        after.hands[check.seat] = with_cards(hand, fitting[1])
        after.market = with_cards(lying, fitting[:1])
        yield after
    if check.waived and wanted and ways and masks.add_up(own, tuple(wanted)) is None:
        check.require(False, "DI-R8", wrong)


def put_for_same(check: EntryCheck, at: Hypothesis) -> Iterator[Hypothesis]:
    """A diamond for all others of its quality, at least one (DI-R8a, DI-Q5)."""
    written = check.move[1]
    for quality in QUALITIES if written == UNKNOWN else (QUALITY[written],):
        own = mask_of(written) & OF_QUALITY[quality]
        for card, hand in check.hand(at, check.seat, (own,), "DI-R8"):
            for taken, lying in all_of(check, at.market, quality):
                message = say("diams.same-not-in-market", quality=quality)
                how = say("diams.take-nothing", card=names(check.move[1:]))
                if taken or check.require(False, "DI-Q5", message, remedy=how):
                    after = at.clone()
                    after.hands[check.seat] = with_cards(hand, (*card, *taken))
                    after.market = lying
                    yield after


def all_of(check: EntryCheck, cards: Cards, quality: int) -> Iterator[tuple[Cards, Cards]]:
    """The ways to take all cards of a quality."""
    mask = OF_QUALITY[quality]
    check.sure = check.sure and not any(one & mask and one & ~mask for one in cards)
    return masks.gather(cards, mask)


# -- the vault


def store(check: EntryCheck, at: Hypothesis) -> Iterator[Hypothesis]:
    """Cards to the player's own vault, as a collection or with a convoy."""
    wanted = [mask_of(card, DIAMOND) for card in check.move[1:]]
    rule, test = ("DI-R9", _collected) if check.move[0] == VAULT else ("DI-R10", _escorted)
    for moved, hand in check.hand(at, check.seat, wanted, rule):
        fitting = test(check, moved, at.vaults[check.seat])
        stored = moved if check.waived else fitting
        if stored:
            after = at.clone()
            after.hands[check.seat] = hand
            after.vaults[check.seat] = with_cards(at.vaults[check.seat], stored)
            yield after


def _collected(check: EntryCheck, moved: Cards, vault: Cards) -> Cards | None:
    """What the cards can be if they are legal with a collection among them (DI-R9, DI-Q17)."""
    # Cards that are certainly of a quality which the vault cannot have need others to make them a
    # collection; the cards whose quality is open must be enough for that.
    certain = masks.quality_count(moved)
    stored = _qualities(vault)
    loose = [q for q, n in certain.items() if n < COLLECTION and not stored >> q & 1]
    needed = sum(COLLECTION - certain[quality] for quality in loose)
    if not loose and all(n < COLLECTION for n in certain.values()):
        needed = COLLECTION - max(certain.values(), default=0)
    message = say("diams.no-collection")
    if any(n >= COLLECTION for n in certain.values()) and loose:
        message = say("diams.too-few-of-quality", count=certain[loose[0]], quality=loose[0])
    unknown = len(moved) - sum(certain.values())
    if needed > unknown:
        check.require(False, "DI-R9", message)
        return None
    surely = masks.quality_count(vault)
    check.sure = check.sure and all(n >= COLLECTION or q in surely for q, n in certain.items())
    if len(moved) > COLLECTION and (vault or len(moved) > 5):
        return moved
    # What these cards can be if all are of one quality, because they are too few for more.
    common = -1
    for mask in moved:
        common &= masks.qualities(mask)
    if not common:
        check.require(False, "DI-R9", say("diams.no-collection"))
        return None
    return tuple(sorted(mask & masks.of_qualities(common) for mask in moved))


def _qualities(cards: Cards) -> int:
    bits = 0
    for mask in cards:
        bits |= masks.qualities(mask)
    return bits


def _escorted(check: EntryCheck, moved: Cards, vault: Cards) -> Cards | None:
    """What the cards can be if each is of a quality in the vault (DI-R10, DI-Q15)."""
    allowed = masks.of_qualities(_qualities(vault))
    alien = next((mask for mask in moved if not mask & allowed), None)
    if alien is not None:
        qualities = masks.qualities(alien)
        message = say("diams.qualities-not-in-vault")
        if qualities.bit_count() == 1:
            message = say("diams.quality-not-in-vault", quality=qualities.bit_length() - 1)
        proof = check.mentions.stored.get(check.seat)
        check.require(False, "DI-Q15", message, proof=proof, there=say("diams.vault-before"))
        return None
    surely = masks.quality_count(vault)
    check.sure = check.sure and all(q in surely for q in masks.quality_count(moved))
    return tuple(sorted(mask & allowed for mask in moved))


# -- the special cards


def _spent(check: EntryCheck, at: Hypothesis, special: int) -> Iterator[Hypothesis]:
    """Move a special card from the hand to the discard pile."""
    for spent, hand in check.hand(at, check.seat, (special,), "DI-R10"):
        after = at.clone()
        after.hands[check.seat] = hand
        after.gone = with_cards(at.gone, spent)
        yield after


def escort(check: EntryCheck, at: Hypothesis) -> Iterator[Hypothesis]:
    """Diamonds of stored qualities to the player's own vault."""
    for after in _spent(check, at, 1 << CONVOY):
        yield from store(check, after)


def conjure(check: EntryCheck, at: Hypothesis) -> Iterator[Hypothesis]:
    """Any one diamond from the market to the hand."""
    wanted = (mask_of(check.move[1], DIAMOND),)
    for spent in _spent(check, at, 1 << MAGIC):
        for taken, lying in check.market(spent, wanted, "DI-R10"):
            after = spent.clone()
            after.hands[check.seat] = with_cards(spent.hands[check.seat], taken)
            after.market = lying
            yield after


def is_opponent(check: EntryCheck, at: Hypothesis, other: Seat) -> bool:
    """Whether a special card is played on another seat at the table."""
    if other != check.seat and 0 <= other < len(at.hands):
        return True
    check.contradict("DI-R10", say("diams.no-opponent", who=Player(other)), missing=True)
    return False


def crack(check: EntryCheck, at: Hypothesis) -> Iterator[Hypothesis]:
    """A safecracker's hit or miss; on a hit the next entry is the gift (DI-R10)."""
    _, victim, card = check.move
    if not is_opponent(check, at, victim):
        return
    named = DIAMOND if card == UNKNOWN else 1 << card if card & STAR else OF_QUALITY[QUALITY[card]]
    for after in _spent(check, at, 1 << SAFECRACKER):
        if check.tells("miss"):
            asked = 0 if card == UNKNOWN else named  # the vault has none of these
            vault = after.vaults[victim]
            check.sure = check.sure and bool(asked) and not any(mask & asked for mask in vault)
            after.vaults[victim] = tuple(sorted(mask & ~asked for mask in vault))
            if all(after.vaults[victim]):
                yield after
                continue
            message = say("diams.vault-has", who=Player(victim), card=called(asked))
            there = say("diams.vault-before")
            proof = check.mentions.stored.get(victim)
            check.contradict("DI-R10", message, code="K-revealed", proof=proof, there=there)
        elif any(mask & named for mask in after.vaults[victim]):
            after.step, after.asked, after.victim = GIVING, named, victim
            yield after
        else:
            check.not_in_vault(at, victim, named, "DI-R10")


def give(check: EntryCheck, at: Hypothesis) -> Iterator[Hypothesis]:
    """A diamond that was asked for, from the victim's vault to the thief's hand."""
    card = check.move[1]
    wanted = mask_of(card, at.asked)
    fits = bool(wanted & at.asked)
    if not check.require(fits, "DI-R10", say("diams.not-named", card=called(wanted)), card):
        return
    for given, vault in check.vault(at, check.seat, wanted, "DI-R10"):
        after = at.clone()
        after.vaults[check.seat] = vault
        after.hands[at.turn] = with_cards(at.hands[at.turn], given)
        after.step = PLAYING
        yield after


def force(check: EntryCheck, at: Hypothesis) -> Iterator[Hypothesis]:
    """All diamonds of a quality in the victim's hand, and those in the market (DI-Q12)."""
    _, victim, card, special = check.move
    if not is_opponent(check, at, victim):
        return
    qualities = {QUALITY[one] for one in (card, *check.values("shown")) if one != UNKNOWN}
    if len(qualities) > 1:
        check.contradict("DI-R10", say("diams.shown-other"))
        return
    for spent in _spent(check, at, mask_of(special, SPECIAL)):
        for quality in qualities or QUALITIES:
            yield from _forced(check, spent, quality)


def _forced(check: EntryCheck, at: Hypothesis, quality: int) -> Iterator[Hypothesis]:
    """A forced sale of this quality."""
    _, victim, card, _ = check.move
    mask = OF_QUALITY[quality]
    shown = [mask_of(one) & mask for one in check.values("shown")]
    for own, hand in check.hand(at, check.seat, (mask_of(card) & mask,), "DI-R10"):
        for cards, theirs in check.hand(at, victim, shown, "DI-R10"):
            kept = theirs if check.waived else tuple(sorted(one & ~mask for one in theirs))
            if not all(kept):
                # The victim had more of this quality than it showed.
                kinds = (2 * quality - 2, 2 * quality - 1)
                last = max(check.mentions.of_seat.get((victim, kind), -1) for kind in kinds)
                message = say("diams.held-back", who=Player(victim), quality=quality)
                proof = None if last < 0 else last
                there = say("diams.quality-last-named", quality=quality)
                check.contradict("DI-R10", message, code="K-revealed", proof=proof, there=there)
                continue
            check.sure = check.sure and kept == theirs
            market = with_cards(at.market, (*own, *cards))
            for taken, lying in all_of(check, market, quality) if shown else (((), market),):
                after = at.clone()
                after.hands[victim] = kept
                after.hands[check.seat] = with_cards(hand, taken)
                after.market = lying
                yield after


# -- passing and discarding


def no_play(check: EntryCheck, at: Hypothesis) -> Iterator[Hypothesis]:
    """A pass, if each card in hand can be of a kind that allows it (DI-Q9)."""
    hand = at.hands[check.seat]
    allowed = sum(1 << kind for kind in PASSING)
    left = tuple(sorted(mask & allowed for mask in hand))
    check.sure = check.sure and left == hand
    if check.require(all(left), "DI-Q9", say("diams.seat-cannot-pass", who=Player(check.seat))):
        at.hands[check.seat] = hand if check.waived else left
        yield at


def discard(check: EntryCheck, at: Hypothesis) -> Iterator[Hypothesis]:
    """Diamonds to the market, special cards to the discard pile (DI-R11)."""
    cards = check.move[1:]
    over = surplus(at.hands[check.seat])
    message = say("diams.discard-count", given=len(cards), surplus=max(over, 0))
    proof, there = check.mentions.last, say("diams.play-before")
    if not check.require(len(cards) == over, "DI-R11", message, proof=proof, there=there):
        return
    # Unknown cards can be special ones, of which there are three, or diamonds.
    known = [mask_of(card) for card in cards if card != UNKNOWN]
    unknown = len(cards) - len(known)
    for specials in range(min(3, unknown) + 1):
        wanted = (*known, *[SPECIAL] * specials, *[DIAMOND] * (unknown - specials))
        for gone, hand in check.hand(at, check.seat, wanted, "DI-R7"):
            after = at.clone()
            after.hands[check.seat] = hand
            after.market = with_cards(at.market, (mask for mask in gone if mask & DIAMOND))
            after.gone = with_cards(at.gone, (mask for mask in gone if mask & SPECIAL))
            yield after


DRAWS: Final[Mapping[int, Callable[[EntryCheck, Hypothesis], bool]]] = {
    DRAW: draw,
    REVEAL: reveal,
}
PLAYS: Final[Mapping[int, Play]] = {
    MARKET: put,
    SAME: put_for_same,
    VAULT: store,
    ESCORT: escort,
    CRACK: crack,
    TAKE: conjure,
    FORCE: force,
    PASS: no_play,
    GIVE: give,
    DISCARD: discard,
}


# The order and the end of turns.


def follow(check: EntryCheck, before: Hypothesis) -> Iterator[Hypothesis]:
    """The possible hypotheses after the entry, given one hypothesis before it."""
    op = check.move[0]
    at = before.clone()
    if not in_turn(check, at):
        return
    if op in DRAWS:
        if DRAWS[op](check, at):
            yield at
        return
    refills = check.tells("refill")
    for after in PLAYS[op](check, at):
        if after.step == GIVING:
            yield after
            continue
        over = surplus(after.hands[after.turn])
        if over > 0 and refills:
            message = say("diams.discard-before", who=Player(after.turn), surplus=over)
            check.contradict("DI-R11", message)
        elif over > 0:
            more = after.clone()
            more.step = DISCARDING
            yield more
        if over > 0 and not check.waived:
            continue
        # DI-R12: an empty market is refilled at the end of the turn, and no other.
        if refills:
            empty = not after.market
            message = say("diams.market-not-empty")
            fits = check.require(empty, "DI-R12", message) and refill(check, after)
        else:
            fits = bool(after.market) or not after.deck
            fits = fits or check.require(False, "DI-R12", say("diams.market-empty"))
        if fits:
            pass_turn(after)
            yield after


def in_turn(check: EntryCheck, at: Hypothesis) -> bool:
    """Whether seat and phase are right; with a waived entry the seat takes over the turn."""
    op, seat = check.move[0], check.seat
    fault = _disorder(at, seat, op)
    if fault is None:
        return True
    if not check.waived and at.step == OVER:
        proof, there = check.mentions.closing, say("diams.closing-came")
        check.contradict(*fault, code="K-due", proof=proof, there=there)
        return False
    undrawn = at.step == DRAWING and seat == at.turn and op in PLAYS
    how = say("diams.how-to-draw") if undrawn else None
    there = say("diams.draw-before" if at.step == PLAYING else "diams.play-before")
    proof = check.mentions.played
    if not check.require(False, *fault, proof=proof, there=there, remedy=how):
        return False
    at.turn = seat if op != GIVE else at.turn
    if at.ended:
        at.left = -1
    return True


def _disorder(at: Hypothesis, seat: Seat, op: int) -> tuple[str, Message] | None:
    """The rule broken by a seat that acts now, with the message; None if it may."""
    if at.step == OVER:
        return "DI-R13", say("diams.round-over")
    if at.step == DISCARDING and (op != DISCARD or seat != at.turn):
        hand, who = at.hands[at.turn], Player(at.turn)
        message = say("diams.has-to-discard", who=who, count=len(hand), surplus=surplus(hand))
        return "DI-R11", message
    before = (at.turn - 1) % len(at.hands)
    if op == DISCARD and at.step == DRAWING and seat == before:
        return "DI-R11", say("diams.nothing-to-discard", who=Player(seat))
    owing = at.victim if at.step == GIVING else at.turn
    if seat != owing:
        return "DI-R7", say("kit.turn", who=Player(owing))
    if at.step == DRAWING and op not in DRAWS:
        return "DI-R6", say("diams.draw-first")
    if at.step == PLAYING and op in DRAWS:
        return "DI-R7", say("diams.drawn-already", who=Player(seat))
    if (at.step == GIVING) != (op == GIVE) or (at.step == DISCARDING) != (op == DISCARD):
        return "DI-R7", say("diams.one-play")
    return None


def pass_turn(at: Hypothesis) -> None:
    """The next seat is to draw, unless the round is over."""
    at.step, at.asked, at.victim = DRAWING, 0, -1
    if at.left > 0:
        at.left -= 1
        at.step = DRAWING if at.left else OVER
    at.turn = (at.turn + 1) % len(at.hands)


# The order of turns and the deck, followed without the cards of hands, vaults and market.
#
# For records that leave open too much: what is in the zones is forgotten, but whose turn it is,
# what a turn consists of, and how many cards the deck has are still certain. After turns that
# nobody wrote down they are certain only as far as no legal turns could have changed them.


def follow_order(check: EntryCheck, before: Hypothesis) -> Iterator[Hypothesis]:
    """The possible turns after the entry; a discard comes last, since messages use the first."""
    at, move = before.clone(), check.move
    check.sure = False
    if not in_turn(check, at):
        return
    op = move[0]
    if op in DRAWS:
        if DRAWS[op](check, at):
            yield at.without_cards()
        return
    if op in (CRACK, FORCE) and not is_opponent(check, at, move[1]):
        return
    if op == CRACK and not check.tells("miss"):
        at.step, at.victim = GIVING, move[1]
        yield at
        return
    # The turn is over, or cards must be discarded first: the size of the hand is not known.
    refills = check.tells("refill")
    after = at.clone()
    if not refills or refill(check, after):
        pass_turn(after)
        yield after.without_cards()
    if not refills and op != DISCARD:
        at.step = DISCARDING
        yield at


def longest(deck: Deck, at: Hypothesis) -> int:
    """The greatest number of turns until the end of the round: each takes a card from the deck."""
    return max(0, at.left) if at.ended else at.deck + deck.seats - 1


def after_gap(deck: Deck, at: Hypothesis, turns: int | None) -> Iterator[Hypothesis]:
    """The positions to which missing turns can have led; their number is None if unknown."""
    if at.step == OVER:
        if turns is None:
            yield at
    elif at.left < 0:  # a turn out of order was let stand, so the turns left are not counted
        yield from (_later(deck, at, 0, turn) for turn in range(deck.seats))
    elif at.ended:
        for count in range(1, at.left + 1) if turns is None else (turns,):
            if count <= at.left:
                yield _closing(_later(deck, at, count, at.turn + count), at.left - count)
    else:
        next_ones: Iterable[int] = range(deck.seats) if turns is None else (at.turn + turns,)
        least = turns or 1
        for turn in next_ones:
            if at.deck > least:
                yield _later(deck, at, least, turn)
            # The closing card may have come up in one of these turns (DI-R13).
            for since in range(deck.seats if turns is None else min(deck.seats, turns)):
                if at.deck + since >= least:
                    after = _closing(_later(deck, at, least + 1, turn), deck.seats - 1 - since)
                    after.deck = min(after.deck, deck.window - 1)
                    yield after


def _later(deck: Deck, at: Hypothesis, count: int, turn: int) -> Hypothesis:
    """The hypothesis after at least `count` more cards have left the deck."""
    after = at.without_cards()
    after.turn, after.loose, after.deck = turn % deck.seats, True, max(0, at.deck - count)
    return after


def _closing(at: Hypothesis, left: int) -> Hypothesis:
    """The hypothesis with the closing card out and so many turns left."""
    at.ended, at.left = True, left
    at.step = DRAWING if left else OVER
    return at
