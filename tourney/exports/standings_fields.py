"""Standings and crosstable as tables, from sums over results.

Programs get all columns, including exact points as text; people get those that fit a terminal.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from math import ceil, floor
from typing import Final

from engines.messages import Message, say
from tourney.domain.match_values import Standing
from tourney.render.text_tables import Column, Row, Table, Value, interval
from tourney.results.sums import ResultSums
from tourney.scoring import DEFAULT_TIEBREAKS, POINT_SYSTEMS, Record
from tourney.scoring.order import cut_line
from tourney.scoring.tiebreaks import canonical, tiebreak
from tourney.stats import Interval, PlaceRange

SEVERAL = 4
"""From this number of players on, people see the places that each may have in truth."""

NO_PROSPECTS: Final[Mapping[str, Message]] = {}

ABOVE = "above "
"""Keys of a crosstable begin with it: the share of matches above the player named after it."""
MANY = 8
"""With more players than this, the columns of a crosstable have numbers instead of names."""


@dataclass(frozen=True, slots=True)
class StandingsLine:
    """A row of the standings with its record, interval and probability."""

    standing: Standing
    record: Record
    interval: Interval
    chance: float | None
    places: PlaceRange | None
    abandoned: int = 0
    duel: Interval | None = None
    prospect: Message | None = None

    def tiebreak(self, name: str) -> Fraction | None:
        """The value of a tie-break; None if it was not computed."""
        return dict(self.standing.tiebreaks).get(name)

    def mean(self) -> Fraction:
        """Points per match, or per match and unplayed round if there are unplayed ones."""
        if self.record.unplayed:
            return self.standing.points / self.record.rounds()
        return Fraction(self.interval.mean)

    def half(self) -> float | None:
        """The distance to the farther end of the interval."""
        return self.interval.half()

    def duel_half(self) -> float | None:
        """The same of the difference from the champion."""
        return self.duel.half() if self.duel else None


Field = tuple[Column, Callable[[StandingsLine], Value]]


def _text(places: PlaceRange | None) -> str | None:
    return str(places) if places else None


def tiebreak_column(name: str) -> Column:
    """The column of a tie-break."""
    from tourney.render.code_words import HEADINGS

    # A tie-break is per match: its heading differs from that of a number, as of wins.
    known = next((code for code in (_key(name), name) if code in HEADINGS), None)
    title = HEADINGS[known]() if known else name
    return Column(_key(name), title, "right", 0 if tiebreak(name).whole else 3, kind="number")


def _tiebreak_field(name: str) -> Field:
    return tiebreak_column(name), lambda line: line.tiebreak(name)


def _key(name: str) -> str:
    return f"tiebreak_{name.replace('-', '_').replace(':', '_')}"


FIELDS: tuple[Field, ...] = (
    (Column("place", "#", "right", importance=8), lambda line: line.standing.place),
    (Column("player", importance=9), lambda line: line.standing.player),
    (Column("matches", align="right", importance=4), lambda line: line.standing.matches),
    (Column("points", align="right", kind="number"), lambda line: line.standing.points),
    (
        Column(
            "points_mean", say("render.heading-per-match"), "right", importance=9, kind="number"
        ),
        lambda line: line.mean(),
    ),
    (
        Column(
            "score_mean", say("render.heading-mean-score"), "right", importance=2, kind="number"
        ),
        lambda line: line.record.mean_score(),
    ),
    (
        Column(
            "ci_low", say("render.heading-ci-low"), "right", importance=7, group="ci", kind="number"
        ),
        lambda line: line.interval.low,
    ),
    (
        Column(
            "ci_high", say("render.heading-to"), "right", importance=7, group="ci", kind="number"
        ),
        lambda line: line.interval.high,
    ),
    (
        Column("ci_half", say("render.heading-half"), "right", importance=7, kind="number"),
        lambda line: line.half(),
    ),
    (
        Column(
            "p_best",
            say("render.heading-p-best"),
            "right",
            probability=True,
            importance=6,
            kind="number",
        ),
        lambda line: line.chance,
    ),
    (Column("places", align="right", importance=6), lambda line: _text(line.places)),
    (
        Column("place_best", only="data", kind="integer"),
        lambda line: line.places and line.places.best,
    ),
    (
        Column("place_worst", only="data", kind="integer"),
        lambda line: line.places and line.places.worst,
    ),
    (
        Column(
            "to_champion",
            say("render.heading-to-champion"),
            "right",
            importance=7,
            group="champion",
            kind="number",
        ),
        lambda line: line.duel and line.duel.mean,
    ),
    (
        Column("to_champion_low", only="data", kind="number"),
        lambda line: line.duel and line.duel.low,
    ),
    (
        Column("to_champion_high", only="data", kind="number"),
        lambda line: line.duel and line.duel.high,
    ),
    (
        Column(
            "to_champion_half",
            say("render.heading-duel-half"),
            "right",
            importance=7,
            group="champion",
            kind="number",
        ),
        lambda line: line.duel_half(),
    ),
    (Column("blocks", align="right", importance=2), lambda line: line.interval.blocks),
    (
        Column("wins", align="right", importance=2, kind="number"),
        lambda line: line.record.points(POINT_SYSTEMS["wins"]),
    ),
    (Column("seconds", align="right"), lambda line: line.record.finished(2)),
    (Column("thirds", align="right"), lambda line: line.record.finished(3)),
    (Column("forfeits", align="right", importance=6), lambda line: line.record.forfeits),
    (Column("abandoned", align="right", importance=6), lambda line: line.abandoned),
    (Column("points_exact", align="right"), lambda line: str(line.standing.points)),
    *map(_tiebreak_field, DEFAULT_TIEBREAKS),
    (Column("why", importance=3), lambda line: line.standing.why),
)


PROSPECT: Final = Column("prospect", say("render.heading-still-possible"), importance=8)


def _fields(sums: ResultSums, lines: Sequence[StandingsLine]) -> tuple[Field, ...]:
    """All fields, with those of the tie-breaks in use before the reason."""
    field: Field = PROSPECT, lambda line: line.prospect
    last = [field] if any(line.prospect for line in lines) else []
    return (*FIELDS[:-1], *map(_tiebreak_field, _others(sums)), *last, FIELDS[-1])


def _others(sums: ResultSums) -> list[str]:
    """The tie-breaks in use that are not default ones."""
    names = dict.fromkeys(map(canonical, sums.tiebreaks))
    return [name for name in names if name not in DEFAULT_TIEBREAKS]


SHORT = ("place", "player", "matches", "points_mean", "ci_half", "p_best", "score_mean", "wins")
EVENT = ("place", "player", "matches", "points", "points_mean", "wins")
BOUNDS = ("place", "player", "matches", "points_mean", "ci_low", "ci_high", "p_best", "blocks")


def event_table(
    sums: ResultSums, top: int | None = None, prospects: Mapping[str, Message] = NO_PROSPECTS
) -> Table:
    """Standings of an event as a table: people see points instead of intervals.

    `top` leaves out the rows below a line, but not those that share it. With `prospects`, which say
    what is still possible for the players, all rows are shown.
    """
    lines = _first(_lines(sums, prospects), None if prospects else top)
    return _table(sums, lines, {*EVENT, "why", "prospect", *map(_key, _others(sums))})


def _first(lines: list[StandingsLine], top: int | None) -> list[StandingsLine]:
    if top is None:
        return lines
    cut = cut_line([line.standing for line in lines], top)
    return lines[: len(cut.inside) + len(cut.shared)]


def standings_table(
    sums: ResultSums, *, bounds: bool = False, top: int | None = None, bars: bool = False
) -> Table:
    """Standings as a table, as far as the first `top` and those who share their last place.

    People see the farther end of the intervals as ± or, with `bounds`, both ends and the number of
    blocks; of several players the possible places; intervals, P(best), forfeits and abandoned
    matches if there are any; the reason of the order if points are equal; with `bars` the intervals
    as small drawings.
    """
    lines = _lines(sums)
    shown = {*(BOUNDS if bounds else SHORT)}
    if any(line.record.forfeits for line in lines):
        shown = shown - {"wins"} | {"forfeits"}
    if sums.design.champion is not None:
        shown = shown - {"p_best", "score_mean"} | {"to_champion", "to_champion_half"}
    if any(line.abandoned for line in lines):
        shown = shown - {"wins"} | {"abandoned"}
    if any(upper.interval.mean == lower.interval.mean for upper, lower in pairwise(lines)):
        shown = shown - {"score_mean", "wins"} | {"why"}  # the reason needs room
    if all(line.chance is None for line in lines):
        shown -= {"p_best"}
    elif len(lines) >= SEVERAL and any(line.places for line in lines):
        shown = shown - {"wins"} | {"places"}
    if all(line.half() is None for line in lines):
        shown -= {"ci_low", "ci_high", "ci_half"}
    kept = _first(lines, top)
    found = _table(sums, kept, shown | {*map(_key, _others(sums))})
    return _with_bars(found, kept) if bars else found


BAR_WIDE: Final = 32


def _with_bars(table: Table, lines: Sequence[StandingsLine]) -> Table:
    """The table with the intervals drawn on one scale, whose ends are in the heading."""
    values = [float(line.interval.mean) for line in lines]
    lows = [line.interval.low for line in lines if line.interval.low is not None]
    highs = [line.interval.high for line in lines if line.interval.high is not None]
    low, high = floor(min([*values, *lows], default=0)), ceil(max([*values, *highs], default=1))
    drawn = [
        interval(value, (line.interval.low, line.interval.high), low, high, BAR_WIDE)
        for value, line in zip(values, lines, strict=True)
    ]
    title = f"{low} " + f" {high}".rjust(BAR_WIDE - len(f"{low} "), ".")
    column = Column("bars", title, only="screen", importance=7, whole=True)
    rows = [(*row, text) for row, text in zip(table.rows, drawn, strict=True)]
    return Table((*table.columns, column), rows)


def _lines(
    sums: ResultSums, prospects: Mapping[str, Message] = NO_PROSPECTS
) -> list[StandingsLine]:
    chances, places = sums.chances(), sums.places()
    return [
        StandingsLine(
            row,
            sums.ledger.records[row.player],
            _interval(sums, row.player),
            chances.get(row.player),
            places.get(row.player),
            sums.abandoned[row.player],
            sums.duel(row.player),
            prospects.get(row.player),
        )
        for row in sums.standings()
    ]


def _interval(sums: ResultSums, player: str) -> Interval:
    """The interval of a mean over matches; none if the mean counts unplayed rounds as well."""
    found = sums.interval(player)
    return found.without_bounds() if sums.ledger.records[player].unplayed else found


def _table(sums: ResultSums, lines: Sequence[StandingsLine], shown: Collection[str]) -> Table:
    """A table of which people see the columns `shown`, and programs all of them."""
    fields = _fields(sums, lines)
    columns = [
        replace(column, only="all" if column.key in shown else "data") for column, _ in fields
    ]
    return Table(columns, [[value(line) for _, value in fields] for line in lines])


def crosstable(sums: ResultSums, places: Mapping[str, int] | None = None) -> Table:
    """Share of common matches in which the row player finished above the column player.

    Players are in the order of the standings; `places` are those of an event with a plan, best
    first, and whoever has none of them, such as a bot that fills seats, comes last. A shared place
    counts half. `sum` is the sum of the row; programs also get the numbers of common matches.
    """
    own = {row.player: row.place for row in sums.standings()}
    known: Mapping[str, int | None] = own
    if places is not None:
        first = {name: place for name, place in places.items() if name in own}
        known = {**first, **{name: None for name in own if name not in first}}
    names = list(known)
    few = len(names) <= MANY
    columns = [
        Column("place", "#", "right"),
        Column("player", importance=9),
        *(
            Column(f"{ABOVE}{name}", name if few else str(number), "right")
            for number, name in enumerate(names, start=1)
        ),
        Column("sum", align="right", importance=8),
        *(Column(f"matches {name}", only="data") for name in names),
    ]
    return Table(columns, [_cross(sums, known[name], name, names) for name in names])


def _cross(sums: ResultSums, place: int | None, player: str, names: list[str]) -> Row:
    shares = [sums.ledger.share(player, name) for name in names]
    met = [sums.ledger.common(player, name) for name in names]
    total = sum((share for share in shares if share is not None), Fraction(0))
    return (place, player, *shares, total, *met)
