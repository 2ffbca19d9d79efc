"""Diam's: what an entry of a record does to one way the round can stand.

Every play goes through all that it can have been: which of the unknown cards moved, and how many
of them where the record does not say. What the rules forbid is told to a judge.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from typing import Final, TypeAlias

from engines.api import Fact, Ply, Seat, seat_letter
from engines.diams.cards import CONVOY, HAND_LIMIT, MAGIC, QUALITY, SAFECRACKER, UNKNOWN
from engines.diams.inference import masks
from engines.diams.inference.checks import EntryCheck, told
from engines.diams.inference.hypothesis import Hypothesis
from engines.diams.inference.masks import DIAMOND, OF_QUALITY, SPECIAL, Cards, mask_of, with_cards
from engines.diams.moves import (
    CRACK,
    DISCARD,
    DISCARDING,
    DRAW,
    DRAWING,
    ESCORT,
    FORCE,
    GIVE,
    GIVING,
    MARKET,
    OVER,
    PASS,
    PLAYING,
    REVEAL,
    SAME,
    TAKE,
    VAULT,
    Move,
)

Play: TypeAlias = Callable[[EntryCheck, Hypothesis, Ply[Move]], Iterator[Hypothesis]]
ALL: Final = range(1, 11)


class Deck:
    """What the options say about the deck: how far from the bottom the closing card may lie."""

    def __init__(self, seats: int, window: int) -> None:
        self.seats = seats
        self.window = window


def play(judge: EntryCheck, deck: Deck, before: Hypothesis) -> Iterator[Hypothesis]:
    """How the round can stand after the judge's entry if it stood so before."""
    ply = judge.ply
    assert ply.move is not None
    at = before.clone()
    if not _in_turn(judge, at, ply):
        return
    if ply.move[0] in DRAWS:
        if DRAWS[ply.move[0]](judge, deck, at, ply):
            yield at
        return
    for after in PLAYS[ply.move[0]](judge, at, ply):
        if after.step == GIVING:
            yield after
        else:
            yield from _finished(judge, deck, after)


# -- whose turn it is


def _in_turn(judge: EntryCheck, at: Hypothesis, ply: Ply[Move]) -> bool:
    """Seat and phase (DI-R6, DI-R7); what is waived takes the turn."""
    assert ply.move is not None
    op, seat = ply.move[0], ply.seat
    fault = _disorder(at, seat, op)
    if fault is None:
        return True
    if not judge.waived and at.step == OVER:
        there = "the closing card came up here"
        judge.no(*fault, code="K-due", proof=judge.memory.closing, there=there)
        return False
    if not judge.rule(False, *fault, proof=judge.memory.last, there="the play before"):
        return False
    at.turn = seat if op != GIVE else at.turn
    if at.ended:
        at.left = -1
    return True


def _disorder(at: Hypothesis, seat: Seat, op: int) -> tuple[str, str] | None:
    """The rule that is broken by who does something now, and by what."""
    letter = seat_letter(seat)
    before = (at.turn - 1) % len(at.hands)
    if at.step == OVER:
        return "DI-R13", "the round is over: '-- end round' comes next"
    if at.step == DISCARDING and (op != DISCARD or seat != at.turn):
        count = len(at.hands[at.turn])
        words = f"{count} cards in hand and has to discard {count - HAND_LIMIT}"
        return "DI-R11", f"{seat_letter(at.turn)} has {words}"
    if op == DISCARD and at.step == DRAWING and seat == before:
        return "DI-R11", f"{letter} has no more than five cards in hand"
    owing = at.victim if at.step == GIVING else at.turn
    if seat != owing:
        return "DI-R7", f"it is {seat_letter(owing)}'s turn"
    if (at.step == DRAWING) != (op in DRAWS):
        first = at.step == DRAWING
        words = "a turn starts with a draw" if first else "after the draw comes one play"
        return ("DI-R6" if first else "DI-R7"), words
    if (at.step == GIVING) != (op == GIVE) or (at.step == DISCARDING) != (op == DISCARD):
        return "DI-R7", "after the draw comes one play"
    return None


def _finished(judge: EntryCheck, deck: Deck, at: Hypothesis) -> Iterator[Hypothesis]:
    """The end of a turn: hand limit, empty market, the next seat (DI-R11, DI-R12)."""
    surplus = len(at.hands[at.turn]) - HAND_LIMIT
    if surplus > 0:
        if any(fact.name == "refill" for fact in judge.ply.facts):
            words = f"{seat_letter(at.turn)} has to discard {surplus} before that"
            judge.no("DI-R11", words)
        else:
            more = at.clone()
            more.step = DISCARDING
            yield more
        if not judge.waived:
            return
    if not _refilled(judge, deck, at):
        return
    at.step, at.asked, at.victim = DRAWING, 0, -1
    if at.left > 0:
        at.left -= 1
        at.step = DRAWING if at.left else OVER
    at.turn = (at.turn + 1) % deck.seats
    yield at


