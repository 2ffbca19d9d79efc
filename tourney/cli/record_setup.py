"""The settings of a match to be recorded: from options of the command, else by questions."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date
from typing import TYPE_CHECKING, Any, Final

from engines.api import OptionError, Seat
from engines.messages import Message, say
from tourney.app.choose import find_game
from tourney.app.event_tables import header_text, place_headers
from tourney.app.record_match import (
    UNKNOWN,
    AskedRecording,
    RecordingSession,
    named_players,
    require_different_players,
    started,
)
from tourney.app.similar import is_same
from tourney.cli.base import App
from tourney.cli.terminal.dialogue import Asker, InputEnded
from tourney.desk import TableSetup
from tourney.desk.answers import HANDS
from tourney.desk.typed_text import seat_of
from tourney.domain.errors import Conflict, NotFound, UsageFault, quoted
from tourney.records.field_values import HEADERS, date_text, match_id, option_pairs
from tourney.records.lines import LineFault
from tourney.store.matches import match_named
from tourney.store.players import lookalikes

if TYPE_CHECKING:
    from tourney.store import Database

MOST_NUMBERS = 1000
HANDS_WORDS: Final[Mapping[str, Message]] = {
    "none": say("cli.record-hands-none"),
    "mine": say("cli.record-hands-mine"),
    "all": say("cli.record-hands-all"),
}
"""Whose hands are recorded."""


def table_setup(
    asker: Asker, name: str, asked: AskedRecording, *, source: str = "table"
) -> TableSetup:
    """The setup of a table of a game; the id of the match may still be missing."""
    game = find_game(name)
    players = table_players(asker, asked.players)
    setup = TableSetup(
        match=checked(match_id, asked.match) if asked.match else "",
        game=game.name,
        players=players,
        options=written_options(game, asked.options, len(players)),
        headers=tuple(_headers(asker.app, asked, players, source)),
        public=asked.public,
    )
    return setup


def table_players(asker: Asker, given: str | None) -> tuple[str, ...]:
    """The names of the players, clockwise; a name that looks like a known one is asked about."""
    names = named_players(given or asker.ask(say("cli.record-players")))
    names = _with_known_names(asker.app, names)
    require_different_players(names)
    return tuple(names)


def _with_known_names(app: App, names: Sequence[str]) -> list[str]:
    """The names, with the known names of people who are written differently here."""
    people = set(names) - {UNKNOWN}
    known: dict[str, str] = {}
    with suppress(NotFound):  # there is no database yet
        for one in lookalikes(app.store(), people):
            if not {one.known, one.person} & people and is_same(app, one, "ask"):
                known[one.name] = one.person
    return [known.get(name, name) for name in names]


def with_hands(asker: Asker, setup: TableSetup, asked: AskedRecording) -> TableSetup:
    """The same setup with the hands that are recorded; asks only if the game has hands."""
    from dataclasses import replace

    rows = [word for word in setup.engine.preamble if not word.startswith("--")]
    if not rows or setup.public:
        return setup
    hands = asked.hands or _hands(asker)
    mine = _mine(asker, setup, asked) if hands == "mine" else None
    return replace(setup, hands=hands, mine=mine)


def started_session(store: "Database", setup: TableSetup) -> RecordingSession:
    """A new recording of this table, with the first free id if it has none."""
    from dataclasses import replace

    if setup.match:
        return started(store, setup)
    for name in free_ids(setup):
        try:
            return started(store, replace(setup, match=name))
        except Conflict:
            continue
    raise UsageFault(say("cli.record-no-free-id"))


def free_id(store: "Database", setup: TableSetup) -> str:
    """The first id of the day that no match has."""
    for name in free_ids(setup):
        try:
            match_named(store, name, entries=False)
        except NotFound:
            return name
    raise UsageFault(say("cli.record-no-free-id"))


def free_ids(setup: TableSetup) -> Iterator[str]:
    """Ids such as `club-2026-11-14/1`: the first word of the event, the date, a number."""
    headers = dict(setup.headers)
    words = re.findall(r"[a-z0-9]+", headers.get("event", "").lower())
    day = headers["date"][:10]
    stem = f"{words[0] if words else 'table'}-{day}"
    return (f"{stem}/{number}" for number in range(1, MOST_NUMBERS))


def written_options(game: Any, given: Sequence[str], seats: int) -> tuple[tuple[str, str], ...]:
    """Game options given as `key=value`, checked and sorted by key."""
    pairs = checked(option_pairs, " ".join(given))
    try:
        game.options(pairs, seats)
    except OptionError as error:
        raise UsageFault(error.message) from None
    return tuple(sorted(pairs.items()))


def _headers(
    app: App, asked: AskedRecording, players: Sequence[str], source: str
) -> Iterator[tuple[str, str]]:
    """The headers between options and seats, in canonical order."""
    day = checked(date_text, asked.date or f"{date.today():%Y-%m-%d}")
    told = {"venue": asked.venue, "recorder": asked.recorder}
    values = {key: header_text(key, text) for key, text in told.items() if text}
    values |= place_headers(app, asked.place, players, day)
    values |= {"date": day, "source": source}
    return ((key, values[key]) for key in HEADERS if key in values)


def checked(read: Any, text: str) -> Any:
    """The value of a header; UsageFault if it cannot stand there."""
    try:
        return read(text)
    except LineFault as fault:
        if fault.remedy is None:
            raise UsageFault(fault.message) from None
        raise UsageFault(
            say("exports.with-remedy", fault=fault.message, remedy=fault.remedy)
        ) from None


def _hands(asker: Asker) -> str:
    while True:
        typed = asker.choose(say("cli.record-hands"), HANDS_WORDS, HANDS[0])
        if typed in HANDS:
            return typed
        asker.say(say("cli.record-no-hands", text=quoted(typed)).text(asker.app.lang))


def _mine(asker: Asker, setup: TableSetup, asked: AskedRecording) -> Seat:
    """The seat whose cards are known: the given one, else the recorder's, else the answer."""
    named = asked.whose or asked.recorder or ""
    seat = seat_of(named, setup.players) if named else None
    known = ", ".join(setup.players)
    if seat is None and asked.whose:
        raise UsageFault(say("app.record-no-player", name=quoted(named), known=known))
    while seat is None:
        try:
            typed = asker.ask(say("cli.record-whose"), asked.recorder or "")
        except InputEnded as ended:
            raise ended.fault() from None
        seat = seat_of(typed, setup.players)
        if seat is None:
            message = say("app.record-no-player", name=quoted(typed), known=known)
            if not typed:
                raise UsageFault(message)
            asker.say(message.text(asker.app.lang))
    return seat
