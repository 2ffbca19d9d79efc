"""The page of a deal of a run: all matches on it beside each other, with par for every seat."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final, NamedTuple

from engines.api import Seat, seat_letter
from engines.messages import say
from tourney.domain.match_values import MatchResult, StoredMatch
from tourney.exports.match_tables import deal_of
from tourney.render.text_tables import Column, Table, shown
from tourney.reports.content import FACT_DIVIDER, Cell, PageContent, PageMaker, PageTable, filled
from tourney.results.sums import ending_of
from tourney.scoring.points import UNIT, finishes, in_units, point_system
from tourney.store.runs import StoredRun

_WORTH: Final = in_units(point_system("scaled"))


@dataclass(slots=True)
class ResultMeans:
    """Sums over results of a bot or a seat: units of points, scores, places."""

    matches: int = 0
    units: int = 0
    score: int = 0
    place: int = 0

    def add(self, units: int, score: int, place: int) -> None:
        """Add the result of one seat in a match."""
        self.matches += 1
        self.units += units
        self.score += score
        self.place += place

    @property
    def points(self) -> Fraction:
        """The mean points of a match."""
        return Fraction(self.units, UNIT * self.matches)

    def row(self) -> tuple[int, Fraction, Fraction, Fraction]:
        """The number of matches, and the means of points, score and place."""
        score, place = Fraction(self.score, self.matches), Fraction(self.place, self.matches)
        return self.matches, self.points, score, place


@dataclass(slots=True)
class DealResults:
    """The results on a deal, by bot and by seat; par of a seat is its mean over all matches."""

    bots: dict[str, ResultMeans] = field(default_factory=dict)
    seats: dict[Seat, ResultMeans] = field(default_factory=dict)
    sat: dict[str, list[Seat]] = field(default_factory=dict)

    @classmethod
    def of(cls, results: Iterable[MatchResult]) -> "DealResults":
        """The sums of some results."""
        found = cls()
        for one in results:
            for seat, (bot, units) in enumerate(zip(one.players, points_of(one), strict=True)):
                for mean in (
                    found.bots.setdefault(bot, ResultMeans()),
                    found.seats.setdefault(seat, ResultMeans()),
                ):
                    mean.add(units, one.scores[seat], one.places[seat])
                found.sat.setdefault(bot, []).append(seat)
        return found

    def above_par(self, bot: str) -> Fraction:
        """The mean points of a bot less those of the seats in which it sat."""
        par = sum((self.seats[seat].points for seat in self.sat[bot]), Fraction(0))
        return self.bots[bot].points - par / len(self.sat[bot])

    def best_first(self) -> list[str]:
        """The bots by their points on the deal, equal ones by name."""
        return sorted(self.bots, key=lambda bot: (-self.bots[bot].points, bot))

    def apart(self) -> Fraction:
        """The points of the best bot less those of the last one."""
        order = self.best_first()
        return self.bots[order[0]].points - self.bots[order[-1]].points


def points_of(result: MatchResult) -> Sequence[int]:
    """The points of every seat, in units."""
    return [_WORTH(finish) for finish in finishes(result)]


class TellingDeal(NamedTuple):
    """A deal and its results."""

    deal: int
    results: DealResults


class DealPage(PageMaker):
    """Makes the page of a deal."""

    def content(self, run: StoredRun, matches: Sequence[StoredMatch]) -> PageContent:
        """The page of a deal of a run, of all its matches that are stored."""
        name, deal = run.spec.name, deal_of(matches[0])[0] or 0
        title = self.text(say("reports.page-deal-number", number=deal))
        words = say("reports.page-about-deal", name=name, number=deal).text(self.lang)
        ended = {match.id: ending_of(match) for match in matches}
        results = {key: one.result for key, one in ended.items() if one and one.result}
        found = DealResults.of(results.values())
        facts = self.facts(
            (
                (say("reports.page-run"), [Cell(name, self.links.run(name))]),
                (say("reports.page-game"), [self.game(run.spec.game)]),
                (say("reports.page-matches"), [Cell(str(len(matches)))]),
            )
        )
        bots = self._bots(found)
        rows = [(seat_letter(seat), *found.seats[seat].row()) for seat in sorted(found.seats)]
        seats = Table((Column("seat", say("reports.page-seat")), *_figures()), rows)
        par = say("reports.page-par")
        # Where every match was abandoned, there are no means to explain.
        means = [say("reports.page-par-means")] if bots.rows else []
        sections = (
            self.section("about", say("reports.page-deal"), facts),
            self.section("bots", say("reports.page-bots"), self.notes(*means), bots),
            self.section(
                "matches",
                say("reports.page-seatings"),
                self.notes(say("reports.page-seatings-means")),
                self._matches(run.spec.seats, matches, results, found),
            ),
            self.section("seats", par, self.table(seats, par)),
        )
        trail = [Cell(name, self.links.run(name)), Cell(title)]
        return PageContent(f"{name}: {title}", words, [*filled(sections)], trail)

    def _bots(self, found: DealResults) -> PageTable:
        columns = (
            Column("bot", say("reports.page-bot")),
            *_figures(),
            Column("above_par", say("reports.page-above-par"), "right"),
        )
        rows = [(bot, *found.bots[bot].row(), found.above_par(bot)) for bot in found.best_first()]
        caption = say("reports.page-bots")
        return self.table(Table(columns, rows), caption, {"bot": self.links.bot})

    def _matches(
        self,
        seats: int,
        matches: Sequence[StoredMatch],
        results: Mapping[int, MatchResult],
        found: DealResults,
    ) -> PageTable:
        """A row for each match: who sat where, with score and points; the last one is par."""
        letters = [seat_letter(seat) for seat in range(seats)]
        heads = self.heads(
            say("reports.page-match"),
            *(say("reports.page-seat-letter", seat=letter) for letter in letters),
            say("reports.page-status"),
        )
        rows = []
        for match in matches:
            result = results.get(match.id)
            units = points_of(result) if result else [None] * seats
            cells = [
                Cell(who if own is None else f"{who} {score} ({shown(Fraction(own, UNIT), 2)})")
                for who, score, own in zip(match.players, match.scores, units, strict=True)
            ]
            link = self.links.match(match.name)
            rows.append([Cell(match.name, link), *cells, self.ending(match)])
        if found.seats:
            par = []
            for seat in range(seats):
                _, points, score, _ = found.seats[seat].row()
                par.append(Cell(f"{shown(score, 1)} ({shown(points, 2)})"))
            rows.append([Cell(self.text(say("reports.page-par"))), *par, Cell("")])
        return PageTable(self.text(say("reports.page-seatings")), heads, rows)

    def telling(self, run: StoredRun, found: Sequence[TellingDeal]) -> PageTable:
        """Deals with the best and the last bot on each, for the page of their run."""
        heads = self.heads(
            say("reports.page-deal"),
            say("reports.page-best-and-last"),
            say("reports.page-apart"),
            numbers=(2,),
        )
        rows = []
        for deal, results in found:
            order = results.best_first()
            ends = [f"{bot} {shown(results.bots[bot].points, 2)}" for bot in (order[0], order[-1])]
            number = self.text(say("reports.page-deal-number", number=deal))
            link = self.links.deal(run.spec.name, deal)
            apart = shown(results.apart(), 2)
            rows.append([Cell(number, link), Cell(FACT_DIVIDER.join(ends)), Cell(apart)])
        return PageTable(self.text(say("reports.page-telling")), heads, rows)


def _figures() -> tuple[Column, ...]:
    return (
        Column("matches", say("reports.page-matches"), "right"),
        Column("points", say("reports.page-points"), "right"),
        Column("score", say("reports.page-score"), "right", digits=1),
        Column("place", say("reports.page-place"), "right"),
    )