# -- the deck


def _drawn(
    judge: EntryCheck, deck: Deck, at: Hypothesis, cards: Sequence[int], full: bool, ended: bool
) -> bool:
    """Cards leave the deck; `full` if they are as many as the rules say (DI-R4, DI-Q4)."""
    memory = judge.memory
    if ended and at.ended:
        there = "it came up here"
        words = "there is only one closing card"
        judge.no("DI-R1", words, code="K-card", proof=memory.closing, there=there)
        return False
    rest = at.deck - len(cards) - ended
    if rest < 0:
        left = at.deck - (not at.ended)
        words = f"the deck has only {left} card{'' if left == 1 else 's'} left"
        judge.no("DI-Q4", words, code="K-revealed", proof=memory.closing, there="closing card")
        return False
    if not rest and not ended and not at.ended:
        judge.no("DI-R4", "the closing card must be among the last cards", code="K-revealed")
        return False
    if not full and not judge.rule(rest == 0, "DI-Q4", f"the deck still has {_cards(rest)}"):
        return False
    below = rest + 1 + full
    near = not ended or below <= deck.window
    words = f"the closing card lies {below} from the bottom, not within {deck.window}"
    if not judge.rule(near, "DI-R4", words):
        return False
    at.deck = rest
    if ended:
        at.ended, at.left = True, deck.seats
    judge.sure = judge.sure and UNKNOWN not in cards
    return True


def _cards(count: int) -> str:
    return f"{count} card{'' if count == 1 else 's'}"


def _draw(judge: EntryCheck, deck: Deck, at: Hypothesis, ply: Ply[Move]) -> bool:
    drawn = ply.facts[-1].values
    if not _drawn(judge, deck, at, drawn, bool(drawn), len(ply.facts) > 1):
        return False
    at.hands[ply.seat] = with_cards(at.hands[ply.seat], map(mask_of, drawn))
    at.step = PLAYING
    return True


def _reveal(judge: EntryCheck, deck: Deck, at: Hypothesis, ply: Ply[Move]) -> bool:
    laid, special = ply.facts[0].values, values(ply, "special")
    ended = ply.facts[-1].name == "end"
    if not _drawn(judge, deck, at, (*laid, *special), len(laid) == 2, ended):
        return False
    at.market = with_cards(at.market, (mask_of(card, DIAMOND) for card in laid))
    specials = (mask_of(card, SPECIAL) for card in special)
    at.hands[ply.seat] = with_cards(at.hands[ply.seat], specials)
    at.step = PLAYING
    return True


def values(ply: Ply[Move], name: str) -> tuple[int, ...]:
    """The cards of a fact; none if the entry has no such fact."""
    return next((fact.values for fact in ply.facts if fact.name == name), ())


def _refilled(judge: EntryCheck, deck: Deck, at: Hypothesis) -> bool:
    facts: dict[str, Fact] = {fact.name: fact for fact in judge.ply.facts}
    if "refill" not in facts:
        empty = not at.market and at.deck > 0
        return judge.rule(not empty, "DI-R12", "the market is empty and has to be refilled")
    if not judge.rule(not at.market, "DI-R12", "the market is not empty: nothing is refilled"):
        return False
    laid, out = facts["refill"].values, facts["out"].values
    if not _drawn(judge, deck, at, (*laid, *out), len(laid) == 3, "end" in facts):
        return False
    at.market = with_cards(at.market, (mask_of(card, DIAMOND) for card in laid))
    at.gone = with_cards(at.gone, (mask_of(card, SPECIAL) for card in out))
    return True


# -- the market


