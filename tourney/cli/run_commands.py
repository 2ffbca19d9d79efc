"""`tourney run`: play a run, resume or extend a stored one, or preview one."""

import re
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from engines.games import GAMES
from engines.messages import Sentence, say
from tourney.cli.base import App, AppGroup, command
from tourney.cli.common_options import AskedWorkers, executor_options, workers_of
from tourney.cli.failures import INTERRUPTED
from tourney.cli.output import Output
from tourney.cli.run_display import WAYS, shows_standings
from tourney.cli.usage import Number, OneWordOf, PositiveNumber, unexpected
from tourney.domain.errors import Conflict, NotFound, TourneyError, UsageFault
from tourney.domain.safe_text import file_word

if TYPE_CHECKING:
    from engines.messages import Message
    from tourney.app.asked_run import AskedRun
    from tourney.app.run_preview import StoredProgress
    from tourney.app.sealed_runs import NewSealedRun
    from tourney.domain.run_spec import RunSpec
    from tourney.runs.run_plan import FaultLimit, Prepared
    from tourney.runs.run_snapshot import Snapshot
    from tourney.store import Database
    from tourney.store.runs import StoredRun


OVER_THE_LIMIT = 4
"""The exit code of a run with more faults than allowed."""
LOOK_EVERY = 0.2
"""Seconds between two looks at whether another process has stopped."""
KEYS_LEAST = 9
"""Columns of the keys of a preview."""
HOURS = PositiveNumber(24 * 366)
# Otherwise click would report an unreadable file as a usage error.
SPEC_FILE = click.Path(path_type=Path, readable=False)


@command("run")
@click.argument("spec", required=False, type=SPEC_FILE, metavar="[SPEC.toml]")
@click.option("-g", "--game", metavar="GAME")
@click.option("-O", "--option", "options", metavar="K=V", multiple=True)
@click.option("--bot", "bots", metavar="NAME=TARGET", multiple=True)
@click.option("--seats", type=Number(int), metavar="N")
@click.option("--deals", type=Number(int), metavar="N")
@click.option("--until", metavar="RULE")
@click.option("--hours", type=HOURS, metavar="H")
@click.option("--block", metavar="B")
@click.option("--schedule", metavar="S")
@click.option("--seed", metavar="TEXT")
@click.option("--bot-seed", metavar="TEXT")
@click.option("--commit", is_flag=True)
@click.option("--beacon", metavar="TEXT")
@executor_options("play")
@click.option("--part", metavar="K/N")
@click.option("--time-per-move", type=Number(float), metavar="S")
@click.option("--time-per-match", type=Number(float), metavar="S")
@click.option("--memory", type=Number(int), metavar="MB")
@click.option("--isolation", metavar="I")
@click.option("--on-fault", metavar="P")
@click.option("--max-faults", metavar="N|P%")
@click.option("--log", metavar="L")
@click.option("--name", metavar="RUN")
@click.option("--resume", metavar="RUN")
@click.option("--extend", metavar="RUN")
@click.option("--changed", is_flag=True)
@click.option("--replay-faults", is_flag=True)
@click.option("--only", type=Number(int), metavar="N")
@click.option("--trace", metavar="FILE")
@click.option("--dry-run", is_flag=True)
@click.option("--progress", type=OneWordOf(WAYS))
def run(app: App, spec: Path | None, **given: Any) -> int:
    """Play the matches described by SPEC.toml, by options, or by both."""
    from tourney.app.asked_run import AskedRun, refuse_contradictions

    workers = AskedWorkers.taken(given)
    # A game or a command of `runs` where a file is awaited: `tourney run diams`, `run list`.
    if spec is not None and not spec.exists() and spec.name in {*GAMES, *runs.commands}:
        raise unexpected([str(spec)], click.get_current_context())
    asked = AskedRun(spec=spec, **given)
    refuse_contradictions(asked)
    call = RunCommand(app, asked, workers)
    if asked.only is None and not asked.dry_run and app.columns and shows_standings(app):
        from tourney.exports.standings_fields import SUMS_COLUMNS
        from tourney.render.text_tables import Table

        # An unknown column is refused before the run and not at its end.
        Table(SUMS_COLUMNS, ()).select(app.columns)
    if asked.extend:
        return call.extend(asked.extend)
    return call.resume(asked.resume) if asked.resume else call.begin()


