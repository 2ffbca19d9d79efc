"""A determinizing search for every game: it spends its playouts on the moves that look best."""

from math import log, sqrt

PLAYOUTS = 300
"""Playouts for each decision."""


class Determinize:
    """Plays every move in random possible positions, promising moves more often (UCB1)."""

    version = "1"

    def start(self, game, seat, seats, rules, rng):
        self.rng = rng
        self.seat = seat
        self.seats = seats

    def decide(self, observation):
        moves = list(observation.legal())
        if len(moves) == 1:
            return moves[0]
        self.rng.shuffle(moves)  # the first moves of a long list are often alike
        moves = moves[: PLAYOUTS // 4]
        visits, total = [0] * len(moves), [0.0] * len(moves)
        for done in range(PLAYOUTS):
            if done < len(moves):
                tried = done
            else:
                tried = max(range(len(moves)), key=lambda i: self.hope(total[i], visits[i], done))
            visits[tried] += 1
            total[tried] += self.reward(observation, moves[tried])
        return moves[visits.index(max(visits))]

    def hope(self, total, visits, done):
        """The mean reward of a move, and more if it was seldom tried."""
        return total / visits + 0.4 * sqrt(log(done) / visits)

    def reward(self, observation, move):
        """The share of the opponents left behind in one possible position, from 0 to 1."""
        state = observation.resample(self.rng)
        state.apply(self.seat, move)
        outcome = observation.playout(state, self.rng)
        own = outcome.places[self.seat]
        beaten = sum((own < place) + (own == place) / 2 for place in outcome.places) - 0.5
        return beaten / (self.seats - 1)
