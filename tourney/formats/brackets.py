"""Formats in which results of a round decide who plays in the next: what they have in common.

Also knockout for two seats: single and double elimination, and the stepladder.
"""

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, groupby
from random import Random
from typing import Final, TypeAlias

from engines.messages import Message, Player, say
from tourney.domain.errors import UsageFault
from tourney.domain.event_log import Draw, EntrantId, Met, Situation, Sizes
from tourney.formats.format_settings import Passage, choice_setting, count_setting, yes_setting
from tourney.formats.history import membership, together
from tourney.formats.seating import seated, split

# Results of the tables of a bracket, read from the pods that were really played.
#
# A bracket knows which entrants belong to a table. The pods may differ: entrants were absent, or
# the organiser exchanged some. What was played decides.

Entrants: TypeAlias = tuple[EntrantId, ...]

# Orders entrants who share a place across the line between those who advance and the others.
TieBreaker: TypeAlias = Callable[[Entrants, "TableResult"], Entrants]


@dataclass(frozen=True, slots=True)
class TableResult:
    """Those who appeared, from best to worst in groups of equals, and those who did not.

    `number` is the number of the table in the round, from 1; 0 if nothing was played.
    """

    groups: tuple[Entrants, ...] = ()
    absent: Entrants = ()
    round: int = 0
    number: int = 0

    def cut(self, count: int, ties: TieBreaker) -> tuple[Entrants, Entrants]:
        """The best `count` entrants, and the others with the absent ones at the end."""
        order: list[EntrantId] = []
        for group in self.groups:
            across = len(order) < count < len(order) + len(group)
            order.extend(ties(group, self) if across else group)
        return tuple(order[:count]), (*order[count:], *self.absent)

    def place(self, entrant: EntrantId) -> int:
        """The place of an entrant from 1; the absent ones come after all others."""
        before = 0
        for group in self.groups:
            if entrant in group:
                return before + 1
            before += len(group)
        return before + 1


class BracketResults:
    """The results of the rounds before the one that is drawn."""

    def __init__(self, situation: Situation) -> None:
        self._rounds: dict[int, list[Met]] = {}
        self._last = dict.fromkeys(situation.entrants, situation.round)
        for one in situation.met:
            self._rounds.setdefault(one.round, []).append(one)
            for seat, entrant in enumerate(one.pod):
                if seat not in one.absent:
                    self._last[entrant] = max(one.round, self._last.get(entrant, 0))
        self._situation = situation
        self._byes: Counter[EntrantId] = Counter()

    def open_table(self, number: int) -> int | None:
        """The first table of a round whose result is missing."""
        pods = enumerate(self._rounds.get(number, ()), 1)
        return next((at for at, one in pods if one.places is None), None)

    def of_round(self, number: int, tables: Iterable[Entrants]) -> list[TableResult]:
        """The results of the tables of a round. Ask for every round once, in their order."""
        pods = dict(enumerate(self._rounds.get(number, ()), 1))
        pod_of = {entrant: at for at, met in pods.items() for entrant in met.pod}
        found: list[TableResult] = []
        expected = 0
        for table in tables:
            expected += len(table) > 1
            shared = Counter(pod_of[entrant] for entrant in table if pod_of.get(entrant) in pods)
            missing = tuple(entrant for entrant in table if entrant not in pod_of)
            if not shared:
                found.append(self._not_played(number, missing))
                continue
            # The pod that has most of the table, of several the one with its number.
            at = max(shared, key=lambda at: (shared[at], at == expected, at))
            met = pods.pop(at)
            places = met.places or ()
            here = (seat for seat in range(len(met.pod)) if seat not in met.absent)
            ranked = sorted(here, key=places.__getitem__)
            groups = tuple(
                tuple(met.pod[seat] for seat in group)
                for _, group in groupby(ranked, key=places.__getitem__)
            )
            away = tuple(met.pod[seat] for seat in met.absent)
            found.append(TableResult(groups, away + missing, met.round, at))
        return found

    def appeared(self, number: int, entrant: EntrantId) -> bool:
        """Whether an entrant took part in a round, also with a bye."""
        if number >= self._situation.round:
            return entrant in self._situation.entrants
        if any(entrant in one.pod for one in self._rounds.get(number, ())):
            return True
        return self._had_bye(number, entrant)

    def _not_played(self, number: int, table: Entrants) -> TableResult:
        """Who advances without a match: the only one, or those who had a bye because of others."""
        here = tuple(who for who in table if len(table) == 1 or self._had_bye(number, who))
        self._byes.update(here)
        absent = tuple(entrant for entrant in table if entrant not in here)
        return TableResult(tuple((entrant,) for entrant in here), absent, number)

    def _had_bye(self, number: int, entrant: EntrantId) -> bool:
        """Whether an entrant without a pod had a bye.

        If only the number of byes is known, it is one that no round before explains.
        """
        if self._situation.bye_rounds:
            return number in self._situation.bye_rounds.get(entrant, ())
        spare = self._situation.byes.get(entrant, 0) > self._byes[entrant]
        return spare and self._last.get(entrant, 0) > number


