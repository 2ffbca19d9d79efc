"""One session of a run: plays the missing matches, says how it went and how to go on."""

import os
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass, replace
from math import inf
from time import monotonic
from typing import Protocol

from engines.messages import Message, Sentence, say
from tourney.app.host import Host, StopRequest
from tourney.app.run_reports import command_line
from tourney.domain.errors import NotFound, TakenOver, TourneyError, Unreachable, quoted
from tourney.domain.safe_text import shell_line
from tourney.render.code_words import word_of
from tourney.render.text import pace
from tourney.runs.heartbeat import Heartbeat, claim, held
from tourney.runs.missing_matches import RunSession
from tourney.runs.run_plan import Prepared
from tourney.runs.run_schedule import WHOLE_RUN, Part
from tourney.runs.run_snapshot import Snapshot
from tourney.runs.stored_results import all_faults, first_faults
from tourney.store import Database, DatabaseMoved, open_store
from tourney.store.care import salvage
from tourney.store.matches import match_count
from tourney.store.runs import StoredRun, run_named
from tourney.work.executors import ALONE, Workers


@dataclass(frozen=True, slots=True)
class SessionOptions:
    """Options of a session that do not change the matches.

    `workers` are the processes that play, `hours` the time after which the session stops, `part`
    the part that is played, `words` the options that a command that continues the run repeats,
    `database` the name of the database in messages. With `all_faults` every fault is named.
    """

    database: str
    workers: Workers = ALONE
    hours: float | None = None
    part: Part = WHOLE_RUN
    words: tuple[str, ...] = ()
    all_faults: bool = False


@dataclass(frozen=True, slots=True)
class RunBeingPlayed:
    """The run that is being played: its database and its current state."""

    store: Database
    run: StoredRun
    snapshot: Callable[[], Snapshot]


class RunWatcher(Protocol):
    """Whoever watches a session; any thread may call it."""

    def watch(self, snapshot: Snapshot) -> None:
        """See the state of the run, often."""

    def beat(self) -> None:
        """Notice that a second has passed."""

    def say(self, message: Message | str) -> None:
        """Hear about something unusual."""

    def stoppable(self) -> AbstractContextManager[StopRequest]:
        """While the context lasts, the watcher can ask the run to stop."""


Watched = Callable[[RunBeingPlayed], AbstractContextManager[RunWatcher]]


def health(snapshot: Snapshot) -> Message:
    """`no faults`, or the number of faults by bot and code."""
    if not snapshot.faults:
        return say("app.run-no-faults")
    counts = [f"{bot} {code} {n}".strip() for (bot, code), n in sorted(snapshot.faults.items())]
    number = sum(snapshot.faults.values())
    return say("app.run-faults", count=number, bots=", ".join(counts))


def play_session(
    host: Host,
    run: StoredRun,
    prepared: Prepared,
    how: SessionOptions,
    watched: Watched,
    show: Callable[[], None] = lambda: None,
) -> Snapshot:
    """Play the missing matches, say how it went and how to continue; the final snapshot.

    `show` shows the results after the summary. A session that its time limit stopped does not count
    as interrupted.
    """
    store, name = host.store(), prepared.spec.name
    command = host.command("run", "--resume", name, *how.words)
    try:
        # Of two sessions of a run one would play the same matches in vain.
        before = claim(store, run)
        with held(store, run):
            session = RunSession(store, run, prepared, workers=how.workers, part=how.part)
            try:
                end, asked = _play(session, RunBeingPlayed(store, run, session.latest), how,
                                   watched, before)  # fmt: skip
            except KeyboardInterrupt:
                host.say(say("app.interrupted", command=command))
                raise
            except (DatabaseMoved, TakenOver):
                raise
            except TourneyError as error:
                # A server or a cluster that is away comes back: what is stored there goes on.
                if isinstance(error, Unreachable) or how.workers.cluster is not None:
                    host.say(say("app.continue", command=command))
                # Errors of a kind of their own say already what to do.
                if type(error) is not TourneyError:
                    raise
                # Such as a full disk: what was stored before it remains.
                with suppress(TourneyError):
                    words = {"count": match_count(store, run), "total": prepared.schedule.total}
                    stored = say("app.stored-so-far", fault=error.message, command=command, **words)
                    error = TourneyError(stored)
                raise error from None
            store.say_waits(host.say)
            _say_end(host, store, run, session, end, how)
            show()
    except DatabaseMoved as moved:
        raise _moved_error(host, store, prepared, moved, how) from moved
    if not end.interrupted:
        return end
    stopped = Sentence("app.interrupted") if asked else Sentence("app.run-hours")
    host.say(stopped(command=command))
    # A time limit was wished: the exit code is that of success.
    return replace(end, interrupted=asked)


