"""A new event from flags or from a file: players, plan and summary."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import takewhile
from pathlib import Path
from typing import Any
from unicodedata import normalize

from engines.api import seat_letter
from engines.messages import Message, say
from tourney.app.choose import find_game
from tourney.app.enter_players import RULE_KEYS, as_entered, entered_bots, rules_of_bots
from tourney.app.event_session import EventSession, event_session
from tourney.app.host import Host
from tourney.app.sealed_runs import beacon_text
from tourney.app.similar import known_players
from tourney.domain.bounds import EVENT_NAME, READING, SEED, TABLE
from tourney.domain.documents import read_toml
from tourney.domain.errors import DataFault, NotFound, TourneyError, UsageFault, quoted
from tourney.domain.event_log import SEAL, EventChange
from tourney.domain.names import names_of, parts_of
from tourney.events import decisions
from tourney.events.draws import RULES
from tourney.events.event_plan import COMPARISON, FEWER_SEATS, slot_text
from tourney.events.event_state import CLOSED, state_of
from tourney.events.plan_check import check_plan, rehearsals
from tourney.events.plan_file import (
    SEATS,
    USUAL_FORMAT,
    EventDraft,
    PlanReader,
    final_values,
    points_of,
)
from tourney.events.player_lists import PlayerList, read_players, require_different
from tourney.events.stages import left_out
from tourney.formats.formats import format_of
from tourney.formats.seating import sizes_text
from tourney.play.luck import new_seed
from tourney.render.code_words import game_word, listed, stage_word, worded
from tourney.runs.heartbeat import TableClaim
from tourney.runs.run_plan import bot_name, bot_pairs, player_name
from tourney.store.events import add_event, delete_event, undelete_event

FLAGS = "event new"
"""What errors name instead of a file for a plan that is made of options."""
LISTED = "--players"
"""The key of the players of a file among the values of a plan: no plan file has it."""


@dataclass(frozen=True, slots=True)
class AskedEvent:
    """A new event as it is asked for: a plan file, or what the options of `event new` say."""

    name: str | None = None
    plan: str | None = None
    players: str | None = None
    bots: tuple[str, ...] = ()
    fill: tuple[str, ...] = ()
    game: str | None = None
    format: str | None = None
    rounds: int | None = None
    dates: str | None = None
    points: str | None = None
    tiebreak: str | None = None
    sizes: str | None = None
    prefer: int | None = None
    bye: str | None = None
    missed: str | None = None
    policy: str | None = None
    no_repeats: bool = False
    max_meetings: int | None = None
    time_limit: int | None = None
    never: tuple[str, ...] = ()
    apart: str | None = None
    fixed_seat: tuple[str, ...] = ()
    fixed_table: tuple[str, ...] = ()
    new_seats: bool = False
    final: str | None = None
    duplicate: bool = False
    on_fault: str | None = None
    time_per_move: float | None = None
    time_per_match: float | None = None
    memory: int | None = None
    isolation: str | None = None
    settings: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    seed: str | None = None


def asked_event(host: Host, asked: AskedEvent) -> EventDraft:
    """The event that is asked for, checked against the games and its own arithmetic."""
    from engines.games import GAMES

    games = names_of(asked.game or "")
    if asked.plan:
        draft = _from_file(asked)
    elif games:
        draft = read_draft(FLAGS, flag_values(asked, games))
    else:
        raise UsageFault(say("app.event-no-game", known=", ".join(GAMES)))
    draft = replace(draft, name=event_title(draft.name))
    if draft.entrants or draft.fill:
        require_different((*draft.entrants, *draft.fill))
    try:
        check_plan(draft.plan, len(draft.entrants), RULES)
    except UsageFault as fault:
        # A check knows entrants by their numbers, which are those of the list from 1.
        if isinstance(fault.message, str):
            raise
        raise UsageFault(worded(fault.message, host.lang, ("", *draft.entrants))) from None
    return draft


def event_title(text: str) -> str:
    """The name of an event without spaces around it; UsageFault unless it is a line of text."""
    title = normalize("NFC", text.strip())  # as records have it, which name the event
    if not title:
        raise UsageFault(say("app.event-no-name"))
    if len(title) > EVENT_NAME:
        shown = quoted(title[:40] + "…")
        raise UsageFault(say("app.event-long-name", name=shown, count=len(title), most=EVENT_NAME))
    if not title.isprintable():
        raise UsageFault(say("app.event-bad-name", name=quoted(title)))
    return title


def _from_file(asked: AskedEvent) -> EventDraft:
    """The event of a plan file; only name, players, bots and seed can be given beside it."""
    file = str(asked.plan)
    # Options win over the file: one plan serves several evenings.
    values = read_toml(Path(file).read_bytes(), file)
    values |= {"name": asked.name} if asked.name else {}
    values |= {"seed": asked.seed} if asked.seed else {}
    # A column of the CSV file; those with the same value there become pairs under `never`.
    column = values.pop("apart", "")
    if asked.players:
        values |= _entrants(values, asked.players, column)
    # A list that a plan names lies beside the plan, wherever the program was started.
    elif isinstance(values.get("players"), str):
        values |= _entrants(values, str(Path(file).parent / values["players"]), column)
    for key in ("bots", "fill"):
        if getattr(asked, key):
            values[key] = {**values.get(key, {}), **bot_pairs(getattr(asked, key))}
    try:
        return read_draft(file, values)
    except UsageFault as fault:
        raise DataFault(say("app.in-file", name=file, fault=fault.message)) from None


def read_draft(file: str, values: Mapping[str, Any]) -> EventDraft:
    """The event that the values of a plan mean, with checked names."""
    bot_rules = rules_of_bots(file, values)
    listed = values.get(LISTED, PlayerList())
    # Rules of bots are read as those of a run, so that both have the same words and errors.
    plain = {key: one for key, one in values.items() if key not in (*RULE_KEYS, LISTED)}
    draft = PlanReader(file, lambda game: find_game(game).seats).read(plain)
    if len(draft.seed) > SEED or not draft.seed.isprintable():
        raise UsageFault(say("app.bad-seed", seed=quoted(draft.seed), most=SEED))
    draft = replace(
        draft,
        players=tuple(player_name(name) for name in draft.players),
        bots={bot_name(name): target for name, target in draft.bots.items()},
        fill={bot_name(name): target for name, target in draft.fill.items()},
        plan=replace(draft.plan, bot_rules=bot_rules),
        readings={player_name(name): text for name, text in listed.readings.items()},
        told=listed.told,
    )
    for text in listed.readings.values():
        if len(text) > READING or not text.isprintable():
            raise UsageFault(say("app.bad-reading", reading=quoted(text), most=READING))
    return draft


def flag_values(asked: AskedEvent, games: list[str]) -> dict[str, Any]:
    """The values of the file that the flags mean."""
    main: dict[str, Any] = {"name": "main", "format": asked.format or USUAL_FORMAT, "games": games}
    for key in ("rounds", "points", "sizes", "prefer"):
        if getattr(asked, key) is not None:
            main[key] = getattr(asked, key)
    if asked.tiebreak is not None:
        main["tiebreaks"] = [word for word in names_of(asked.tiebreak) if word != "none"]
    if asked.dates is not None:
        main["dates"] = parts_of(asked.dates)
    main["settings"] = dict(_pair(text) for text in asked.settings)
    main["options"] = dict(_pair(text) for text in asked.options)
    values: dict[str, Any] = {
        "name": asked.name or "",
        "stage": [main],
        "duplicate": asked.duplicate,
        "fill": bot_pairs(asked.fill),
        "never": [names_of(text) for text in asked.never],
        "fixed": {name: seat_letter(seat) for name, seat in map(seat_of, asked.fixed_seat)},
        "tables": dict(map(table_of, asked.fixed_table)),
        "new_seats": asked.new_seats,
    }
    # After `never`, to which the pairs of a column are added; the bots of a file come first.
    values |= _entrants(values, asked.players or "", asked.apart or "")
    values["bots"] |= bot_pairs(asked.bots)
    if asked.max_meetings is not None:
        main["settings"].setdefault("meetings", str(asked.max_meetings))
    if asked.time_limit is not None:
        main["settings"].setdefault("time-limit", str(asked.time_limit))
    values |= {key: getattr(asked, key) for key in RULE_KEYS if getattr(asked, key) is not None}
    for key in ("bye", "missed"):
        if getattr(asked, key) is not None:
            points_of(getattr(asked, key))
            values[key] = getattr(asked, key)
    if asked.final is not None:
        values["stage"].append(final_values(asked.final, games[-1]))
    values |= {"policy": asked.policy or FEWER_SEATS, "repeats": not asked.no_repeats}
    return values | {"seed": asked.seed or ""}


def table_of(text: str) -> tuple[str, int]:
    """A player and a fixed table, written NAME=1; UsageFault."""
    name, number = _pair(text)
    plain = number.isascii() and number.isdecimal() and len(number) <= len(str(TABLE))
    if not plain or not 0 < int(number) <= TABLE:
        raise UsageFault(say("app.event-bad-table", text=quoted(text)))
    return name, int(number)


def seat_of(text: str) -> tuple[str, int]:
    """A player and a fixed seat, written NAME=A; UsageFault."""
    name, letter = _pair(text)
    if len(letter) != 1 or letter.upper() not in SEATS:
        raise UsageFault(say("app.event-bad-seat", text=quoted(text)))
    return name, SEATS.index(letter.upper())


def _pair(text: str) -> tuple[str, str]:
    key, sign, value = text.partition("=")
    if not sign:
        raise UsageFault(say("app.event-not-a-pair", text=quoted(text)))
    return key.strip(), value.strip()


def _entrants(values: Mapping[str, Any], text: str, column: str) -> dict[str, Any]:
    """Players and bots: names separated by commas, or the rows of a CSV file.

    Those with the same value in `column` of the file may not share a table.
    """
    bots = values.get("bots", {})
    if text.lower().endswith((".csv", ".txt", ".tsv")):
        in_file = read_players(Path(text).read_bytes(), text, column)
        never = [*values.get("never", []), *map(list, in_file.groups)]
        own = {"players": list(in_file.people), "bots": {**bots, **in_file.bots}, "never": never}
        return {**own, LISTED: in_file}
    if text.lower().endswith((".xlsx", ".xls", ".ods")):
        raise DataFault(say("events.plan-workbook", file=quoted(text)))
    if column:
        raise UsageFault(say("events.plan-apart-without-file", column=quoted(column)))
    return {"players": names_of(text), "bots": {**bots}}


def with_known_players(host: Host, draft: EventDraft, similar: str) -> EventDraft:
    """The event with the known names of people who are written differently here."""
    store = None
    with suppress(NotFound):  # there is no database yet
        store = host.store()
    names = tuple(known_players(host, store, draft.players, similar))
    pairs = zip(draft.players, names, strict=True)
    readings = {new: draft.readings[old] for old, new in pairs if old in draft.readings}
    return replace(draft, players=names, readings=readings)


def summary(draft: EventDraft) -> list[Message]:
    """What the plan means, in sentences."""
    count = len(draft.entrants)
    lines = [say("app.event-planned", name=draft.name, count=count)]
    if not count:
        lines.append(say("app.event-nobody-yet"))
    for rehearsed in rehearsals(draft.plan, count, RULES) if count else ():
        stage, length = rehearsed.stage, rehearsed.rounds
        # A stage with an open end is ended by the organiser, such as a ladder.
        rounds = (
            say("app.event-open-end") if length is None else say("app.event-rounds", count=length)
        )
        words: dict[str, Any] = {
            "stage": stage.name,
            "games": listed(list(map(game_word, stage.games))),
            "format": stage.format,
            "rounds": rounds,
        }
        if stage.sources:
            sources = tuple(map(slot_text, stage.sources))
            lines.append(say("app.event-stage-from", sources=sources, **words))
        else:
            # The first round: on a ladder those without a table have no bye, they wait for one.
            tables = rehearsed.tables(1)
            waits = format_of(stage.format).one_at_a_time
            byes = 0 if waits else rehearsed.count - sum(tables)
            text: Message | str = sizes_text(tables)
            text = say("app.event-with-byes", tables=text, count=byes) if byes else text
            lines.append(say("app.event-stage-tables", tables=text, **words))
    first = draft.plan.stages[0]
    # Where tables have different sizes these points are usual, which is said.
    if first.points == "even":
        lines.append(say("app.event-even-points", stage=first.name))
    compared = [stage_word(one.name) for one in draft.plan.stages if one.points == COMPARISON]
    if draft.plan.duplicate and compared:
        lines.append(say("app.event-duplicate-deals", stages=tuple(compared)))
    elif draft.plan.duplicate:
        lines.append(say("app.event-same-cards"))
    if draft.fill:
        bots, size = tuple(draft.fill), first.sizes.preferred
        lines.append(say("app.event-filled-seats", bots=bots, count=len(bots), size=size))
    return lines


def make_event(host: Host, draft: EventDraft, database: Path | None) -> EventSession:
    """Store an event with its players and bots.

    Bots are started once; they do not see the file of the `database`.
    """
    bots = entered_bots(database, draft.plan, {**draft.bots, **draft.fill})
    seed = draft.seed or new_seed()
    store, people = host.store(create=True), len(draft.players)

    # Ids are known only in the transaction that stores the players and the event.
    def first(ids: Sequence[int]) -> EventChange:
        entered = list(map(as_entered, bots, ids[people:]))
        return decisions.new(draft.plan, seed, ids[:people], entered, len(draft.fill))

    event = add_event(store, draft.name, draft.players, first, bots, draft.readings)
    host.say(say("app.event-saved", name=quoted(event.name)))
    session = EventSession(host, store, event)
    session.undo("rm", names=(event.name,))
    return session


def seal_event(session: EventSession, beacon: str | None) -> None:
    """Commit an event before its first draw, give its beacon, or say what it is committed to."""
    sealed = session.state.sealed
    text = None if beacon is None else beacon_text(beacon)
    if text is None and not sealed.commitment:
        raise UsageFault(say("app.event-seal-source"))
    if text is not None and not sealed.commitment:
        session.change(lambda state, _: [decisions.sealed(state, text)])
    elif text is not None and text != sealed.beacon:
        session.change(lambda state, _: [decisions.beacon_given(state, text)])
    say_sealed(session)


def say_sealed(session: EventSession) -> None:
    """Say what a sealed event is committed to, and its beacon or where it comes from."""
    sealed, name, say_ = session.state.sealed, session.event.name, session.host.say
    say_(say("app.event-sealed", name=quoted(name), commitment=sealed.commitment))
    if sealed.waits:
        command = session.host.command("event", "seal", "--beacon", "…", names=(name,))
        say_(say("app.event-seal-waits", source=quoted(sealed.source), command=command))
    else:
        say_(say("app.event-seal-beacon", beacon=sealed.beacon, source=sealed.source))


def opened_seal(session: EventSession) -> str:
    """The text that a closed event was committed to, with its secret; empty for any other."""
    state = session.state
    if not state.sealed.commitment or state.phase != CLOSED:
        return ""
    before = takewhile(lambda row: row.what != SEAL, session.view.rows)
    return decisions.sealed_text(state_of(before), state.sealed.source)


def open_event(session: EventSession) -> None:
    """The event begins; drawing its first round does the same."""
    session.change(lambda state, _: [decisions.opened(state)])
    session.host.say(say("app.event-opened", name=quoted(session.event.name)))
    _undo_by_closing(session)


def close_event(session: EventSession) -> None:
    """The event ends; rounds and stages that are not drawn are named, and somebody must agree."""
    host = session.host
    closed, left = quoted(session.event.name), tuple(left_out(session.state, session.rules))
    if left:
        # Nobody is asked about an event that cannot be closed, because results are missing.
        with session.naming():
            decisions.closed(session.state)
        if not host.confirm(say("app.event-close-without", name=closed, left=left)):
            raise TourneyError(say("app.event-still-goes-on", name=closed))
    session.change(lambda state, _: [decisions.closed(state)])
    if left:
        host.say(say("app.event-closed-without", name=closed, left=left))
    else:
        host.say(say("app.event-closed", name=closed))
    session.undo("reopen", names=(session.event.name,))


def reopen_event(session: EventSession) -> None:
    """Go on with a closed event."""
    session.change(lambda state, _: [decisions.reopened(state)])
    session.host.say(say("app.event-reopened", name=quoted(session.event.name)))
    _undo_by_closing(session)


def _undo_by_closing(session: EventSession) -> None:
    """Say how to close an event that was opened, also if rounds are not drawn."""
    sure = ("--yes",) if left_out(session.state, session.rules) else ()
    session.undo("close", *sure, names=(session.event.name,))


def remove_event(host: Host, name: str) -> None:
    """Remove an event after a question; no process may be playing its tables."""
    session = event_session(host, name)
    event, state = session.event, session.state
    words: dict[str, Any] = {
        "event": quoted(event.name),
        "entrants": len(state.entrants),
        "rounds": sum(len(stage.rounds) for stage in state.stages),
    }
    if not host.confirm(say("app.event-remove", **words)):
        raise TourneyError(say("app.event-not-removed"))
    # A process that plays its tables would go on storing matches of an event that is gone.
    with TableClaim(session.store, event):
        delete_event(session.store, event)
    host.say(say("app.event-removed", event=quoted(event.name)))
    session.undo("rm", "--undo", names=(event.name,))


def restore_event(host: Host, name: str) -> None:
    """Restore the event that was removed last."""
    store, title = host.store(), event_title(name)
    session = EventSession(host, store, undelete_event(store, title))
    words: dict[str, Any] = {"entrants": len(session.state.entrants)}
    host.say(say("app.event-restored", event=quoted(title), **words))
    session.undo("rm", names=(title,))