class RunCommand:
    """One call of `tourney run`; its methods return the exit code.

    `words` are the options of workers as they were given, for the command that continues the run.
    """

    def __init__(self, app: App, asked: "AskedRun", workers: AskedWorkers) -> None:
        from tourney.store.connect import address

        self._app = app
        self._asked = asked
        self._workers = workers_of(app, workers)
        self._words = workers.words()
        self._file = address(app.db).path

    def begin(self) -> int:
        """Begin a run, preview it or play one of its matches."""
        from tourney.app.asked_run import free_run_name, loaded_run, new_run, planned
        from tourney.app.run_preview import StoredProgress
        from tourney.app.sealed_runs import new_sealed_run, refuse_unsealable
        from tourney.runs.run_plan import fault_limit, prepare
        from tourney.runs.run_schedule import WHOLE_RUN

        app, asked = self._app, self._asked
        plan, part = planned(app, asked), asked.portion
        refuse_unsealable(asked, plan)
        limit = fault_limit(plan.max_faults)
        with loaded_run(app, self._workers, self._file, lambda: prepare(plan)) as prepared:
            base = asked.spec.stem if asked.spec else prepared.spec.name
            if asked.only is not None:
                named = prepared.named(plan.name or free_run_name(base, None))
                return self._play_again(named, asked.only)
            if asked.dry_run:
                # A preview makes no database: without one, every name is free.
                store = None
                with suppress(NotFound):
                    store = app.store() if part == WHOLE_RUN and not plan.name else None
                named = prepared.named(plan.name or free_run_name(base, store))
                return self._preview(named, StoredProgress())
            if asked.commit:
                sealed = new_sealed_run(app, prepared, plan, asked.beacon, base)
                if sealed.waits:
                    return self._wait_for_beacon(sealed)
                return self._play(sealed.run, sealed.prepared, limit)
            run, prepared = new_run(app, prepared, plan.name, base, part)
            return self._play(run, prepared, limit)

    def _wait_for_beacon(self, sealed: "NewSealedRun") -> int:
        from tourney.render.text import json_text

        if self._app.json:
            facts = {"run": sealed.run.spec.name, "matches": 0, "commitment": sealed.commitment}
            self._app.draw(json_text(facts) + "\n")
        return 0

    def resume(self, name: str) -> int:
        """Go on with a stored run, preview it or play one of its matches."""
        from tourney.app.asked_run import loaded_run, refuse_settings, with_changed_bots
        from tourney.app.sealed_runs import resumed
        from tourney.runs.heartbeat import claim
        from tourney.runs.run_plan import fault_limit, reload
        from tourney.store.runs import run_named

        app, asked = self._app, self._asked
        refuse_settings(asked, "--resume")
        limit = fault_limit(asked.max_faults)
        store = app.store()
        stored = resumed(app, asked, run_named(store, name))
        # A rule counts the results of all: a part cannot know when the others have reached it.
        if asked.part is not None and stored.spec.until:
            raise UsageFault(say("app.run-part-rule", option="--part"))
        # Other versions of the bots take part only with --changed; --only stores nothing, so that
        # there it does no harm.
        others = asked.only is not None or asked.changed
        with loaded_run(
            app, self._workers, self._file, lambda: reload(stored.spec, other_bots=others)
        ) as loaded:
            if asked.only is not None:
                return self._play_again(loaded, asked.only)
            prepared = loaded.changed()
            if asked.dry_run:
                so_far = self._so_far(stored, prepared)
                if asked.replay_faults:  # they are stored now, and would be played all the same
                    again = len(faulty(store, stored))
                    app.say(say("cli.run-would-replay", count=again))
                    so_far = so_far._replace(matches=so_far.matches - again)
                return self._preview(prepared, so_far)
            # Before anything changes, so that two processes never play the same run.
            claim(store, stored)
            if asked.replay_faults:
                forget_faulty(app, store, stored)
            return self._play(with_changed_bots(app, stored, prepared), prepared, limit)

    def extend(self, name: str) -> int:
        """Go on with a stored run beyond its end, or preview that."""
        from tourney.app.asked_run import loaded_run, refuse_settings, with_changed_bots
        from tourney.app.sealed_runs import refuse_extension
        from tourney.runs.heartbeat import claim
        from tourney.runs.run_plan import extended, fault_limit, reload
        from tourney.runs.until import verdict
        from tourney.store.runs import replan, run_named

        app, asked = self._app, self._asked
        refuse_settings(asked, "--extend", but=("deals", "until"))
        if asked.only is not None:
            raise UsageFault(say("cli.run-only-extend"))
        limit = fault_limit(asked.max_faults)
        store = app.store()
        stored = run_named(store, name)
        refuse_extension(app, stored)
        longer = extended(stored.spec, asked.deals, asked.until)
        # A run whose rule has ended it would end again at once, unless it gets another rule.
        status = None if asked.until else verdict(store, stored)
        if status is not None and status.ended:
            raise UsageFault(say("cli.run-rule-ended", status=status.message()))
        with loaded_run(
            app, self._workers, self._file, lambda: reload(longer, other_bots=asked.changed)
        ) as loaded:
            prepared = loaded.changed()
            if asked.dry_run:
                return self._preview(prepared, self._so_far(stored, prepared))
            claim(store, stored)
            replanned = replan(store, stored, longer.deals, longer.until)
            return self._play(with_changed_bots(app, replanned, prepared), prepared, limit)

    def _so_far(self, stored: "StoredRun", prepared: "Prepared") -> "StoredProgress":
        from tourney.app.run_preview import StoredProgress
        from tourney.store.matches import match_count

        # A run can be repeated only if the same bots have played all of it.
        same = stored.reproducible and not prepared.others
        return StoredProgress(match_count(self._app.store(), stored), same_bots=same)

    def _preview(self, prepared: "Prepared", so_far: "StoredProgress") -> int:
        """Show what the run would play."""
        from tourney.app.run_preview import preview_facts, preview_lines
        from tourney.render.text import cell_width, json_text, pad

        app, part = self._app, self._asked.portion
        facts = preview_facts(prepared, so_far, self._workers, part, app.database, self._file)
        if app.json:
            app.draw(json_text(facts) + "\n")
            return 0
        lines = [(app.text(key), app.text(value)) for key, value in preview_lines(prepared, facts)]
        width = max(KEYS_LEAST, *(cell_width(key) for key, _ in lines))
        app.write("".join(f"{pad(key, width)} {value}\n" for key, value in lines))
        app.say(say("cli.preview-end"))  # on stderr: stdout is the preview alone
        return 0

    def _play_again(self, prepared: "Prepared", number: int) -> int:
        """Play one match again, show its log and compare it with the stored match."""
        from tourney.app.run_preview import (
            compare_with_stored,
            match_text,
            played_again,
            say_what_bots_wrote,
        )

        app, total, trace = self._app, prepared.schedule.total, self._asked.trace
        if not 1 <= number <= total:
            name = prepared.spec.name
            raise NotFound(say("cli.run-no-match", number=number, run=name, last=total))
        # The file is opened first: if it cannot be written, no match is played for nothing.
        if trace:
            with Output(trace) as file:
                lines: list[object] = []
                played = played_again(prepared, number, lines)
                file.write("".join(map(str, lines)))
        else:
            played = played_again(prepared, number, None)
        app.write(match_text(prepared, played))
        say_what_bots_wrote(app, prepared)
        if trace:
            app.say(say("cli.run-wrote-trace", file=trace))
        compare_with_stored(app, prepared, played)
        return 0

    def _play(self, run: "StoredRun", prepared: "Prepared", limit: "FaultLimit | None") -> int:
        """Play the missing matches, show the results and the next commands; the exit code."""
        from tourney.app.run_session import SessionOptions, play_session
        from tourney.cli.live_screen import watched
        from tourney.exports.standings_fields import standings_table
        from tourney.proofs.announced import sealing_facts, seeds_are_secret
        from tourney.render.text import json_text
        from tourney.render.text_tables import objects
        from tourney.runs.run_snapshot import faults_by_bot
        from tourney.runs.stored_results import read_sums

        app, asked, spec = self._app, self._asked, prepared.spec
        store = app.store()
        part = () if asked.part is None else ("--part", asked.part)
        limits = () if limit is None else ("--max-faults", str(limit))
        # The command that continues the run says again what the database does not store.
        again = (*part, *self._words, *limits)
        how = SessionOptions(
            app.database, self._workers, asked.hours, asked.portion, again, bool(app.verbose)
        )

        def show_standings() -> None:
            if shows_standings(app):
                # All matches are stored: a reader such as `head` that leaves is no failure now.
                app.outlive_readers()
                app.show(standings_table(read_sums(store, run)))

        end = play_session(app, run, prepared, how, watched(app, asked.progress), show_standings)
        if end.interrupted:
            return INTERRUPTED
        sealing = sealing_facts(store, run)
        hidden = seeds_are_secret(store, run)
        self._say_next(end, spec, sealed=sealing is not None, hidden=hidden)
        # Whatever a program wants to know of the run is one object, the last thing on stdout.
        if app.json:
            rule = {"rule": end.rule} if end.rule else {}
            facts = {"run": end.run, "matches": end.done, "faults": faults_by_bot(end), **rule}
            facts |= {} if sealing is None else {"commitment": sealing.commitment}
            standings = list(objects(standings_table(read_sums(store, run))))
            app.draw(json_text({**facts, "standings": standings}) + "\n")
        # A fault is a result like any other, and no failure of the run, unless there is a limit;
        # but a bot that could never start has played nothing.
        if limit is None:
            return OVER_THE_LIMIT if end.absent else 0
        if not limit.exceeded(end.fault_count, end.total):
            return 0
        app.say(say("cli.run-over-limit", count=end.fault_count, most=str(limit)))
        return OVER_THE_LIMIT

    def _say_next(self, end: "Snapshot", spec: "RunSpec", *, sealed: bool, hidden: bool) -> None:
        """Say what can be done with the run, and the seeds with which it is played again.

        Those of a sealed run are `hidden` until it is opened.
        """
        from tourney.play.luck import derived_bot_seed

        app = self._app
        # Faults without a bot are errors of the program itself.
        for bot in sorted({bot for bot, _ in end.faults if bot}):
            names = (bot,) if bot.startswith("-") else ()
            words = ("bot", "logs", *(() if names else (bot,)), "--run", end.run)
            logs = app.command(*words, names=names)
            app.say(say("cli.run-next", command=logs, why=say("cli.run-next-logs")))
        after = [
            (("standings", end.run), say("cli.run-next-standings")),
            (("check", f"run:{end.run}"), say("cli.run-next-check")),
            (("export", "tmr", end.run, "-o", f"{end.run}.tmr"), say("cli.run-next-export")),
        ]
        if sealed:
            proof = ("export", "proof", end.run, "-o", f"{end.run}.proof")
            after.append((proof, say("cli.run-next-proof")))
        for words, why in after:
            app.say(say("cli.run-next", command=app.command(*words), why=why))
        app.say(say("app.undo", command=app.command("runs", "rm", end.run)))
        if hidden:
            app.say(say("cli.run-seeds-sealed"))
        elif spec.bot_seed == derived_bot_seed(spec.seed):
            app.say(say("cli.run-seed", seed=spec.seed))
        else:
            app.say(say("cli.run-seeds", seed=spec.seed, bot_seed=spec.bot_seed))