def _play(
    session: RunSession,
    played: RunBeingPlayed,
    how: SessionOptions,
    watched: Watched,
    before: str | None,
) -> tuple[Snapshot, bool]:
    """The final snapshot, and whether the session was asked to stop.

    `before` is the session before this one.
    """
    deadline = inf if how.hours is None else monotonic() + 3600 * how.hours
    with (
        watched(played) as watcher,
        Heartbeat(played.store, played.run, played.snapshot, watcher.beat, before) as heartbeat,
        watcher.stoppable() as request,
    ):
        if how.workers.cluster is not None:
            # From here on to whoever watches: the terminal shows the progress.
            how.workers.cluster.say = watcher.say
        played.store.say_waits(watcher.say)

        def stop() -> bool:
            # Asked by another process, in the database.
            if heartbeat.asked():
                request.ask(say("app.run-stop-asked"))
            return request.asked or monotonic() > deadline

        return session.play(watcher.watch, stop), request.asked


def _say_end(
    host: Host,
    store: Database,
    run: StoredRun,
    session: RunSession,
    end: Snapshot,
    how: SessionOptions,
) -> None:
    """Say how many matches are stored, which faults there were, and what the rule decided."""
    firsts = first_faults(store, run)
    for words, number in session.complaints.items():
        often = Sentence("app.warning-times") if number > 1 else Sentence("app.warning")
        host.say(often(text=words, count=number))
    # A part counts its own matches; of a whole run also those of earlier sessions count.
    whole = how.part == WHOLE_RUN
    speed = say("app.run-speed", rate=pace(end.rate)) if end.played else say("app.run-all-stored")
    ended = Sentence("app.run-end") if whole else Sentence("app.run-end-of-part")
    host.say(
        ended(
            run=end.run,
            count=match_count(store, run) if whole else end.done,
            total=end.total,
            part=str(how.part),
            database=how.database,
            health=health(end),
            speed=speed,
        )
    )
    if session.repeated:
        host.say(say("runs.repeated", repeated=session.repeated, played=end.played))
    for bot, code, where, _ in all_faults(store, run) if how.all_faults else ():
        fault = Sentence("app.run-fault-of") if bot else Sentence("app.run-fault")
        host.say(fault(fault=word_of(code), bot=bot, where=where))
    for bot, code, where, _ in () if how.all_faults else firsts.values():
        first = Sentence("app.run-first-fault-of") if bot else Sentence("app.run-first-fault")
        host.say(first(fault=word_of(code), bot=bot, where=where))
    if session.verdict:
        host.say(say("app.run-verdict", verdict=session.verdict.message()))
    again = host.command("run", "--resume", end.run, "--replay-faults", *how.words)
    for bot in end.absent:
        why = firsts[bot, "startup"].evidence
        lost = say("app.bot-not-started", bot=quoted(bot), why=why, command=again)
        host.say(say("app.warning", text=lost), error=True)


def _moved_error(
    host: Host, store: Database, prepared: Prepared, moved: DatabaseMoved, how: SessionOptions
) -> TourneyError:
    """The error of a run whose database was renamed, replaced or deleted while it was played.

    It has the number of matches that are stored and how to continue.
    """
    # The open file still has all matches, under whatever name or none: they are saved first.
    name, file = prepared.spec.name, salvage(store)
    stored: int | None = None
    if file is not None:
        with suppress(NotFound), open_store(str(file)) as rescued:
            stored = match_count(rescued, run_named(rescued, name))
    if file is None or stored is None:
        command = command_line(prepared.spec)
        empty = say("app.run-moved-empty", fault=moved.message, run=name, command=command)
        return TourneyError(empty)
    # Saved at its old place, the usual command finds it.
    if os.path.realpath(file) == os.path.realpath(how.database):
        command = host.command("run", "--resume", name, *how.words)
    else:
        command = shell_line(("tourney", "run", "--resume", name, *how.words, "--db", str(file)))
    return TourneyError(
        say(
            "app.run-moved",
            fault=moved.message,
            count=stored,
            total=prepared.schedule.total,
            run=name,
            file=str(file),
            command=command,
        )
    )
