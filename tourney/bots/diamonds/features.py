"""Features of a Diamonds position, as numbers for the heuristic.

Made from a view or, within a search, from a resampled state, of which also only what the seat may
know is read.
"""

from __future__ import annotations

from collections.abc import Sequence

from engines.api import Seat, View
from engines.diamonds.cards import NUMBERS, RANKS, SUIT, SUITS
from engines.diamonds.position import PERFECT_RANKS, PHASES
from engines.diamonds.state import Diamonds


class DiamondsFeatures:
    """One seat's position; the hand is sorted by suits."""

    __slots__ = (
        "after",
        "announced",
        "best",
        "cards",
        "clean",
        "hand",
        "hidden",
        "led",
        "margins",
        "mate",
        "others",
        "ranks",
        "seats",
        "showroom",
        "step",
        "teams",
        "thief",
        "unplayed",
    )

    def __init__(self, step: int, seats: int, teams: int, hand: list[list[int]]) -> None:
        self.step = step
        self.seats = seats
        self.teams = teams
        self.hand = hand
        self.cards = sum(map(len, hand))
        self.announced = 0
        self.led = -1  # the suit to follow; -1 = this seat leads
        self.best = -1
        self.after = 0  # cards still to come in the trick after this seat's
        self.mate = False  # whether the own team is winning the trick
        self.clean = True  # whether this seat has taken no trick yet
        self.showroom = 0
        self.others = 0  # showroom of the thief's team
        self.thief = 0  # seats to the left up to the token, counted by teams
        self.ranks = RANKS
        self.hidden = 1  # cards neither played nor in this hand
        self.margins: list[int] = []  # by suit: own cards taken less those of the best other
        self.unplayed = 1.0  # share of the others' initial cards that are not played yet


def of_state(state: Diamonds, seat: Seat) -> DiamondsFeatures:
    """The features of a state for `seat`."""
    teams = len(state.vault)
    features = DiamondsFeatures(state.step, state.seats, teams, state.hands[seat])
    own = seat % teams
    features.announced = state.announced
    if state.laid:
        features.led = state.led
        features.best = state.best
        features.mate = state.winner % teams == own
    features.after = state.size - state.laid - 1
    features.clean = seat not in state.won
    features.showroom = state.showroom[own]
    features.thief = (state.thief - seat) % teams
    features.others = state.showroom[state.thief % teams]
    _count(features, state.options.perfect, len(state.played))
    return features


def margins(by_seat: Sequence[Sequence[int]], seat: Seat, teams: int) -> list[int]:
    """By suit, the cards that the own team has taken, less those of the best other team."""
    # Partners sit opposite: the seats of a team are equal modulo the number of teams.
    counts = [[0] * 4 for _ in range(teams)]
    for other, cards in enumerate(by_seat):
        team = counts[other % teams]
        for suit, n in enumerate(cards):
            team[suit] += n
    own = counts.pop(seat % teams)
    return [own[suit] - max(team[suit] for team in counts) for suit in range(4)]


def _count(features: DiamondsFeatures, perfect: bool, played: int) -> None:
    """Set what depends on the number of played cards: how many are hidden, and their share."""
    if perfect:
        features.ranks = PERFECT_RANKS[features.seats]
    hidden = 4 * features.ranks - played - features.cards
    features.unplayed = hidden / (hidden + played)
    features.hidden = hidden or 1


def of_view(view: View) -> DiamondsFeatures:
    """The features of a view."""
    seat, seats, players = view["you"], view["seats"], view["players"]
    options, trick = view["options"], view["trick"]
    teams = seats // 2 if options["teams"] else seats
    own = players[seat]
    hand: list[list[int]] = [[], [], [], []]
    for name in own["hand"]:
        hand[SUITS.index(name[0])].append(NUMBERS[name])
    features = DiamondsFeatures(PHASES.index(view["phase"]), seats, teams, hand)
    features.announced = view["pass"] or 0
    if trick:
        cards = [(NUMBERS[str(play["card"])], int(play["seat"])) for play in trick]
        features.led = SUIT[cards[0][0]]
        features.best, winner = max(card for card in cards if SUIT[card[0]] == features.led)
        features.mate = (winner - seat) % teams == 0
    # With two players each plays two cards to a trick, so that a trick has four.
    features.after = (4 if seats == 2 else seats) - len(trick) - 1
    features.clean = not own["tricks"]
    features.showroom = own["showroom"]
    features.thief = (view["thief"] - seat) % teams
    features.others = players[view["thief"]]["showroom"]
    taken = [list(player["taken"].values()) for player in players]
    features.margins = margins(taken, seat, teams)
    _count(features, options["perfect"], sum(map(sum, taken)) + len(trick))
    return features
