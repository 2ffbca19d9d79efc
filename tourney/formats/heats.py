"""Heats: an elimination at tables of three to six, from which the best of each table go on."""

from collections.abc import Iterable, Sequence
from itertools import chain, combinations
from typing import Final

from engines.messages import say
from tourney.domain.errors import UsageFault
from tourney.domain.event_log import EntrantId, Situation, Sizes
from tourney.formats.brackets import (
    TIES,
    Bracket,
    BracketRules,
    Course,
    Entrants,
    TableResult,
    Tables,
)
from tourney.formats.format_settings import choice_setting, count_setting
from tourney.formats.history import Meetings
from tourney.formats.seating import Split, sizes_text, split


def snake(entrants: Sequence[EntrantId], sizes: Sequence[int]) -> Tables:
    """Entrants dealt to tables back and forth, so that the sums of the seeds are equal."""
    tables: list[list[EntrantId]] = [[] for _ in sizes]
    there = list(range(len(sizes)))
    waiting = iter(entrants)
    while sum(map(len, tables)) < sum(sizes):
        for at in there:
            if len(tables[at]) < sizes[at]:
                tables[at].append(next(waiting))
        there.reverse()
    return [tuple(table) for table in tables]


# `advance`: how many of each table go on. `fill`: the best of the others go on as well if the next
# round `needed` them for allowed tables, or so that its tables are `full`. `losers`: `out`;
# `repechage` gives those of the first round a second chance; with `double` everybody has to lose
# twice.
SETTINGS: Final = {**TIES, "advance": "2", "fill": "needed", "losers": "out"}


def _heats(entrants: Entrants, rules: BracketRules) -> Course:
    heat = _Heat(rules)
    choices = ("out", "repechage", "double")
    losers = choice_setting(rules.situation, SETTINGS, "losers", choices)
    if losers == "double":
        yield from _double(entrants, heat)
    else:
        yield from _single(entrants, heat, repechage=losers == "repechage")


HEATS: Final = Bracket(SETTINGS, _heats)


def require_second_chance(situation: Situation) -> None:
    """UsageFault if somebody would come back by a repechage without playing in it."""
    if situation.settings.get("losers") != "repechage":
        return
    heat = _Heat(BracketRules(situation, "seed"))
    count = len(situation.entrants)
    if heat.is_last(situation.entrants):
        return
    tables = heat.tables(situation.entrants)
    on = heat.quota(tables)
    split = heat.split(count - on)
    if split.byes:
        raise UsageFault(
            say(
                "formats.no-second-chance",
                count=count,
                tables=sizes_text(sorted(map(len, tables), reverse=True)),
                on=on,
                others=count - on,
                sizes=", ".join(map(str, heat.heats.allowed)),
                free=split.byes,
            )
        )


class _Heat:
    """Draws tables for those who are left and finds who goes on."""

    def __init__(self, rules: BracketRules) -> None:
        self.rules = rules
        self.round = 1
        self.sizes = rules.situation.sizes
        self.advance = count_setting(rules.situation, SETTINGS, "advance")
        fill = choice_setting(rules.situation, SETTINGS, "fill", ("needed", "full"))
        self.full = fill == "full"
        larger = tuple(size for size in self.sizes.allowed if size > self.advance)
        if not larger:
            raise UsageFault(
                say("formats.all-advance", advance=self.advance, most=max(self.sizes.allowed) - 1)
            )
        self.heats = Sizes(larger, max(self.sizes.preferred, min(larger)))

    def here(self, pool: Entrants) -> Entrants:
        """Those who take part in this round; the others are out."""
        appeared = self.rules.results.appeared
        found = tuple(entrant for entrant in pool if appeared(self.round, entrant))
        self.rules.leave(entrant for entrant in pool if entrant not in found)
        return found

    def split(self, count: int) -> Split:
        """The tables of a round with so many entrants; too few share one if that is allowed."""
        if count >= min(self.heats.allowed):
            return split(count, self.heats)
        return Split((count,), 0) if count in self.sizes.allowed else Split((), count)

    def is_last(self, pool: Entrants) -> bool:
        """Whether all of a pool play one table, or are too few for any."""
        split = self.split(len(pool))
        return not split.tables or (len(split.tables) == 1 and not split.byes)

    def tables(self, pool: Entrants) -> Tables:
        """The tables for a pool, best first. Byes, as tables of one, are for the best."""
        split = self.split(len(pool))
        tables = [list(table) for table in snake(pool[split.byes :], split.tables)]
        # Exchanges that save repeated meetings: only of entrants in the same place of two tables,
        # who are of about equal strength.
        meetings = Meetings(met for met in self.rules.situation.met if met.round < self.round)
        better = bool(meetings.rounds)
        while better:
            better = False
            for here, there in combinations(tables, 2):
                for row in range(min(len(here), len(there))):
                    before = meetings.among(here) + meetings.among(there)
                    here[row], there[row] = there[row], here[row]
                    if meetings.among(here) + meetings.among(there) < before:
                        better = True
                    else:
                        here[row], there[row] = there[row], here[row]
        return [*((entrant,) for entrant in pool[: split.byes]), *map(tuple, tables)]

    def round_of(self, pool: Entrants, keep: int) -> Tables:
        """The tables of those who are there; byes if that is not more than `keep`."""
        here = self.here(pool)
        return self.tables(here) if len(here) > keep else [(entrant,) for entrant in here]

    def quota(self, tables: Tables) -> int:
        """How many go on: some of each table, and so many more that the next round has no byes."""
        pool = sum(map(len, tables))
        least = sum(1 if len(table) == 1 else self.advance for table in tables)
        even = (count for count in range(least, pool) if not self.split(count).byes)
        if self.full:
            preferred = {self.sizes.preferred}
            counts = list(even)
            even = (n for n in counts if set(self.split(n).tables) == preferred)
            return next(even, next(iter(counts), least))
        return next(even, least)

    def best(self, tables: Tables, results: Sequence[TableResult], count: int) -> Entrants:
        """Who goes on: those with a bye, as many of each table, and the best of the others.

        Those who come next at their tables are compared by seed. The result is in order of merit:
        all who came first at a table, then all who came second, and so on.
        """
        pairs = list(zip(tables, results, strict=True))
        order = [entrant for table, _ in pairs if len(table) == 1 for entrant in table]
        played = [result for table, result in pairs if len(table) > 1]
        each = max(0, count - len(order)) // max(1, len(played))
        ties = self.rules.tie_breaker()
        cuts = [result.cut(each, ties)[0] for result in played]
        for rank in range(each):
            order += self.rules.by_seed(cut[rank] for cut in cuts if len(cut) > rank)
        if spare := max(0, count - len(order)):
            # Lots or seeds may have ordered equals across the first line, not across this one.
            after = [
                entrant
                for result, best in zip(played, cuts, strict=True)
                for entrant in result.cut(each + 1, ties)[0]
                if entrant not in best
            ]
            order += self.rules.by_seed(after)[:spare]
        return tuple(order)

    def others(self, results: Sequence[TableResult], best: Entrants) -> list[Entrants]:
        """Those who do not go on, in groups with the same place, best first."""
        places: dict[int, list[EntrantId]] = {}
        for result in results:
            for group in (*result.groups, result.absent):
                for entrant in group:
                    if entrant not in best:
                        places.setdefault(result.place(entrant), []).append(entrant)
        return [self.rules.by_seed(group) for _, group in sorted(places.items())]

    def leave(self, groups: Sequence[Entrants]) -> None:
        """These are out; the best group comes first."""
        for group in reversed(groups):
            self.rules.leave(group)