# What all formats have in common in which the results of a round decide who plays in the next.
#
# Such a format is a course: a generator that yields the tables of a round and is sent their
# results. So who advances follows from the pods that were played, and nothing has to be stored.

Tables: TypeAlias = list[Entrants]

# Yields the tables of each round, also those with one entrant, who then has a bye.
Course: TypeAlias = Generator[Tables, list[TableResult], None]

# The setting that all brackets have: `refuse` a tie across the line, `seed` or `lots`.
TIES: Final = {"ties": "refuse"}


class BracketRules:
    """What a course may use: the situation, the tie-breaker, and those who left in the order in
    which they left, worst first in groups of equals.

    A course in which one has to lose twice notes before each round who is `unbeaten`. `broken` are
    the orders of equals that the tie-breaker made, by round and number of the table.
    """

    def __init__(self, situation: Situation, ties: str) -> None:
        self.situation = situation
        self.results = BracketResults(situation)
        self.out: list[Entrants] = []
        self.unbeaten: list[frozenset[EntrantId]] = []
        self.broken: dict[tuple[int, int], Entrants] = {}
        self._ties = ties
        self._seed = {entrant: number for number, entrant in enumerate(situation.seeding)}

    def by_seed(self, entrants: Iterable[EntrantId]) -> Entrants:
        """Entrants, best seed first."""
        return tuple(sorted(entrants, key=self._seed.__getitem__))

    def leave(self, entrants: Iterable[EntrantId]) -> None:
        """These are out, as equals."""
        gone = set(chain.from_iterable(self.out))
        if group := self.by_seed(entrant for entrant in entrants if entrant not in gone):
            self.out.append(group)

    def leave_in_order(self, result: TableResult, staying: Entrants = ()) -> None:
        """All of a table except those `staying` are out, each group of equals for itself."""
        for group in (result.absent, *reversed(result.groups)):
            self.leave(entrant for entrant in group if entrant not in staying)

    def tie_breaker(self) -> TieBreaker:
        """The way in which the settings break a tie across the line."""
        return _refused if self._ties == "refuse" else self._ordered

    def _ordered(self, group: Entrants, result: TableResult) -> Entrants:
        order = list(self.by_seed(group))
        if self._ties == "lots":
            Random(f"{self.situation.stage_seed} {result.round} {result.number}").shuffle(order)
        self.broken[result.round, result.number] = tuple(order)
        return tuple(order)


def _refused(group: Entrants, result: TableResult) -> Entrants:
    raise UsageFault(
        say(
            "formats.tie-across",
            entrants=tuple(map(Player, group)),
            round=result.round,
            table=result.number,
        )
    )