def _market(judge: EntryCheck, at: Hypothesis, ply: Ply[Move]) -> Iterator[Hypothesis]:
    """A diamond for nothing, or for diamonds that add up to it (DI-R8)."""
    assert ply.move is not None
    wanted = [mask_of(card, DIAMOND) for card in ply.move[2:]]
    if len(wanted) == 1 and not judge.rule(False, "DI-Q6", "a sum is of two cards or more"):
        return
    own = mask_of(ply.move[1], DIAMOND)
    ways = judge.hand(at, ply.seat, (own,), "DI-R8")
    takes = judge.market(at, wanted, "DI-R8") if ways else []
    for ((card,), hand), (taken, lying) in product(ways, takes):
        fitting = masks.add_up(card, taken) if wanted and not judge.waived else (card, taken)
        if fitting is None:
            judge.rule(False, "DI-R8", _sum_words(ply.move))
            continue
        after = at.clone()
        after.hands[ply.seat] = with_cards(hand, fitting[1])
        after.market = with_cards(lying, fitting[:1])
        yield after
    if judge.waived and wanted and ways and masks.add_up(own, tuple(wanted)) is None:
        judge.rule(False, "DI-R8", _sum_words(ply.move))


def _sum_words(move: Move) -> str:
    if UNKNOWN in move[1:]:
        return "the cards taken cannot add up to the card played"
    total = sum(QUALITY[card] for card in move[2:])
    return f"the cards taken add up to {total}, not {QUALITY[move[1]]}"


def _same(judge: EntryCheck, at: Hypothesis, ply: Ply[Move]) -> Iterator[Hypothesis]:
    """All diamonds of the quality played, which must be one at least (DI-R8a, DI-Q5)."""
    assert ply.move is not None
    for quality in _possible(ply.move[1]):
        own = mask_of(ply.move[1]) & OF_QUALITY[quality]
        for card, hand in judge.hand(at, ply.seat, (own,), "DI-R8"):
            for taken, lying in _all_of(judge, at.market, quality):
                words = f"no other diamond of quality {quality} in the market"
                if judge.rule(bool(taken), "DI-Q5", words):
                    after = at.clone()
                    after.hands[ply.seat] = with_cards(hand, (*card, *taken))
                    after.market = lying
                    yield after


def _possible(card: int) -> Sequence[int]:
    return ALL if card == UNKNOWN else (QUALITY[card],)


def _all_of(judge: EntryCheck, cards: Cards, quality: int) -> Iterator[tuple[Cards, Cards]]:
    mask = OF_QUALITY[quality]
    judge.sure = judge.sure and not any(one & mask and one & ~mask for one in cards)
    return masks.gather(cards, mask)


# -- the vault


def _vault(judge: EntryCheck, at: Hypothesis, ply: Ply[Move]) -> Iterator[Hypothesis]:
    assert ply.move is not None
    wanted = [mask_of(card, DIAMOND) for card in ply.move[1:]]
    rule = "DI-R9" if ply.move[0] == VAULT else "DI-R10"
    test = _collected if ply.move[0] == VAULT else _escorted
    for moved, hand in judge.hand(at, ply.seat, wanted, rule):
        fitting = test(judge, moved, at.vaults[ply.seat])
        stored = moved if judge.waived else fitting
        if stored:
            after = at.clone()
            after.hands[ply.seat] = hand
            after.vaults[ply.seat] = with_cards(at.vaults[ply.seat], stored)
            yield after


def _collected(judge: EntryCheck, moved: Cards, vault: Cards) -> Cards | None:
    """What the cards can be if they hold a collection and all fit (DI-R9, DI-Q17)."""
    certain = masks.quality_count(moved)
    stored = _qualities(vault)
    loose = [quality for quality, n in certain.items() if n < 3 and not stored >> quality & 1]
    needed = sum(3 - certain[quality] for quality in loose)
    if not loose and all(n < 3 for n in certain.values()):
        needed = 3 - max(certain.values(), default=0)
    words = "no collection of three to five of one quality"
    if any(n >= 3 for n in certain.values()) and loose:
        words = f"{certain[loose[0]]} of quality {loose[0]} are no collection"
    unknown = len(moved) - sum(certain.values())
    if needed > unknown:
        judge.rule(False, "DI-R9", words)
        return None
    surely = masks.quality_count(vault)
    judge.sure = judge.sure and all(n >= 3 or q in surely for q, n in certain.items())
    if len(moved) > 3 and (vault or len(moved) > 5):
        return moved
    return _of_one_quality(judge, moved)


def _of_one_quality(judge: EntryCheck, moved: Cards) -> Cards | None:
    """So few cards are one collection."""
    common = -1
    for mask in moved:
        common &= masks.qualities(mask)
    if not common:
        judge.rule(False, "DI-R9", "no collection of three to five of one quality")
        return None
    return tuple(sorted(mask & masks.of_qualities(common) for mask in moved))


def _qualities(cards: Cards) -> int:
    bits = 0
    for mask in cards:
        bits |= masks.qualities(mask)
    return bits


