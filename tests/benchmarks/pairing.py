"""Swiss rounds next to random and greedy ones: repeats, differences of points, seats, bound, time.

    python -m tests.benchmarks.pairing [--entrants 200] [--rounds 9] [--only pods|large|pairs]

Every way of pairing plays its own event with the same strengths and luck. Points are `scaled`.
Greedy takes the leader and adds the nearest in points whom nobody at the table has met.
"""

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from random import Random
from resource import RUSAGE_SELF, getrusage
from time import process_time

from tourney.domain.event_log import Draw, EntrantId, Met, Situation, Sizes
from tourney.formats.formats import FORMATS
from tourney.formats.history import Meetings
from tourney.formats.seating import Seats
from tourney.formats.swiss_pricing import points_of, priced

SWISS = FORMATS["swiss"]
Drawer = Callable[[Situation], Draw]
HEAD = (
    f"{'':8}{'round':>6}{'seconds':>9}{'repeats':>9}{'least':>7}{'spread':>8}{'least':>7}"
    f"{'squares':>9}{'seats':>7}{'cost':>8}{'bound':>8}{'gap':>8}"
)


def randomly(situation: Situation) -> Draw:
    """Everyone anywhere."""
    order = list(situation.entrants)
    Random(f"{situation.seed} {situation.round}").shuffle(order)
    size = situation.sizes.preferred
    return Draw(tuple(tuple(order[at : at + size]) for at in range(0, len(order), size)))


def greedily(situation: Situation) -> Draw:
    """Tables from the top: the nearest in points whom nobody at the table has met."""
    history = Meetings(situation.met)
    order = sorted(situation.entrants, key=lambda one: -points_of(situation, one))
    pods = []
    while order:
        pod = [order.pop(0)]
        while len(pod) < situation.sizes.preferred:
            fresh = [one for one in order if not any(history.count(one, two) for two in pod)]
            pod.append(fresh[0] if fresh else order[0])
            order.remove(pod[-1])
        pods.append(tuple(pod))
    return Draw(tuple(pods))


DRAWERS: dict[str, Drawer] = {"swiss": SWISS.draw, "greedy": greedily, "random": randomly}


@dataclass
class Simulation:
    """An event with strengths and luck that do not depend on the pairing."""

    situation: Situation
    drawer: Drawer
    seconds: list[float] = field(default_factory=list)

    def play(self) -> Draw:
        """Draw a round and play it."""
        began = process_time()
        draw = self.drawer(self.situation)
        self.seconds.append(process_time() - began)
        return draw

    def results(self, draw: Draw) -> None:
        """Points and meetings after the round."""
        now = self.situation
        luck = Random(f"results {now.round}")
        form = {one: Random(one).gauss(0, 1) + luck.gauss(0, 1) for one in now.seeding}
        points, met = dict(now.points), list(now.met)
        for pod in draw.pods:
            places = tuple(1 + sum(form[two] > form[one] for two in pod) for one in pod)
            for one, place in zip(pod, places, strict=True):
                worth = Fraction(4 * (len(pod) - place), len(pod) - 1)
                points[one] = points.get(one, Fraction(0)) + worth
            met.append(Met(now.round, pod, places))
        self.situation = replace(now, points=points, met=tuple(met), round=now.round + 1)


def start(count: int, size: int) -> Situation:
    everyone = tuple(range(1, count + 1))
    return Situation(everyone, everyone, 1, Sizes((size,), size), 4471)


def measured(name: str, simulation: Simulation) -> str:
    """Play a round; one row of the table."""
    situation = simulation.situation
    draw = simulation.play()
    history = Meetings(situation.met)
    repeats = sum(map(history.among, draw.pods))
    spread, squares = differences(situation, draw.pods)
    cost = draw.cost
    if cost is None:
        pricing = priced(situation, situation.entrants, [len(pod) for pod in draw.pods], None)
        at = {one: index for index, one in enumerate(pricing.entrants)}
        cost = pricing.total([[at[one] for one in pod] for pod in draw.pods]) % pricing.repeat
    least = {key: text(value[1]) for key, value in draw.figures.items()}
    gap = "" if draw.bound is None else f"{100 * (cost - draw.bound) / max(draw.bound, 1):.1f} %"
    simulation.results(draw)
    return (
        f"{name:8}{situation.round:6}{simulation.seconds[-1]:9.2f}{repeats:9}"
        f"{least.get('repeats', ''):>7}{text(spread):>8}{least.get('spread', ''):>7}"
        f"{text(squares):>9}{seat_difference(simulation.situation):7}{cost:8}"
        f"{'' if draw.bound is None else draw.bound:>8}{gap:>8}"
    )


def differences(
    situation: Situation, pods: Sequence[Sequence[EntrantId]]
) -> tuple[Fraction, Fraction]:
    """The largest difference of points at a table, and the sum of their squares."""
    largest = squares = Fraction(0)
    for pod in pods:
        points = [points_of(situation, one) for one in pod]
        largest = max(largest, max(points) - min(points))
        squares += len(pod) * sum(value * value for value in points) - sum(points) ** 2
    return largest, squares


def seat_difference(situation: Situation) -> int:
    """How much more often somebody has had one seat than another."""
    seats = Seats(situation.met)
    return max(seats.spread(one, situation.sizes.preferred) for one in situation.entrants)


def text(value: Fraction | None) -> str:
    return "" if value is None else f"{float(value):.2f}".removesuffix(".00")


def compared(count: int, number: int, size: int, names: Sequence[str]) -> None:
    """Rounds of an event by several ways of pairing."""
    print(f"\n{count} entrants, tables of {size}\n{HEAD}")
    for name in names:
        simulation = Simulation(start(count, size), DRAWERS[name])
        for _ in range(number):
            print(measured(name, simulation), flush=True)
    print(f"most memory so far {getrusage(RUSAGE_SELF).ru_maxrss // 1024} MB")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--entrants", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--only", choices=("pods", "large", "pairs"))
    given = parser.parse_args()
    if given.only in (None, "pods"):
        compared(given.entrants, given.rounds, 4, ("swiss", "greedy", "random"))
    if given.only in (None, "large"):
        compared(1000, given.rounds, 4, ("swiss",))
    if given.only in (None, "pairs"):
        compared(2000, given.rounds, 2, ("swiss", "greedy"))


if __name__ == "__main__":
    main()
