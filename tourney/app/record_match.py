"""A recording that is stored while it is typed: the desk with its journal in the database."""

import json
import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from getpass import getuser
from typing import TYPE_CHECKING, Final

from engines.api import seat_letter
from engines.messages import Message, say
from tourney.app.event_tables import AskedPlace, asked_table, require_same
from tourney.app.host import Host
from tourney.desk import Accepted, Desk, RecordChange, TableSetup, finished
from tourney.desk.ending import Closing
from tourney.desk.typed_text import folded
from tourney.domain.errors import Conflict, NotFound, UsageFault, quoted
from tourney.events.decisions import check_results
from tourney.records import Report, check, read, stored
from tourney.runs.heartbeat import Runner
from tourney.runs.run_plan import player_name
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
    found = asked_table(host, asked.place, names)
    if found is None:
        return game, asked
    require_same(found, game, names)
    if any(found.bots):
        words = {"round": found.round.number, "table": found.table.number}
        raise UsageFault(say("app.event-play-not-recorded", **words))
    host.say(say("app.event-at-table", **found.place()))
    options = asked.options or tuple(f"{key}={value}" for key, value in found.options)
    place = AskedPlace(**found.headers(), casual=asked.place.casual)
    players = ",".join(found.names)
    return found.round.game, replace(asked, place=place, players=players, options=options)


def named_players(text: str) -> list[str]:
    """Names separated by commas; UsageFault if two of them cannot be told apart."""
    parts = (" ".join(part.split()) for part in re.split(r"[,,、]", text))
    names = [part if part == UNKNOWN else player_name(part) for part in parts if part]
    require_different_players(names)
    return names


def require_different_players(names: Sequence[str]) -> None:
    """UsageFault if a typed name could mean two players, or the seat of another player."""
    plain = [folded(name) for name in names]
    for at, name in enumerate(names):
        if name != UNKNOWN and plain[at] in plain[:at]:
            raise UsageFault(say("app.record-twice", name=quoted(name)))
        for seat in range(len(names)):
            if seat != at and plain[at] == seat_letter(seat).lower():
                raise UsageFault(
                    say("app.record-named-like-seat", name=quoted(name), seat=seat_letter(seat))
                )


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


def started(store: "Database", setup: TableSetup) -> RecordingSession:
    """A new recording; Conflict if its id is taken."""
    recording = start_recording(store, setup.match, setup.as_json_text(), holder())
    return RecordingSession(store, recording)


def resumed(store: "Database", name: str, *, force: bool = False) -> RecordingSession:
    """Go on with a recording; Conflict if another process holds it."""
    return RecordingSession(store, held(store, name, force=force))


def held(store: "Database", name: str, *, force: bool = False) -> "StoredRecording":
    """Hold a recording, so that no other process writes to it; Conflict if one holds it.

    With `force` a holder whose end cannot be seen from here is replaced.
    """

    def allow(before: str) -> str:
        runner = _runner(before)
        if runner and not runner.gone and not runner.is_this:
            if runner.exists:
                raise Conflict(
                    say("app.record-held", match=quoted(name), who=_named(before, runner))
                )
            if not force:
                raise Conflict(
                    say("app.record-held-elsewhere", match=quoted(name), who=_named(before, runner))
                )
        return holder()

    return hold_recording(store, name, allow)


def is_free(recording: "StoredRecording") -> bool:
    """Whether no living process is known to hold a recording."""
    runner = _runner(recording.holder)
    return runner is None or runner.gone


def holder() -> str:
    """This process and its user, as stored."""
    return json.dumps({"user": _user(), **asdict(Runner.here())})


def _user() -> str:
    try:
        return getuser()
    except (OSError, KeyError):
        return "?"


def _runner(text: str) -> Runner | None:
    if not text:
        return None
    values = json.loads(text)
    values.pop("user", None)
    return Runner(**values)


def _named(text: str, runner: Runner) -> Message:
    user = json.loads(text).get("user", "?")
    return say("app.record-held-by", user=user, process=runner.message())


def discard_recording(host: Host, name: str) -> bool:
    """Remove a recording after a question, without a name the only one; whether it is gone."""
    store = host.store()
    recording = held(store, name or _only(store))
    setup = TableSetup.from_json_text(recording.setup)
    try:
        question = say(
            "app.record-discard-ask",
            match=recording.name,
            game=setup.engine.title.get(host.lang, setup.game),
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


def _only(store: "Database") -> str:
    """The name of the only recording."""
    found = [one.name for one in all_recordings(store)]
    if not found:
        raise NotFound(say("app.record-nothing-to-discard"))
    if len(found) > 1:
        raise UsageFault(say("app.record-which-to-discard", names=", ".join(found)))
    return found[0]
