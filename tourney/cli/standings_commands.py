"""Standings of a run, an event or a season; crosstables, comparisons and statistics of runs."""

import csv
import re
from collections.abc import Mapping, Sequence
from contextlib import closing
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

import click

from engines.messages import Message, say
from tourney.app.choose import choose_run, chosen_event, planned_standings
from tourney.app.run_reports import load_sums, say_compared
from tourney.cli.base import App, AppGroup, command
from tourney.cli.usage import Number
from tourney.domain.errors import DataFault, NotFound, UsageFault, quoted

if TYPE_CHECKING:
    from tourney.domain.match_values import Standing
    from tourney.results.sums import ResultSums
    from tourney.runs.until import Comparison
    from tourney.scoring.season_points import SeasonRow
    from tourney.store import Database
    from tourney.store.runs import StoredRun

TABLE_SEATS: Final = range(2, 7)
UNDRAWN: Final = re.compile("[?]([2-6])")
"""A round that is not paired yet, and the seats of its tables."""


@command("standings")
@click.argument("name", metavar="[RUN|EVENT]", required=False)
@click.option("--points", "by", metavar="POINTS")
@click.option("--tiebreak", metavar="A,B,…")
@click.option("--ratings", metavar="FILE")
@click.option("--top", metavar="N", type=Number(int))
@click.option("--left", metavar="A,B,C;…")
@click.option("--stage", metavar="NAME")
@click.option("--ci", is_flag=True)
@click.option("--bars", is_flag=True)
@click.option("--adjusted", is_flag=True)
def standings(app: App, name: str | None, *, adjusted: bool, **given: Any) -> None:
    """Rank the players of RUN or EVENT by points per match."""
    if not adjusted:
        _official(app, name, **given)
        return
    # What is shown are the points of one system.
    if any(value not in (None, False) for value in given.values()):
        raise UsageFault(say("cli.adjusted-alone"))
    from tourney.app.analyse_matches import many_matches, require_one_judge, summary
    from tourney.exports.account_tables import adjusted_table, judged, self_test

    store = app.store()
    event = chosen_event(store, name)
    run = choose_run(store, name) if event is None else None
    target = f"event:{event}" if run is None else f"run:{run.spec.name}"
    many = many_matches(app, target)
    known = require_one_judge(app, many, target)
    found = summary(store, many.part, 0)
    app.show(adjusted_table(found))
    for line in judged(known):
        app.say(line)
    app.say(self_test(found))
    if run is not None and run.spec.until:
        app.say(say("cli.adjusted-ruled", run=run.spec.name, rule=run.spec.until))


def _official(
    app: App,
    name: str | None,
    *,
    by: str | None,
    tiebreak: str | None,
    stage: str | None,
    ratings: str | None,
    top: int | None,
    left: str | None,
    ci: bool,
    bars: bool,
) -> None:
    """The standings as they count."""
    if left is not None and top is None:
        raise UsageFault(say("cli.standings-left-needs-top"))
    # What `name` means: an event with a plan, an event known only by its records, or a run.
    planned = planned_standings(app, name)
    store = app.store()
    event = planned.name if planned else chosen_event(store, name)
    if event is None:
        for option, value in (("ratings", ratings), ("left", left)):
            if value is not None:
                raise UsageFault(say("cli.standings-only-events", option=f"--{option}"))
    elif bars:  # the standings of events have no intervals
        raise UsageFault(say("cli.plot-no-bars", name=quoted(event)))
    # Each kind of standings loads its own modules: those of a run need no event.
    if planned is not None:
        from tourney.app.event_session import EventSession
        from tourney.app.event_views import Shown, show_standings
        from tourney.scoring import tiebreak_names

        if left is not None:  # the plan knows the matches that are left
            raise UsageFault(say("cli.standings-left-known"))
        breaks = None if tiebreak is None else tiebreak_names(tiebreak)
        session = EventSession(app, store, planned)
        show_standings(session, Shown(stage, by, breaks, read_ratings(ratings), top))
        return
    by = by or "scaled"
    if event is None:
        sums = load_sums(app, name, by, tiebreak)
    else:
        from tourney.app.event_views import load_event

        sums = load_event(app, store, event, by, tiebreak, read_ratings(ratings)).sums
    prospects = still_possible(app, sums, left, top) if left and top else {}
    from tourney.exports.standings_fields import event_table, standings_table
    from tourney.scoring.order import cut_line

    if top is not None and (warning := cut_line(sums.standings(), top).warning()) is not None:
        app.say(warning)  # the line below the places falls among equals
    if event is None or ci:
        if sums.unlimited:
            app.say(say("scoring.no-limits", by=by))
        app.show(standings_table(sums, bounds=ci, top=top, bars=bars))
    else:
        app.show(event_table(sums, top, prospects))


