"""Stopping rules over deal blocks, which may be checked after every deal."""

import re
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import log, log1p, sqrt
from typing import Final, NamedTuple

from engines.messages import Message, Sentence, say
from tourney.domain.errors import UsageFault
from tourney.stats import confidence

# Mean and standard deviation of a stream of values, one per block; sums are exact.

Exact = int | Fraction


@dataclass(slots=True)
class Running:
    """The number of values, their sum and the sum of their squares."""

    count: int = 0
    total: Exact = 0
    squares: Exact = 0

    def add(self, value: Exact) -> None:
        """Add the value of a block."""
        self.count += 1
        self.total += value
        self.squares += value * value

    @property
    def mean(self) -> Fraction:
        """The mean; 0 before the first value."""
        return Fraction(self.total) / self.count if self.count else Fraction(0)

    @property
    def deviation(self) -> float:
        """The sample standard deviation, with one degree of freedom less than values."""
        if self.count < 2:
            return 0.0
        return sqrt((self.squares - self.total * self.mean) / (self.count - 1))


# A sequential test of two means: the generalised likelihood ratio over block scores.
#
# The values that blocks had are taken as a multinomial distribution. It is fitted twice, once
# with each mean, and the test stops when the logarithm of the ratio of the two likelihoods leaves
# the bounds of Wald's test. This is how chess runners test (M. Van den Bergh, "Comments on
# normalized Elo", proposition 1.1): with two seats in two matches a block has five values, and
# the test is their pentanomial one. It needs no independence within a block.

UNSEEN = 1e-3  # the count, in blocks, of values that did not occur; keeps the fits possible


def bounds(alpha: float, beta: float) -> tuple[float, float]:
    """Wald's bounds: the lower one accepts the first mean, the upper one the second.

    `alpha` is the error probability of the second mean, `beta` of the first.
    """
    return log(beta / (1 - alpha)), log((1 - beta) / alpha)


def ratio(
    counts: Mapping[float, float], first: float, second: float, possible: Iterable[float] = ()
) -> float:
    """The log-likelihood ratio of the second mean against the first.

    `counts` is the number of blocks by value; `possible` adds values that count a thousandth of a
    block if no block had them. Both means must lie strictly between the least and the greatest of
    all these values.
    """
    seen = dict.fromkeys(possible, UNSEEN) | dict(counts)
    total = sum(seen.values())
    cells = [(value, count / total) for value, count in seen.items()]
    return total * (_loss(cells, first) - _loss(cells, second))


def _loss(cells: list[tuple[float, float]], mean: float) -> float:
    """The loss of log-likelihood per block if the fit must have this mean."""
    shifted = [(value - mean, share) for value, share in cells]
    # The multiplier of the fit is the root of sum p a / (1 + theta a), which falls in theta:
    # Newton's method, with bisection where a step leaves the bracket.
    values = [value for value, _ in shifted]
    low, high = -1 / max(values), -1 / min(values)
    theta = 0.0
    while True:
        slope = height = 0.0
        for value, share in shifted:
            part = value / (1 + theta * value)
            height += share * part
            slope += share * part * part
        low, high = (theta, high) if height > 0 else (low, theta)
        step = theta + height / slope
        after = step if low < step < high else (low + high) / 2
        if abs(after - theta) <= 1e-15 * (1 + abs(theta)) or after in (low, high):
            return sum(share * log1p(after * value) for value, share in shifted)
        theta = after


# Stopping rules over deal blocks, which may be checked after every deal.
#
#     ci<0.05               until every mean is known to within 0.05
#     sprt(0,0.1)           until one of two differences is accepted over the other
#     sprt(0,0.1,0.01,0.05) the same with the probabilities of the two kinds of error
#
# A rule knows the values of deals, but not matches or how deals are composed.

FORMS: Final = Sentence("stats.forms")
# From this number of deals on, a rule is checked about every thousandth part of them.
CHECKS: Final = 1000


class Meter(NamedTuple):
    """A figure that ends a run when it reaches one of its bounds."""

    value: float
    low: float
    high: float
    name: str = "log-likelihood ratio"


class RuleState(NamedTuple):
    """The state of a rule: whether it is satisfied, a description, and a figure with bounds."""

    enough: bool
    said: Message
    meter: Meter | None = None

    @property
    def words(self) -> str:
        """The description in English."""
        return str(self.said)


