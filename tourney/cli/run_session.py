"""One session of a run: play the missing matches, then print a summary and the next commands."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from math import inf
from time import monotonic
from typing import TypeAlias

from engines.messages import Message, Sentence, say
from tourney.cli.base import App
from tourney.cli.failures import INTERRUPTED
from tourney.cli.live_screen import watching
from tourney.cli.moved import moved_error
from tourney.cli.run_display import Source, bot_output_to_stderr, health
from tourney.cli.run_results import shows_standings
from tourney.cli.terminal.signals import interruptible, limited_patience
from tourney.domain.errors import TakenOver, TourneyError, Unreachable, quoted
from tourney.domain.run_spec import RunSpec
from tourney.play.luck import derived_bot_seed
from tourney.render.code_words import word_of
from tourney.render.live_screens import pace
from tourney.render.text import json_text
from tourney.runs.heartbeat import Heartbeat, claim, held
from tourney.runs.missing_matches import RunSession
from tourney.runs.run_plan import FaultLimit, Prepared
from tourney.runs.run_rows import faults_by_bot
from tourney.runs.run_schedule import WHOLE_RUN, Part
from tourney.runs.run_snapshot import Snapshot
from tourney.runs.stored_results import all_faults, first_faults
from tourney.store import Database, DatabaseMoved
from tourney.store.matches import match_count
from tourney.store.runs import StoredRun
from tourney.work.executors import ALONE, Workers

OVER_THE_LIMIT = 4


ShowResults: TypeAlias = Callable[[App, Database, StoredRun], None]


def show_nothing(app: App, store: Database, run: StoredRun) -> None:
    """Show no results after a session."""


@dataclass(frozen=True, slots=True)
class PlayOptions:
    """Options of a session that do not change the matches.

    `workers` are the processes that play, `way` the kind of progress display, `limit` the number of
    faults allowed, `hours` the time after which the session stops, `part` the part that is played,
    `words` the options that a command that continues the run repeats.
    """

    workers: Workers = ALONE
    way: str | None = None
    limit: FaultLimit | None = None
    hours: float | None = None
    part: Part = WHOLE_RUN
    words: tuple[str, ...] = ()

    def deadline(self) -> float:
        """The time at which the session stops, on the monotonic clock."""
        return inf if self.hours is None else monotonic() + 3600 * self.hours


def play(app: App, store: Database, run: StoredRun, prepared: Prepared, how: PlayOptions) -> int:
    """Play the missing matches, print a summary and return the exit code."""
    end = play_session(app, store, run, prepared, how, _show_standings)
    if end.interrupted:
        return INTERRUPTED
    for bot in _at_fault(end):
        command = _logs(app, bot, end.run)
        app.say(say("cli.run-next", command=command, why=say("cli.run-next-logs")))
    for words, why in (
        (("standings", end.run), say("cli.run-next-standings")),
        (("check", f"run:{end.run}"), say("cli.run-next-check")),
        (("export", "tmr", end.run, "-o", f"{end.run}.tmr"), say("cli.run-next-export")),
    ):
        app.say(say("cli.run-next", command=app.command(*words), why=why))
    app.say(say("app.undo", command=app.command("runs", "rm", end.run)))
    app.say(_seeds(prepared.spec))
    if app.format in {"json", "jsonl"}:
        app.draw(json_text(_object(store, run, end)) + "\n")
    return _verdict(app, end, how.limit)


def _show_standings(app: App, store: Database, run: StoredRun) -> None:
    from tourney.exports.standings_fields import standings_table
    from tourney.runs.stored_results import read_sums

    if shows_standings(app):
        app.outlive_readers()
        app.show(standings_table(read_sums(store, run)))


def _seeds(spec: RunSpec) -> Message:
    """The seeds of a run, with which it can be repeated."""
    if spec.bot_seed == derived_bot_seed(spec.seed):
        return say("cli.run-seed", seed=spec.seed)
    return say("cli.run-seeds", seed=spec.seed, bot_seed=spec.bot_seed)


def play_session(
    app: App,
    store: Database,
    run: StoredRun,
    prepared: Prepared,
    how: PlayOptions,
    show: ShowResults = show_nothing,
) -> Snapshot:
    """Play the missing matches, print a summary and how to continue; the final snapshot.

    `show` shows the results after the summary. A session that its time limit stopped does not count
    as interrupted.
    """
    try:
        ended = claim(store, run)
        with held(store, run):
            return _play(app, store, run, prepared, how, show, ended)
    except DatabaseMoved as moved:
        raise moved_error(app, store, prepared, moved, how.words) from moved


def _play(
    app: App,
    store: Database,
    run: StoredRun,
    prepared: Prepared,
    how: PlayOptions,
    show: ShowResults,
    ended: str | None,
) -> Snapshot:
    session = RunSession(store, run, prepared, workers=how.workers, part=how.part)
    command = app.command("run", "--resume", prepared.spec.name, *how.words)
    try:
        source = Source(store, run, session.latest)
        end, asked = _watched(app, session, source, how, ended)
    except KeyboardInterrupt:
        app.say(say("cli.interrupted", command=command))
        raise
    except (DatabaseMoved, TakenOver):
        raise
    except TourneyError as error:
        if isinstance(error, Unreachable) or how.workers.cluster is not None:
            app.say(say("cli.continue", command=command))
        if type(error) is not TourneyError:
            raise
        # Such as a full disk: what was stored before it remains.
        with suppress(TourneyError):
            count, total = match_count(store, run), prepared.schedule.total
            error = TourneyError(
                say(
                    "cli.stored-so-far",
                    fault=error.message,
                    count=count,
                    total=total,
                    command=command,
                )
            )
        raise error from None
    store.say_waits(app.say)
    _summarize(app, store, run, session, end, how.part)
    for bot in end.absent:
        why = first_faults(store, run)[bot, "startup"].partition(": ")[2]
        again = app.command("run", "--resume", prepared.spec.name, "--replay-faults", *how.words)
        lost = say("cli.bot-not-started", bot=quoted(bot), why=why, command=again)
        app.say(say("app.warning", text=lost), error=True)
    show(app, store, run)
    if not end.interrupted:
        return end
    app.say((Sentence("cli.interrupted") if asked else Sentence("cli.run-hours"))(command=command))
    return replace(end, interrupted=asked)


def _summarize(
    app: App, store: Database, run: StoredRun, session: RunSession, end: Snapshot, part: Part
) -> None:
    """Say how many matches are stored, which faults there were, and what the rule decided."""
    firsts = first_faults(store, run)
    for words, number in session.complaints.items():
        often = Sentence("cli.warning-times") if number > 1 else Sentence("app.warning")
        app.say(often(text=words, count=number))
    whole = part == WHOLE_RUN
    app.say(
        (Sentence("cli.run-end") if whole else Sentence("cli.run-end-of-part"))(
            run=end.run,
            count=match_count(store, run) if whole else end.done,
            total=end.total,
            part=str(part),
            database=app.database,
            health=health(end),
            speed=say("cli.run-speed", rate=pace(end.rate))
            if end.played
            else say("cli.run-all-stored"),
        )
    )
    if session.repeated:
        app.say(say("runs.repeated", repeated=session.repeated, played=end.played))
    if app.verbose:
        firsts = {}
        for bot, code, where in all_faults(store, run):
            found = Sentence("cli.run-fault-of") if bot else Sentence("cli.run-fault")
            app.say(found(fault=word_of(code), bot=bot, where=where))
    for (bot, code), where in firsts.items():
        found = Sentence("cli.run-first-fault-of") if bot else Sentence("cli.run-first-fault")
        app.say(found(fault=word_of(code), bot=bot, where=where))
    if session.verdict:
        app.say(f"  {session.verdict}")


def _watched(
    app: App, session: RunSession, source: Source, how: PlayOptions, ended: str | None
) -> tuple[Snapshot, bool]:
    """The final snapshot, and whether the session was asked to stop.

    `ended` is the session before this one.
    """
    deadline = how.deadline()
    with (
        bot_output_to_stderr(),
        limited_patience(source.store) as hurry,
        watching(app, how.way, source) as display,
        Heartbeat(source.store, source.run, source.snapshot, display.beat, ended) as heartbeat,
        interruptible(display.say, hurry) as interruption,
    ):
        if how.workers.cluster is not None:
            how.workers.cluster.say = display.say
        store = source.store
        store.say_waits(display.say)

        def stop() -> bool:
            if heartbeat.asked():
                interruption.ask(say("cli.run-stop-asked"))
            return interruption.asked or monotonic() > deadline

        return session.play(display.watch, stop), interruption.asked


def _logs(app: App, bot: str, run: str) -> str:
    if bot.startswith("-"):
        return app.command("bot", "logs", "--run", run, names=(bot,))
    return app.command("bot", "logs", bot, "--run", run)


def _at_fault(end: Snapshot) -> list[str]:
    """The bots with faults; faults without a bot are errors of the program itself."""
    return sorted({bot for bot, _ in end.faults if bot})


def _object(store: Database, run: StoredRun, end: Snapshot) -> dict[str, object]:
    from tourney.exports.standings_fields import standings_table
    from tourney.render.text_tables import objects
    from tourney.runs.stored_results import read_sums

    rows = list(objects(standings_table(read_sums(store, run))))
    rule = {"rule": end.rule} if end.rule else {}
    faults = faults_by_bot(end)
    return {"run": end.run, "matches": end.done, "faults": faults, **rule, "standings": rows}


def _verdict(app: App, end: Snapshot, limit: FaultLimit | None) -> int:
    if limit is None and end.absent:
        return OVER_THE_LIMIT
    if limit is None or not limit.exceeded(end.fault_count, end.total):
        return 0
    app.say(say("cli.run-over-limit", count=end.fault_count, most=str(limit)))
    return OVER_THE_LIMIT