@click.group("runs", cls=AppGroup, invoke_without_command=True)
@click.pass_context
def runs(ctx: click.Context) -> None:
    """List, show, stop and remove runs of bot matches; without a command, list them."""
    # As a command of its own, so that global options, a file of -o and the exit code work as there.
    if ctx.invoked_subcommand is None:
        with list_.make_context("list", [], parent=ctx) as below:
            list_.invoke(below)


@runs.command("list")
def list_(app: App) -> None:
    """List the runs in the database, oldest first."""
    from tourney.domain.match_values import pack_options
    from tourney.render.text_tables import Column, Table
    from tourney.runs.run_schedule import total
    from tourney.store.matches import match_count
    from tourney.store.runs import all_runs

    store = app.store()
    columns = (
        Column("run", say("cli.h-run")),
        Column("game", importance=7),
        Column("options", importance=4),
        Column("bots", say("app.preview-k-bots"), importance=6),
        Column("stored", say("cli.h-stored"), importance=9),
        Column("matches", say("cli.runs-planned"), importance=8),
        Column("created", say("cli.runs-k-created"), whole=True),
    )
    rows = []
    for run in all_runs(store):
        spec = run.spec
        bots = " ".join(bot.name for bot in spec.bots)
        what = (spec.name, spec.game, pack_options(spec.options), bots)
        created = f"{run.created:%Y-%m-%d %H:%M}"
        rows.append((*what, match_count(store, run), total(spec), created))
    app.show(Table(columns, rows))


