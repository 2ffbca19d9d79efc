"""Where points came from, on the pages of runs, events and players; nothing without analyses."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from engines.messages import Message, say
from tourney.exports.account_tables import (
    THOUSAND,
    events_table,
    likeness,
    moves_table,
    players_table,
    reasons_table,
    self_test,
)
from tourney.insight.reasons import told
from tourney.insight.totals import FoundMove, Month, OwnMatch, PlayerGame, Summary
from tourney.pictures.rating_charts import error_rates_chart, rows_of
from tourney.render.text_tables import Table, fixed
from tourney.reports.content import (
    Cell,
    Head,
    Notes,
    PageMaker,
    PageTable,
    Section,
    Trusted,
    day,
    title_of,
    without_empty,
)
from tourney.reports.page_accounts import TOP
from tourney.reports.source import Identity

RIVALS: Final = 20
"""Rivals that a page lists, those with most matches together."""


class AccountSections(PageMaker):
    """Makes the parts of pages that say what judges found."""

    def points(self, found: Summary | None, total: int) -> Section:
        """Where the points of a run or event came from; `total` matches have a result."""
        title = say("reports.points-head")
        if found is None:
            return self.section("points", title)
        known = found.by_one_judge()
        done = sum(found.judges.values())
        notes = [say("reports.points-means"), say("reports.points-known", done=done, total=total)]
        notes += self._judges({game: list(one.judges) for game, one in found.totals.items()})
        if not known.totals:
            return self.section("points", title, self.notes(*notes))
        test, tables = self.text(self_test(known)), self._results(known)
        return self.section(
            "points",
            title,
            self.notes(*notes),
            *tables,
            self.notes(say("reports.points-official"), *self._rate_means(tables[-1])),
            Notes([test[:1].upper() + test[1:]]),
            *self._costliest(known.moves),
            self._luckiest(known),
        )

    def _judges(self, judges: Mapping[str, Sequence[str]]) -> Iterator[Message]:
        """Who judged each game; several judges cannot be compared."""
        for game, names in judges.items():
            title = title_of(game, self.lang)
            if len(names) > 1:
                yield say("reports.points-judges", game=title)
            elif len(judges) > 1:
                yield say("reports.points-judge-of", game=title, judge=names[0])
            else:
                yield say("reports.points-judge", judge=names[0])

    def _results(self, found: Summary) -> list[PageTable]:
        """Results with and without luck, then what they are made of: two tables fit on paper."""
        several, player = len(found.totals) > 1, say("exports.h-player")
        results = self._heads(
            several,
            player,
            say("exports.h-matches"),
            say("reports.points-result"),
            say("reports.points-adjusted"),
            texts=(0,),
        )
        parts = self._heads(
            several,
            player,
            *map(say, ("exports.h-deal", "exports.h-draws", "exports.h-errors", "exports.h-gifts")),
            say("reports.points-rate"),
            say("exports.h-plays-like"),
            texts=(0, 6),
        )
        rows: tuple[list[list[Cell]], list[list[Cell]]] = ([], [])
        for row in rows_of(players_table(found)):
            who = [self.game(row["game"])] if several else []
            who.append(self.player(row["player"]))
            matches, rate = str(row["matches"]), _around(row["rate"], row["rate_error"], 1)
            result = _around(row["result"], row["result_error"], 3)
            adjusted = _around(row["adjusted"], row["adjusted_error"], 3)
            rows[0].append([*who, *map(Cell, (matches, result, adjusted))])
            means = [fixed(row[line], 3) for line in ("deal", "draws", "errors", "gifts")]
            rate = rate or self.text(say("reports.judged-too-few"))
            rows[1].append([*who, *map(Cell, (*means, rate, row["plays_like"]))])
        made_of = PageTable(self.text(say("reports.points-parts")), parts, rows[1])
        return [
            PageTable(self.text(say("reports.points-caption")), results, rows[0]),
            without_empty(made_of, len(parts) - 1),
        ]

    def _rate_means(self, table: PageTable) -> Iterator[Message]:
        """What error rates mean, and the bots beside them if there are any."""
        yield say("reports.points-rate-means")
        if table.heads[-1].text == self.text(say("exports.h-plays-like")):
            yield say("reports.points-like-means")

    def _heads(self, game: bool, *titles: Message, texts: Sequence[int]) -> list[Head]:
        """Heads of numbers but for those at the places of `texts`, the first of which is a name."""
        heads = [
            Head(self.text(title), at not in texts, names=at == texts[0])
            for at, title in enumerate(titles)
        ]
        return [Head(self.text(say("reports.page-game"))), *heads] if game else heads

    def _costliest(self, found: Iterable[FoundMove]) -> list[PageTable]:
        """The costliest decisions, and why they cost something, as far as that is known."""
        shown = [one._replace(match=self.names.match(one.match)) for one in found]
        shown = [one for one in shown if one.move.loss > 0]
        places = [(one.match.name, one.move.ply) for one in shown]
        tables = [self._at_plies(moves_table(shown), say("reports.points-costliest"), places, (7,))]
        told_ones = [one for one in shown if told(one.move.facts)]
        why = reasons_table(
            ((one.match.name, one.match.players, one.move) for one in told_ones), several=True
        )
        if why is not None:
            places = [(one.match.name, one.move.ply) for one in told_ones]
            tables.append(self._at_plies(why, say("reports.points-why"), places))
        return tables

    def _luckiest(self, found: Summary) -> PageTable:
        shown = [one._replace(match=self.names.match(one.match)) for one in found.chances]
        shown = [one for one in shown if max(one.event.luck) > 0]
        places = [(one.match.name, one.event.ply) for one in shown]
        return self._at_plies(events_table(shown), say("reports.points-luckiest"), places, (6,))

    def _at_plies(
        self,
        table: Table,
        caption: Message,
        places: Sequence[tuple[str, int]],
        may_be_empty: Sequence[int] = (),
    ) -> PageTable:
        """A table whose first two columns, match and ply, lead to the ply in the replay."""
        made = self.table(table, caption)
        rows = [
            [
                Cell(name.text, self.links.match(match)),
                Cell(ply.text, self.links.ply(match, at)),
                *rest,
            ]
            for (name, ply, *rest), (match, at) in zip(made.rows, places, strict=True)
        ]
        made = replace(made, rows=rows)
        for column in may_be_empty:
            made = without_empty(made, column)
        return made

    # -- a player

    def errors(self, who: Identity) -> Section:
        """What is said about a person by the stored name, or a bot."""
        title = say("reports.errors-head")
        every = self.source.accounts.of_player(*who)
        if not every:
            return self.section("errors", title)
        found = {game: one for game, one in every.items() if len(one.judges) == 1}
        done = sum(one.whole.matches for one in every.values())
        notes = [say("reports.points-means"), say("reports.errors-known", count=done)]
        months = self._months(found)
        notes += self._rate_means(months) if found else ()
        notes += self._judges({game: sorted(one.judges) for game, one in every.items()})
        moves = [move for one in found.values() for move in one.moves.found()]
        moves.sort(key=lambda one: -one.move.loss)
        return self.section(
            "errors",
            title,
            self.notes(*notes),
            months,
            *self._courses(found, who),
            self._rivals(found),
            self.notes(*self._most(found)),
            self._extremes(found),
            *self._costliest(moves[:TOP]),
        )

    def _months(self, found: Mapping[str, PlayerGame]) -> PageTable:
        heads = self._heads(
            len(found) > 1,
            say("reports.errors-month"),
            say("exports.h-matches"),
            say("exports.h-counted"),
            say("reports.points-rate"),
            say("exports.h-plays-like"),
            texts=(0, 4),
        )
        rows: list[list[Cell]] = []
        for game, one in found.items():
            first = [self.game(game)] if len(found) > 1 else []
            like = partial(likeness, game, one.judges, one.tables)
            for name, month in sorted(one.months.items()):
                shown = name or self.text(say("reports.errors-undated"))
                rows.append([*first, *self._month(shown, month, like(month.counted))])
            if len(one.months) > 1:
                name = self.text(say("reports.errors-all"))
                rows.append([*first, *self._month(name, one.whole, like(one.whole.counted))])
        table = PageTable(self.text(say("reports.errors-by-month")), heads, rows)
        return without_empty(table, len(heads) - 1)

    def _month(self, name: str, month: Month, like: str) -> list[Cell]:
        count = month.counted.blocks.k
        rate = self._rate(month.counted.interval())
        return [*map(Cell, (name, str(month.matches), str(count), rate, like))]

    def _rate(self, rate: tuple[float, float] | None) -> str:
        if rate is None:
            return self.text(say("reports.judged-too-few"))
        return _around(rate[0] * THOUSAND, rate[1] * THOUSAND, 1)

    def _courses(self, found: Mapping[str, PlayerGame], who: Identity) -> list[Trusted]:
        courses = []
        for game, one in found.items():
            dated = {name: month.counted.interval() for name, month in sorted(one.months.items())}
            known = {name: rate for name, rate in dated.items() if name and rate is not None}
            rates = {name: (THOUSAND * a, THOUSAND * b) for name, (a, b) in known.items()}
            if len(rates) > 1:
                courses.append(partial(error_rates_chart, game, who.name, rates))
        return self.charts(*courses)

    def _rivals(self, found: Mapping[str, PlayerGame]) -> PageTable:
        heads = self._heads(
            len(found) > 1,
            say("reports.errors-rival"),
            say("exports.h-matches"),
            say("reports.errors-got"),
            say("reports.errors-gave"),
            texts=(0,),
        )
        rows: list[list[Cell]] = []
        for game, one in found.items():
            first = [self.game(game)] if len(found) > 1 else []
            met = sorted(one.rivals.items(), key=lambda each: (-each[1][0], each[0]))
            for name, (shared, got, gave) in met[:RIVALS]:
                texts = (str(int(shared)), fixed(got / shared, 3), fixed(gave / shared, 3))
                rows.append([*first, self.player(name), *map(Cell, texts)])
        return PageTable(self.text(say("reports.errors-rivals")), heads, rows)

    def _most(self, found: Mapping[str, PlayerGame]) -> Iterator[Message]:
        """By whose errors the player got most in all matches, and who got most by own ones."""
        for game, one in found.items():
            if len(one.rivals) < 2:
                continue
            giver, (_, got, _) = max(one.rivals.items(), key=lambda each: each[1][1])
            taker, (_, _, gave) = max(one.rivals.items(), key=lambda each: each[1][2])
            if got > 0 and gave > 0:
                yield say(
                    "reports.errors-most",
                    game=title_of(game, self.lang),
                    giver=self.names.of(giver),
                    got=fixed(got, 2),
                    taker=self.names.of(taker),
                    gave=fixed(gave, 2),
                )

    def _extremes(self, found: Mapping[str, PlayerGame]) -> PageTable:
        heads = self._heads(
            len(found) > 1,
            say("reports.errors-which"),
            say("reports.page-match"),
            say("reports.page-date"),
            say("exports.h-result"),
            say("reports.points-adjusted"),
            say("reports.points-rate"),
            texts=(0, 1, 2),
        )
        rows: list[list[Cell]] = []
        for game, one in found.items():
            if one.best is None or one.worst is None or one.best.match.id == one.worst.match.id:
                continue
            first = [self.game(game)] if len(found) > 1 else []
            best, worst = say("reports.errors-best"), say("reports.errors-worst")
            rows.append([*first, Cell(self.text(best)), *self._own(one.best)])
            rows.append([*first, Cell(self.text(worst)), *self._own(one.worst)])
        return PageTable(self.text(say("reports.errors-extremes")), heads, rows)

    def _own(self, one: OwnMatch) -> list[Cell]:
        date = day(dict(one.match.headers).get("date", ""))
        figures = fixed(one.result, 3), _around(one.adjusted, one.luck_error, 3)
        rate = self._rate(one.rate)
        return [self.match(one.match), *map(Cell, (date, *figures, rate))]


def _around(value: float | None, half: float | None, digits: int) -> str:
    """A value with its interval, as far as they are known."""
    if value is None:
        return ""
    known = "" if half is None else f" ± {fixed(half, digits)}"
    return f"{fixed(value, digits)}{known}"