@dataclass(frozen=True, slots=True)
class Bracket:
    """A format of this kind: the settings, and the course for those of the first round."""

    settings: Mapping[str, str]
    course: Callable[[Entrants, BracketRules], Course]  # for entrants of the first round, by seed

    def rounds(self, situation: Situation) -> int:
        """Rounds if from now on the better seed always wins."""
        rules = self._rules(situation, ties="seed")
        course = self.course(self._original(situation), rules)
        number, tables = 0, next(course, None)
        while tables is not None:
            number += 1
            results = self._results(rules, number, tables)
            # In rounds to come the better seeds win.
            orders = [tuple((who,) for who in rules.by_seed(table)) for table in tables]
            tables = _sent(course, results or [TableResult(order) for order in orders])
        return number

    def draw(self, situation: Situation) -> Draw:
        """The tables of the round; who has no opponent has a bye."""
        rules = self._rules(situation)
        tables = self._tables(situation, rules)
        here = set(situation.entrants)
        present = [tuple(entrant for entrant in table if entrant in here) for table in tables]
        sizes = situation.sizes.allowed
        tables = [table for table in present if len(table) in sizes]
        pods = seated(
            tables, situation.met, situation.fixed, situation.seed, new=situation.new_seats
        )
        for pod in pods:
            if (pair := together(pod, situation.never)) is not None:
                names = tuple(map(Player, pair))
                raise UsageFault(
                    say("formats.never-in-bracket", entrants=names, round=situation.round)
                )
        byes = tuple(e for table in present if len(table) not in sizes for e in table)
        return Draw(pods, byes)

    def order(self, situation: Situation) -> tuple[Entrants, ...]:
        """Those who are still in come first, then those who left last, then late entrants."""
        original = self._original(situation)
        out = self._walked(situation, original).out
        gone = set(chain.from_iterable(out))
        still = tuple(entrant for entrant in original if entrant not in gone)
        late = tuple(entrant for entrant in situation.seeding if entrant not in original)
        return tuple(group for group in (still, *reversed(out), late) if group)

    def passage(self, situation: Situation) -> Passage:
        """Who had not lost before each round, and how equals were ordered."""
        rules = self._walked(situation, self._original(situation))
        return Passage(rules.unbeaten, rules.broken)

    def _walked(self, situation: Situation, original: Entrants) -> BracketRules:
        """The rules after the rounds with all results: they know who is out."""
        rules = self._rules(situation)
        course = self.course(original, rules)
        number, tables = 1, next(course, None)
        while tables is not None and (results := self._results(rules, number, tables)):
            try:
                tables = _sent(course, results)
            except UsageFault:  # a tie that has to be broken first
                break
            number += 1
        return rules

    def reasons(self, situation: Situation, draw: Draw, entrant: EntrantId) -> Sequence[Message]:
        """Where those at a table come from, or why an entrant has none."""
        pod = next((pod for pod in draw.pods if entrant in pod), ())
        if pod:
            origins = {each: _origin(situation, each) for each in pod}
            mine = origins.pop(entrant)
            return [say("formats.against", one=mine, others=tuple(origins.values()))]
        if entrant in draw.byes:
            return [say("formats.bye-in-bracket", who=Player(entrant))]
        original = self._original(situation)
        if entrant not in original:
            return [say("formats.after-bracket", who=Player(entrant))]
        if entrant in chain.from_iterable(self._walked(situation, original).out):
            return [say("formats.out-of-bracket", who=_origin(situation, entrant))]
        return [say("formats.waits-in-bracket", who=Player(entrant))]

    def _rules(self, situation: Situation, ties: str | None = None) -> BracketRules:
        least = min(situation.sizes.allowed)
        if len(situation.seeding) < least:
            raise UsageFault(say("formats.too-few", entrants=len(situation.seeding), least=least))
        known = choice_setting(situation, self.settings, "ties", ("refuse", "seed", "lots"))
        return BracketRules(situation, ties or known)

    def _original(self, situation: Situation) -> Entrants:
        """Those for whom the bracket was made; a late entrant finds no place in it."""

        def first_round(entrants: Entrants) -> Tables:
            return next(self.course(entrants, self._rules(situation)), [])

        return membership(situation, first_round).original

    def _tables(self, situation: Situation, rules: BracketRules) -> Tables:
        """The tables of this round, after the results of all rounds before."""
        course = self.course(self._original(situation), rules)
        tables = next(course, None)
        for number in range(1, situation.round):
            if tables is None:
                break
            if (table := rules.results.open_table(number)) is not None:
                raise UsageFault(
                    say("formats.open-table", table=table, round=number, next=situation.round)
                )
            tables = _sent(course, rules.results.of_round(number, tables))
        if tables is None:
            # Nobody plays, because the others are absent; UsageFault if the stage has ended.
            everybody = replace(situation, entrants=situation.seeding)
            if situation.entrants == situation.seeding:
                rounds = self.rounds(situation)
                raise UsageFault(say("formats.no-such-round", round=situation.round, rounds=rounds))
            self.draw(everybody)
            gone = set(chain.from_iterable(rules.out))
            return [(entrant,) for entrant in self._original(situation) if entrant not in gone]
        return tables

    def _results(self, rules: BracketRules, number: int, tables: Tables) -> list[TableResult]:
        """The results of a round; none if it is not finished."""
        if number >= rules.situation.round or rules.results.open_table(number) is not None:
            return []
        return rules.results.of_round(number, tables)


