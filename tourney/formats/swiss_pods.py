"""Draws a Swiss round of pods, which are tables of three or more, and says why it is this one.

The reasons name who would have been closer in points, and the price of the best round in which both
sit at one table. For few entrants that round is drawn; for many, the best exchange of two is taken.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Final

from engines.messages import Argument, Message, Player, Sentence, say
from tourney.domain.errors import SearchFault
from tourney.domain.event_log import Draw, EntrantId, Situation
from tourney.formats.format_settings import Effort
from tourney.formats.history import Meetings, other_table, pair, same_seat
from tourney.formats.seating import Split, seated
from tourney.formats.swiss_pairs import together_in_pairs
from tourney.formats.swiss_pricing import (
    Alternative,
    Pricing,
    SwissOptions,
    Tables,
    bye_choices,
    figures_of,
    least_price,
    least_repeats,
    lowest_first,
    points_of,
    priced,
)

# Most exchanges are tried between entrants whose ranks differ by no more than this.
NEAR: Final = 24
BATCH: Final = 512  # exchanges tried between two looks at the price
REFRESH: Final = 8 * BATCH  # exchanges tried between two looks for tables that cost something


def in_order(pricing: Pricing) -> Tables:
    """Tables filled in order of points, the smallest tables last."""
    tables, at = [], 0
    for size in sorted(pricing.sizes, reverse=True):
        tables.append(tuple(range(at, at + size)))
        at += size
    return tables


class Annealing:
    """A round that is being improved."""

    def __init__(self, pricing: Pricing, tables: Iterable[Sequence[int]]) -> None:
        self._pricing, self._pair = pricing, pricing.pair
        self._tables = [list(table) for table in tables]
        self._table_of = [0] * len(pricing.entrants)
        for number, table in enumerate(self._tables):
            for one in table:
                self._table_of[one] = number
        self.price = pricing.total(self._tables)
        self.best_price = self.price
        self.best: Tables = [tuple(sorted(table)) for table in self._tables]

    def change(self, one: int, two: int) -> int:
        """How much the price changes if two entrants of different tables are exchanged."""
        # This runs a million times a round: no generators, few attributes.
        tables, table_of, pair = self._tables, self._table_of, self._pair
        here, there = tables[table_of[one]], tables[table_of[two]]
        row, other = pair[one], pair[two]
        change = -2 * row[two]
        for each in here:
            change += other[each] - row[each]
        for each in there:
            change += row[each] - other[each]
        if len(here) != len(there):
            single = self._pricing.single
            near, far = single[len(here)], single[len(there)]
            change += near[two] - near[one] + far[one] - far[two]
        return change

    def exchange(self, one: int, two: int, change: int) -> None:
        """Exchange two entrants; the price changes by `change`."""
        here, there = self._table_of[one], self._table_of[two]
        self._tables[here].remove(one)
        self._tables[there].remove(two)
        self._tables[here].append(two)
        self._tables[there].append(one)
        self._table_of[one], self._table_of[two] = there, here
        self.price += change

    def keep(self) -> None:
        """Remember the present round if it is the best so far."""
        if self.price < self.best_price:
            self.best_price = self.price
            self.best = [tuple(sorted(table)) for table in self._tables]

    def run(self, steps: int, first: int, rng: Random, goal: int) -> int:
        """Try exchanges; each may make the round worse by a tolerance that falls from `first`.

        It ends at a price that cannot be improved, the goal, or after so many steps; how many.
        """
        table_of, change = self._table_of, self.change
        costly: list[int] = []
        pick = _picks(len(table_of), rng, costly)
        done = 0
        while done < steps and self.best_price > goal:
            if done % REFRESH == 0:
                costly[:] = [
                    one for table in self._tables if self._pricing.table(table) for one in table
                ]
            # The last fifth of the steps accepts no worse round.
            left = max(0, 4 * steps - 5 * done)
            threshold = first * left // (4 * steps)
            for _ in range(BATCH):
                one, two = pick()
                if table_of[one] != table_of[two] and (by := change(one, two)) <= threshold:
                    self.exchange(one, two, by)
                    if self.price <= goal:
                        break
            self.keep()
            done += BATCH
        return done

    def tolerance(self, rng: Random) -> int:
        """A tolerance at which a quarter of the worse exchanges without a repeat is accepted."""
        pick = _picks(len(self._table_of), rng, [])
        tried = [pick() for _ in range(300)]
        at = self._table_of
        found = [self.change(one, two) for one, two in tried if at[one] != at[two]]
        worse = sorted(by for by in found if 0 < by < self._pricing.repeat)
        return worse[len(worse) // 4] if worse else 1

    def settle(self) -> None:
        """Make every exchange of entrants with near ranks that lowers the price."""
        at, count = self._table_of, len(self._table_of)
        before = self.price + 1
        while self.price < before:
            before = self.price
            for one in range(count):
                for two in range(one + 1, min(one + 2 * NEAR, count)):
                    if at[one] != at[two] and (by := self.change(one, two)) < 0:
                        self.exchange(one, two, by)
        self.keep()


def _picks(count: int, rng: Random, costly: list[int]) -> Callable[[], tuple[int, int]]:
    """Random pairs of entrants: three of four with near ranks, every other one with a costly one.

    In large score groups nearly all tables cost nothing, and exchanges among them gain nothing.
    """
    random = rng.random
    span = min(NEAR, count - 1)

    def pick() -> tuple[int, int]:
        by = random()
        hunt = by < 0.5 and bool(costly)
        one = costly[int(2 * by * len(costly))] if hunt else int(random() * count)
        by = random()
        if by < 0.75:
            step = int(by * 2 * span / 0.75) - span
            return one, (one + step + (step >= 0)) % count
        return one, int(random() * count)

    return pick


def annealed(pricing: Pricing, seed: object, steps: int, goal: int, effort: Effort) -> Tables:
    """The best round found, starting with the order of points.

    The first quarter of the steps accepts no worse round, which is enough for large score groups;
    each of the others begins at the best round so far with more tolerance.
    """
    rng = Random(f"annealing {seed}")
    best = in_order(pricing)
    steps = effort.granted(steps)  # fewer steps cool faster, which is better than ending hot
    for thirds in (0, 1, 3, 12):
        search = Annealing(pricing, best)
        effort.steps -= search.run(steps // 4, thirds * search.tolerance(rng) // 3, rng, goal)
        search = Annealing(pricing, search.best)
        search.settle()
        best = search.best
    return best


# Draws a round of pods: byes, tables, seats, and how good the round is.

EXACT: Final = 24  # up to this number of entrants the cheapest round is computed exactly
# Up to this number of entrants a solver looks for a cheaper round, and perhaps proves it.
IMPROVED: Final = 64
SECOND_TRIES: Final = 4
# The search for rounds of pods; to be raised with each change that draws other rounds.
METHOD: Final = 3


@dataclass(frozen=True, slots=True)
class Round:
    """A round of tables, its price, and a price that no round can be below.

    `solved` says that the solver chose the tables; `before` are the rounds on which the search
    would have ended if the solver had proven less, as another version of it may.
    """

    pricing: Pricing
    tables: Tables
    price: int
    bound: int
    solved: bool = False
    before: tuple[Tables, ...] = ()

    @property
    def allowed(self) -> bool:
        """Whether the round keeps all restrictions."""
        return self.price < self.pricing.forbidden

    @property
    def pods(self) -> list[tuple[EntrantId, ...]]:
        """The entrants of each table, the table of the leader first."""
        tables = sorted(tuple(sorted(table)) for table in self.tables)
        return [tuple([self.pricing.entrants[one] for one in table]) for table in tables]


def draw_pods(situation: Situation, plan: Split, options: SwissOptions) -> Draw:
    """Draw a round with tables of more than two."""
    effort = Effort.of(situation.seconds)
    for byes in bye_choices(situation, plan.byes, options):
        playing = [one for one in situation.entrants if one not in byes]
        pricing = priced(situation, playing, plan.tables, options.meetings)
        found = best_round(pricing, f"{situation.seed} {situation.round}", effort)
        if situation.drawn is not None:
            found = _as_drawn(found, situation.drawn)
        if found.allowed:
            return finished(situation, found, byes, effort)
    raise SearchFault(say("formats.swiss-no-round", count=len(situation.entrants)), METHOD)


def _as_drawn(found: Round, drawn: Draw) -> Round:
    """The round as it was drawn, if this search may have ended with it elsewhere; else the found.

    Steps and lots are the same everywhere, but what a solver proves, and how near to the price its
    bound is, depends on its version and on the arithmetic of the machine. So it may be one of the
    rounds before the last, or a cheaper one. Its price is computed here, and no bound may exceed
    the price of a round that is known.
    """
    pricing = found.pricing
    at = {one: index for index, one in enumerate(pricing.entrants)}
    if any(one not in at for pod in drawn.pods for one in pod):
        return found
    tables = _sorted(tuple(at[one] for one in pod) for pod in drawn.pods)
    if not pricing.is_round(tables):
        return found
    price = pricing.total(tables)
    better = price < found.price or (price == found.price and found.solved)
    if not better and tables not in map(_sorted, (found.tables, *found.before)):
        return found
    known = drawn.bound if drawn.bound is not None else found.bound
    possible = least_price(pricing) <= known <= min(price, found.price)
    return Round(pricing, tables, price, known if possible else found.bound)


def _sorted(tables: Iterable[tuple[int, ...]]) -> Tables:
    return sorted(tuple(sorted(table)) for table in tables)


def best_round(pricing: Pricing, seed: object, effort: Effort) -> Round:
    """The cheapest round if that can be proven, otherwise the best found."""
    bound = least_price(pricing)
    tables = annealed(pricing, seed, steps(pricing), bound, effort)
    price = pricing.total(tables)
    found = Round(pricing, tables, price, bound)
    count = len(pricing.entrants)
    if price == bound:
        return found
    if count <= EXACT:
        return _proven(found, seed, effort)
    return _improved(found, effort.nodes) if found.allowed and count <= IMPROVED else found


def _improved(found: Round, nodes: int) -> Round:
    """The round with a better bound, or a better round."""
    from tourney.formats.swiss_solver import improved

    pricing = found.pricing
    verdict = improved(pricing, found.tables, nodes)
    bound = max(found.bound, verdict.bound)
    if verdict.tables is None:
        return replace(found, bound=bound)
    price = pricing.total(verdict.tables)
    return Round(pricing, verdict.tables, price, bound, True, verdict.before)


def steps(pricing: Pricing) -> int:
    """How many exchanges the search tries."""
    count = len(pricing.entrants)
    return 6_000 if count <= EXACT else min(10_000 * count, 400_000 + 800 * count)


def _proven(found: Round, seed: object, effort: Effort) -> Round:
    """The cheapest round, if the solver can prove that it is.

    Of several cheapest rounds the solver's choice may depend on its version. So the search, which
    depends on the seed alone, tries again to reach the proven price; only if it does not, the round
    of the solver is taken.
    """
    from tourney.formats.swiss_solver import cheaper

    pricing = found.pricing
    verdict = cheaper(pricing, min(found.price, pricing.forbidden), effort.nodes)
    if verdict.tables is None:
        return replace(found, bound=max(found.bound, verdict.bound))
    price, before = verdict.bound, (found.tables,)
    for number in range(SECOND_TRIES):
        tables = annealed(pricing, f"{seed} {number}", 2 * steps(pricing), price, effort)
        if pricing.total(tables) == price:
            return Round(pricing, tables, price, price, before=before)
    return Round(pricing, verdict.tables, price, price, True, before)


def finished(situation: Situation, found: Round, byes: Sequence[EntrantId], effort: Effort) -> Draw:
    """The draw of a round, with seats and figures."""
    seed = f"{situation.seed} {situation.round}"
    pods = seated(
        found.pods, situation.met, situation.fixed, seed, new=situation.new_seats, turns=True
    )
    # Everything except repeats costs less than one repeat.
    fewest = max(found.bound // found.pricing.repeat, least_repeats(found.pricing))
    figures = figures_of(situation, pods, fewest)
    if effort.exceeded:
        figures["time limit"] = (Fraction(1), Fraction(0))
    return Draw(pods, tuple(byes), found.price, found.bound, figures, method=METHOD)


MOST: Final = 6  # how many entrants who would have been closer are explained, the closest first
MOST_PRICES: Final = 3  # for how many of them another round is computed


def together(situation: Situation, draw: Draw, one: EntrantId, other: EntrantId) -> Alternative:
    """The best known round with both at one table and the same byes."""
    options = SwissOptions.of(situation)
    if max(len(pod) for pod in draw.pods) == 2:
        return together_in_pairs(situation, draw, (one, other), options)
    sizes = sorted((len(pod) for pod in draw.pods), reverse=True)
    playing = [each for pod in draw.pods for each in pod]
    pricing = priced(situation, playing, sizes, options.meetings)
    at = {each: index for index, each in enumerate(pricing.entrants)}
    tables: Tables = [tuple(at[each] for each in pod) for pod in draw.pods]
    both, price = (at[one], at[other]), pricing.total(tables)
    # The cheapest exchange that brings both to one table.
    search = Annealing(pricing, tables)
    here, there = (next(table for table in tables if each in table) for each in both)
    ways = [(mate, both[1]) for mate in here if mate != both[0]]
    ways += [(both[0], mate) for mate in there if mate != both[1]]
    change, (out, into) = min((search.change(*way), way) for way in ways)
    swap = {out: into, into: out}
    found = [tuple(swap.get(each, each) for each in pod) for pod in tables]
    exact = False
    if len(pricing.entrants) <= EXACT:
        from tourney.formats.swiss_solver import cheaper

        limit = min(price + change + 1, pricing.forbidden)
        verdict = cheaper(pricing, limit, Effort.of(situation.seconds).nodes, together=both)
        exact = verdict.tables is not None or verdict.bound == limit
        if verdict.tables is not None:
            found, change = sorted(verdict.tables), verdict.bound - price
    if price + change >= pricing.forbidden:
        return Alternative(None, change, exact)
    names = pricing.entrants
    return Alternative([[names[each] for each in pod] for pod in found], change, exact)


def reasons(situation: Situation, draw: Draw, entrant: EntrantId) -> Sequence[Message]:
    """Why an entrant has this pod or the bye."""
    if entrant in draw.byes:
        return _bye_reasons(situation, draw, entrant)
    if not any(entrant in pod for pod in draw.pods):
        return []
    return _PodReasons(situation, draw, entrant).all()


def shown(points: Fraction) -> str:
    """Points as people write them: whole, or with two digits."""
    return str(points) if points.denominator == 1 else f"{float(points):.2f}"


def _bye_reasons(situation: Situation, draw: Draw, entrant: EntrantId) -> list[Message]:
    """Why those with fewer points have no bye: they had one, or restrictions need them."""
    own, most = points_of(situation, entrant), SwissOptions.of(situation).byes
    had: list[EntrantId] = []
    free: list[EntrantId] = []
    for one in lowest_first(situation):
        if points_of(situation, one) < own and one not in draw.byes:
            (had if situation.byes.get(one, 0) >= most else free).append(one)

    def named(entrants: Sequence[EntrantId]) -> tuple[Message, ...]:
        points = [shown(points_of(situation, one)) for one in entrants]
        return tuple(
            say("formats.swiss-entrant", who=Player(one), points=its)
            for one, its in zip(entrants, points, strict=True)
        )

    who = Player(entrant)
    found = [
        say("formats.swiss-restricted-bye", who=who, others=named(free), count=len(free))
        if free
        else say("formats.swiss-bye", who=who)
    ]
    if had:
        found.append(say("formats.swiss-had-bye", others=named(had), count=len(had)))
    return found


class _PodReasons:
    """The entrant, the opponent farthest in points, and who at another table is closer."""

    def __init__(self, situation: Situation, draw: Draw, entrant: EntrantId) -> None:
        self._situation, self._draw, self._entrant = situation, draw, entrant
        self._history = Meetings(situation.met)
        (pod,) = [pod for pod in draw.pods if entrant in pod]
        self._mate = max((one for one in pod if one != entrant), key=self._distance)
        others = [one for each in draw.pods if each != pod for one in each]
        nearer = [one for one in others if self._distance(one) < self._distance(self._mate)]
        self._nearer = sorted(nearer, key=lambda one: (self._distance(one), one))

    def all(self) -> list[Message]:
        """A reason for everyone at another table who would have been closer."""
        if not self._nearer:
            who = Player(self._entrant)
            if not self._distance(self._mate):
                return [say("formats.swiss-same-points", who=who)]
            return [say("formats.swiss-nobody-closer", who=who, mate=Player(self._mate))]
        found: list[Message] = []
        prices = 0
        for other in self._nearer[:MOST]:
            message = self._barred(other)
            if message is None and prices < MOST_PRICES:
                prices += 1
                message = self._priced(other)
            if message is not None:
                found.append(message)
        return found

    def _distance(self, other: EntrantId) -> Fraction:
        return abs(points_of(self._situation, other) - points_of(self._situation, self._entrant))

    def _say(self, sentence: Sentence, other: EntrantId, **more: Argument) -> Message:
        """A sentence about another entrant who would have been closer."""
        points = shown(points_of(self._situation, other))
        return sentence(other=Player(other), points=points, mate=Player(self._mate), **more)

    def _barred(self, other: EntrantId) -> Message | None:
        """The rule or the earlier meeting that stands against a table with this entrant."""
        situation, both = self._situation, (self._entrant, other)
        who = Player(self._entrant)
        if frozenset(both) in situation.never:
            return self._say(Sentence("formats.swiss-never"), other, who=who)
        if same_seat(situation, *both):
            return self._say(Sentence("formats.swiss-same-seat"), other, who=who)
        if other_table(situation, *both):
            return self._say(Sentence("formats.swiss-other-table"), other, who=who)
        rounds = tuple(self._history.rounds.get(pair(*both), ()))
        if rounds:
            met = Sentence("formats.swiss-met")
            return self._say(met, other, who=who, rounds=rounds, count=len(rounds))
        return None

    def _priced(self, other: EntrantId) -> Message:
        """What the best round with this entrant at the table would cost."""
        found = together(self._situation, self._draw, self._entrant, other)
        if found.pods is None:
            sentence = (
                Sentence("formats.swiss-barred")
                if found.exact
                else Sentence("formats.swiss-no-exchange")
            )
            return self._say(sentence, other, who=Player(self._entrant))
        how = say("formats.swiss-redrawn") if found.exact else say("formats.swiss-exchanged")
        if found.change == 0:
            return self._say(Sentence("formats.swiss-equal"), other, how=how)
        if found.change < 0:
            return self._say(Sentence("formats.swiss-better"), other, how=how)
        price = self._price(found.pods)
        return self._say(Sentence("formats.swiss-price"), other, price=price, how=how)

    def _price(self, then: Sequence[Sequence[EntrantId]]) -> Message:
        """The most important of what is worse with these pods: repeats, or differences."""
        now, history = self._draw.pods, self._history
        more = sum(map(history.among, then)) - sum(map(history.among, now))
        if more > 0:
            # The pairs who would meet again, other than in the round drawn.
            known = {two for pod in now for two in history.repeated(pod)}
            pairs = tuple(
                say(
                    "formats.swiss-again",
                    one=Player(two[0]),
                    two=Player(two[1]),
                    table=number,
                )
                for number, pod in enumerate(then, 1)
                for two in history.repeated(pod)
                if two not in known
            )
            return say("formats.swiss-repeats", count=more, pairs=pairs)
        worse, better = self._squares(then), self._squares(now)
        if worse > better:
            return say("formats.swiss-differences", then=shown(worse), now=shown(better))
        return say("formats.swiss-other-price")

    def _squares(self, pods: Sequence[Sequence[EntrantId]]) -> Fraction:
        """The sum of the squared differences of points at the tables."""
        pairs = (two for pod in pods for two in combinations(pod, 2))
        points = [[points_of(self._situation, one) for one in two] for two in pairs]
        return sum(((high - low) ** 2 for high, low in points), Fraction(0))
