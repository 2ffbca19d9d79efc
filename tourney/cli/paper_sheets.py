"""Sheets for the tables of a round: matches recorded or being recorded, and matches of runs."""

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING

from engines.games import GAMES
from engines.messages import say
from tourney.app.choose import find_game
from tourney.app.recordings import named_players
from tourney.cli.base import App
from tourney.cli.record_setup import written_options
from tourney.desk import TableSetup
from tourney.domain.errors import NotFound, UsageFault, quoted
from tourney.domain.match_values import PLACE_IN_EVENT, PairedMatch
from tourney.domain.safe_text import is_text, shell_line
from tourney.events.dates import shown
from tourney.render.paper import UNKNOWN, SheetMatch, paper_page, paper_sheet
from tourney.runs.schedule import Schedule

if TYPE_CHECKING:
    from engines.messages import Argument
    from tourney.store import Database, StoredRun

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
    from tourney.store.reads import event_matches

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