def _escorted(judge: EntryCheck, moved: Cards, vault: Cards) -> Cards | None:
    """What the cards can be if each is of a quality in the vault (DI-R10, DI-Q15)."""
    stored = _qualities(vault)
    allowed = masks.of_qualities(stored)
    alien = next((mask for mask in moved if not mask & allowed), None)
    if alien is not None:
        words = (
            f"no diamond of quality {told(masks.of_qualities(masks.qualities(alien)))} in the vault"
        )
        proof = judge.memory.stored.get(judge.ply.seat)
        judge.rule(False, "DI-Q15", words, proof=proof, there="the vault before")
        return None
    surely = masks.quality_count(vault)
    judge.sure = judge.sure and all(q in surely for q in masks.quality_count(moved))
    return tuple(sorted(mask & allowed for mask in moved))


# -- specials


def _spent(judge: EntryCheck, at: Hypothesis, seat: Seat, special: int) -> Iterator[Hypothesis]:
    """A special goes from the hand to the discard pile."""
    for spent, hand in judge.hand(at, seat, (special,), "DI-R10"):
        after = at.clone()
        after.hands[seat] = hand
        after.gone = with_cards(at.gone, spent)
        yield after


def _convoy(judge: EntryCheck, at: Hypothesis, ply: Ply[Move]) -> Iterator[Hypothesis]:
    for after in _spent(judge, at, ply.seat, 1 << CONVOY):
        yield from _vault(judge, after, ply)


def _magic(judge: EntryCheck, at: Hypothesis, ply: Ply[Move]) -> Iterator[Hypothesis]:
    assert ply.move is not None
    wanted = (mask_of(ply.move[1], DIAMOND),)
    for spent in _spent(judge, at, ply.seat, 1 << MAGIC):
        for taken, lying in judge.market(spent, wanted, "DI-R10"):
            after = spent.clone()
            after.hands[ply.seat] = with_cards(spent.hands[ply.seat], taken)
            after.market = lying
            yield after


def _opponent(judge: EntryCheck, at: Hypothesis, seat: Seat, other: Seat) -> bool:
    if other != seat and 0 <= other < len(at.hands):
        return True
    judge.no("DI-R10", f"{seat_letter(other)} is no opponent", missing=True)
    return False


def _crack(judge: EntryCheck, at: Hypothesis, ply: Ply[Move]) -> Iterator[Hypothesis]:
    """Whether the vault has what was named; what is given comes next (DI-R10)."""
    assert ply.move is not None
    _, victim, card = ply.move
    if not _opponent(judge, at, ply.seat, victim):
        return
    named = DIAMOND if card == UNKNOWN else 1 << card if card & 1 else OF_QUALITY[QUALITY[card]]
    for after in _spent(judge, at, ply.seat, 1 << SAFECRACKER):
        if any(fact.name == "miss" for fact in ply.facts):
            if _missed(judge, after, victim, 0 if card == UNKNOWN else named):
                yield after
        elif any(mask & named for mask in after.vaults[victim]):
            after.step, after.asked, after.victim = GIVING, named, victim
            yield after
        else:
            judge.not_in_vault(at, victim, named, "DI-R10")


def _missed(judge: EntryCheck, at: Hypothesis, victim: Seat, named: int) -> bool:
    """Nothing in the vault is what was named; 0 if that is unknown."""
    vault = at.vaults[victim]
    judge.sure = judge.sure and bool(named) and not any(mask & named for mask in vault)
    at.vaults[victim] = tuple(sorted(mask & ~named for mask in vault))
    if not all(at.vaults[victim]):
        words = f"{seat_letter(victim)} has a {told(named)} in the vault"
        proof = judge.memory.stored.get(victim)
        judge.no("DI-R10", words, code="K-revealed", proof=proof, there="the vault before")
        return False
    return True


def _give(judge: EntryCheck, at: Hypothesis, ply: Ply[Move]) -> Iterator[Hypothesis]:
    assert ply.move is not None
    wanted = mask_of(ply.move[1], at.asked)
    if not wanted & at.asked:
        words = f"{told(wanted)} is not what was named"
        if not judge.rule(False, "DI-R10", words, ply.move[1]):
            return
    for given, vault in judge.vault(at, ply.seat, wanted, "DI-R10"):
        after = at.clone()
        after.vaults[ply.seat] = vault
        after.hands[at.turn] = with_cards(at.hands[at.turn], given)
        after.step = PLAYING
        yield after


