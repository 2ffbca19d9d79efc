"""The columns of all standings, of runs, events and stages, and tables of them; crosstables.

`FIELDS` is the only place that knows a column: which standings have it, and what its value is.
Programs get all columns, including exact points as text; people get those that fit a terminal.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from math import ceil, floor
from typing import Final, Literal, NamedTuple, TypeAlias

from engines.messages import Message, say
from tourney.domain.match_values import Standing
from tourney.render.text_tables import Column, Kind, Row, Table, Value, interval
from tourney.results.sums import ResultSums
from tourney.scoring import DEFAULT_TIEBREAKS, POINT_SYSTEMS, Record
from tourney.scoring.order import cut_line
from tourney.scoring.tiebreaks import canonical, tiebreak
from tourney.stats import Interval, PlaceRange

SEVERAL = 4  # from this number of players on, people see the places that each may have in truth

NO_PROSPECTS: Final[Mapping[str, Message]] = {}

# Keys of a crosstable begin with it: the share of matches above the player named after it.
ABOVE = "above "
# With more players than this, the columns of a crosstable have numbers instead of names.
NAMED_HEADS: Final = 8


@dataclass(frozen=True, slots=True)
class StandingsLine:
    """A row of any standings; what its kind of standings does not know is None.

    Standings of a run, and of an event from records, are sums over results and have `record`,
    `interval` and what follows from them. Those of a stage of an event with a plan have `unplayed`,
    those of a whole event `stage` and `stage_place`.
    """

    standing: Standing
    record: Record | None = None
    interval: Interval | None = None
    chance: float | None = None
    places: PlaceRange | None = None
    abandoned: int = 0
    duel: Interval | None = None
    prospect: Message | None = None
    unplayed: Message | None = None
    stage: str | None = None
    stage_place: int | None = None

    def mean(self) -> Fraction | None:
        """Points per match, or per match and unplayed round if there are unplayed ones."""
        if self.record and self.record.unplayed:
            return self.standing.points / self.record.rounds()
        return self.interval and Fraction(self.interval.mean)


# Standings that are sums over results: of a run, the same with --ci, of an event from records.
SumsTable: TypeAlias = Literal["run", "bounds", "event"]
# Standings of an event with a plan: of a stage, of all stages, and both on the screen of `watch`.
PlanTable: TypeAlias = Literal["stage", "final", "stage screen", "final screen"]
SUMS: Final[Sequence[SumsTable]] = ("run", "bounds", "event")


class StandingsField(NamedTuple):
    """A column of standings, and its value in a line.

    `people` are the standings from sums in which people see it; programs see it in all of them,
    unless it belongs to plans only. `plans` are the standings of events with a plan that have it,
    and how important it is in each when columns must be left out.
    """

    column: Column
    value: Callable[[StandingsLine], Value]
    people: Sequence[SumsTable] = ()
    plans: Mapping[PlanTable, int] = {}
    plans_only: bool = False


def heading(key: str, code: str, *, importance: int = 5, group: str = "") -> Column:
    """A column of numbers whose heading has a code of its own."""
    title = say(f"render.heading-{code}")
    return Column(key, title, "right", importance=importance, group=group, kind="number")


def hidden(key: str, kind: Kind) -> Column:
    """A column for programs."""
    return Column(key, only="data", kind=kind)


def tiebreak_field(name: str) -> StandingsField:
    """The field of a tie-break."""
    from tourney.render.code_words import HEADINGS

    # A tie-break is per match: its heading differs from that of a number, as of wins.
    key = f"tiebreak_{name.replace('-', '_').replace(':', '_')}"
    known = next((code for code in (key, name) if code in HEADINGS), None)
    found = tiebreak(name)
    # One of a plugin has its word in its own catalogue.
    title = HEADINGS[known]() if known else name if found.room == "scoring" else found.word
    column = Column(key, title, "right", 0 if found.whole else 3, kind="number")
    return StandingsField(column, lambda line: dict(line.standing.tiebreaks).get(name))


Field = StandingsField

# Every column of every standings, in the order in which tables have them. Tie-breaks in use that
# are not default ones, and what is still possible, stand before the last one.
FIELDS: Final[Sequence[StandingsField]] = (
    Field(
        Column("place", "#", "right", importance=8),
        lambda line: line.standing.place,
        SUMS,
        {"stage": 8, "final": 8, "stage screen": 9, "final screen": 9},
    ),
    Field(
        Column("player", importance=9),
        lambda line: line.standing.player,
        SUMS,
        {"stage": 9, "final": 9, "stage screen": 9, "final screen": 9},
    ),
    Field(
        Column("stage"),
        lambda line: line.stage,
        plans={"final": 7, "final screen": 5},
        plans_only=True,
    ),
    Field(
        Column("stage_place", say("render.heading-place-there"), "right"),
        lambda line: line.stage_place,
        plans={"final": 4},
        plans_only=True,
    ),
    Field(
        heading("points", "points-there"),
        lambda line: line.standing.points,
        plans={"final": 6},
        plans_only=True,
    ),
    # Points come before matches where they are not divided by them.
    Field(
        Column("points", align="right", kind="number"),
        lambda line: line.standing.points,
        plans={"stage": 8, "stage screen": 9, "final screen": 7},
        plans_only=True,
    ),
    Field(
        Column("matches", align="right", importance=4),
        lambda line: line.standing.matches,
        SUMS,
        {"stage": 4, "stage screen": 1, "final screen": 1},
    ),
    Field(
        Column("matches", say("render.heading-matches-in-all"), "right"),
        lambda line: line.standing.matches,
        plans={"final": 3},
        plans_only=True,
    ),
    Field(Column("unplayed"), lambda line: line.unplayed, plans={"stage": 3}, plans_only=True),
    Field(
        Column("points", align="right", kind="number"),
        lambda line: line.standing.points,
        ("event",),
    ),
    Field(heading("points_mean", "per-match", importance=9), lambda line: line.mean(), SUMS),
    Field(
        heading("score_mean", "mean-score", importance=2),
        lambda line: line.record.mean_score() if line.record else None,
        ("run",),
    ),
    Field(
        heading("ci_low", "ci-low", importance=7, group="ci"),
        lambda line: line.interval and line.interval.low,
        ("bounds",),
    ),
    Field(
        heading("ci_high", "to", importance=7, group="ci"),
        lambda line: line.interval and line.interval.high,
        ("bounds",),
    ),
    Field(
        heading("ci_half", "half", importance=7),
        lambda line: line.interval and line.interval.half(),
        ("run",),
    ),
    Field(
        replace(heading("p_best", "p-best", importance=6), probability=True),
        lambda line: line.chance,
        ("run", "bounds"),
    ),
    Field(
        Column("places", align="right", importance=6),
        lambda line: str(line.places) if line.places else None,
    ),
    Field(hidden("place_best", "integer"), lambda line: line.places and line.places.best),
    Field(hidden("place_worst", "integer"), lambda line: line.places and line.places.worst),
    Field(
        heading("to_champion", "to-champion", importance=7, group="champion"),
        lambda line: line.duel and line.duel.mean,
    ),
    Field(hidden("to_champion_low", "number"), lambda line: line.duel and line.duel.low),
    Field(hidden("to_champion_high", "number"), lambda line: line.duel and line.duel.high),
    Field(
        heading("to_champion_half", "duel-half", importance=7, group="champion"),
        lambda line: line.duel and line.duel.half(),
    ),
    Field(
        Column("blocks", align="right", importance=2),
        lambda line: line.interval and line.interval.blocks,
        ("bounds",),
    ),
    Field(
        Column("wins", align="right", importance=2, kind="number"),
        lambda line: line.record.points(POINT_SYSTEMS["wins"]) if line.record else None,
        ("run", "event"),
    ),
    Field(
        Column("seconds", align="right"),
        lambda line: line.record.finished(2) if line.record else None,
    ),
    Field(
        Column("thirds", align="right"),
        lambda line: line.record.finished(3) if line.record else None,
    ),
    Field(
        Column("forfeits", align="right", importance=6),
        lambda line: line.record.forfeits if line.record else None,
    ),
    Field(Column("abandoned", align="right", importance=6), lambda line: line.abandoned),
    Field(Column("points_exact", align="right"), lambda line: str(line.standing.points)),
    *map(tiebreak_field, DEFAULT_TIEBREAKS),
    Field(
        Column("why", importance=3),
        lambda line: line.standing.why,
        ("event",),
        {"stage": 6, "final": 5},
    ),
)
PROSPECT: Final = Field(
    Column("prospect", say("render.heading-still-possible"), importance=8),
    lambda line: line.prospect,
    ("event",),
)
# The columns that standings of every run have.
SUMS_COLUMNS: Final = tuple(field.column for field in FIELDS if not field.plans_only)


def plan_table(lines: Sequence[StandingsLine], kind: PlanTable) -> Table:
    """Standings of an event with a plan as a table, for people and programs alike."""
    *fields, last = [
        field._replace(column=replace(field.column, importance=field.plans[kind]))
        for field in FIELDS
        if kind in field.plans
    ]
    if kind == "stage":
        names = (name for line in lines for name, _ in line.standing.tiebreaks)
        breaks = map(tiebreak_field, dict.fromkeys(names))
        last_ones = [PROSPECT, last] if any(line.prospect for line in lines) else [last]
        fields += [*breaks, *last_ones]
    else:
        fields.append(last)
    return _filled(fields, lines)


def _filled(fields: Sequence[StandingsField], lines: Sequence[StandingsLine]) -> Table:
    columns = [field.column for field in fields]
    return Table(columns, [[field.value(line) for field in fields] for line in lines])


def event_table(
    sums: ResultSums, top: int | None = None, prospects: Mapping[str, Message] = NO_PROSPECTS
) -> Table:
    """Standings of an event as a table: people see points instead of intervals.

    `top` leaves out the rows below a line, but not those that share it. With `prospects`, which say
    what is still possible for the players, all rows are shown.
    """
    lines = _first(_lines(sums, prospects), None if prospects else top)
    return _sums_table(sums, lines, _seen_in("event"))


def _seen_in(kind: SumsTable) -> set[str]:
    """The keys of the columns that people see in this kind of standings."""
    return {field.column.key for field in (*FIELDS, PROSPECT) if kind in field.people}


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
    shown = _seen_in("bounds" if bounds else "run")
    # A terminal has room for one column more: what is rare takes the place of what can be missed.
    if any(line.record and line.record.forfeits for line in lines):
        shown = shown - {"wins"} | {"forfeits"}
    if sums.design.champion is not None:
        shown = shown - {"p_best", "score_mean"} | {"to_champion", "to_champion_half"}
    if any(line.abandoned for line in lines):
        shown = shown - {"wins"} | {"abandoned"}
    means = [line.interval and line.interval.mean for line in lines]
    if any(upper == lower for upper, lower in pairwise(means)):
        shown = shown - {"score_mean", "wins"} | {"why"}  # the reason needs room
    if all(line.chance is None for line in lines):
        shown -= {"p_best"}
    elif len(lines) >= SEVERAL and any(line.places for line in lines):
        shown = shown - {"wins"} | {"places"}
    if all(line.interval is None or line.interval.half() is None for line in lines):
        shown -= {"ci_low", "ci_high", "ci_half"}
    kept = _first(lines, top)
    found = _sums_table(sums, kept, shown)
    return _with_bars(found, kept) if bars else found


def _lines(
    sums: ResultSums, prospects: Mapping[str, Message] = NO_PROSPECTS
) -> list[StandingsLine]:
    chances, places = sums.chances(), sums.places()
    lines = []
    for row in sums.standings():
        name = row.player
        record, interval = sums.ledger.records[name], sums.interval(name)
        lines.append(
            StandingsLine(
                standing=row,
                record=record,
                # A mean that counts unplayed rounds as well has no interval over matches.
                interval=interval.without_bounds() if record.unplayed else interval,
                chance=chances.get(name),
                places=places.get(name),
                abandoned=sums.abandoned[name],
                duel=sums.duel(name),
                prospect=prospects.get(name),
            )
        )
    return lines


def _sums_table(sums: ResultSums, lines: Sequence[StandingsLine], shown: Collection[str]) -> Table:
    """A table of which people see the columns `shown` and tie-breaks that were asked for.

    Programs see all columns.
    """
    others = dict.fromkeys(map(canonical, sums.tiebreaks))
    breaks = [tiebreak_field(name) for name in others if name not in DEFAULT_TIEBREAKS]
    *fields, last = [field for field in FIELDS if not field.plans_only]
    fields += breaks
    fields += [PROSPECT, last] if any(line.prospect for line in lines) else [last]
    seen = {*shown, *(field.column.key for field in breaks)}
    return _filled(
        [
            field._replace(
                column=replace(field.column, only="all" if field.column.key in seen else "data")
            )
            for field in fields
        ],
        lines,
    )


BAR_WIDE: Final = 32


def _with_bars(table: Table, lines: Sequence[StandingsLine]) -> Table:
    """The table with the intervals drawn on one scale, whose ends are in the heading."""
    intervals = [line.interval for line in lines if line.interval]
    ends = [end for one in intervals for end in (float(one.mean), one.low, one.high)]
    known = [end for end in ends if end is not None]
    low, high = floor(min(known, default=0)), ceil(max(known, default=1))
    drawn = [
        interval(float(one.mean), (one.low, one.high), low, high, BAR_WIDE) for one in intervals
    ]
    title = f"{low} " + f" {high}".rjust(BAR_WIDE - len(f"{low} "), ".")
    column = Column("bars", title, only="screen", importance=7, whole=True)
    rows = [(*row, text) for row, text in zip(table.rows, drawn, strict=True)]
    return Table((*table.columns, column), rows)


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
    few = len(names) <= NAMED_HEADS
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
    rows: list[Row] = []
    for player, place in known.items():
        shares = [sums.ledger.share(player, name) for name in names]
        met = [sums.ledger.common(player, name) for name in names]
        # Players who never met have no share, which is not a share of 0.
        total = sum((share for share in shares if share is not None), Fraction(0))
        rows.append((place, player, *shares, total, *met))
    return Table(columns, rows)
