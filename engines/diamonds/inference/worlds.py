"""Diamonds: hands that the others could have, given everything a seat has observed in this round.

`observe` reads the position and keeps what the seat knows: its own cards, the cards played, what it
passed and got, and the suits that others have shown to lack. `determinize` deals the other cards
within these limits and decides what the others passed to each other.
"""

from random import Random
from typing import NamedTuple

from engines.api import Seat
from engines.diamonds.cards import SUIT
from engines.diamonds.dealing import pool
from engines.diamonds.position import PASSING, PLAYING
from engines.diamonds.state import Diamonds
from engines.diamonds.turns import played_cards, receiver
from engines.kit.shuffling import shuffle


class DiamondsKnowledge(NamedTuple):
    """What a seat knows about the cards of this round."""

    seat: Seat
    hand: tuple[int, ...]
    unseen: tuple[int, ...]  # neither played nor known to be in a certain hand, sorted
    room: tuple[int, ...]  # number of unseen cards in each hand
    known: tuple[tuple[int, ...], ...]  # cards known to be in each other hand
    void: tuple[int, ...]  # suits that each hand is known to lack, as bits
    played: tuple[tuple[int, ...], ...]  # cards that each seat played


def observe(state: Diamonds, seat: Seat) -> DiamondsKnowledge:
    """What `seat` knows in this position."""
    played: list[list[int]] = [[] for _ in range(state.seats)]
    void = [0] * state.seats
    for at, (player, card) in enumerate(played_cards(state)):
        played[player].append(card)
        led = SUIT[state.played[at // state.size * state.size]]
        if SUIT[card] != led:
            void[player] |= 1 << led
    known: list[tuple[int, ...]] = [()] * state.seats
    if state.step == PLAYING:
        given = state.chosen[seat]
        to = receiver(state, seat)
        known[to] = tuple(card for card in given if card not in played[to])
    hand = tuple(state.hand(seat))
    gone = {*hand, *(card for cards in (*played, *known) for card in cards)}
    unseen = tuple(card for card in pool(state) if card not in gone)
    room = tuple(
        0 if other == seat else len(state.hand(other)) - len(known[other])
        for other in range(state.seats)
    )
    return DiamondsKnowledge(
        seat, hand, unseen, room, tuple(known), tuple(void), tuple(map(tuple, played))
    )


def determinize(state: Diamonds, seat: Seat, rng: Random) -> Diamonds:
    """A random state that agrees with everything `seat` has observed."""
    observed = observe(state, seat)
    dealt = _deal(observed, rng)
    hands = [
        list(observed.hand) if other == seat else sorted((*observed.known[other], *dealt[other]))
        for other in range(state.seats)
    ]
    twin = state.clone()
    twin.hands = [[[c for c in hand if SUIT[c] == s] for s in range(4)] for hand in hands]
    _pass(twin, observed, hands, rng)
    # The hands as dealt: cards in hand and cards played, with passes undone.
    first = [{*hands[other], *observed.played[other]} for other in range(state.seats)]
    if state.step == PLAYING:
        for giver, passed in enumerate(twin.chosen):
            first[receiver(twin, giver)] -= {*passed}
        for giver, passed in enumerate(twin.chosen):
            first[giver] |= {*passed}
    rest = sorted({*pool(state)}.difference(*first))
    shuffle(rest, rng)
    twin.order = (*(card for hand in first for card in sorted(hand)), *rest)
    return twin


def _deal(observed: DiamondsKnowledge, rng: Random) -> list[list[int]]:
    """Deal the unseen cards to hands that may have their suits; the others were not dealt."""
    cards = list(observed.unseen)
    shuffle(cards, rng)
    cards.sort(key=lambda card: -sum(void >> SUIT[card] & 1 for void in observed.void))
    hands: list[list[int]] = [[] for _ in observed.room]
    places = [seat for seat, room in enumerate(observed.room) for _ in range(room)]
    spare = len(cards) - len(places)
    places += [-1] * spare
    shuffle(places, rng)
    owner = _match(cards, places, observed.void)
    for card, place in zip(cards, owner, strict=True):
        if places[place] >= 0:
            hands[places[place]].append(card)
    return hands


def _match(cards: list[int], places: list[int], void: tuple[int, ...]) -> list[int]:
    """A place for every card; if none is free, other cards are moved (augmenting paths)."""
    taken = [-1] * len(places)  # place -> index of its card
    owner = [-1] * len(cards)
    suits = [void[seat] if seat >= 0 else 0 for seat in places]
    free = list(range(len(places)))
    for index, card in enumerate(cards):
        suit = SUIT[card]
        for at, place in enumerate(free):
            if not suits[place] >> suit & 1:
                free.pop(at)
                taken[place], owner[index] = index, place
                break
        else:
            _augment(index, cards, suits, taken, owner, set())
            free = [place for place in free if taken[place] < 0]
    return owner


def _augment(
    index: int,
    cards: list[int],
    suits: list[int],
    taken: list[int],
    owner: list[int],
    tried: set[int],
) -> bool:
    for place, held in enumerate(taken):
        if place in tried or suits[place] >> SUIT[cards[index]] & 1:
            continue
        tried.add(place)
        if held < 0 or _augment(held, cards, suits, taken, owner, tried):
            taken[place], owner[index] = index, place
            return True
    return False


def _pass(twin: Diamonds, observed: DiamondsKnowledge, hands: list[list[int]], rng: Random) -> None:
    """Choose what the others passed, among the cards that their receivers may have got."""
    count = twin.announced
    if twin.step == PLAYING:
        for giver in range(twin.seats):
            to = receiver(twin, giver)
            if observed.seat in (giver, to):
                continue
            held = [*hands[to], *observed.played[to]]
            twin.chosen[giver] = tuple(sorted(rng.sample(sorted(held), count)))
    elif twin.step == PASSING:
        for giver in range(twin.seats):
            if giver != observed.seat and twin.chosen[giver]:
                twin.chosen[giver] = tuple(sorted(rng.sample(hands[giver], count)))