def read_ratings(path: str | None) -> Mapping[str, int]:
    """The ratings in a CSV file with the columns player and rating; none without a file."""
    if path is None:
        return {}
    name = quoted(path)
    try:
        # Spreadsheets put a mark before the first column, which is then not called `player`.
        with open(path, encoding="utf-8-sig", newline="") as file:
            rows = list(csv.DictReader(file))
    except (FileNotFoundError, IsADirectoryError) as error:
        raise NotFound(say("cli.standings-no-ratings-file", name=name)) from error
    except (UnicodeDecodeError, csv.Error) as error:
        raise DataFault(say("cli.standings-rating-columns", name=name)) from error
    ratings = {}
    for line, row in enumerate(rows, start=2):
        player, rating = row.get("player"), row.get("rating")
        if player is None or rating is None:
            raise DataFault(say("cli.standings-rating-columns", name=name))
        try:
            ratings[player.strip()] = round(float(rating))
        except (ValueError, OverflowError) as error:
            given = quoted(rating)
            fault = say("cli.standings-bad-rating", name=path, line=line, rating=given)
            raise DataFault(fault) from error
    return ratings


def still_possible(app: App, sums: "ResultSums", left: str, top: int) -> Mapping[str, Message]:
    """What is possible for every player if these matches are left; says how it was found."""
    from tourney.scoring import point_system
    from tourney.scoring.prospects import method_text, prospect_text, prospects, remaining_event

    # Rounds of tables of players, `A,B,C;D,E,F/A,D;B,E`, and the seats of rounds such as `?4`.
    rounds, undrawn = [], []
    for part in left.split("/"):
        if seats := UNDRAWN.fullmatch(part.strip()):
            undrawn.append(int(seats[1]))
            continue
        tables = [tuple(name.strip() for name in table.split(",")) for table in part.split(";")]
        for table in tables:
            if len(table) not in TABLE_SEATS or "" in table:
                raise UsageFault(say("cli.standings-bad-left", table=quoted(",".join(table))))
        rounds.append(tables)
    event = remaining_event(sums.ledger, point_system(sums.by), rounds, undrawn)
    outlook = prospects(event, top)
    app.say(method_text(outlook, top))
    return {row.player: prospect_text(row) for row in outlook.players}


@command("crosstable")
@click.argument("name", metavar="[RUN|EVENT]", required=False)
@click.option("--points", "by", metavar="POINTS")
def crosstable(app: App, name: str | None, by: str | None) -> None:
    """Show the share of common matches in which the row player finished above the column player."""
    from tourney.exports.standings_fields import crosstable as shares_table

    store = app.store()
    event = chosen_event(store, name)
    if event is not None:
        from tourney.app.event_views import load_event, planned_places

        # In the order of the standings of the event, if they are not asked for by other points.
        sums = load_event(app, store, event, by or "scaled").sums
        app.show(shares_table(sums, None if by else planned_places(app, store, event)))
    else:
        app.show(shares_table(load_sums(app, name, by or "scaled", None)))