@dataclass(frozen=True, slots=True)
class Quantity:
    """A quantity that a rule watches: its name, and its least and greatest value on a deal.

    `possible` are all values on a deal, if they are few enough to be listed. For a difference,
    `pair` names who is compared.
    """

    name: str | Message
    low: Fraction
    high: Fraction
    possible: tuple[Fraction, ...] = ()
    pair: tuple[str | Message, str | Message] = ("", "")


class Known(NamedTuple):
    """A mean and half the width of its confidence sequence, which is valid at every check."""

    mean: float
    half: float


class StoppingRule(ABC):
    """A stopping rule, which gets the value of every quantity on each deal."""

    text: str
    difference: bool  # whether it watches one difference instead of the mean of every player

    @abstractmethod
    def watch(self, quantities: Sequence[Quantity]) -> "RuleWatch":
        """Start to watch quantities."""


class RuleWatch(ABC):
    """The data and state of one stopping rule."""

    def __init__(self, quantities: Sequence[Quantity]) -> None:
        self.quantities = quantities
        self.deals = 0
        self._sums = [Running() for _ in quantities]

    def add(self, values: Sequence[Fraction]) -> None:
        """Add a deal: the value of each quantity."""
        self.deals += 1
        for sums, value in zip(self._sums, values, strict=True):
            sums.add(value)

    def known(self, number: int) -> Known:
        """The mean of a quantity and half the width of its confidence sequence."""
        sums, watched = self._sums[number], self.quantities[number]
        room = float(sums.mean - watched.low), float(watched.high - sums.mean)
        sides = confidence.sequence(sums.count, sums.deviation, room)
        return Known(float(sums.mean), max(sides))

    def between(self, number: int, extremes: Sequence["RuleWatch"]) -> Known:
        """The same with the widest range that any of these watches leaves open."""
        found = [watch.known(number) for watch in (self, *extremes)]
        mean = found[0].mean
        low, high = min(k.mean - k.half for k in found), max(k.mean + k.half for k in found)
        return Known(mean, max(mean - low, high - mean))

    @property
    def due(self) -> bool:
        """Whether to check the rule after this deal; fewer checks do not weaken its guarantee."""
        return self.deals >= confidence.LEAST and self.deals % (self.deals // CHECKS + 1) == 0

    def figure(self, extremes: Sequence["RuleWatch"] = ()) -> Message:
        """What is known of the quantity that is known least."""
        number = self.least_known(extremes)
        found = self.between(number, extremes)
        if len(self.quantities) > 1:
            name = self.quantities[number].name
            return say("stats.every-mean", half=f"{found.half:.3f}", name=name)
        return say(
            "stats.one-figure",
            name=self.quantities[number].name,
            mean=f"{found.mean:+.3f}",
            half=f"{found.half:.3f}",
        )

    def least_known(self, extremes: Sequence["RuleWatch"] = ()) -> int:
        """The number of the quantity with the widest confidence sequence."""
        found = [self.between(number, extremes).half for number in range(len(self.quantities))]
        return found.index(max(found))

    @abstractmethod
    def state(self, extremes: Sequence["RuleWatch"] = ()) -> RuleState:
        """The state of the rule.

        `extremes` have seen the same deals, and also those without a result as if they were the
        worst or the best possible; the rule is satisfied only if they do not change its decision.
        """


@dataclass(frozen=True, slots=True)
class Width(StoppingRule):
    """Satisfied when the half width of every confidence sequence is below `width`."""

    width: float
    text: str
    difference = False

    def watch(self, quantities: Sequence[Quantity]) -> RuleWatch:
        """Start to watch quantities."""
        return _WidthWatch(self, quantities)


class _WidthWatch(RuleWatch):
    def __init__(self, rule: Width, quantities: Sequence[Quantity]) -> None:
        super().__init__(quantities)
        self._rule = rule

    def state(self, extremes: Sequence[RuleWatch] = ()) -> RuleState:
        half = self.between(self.least_known(extremes), extremes).half
        return RuleState(half < self._rule.width, self.figure(extremes))


@dataclass(frozen=True, slots=True)
class Ratio(StoppingRule):
    """Satisfied when one of two differences is accepted, `first` or `second`."""

    first: float
    second: float
    alpha: float
    beta: float
    text: str
    difference = True

    def watch(self, quantities: Sequence[Quantity]) -> RuleWatch:
        """Start to watch the only quantity."""
        return _RatioWatch(self, quantities)


class _RatioWatch(RuleWatch):
    def __init__(self, rule: Ratio, quantities: Sequence[Quantity]) -> None:
        super().__init__(quantities)
        (self._quantity,) = quantities
        self._rule = rule
        self._bounds = bounds(rule.alpha, rule.beta)
        self._counts: Counter[Fraction] = Counter()

    def add(self, values: Sequence[Fraction]) -> None:
        super().add(values)
        self._counts[values[0]] += 1

    def state(self, extremes: Sequence[RuleWatch] = ()) -> RuleState:
        ratio, (low, high) = self.ratio(), self._bounds
        figure = self.figure(extremes)
        score = say("stats.log-ratio", ratio=f"{ratio:+.2f}", low=f"{low:.2f}", high=f"{high:.2f}")

        def state(enough: bool, decision: Message) -> RuleState:
            said = say("stats.decided", decision=decision, figure=figure, score=score)
            return RuleState(enough, said, Meter(ratio, low, high))

        accepted = self._accepted(ratio)
        if accepted is None:
            return state(False, say("stats.undecided"))
        # One deal more with the value that speaks most against a decision must not undo it: rare
        # large values are missed at first, and the ratio alone then errs too often.
        against = self._quantity.low if accepted == self._rule.second else self._quantity.high
        if self._accepted(self.ratio(against)) != accepted:
            return state(False, say("stats.one-deal-turns"))
        watches = [watch for watch in extremes if isinstance(watch, _RatioWatch)]
        if any(watch._accepted(watch.ratio()) != accepted for watch in watches):
            return state(False, say("stats.abandoned-turn"))
        return state(True, self._decision(accepted))

    def _accepted(self, ratio: float) -> float | None:
        """The difference that is accepted at a ratio; None while undecided."""
        low, high = self._bounds
        if low < ratio < high:
            return None
        return self._rule.second if ratio >= high else self._rule.first

    def _decision(self, accepted: float) -> Message:
        """The decision as a claim about the two that are compared."""
        one, two = self._quantity.pair
        first, second = self._rule.first, self._rule.second
        if accepted == second:
            claim = "stats.claim-better" if second > 0 else "stats.claim-not-worse"
            by, other = -first, first
        else:
            claim = "stats.claim-worse" if first < 0 else "stats.claim-not-better"
            by, other = second, second
        words = {"by": plain(by), "taken": plain(accepted), "left": plain(other)}
        return say(claim, one=one, other=two, **words)

    def ratio(self, *more: Fraction) -> float:
        """The log-likelihood ratio of the second difference against the first.

        `more` are values of further deals.
        """
        quantity = self._quantity
        possible = quantity.possible or (quantity.low, quantity.high)
        seen = self._counts + Counter(more)
        counts: Mapping[float, float] = {float(v): n for v, n in seen.items()}
        return ratio(counts, self._rule.first, self._rule.second, map(float, possible))


NUMBER: Final = r"\s*+([+-]?(?:\d++\.?\d*+|\.\d++))\s*+"
WIDTH: Final = re.compile(rf"ci\s*<{NUMBER}")
RATIO: Final = re.compile(rf"sprt\s*\({NUMBER},{NUMBER}(?:,{NUMBER},{NUMBER})?\)")


def rule(text: str, reach: Fraction = Fraction(4)) -> StoppingRule:
    """Parse a rule; differences can be up to `reach` points per match."""
    width, ratio = WIDTH.fullmatch(text.strip()), RATIO.fullmatch(text.strip())
    if width and float(width[1]) > 0:
        value = float(width[1])
        return Width(value, f"ci<{plain(value)}")
    if ratio:
        first, second, alpha, beta = (float(part or 0.05) for part in ratio.groups())
        why = None
        if first >= second:
            why = say("stats.not-rising")
        elif not (-reach < first and second < reach):
            why = say("stats.out-of-reach", reach=str(reach))
        elif min(alpha, beta) <= 0 or alpha + beta >= 1:
            why = say("stats.not-probable")
        if why:
            raise UsageFault(say("stats.wrong-numbers", rule=text, why=why, forms=FORMS()))
        numbers = ",".join(map(plain, (first, second, alpha, beta)))
        return Ratio(first, second, alpha, beta, f"sprt({numbers})")
    raise UsageFault(say("stats.no-rule", rule=text, forms=FORMS()))


def plain(number: float) -> str:
    """A number without superfluous digits."""
    return f"{number + 0.0:.12g}"  # no -0
