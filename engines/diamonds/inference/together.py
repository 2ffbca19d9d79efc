"""Diamonds: all hands of a round considered together, with the suits that players have run out of.

`holdings` looks at one hand after the other. Here every card played or still in a hand must get a
card of its own, and every card that was dealt must be with somebody: two bipartite matchings.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from engines.api import Finding, Refusal, Seat
from engines.diamonds.cards import NAMES, RANKS, UNKNOWN, deck
from engines.diamonds.inference.described import Play, Written, rank_of, suit_of
from engines.diamonds.inference.holdings import DiamondsHoldings
from engines.kit.matching import uncovered
from engines.messages import Message, Player, say

Cards = int
"""A set of cards, bit c for card c."""


class HeldCard(NamedTuple):
    """An unknown card that a player has played, or still has (`play` None): what it can be."""

    seat: Seat
    play: Play | None
    cards: Cards


def contradiction(holdings: DiamondsHoldings, latest: Play) -> Finding | None:
    """A problem if the cards of all hands cannot be chosen together after the latest play."""
    if any(len(line.cards) != holdings.passes for line in holdings.passed.values()):
        return None  # a wrong number was let stand, so nobody knows how many cards a hand has
    owner = _owners(holdings)
    held = [*_held(holdings, owner)]
    wrong = _first_without([one.cards for one in held])
    if wrong is not None:
        return _impossible(held[wrong], latest)
    places: dict[Cards, int] = {}  # with equal cards
    for at, one in enumerate(held):
        places[one.cards] = places.get(one.cards, 0) | 1 << at
    required = _required(holdings, owner)
    lost = _first_without(
        [sum(there for cards, there in places.items() if cards >> card & 1) for card in required]
    )
    return (
        None
        if lost is None
        else _card_problem(say("diamonds.nobody-has", card=NAMES[required[lost]]), latest)
    )


def _owners(holdings: DiamondsHoldings) -> dict[int, Seat]:
    """The seats to which known cards were dealt."""
    lines = (*holdings.passed.items(), *holdings.dealt.items())
    return {card: seat for seat, line in lines for card in line.cards if card < UNKNOWN}


def _held(holdings: DiamondsHoldings, owner: Mapping[int, Seat]) -> Iterator[HeldCard]:
    shown = sum(1 << card for card in holdings.shown)
    seats = range(len(holdings.receivers))
    own = [0] * len(seats)
    for card, seat in owner.items():
        own[seat] |= 1 << card
    dealt = [_dealt(holdings, own, seat) for seat in seats]
    for seat in seats:
        giver = holdings.givers[seat]
        came = _passed(holdings.passed.get(giver), dealt[giver], holdings.ranks)
        kept = dealt[seat] & ~_known(holdings.passed.get(seat))
        possible, plays = (kept | came) & ~shown, holdings.plays[seat]
        lacks = 0
        for play in plays:
            if play.card >= UNKNOWN:
                cards = possible & _meant(play.card, holdings.ranks) & ~lacks
                yield HeldCard(seat, play, cards)
            if play.led is not None and play.discards() and not play.waived:
                lacks |= _suit(play.led)
        left = possible if holdings.unseen else possible & ~lacks
        yield from [HeldCard(seat, None, left)] * (holdings.size - len(plays))


def _dealt(holdings: DiamondsHoldings, own: Sequence[Cards], seat: Seat) -> Cards:
    """The cards that can have been dealt to a seat; `own` are those certainly dealt to each."""
    line = holdings.dealt.get(seat)
    unknown = _all(holdings.ranks) if line is None else _unknown(line, holdings.ranks)
    return own[seat] | unknown & ~sum(own)


def _passed(line: Written | None, dealt: Cards, ranks: int) -> Cards:
    """The cards that a seat to which these can have been dealt can have passed."""
    return dealt if line is None else _known(line) | dealt & _unknown(line, ranks)


def _known(line: Written | None) -> Cards:
    return sum(1 << card for card in line.cards if card < UNKNOWN) if line else 0


def _unknown(line: Written, ranks: int) -> Cards:
    """What the cards of a line that are not known can be."""
    found = 0
    for card in line.cards:
        found |= _meant(card, ranks) if card >= UNKNOWN else 0
    return found


def _required(holdings: DiamondsHoldings, owner: Mapping[int, Seat]) -> Sequence[int]:
    """The cards that must be in a hand or among the unknown cards played."""
    cards = deck(holdings.ranks)
    everything = holdings.size * len(holdings.receivers) == len(cards)
    return [card for card in (cards if everything else owner) if card not in holdings.shown]


def _first_without(rows: Sequence[int]) -> int | None:
    """The first row that cannot have a column of its own; None if all can.

    A row with as many columns as there are rows always finds one.
    """
    hard = [at for at, row in enumerate(rows) if row.bit_count() < len(rows)]
    wrong = uncovered([_bits(rows[at]) for at in hard])
    return None if wrong is None else hard[wrong]


def _impossible(one: HeldCard, latest: Play) -> Finding:
    if one.play is None:
        return _card_problem(say("diamonds.no-hand-left", who=Player(one.seat)), latest)
    name = NAMES[one.play.card]
    if one.play is latest:
        refusal = Refusal(
            "DM-R6", say("diamonds.other-cards", who=Player(one.seat), card=name), (), True
        )
        return Finding("problem", refusal)
    found = _card_problem(say("diamonds.can-be-none", who=Player(one.seat), card=name), latest)
    return found._replace(proof=one.play.entry, there=say("diamonds.played-here", card=name))


def _card_problem(message: Message, latest: Play) -> Finding:
    return Finding("problem", Refusal("DM-R1", message, (latest.card,), True), "K-card")


@cache
def _all(ranks: int) -> Cards:
    return sum(1 << card for card in deck(ranks))


@cache
def _suit(suit: int) -> Cards:
    return sum(1 << RANKS * suit + rank for rank in range(RANKS))


@cache
def _meant(card: int, ranks: int) -> Cards:
    """The cards that a description can mean."""
    suit, rank = suit_of(card), rank_of(card)
    return sum(
        1 << one
        for one in deck(ranks)
        if suit in (None, one // RANKS) and rank in (None, one % RANKS)
    )


@lru_cache(maxsize=4096)
def _bits(cards: int) -> tuple[int, ...]:
    found = []
    while cards:
        low = cards & -cards
        found.append(low.bit_length() - 1)
        cards ^= low
    return tuple(found)
