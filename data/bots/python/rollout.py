"""A bot for every game that tries its moves in possible positions, with random moves to the end."""


class Rollout:
    """Chooses the move after which it leaves the most opponents behind."""

    version = "1"

    def start(self, game, seat, seats, rules, rng):
        self.rng = rng

    def decide(self, observation):
        moves = observation.legal()
        worlds = [observation.resample(self.rng) for _ in range(20)]
        return max(
            self.rng.sample(moves, min(len(moves), 12)),
            key=lambda move: sum(self.place(observation, world, move) for world in worlds),
        )

    def place(self, observation, world, move):
        state = world.clone()
        state.apply(observation.seat, move)
        return -observation.playout(state, self.rng).places[observation.seat]
