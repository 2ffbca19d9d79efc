"""The paper for matches: sheets of a game, of a round, of open tables; who sits where."""

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING

from engines.games import GAMES
from engines.messages import say
from tourney.app.choose import find_game, planned_event
from tourney.app.event_session import EventSession
from tourney.app.event_tables import EventTableRef
from tourney.app.host import Host
from tourney.app.record_match import named_players, written_options
from tourney.desk import TableSetup
from tourney.domain.errors import Conflict, NotFound, UsageFault, quoted
from tourney.domain.match_values import PLACE_IN_EVENT, PairedMatch
from tourney.domain.names import name_key
from tourney.domain.safe_text import is_text, shell_line
from tourney.events.decisions import begun_stage
from tourney.events.draws import coming_seed, witness
from tourney.events.event_plan import shown
from tourney.render.code_words import stage_word
from tourney.render.paper import UNKNOWN, SheetMatch, WallEntry, WallList
from tourney.render.text_tables import Column, Row, Table
from tourney.runs.run_schedule import Schedule
from tourney.store.log import last_row
from tourney.store.matches import event_matches
from tourney.store.players import all_players
from tourney.store.recordings import all_recordings
from tourney.store.runs import all_runs

if TYPE_CHECKING:
    from engines.messages import Argument
    from tourney.store import Database
    from tourney.store.runs import StoredRun

VOID = "void"
MOST_DIGITS = 18
"""Digits of a number that a database can hold."""


def blank_match(
    name: str | None, *, seats: int | None, players: str | None, options: Sequence[str]
) -> SheetMatch:
    """A match that nobody has recorded yet; players who are not named are left blank."""
    if name is None:
        raise UsageFault(say("app.which-sheet", known=", ".join(GAMES)))
    game = find_game(name)
    named = named_players(players or "")
    # Without names the largest table: seats can be left empty, not added.
    count = seats if seats is not None else len(named) or game.seats[-1]
    if len(named) > count:
        raise UsageFault(say("app.more-players", players=len(named), seats=count))
    given = written_options(game, options, count)
    seated = (*named, *(UNKNOWN,) * (count - len(named)))
    words = [word for key, value in given for word in ("-O", f"{key}={value}")]
    words += ["--players", ",".join(named)] if len(named) == count else []
    # The sheet says how to type in what will stand on it.
    command = shell_line(("tourney", "record", game.name, *words))
    return SheetMatch(game.name, given, seated, {}, command)


def sheets_of_round(
    session: EventSession, number: int | None, name: str | None, *, with_witness: bool
) -> tuple[list[SheetMatch], tuple[str, str]]:
    """Every table of a round of a stage, by default the last one of the newest stage.

    With the hash of the next seed and the last row of the log if that is wanted; Conflict if a
    later draw has used the seed.
    """
    state = session.state
    stage = state.stage if name is None else begun_stage(state, name)
    round_ = stage.round(len(stage.rounds) if number is None else number)
    if round_ is None:
        words = {"round": number or 1, "count": len(stage.rounds)}
        raise NotFound(say("app.event-no-round", stage=stage.plan.name, **words))
    sheets = [
        match
        for match in round_matches(session.host, session.event.name, str(round_.number))
        if match.headers.get("stage", stage.plan.name) == stage.plan.name
    ]
    if not with_witness:
        return sheets, ("", "")
    # A published hash is worth something only before the draw that it is of.
    if round_ is not state.stage.rounds[-1]:
        raise Conflict(say("app.event-witness-last", round=len(state.stage.rounds)))
    return sheets, (next_witness(session), last_log_row(session))


def open_sheets(session: EventSession, name: str | None) -> list[SheetMatch]:
    """Every table of a stage that has no result; Conflict if all have one."""
    state = session.state
    stage = state.stage if name is None else begun_stage(state, name)
    sheets: list[SheetMatch] = []
    for round_ in stage.rounds:
        missing = {str(table.number) for table in round_.missing()}
        if not missing:
            continue
        sheets += [
            match
            for match in round_matches(session.host, session.event.name, str(round_.number))
            if match.headers.get("stage", stage.plan.name) == stage.plan.name
            and match.headers["table"] in missing
        ]
    if not sheets:
        raise Conflict(say("app.event-nothing-open", stage=stage.plan.name))
    return sheets


def round_matches(host: Host, event: str, number: str) -> list[SheetMatch]:
    """The matches of a round, by table; NotFound if there is no such event or round."""
    store = host.store()
    plain = event.removeprefix("event:")
    recorded = list(_recorded(host, store, plain))
    # A table with a recording has no match yet, but needs no second sheet.
    places = {PairedMatch.of("", match.headers) for match in recorded}
    recorded += _without_match(host, store, plain, places)
    runs = [run for run in all_runs(store) if _is_of(run, event, has_matches=bool(recorded))]
    if not recorded and not runs:
        raise NotFound(say("app.no-event", name=quoted(plain)))
    wanted = " ".join(number.split())
    sheets = [match for match in recorded if match.headers.get("round") == wanted]
    sheets.sort(key=_table)
    # A run that belongs to the event has its deals as rounds.
    sheets += [match for run in runs for match in _of_deal(run, wanted)]
    if not sheets:
        rounds = {match.headers["round"] for match in recorded if "round" in match.headers}
        words: list[Argument] = [*sorted(rounds, key=lambda text: (len(text), text))]
        words += [say("app.deals", last=run.spec.deals) for run in runs]
        known = tuple(words) if words else say("app.no-rounds")
        raise NotFound(say("app.no-round", event=quoted(plain), round=quoted(wanted), known=known))
    return sheets


