"""The state of a run at one moment, and what it is shown as: rows of a screen, JSON lines.

Does not depend on terminals.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from time import monotonic
from typing import Any, Final, NamedTuple

from engines.messages import say
from tourney.domain.run_spec import RunSpec
from tourney.render.screen_values import BotRow, Gauge, RunView
from tourney.results.sums import ResultSums
from tourney.stats import Meter


class MoveCost(NamedTuple):
    """The timed moves of a bot: their number, and their total time in milliseconds."""

    moves: int
    ms: float

    @property
    def mean(self) -> float | None:
        """Mean time of a move, in milliseconds."""
        return self.ms / self.moves if self.moves else None


def add_cost(costs: dict[str, MoveCost], bot: str, moves: int, ms: float) -> None:
    """Add timed moves of a bot."""
    before = costs.get(bot, MoveCost(0, 0.0))
    costs[bot] = MoveCost(before.moves + moves, before.ms + ms)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The state of a run; `done` includes matches from earlier sessions, `played` does not.

    `faults` counts by (bot, code) over the whole run; faults of the program itself have an empty
    bot name. `rule` is the state of the stopping rule in words, `rule_in` the same by language;
    `meter`, if the rule has one, the
    figure that ends the run at one of its bounds. `cost` is by bot. `absent` are the bots that are
    no longer started, because they failed to.
    """

    run: str
    total: int
    done: int
    played: int
    seconds: float
    faults: Mapping[tuple[str, str], int] = field(default_factory=dict)
    interrupted: bool = False
    rule: str = ""
    rule_in: Mapping[str, str] = field(default_factory=dict)
    cost: Mapping[str, MoveCost] = field(default_factory=dict)
    meter: Meter | None = None
    absent: tuple[str, ...] = ()

    @property
    def rate(self) -> float:
        """Matches per second in this session."""
        return self.played / self.seconds if self.seconds > 0 else 0.0

    @property
    def eta(self) -> float | None:
        """Seconds to the end at this rate; None while no rate is known, or if a rule ends the run.

        The greatest number of deals of a run with a rule says nothing about its end.
        """
        return (self.total - self.done) / self.rate if self.rate and not self.rule else None

    @property
    def fault_count(self) -> int:
        """The number of faults of all bots, without those of the program itself."""
        return sum(number for (bot, _), number in self.faults.items() if bot)


# Rows are computed again after this many times the duration of the last computation.
PATIENCE: Final = 20


class Rows:
    """The standings computed from growing sums, but not so often that it slows the program down."""

    def __init__(self) -> None:
        self._rows: Sequence[BotRow] = ()
        self._sums: ResultSums | None = None
        self._matches = 0
        self._due = 0.0

    def of(self, sums: ResultSums, cost: Mapping[str, MoveCost]) -> list[BotRow]:
        """The rows in order, for a look during the run; they may be slightly out of date.

        Their intervals are confidence sequences, because one looks often; there is no P(best).
        """
        began = monotonic()
        new = sums is not self._sums or sums.matches != self._matches
        if new and began >= self._due:
            leader, rows = sums.leader(), []
            for standing in sums.standings():
                mean, low, high, _ = sums.sequence(standing.player)
                row = BotRow(standing.place, standing.player, float(mean), low, high)
                rows.append(replace(row, leads=standing.player == leader))
            self._rows, self._sums, self._matches = rows, sums, sums.matches
            self._due = monotonic() + PATIENCE * (monotonic() - began)
        return _with_cost(self._rows, cost)

    def latest(self, sums: ResultSums, cost: Mapping[str, MoveCost]) -> list[BotRow]:
        """The rows in order, up to date, with the figures of the standings."""
        self._sums = None
        chances, rows = sums.chances(), []
        for standing in sums.standings():
            bot = standing.player
            mean, low, high, _ = sums.interval(bot)
            rows.append(BotRow(standing.place, bot, float(mean), low, high, chances[bot]))
        return _with_cost(rows, cost)


def _with_cost(rows: Sequence[BotRow], cost: Mapping[str, MoveCost]) -> list[BotRow]:
    return [replace(row, ms=cost[row.name].mean if row.name in cost else None) for row in rows]


def run_view(
    spec: RunSpec,
    snapshot: Snapshot,
    rows: Sequence[BotRow],
    notes: Sequence[str] = (),
    *,
    moving: bool = True,
    lang: str = "en",
) -> RunView:
    """A run for the screen in a language; `moving` if a process is playing it."""
    options = "".join(f" {key}={value}" for key, value in spec.options)
    numbers = {"seats": spec.seats, "bots": len(spec.bots)}
    about = say("render.screen-about", game=spec.game, options=options, **numbers)
    return RunView(
        run=spec.name,
        about=about.text(lang),
        done=snapshot.done,
        total=snapshot.total,
        rate=snapshot.rate,
        seconds=snapshot.seconds if moving else None,
        eta=snapshot.eta if moving else None,
        faults=snapshot.faults,
        rows=rows,
        notes=notes,
        rule=snapshot.rule_in.get(lang, snapshot.rule),
        gauge=gauge(snapshot),
    )


def gauge(snapshot: Snapshot) -> Gauge | None:
    """The figure of the stopping rule between its bounds, as it is displayed."""
    meter = snapshot.meter
    return Gauge(meter.name, meter.value, meter.low, meter.high) if meter else None


def faults_by_bot(snapshot: Snapshot) -> dict[str, dict[str, int]]:
    """The number of faults by bot and code."""
    found: dict[str, dict[str, int]] = {}
    for (bot, code), number in sorted(snapshot.faults.items()):
        found.setdefault(bot, {})[code] = number
    return found


def run_object(state: str, snapshot: Snapshot, rows: Sequence[BotRow]) -> dict[str, Any]:
    """The state of a run as a JSON object for programs."""
    return {
        "run": snapshot.run,
        "state": state,
        "done": snapshot.done,
        "total": snapshot.total,
        "rate": round(snapshot.rate, 1),
        "eta": None if snapshot.eta is None else round(snapshot.eta, 1),
        "rule": snapshot.rule or None,
        "meter": snapshot.meter._asdict() if snapshot.meter else None,
        "faults": faults_by_bot(snapshot),
        "standings": [
            {"player": r.name, "mean": r.mean, "low": r.low, "high": r.high, "p_best": r.p_best}
            for r in rows
        ],
        "cost": {bot: cost.mean for bot, cost in sorted(snapshot.cost.items())},
    }
