"""How often the figures of runs err in made-up worlds, beside the usual figures for the same luck.

Every function plays a number of runs and returns both rates: those of the usual figures, which are
computed as other programs (and earlier versions of this one) do, and those of the program.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import log
from random import Random
from typing import NamedTuple

import numpy as np

from tests.stats.worlds import (
    NAMES,
    RARE,
    covers,
    deals,
    duel_of_two,
    gauntlet,
    match,
    plain,
    small_noise,
    truth,
)  # fmt: skip
from tourney.domain.match_values import Ending, MatchResult
from tourney.results.sums import Design, ResultSums
from tourney.runs.run_schedule import Schedule
from tourney.runs.until import RuleStatus, Until
from tourney.scoring import point_system
from tourney.stats import (
    BlockMeans,
    Paired,
    PlaceRange,
    Prior,
    Quantity,
    RuleWatch,
    rule,
    t_quantile,
)
from tourney.stats.best import chances
from tourney.stats.block_means import Blocks
from tourney.stats.confidence import LEAST, half_width, sequence
from tourney.stats.stopping import Running

PLACES = Prior.of_places(point_system("scaled").of_places(2))
PAIR = Quantity("a - b", Fraction(-4), Fraction(4), tuple(map(Fraction, (-4, -2, 0, 2, 4))))


class Rates(NamedTuple):
    """Rates of error; `usual` is None if there is no other figure to compare with."""

    usual: float | None
    now: float
    note: str = ""


def misses(
    count: int, seats: int, world: str = "equal bots", seatings: int = 0, runs: int = 1000
) -> Rates:
    """How often the 95 % interval of the first bot does not contain its true mean."""
    true, usual, now = truth(world, seats), 0, 0
    for run in range(runs):
        results = list(deals(world, seats, count, run, seatings))
        usual += not covers(plain(results).interval("a"), true)
        now += not covers(ResultSums(results).interval("a"), true)
    return Rates(usual / runs, now / runs)


def sure_of_equals(count: int, runs: int = 1000) -> Rates:
    """How often one of two equal bots is called the best with a probability of 0.95 or more."""
    usual = now = 0
    for run in range(runs):
        results = list(deals("equal bots", 2, count, run))
        usual += _sure(plain(results).chances())
        now += _sure(ResultSums(results).chances())
    return Rates(usual / runs, now / runs)


def _sure(found: dict[str, float | None]) -> bool:
    return any((chance or 0) >= 0.95 for chance in found.values())


def compared(count: int, runs: int = 1000) -> Rates:
    """How often `compare` misses that two runs with equal bots differ by nothing."""
    usual = now = 0
    for run in range(runs):
        rng = Random(f"{count}/{run}")
        pairs = Paired(PLACES and PLACES.difference())
        for _ in range(count):
            pairs.add(*(Fraction(rng.choice((0, 2, 2, 4))) for _ in range(2)))
        usual += not covers(pairs.blocks.interval(), 0)
        now += not covers(pairs.difference(), 0)
    return Rates(usual / runs, now / runs)


def champion_missed(count: int, runs: int = 1000) -> Rates:
    """How often the difference from the champion does not contain the true one."""
    usual = now = 0
    for seed in range(runs):
        sums, results = gauntlet(seed, {1: 0.4, 2: 0.9}, count)
        duel, own = sums.duel("b"), [each for each in results if "b" in each.players]
        usual += not covers(plain(own).interval("b"), 2.4)
        now += duel is None or not covers(duel, 0.8)
    return Rates(usual / runs, now / runs)


def champion_beaten(runs: int = 100) -> Rates:
    """How often the champion has P(best) above 0.5, whom one opponent beats by 75 to 25."""
    usual = now = 0
    for seed in range(runs):
        sums, results = gauntlet(seed, {1: 0.25, 2: 1.0, 3: 1.0}, 100)
        duel = sums.duel("b")
        usual += (plain(results).chances()["a"] or 0) > 0.5
        now += (sums.chances()["a"] or 0) > 0.5 or duel is None or (duel.low or -4) <= 0
    return Rates(usual / runs, now / runs)


def crasher(until: str, policy: str, seed: object, most: int = 400) -> tuple[RuleWatch, RuleStatus]:
    """A bot as good as its opponent that crashes in half of the matches that it is losing.

    The rule over deals without a crash, and the status of the run.
    """
    rng, spec = Random(f"{until}/{policy}/{seed}"), duel_of_two(until, most)
    clean, found, deal = rule(until).watch([PAIR]), Until(spec, Schedule(spec)), list[int]()
    for number in range(1, 2 * most + 1):
        lost = rng.random() < 0.5
        crashed = lost and rng.random() < 0.5
        deal.append(9 if crashed else -4 if lost else 4)
        if number % 2 == 0 and 9 not in deal and not _decided(clean):
            clean.add([Fraction(sum(deal), 2)])
        deal = deal if number % 2 else []
        if not found.ended:
            found.take(_ending(number, policy, lost=lost, crashed=crashed))
    return clean, found.verdict()


def _decided(watch: RuleWatch) -> bool:
    return watch.due and watch.state().enough


def _ending(number: int, policy: str, *, lost: bool, crashed: bool) -> Ending:
    codes = ("crash",) if crashed else ()
    if crashed and policy == "abort":
        return Ending(number, None, codes, ("a", "b"))
    order, gone = [1, 0] if lost else [0, 1], (1,) if crashed else ()
    return Ending(number, match(number, (number - 1) // 2, order, gone), codes)


def crashes_that_pay(policy: str, runs: int = 100) -> Rates:
    """How often a test calls the bot better that crashes when it is behind."""
    found = [crasher("sprt(0,0.4)", policy, seed) for seed in range(runs)]
    usual = sum("accepts 0.4 over 0" in watch.state().words for watch, _ in found)
    now = sum("accepts 0.4 over 0" in status.words for _, status in found)
    return Rates(usual / runs, now / runs)


def crashes_compared(runs: int = 300) -> Rates:
    """How often `compare` calls a change better that only aborts a fifth of its lost matches."""
    usual = now = 0
    for seed in range(runs):
        rng, pairs = Random(seed), Paired(PLACES and PLACES.difference())
        for _ in range(200):
            before, after = rng.choice((0, 4)), rng.choice((0, 4))
            if after == 0 and rng.random() < 0.2:
                pairs.missing += 1
            else:
                pairs.add(Fraction(before), Fraction(after))
        usual += (pairs.blocks.interval().low or -4) > 0
        now += (pairs.better() or 0) > 0.975 or (pairs.difference().low or -4) > 0
    return Rates(usual / runs, now / runs)


def aborted_leads(runs: int = 100) -> Rates:
    """How often the bot that aborts the matches it is losing has P(best) of 0.95 or more."""
    usual = now = 0
    for seed in range(runs):
        rng, sums, results = Random(seed), ResultSums(), list[MatchResult]()
        for number in range(1, 121):
            lost = rng.random() < 0.5
            if lost and rng.random() < 0.9:
                sums.take(Ending(number, None, ("crash",), ("a", "b")))
            else:
                results.append(match(number, number, [1, 0] if lost else [0, 1]))
                sums.add(results[-1])
        usual += (plain(results).chances()["a"] or 0) >= 0.95
        now += (sums.chances()["a"] or 0) >= 0.95
    return Rates(usual / runs, now / runs)


def rare_losses(width: float, rare: float, mean: str = "0", runs: int = 400) -> Rates:
    """How often `ci<X` stops with an interval that does not contain the true difference.

    The usual rule stops when the sequence is narrow enough, and allows for what did not occur only
    if all deals were equal.
    """
    missed, true = [0, 0], float(mean) * (1 - rare) - 4 * rare
    for seed in range(runs):
        watch = rule(f"ci<{width}").watch([Quantity("a - b", Fraction(-4), Fraction(4))])
        luck = small_noise(Random(f"{seed}/{rare}/{mean}"), Fraction(mean), rare)
        sums, stopped = Running(), False
        while not _decided(watch):
            sums.add(value := next(luck))
            watch.add([value])
            if not stopped and watch.due and _empirical(sums) < width:
                stopped = True
                missed[0] += abs(float(sums.mean) - true) > width
        missed[1] += abs(float(sums.mean) - true) > width
    return Rates(missed[0] / runs, missed[1] / runs)


def _empirical(sums: Running) -> float:
    if sums.deviation:
        return half_width(sums.count, sums.deviation)
    return max(4 - float(sums.mean), float(sums.mean) + 4) * log(20) / sums.count


def wrong_decisions(true: float, kind: str, runs: int = 300) -> Rates:
    """How often `sprt(0,0.4)` accepts the difference that is not the true one."""
    wrong = lengths = 0
    for seed in range(runs):
        rng, watch = Random(f"{true}/{kind}/{seed}"), rule("sprt(0,0.4)").watch([_quantity(kind)])
        while watch.deals < 4000 and not _decided(watch):
            watch.add([_difference(rng, kind, true)])
        wrong += f"(accepts {'0' if true else '0.4'} over" in watch.state().words
        lengths += watch.deals
    return Rates(None, wrong / runs, f"{lengths / runs:.0f} deals on average")


def _quantity(kind: str) -> Quantity:
    return PAIR if kind == "2 seats" else replace(PAIR, possible=())


def _difference(rng: Random, kind: str, true: float) -> Fraction:
    """A difference on a deal: of two matches, of four places, or small with a rare total loss."""
    if kind == "2 seats":
        return Fraction(sum(4 if rng.random() < 0.5 + true / 8 else -4 for _ in range(2)), 2)
    if kind == "rare losses":
        rare = 0.02
        usual = Fraction(round(100 * (true + 4 * rare) / (1 - rare)), 100)
        return Fraction(-4) if rng.random() < rare else usual + Fraction(rng.choice((-1, 1)), 10)
    places = [(1, 4) if rng.random() < true / 4 else rng.sample(range(1, 5), 2) for _ in range(4)]
    return Fraction(sum(4 * (other - own) for own, other in places), 12)


def many_looks(figure: str, runs: int = 150, count: int = 300) -> Rates:
    """How often one of two equal bots looks better at some look, one every five deals.

    The usual figures are those of a number of deals that was decided before.
    """
    alarms = [0, 0]
    for seed in range(runs):
        usual, now, seen = ResultSums(), ResultSums(design=Design(ruled=True)), [False, False]
        for number, result in enumerate(deals("equal bots", 2, count, seed), 1):
            usual.add(result)
            now.add(result)
            if number >= 40 and number % 10 == 0:
                seen[0] = seen[0] or _alarm(usual, "P(best)" if figure == "lead" else figure)
                seen[1] = seen[1] or _alarm(now, figure)
        alarms = [had + new for had, new in zip(alarms, seen, strict=True)]
    return Rates(alarms[0] / runs, alarms[1] / runs)


def _alarm(sums: ResultSums, figure: str) -> bool:
    if figure == "lead":
        return sums.leader() is not None
    return _sure(sums.chances()) if figure == "P(best)" else not covers(sums.interval("a"), 2)


def best_as_claimed(
    bots: int, runs: int = 60, counts: Sequence[int] = (20, 100, 500), parts: int = 3
) -> Rates:
    """How far P(best) of the leader is from how often the leader is the best, at worst.

    Leaders of different skill and numbers of deals, sorted by their P(best) and cut into parts with
    as many leaders each. The usual figures are those of the means and their covariance alone.
    """
    found: tuple[list[tuple[float, bool]], list[tuple[float, bool]]] = [], []
    for spread, count in product((0.05, 0.15, 0.5), counts):
        rng = Random(f"{bots}/{spread}/{count}")
        for _ in range(runs):
            skill = [rng.gauss(0, spread) for _ in range(bots)]
            orders = contest(rng, skill, count)
            best = NAMES[max(range(bots), key=skill.__getitem__)]
            both = unshrunk(orders), means_of(orders).chances(_places(bots))
            for leaders, chance in zip(found, both, strict=True):
                leader = max(chance, key=lambda name: chance[name] or 0)
                leaders.append((chance[leader] or 0, leader == best))
    return Rates(*[_furthest(leaders, parts) for leaders in found])


def _furthest(leaders: list[tuple[float, bool]], parts: int) -> float:
    """The greatest distance between the mean claim and the share of right ones in a part."""
    ordered = sorted(leaders)
    size = len(ordered) // parts
    cut = [ordered[at : at + size] for at in range(0, parts * size, size)]
    means = [(sum(c for c, _ in part) / size, sum(r for _, r in part) / size) for part in cut]
    return max(abs(claim - right) for claim, right in means)


def rare_missed(world: str, count: int, runs: int = 2000) -> Rates:
    """How often the interval of a number of deals decided before misses the true mean.

    The usual one has no term for values that did not occur; that of points has the prior deal of
    variance.
    """
    of, missed = RARE[world], [0, 0]
    known = Prior(of.variance, Fraction(of.low), Fraction(of.high))
    drawn = of.draw(np.random.default_rng(count), (runs, count))
    for values in drawn.tolist():
        sums = Blocks()
        for value in values:
            sums.add(1, round(100 * value))
        found = sums.interval(0.95, known.times(100)).in_parts(100)
        error, degrees = sums.error(known.times(100) if of.variance else None)
        far = t_quantile(0.975, degrees) * error / 100 + 1e-9
        missed[0] += abs(float(found.mean) - of.mean) > far
        missed[1] += not covers(found, of.mean)
    return Rates(missed[0] / runs, missed[1] / runs)


def rare_at_some_look(world: str, runs: int = 300, most: int = 2000) -> Rates:
    """How often the confidence sequence misses the true mean at one of all looks.

    The usual one is the larger of the noise and of a bound for unseen values, ln 20 / n.
    """
    of = RARE[world]
    drawn = of.draw(np.random.default_rng(most), (runs, most))
    missed = np.zeros((2, runs), dtype=bool)
    for count in range(LEAST, most + 1, 1 + most // 1000):
        seen = drawn[:, :count]
        means, deviations = seen.mean(axis=1), seen.std(axis=1, ddof=1)
        for run in range(runs):
            mean, deviation = float(means[run]), float(deviations[run])
            room = mean - of.low, of.high - mean
            noise = half_width(count, deviation)
            usual = max(noise, min(1.0, log(20) / count) * max(room))
            below, above = sequence(count, deviation, room)
            missed[0, run] |= abs(mean - of.mean) > usual + 1e-9
            missed[1, run] |= not mean - below - 1e-9 <= of.mean <= mean + above + 1e-9
    return Rates(*missed.mean(axis=1).tolist())


def places_missed(bots: int, spread: float, count: int, runs: int = 400) -> Rates:
    """How often a bot's true place is outside its range.

    The usual figure compares each pair at 95 %, as if there were no others.
    """
    rng, usual, now = Random(f"{bots}/{spread}/{count}"), 0, 0
    for _ in range(runs):
        skill = [rng.gauss(0, spread) for _ in range(bots)]
        means, pairs = means_of(contest(rng, skill, count)), bots * (bots - 1) / 2
        usual += _misplaced(means.places(level=1 - 0.05 * pairs), skill)
        now += _misplaced(means.places(_places(bots)), skill)
    return Rates(usual / runs, now / runs)


def _misplaced(found: Mapping[str, PlaceRange | None], skill: list[float]) -> bool:
    """Whether a true place is outside; equal bots share the places from first to last."""
    for name, own in zip(NAMES, skill, strict=False):
        best = 1 + sum(other > own for other in skill)
        worst = len(skill) - sum(other < own for other in skill)
        places = found[name]
        if places is None or places.best > best or places.worst < worst:
            return True
    return False


def contest(rng: Random, skill: list[float], count: int) -> list[list[int]]:
    """The order of all bots on some deals; the form of a bot varies by 1 around its skill."""
    orders = []
    for _ in range(count):
        form = [own + rng.gauss(0, 1) for own in skill]
        orders.append(sorted(range(len(skill)), key=lambda bot: -form[bot]))
    return orders


def means_of(orders: list[list[int]]) -> BlockMeans:
    """Means by deal of the points from 0 to 4, also of more bots than a match has seats."""
    bots = len(orders[0])
    means = BlockMeans(bots - 1)
    for deal, order in enumerate(orders):
        points = [(NAMES[bot], 4 * (bots - place)) for place, bot in enumerate(order, 1)]
        means.add((deal, 0), points)
    return means


def _places(bots: int) -> Prior | None:
    return Prior.of_places(point_system("scaled").of_places(bots))


def unshrunk(orders: list[list[int]]) -> dict[str, float]:
    """P(best) from the means and their covariance alone."""
    points = -4 * np.argsort(np.array(orders), axis=1) / (len(orders[0]) - 1)
    covariance = np.cov(points.T) / len(points)
    found = chances(points.mean(axis=0).tolist(), covariance.tolist(), len(points) - 1)
    return dict(zip(NAMES, found, strict=False))