@runs.command("show")
@click.argument("name", metavar="RUN")
def show(app: App, name: str) -> None:
    """Show the settings of RUN, its progress and the command that plays it again."""
    from tourney.render.text_tables import Column, Table
    from tourney.store.runs import run_named

    store = app.store()
    run = run_named(store, name)
    rows = tuple(_facts(store, run))
    title = say("engines.as-is", text=name)
    app.show(Table((Column("key", say("cli.h-run")), Column("value", title)), rows))


def _facts(store: "Database", run: "StoredRun") -> "list[tuple[Message, Message | str]]":
    """What is known of a run, by its keys; both are the same in data of every language."""
    from tourney.app.run_reports import command_line, time_limits
    from tourney.domain.match_values import pack_options
    from tourney.play.clock import Clock
    from tourney.proofs.announced import sealing_facts, seeds_are_secret
    from tourney.render.code_words import word_of
    from tourney.runs.run_schedule import total
    from tourney.runs.stored_results import first_faults
    from tourney.runs.until import verdict
    from tourney.store.matches import match_count, run_faults

    spec = run.spec
    firsts = first_faults(store, run).values()
    rule = verdict(store, run)
    count = say("cli.runs-stored-of", count=match_count(store, run), total=total(spec))
    facts: list[tuple[Message, Message | str]] = [
        (say("cli.runs-k-game"), f"{spec.game}/{spec.rules}"),
        (say("cli.runs-k-options"), pack_options(spec.options) or say("cli.runs-default")),
        (say("cli.runs-k-seats"), str(spec.seats)),
    ]
    for bot in spec.bots:
        said = say("cli.runs-bot", target=bot.target, version=bot.version)
        facts.append((say("cli.runs-k-bot", bot=bot.name), said))
    facts += [
        (say("cli.runs-k-schedule"), spec.schedule),
        (say("cli.runs-k-block"), spec.block),
        (say("cli.runs-k-deals"), str(spec.deals)),
        *([] if rule is None else [(say("cli.runs-k-until"), rule.message())]),
    ]
    if sealing := sealing_facts(store, run):
        facts += [
            (say("cli.runs-k-commitment"), sealing.commitment),
            (say("cli.runs-k-beacon"), sealing.beacon_words()),
            (say("cli.runs-k-opened"), sealing.opened_words()),
        ]
    if seeded := not seeds_are_secret(store, run):  # else they would tell the cards
        facts += [
            (say("cli.runs-k-seed"), spec.seed),
            (say("cli.runs-k-bot-seed"), spec.bot_seed),
        ]
    memory = f"{spec.memory_mb} MB" if spec.memory_mb else say("cli.runs-no-limit")
    facts += [
        (say("cli.runs-k-on-fault"), spec.on_fault),
        (say("cli.runs-k-log"), spec.log),
        (say("cli.runs-k-time"), time_limits(Clock(spec.move_ms, spec.bank_ms))),
        (say("cli.runs-k-memory"), memory),
        (say("cli.runs-k-isolation"), spec.isolation),
        (say("cli.runs-k-matches"), count),
        (say("cli.runs-k-faults"), str(sum(1 for _ in run_faults(store, run)))),
    ]
    for bot_name, code, where, _ in firsts:
        first = Sentence("cli.runs-k-first-of") if bot_name else Sentence("cli.runs-k-first")
        facts.append((first(fault=word_of(code), bot=bot_name), where))
    facts += [
        (say("cli.runs-k-reproducible"), word_of("yes" if run.reproducible else "no")),
        (say("cli.runs-k-created"), f"{run.created:%Y-%m-%d %H:%M:%S} UTC"),
        *([(say("cli.runs-k-again"), command_line(spec))] if seeded else []),
    ]
    return facts


