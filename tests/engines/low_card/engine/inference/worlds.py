"""Low Card: deals that agree with what a seat has seen."""

from random import Random

from engines.api import Seat
from engines.low_card.cards import CARDS
from engines.low_card.state import LowCard


def determinize(state: LowCard, seat: Seat, rng: Random) -> LowCard:
    """A state that agrees with everything `seat` has seen; the other cards are dealt again."""
    seen = {*state.dealt(seat), *state.played}
    unseen = [card for card in CARDS if card not in seen]
    rng.shuffle(unseen)
    order: list[int] = []
    for other in range(state.seats) if state.order else ():
        known = [card for card in state.dealt(other) if other == seat or card in state.played]
        order += known
        order += [unseen.pop() for _ in range(state.cards - len(known))]
    world = state.clone()
    world.order = (*order, *unseen) if state.order else ()
    return world