@command("compare")
@click.argument("run_a", metavar="RUN_A")
@click.argument("run_b", metavar="[RUN_B]", required=False)
@click.option("--bots", metavar="NEW,OLD")
@click.option("--points", "by", metavar="POINTS", default="scaled")
@click.option("--deals", is_flag=True)
@click.option("--adjusted", is_flag=True)
def compare(
    app: App,
    run_a: str,
    run_b: str | None,
    *,
    bots: str | None,
    by: str,
    deals: bool,
    adjusted: bool,
) -> None:
    """Compare two runs that play the same deals in the same seats with different bots."""
    from tourney.exports.run_statistics import change_name, comparison_table, deals_table
    from tourney.runs.run_schedule import Schedule
    from tourney.runs.until import compare as compared
    from tourney.runs.until import compare_bots

    new, comma, old = (bots or "").partition(",")
    if bots is None and run_b is None:
        raise UsageFault(say("cli.compare-second"))
    if bots is not None and run_b is not None:
        raise UsageFault(say("cli.compare-one-run"))
    if bots is not None and not (new and comma and old):
        raise UsageFault(say("cli.compare-bad-bots", bots=quoted(bots)))
    if adjusted and by != "scaled":
        raise UsageFault(say("cli.adjusted-alone"))
    store = app.store()
    runs = [choose_run(store, name) for name in (run_a, run_b) if name is not None]
    if bots is None:
        found = compared(store, runs[0], runs[-1], by)
    else:
        found = compare_bots(store, runs[0], (new, old), by)
    if deals:
        pairs = [(change_name(c.before, c.after), c.deals) for c in found.changes]
        app.show(deals_table(pairs, Schedule(runs[0].spec).deal_size))
    changes = [(c.before, c.after, c.pairs, c.clean) for c in found.changes]
    if adjusted:
        from tourney.exports.account_tables import adjusted_comparison

        known, differences = _without_luck(app, [(run, (new, old)) for run in runs], found)
        app.show(adjusted_comparison(changes, differences))
        if known < found.deals:
            app.say(say("cli.adjusted-deals", count=known, total=found.deals))
    elif not deals:
        app.show(comparison_table(changes))
    say_compared(app, runs, found)


def _without_luck(
    app: App, runs: "Sequence[tuple[StoredRun, Sequence[str]]]", found: "Comparison"
) -> tuple[int, list[list[tuple[float, float]]]]:
    """How many deals are analysed, and by change the differences in points and luck by deal.

    The luck of a deal that is not analysed stays in the points, so it is 0 here: all figures are
    of the same deals. `runs` has the names of two bots that are compared in one run.
    """
    from tourney.app.analyse_matches import luck_of_deals, many_matches, require_one_judge
    from tourney.runs.run_schedule import Schedule

    lucks = []
    for run, names in runs:
        many = many_matches(app, f"run:{run.spec.name}")
        require_one_judge(app, many, f"run:{run.spec.name}")
        places = [place for place, bot in enumerate(run.spec.bots) if bot.name in names]
        # Two bots of one run are compared by the matches against the same opponents only.
        counts = Schedule(run.spec).comparable(*places) if places[1:] else None
        lucks.append(luck_of_deals(app.store(), many.part, counts))
    known, differences = 0, []
    for change in found.changes:
        by_deal = []
        for deal, (before, after) in sorted(change.deals.items()):
            old = lucks[0].get(deal, {}).get(change.before.name)
            new = lucks[-1].get(deal, {}).get(change.after.name)
            luck = None if old is None or new is None else new - old
            by_deal.append((float(after - before), luck or 0.0))
            known += luck is not None and change is found.changes[0]
        differences.append(by_deal)
    if not known:
        raise UsageFault(say("cli.adjusted-no-deal"))
    return known, differences


stats = AppGroup("stats")
"""Show statistics of a run, with 95 % intervals by deal."""


@stats.command("seats")
@click.argument("run", required=False)
@click.option("--points", "by", metavar="POINTS", default="scaled")
def seats(app: App, run: str | None, by: str) -> None:
    """Show how many points per match each seat of RUN scored above the mean of all seats."""
    from tourney.exports.run_statistics import seats_table
    from tourney.results.sums import design
    from tourney.store.matches import run_results

    store = app.store()
    chosen = choose_run(store, run, app.say)
    app.show(seats_table(run_results(store, chosen), by, design(chosen.spec).scores))


@stats.command("length")
@click.argument("run", required=False)
def length(app: App, run: str | None) -> None:
    """Show how many plies the matches of RUN took, by status."""
    from tourney.exports.run_statistics import lengths_table
    from tourney.store.matches import match_count, match_lengths

    store = app.store()
    chosen = choose_run(store, run, app.say)
    found = lengths_table((m.deal, m.status, m.plies) for m in match_lengths(store, chosen))
    # A run may store results without moves, by --log results.
    if not found.rows and match_count(store, chosen):
        raise NotFound(say("cli.stats-no-moves", run=chosen.spec.name))
    app.show(found)


@stats.command("faults")
@click.argument("run", required=False)
def faults(app: App, run: str | None) -> None:
    """Show how often and on how many deals the bots of RUN failed, for each kind of fault."""
    from tourney.exports.run_statistics import faults_table
    from tourney.runs.stored_results import fault_book

    store = app.store()
    chosen = choose_run(store, run, app.say)
    names = [bot.name for bot in chosen.spec.bots]
    app.show(faults_table(fault_book(store, chosen), names))


