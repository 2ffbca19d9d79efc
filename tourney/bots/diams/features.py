"""Features of a Diam's position, as numbers for the heuristics.

Made from a view or, within a search, from a resampled state, of which also only what the seat may
know is read.
"""

from __future__ import annotations

from typing import Final

from engines.api import Seat, View
from engines.diams.cards import KINDS, NUMBERS, PHASES
from engines.diams.dealing import window
from engines.diams.position import DiamsOptions
from engines.diams.state import Diams

TURN_CARDS: Final = 1.02  # average number of cards that leave the deck in a turn


class DiamsFeatures:
    """One seat's position; hand and vault are sorted, the market counts kinds."""

    __slots__ = (
        "asked",
        "deck",
        "hand",
        "hand_counts",
        "held",
        "left",
        "market",
        "seat",
        "seats",
        "step",
        "stored",
        "vault",
        "vault_counts",
        "window",
    )

    def __init__(
        self, seat: Seat, seats: int, step: int, hand: list[int], vault: list[int]
    ) -> None:
        self.seat = seat
        self.seats = seats
        self.step = step
        self.hand = hand
        self.vault = vault
        self.held = by_quality(hand)
        self.stored = by_quality(vault)
        self.market: list[int] = []
        self.hand_counts: list[int] = []
        self.vault_counts: list[int] = []
        self.deck = 0
        self.left = 0  # turns left in the round, the current one included; 0 = not closing
        self.window = 0  # last cards among which the closing card was put (DI-R4)
        self.asked = -1  # the kind a safecracker named

    def later(self) -> float:
        """The expected number of turns of this seat after the current one."""
        if self.left:
            return 0.0
        return turns_to_come(self.deck, self.window, self.seats, self.seats - 1)


def turns_to_come(deck: int, window: int, seats: int, distance: int) -> float:
    """The expected turns of a seat that is `distance` seats away, before the closing card."""
    # On average that card lies in the middle of where it may be.
    cards = deck - window / 2 if deck > window else (deck + 1) / 2
    return (cards / TURN_CARDS + 1.5 * (seats - 1) - distance) / seats


def by_quality(cards: list[int]) -> list[int]:
    """The number of diamonds of each quality; index 0 is unused."""
    # Kinds 0 and 1 are of quality 1, without and with the star, 2 and 3 of quality 2, and so on.
    counts = [0] * 11
    for card in cards:
        if card < KINDS:
            counts[(card >> 1) + 1] += 1
    return counts


def of_state(state: Diams, seat: Seat) -> DiamsFeatures:
    """The features of a state for `seat`."""
    features = DiamsFeatures(seat, state.seats, state.step, state.hands[seat], state.vaults[seat])
    features.market = state.market
    features.hand_counts = [len(hand) for hand in state.hands]
    features.vault_counts = [len(vault) for vault in state.vaults]
    features.deck = len(state.order) - state.top
    features.left = state.left
    features.window = window(state.options, state.seats)
    features.asked = state.asked[1]
    return features


def of_view(view: View) -> DiamsFeatures:
    """The features of a view."""
    seat, players = view["you"], view["players"]
    own = players[seat]
    hand = [NUMBERS[name] for name in own["hand"]]
    vault = [NUMBERS[name] for name in own["vault"]]
    features = DiamsFeatures(seat, view["seats"], PHASES.index(view["phase"]), hand, vault)
    market = [0] * KINDS
    for name in view["market"]:
        market[NUMBERS[name]] += 1
    features.market = market
    features.hand_counts = [player["hand_count"] for player in players]
    features.vault_counts = [player["vault_count"] for player in players]
    features.deck = view["deck"]
    closing, asked = view["closing"], view["asked"]
    features.left = closing["turns_left"] + 1 if closing else 0
    options = DiamsOptions(closing=view["options"]["closing"])
    features.window = window(options, view["seats"])
    features.asked = NUMBERS[asked["kind"]] if asked else -1
    return features
