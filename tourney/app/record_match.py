"""A match that is recorded at a table: its settings, and a recording that is stored while typed."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from datetime import date
from getpass import getuser
from typing import TYPE_CHECKING, Any, Final

from engines.api import OptionError, seat_letter
from engines.games import GAMES
from engines.messages import Message, say
from tourney.app.choose import find_game
from tourney.app.event_tables import (
    AskedPlace,
    EventTableRef,
    asked_table,
    header_text,
    place_headers,
    require_same,
)
from tourney.app.host import Host, InputEnded, Interviewer
from tourney.app.similar import is_same
from tourney.desk import Accepted, Desk, RecordChange, TableSetup, finished
from tourney.desk.answers import HANDS, folded, seat_of
from tourney.desk.session import Closing
from tourney.domain.errors import Conflict, NotFound, UsageFault, quoted
from tourney.domain.match_values import PLACE_IN_EVENT
from tourney.domain.names import names_of
from tourney.events.decisions import check_results
from tourney.records import Report, check, read, stored
from tourney.records.field_values import HEADERS, date_text, match_id, option_pairs
from tourney.records.lines import LineFault
from tourney.render.code_words import CODES
from tourney.runs.heartbeat import Runner
from tourney.runs.run_plan import player_name
from tourney.store.database_faults import Busy
from tourney.store.matches import match_named
from tourney.store.players import lookalikes
from tourney.store.recordings import (
    all_recordings,
    change_recording,
    drop_recording,
    finish_recording,
    hold_recording,
    release_recording,
    start_recording,
)

if TYPE_CHECKING:
    from tourney.store import Database
    from tourney.store.recordings import StoredRecording


UNKNOWN: Final = "?"
"""A player whose name nobody knows."""
MATCHES_A_DAY: Final = 1000
"""Up to which number an id such as club-2026-11-14/1 is looked for."""
HANDS_WORDS: Final[Mapping[str, Message]] = {
    "none": say("app.record-hands-none"),
    "mine": say("app.record-hands-mine"),
    "all": say("app.record-hands-all"),
}
"""Whose hands are recorded."""


@dataclass(frozen=True, slots=True)
class AskedRecording:
    """A match to be recorded, as far as somebody has said what it is; None for what is not said.

    `players` are names separated by commas, `options` are written `key=value`, `whose` is the name
    of the player whose hand is recorded.
    """

    players: str | None = None
    options: tuple[str, ...] = ()
    match: str | None = None
    place: AskedPlace = field(default_factory=AskedPlace)
    date: str | None = None
    venue: str | None = None
    recorder: str | None = None
    hands: str | None = None
    whose: str | None = None
    public: bool = False


def at_event_table(
    host: Host, game: str | None, asked: AskedRecording
) -> tuple[str | None, AskedRecording]:
    """Game and match, completed from the table of the event that they name, which is said."""
    if game is None and not asked.place.words:
        return game, asked
    names = named_players(asked.players) if asked.players else []
    at = asked_table(host, asked.place, names)
    if at is None:
        return game, asked
    require_same(at, game, names)
    # Bots answer the program, not people who type what they saw.
    if any(bot for _, bot in at.players):
        words = {"round": at.round.number, "table": at.table.number}
        raise UsageFault(say("app.event-play-not-recorded", **words))
    host.say(say("app.event-at-table", **at.place()))
    options = asked.options or tuple(f"{key}={value}" for key, value in at.options)
    place = AskedPlace(**at.headers(), casual=asked.place.casual)
    players = ",".join(at.names)
    return at.round.game, replace(asked, place=place, players=players, options=options)


# The settings of a match: from options, else by questions.


def named_players(text: str) -> list[str]:
    """Names separated by commas; UsageFault if two of them cannot be told apart."""
    names = [name if name == UNKNOWN else player_name(name) for name in names_of(text)]
    require_different_players(names)
    return names


def require_different_players(names: Sequence[str]) -> None:
    """UsageFault if a typed name could mean two players, or the seat of another player."""
    plain = [folded(name) for name in names]
    for at, name in enumerate(names):
        if name != UNKNOWN and plain[at] in plain[:at]:
            raise UsageFault(say("app.record-twice", name=quoted(name)))
        # The desk takes `B: …` for seat B: a player B elsewhere could not be typed.
        for seat in range(len(names)):
            if seat != at and plain[at] == seat_letter(seat).lower():
                raise UsageFault(
                    say("app.record-named-like-seat", name=quoted(name), seat=seat_letter(seat))
                )


def table_setup(
    asker: Interviewer, name: str | None, asked: AskedRecording, *, source: str = "table"
) -> TableSetup:
    """The setup of a table of a game; the id of the match may still be missing.

    A player whose name looks like a known one is asked about. UsageFault without a game.
    """
    if name is None:
        raise UsageFault(say("app.record-no-game", known=", ".join(GAMES)))
    game, host = find_game(name), asker.host
    names = named_players(asked.players or asker.ask(say("app.record-players")))
    people, known = set(names) - {UNKNOWN}, dict[str, str]()
    with suppress(NotFound):  # there is no database yet
        for one in lookalikes(host.store(), people):
            # Nobody sits twice: if the known one plays, too, they are two people.
            if not {one.known, one.person} & people and is_same(host, one, "ask"):
                known[one.name] = one.person
    players = tuple(known.get(name, name) for name in names)
    require_different_players(players)  # again: the known name may be like that of another
    match = checked(match_id, asked.match) if asked.match else ""
    options = written_options(game, asked.options, len(players))
    day = checked(date_text, asked.date or f"{date.today():%Y-%m-%d}")
    told = {"venue": asked.venue, "recorder": asked.recorder}
    values = {key: header_text(key, text) for key, text in told.items() if text}
    # After the players and the day, on which the only event of today depends.
    values |= place_headers(host, asked.place, players, day)
    values |= {"date": day, "source": source}
    headers = tuple((key, values[key]) for key in HEADERS if key in values)  # in canonical order
    return TableSetup(match, game.name, players, options, headers, public=asked.public)


def written_options(game: Any, given: Sequence[str], seats: int) -> tuple[tuple[str, str], ...]:
    """Game options given as `key=value`, checked and sorted by key."""
    pairs = checked(option_pairs, " ".join(given))
    try:
        game.options(pairs, seats)
    except OptionError as error:
        raise UsageFault(error.message) from None
    return tuple(sorted(pairs.items()))


def checked(read: Any, text: str) -> Any:
    """The value of a header; UsageFault if it cannot stand there."""
    try:
        return read(text)
    except LineFault as fault:
        if fault.remedy is None:
            raise UsageFault(fault.message) from None
        words = say("exports.with-remedy", fault=fault.message, remedy=fault.remedy)
        raise UsageFault(words) from None


def with_hands(asker: Interviewer, setup: TableSetup, asked: AskedRecording) -> TableSetup:
    """The same setup with the hands that are recorded; asks only if the game has hands."""
    # Rows of the preamble that are no directives are the hands as they were dealt.
    rows = [word for word in GAMES[setup.game].preamble if not word.startswith("--")]
    if not rows or setup.public:
        return setup
    hands = asked.hands
    while hands is None:
        typed = asker.choose(say("app.record-hands"), HANDS_WORDS, HANDS[0])
        if typed in HANDS:
            hands = typed
        else:
            asker.say(say("app.record-no-hands", text=quoted(typed)).text(asker.host.lang))
    if hands != "mine":
        return replace(setup, hands=hands, mine=None)
    # The seat whose cards are known: the given one, else the recorder's, else the answer.
    named = asked.whose or asked.recorder or ""
    seat = seat_of(named, setup.players) if named else None
    known = ", ".join(setup.players)
    if seat is None and asked.whose:
        raise UsageFault(say("app.record-no-player", name=quoted(named), known=known))
    while seat is None:
        try:
            typed = asker.ask(say("app.record-whose"), asked.recorder or "")
        except InputEnded as ended:
            raise ended.fault() from None
        seat = seat_of(typed, setup.players)
        if seat is None:
            message = say("app.record-no-player", name=quoted(typed), known=known)
            if not typed:
                raise UsageFault(message)
            asker.say(message.text(asker.host.lang))
    return replace(setup, hands=hands, mine=seat)


def free_id(store: "Database", setup: TableSetup) -> str:
    """The first id of the day that no match has."""
    for name in _ids_of_day(setup):
        try:
            match_named(store, name, entries=False)
        except NotFound:
            return name
    raise UsageFault(say("app.record-no-free-id"))


def _ids_of_day(setup: TableSetup) -> Iterator[str]:
    """Ids such as `club-2026-11-14/1`: the first word of the event, the date, a number."""
    headers = dict(setup.headers)
    words = re.findall(r"[a-z0-9]+", headers.get("event", "").lower())
    # Of Latin letters, so that it can be typed as an argument.
    stem = f"{words[0] if words else 'table'}-{headers['date'][:10]}"
    return (f"{stem}/{number}" for number in range(1, MATCHES_A_DAY))


# Recordings.


class RecordingSession:
    """A desk whose changes are on disk before the next one; a context manager that lets go."""

    def __init__(self, store: "Database", recording: "StoredRecording") -> None:
        self.store = store
        self.recording = recording
        self.setup = TableSetup.from_json_text(recording.setup)
        self.desk = Desk(self.setup, recording.lines)
        self._open = True

    def __enter__(self) -> "RecordingSession":
        return self

    def __exit__(self, *error: object) -> None:
        if self._open:
            release_recording(self.store, self.recording)

    def save(self, answer: Accepted) -> None:
        """Store what changed."""
        if answer.change != RecordChange(0, (), ()):
            change_recording(self.store, self.recording, answer.change.at, answer.change.after)

    def drop(self) -> None:
        """Throw the recording away."""
        drop_recording(self.store, self.recording)
        self._open = False

    def text(self, closing: Closing | None = None) -> str:
        """The whole record as it would be stored."""
        return finished(self.desk, closing)

    def finish(self, closing: Closing | None = None) -> Report:
        """Turn the recording into a stored match if it passes; the report of its check."""
        match = read(self.text(closing)).matches[0]
        report = check(match)
        if report.passed:
            finish_recording(self.store, self.recording, stored(match), check=check_results)
            self._open = False
        return report


def recording_session(
    asker: Interviewer,
    game: str | None,
    resume: str | None,
    asked: AskedRecording,
    *,
    force: bool = False,
) -> RecordingSession:
    """The recording to go on with, which `resume` may name, or a new one of a game.

    With `force` a holder whose end cannot be seen from here is replaced.
    """
    host = asker.host
    if resume:
        store = host.store()
        return RecordingSession(store, _held(store, resume, force=force))
    # A database that is made now has nothing to go on with.
    store = host.store(create=game is not None)
    if name := _unfinished(asker, game, wanted=resume is not None or game is None):
        return RecordingSession(store, _held(store, name, force=force))
    assert game is not None, "without a game there is something to resume"
    return _started(store, with_hands(asker, table_setup(asker, game, asked), asked))


def recording_of(store: "Database", at: EventTableRef) -> "StoredRecording | None":
    """The recording of a table of an event, to look at; None if nobody records it."""
    place = at.headers().items()
    return next(
        (
            one
            for one in all_recordings(store)
            if place <= dict(TableSetup.from_json_text(one.setup).headers).items()
        ),
        None,
    )


def recording_at(host: Host, at: EventTableRef, *, begin: bool) -> RecordingSession | None:
    """The recording of a table of an event, held by this process; None if there is none.

    With `begin` a new one is made. Its screen may be seen by all players. Conflict if the table has
    a result, or if another process holds the recording.
    """
    store, place = host.store(), at.headers()
    found = recording_of(store, at)
    if found is not None:
        return RecordingSession(store, _held(store, found.name))
    if not begin:
        return None
    if any(bot for _, bot in at.players):
        words = {"round": at.round.number, "table": at.table.number}
        raise UsageFault(say("app.event-play-not-recorded", **words))
    day = f"{date.today():%Y-%m-%d}"
    values = place_headers(host, _place(place), at.names, day)
    values |= {"date": day, "source": "table"}
    headers = tuple((key, values[key]) for key in HEADERS if key in values)
    options = tuple(sorted(at.options))
    return _started(store, TableSetup("", at.round.game, at.names, options, headers, public=True))


def _place(headers: Mapping[str, str]) -> AskedPlace:
    """The place that headers name."""
    event, stage, number, table = (headers.get(key) for key in PLACE_IN_EVENT)
    return AskedPlace(event, stage, number, table)


def _started(store: "Database", setup: TableSetup) -> RecordingSession:
    """A new recording, under the first free id of the day if the setup names none."""
    # Whether an id is free is not asked first: another process could take it in between.
    for name in [setup.match] if setup.match else _ids_of_day(setup):
        try:
            named = replace(setup, match=name)
            recording = start_recording(store, name, named.as_json_text(), _this_process())
        except Conflict as error:
            # A locked database says nothing about the id.
            if setup.match or isinstance(error, Busy):
                raise
        else:
            return RecordingSession(store, recording)
    raise UsageFault(say("app.record-no-free-id"))


def _unfinished(asker: Interviewer, game: str | None, *, wanted: bool) -> str | None:
    """The recording to go on with; asks if it was not asked for."""
    stored_ones = all_recordings(asker.host.store())
    # A living process may be at it in another window.
    free = []
    for one in stored_ones:
        runner = _runner(one.holder)
        if runner is None or runner.gone:  # no living process is known to hold it
            free.append(one)
    if game is not None:
        free = [one for one in free if TableSetup.from_json_text(one.setup).game == game]
    if wanted and not free:
        # The only one is held: going on with it fails with the name of its holder.
        if len(stored_ones) == 1:
            return stored_ones[0].name  # the refusal says who holds it
        raise NotFound(say("app.record-nothing-to-resume"))
    if wanted and len(free) > 1:
        raise UsageFault(say("app.record-which", names=", ".join(one.name for one in free)))
    for one in free:
        question = say("app.record-go-on", match=one.name, count=len(one.lines))
        words = {code: CODES[code]() for code in ("yes", "no")}
        if wanted or asker.choose(question, words, "yes") == "yes":
            return one.name
    return None


def _held(store: "Database", name: str, *, force: bool = False) -> "StoredRecording":
    """Hold a recording, so that no other process writes to it; Conflict if one holds it."""

    # Called in the transaction that writes the new holder, with the one before.
    def allow(before: str) -> str:
        runner = _runner(before)
        if runner and not runner.gone and not runner.is_this:
            user = json.loads(before).get("user", "?")
            who = say("app.record-held-by", user=user, process=runner.message())
            if runner.exists:
                raise Conflict(say("app.record-held", match=quoted(name), who=who))
            if not force:
                raise Conflict(say("app.record-held-elsewhere", match=quoted(name), who=who))
        return _this_process()

    return hold_recording(store, name, allow)


def _this_process() -> str:
    """This process and its user, as the holder of a recording."""
    try:
        user = getuser()
    except (OSError, KeyError):
        user = "?"
    return json.dumps({"user": user, **asdict(Runner.here())})


def _runner(holder: str) -> Runner | None:
    if not holder:
        return None
    values = json.loads(holder)
    values.pop("user", None)
    return Runner(**values)


def discard_recording(host: Host, name: str) -> bool:
    """Remove a recording after a question, without a name the only one; whether it is gone."""
    store = host.store()
    if not name:
        names = [one.name for one in all_recordings(store)]
        if not names:
            raise NotFound(say("app.record-nothing-to-discard"))
        if len(names) > 1:
            raise UsageFault(say("app.record-which-to-discard", names=", ".join(names)))
        name = names[0]
    # Held first: what somebody is recording in another window is not thrown away.
    recording = _held(store, name)
    setup = TableSetup.from_json_text(recording.setup)
    try:
        question = say(
            "app.record-discard-ask",
            match=recording.name,
            game=GAMES[setup.game].title.get(host.lang, setup.game),
            players=", ".join(setup.players),
            count=len(recording.lines),
        )
        if not host.confirm(question.text(host.lang)):
            return False
        drop_recording(store, recording)
    finally:
        release_recording(store, recording)
    host.say(say("app.record-discarded", match=recording.name).text(host.lang))
    return True