def _sent(course: Course, results: list[TableResult]) -> Tables | None:
    """The tables of the next round; None if the course is over."""
    try:
        return course.send(results)
    except StopIteration:
        return None


def _origin(situation: Situation, entrant: EntrantId) -> Message:
    """How an entrant came to this round: the last table, or the seed."""
    numbers: dict[int, int] = {}
    found = say("formats.from-seed", who=Player(entrant), seed=situation.seeding.index(entrant) + 1)
    for one in situation.met:
        numbers[one.round] = numbers.get(one.round, 0) + 1
        if entrant in one.pod and one.places is not None:
            place = one.places[one.pod.index(entrant)]
            where = {"table": numbers[one.round], "round": one.round}
            if place == 1:
                found = say("formats.winner-of", who=Player(entrant), **where)
            else:
                found = say("formats.from-place", who=Player(entrant), place=place, **where)
    return found


# Knockout for two seats: single and double elimination.

# The entrants of a bracket in the order of their places; None where there is nobody.
Line = list[EntrantId | None]


def bracket_line(entrants: Entrants) -> Line:
    """Places for a bracket: seeds 1 and 2 can meet in the last match only, 1 to 4 in the last two.

    Free places are the opponents of the best seeds.
    """
    order = [1]
    while len(order) < len(entrants):
        total = 2 * len(order) + 1
        order = [seed for each in order for seed in (each, total - each)]
    return [entrants[seed - 1] if seed <= len(entrants) else None for seed in order]


def drop_place(match: int, stage: int, places: int) -> int:
    """The place in the lower bracket of the loser of a match of the upper bracket.

    `stage` counts the rounds of the upper bracket from 1, `places` is the number of its matches.
    The place is the number of the match with some binary digits inverted: those of stage - 1 read
    backwards, from the highest digit on. Two entrants who met in the upper bracket come together
    again where the highest digit stands in which their stages differ. So all stages differ in high
    digits, and rematches come as late as possible.
    """
    digits, turned = places.bit_length() - 1, stage - 1
    mask = sum((turned >> at & 1) << (digits - 1 - at) for at in range(digits))
    return match ^ mask


# Single elimination; `third=yes` adds a match for third place to the last round.

KNOCKOUT_SETTINGS: Final = {**TIES, "third": "no"}