def wall_list(host: Host, sheets: Sequence[SheetMatch], link: str = "") -> WallList:
    """Everybody's table in the round of these sheets, in the order of names or their readings.

    Who has a bye, or sits at a table that cannot play, is there as well.
    """
    store, headers = host.store(), dict(sheets[0].headers)
    stages = {match.headers.get("stage") for match in sheets}
    several = len(stages) > 1
    if several:
        headers.pop("stage", None)
    entries: list[WallEntry] = []
    for match in sheets:
        # Two stages may have a round of the same number at the same time.
        stage = [match.headers["stage"]] if several and "stage" in match.headers else []
        words = (*(stage_word(name) for name in stage), match.headers.get("table", ""))
        table = " ".join(one if isinstance(one, str) else one.text(host.lang) for one in words)
        for seat, name in enumerate(match.players):
            if name != UNKNOWN:
                entries.append(WallEntry(name, table, seat))
    planned = planned_event(store, headers.get("event", ""))
    if planned is not None:
        session = EventSession(host, store, planned)
        for one in session.state.stages:
            for round_ in one.rounds:
                here = one.plan.name in stages or None in stages
                if here and str(round_.number) == headers["round"]:
                    idle = [*round_.byes]
                    for seated in round_.tables:
                        idle += [] if seated.playable or seated.match else seated.present()
                    entries += [WallEntry(session.names[entrant]) for entrant in idle]
    if not entries:
        raise NotFound(say("app.nobody-named", round=quoted(headers["round"])))
    order: dict[str, str] = {}
    for person in all_players(store):
        order |= dict.fromkeys((person.name, *person.aliases), person.order)
    entries.sort(key=lambda entry: (order.get(entry.name) or name_key(entry.name), entry.name))
    return WallList(headers, entries, link)


def _recorded(host: Host, store: "Database", event: str) -> Iterator[SheetMatch]:
    """The stored records of an event, except void ones, and its recordings in progress."""
    for match in event_matches(store, event) if is_text(event) else ():
        if match.status != VOID:
            command = host.command("match", "edit", names=(match.name,))
            headers = {**dict(match.headers), "match": match.name}
            yield SheetMatch(match.game, match.options, match.players, headers, command)
    for recording in all_recordings(store):
        setup = TableSetup.from_json_text(recording.setup)
        headers = {**dict(setup.headers), "match": setup.match}
        if headers.get("event") == event:
            command = host.command("record", "--resume", names=(setup.match,))
            yield SheetMatch(setup.game, setup.options, setup.players, headers, command)


def _without_match(
    host: Host, store: "Database", event: str, known: Collection[PairedMatch]
) -> Iterator[SheetMatch]:
    """The tables of an event with a plan that have no match yet and are at no `known` place."""
    planned = planned_event(store, event)
    if planned is None:
        return
    session = EventSession(host, store, planned)
    for stage in session.state.stages:
        for round_, table in stage.tables():
            at = EventTableRef(session, stage, round_, table)
            headers = {**at.headers(), "match": at.match_ids()[0]}
            date = session.state.dates.get((stage.plan.name, round_.number), "")
            # Without a planned date the day is written on the sheet by hand.
            headers |= {"date": shown(date)} if date else {}
            free = PairedMatch.of("", headers) not in known
            if table.match is None and table.playable and free:
                place = (f"--{key}={headers[key]}" for key in PLACE_IN_EVENT if key in headers)
                command = host.command("record", *place)
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


def next_witness(session: EventSession) -> str:
    """The hash of the seed of the next draw: of the next round, or of the next stage's first."""
    state = session.state
    return witness(coming_seed(state, state.stage, session.rules.length(state, state.stage)))


def last_log_row(session: EventSession) -> str:
    """The last row of the log, as `tourney db integrity --noted` takes it."""
    with session.store.reading() as connection:
        return str(last_row(connection))


def say_last_row(session: EventSession) -> None:
    """Say the last row of the log, and how it is checked later."""
    row = last_log_row(session)
    command = session.host.command("db", "integrity", "--noted", row)
    session.host.say(say("app.event-noted", row=row, command=command))


def seeds_table(session: EventSession) -> Table:
    """Every draw with its seed and the hash of it, and the hash of the next one."""
    columns = (
        Column("stage", importance=8),
        Column("round", align="right", importance=9),
        Column("seed"),
        Column("sha256", say("render.heading-sha256"), importance=9),
    )
    rows: list[Row] = []
    for row in session.view.rows:
        if row.what == "event pair":
            seed = row.details["seed"]
            rows.append((row.details["stage"], row.details["round"], str(seed), witness(seed)))
    # Before the beacon of a sealed event is known nobody knows the next seed.
    following: list[Row] = []
    if not session.state.sealed.waits:
        following.append((None, None, None, next_witness(session)))
    return Table(columns, [*rows, *following])