def _single(entrants: Entrants, heat: _Heat, *, repechage: bool) -> Course:
    """Heats until one table is left."""
    pool = heat.here(entrants)
    while not heat.is_last(pool):
        tables = heat.tables(pool)
        results = yield tables
        best = heat.best(tables, results, heat.quota(tables))
        others = heat.others(results, best)
        if repechage and heat.round == 1:
            heat.round += 1
            again = heat.tables(heat.here(tuple(chain.from_iterable(others))))
            # Otherwise all would come back without a match.
            if _matches(again):
                results = yield again
                back = heat.best(again, results, heat.quota(again))
                others = heat.others(results, back)
                best = _once((*best, *back))
            else:
                heat.round -= 1
        heat.leave(others)
        heat.round += 1
        pool = heat.here(best)
    yield from _final(pool, heat)


def _final(pool: Entrants, heat: _Heat) -> Course:
    """The last table."""
    if len(pool) > 1:
        [result] = yield [pool]
        heat.rules.leave_in_order(result)


def _double(entrants: Entrants, heat: _Heat) -> Course:
    """Upper heats, from which the others drop to lower heats, from which the others leave.

    The best of the last upper heat and the best of the lower heats fill the table of the final.
    """
    up = heat.advance
    low = heat.sizes.preferred - up
    if low < 1:
        raise UsageFault(say("formats.all-advance", advance=up, most=heat.sizes.preferred - 1))
    upper = entrants
    lower: Entrants = ()
    while (playing := len(upper) > up) or len(lower) > low:
        above = heat.round_of(upper, up) if playing else []
        below = heat.round_of(lower, low) if len(lower) > low else []
        if above or below:
            heat.rules.unbeaten.append(frozenset(upper))
        results = (yield above + below) if above or below else []
        first, second = results[: len(above)], results[len(above) :]
        dropped: list[Entrants] = []
        if playing:
            count = up if _matches(above) < 2 else heat.quota(above)
            upper = heat.best(above, first, count)[:count]
            dropped = heat.others(first, upper)
        if len(lower) > low:
            # How many stay; in the last lower heats as many as the final has room for.
            matches = _matches(below)
            if not matches or (not playing and matches <= low):
                count = len(below) if playing else low
            else:
                count = max(low, up * matches + len(below) - matches)
            lower = heat.best(below, second, count)[:count]
            heat.leave(heat.others(second, lower))
        # After the correction of an old round, somebody who waits here may have played above.
        lower = _once((*upper, *chain.from_iterable(dropped), *lower))[len(upper) :]
        heat.round += 1
    heat.rules.unbeaten.append(frozenset(upper))
    yield from _final(heat.here(_once((*upper, *lower))), heat)


def _once(entrants: Iterable[EntrantId]) -> Entrants:
    """Everybody once, at the first place."""
    return tuple(dict.fromkeys(entrants))


def _matches(tables: Tables) -> int:
    """How many tables are not byes."""
    return sum(len(table) > 1 for table in tables)