def _force(judge: EntryCheck, at: Hypothesis, ply: Ply[Move]) -> Iterator[Hypothesis]:
    """All diamonds of a quality that a hand holds, and with them those of the market (DI-Q12)."""
    assert ply.move is not None
    _, victim, card, special = ply.move
    if not _opponent(judge, at, ply.seat, victim):
        return
    shown = values(ply, "shown")
    qualities = {QUALITY[one] for one in (card, *shown) if one != UNKNOWN}
    if len(qualities) > 1:
        judge.no("DI-R10", "what is shown is not of the quality of the card played")
        return
    for spent in _spent(judge, at, ply.seat, mask_of(special, SPECIAL)):
        for quality in qualities or ALL:
            yield from _forced(judge, spent, ply, quality)


def _forced(
    judge: EntryCheck, at: Hypothesis, ply: Ply[Move], quality: int
) -> Iterator[Hypothesis]:
    assert ply.move is not None
    _, victim, card, _ = ply.move
    mask = OF_QUALITY[quality]
    shown = [mask_of(one) & mask for one in values(ply, "shown")]
    for own, hand in judge.hand(at, ply.seat, (mask_of(card) & mask,), "DI-R10"):
        for cards, theirs in judge.hand(at, victim, shown, "DI-R10"):
            kept = theirs if judge.waived else tuple(sorted(one & ~mask for one in theirs))
            if not all(kept):
                _held_back(judge, victim, quality)
                continue
            judge.sure = judge.sure and kept == theirs
            market = with_cards(at.market, (*own, *cards))
            for taken, lying in _all_of(judge, market, quality) if shown else (((), market),):
                after = at.clone()
                after.hands[victim] = kept
                after.hands[ply.seat] = with_cards(hand, taken)
                after.market = lying
                yield after


def _held_back(judge: EntryCheck, victim: Seat, quality: int) -> None:
    words = f"{seat_letter(victim)} has more of quality {quality} in hand than is shown"
    memory = judge.memory
    kinds = (2 * quality - 2, 2 * quality - 1)
    proof = max((memory.of_seat.get((victim, kind), -1) for kind in kinds), default=-1)
    there = f"quality {quality} was last named here"
    judge.no("DI-R10", words, code="K-revealed", proof=None if proof < 0 else proof, there=there)


# -- the rest


def _pass(judge: EntryCheck, at: Hypothesis, ply: Ply[Move]) -> Iterator[Hypothesis]:
    """Only a hand without a diamond passes (DI-Q9)."""
    hand = at.hands[ply.seat]
    left = tuple(sorted(mask & SPECIAL for mask in hand))
    judge.sure = judge.sure and left == hand
    letter = seat_letter(ply.seat)
    if judge.rule(all(left), "DI-Q9", f"{letter} has a diamond in hand, so no pass"):
        at.hands[ply.seat] = hand if judge.waived else left
        yield at


def _discard(judge: EntryCheck, at: Hypothesis, ply: Ply[Move]) -> Iterator[Hypothesis]:
    """Diamonds to the market, specials away (DI-R11)."""
    assert ply.move is not None
    cards = ply.move[1:]
    surplus = len(at.hands[ply.seat]) - HAND_LIMIT
    words = f"{len(cards)} discarded, {max(surplus, 0)} have to go"
    proof = judge.memory.last
    fits = judge.rule(len(cards) == surplus, "DI-R11", words, proof=proof, there="the play before")
    if not fits:
        return
    known = [mask_of(card) for card in cards if card != UNKNOWN]
    unknown = len(cards) - len(known)
    for specials in range(min(3, unknown) + 1):
        wanted = (*known, *[SPECIAL] * specials, *[DIAMOND] * (unknown - specials))
        for gone, hand in judge.hand(at, ply.seat, wanted, "DI-R7"):
            after = at.clone()
            after.hands[ply.seat] = hand
            after.market = with_cards(at.market, (mask for mask in gone if mask & DIAMOND))
            after.gone = with_cards(at.gone, (mask for mask in gone if mask & SPECIAL))
            yield after


DRAWS: Final[Mapping[int, Callable[[EntryCheck, Deck, Hypothesis, Ply[Move]], bool]]] = {
    DRAW: _draw,
    REVEAL: _reveal,
}
PLAYS: Final[Mapping[int, Play]] = {
    MARKET: _market,
    SAME: _same,
    VAULT: _vault,
    ESCORT: _convoy,
    CRACK: _crack,
    TAKE: _magic,
    FORCE: _force,
    PASS: _pass,
    GIVE: _give,
    DISCARD: _discard,
}