@runs.command("stop")
@click.argument("name", metavar="RUN")
def stop(app: App, name: str) -> None:
    """Ask the process that plays RUN to finish its running matches and stop, as Ctrl-C does."""
    from tourney.app.sealed_runs import end_sealed_run
    from tourney.runs.run_schedule import total
    from tourney.store.matches import match_count
    from tourney.store.runs import run_named

    store = app.store()
    run = run_named(store, name)
    _stop(app, store, run)
    stored, planned = match_count(store, run), total(run.spec)
    app.say(say("cli.runs-not-played", run=name, count=stored, total=planned))
    if stored < planned:
        app.say(say("app.continue", command=app.command("run", "--resume", name)))
        end_sealed_run(app, run)


def _stop(app: App, store: "Database", run: "StoredRun") -> None:
    """Ask the process that plays a run to stop, and wait until it has stopped.

    It may play on another machine: both see the request in the database, and neither the other.
    """
    from time import sleep

    from tourney.runs.heartbeat import leave

    asked = False
    for _ in leave(store, run):
        if not asked:
            app.say(say("cli.runs-stopping", run=run.spec.name))
        asked = True
        sleep(LOOK_EVERY)


@runs.command("rm")
@click.argument("name", metavar="RUN")
@click.option("--stop", "stops", is_flag=True)
def remove(app: App, name: str, stops: bool) -> None:
    """Remove RUN and all its matches from the database."""
    from tourney.app.run_reports import command_line
    from tourney.runs.heartbeat import is_played
    from tourney.store.matches import match_count
    from tourney.store.runs import delete_run, run_named
    from tourney.store.sealings import sealing_of

    store = app.store()
    run = run_named(store, name)
    if not stops and is_played(store, run):
        raise Conflict(say("cli.runs-is-played", run=name))
    matches = match_count(store, run)
    if not app.confirm(say("cli.runs-ask-remove", run=name, count=matches)):
        raise TourneyError(say("app.event-not-removed"))
    if stops:
        _stop(app, store, run)
        matches = match_count(store, run)  # more were stored until it stopped
    # A sealed run cannot be played again: a new one has another secret.
    again = None if sealing_of(store, run) else command_line(run.spec, *app.database_words)
    delete_run(store, run)
    app.say(say("cli.runs-removed", run=name, count=matches, database=app.database))
    if again is not None:
        app.say(say("app.undo", command=again))


