"""Which chart is asked for: of a run, an event or the ratings, and of what it is drawn."""

import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Final, NamedTuple

from engines.messages import say
from tourney.app.host import Host
from tourney.domain.errors import NotFound, UsageFault, quoted

if TYPE_CHECKING:
    from tourney.events.event_records import ReadEvent
    from tourney.pictures.charts import Chart
    from tourney.store import Database
    from tourney.store.runs import StoredRun

SCALED: Final = "scaled"


class AskedChart(NamedTuple):
    """What is to be drawn, of which names; options that are not given are None."""

    what: str
    names: Sequence[str] = ()
    points: str | None = None
    stage: str | None = None
    game: str | None = None
    per: str | None = None
    bots: str | None = None

    @property
    def name(self) -> str | None:
        """The first name; None without one."""
        return self.names[0] if self.names else None


class Plot(NamedTuple):
    """A kind of chart: how it is made, its options, how many names it takes, and its numbers."""

    make: "Callable[[Host, AskedChart], Chart]"
    options: Sequence[str]
    most: int
    numbers: str


def make_chart(host: Host, wanted: AskedChart) -> "Chart":
    """The chart that is asked for; UsageFault for a wrong combination."""
    plot = PLOTS[wanted.what]
    for option in ("points", "stage", "game", "per", "bots"):
        if getattr(wanted, option) is not None and option not in plot.options:
            raise UsageFault(say("app.plot-not-for", option=f"--{option}", what=wanted.what))
    if not plot.most and wanted.names:
        raise UsageFault(say("app.plot-no-name", what=wanted.what, name=quoted(wanted.names[0])))
    if len(wanted.names) > plot.most:
        raise UsageFault(
            say("app.plot-too-many", what=wanted.what, most=plot.most, count=len(wanted.names))
        )
    return plot.make(host, wanted)


def _of_run_or_event(host: Host, wanted: AskedChart) -> "Chart":
    """A chart of an event if the name is one, else of a run; as `tourney standings` decides."""
    from tourney.app.choose import choose_run, chosen_event, planned_standings
    from tourney.events.event_records import ReadEvent
    from tourney.pictures.event_charts import EVENT_CHARTS, EventSource
    from tourney.pictures.run_charts import run_chart

    planned = planned_standings(host, wanted.name)
    store = host.store()
    event = planned.name if planned else chosen_event(store, wanted.name)
    if event is not None:
        if planned is None and wanted.stage is not None:
            raise UsageFault(say("app.plot-no-stages", name=quoted(event)))
        read = ReadEvent(store, event, planned)
        if wanted.what == "places":
            return _places(read, wanted.stage)
        source = EventSource(read, wanted.points, wanted.stage, wanted.game)
        return EVENT_CHARTS[wanted.what](source)
    run = choose_run(store, wanted.name, host.say)
    if wanted.what == "places":
        name = quoted(run.spec.name)
        raise UsageFault(say("app.plot-event-only", what=wanted.what, name=name))
    for option in ("stage", "game"):
        if getattr(wanted, option) is not None:
            raise UsageFault(
                say("app.plot-for-events", option=f"--{option}", name=quoted(run.spec.name))
            )
    return run_chart(store, run, wanted.what, wanted.points or SCALED)


def _places(event: "ReadEvent", stage: str | None) -> "Chart":
    """The places in an event round by round, of one stage or over all of them."""
    from tourney.reports.event_report import event_report, places_chart

    report = event_report(event)
    named = dict(zip((one.plan.name for one in event.state.stages), report.stages, strict=True))
    if stage is not None and stage not in named:
        raise NotFound(say("pictures.no-stage", name=quoted(stage), known=", ".join(named)))
    chart = places_chart(report, named[stage] if stage is not None else None)
    if not chart.rounds:
        of = say("pictures.event", name=quoted(event.name))
        raise NotFound(say("pictures.no-result", of=of))
    return chart


def _of_run(host: Host, wanted: AskedChart) -> "Chart":
    from tourney.pictures.run_charts import run_chart

    store = host.store()
    run = _chosen_run(host, store, wanted.what, wanted.name)
    return run_chart(store, run, wanted.what, wanted.points or SCALED)


