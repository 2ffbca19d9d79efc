"""Why an entrant sits with these others: who would have been closer in points, and at what price.

The price is that of the best round in which both sit at one table. For few entrants that round is
drawn; for many, the best exchange of two entrants is taken.
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from typing import Final

from engines.messages import Argument, Message, Player, Sentence, say
from tourney.domain.draw_values import Draw, EntrantId, Situation
from tourney.formats.format_settings import Effort
from tourney.formats.history import Meetings, other_table, pair, same_seat
from tourney.formats.swiss_pairs import together_in_pairs
from tourney.formats.swiss_pods import EXACT, Annealing
from tourney.formats.swiss_pricing import (
    Alternative,
    SwissOptions,
    Tables,
    lowest_first,
    points_of,
    priced,
)

MOST: Final = 6
"""How many entrants who would have been closer are explained, the closest first."""
MOST_PRICES: Final = 3
"""For how many of them another round is computed."""


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
                say("formats.swiss-again", one=Player(two[0]), two=Player(two[1]), table=number)
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
