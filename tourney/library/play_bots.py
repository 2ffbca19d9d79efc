"""Plays a run from a Python program: the same runner and statistics as `tourney run`."""

import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from os import PathLike, fspath
from pathlib import Path
from typing import Final
from weakref import finalize

from engines.messages import Message, say
from tourney.agents.given_object import load_object
from tourney.agents.loaded_bot import LoadedBot
from tourney.agents.loader import is_built_in
from tourney.app.asked_run import loaded_run, new_run
from tourney.app.host import StopRequest
from tourney.app.run_session import RunBeingPlayed, SessionOptions, play_session
from tourney.domain.errors import UsageFault
from tourney.library.open_database import Lang, OpenDatabase, Run
from tourney.library.script_host import ScriptHost
from tourney.runs.run_plan import Plan, prepare
from tourney.runs.run_schedule import WHOLE_RUN
from tourney.runs.run_snapshot import Snapshot
from tourney.store import Database, open_store
from tourney.store.connect import NO_WAIT, address
from tourney.store.runs import run_named
from tourney.work.executors import Workers
from tourney.work.worker_process import is_worker

PROGRAM: Final = "cmd:"
"""Before the command of a bot that is a program."""


def play(
    game: str,
    bots: Mapping[str, object],
    *,
    deals: int | None = None,
    seats: int | None = None,
    options: Mapping[str, str] | None = None,
    seed: int | str | None = None,
    schedule: str | None = None,
    block: str | None = None,
    until: str | None = None,
    on_fault: str | None = None,
    time_per_move: float | None = None,
    time_per_match: float | None = None,
    log: str | None = None,
    jobs: int = 1,
    name: str | None = None,
    database: str | PathLike[str] | OpenDatabase | None = None,
    lang: Lang = "en",
) -> Run:
    """Play bots against each other and return the finished run.

    `bots` maps names to bots: targets as at the command line (`greedy`, `bot.py:Mine`), or a class
    or an object with `choose` or `decide`, as on the page about bots. Each match gets a new object
    of the class, or a copy of the object. With `jobs=1` they play in this process. The other
    settings are those of `tourney run`.

    Matches are kept in a database that is there or is made, and else until the run is closed.
    """
    if is_worker():
        raise UsageFault(say("library.in-a-worker"))
    # A list of bots and a number in quotes are what people type first.
    if not isinstance(bots, Mapping):
        raise UsageFault(say("library.bots-by-name"))
    for what, number in (("deals", deals), ("seats", seats), ("jobs", jobs)):
        if not isinstance(number, int | None):
            raise UsageFault(say("library.no-number", what=what, value=repr(number)))
    if jobs < 1:
        raise UsageFault(say("library.bad-jobs", jobs=jobs))
    given = _given(bots, jobs)
    plan = Plan(
        name=name,
        game=game,
        seats=seats,
        deals=deals,
        schedule=schedule,
        block=block,
        seed=None if seed is None else str(seed),
        on_fault=on_fault,
        log=log,
        until=until,
        time_per_move=time_per_move,
        time_per_match=time_per_match,
        options=dict(options or {}),
        bots={key: given[key].target if key in given else str(bot) for key, bot in bots.items()},
    )
    if database is None or isinstance(database, OpenDatabase):
        return _played(plan, given, Workers(jobs), database, lang)
    return _played(plan, given, Workers(jobs), fspath(database), lang)


def _given(bots: Mapping[str, object], jobs: int) -> dict[str, LoadedBot]:
    """The bots that are classes or objects, by name."""
    texts = [bot for bot in bots.values() if isinstance(bot, str)]
    # A class in a file is always played by workers, and its rivals with it.
    workers = jobs > 1 or any(not (is_built_in(bot) or bot.startswith(PROGRAM)) for bot in texts)
    return {
        name: load_object(bot, for_workers=workers)
        for name, bot in bots.items()
        if not isinstance(bot, str)
    }


def _played(
    plan: Plan,
    given: Mapping[str, LoadedBot],
    workers: Workers,
    database: str | OpenDatabase | None,
    lang: Lang,
) -> Run:
    """Play a plan in the database at a path, in an open one, or in one that passes away."""
    if isinstance(database, OpenDatabase):
        file = database.store().place.path
    else:
        file = address(database).path if database is not None else None
    host = ScriptHost(lambda: kept.store(), lang)
    with loaded_run(host, workers, file, lambda: prepare(plan, given)) as prepared:
        # Only now: a plan that cannot be played makes no database.
        kept: OpenDatabase
        if isinstance(database, OpenDatabase):
            kept = database
        elif database is not None:
            kept = OpenDatabase(open_store(database, create=True), lang)
        else:
            kept = _Passing(lang)
        try:
            run, prepared = new_run(host, prepared, plan.name, prepared.spec.name, WHOLE_RUN)
            how = SessionOptions(kept.store().place.shown, workers)
            play_session(host, run, prepared, how, _unwatched)
            kept.store().wait = NO_WAIT  # which would keep the host, and with it the database
            return Run(kept, run_named(kept.store(), run.spec.name), host.notes)
        except BaseException:
            if kept is not database:
                kept.close()
            raise


class _Passing(OpenDatabase):
    """A database that is removed when it is closed, or when nobody uses it any more."""

    def __init__(self, lang: Lang) -> None:
        folder = tempfile.mkdtemp(prefix="tourney-")
        store = open_store(str(Path(folder) / "tourney.db"), create=True)
        super().__init__(store, lang, say("library.result-closed"))
        self._end = finalize(self, _removed, store, folder)

    def close(self) -> None:
        super().close()
        self._end()


def _removed(store: Database, folder: str) -> None:
    store.close()
    shutil.rmtree(folder, ignore_errors=True)


class _Unasked:
    """A request to stop that nobody makes."""

    asked = False

    def ask(self, words: Message) -> None:
        self.asked = True


class _Nobody:
    """Watches a run without showing anything."""

    def watch(self, snapshot: Snapshot) -> None:
        pass

    def beat(self) -> None:
        pass

    def say(self, message: Message | str) -> None:
        pass

    @contextmanager
    def stoppable(self) -> Iterator[StopRequest]:
        yield _Unasked()


@contextmanager
def _unwatched(played: RunBeingPlayed) -> Iterator[_Nobody]:
    yield _Nobody()
