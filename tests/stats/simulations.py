"""How often the figures of runs err, by simulation with a known truth.

    python -m tests.stats.simulations

prints each claim beside the error that was measured. Luck is seeded, so the table is always the
same. The tests of this room use the same functions.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from random import Random

from tourney.domain.matches import Ending, MatchResult
from tourney.domain.runs import BotEntry, RunSpec
from tourney.results import ResultSums
from tourney.results.sums import Design
from tourney.runs.schedule import Schedule
from tourney.runs.until import RuleStatus, Until
from tourney.stats import Quantity, rule

NAMES = ("a", "b", "c", "d", "e", "f")


@dataclass(frozen=True, slots=True)
class Claim:
    """A figure of the program, the error that it may have, and a simulation of that error."""

    text: str
    allowed: float
    measure: Callable[[], float]


def match(number: int, deal: int, order: list[int], failed: tuple[int, ...] = ()) -> MatchResult:
    """A match in which bots finish in this order; `failed` are bots that forfeited."""
    places = tuple(range(1, len(order) + 1))
    players = tuple(NAMES[bot] for bot in order)
    scores = tuple(range(len(order), 0, -1))
    return MatchResult(number, players, scores, places, (deal, 0), failed)


def run_of_deals(rng: Random, deals: int, seats: int, edge: float) -> ResultSums:
    """Deals in all rotations; the first of the bots wins a match with two seats so often."""
    sums, number = ResultSums(), 0
    for deal in range(deals):
        for _ in range(seats):
            number += 1
            order = rng.sample(range(seats), seats)
            if seats == 2:
                order = [0, 1] if rng.random() < edge else [1, 0]
            sums.add(match(number, deal, order))
    return sums


def misses(deals: int, seats: int = 2, edge: float = 0.5, runs: int = 400) -> float:
    """How often the interval of the first bot does not contain its true mean."""
    rng, truth, missed = Random(f"{deals}/{seats}/{edge}"), 4 * edge, 0
    for _ in range(runs):
        _, low, high, _ = run_of_deals(rng, deals, seats, edge).interval("a")
        missed += low is None or high is None or not low - 1e-9 <= truth <= high + 1e-9
    return missed / runs


def sure_of_equals(deals: int, runs: int = 400) -> float:
    """How often one of two equal bots is called the best with a probability of 0.95 or more."""
    rng, sure = Random(deals), 0
    for _ in range(runs):
        found = run_of_deals(rng, deals, 2, 0.5).chances()
        sure += any((chance or 0) >= 0.95 for chance in found.values())
    return sure / runs


def crasher(until: str, policy: str, seed: object, deals: int = 400) -> RuleStatus:
    """A bot as good as its opponent that crashes in half of the matches that it is losing."""
    rng = Random(f"{until}/{policy}/{seed}")
    bots = (BotEntry("a", "random", "1"), BotEntry("b", "random", "1"))
    spec = RunSpec(
        "x", "diams", 1, (), bots, 2, deals, "fixed", "rotation", "0", "1", until=until
    )  # fmt: skip
    found = Until(spec, Schedule(spec))
    for number in range(1, 2 * deals + 1):
        lost = rng.random() < 0.5
        crashed = lost and rng.random() < 0.5
        order = [1, 0] if lost else [0, 1]
        result = match(number, (number - 1) // 2, order, (1,) if crashed else ())
        if crashed and policy == "abort":
            ending = Ending(number, None, ("crash",), ("a", "b"))
        else:
            ending = Ending(number, result, ("crash",) if crashed else ())
        if found.take(ending):
            break
    return found.verdict()


def crashes_that_pay(policy: str, runs: int = 100) -> float:
    """How often a test calls the bot better that crashes when it is behind."""
    found = [crasher("sprt(0,0.4)", policy, seed) for seed in range(runs)]
    return sum("accepts 0.4 over 0" in each.words for each in found) / runs


def aborted_leads(runs: int = 100) -> float:
    """How often the bot that aborts the matches it is losing has P(best) of 0.95 or more."""
    sure = 0
    for seed in range(runs):
        rng, sums = Random(seed), ResultSums()
        for number in range(1, 121):
            lost = rng.random() < 0.5
            if lost and rng.random() < 0.9:
                sums.take(Ending(number, None, ("crash",), ("a", "b")))
            else:
                sums.take(Ending(number, match(number, number, [1, 0] if lost else [0, 1])))
        sure += (sums.chances()["a"] or 0) >= 0.95
    return sure / runs


def small_noise(rng: Random, rare: float) -> Iterator[Fraction]:
    """Differences of deals that are nearly always small, and rarely a loss of all points."""
    while True:
        yield Fraction(-4) if rng.random() < rare else Fraction(rng.choice((-1, 0, 1)), 10)


def rare_losses(width: float, rare: float, runs: int = 300) -> float:
    """How often `ci<X` stops with an interval that does not contain the true difference."""
    missed = 0
    for seed in range(runs):
        watch = rule(f"ci<{width}").watch([Quantity("a - b", Fraction(-4), Fraction(4))])
        total, luck = Fraction(0), small_noise(Random(f"{seed}/{rare}"), rare)
        while not (watch.due and watch.state().enough):
            value = next(luck)
            total += value
            watch.add([value])
        missed += abs(float(total) / watch.deals + 4 * rare) > width
    return missed / runs


def many_looks(figure: str, runs: int = 200, deals: int = 300) -> float:
    """How often one of two equal bots looks better at some look: by `figure` of the standings."""
    alarms = 0
    for seed in range(runs):
        rng, sums, alarm = Random(seed), ResultSums(design=Design(ruled=True)), False
        for deal in range(deals):
            for number in (2 * deal + 1, 2 * deal + 2):
                sums.add(match(number, deal, rng.sample(range(2), 2)))
            if deal >= 20 and deal % 5 == 0:
                alarm |= _alarm(sums, figure)
        alarms += alarm
    return alarms / runs


def _alarm(sums: ResultSums, figure: str) -> bool:
    if figure == "leader":
        return sums.leader() is not None
    if figure == "P(best)":
        return any((chance or 0) >= 0.95 for chance in sums.chances().values())
    _, low, high, _ = sums.interval("a")
    return low is not None and high is not None and not low <= 2 <= high


def claimed_too_much(bots: int, runs: int = 300, spread: float = 0.1) -> float:
    """P(best) of the leader of nearly equal bots, less how often the leader is the best."""
    rng, claimed, right = Random(f"{bots}/{spread}"), 0.0, 0
    for _ in range(runs):
        skill = [rng.gauss(0, spread) for _ in range(bots)]
        sums = ResultSums()
        for number in range(60):
            form = [own + rng.gauss(0, 1) for own in skill]
            sums.add(match(number + 1, number, sorted(range(bots), key=lambda bot: -form[bot])))
        found = {name: chance or 0 for name, chance in sums.chances().items()}
        leader = max(found, key=found.__getitem__)
        claimed += found[leader]
        right += leader == NAMES[max(range(bots), key=skill.__getitem__)]
    return (claimed - right) / runs


def champion_beaten(runs: int = 50) -> float:
    """How often the champion has P(best) above 0.5, whom one opponent beats by 75 to 25."""
    wrong = 0
    for seed in range(runs):
        rng, sums, number = Random(seed), ResultSums(design=Design("a")), 0
        for deal in range(100):
            for other, share in ((1, 0.25), (2, 1.0), (3, 1.0)):
                number += 1
                order = [0, other] if rng.random() < share else [other, 0]
                sums.add(match(number, deal, order))
        duel = sums.duel("b")
        assert duel is not None
        wrong += (sums.chances()["a"] or 0) > 0.5 or (duel.low or -4) <= 0
    return wrong / runs


CLAIMS = (
    *(Claim(f"95 % interval misses, 2 seats, {d} deals", 0.05, lambda d=d: misses(d))
      for d in (2, 3, 5, 10, 40)),
    *(Claim(f"95 % interval misses, 2 seats 90:10, {d} deals", 0.05, lambda d=d: misses(d, 2, 0.9))
      for d in (2, 3, 5, 10, 40)),
    *(Claim(f"95 % interval misses, 4 seats, {d} deals", 0.05, lambda d=d: misses(d, 4))
      for d in (2, 3, 5)),
    *(Claim(f"P(best) of two equal bots is 0.95, {d} deals", 0.1, lambda d=d: sure_of_equals(d))
      for d in (2, 3, 5, 40)),
    *(Claim(f"sprt calls a crashing bot better, {p}", 0.05, lambda p=p: crashes_that_pay(p))
      for p in ("forfeit", "abort")),
    Claim("P(best) is 0.95 for a bot that aborts lost matches", 0.05, aborted_leads),
    Claim("a beaten champion is called the best", 0.05, champion_beaten),
    *(Claim(f"equal bots, a look every 5 deals: {f}", 0.05, lambda f=f: many_looks(f))
      for f in ("interval", "P(best)", "leader")),
    *(Claim(f"P(best) of the leader too high, {b} near-equal bots", 0.03,
            lambda b=b: claimed_too_much(b)) for b in (4, 6)),
    *(Claim(f"ci<{w} misses, {r:.1%} of deals are lost", 0.05, lambda w=w, r=r: rare_losses(w, r))
      for w, r in ((0.05, 0.013), (0.1, 0.026), (0.2, 0.052))),
)  # fmt: skip


def main() -> None:
    """Print the table."""
    print(f"{'claim':<55}{'allowed':>9}{'measured':>10}")
    for claim in CLAIMS:
        print(f"{claim.text:<55}{claim.allowed:>9.3f}{claim.measure():>10.3f}", flush=True)


if __name__ == "__main__":
    main()