@stats.command("times")
@click.argument("run", required=False)
def times(app: App, run: str | None) -> None:
    """Show how long the bots of RUN took for their moves, in milliseconds."""
    from tourney.exports.run_statistics import times_table
    from tourney.store.matches import move_times

    store = app.store()
    chosen = choose_run(store, run, app.say)
    found = times_table(move_times(store, chosen))
    if not found.rows:
        raise NotFound(say("cli.no-times", run=quoted(chosen.spec.name)))
    app.show(found)


MOST_PAIRS: Final = 8
"""Pairs that people see; data have all of them."""


@stats.command("pairs")
@click.argument("name", metavar="[RUN|EVENT]", required=False)
def pairs(app: App, name: str | None) -> None:
    """Show which players play better beside which others than strengths explain."""
    from tourney.app.fair_play import pair_witnesses
    from tourney.exports.run_statistics import pairs_table

    found = pair_witnesses(app, name)
    app.show(pairs_table(found.results, found.gifts, MOST_PAIRS if app.format == "table" else None))
    for message in found.said:
        app.say(message)


@command("season")
@click.argument("events", nargs=-1, required=True, metavar="EVENT…")
@click.option("--worth", metavar="W", default="scaled")
@click.option("--best", metavar="K", type=Number(int))
@click.option("--participation", metavar="P", default="0")
@click.option("--each-game", is_flag=True)
@click.option("--points", "by", metavar="POINTS")
@click.option("--tiebreak", metavar="A,B,…")
def season_(
    app: App,
    events: tuple[str, ...],
    worth: str,
    best: int | None,
    participation: str,
    each_game: bool,
    by: str | None,
    tiebreak: str | None,
) -> None:
    """Rank the players of several events by the points that they gained in them."""
    from tourney.exports.people_tables import season_table
    from tourney.scoring import tiebreak_names
    from tourney.scoring.season_points import SeasonEvent, season
    from tourney.store.matches import event_matches

    store = app.store()
    names = []
    for name in dict.fromkeys(events):
        event = chosen_event(store, name if name.startswith("event:") else f"event:{name}")
        if event is None:
            raise NotFound(say("app.no-event", name=quoted(name)))
        names.append(event)
    try:
        extra = Fraction(participation)
    except (ValueError, ZeroDivisionError) as error:
        fault = say("cli.season-bad-participation", text=quoted(participation))
        raise UsageFault(fault) from error
    breaks = tiebreak_names(tiebreak)
    games: dict[str, None] = {}  # in the order of their first match
    for event in names if each_game else ():
        with closing(event_matches(store, event)) as matches:
            games |= dict.fromkeys(match.game for match in matches)
    tables: list[tuple[str, Sequence[SeasonRow]]] = []
    # Last come all games together; then an event with a plan has standings of its own.
    for game in [*games, None]:
        planned = game is None and by is None and tiebreak is None
        season_events = [
            SeasonEvent(
                name,
                (_planned(app, store, name) if planned else None)
                or _standings(store, name, game, by or "scaled", breaks),
            )
            for name in names
        ]
        rows = season(season_events, worth, best=best, participation=extra)
        tables.append((game or "all", rows))
    app.show(season_table(tables, names))


def _planned(app: App, store: "Database", name: str) -> "Sequence[Standing] | None":
    """The standings of an event with a plan over all its stages; None if it has no plan."""
    from tourney.app.choose import planned_event
    from tourney.app.event_session import EventSession
    from tourney.domain.match_values import Standing
    from tourney.events.final_standings import final_ranking

    event = planned_event(store, name)
    if event is None:
        return None
    session = EventSession(app, store, event)
    rows = final_ranking(session.state, session.rules)
    names = session.names
    return [Standing(row.place, names[row.entrant], row.matches, row.points) for row in rows]


def _standings(
    store: "Database", event: str, game: str | None, by: str, breaks: Sequence[str]
) -> "Sequence[Standing]":
    """The standings of an event, over the matches of one game or of all."""
    from tourney.events.event_records import event_standings
    from tourney.store.matches import event_matches

    with closing(event_matches(store, event)) as matches:
        counted = (match for match in matches if game in (None, match.game))
        return event_standings(counted, by, breaks).sums.standings()