def _knockout(entrants: Entrants, rules: BracketRules) -> Course:
    """Winners go on, losers leave."""
    third = yes_setting(rules.situation, KNOCKOUT_SETTINGS, "third")
    line = bracket_line(entrants)
    waiting: Entrants = ()
    while len(line) > 1:
        results = yield [*_tables(line), waiting] if waiting else _tables(line)
        if waiting:
            rules.leave_in_order(results[-1])
        line, losers = _winners(rules, results[: len(line) // 2])
        beaten = tuple(entrant for entrant in losers if entrant is not None)
        waiting = beaten if third and len(beaten) == len(line) == 2 else ()
        if not waiting:
            rules.leave(beaten)


KNOCKOUT: Final = Bracket(KNOCKOUT_SETTINGS, _knockout)


# Double elimination: who loses twice leaves; `reset=yes` plays the final again if its loser has
# lost only once.

DOUBLE_SETTINGS: Final = {**TIES, "reset": "yes"}


def _double_elimination(entrants: Entrants, rules: BracketRules) -> Course:
    """A round of the upper bracket and one of the lower bracket at the same time."""
    upper = bracket_line(entrants)
    stages = (len(upper) - 1).bit_length()
    lower: Line = []
    dropped: list[Line] = []
    for number in range(1, 2 * stages):
        above = _tables(upper) if number <= stages else []
        if number > 1 and number % 2:
            # Those who lost above are the opponents of those who are left below.
            losers, stage = dropped.pop(0), number // 2 + 1
            line: Line = [None] * (2 * len(lower))
            line[::2] = lower
            for match, entrant in enumerate(losers):
                line[2 * drop_place(match, stage, len(losers)) + 1] = entrant
            lower = line
        rules.unbeaten.append(frozenset(one for one in upper if one is not None))
        results = yield above + (_tables(lower) if number > 1 else [])
        if number > 1:
            lower, beaten = _winners(rules, results[len(above) :])
            rules.leave(entrant for entrant in beaten if entrant is not None)
        if above:
            upper, beaten = _winners(rules, results[: len(above)])
            dropped.append(beaten)
        if number == 1:
            lower = dropped.pop(0)
    # The winner of the upper bracket against that of the lower one, twice if necessary.
    table = tuple(entrant for entrant in (*upper, *lower) if entrant is not None)
    if len(table) < 2:
        return
    rules.unbeaten += [frozenset(one for one in upper if one is not None)] * 2
    [result] = yield [table]
    winner, out = result.cut(1, rules.tie_breaker())
    again = winner == table[1:] and table[0] not in result.absent
    if again and yes_setting(rules.situation, DOUBLE_SETTINGS, "reset"):
        [result] = yield [table]
        _, out = result.cut(1, rules.tie_breaker())
    rules.leave(out)


DOUBLE_ELIMINATION: Final = Bracket(DOUBLE_SETTINGS, _double_elimination)


def _tables(line: Line) -> Tables:
    """Neighbours of the line; a table may have one entrant or none."""
    pairs = zip(line[::2], line[1::2], strict=True)
    return [tuple(entrant for entrant in pair if entrant is not None) for pair in pairs]


def _winners(rules: BracketRules, results: Sequence[TableResult]) -> tuple[Line, Line]:
    """The winner and the loser of each table; None where there is nobody."""
    winners: Line = []
    losers: Line = []
    for result in results:
        best, others = result.cut(1, rules.tie_breaker())
        winners.append(best[0] if best else None)
        losers.append(others[0] if others else None)
        rules.leave(others[1:])  # nobody appeared
    return winners, losers


# Stepladder: the lowest seeds play first, and the winner meets the next higher ones.

# `advance` is how many of a table climb to the next one.
LADDER_SETTINGS: Final = {**TIES, "advance": "1"}


def _stepladder(entrants: Entrants, rules: BracketRules) -> Course:
    """One table in each round; the last one has the best seeds."""
    advance = count_setting(rules.situation, LADDER_SETTINGS, "advance")
    waiting = list(entrants)
    climbing: Entrants = ()
    for joining in _joining(len(entrants), advance, rules.situation.sizes):
        table = (*climbing, *waiting[len(waiting) - joining :])
        del waiting[len(waiting) - joining :]
        [result] = yield [rules.by_seed(table)]
        if not waiting:
            rules.leave_in_order(result)
            return
        climbing, _ = result.cut(advance, rules.tie_breaker())
        rules.leave_in_order(result, staying=climbing)


STEPLADDER: Final = Bracket(LADDER_SETTINGS, _stepladder)


def _joining(entrants: int, advance: int, sizes: Sizes) -> list[int]:
    """How many join each table, from the first one on; those who climb fill the other seats."""
    allowed = tuple(size - advance for size in sizes.allowed if size > advance)
    if not allowed:
        raise UsageFault(say("formats.all-advance", advance=advance, most=max(sizes.allowed) - 1))
    count = max(entrants - advance, min(allowed))
    preferred = max(sizes.preferred - advance, min(allowed))
    tables, byes = split(count, Sizes(allowed, preferred))
    if byes:
        listed = tuple(map(str, sizes.allowed))
        raise UsageFault(
            say("formats.ladder-sizes", entrants=entrants, advance=advance, sizes=listed)
        )
    first, *others = reversed(tables)
    return [first + advance, *others]