def faulty(store: "Database", run: "StoredRun") -> list[int]:
    """The numbers of the stored matches with a fault, ascending; to resign is not a fault."""
    from tourney.runs.until import FORGIVEN
    from tourney.store.matches import run_faults

    return sorted(
        {number for number, fault in run_faults(store, run) if fault.code not in FORGIVEN}
    )


def forget_faulty(app: App, store: "Database", run: "StoredRun") -> None:
    """Delete the matches with faults, so that the session plays them again.

    Asks for confirmation and writes the matches to a file; TourneyError if the user refuses.
    """
    from tourney.exports.match_tables import matches_table, record_texts
    from tourney.render.text_tables import stream
    from tourney.store.matches import run_matches
    from tourney.store.runs import delete_matches

    numbers, name = faulty(store, run), run.spec.name
    if not numbers:
        app.say(say("cli.run-no-faulty", run=name))
        return
    if not app.confirm(say("cli.run-ask-replay", count=len(numbers), run=name)):
        raise TourneyError(say("cli.run-not-replayed"))
    # Records, or a table if the run stores no moves; to a file that does not exist yet.
    moves = run.spec.log != "results"
    base, suffix = re.sub(r"[^\w.-]", "_", name) + "-replaced", ".tmr" if moves else ".csv"
    files = (Path(f"{base}{'' if at == 1 else f'-{at}'}{suffix}") for at in count(1))
    path = next(file for file in files if not file.exists())
    wanted = frozenset(numbers)
    matches = (
        match
        for match in run_matches(store, run, entries=moves)
        if int(match.name.rpartition("/")[2]) in wanted
    )
    with Output(str(path)) as file:
        for text in record_texts(matches) if moves else stream(matches_table(matches), "csv"):
            file.write(text)
    delete_matches(store, run, numbers)
    app.say(say("cli.run-replayed", count=len(numbers), run=name, file=file_word(path)))
