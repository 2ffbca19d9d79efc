"""`tourney sheet`: a printable sheet on which people write down a match by hand."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from engines.messages import say
from tourney.cli.base import App, command
from tourney.cli.output import PAGE_ENDINGS
from tourney.cli.usage import Number

if TYPE_CHECKING:
    from tourney.render.paper import SheetMatch
from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING

from engines.games import GAMES
from tourney.app.choose import find_game
from tourney.app.record_match import named_players, written_options
from tourney.desk import TableSetup
from tourney.domain.errors import NotFound, UsageFault, quoted
from tourney.domain.match_values import PLACE_IN_EVENT, PairedMatch
from tourney.domain.safe_text import is_text, shell_line
from tourney.events.event_plan import shown
from tourney.render.paper import UNKNOWN, SheetMatch, paper_page, paper_sheet
from tourney.runs.run_schedule import Schedule

if TYPE_CHECKING:
    from engines.messages import Argument
    from tourney.store import Database
    from tourney.store.runs import StoredRun
from tourney.app.event_session import EventSession
from tourney.domain.errors import Conflict
from tourney.events.decisions import begun_stage
from tourney.events.draws import coming_seed, witness
from tourney.events.event_state import RoundState, StageState
from tourney.render.text_tables import Column, Row, Table

WORDS = {"game": "GAME", "seats": "--seats", "players": "--players", "options": "--option"}
"""Parameters as they are typed."""


@command("sheet", endings=PAGE_ENDINGS)
@click.argument("game", required=False)
@click.option("--seats", type=Number(int), metavar="N")
@click.option("--players", metavar="A,B,…")
@click.option("-O", "--option", "options", metavar="K=V", multiple=True)
@click.option("--event", metavar="NAME")
@click.option("--round", "number", metavar="R")
def sheet(app: App, game: str | None, event: str | None, number: str | None, **given: Any) -> None:
    """Write a printable web page: a sheet of GAME, or one for each table of a round of an event."""

    if event is None and number is None:
        matches = [blank_match(game, **given)]
    else:
        matches = _matches_of_round(app, event, number, {"game": game, **given})
    write_sheets(app, matches)


def _matches_of_round(
    app: App, event: str | None, number: str | None, others: Mapping[str, Any]
) -> "list[SheetMatch]":
    """The matches of a round; UsageFault if something is missing or cannot be combined."""
    from tourney.domain.errors import UsageFault

    for name, value in others.items():
        if value not in (None, ()):
            raise UsageFault(say("cli.game-of-event", words=WORDS[name]))
    if event is None or number is None:
        missing = "--event NAME" if event is None else "--round R"
        raise UsageFault(say("cli.event-and-round", missing=missing))
    return round_matches(app, event, number)


VOID = "void"
MOST_DIGITS = 18


def write_sheets(app: App, matches: Sequence[SheetMatch], witness: str = "") -> None:
    """Write a page with the sheets of matches, with the hash of the next seed if it is given."""
    if app.columns or (app.settings["format"].source == "--format" and app.format != "html"):
        raise UsageFault(say("cli.sheet-format"))
    for piece in paper_page((paper_sheet(match, app.lang, witness) for match in matches), app.lang):
        app.write(piece)
    if app.output not in (None, "-"):
        app.say(say("cli.wrote-sheets", count=len(matches), name=str(app.output)))


def blank_match(
    name: str | None, *, seats: int | None, players: str | None, options: Sequence[str]
) -> SheetMatch:
    """A match that nobody has recorded yet; players who are not named are left blank."""
    if name is None:
        raise UsageFault(say("cli.which-sheet", known=", ".join(GAMES)))
    game = find_game(name)
    named = named_players(players or "")
    count = seats if seats is not None else len(named) or game.seats[-1]
    if len(named) > count:
        raise UsageFault(say("cli.more-players", players=len(named), seats=count))
    given = written_options(game, options, count)
    seated = (*named, *(UNKNOWN,) * (count - len(named)))
    words = [word for key, value in given for word in ("-O", f"{key}={value}")]
    words += ["--players", ",".join(named)] if len(named) == count else []
    command = shell_line(("tourney", "record", game.name, *words))
    return SheetMatch(game.name, given, seated, {}, command)


def round_matches(app: App, event: str, number: str) -> list[SheetMatch]:
    """The matches of a round, by table; NotFound if there is no such event or round."""
    from tourney.store.runs import all_runs

    store = app.store()
    plain = event.removeprefix("event:")
    recorded = [*_recorded(app, store, plain), *_recordings(app, store, plain)]
    places = {PairedMatch.of("", match.headers).place for match in recorded}
    recorded += _paired(app, store, plain, places)
    runs = [run for run in all_runs(store) if _is_of(run, event, has_matches=bool(recorded))]
    if not recorded and not runs:
        raise NotFound(say("app.no-event", name=quoted(plain)))
    wanted = " ".join(number.split())
    found = [match for match in recorded if match.headers.get("round") == wanted]
    found.sort(key=_table)
    found += [match for run in runs for match in _of_deal(run, wanted)]
    if not found:
        known = _known_rounds(recorded, runs)
        raise NotFound(say("cli.no-round", event=quoted(plain), round=quoted(wanted), known=known))
    return found


def _recorded(app: App, store: "Database", event: str) -> Iterator[SheetMatch]:
    """The stored records of an event, except void ones."""
    from tourney.store.matches import event_matches

    for match in event_matches(store, event) if is_text(event) else ():
        if match.status != VOID:
            command = app.command("match", "edit", names=(match.name,))
            headers = {**dict(match.headers), "match": match.name}
            yield SheetMatch(match.game, match.options, match.players, headers, command)


def _recordings(app: App, store: "Database", event: str) -> Iterator[SheetMatch]:
    """The recordings of an event that are in progress."""
    from tourney.store.recordings import all_recordings

    for recording in all_recordings(store):
        setup = TableSetup.from_json_text(recording.setup)
        headers = {**dict(setup.headers), "match": setup.match}
        if headers.get("event") == event:
            command = app.command("record", "--resume", names=(setup.match,))
            yield SheetMatch(setup.game, setup.options, setup.players, headers, command)


def _paired(
    app: App, store: "Database", event: str, known: Collection[tuple[str, ...]]
) -> Iterator[SheetMatch]:
    """The tables of an event with a plan that have no match yet and are at no `known` place."""
    from tourney.app.choose import planned_event
    from tourney.app.event_session import EventSession
    from tourney.app.event_tables import EventTableRef

    found = planned_event(store, event)
    if found is None:
        return
    session = EventSession(app, store, found)
    for stage in session.state.stages:
        for round_, table in stage.tables():
            at = EventTableRef(session, stage, round_, table)
            headers = {**at.headers(), "match": at.match_name()}
            date = session.state.dates.get((stage.plan.name, round_.number), "")
            headers |= {"date": shown(date)} if date else {}
            free = PairedMatch.of("", headers).place not in known
            if table.match is None and table.playable and free:
                place = (f"--{key}={headers[key]}" for key in PLACE_IN_EVENT if key in headers)
                command = app.command("record", *place)
                yield SheetMatch(round_.game, at.options, at.names, headers, command)


def _is_of(run: "StoredRun", event: str, *, has_matches: bool) -> bool:
    """Whether a run is part of an event, or is itself named as one that no record has."""
    if event.startswith("run:"):
        return run.spec.name == event.removeprefix("run:")
    plain = event.removeprefix("event:")
    return run.spec.event == plain or (run.spec.name == event and not has_matches)


def _of_deal(run: "StoredRun", wanted: str) -> Iterator[SheetMatch]:
    """The matches of a run on one deal: the deals of a run are its rounds, from 1."""
    spec = run.spec
    if not (wanted.isascii() and wanted.isdecimal() and len(wanted) <= MOST_DIGITS):
        return
    schedule = Schedule(spec)
    deal = int(wanted)
    first = (deal - 1) * schedule.deal_size + 1
    for number in range(first, first + schedule.deal_size) if 1 <= deal <= spec.deals else ():
        players = tuple(spec.bots[index].name for index in schedule.fixture(number).seats)
        headers = {"match": f"{spec.name}/{number}", "event": spec.event, "date": spec.date}
        known = {key: value for key, value in headers.items() if value}
        yield SheetMatch(spec.game, spec.options, players, {**known, "round": wanted})


def _table(match: SheetMatch) -> tuple[int, int, str, str]:
    """Tables with a number first, in the order of the numbers, then by name."""
    table = match.headers.get("table", "")
    digits = table.isascii() and table.isdecimal() and len(table) <= MOST_DIGITS
    return (not digits, int(table) if digits else 0, table, match.headers["match"])


def _known_rounds(matches: Sequence[SheetMatch], runs: "Sequence[StoredRun]") -> "Argument":
    """The rounds that there are, for a message."""
    rounds = {match.headers["round"] for match in matches if "round" in match.headers}
    words: list[Argument] = [*sorted(rounds, key=lambda text: (len(text), text))]
    words += [say("cli.deals", last=run.spec.deals) for run in runs]
    return tuple(words) if words else say("cli.no-rounds")


def sheets(
    app: App, session: EventSession, number: int | None, name: str | None, *, with_witness: bool
) -> None:
    """Write a page with a sheet for every table of a round, by default the last one."""
    stage, round_ = _round(session, number, name)
    found = [
        match
        for match in round_matches(app, session.event.name, str(round_.number))
        if match.headers.get("stage", stage.plan.name) == stage.plan.name
    ]
    hash_ = ""
    if with_witness:
        if round_ is not session.state.stage.rounds[-1]:
            raise Conflict(say("cli.event-witness-last", round=len(session.state.stage.rounds)))
        hash_ = witness(_coming(session))
    write_sheets(app, found, hash_)


def open_sheets(app: App, session: EventSession, name: str | None) -> None:
    """Write a page with a sheet for every table of a stage that has no result."""
    stage = session.state.stage if name is None else begun_stage(session.state, name)
    missing = {
        (str(one.number), str(table.number)) for one in stage.rounds for table in one.missing()
    }
    found = [
        match
        for number in dict.fromkeys(str(one.number) for one in stage.rounds if one.missing())
        for match in round_matches(app, session.event.name, number)
        if match.headers.get("stage", stage.plan.name) == stage.plan.name
        and (number, match.headers["table"]) in missing
    ]
    if not found:
        raise Conflict(say("cli.event-nothing-open", stage=stage.plan.name))
    write_sheets(app, found)


def _round(
    session: EventSession, number: int | None, name: str | None
) -> tuple[StageState, RoundState]:
    stage = session.state.stage if name is None else begun_stage(session.state, name)
    round_ = stage.round(len(stage.rounds) if number is None else number)
    if round_ is None:
        words = {"round": number or 1, "count": len(stage.rounds)}
        raise NotFound(say("app.event-no-round", stage=stage.plan.name, **words))
    return stage, round_


def _coming(session: EventSession) -> int:
    """The seed of the next draw: of the next round, or of the first one of the next stage."""
    state = session.state
    return coming_seed(state, state.stage, session.rules.length(state, state.stage))


def say_witness(session: EventSession) -> None:
    """Say the hash of the seed of the next draw."""
    session.say(say("cli.event-witness", hash=witness(_coming(session))))


def seeds_table(session: EventSession) -> Table:
    """Every draw with its seed and the hash of it, and the hash of the next one."""
    columns = (
        Column("stage", importance=8),
        Column("round", align="right", importance=9),
        Column("seed"),
        Column("sha256", say("render.heading-sha256"), importance=9),
    )
    rows: list[Row] = [
        (
            row.details["stage"],
            row.details["round"],
            str(row.details["seed"]),
            witness(row.details["seed"]),
        )
        for row in session.view.rows
        if row.what == "event pair"
    ]
    return Table(columns, [*rows, (None, None, None, witness(_coming(session)))])