def _chosen_run(host: Host, store: "Database", what: str, name: str | None) -> "StoredRun":
    """The run of this name; UsageFault if it is the name of an event."""
    from tourney.app.choose import choose_run, chosen_event, planned_event
    from tourney.store.runs import all_runs

    runs = {run.spec.name for run in all_runs(store)}
    if name is not None and name not in runs and not name.startswith("run:"):
        event = name.removeprefix("event:")
        # Not only `event:NAME`: a plain name may be that of an event as well.
        if planned_event(store, event) or chosen_event(store, name):
            raise UsageFault(say("app.plot-run-only", what=what, name=quoted(event)))
    return choose_run(store, name, host.say)


def _compare(host: Host, wanted: AskedChart) -> "Chart":
    from tourney.pictures.rating_charts import comparison_chart

    new, comma, old = (wanted.bots or "").partition(",")
    complete = bool(new and comma and old) if wanted.bots is not None else True
    if not complete or len(wanted.names) != (2 if wanted.bots is None else 1):
        raise UsageFault(say("app.plot-compare-what"))
    store = host.store()
    runs = [_chosen_run(host, store, wanted.what, name) for name in wanted.names]
    pair = (new, old) if wanted.bots is not None else None
    second = runs[1] if len(runs) > 1 else None
    return comparison_chart(store, runs[0], second, bots=pair, by=wanted.points or SCALED)


def _ratings(host: Host, wanted: AskedChart) -> "Chart":
    store, game = _rated(host, wanted.game)
    # After the number of threads is set, which is read when the library loads.
    from tourney.pictures.rating_charts import ratings_chart

    return ratings_chart(store, game)


def _history(host: Host, wanted: AskedChart) -> "Chart":
    store, game = _rated(host, wanted.game)
    from tourney.pictures.rating_charts import history_chart
    from tourney.store.players import stored_player

    player = wanted.name
    # A person is rated under one of several names; a bot has only one.
    if player:
        with suppress(NotFound):
            player = stored_player(store, player).name
    return history_chart(
        store, game, player=player, per="event" if wanted.per == "event" else "month"
    )


def _rated(host: Host, game: str | None) -> "tuple[Database, str]":
    """The database, and the game to rate: the one that is given, or the only one with matches."""
    # The matrices are small: several threads would wait longer than they compute.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from tourney.app.choose import find_game
    from tourney.pictures.rating_charts import RatedGames

    store = host.store()
    if game is not None:
        return store, game if game == "all" else find_game(game).name
    known = list(RatedGames(store).games)
    if not known:
        raise NotFound(say("app.plot-nothing-rated"))
    if len(known) > 1:
        raise UsageFault(say("pictures.several-games", games=", ".join(known)))
    return store, known[0]


PLOTS: Final[Mapping[str, Plot]] = {
    "standings": Plot(_of_run_or_event, ("points", "stage"), 1, "tourney standings"),
    "curves": Plot(_of_run_or_event, ("points", "stage"), 1, "tourney standings"),
    "places": Plot(_of_run_or_event, ("stage",), 1, "tourney standings"),
    "crosstable": Plot(_of_run_or_event, ("points",), 1, "tourney crosstable"),
    "scores": Plot(_of_run_or_event, ("game",), 1, "tourney export results"),
    "seats": Plot(_of_run, ("points",), 1, "tourney stats seats"),
    "length": Plot(_of_run, (), 1, "tourney stats length"),
    "times": Plot(_of_run, (), 1, "tourney watch --once --progress json"),
    "faults": Plot(_of_run, (), 1, "tourney stats faults"),
    "test": Plot(_of_run, (), 1, "tourney watch --once --progress json"),
    "compare": Plot(_compare, ("points", "bots"), 2, "tourney compare"),
    "ratings": Plot(_ratings, ("game",), 0, "tourney ratings"),
    "history": Plot(_history, ("game", "per"), 1, "tourney ratings --history"),
}
"""All kinds of charts, with the command that prints the same numbers."""
