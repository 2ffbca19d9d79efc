"""Stopping rules over deal blocks, which may be checked after every deal.

    ci<0.05               until every mean is known to within 0.05
    sprt(0,0.1)           until one of two differences is accepted over the other
    sprt(0,0.1,0.01,0.05) the same with the probabilities of the two kinds of error

A rule knows the values of deals, but not matches or how deals are composed.
"""

import re
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, NamedTuple

from tourney.domain.errors import UsageFault
from tourney.stats import confidence, sprt
from tourney.stats.running import Running

FORMS: Final = "ci<X, sprt(S0,S1) or sprt(S0,S1,ALPHA,BETA), as in ci<0.05 or sprt(0,0.1)"
EVERY: Final = 1000
"""From this number of deals on, a rule is checked about every thousandth part of them."""


class RuleState(NamedTuple):
    """The state of a rule: whether it is satisfied, and a description in words."""

    enough: bool
    words: str


@dataclass(frozen=True, slots=True)
class Quantity:
    """A quantity that a rule watches: its name, and its least and greatest value on a deal.

    `possible` are all values on a deal, if they are few enough to be listed.
    """

    name: str
    low: Fraction
    high: Fraction
    possible: tuple[Fraction, ...] = ()


class StoppingRule(ABC):
    """A stopping rule, which gets the value of every quantity on each deal."""

    text: str
    difference: bool
    """Whether it watches one difference instead of the mean of every player."""

    @abstractmethod
    def watch(self, quantities: Sequence[Quantity]) -> "RuleWatch":
        """Start to watch quantities."""


class RuleWatch(ABC):
    """The data and state of one stopping rule."""

    def __init__(self, quantities: Sequence[Quantity]) -> None:
        self.quantities = quantities
        self.deals = 0

    def add(self, values: Sequence[Fraction]) -> None:
        """Add a deal: the value of each quantity."""
        self.deals += 1
        self.enter(values)

    @property
    def due(self) -> bool:
        """Whether to check the rule after this deal; fewer checks do not weaken its guarantee."""
        return self.deals >= confidence.LEAST and self.deals % (self.deals // EVERY + 1) == 0

    @abstractmethod
    def enter(self, values: Sequence[Fraction]) -> None:
        """Add the values of a deal."""

    @abstractmethod
    def state(self) -> RuleState:
        """The state of the rule."""


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
        self._sums = [Running() for _ in quantities]

    def enter(self, values: Sequence[Fraction]) -> None:
        for sums, value in zip(self._sums, values, strict=True):
            sums.add(value)

    def state(self) -> RuleState:
        wide = [self._reach(q, s) for q, s in zip(self.quantities, self._sums, strict=True)]
        widest = max(range(len(wide)), key=wide.__getitem__)
        name, mean = self.quantities[widest].name, float(self._sums[widest].mean)
        words = f"{name} is {mean:+.3f} ± {wide[widest]:.3f}"
        if len(wide) > 1:
            words = f"every mean is known to ± {wide[widest]:.3f} or better; widest: {name}"
        return RuleState(wide[widest] < self._rule.width, words)

    def _reach(self, quantity: Quantity, sums: Running) -> float:
        """Half the width of the sequence; for equal values the possible error of their mean."""
        deviation, mean = sums.deviation, sums.mean
        if deviation:
            return confidence.half_width(sums.count, deviation)
        return confidence.unseen(sums.count, float(max(mean - quantity.low, quantity.high - mean)))


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
        self._bounds = sprt.bounds(rule.alpha, rule.beta)
        self._counts: Counter[Fraction] = Counter()

    def enter(self, values: Sequence[Fraction]) -> None:
        self._counts[values[0]] += 1

    def state(self) -> RuleState:
        rule, low, high = self._rule, *self._bounds
        ratio = self.ratio()
        name = self._quantity.name
        score = f"(log-likelihood ratio {ratio:+.2f}, bounds {low:.2f} and {high:.2f})"
        if low < ratio < high:
            return RuleState(False, f"{name}: undecided {score}")
        right, wrong = (rule.second, rule.first) if ratio >= high else (rule.first, rule.second)
        words = f"accepts a difference of {plain(right)} over {plain(wrong)}"
        return RuleState(True, f"{name}: {words} {score}")

    def ratio(self) -> float:
        """The log-likelihood ratio of the second difference against the first."""
        quantity = self._quantity
        possible = quantity.possible or (quantity.low, quantity.high)
        counts: Mapping[float, float] = {float(v): n for v, n in self._counts.items()}
        return sprt.ratio(counts, self._rule.first, self._rule.second, map(float, possible))


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
        _check(text, first < second, "S0 must be less than S1")
        within = -reach < first and second < reach
        _check(text, within, f"S0 and S1 must be between -{reach} and {reach} points")
        probable = min(alpha, beta) > 0 and alpha + beta < 1
        _check(text, probable, "ALPHA and BETA must be above 0 and together below 1")
        numbers = ",".join(map(plain, (first, second, alpha, beta)))
        return Ratio(first, second, alpha, beta, f"sprt({numbers})")
    raise UsageFault(f"invalid stopping rule '{text}'; write {FORMS}")


def _check(text: str, fine: bool, words: str) -> None:
    if not fine:
        raise UsageFault(f"invalid stopping rule '{text}': {words}; write {FORMS}")


def plain(number: float) -> str:
    """A number without superfluous digits."""
    return f"{number + 0.0:.12g}"  # no -0
