"""Why an entrant sits with these others, and the best round in which two sit at one table.

For few entrants the round is drawn again with both at one table. For many, the best exchange of two
entrants is taken.
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from typing import Final

from engines.messages import Message, Player, Sentence, say
from tourney.domain.draws import Draw, EntrantId, Situation
from tourney.formats.format_settings import Effort
from tourney.formats.history import Meetings, never_together, other_table, pair, same_seat
from tourney.formats.swiss_pairs import together_in_pairs
from tourney.formats.swiss_pods import EXACT, Annealing
from tourney.formats.swiss_pricing import (
    Alternative,
    Pricing,
    SwissOptions,
    Tables,
    lowest_first,
    points_of,
    priced,
)


def together(situation: Situation, draw: Draw, one: EntrantId, other: EntrantId) -> Alternative:
    """The best known round with both at one table and the same byes."""
    options = SwissOptions.of(situation)
    if max(len(pod) for pod in draw.pods) == 2:
        return together_in_pairs(situation, draw, (one, other), options)
    sizes = sorted((len(pod) for pod in draw.pods), reverse=True)
    playing = [each for pod in draw.pods for each in pod]
    return _Pods(priced(situation, playing, sizes, options.meetings), draw, one, other).best(
        Effort.of(situation.seconds).nodes
    )


class _Pods:
    """A round of pods as indices, and the two who should sit together."""

    def __init__(self, pricing: Pricing, draw: Draw, one: EntrantId, other: EntrantId) -> None:
        self._pricing = pricing
        at = {each: index for index, each in enumerate(pricing.entrants)}
        self._tables: Tables = [tuple(at[each] for each in pod) for pod in draw.pods]
        self._one, self._other = at[one], at[other]
        self._price = pricing.total(self._tables)

    def best(self, nodes: int) -> Alternative:
        """The cheapest round for few entrants, the best exchange for many."""
        tables, change = self._exchanged()
        if len(self._pricing.entrants) > EXACT:
            return self._found(tables, change, exact=False)
        from tourney.formats.swiss_solver import cheaper

        limit = min(self._price + change + 1, self._pricing.forbidden)
        both = (self._one, self._other)
        verdict = cheaper(self._pricing, limit, nodes, together=both)
        if verdict.tables is not None:
            return self._found(sorted(verdict.tables), verdict.bound - self._price, exact=True)
        return self._found(tables, change, exact=verdict.bound == limit)

    def _found(self, tables: Tables, change: int, *, exact: bool) -> Alternative:
        if self._price + change >= self._pricing.forbidden:
            return Alternative(None, change, exact)
        names = self._pricing.entrants
        return Alternative([[names[one] for one in pod] for pod in tables], change, exact)

    def _exchanged(self) -> tuple[Tables, int]:
        """The tables after the cheapest exchange that brings both to one table."""
        search = Annealing(self._pricing, self._tables)
        here, there = (
            next(table for table in self._tables if one in table)
            for one in (self._one, self._other)
        )
        ways = [(mate, self._other) for mate in here if mate != self._one]
        ways += [(self._one, mate) for mate in there if mate != self._other]
        change, (out, into) = min((search.change(*way), way) for way in ways)
        swap = {out: into, into: out}
        return [tuple(swap.get(one, one) for one in pod) for pod in self._tables], change


# Why an entrant sits with these others: who would have been closer in points, and at what price.
#
# In messages an entrant is the player whose seat is its number.

MOST: Final = 6
"""How many entrants who would have been closer are explained, the closest first."""
MOST_PRICES: Final = 3
"""For how many of them another round is computed."""


def reasons(situation: Situation, draw: Draw, entrant: EntrantId) -> Sequence[Message]:
    """Why an entrant has this pod or the bye."""
    if entrant in draw.byes:
        return list(_bye_reasons(situation, draw, entrant))
    if not any(entrant in pod for pod in draw.pods):
        return []
    return _PodReasons(situation, draw, entrant).all()


def player(entrant: EntrantId) -> Player:
    """An entrant in a message."""
    return Player(entrant)


def shown(points: Fraction) -> str:
    """Points as people write them: whole, or with two digits."""
    return str(points) if points.denominator == 1 else f"{float(points):.2f}"


def _bye_reasons(situation: Situation, draw: Draw, entrant: EntrantId) -> list[Message]:
    own = points_of(situation, entrant)
    most = SwissOptions.of(situation).byes
    lower = [
        one
        for one in lowest_first(situation)
        if points_of(situation, one) < own and one not in draw.byes
    ]
    had = [one for one in lower if situation.byes.get(one, 0) >= most]
    free = [one for one in lower if one not in had]
    found = [say("formats.swiss-bye", who=player(entrant))]
    if free:
        others = _entrants(situation, free)
        found = [
            say("formats.swiss-restricted-bye", who=player(entrant), others=others, count=len(free))
        ]
    if had:
        found.append(say("formats.swiss-had-bye", others=_entrants(situation, had), count=len(had)))
    return found


def _entrants(situation: Situation, entrants: Sequence[EntrantId]) -> tuple[Message, ...]:
    return tuple(
        [
            say("formats.swiss-entrant", who=player(one), points=shown(points_of(situation, one)))
            for one in entrants
        ]
    )


class _PodReasons:
    """The entrant, the opponent farthest in points, and who at another table is closer."""

    def __init__(self, situation: Situation, draw: Draw, entrant: EntrantId) -> None:
        self._situation, self._draw, self._entrant = situation, draw, entrant
        (pod,) = [pod for pod in draw.pods if entrant in pod]
        self._mate = max((one for one in pod if one != entrant), key=self._distance)
        others = [one for each in draw.pods if each != pod for one in each]
        nearer = [one for one in others if self._distance(one) < self._distance(self._mate)]
        self._nearer = sorted(nearer, key=lambda one: (self._distance(one), one))

    def all(self) -> list[Message]:
        """A reason for everyone at another table who would have been closer."""
        if not self._nearer:
            who = player(self._entrant)
            if not self._distance(self._mate):
                return [say("formats.swiss-same-points", who=who)]
            return [say("formats.swiss-nobody-closer", who=who, mate=player(self._mate))]
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

    def _say(self, sentence: Sentence, other: EntrantId, **more: object) -> Message:
        """A sentence about another entrant who would have been closer."""
        points = shown(points_of(self._situation, other))
        mate = player(self._mate)
        return sentence(other=player(other), points=points, mate=mate, **more)  # type: ignore[arg-type]

    def _barred(self, other: EntrantId) -> Message | None:
        """The rule or the earlier meeting that stands against a table with this entrant."""
        who = player(self._entrant)
        if never_together(self._situation, self._entrant, other):
            return self._say(Sentence("formats.swiss-never"), other, who=who)
        if same_seat(self._situation, self._entrant, other):
            return self._say(Sentence("formats.swiss-same-seat"), other, who=who)
        if other_table(self._situation, self._entrant, other):
            return self._say(Sentence("formats.swiss-other-table"), other, who=who)
        rounds = Meetings(self._situation.met).rounds.get(pair(self._entrant, other))
        if rounds:
            return self._say(
                Sentence("formats.swiss-met"),
                other,
                who=who,
                rounds=tuple(rounds),
                count=len(rounds),
            )
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
            return self._say(sentence, other, who=player(self._entrant))
        how = say("formats.swiss-redrawn") if found.exact else say("formats.swiss-exchanged")
        if found.change == 0:
            return self._say(Sentence("formats.swiss-equal"), other, how=how)
        if found.change < 0:
            return self._say(Sentence("formats.swiss-better"), other, how=how)
        return self._say(Sentence("formats.swiss-price"), other, price=self._price(found), how=how)

    def _price(self, found: Alternative) -> Message:
        """The most important of what gets worse."""
        then, now = found.pods or (), self._draw.pods
        history = Meetings(self._situation.met)
        more = sum(map(history.among, then)) - sum(map(history.among, now))
        if more > 0:
            return say("formats.swiss-repeats", count=more, pairs=self._new_repeats(then))
        squares = self._squares(then), self._squares(now)
        if squares[0] > squares[1]:
            return say("formats.swiss-differences", then=shown(squares[0]), now=shown(squares[1]))
        return say("formats.swiss-other-price")

    def _new_repeats(self, pods: Sequence[Sequence[EntrantId]]) -> tuple[Message, ...]:
        """The pairs who would meet again, other than in the round drawn."""
        history = Meetings(self._situation.met)
        now = {two for pod in self._draw.pods for two in history.repeated(pod)}
        return tuple(
            say("formats.swiss-again", one=player(two[0]), two=player(two[1]), table=number)
            for number, pod in enumerate(pods, 1)
            for two in history.repeated(pod)
            if two not in now
        )

    def _squares(self, pods: Sequence[Sequence[EntrantId]]) -> Fraction:
        points = self._situation
        return sum(
            (
                (points_of(points, one) - points_of(points, two)) ** 2
                for pod in pods
                for one, two in combinations(pod, 2)
            ),
            Fraction(0),
        )
