"""`tourney run`: play a run, resume or extend a stored one, or preview one."""

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from engines.messages import Sentence, say
from tourney.cli.base import App, command, group
from tourney.cli.common_options import executor_options, executor_words, workers_of
from tourney.cli.output import Output
from tourney.cli.run_display import WAYS, bot_output_to_stderr
from tourney.cli.run_results import refuse_unknown_columns
from tourney.cli.usage import Number, OneWordOf, PositiveNumber
from tourney.domain.errors import Conflict, NotFound, TourneyError, UsageFault, quoted
from tourney.domain.safe_text import file_word

if TYPE_CHECKING:
    from engines.messages import Message
    from tourney.cli.run_session import PlayOptions
    from tourney.cli.run_views import StoredProgress
    from tourney.domain.run_spec import RunSpec
    from tourney.runs.run_plan import FaultLimit, Plan, Prepared
    from tourney.runs.run_schedule import Part
    from tourney.store import Database
    from tourney.store.runs import StoredRun
    from tourney.work.executors import Workers


PLAN_FLAGS = (
    *("game", "seats", "deals", "until", "schedule", "block"),
    *("seed", "bot_seed", "on_fault", "log", "name"),
    *("time_per_move", "time_per_match", "memory", "isolation"),
)
MORE = ("deals", "until")
TABLES = ("options", "bots")
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
    if given["trace"] and given["only"] is None:
        raise UsageFault(say("cli.run-trace-what"))
    if given["resume"] and given["extend"]:
        raise UsageFault(say("cli.not-both", one="--resume", other="--extend"))
    _check_changed(given)
    given["workers"] = workers_of(app, given)
    if given["only"] is None and not given["dry_run"]:
        refuse_unknown_columns(app)
    if given["part"] is not None and (given["extend"] or given["only"] is not None):
        other = "--extend" if given["extend"] else "--only"
        raise UsageFault(say("cli.not-both", one="--part", other=other))
    if given["extend"]:
        return _extend(app, spec, given)
    return (_resume if given["resume"] else _begin)(app, spec, given)


def _check_changed(given: dict[str, Any]) -> None:
    if given["replay_faults"] and (not given["resume"] or given["only"] is not None):
        if given["resume"]:
            raise UsageFault(say("cli.run-replays-whole"))
        raise UsageFault(say("cli.run-replays-stored"))
    if not given["changed"]:
        return
    if not (given["resume"] or given["extend"]):
        raise UsageFault(say("cli.run-changed-stored"))
    if given["only"] is not None:
        raise UsageFault(say("cli.run-only-changed"))


def _begin(app: App, spec: Path | None, given: dict[str, Any]) -> int:
    from tourney.cli.run_session import play
    from tourney.cli.run_views import StoredProgress, play_again, preview
    from tourney.runs.run_plan import fault_limit, prepare
    from tourney.runs.run_schedule import WHOLE_RUN
    from tourney.store.runs import add_run

    plan = _with_seeds(app, _plan(spec, given))
    part = _part(given)
    if part != WHOLE_RUN:
        _refuse_unshared(plan)
    limit = fault_limit(plan.max_faults)
    with _at_hand(app, given["workers"], lambda: prepare(plan)) as prepared:
        base = spec.stem if spec else prepared.spec.name
        if given["only"] is not None:
            named = prepared.named(plan.name or _free(base, None))
            return play_again(app, named, given["only"], given["trace"])
        if given["dry_run"]:
            name = plan.name or _free(base, None if part != WHOLE_RUN else _existing(app))
            return preview(app, prepared.named(name), StoredProgress(), given["workers"], part)
        store = app.store(create=True)
        _warn_of_seed(app, prepared)
        prepared = prepared.named(plan.name or _free(base, None if part != WHOLE_RUN else store))
        run = None if part == WHOLE_RUN else _begun(store, prepared)
        run = run or add_run(store, prepared.spec, reproducible=prepared.reproducible)
        return play(app, store, run, prepared, _play_options(app, given, limit))


def _part(given: dict[str, Any]) -> "Part":
    from tourney.runs.run_schedule import WHOLE_RUN, read_part

    return WHOLE_RUN if given["part"] is None else read_part(given["part"])


def _refuse_unshared(plan: "Plan") -> None:
    """UsageFault for a plan whose parts would not belong together."""
    if plan.seed is None:
        raise UsageFault(say("cli.run-part-seed"))
    if plan.until:
        raise UsageFault(say("cli.run-part-rule", option="--until"))


def _begun(store: "Database", prepared: "Prepared") -> "StoredRun | None":
    """The stored run with the same name and settings, so that a part can be started again."""
    from tourney.runs.run_merge import differences
    from tourney.store.runs import all_runs

    found = [run for run in all_runs(store) if run.spec.name == prepared.spec.name]
    return next((run for run in found if not any(differences(run.spec, prepared.spec))), None)


@contextmanager
def _at_hand(app: App, workers: "Workers", load: "Callable[[], Prepared]") -> "Iterator[Prepared]":
    """Load a run and its bots, print warnings about them, and end their processes afterwards."""
    from tourney.agents.isolation import hidden
    from tourney.agents.loader import hidden_bots
    from tourney.runs.batches import require_playable
    from tourney.store.connect import address

    with ExitStack() as stack:
        if file := address(app.db).path:
            stack.enter_context(hidden(str(file)))
        with bot_output_to_stderr():
            prepared = load()
        stack.enter_context(prepared)
        require_playable(prepared, workers)
        targets = [bot.target for bot in prepared.spec.bots]
        for line in (*prepared.lacks, *prepared.others, *hidden_bots(targets)):
            app.say(say("app.warning", text=line))
        yield prepared


def _play_options(app: App, given: dict[str, Any], limit: "FaultLimit | None") -> "PlayOptions":
    from tourney.cli.run_session import PlayOptions

    part = () if given["part"] is None else ("--part", given["part"])
    limits = () if limit is None else ("--max-faults", str(limit))
    return PlayOptions(
        given["workers"],
        given["progress"],
        limit,
        given["hours"],
        _part(given),
        (*part, *executor_words(given), *limits),
    )


def _plan(spec: Path | None, given: dict[str, Any]) -> "Plan":
    from tourney.runs.run_plan import (
        DEALS_BY_RULE,
        Plan,
        bot_pairs,
        option_pairs,
        overlaid,
        read_plan,
    )

    flags = Plan(
        **{key: given[key] for key in (*PLAN_FLAGS, "max_faults")},
        options=option_pairs(given["options"]),
        bots=bot_pairs(given["bots"]),
    )
    plan = flags if spec is None else overlaid(read_plan(spec), flags)
    return replace(plan, deals=DEALS_BY_RULE) if given["hours"] and plan.deals is None else plan


def _with_seeds(app: App, plan: "Plan") -> "Plan":
    """The plan with its seeds; `run:NAME` is replaced by the seeds of that run."""
    from tourney.runs.run_plan import SEEDS_OF
    from tourney.store.runs import run_named

    if plan.seed is None or not plan.seed.startswith(SEEDS_OF):
        return plan
    if plan.bot_seed is not None:
        raise UsageFault(say("cli.run-both-seeds", seed=plan.seed))
    other = run_named(app.store(), plan.seed.removeprefix(SEEDS_OF)).spec
    return replace(plan, seed=other.seed, bot_seed=other.bot_seed or None)


def _warn_of_seed(app: App, prepared: "Prepared") -> None:
    """Warn if bots that are not built in could guess the seed, and with it all cards."""
    from tourney.agents.loader import is_built_in
    from tourney.runs.run_plan import guessable

    spec = prepared.spec
    if guessable(spec.seed) and not all(is_built_in(bot.target) for bot in spec.bots):
        app.say(say("cli.run-guessable", seed=quoted(spec.seed)))


def _existing(app: App) -> "Database | None":
    try:
        return app.store()
    except NotFound:
        return None


def _free(base: str, store: "Database | None") -> str:
    from tourney.runs.run_plan import free_name
    from tourney.store.runs import all_runs

    return free_name(base, {run.spec.name for run in all_runs(store)} if store else ())


def _resume(app: App, spec: Path | None, given: dict[str, Any]) -> int:
    from tourney.cli.run_session import play
    from tourney.cli.run_views import play_again
    from tourney.runs.heartbeat import claim
    from tourney.runs.run_plan import fault_limit, reload
    from tourney.store.runs import run_named

    _refuse_settings(spec, given, "--resume", ())
    limit = fault_limit(given["max_faults"])
    store = app.store()
    stored = run_named(store, given["resume"])
    if given["part"] is not None and stored.spec.until:
        raise UsageFault(say("cli.run-part-rule", option="--part"))
    look = given["only"] is not None
    others = look or given["changed"]
    with _at_hand(app, given["workers"], lambda: reload(stored.spec, other_bots=others)) as loaded:
        if look:
            return play_again(app, loaded, given["only"], given["trace"])
        prepared = loaded.changed()
        if given["dry_run"]:
            return _preview_resumed(app, store, stored, prepared, given)
        claim(store, stored)
        if given["replay_faults"]:
            forget_faulty(app, store, stored)
        run = _change(app, store, stored, prepared)
        return play(app, store, run, prepared, _play_options(app, given, limit))


def _preview_resumed(
    app: App, store: "Database", stored: "StoredRun", prepared: "Prepared", given: dict[str, Any]
) -> int:
    from tourney.cli.run_views import preview

    so_far = _so_far(store, stored, prepared)
    if given["replay_faults"]:
        again = len(faulty(store, stored))
        app.say(say("cli.run-would-replay", count=again))
        so_far = so_far._replace(matches=so_far.matches - again)
    return preview(app, prepared, so_far, given["workers"], _part(given))


def _change(app: App, store: "Database", stored: "StoredRun", prepared: "Prepared") -> "StoredRun":
    """Store the current versions of the bots if they have changed."""
    from tourney.store.runs import change_bots

    if not prepared.others:
        return stored
    app.say(say("cli.run-bots-changed", run=stored.spec.name))
    return change_bots(store, stored, prepared.spec.bots)


def _so_far(store: "Database", stored: "StoredRun", prepared: "Prepared") -> "StoredProgress":
    from tourney.cli.run_views import StoredProgress
    from tourney.store.matches import match_count

    same = stored.reproducible and not prepared.others
    return StoredProgress(match_count(store, stored), same_bots=same)


def _refuse_settings(
    spec: Path | None, given: dict[str, Any], option: str, but: tuple[str, ...]
) -> None:
    """UsageFault if settings are given that a stored run has already, except those in `but`."""
    changed = [key for key in (*PLAN_FLAGS, *TABLES) if given[key] not in (None, ())]
    extra = [key for key in changed if key not in but]
    if spec is not None or extra:
        # The options of the tables are given one at a time: --option, --bot.
        flag = {"options": "option", "bots": "bot"}.get(extra[0], extra[0]) if extra else ""
        what: str | Message = say("cli.run-spec-file") if spec else f"--{flag.replace('_', '-')}"
        raise UsageFault(say("cli.run-own-settings", option=option, what=what))


def _extend(app: App, spec: Path | None, given: dict[str, Any]) -> int:
    from tourney.cli.run_session import play
    from tourney.cli.run_views import preview
    from tourney.runs.heartbeat import claim
    from tourney.runs.run_plan import extended, fault_limit, reload
    from tourney.runs.until import verdict
    from tourney.store.runs import replan, run_named

    _refuse_settings(spec, given, "--extend", MORE)
    if given["only"] is not None:
        raise UsageFault(say("cli.run-only-extend"))
    limit = fault_limit(given["max_faults"])
    store = app.store()
    stored = run_named(store, given["extend"])
    longer = extended(stored.spec, given["deals"], given["until"])
    status = None if given["until"] else verdict(store, stored)
    if status is not None and status.ended:
        raise UsageFault(say("cli.run-rule-ended", status=status.message()))
    with _at_hand(
        app, given["workers"], lambda: reload(longer, other_bots=given["changed"])
    ) as loaded:
        prepared = loaded.changed()
        if given["dry_run"]:
            return preview(app, prepared, _so_far(store, stored, prepared), given["workers"])
        claim(store, stored)
        replanned = replan(store, stored, longer.deals, longer.until)
        run = _change(app, store, replanned, prepared)
        return play(app, store, run, prepared, _play_options(app, given, limit))


LOOK_EVERY = 0.2


@group("runs", invoke_without_command=True)
@click.pass_context
def runs(ctx: click.Context) -> None:
    """List, show, stop and remove runs of bot matches; without a command, list them."""
    if ctx.invoked_subcommand is None:
        with list_.make_context("list", [], parent=ctx) as below:
            list_.invoke(below)


@command("list")
def list_(app: App) -> None:
    """List the runs in the database, oldest first."""
    from tourney.render.text_tables import Column, Table
    from tourney.store.runs import all_runs

    store = app.store()
    columns = (
        Column("run", say("cli.h-run")),
        Column("game", importance=7),
        Column("options", importance=4),
        Column("bots", say("cli.preview-k-bots"), importance=6),
        Column("stored", say("cli.h-stored"), importance=9),
        Column("matches", say("cli.runs-planned"), importance=8),
        Column("created", say("cli.runs-k-created"), whole=True),
    )
    app.show(Table(columns, tuple(_row(store, run) for run in all_runs(store))))


def _row(store: "Database", run: "StoredRun") -> tuple[str | int, ...]:
    from tourney.store.matches import match_count

    spec = run.spec
    return (
        spec.name,
        spec.game,
        _options(spec),
        " ".join(bot.name for bot in spec.bots),
        match_count(store, run),
        _matches(spec),
        f"{run.created:%Y-%m-%d %H:%M}",
    )


def _options(spec: "RunSpec") -> str:
    return " ".join(f"{key}={value}" for key, value in spec.options)


def _matches(spec: "RunSpec") -> int:
    from tourney.runs.run_schedule import total

    return total(spec)


@command("show")
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
    from tourney.app.run_reports import command_line
    from tourney.play.clock import Clock
    from tourney.render.code_words import word_of
    from tourney.runs.stored_results import first_faults
    from tourney.runs.until import verdict
    from tourney.store.matches import match_count, run_faults

    spec = run.spec
    firsts = first_faults(store, run).items()
    rule = verdict(store, run)
    count = say("cli.runs-stored-of", count=match_count(store, run), total=_matches(spec))
    facts: list[tuple[Message, Message | str]] = [
        (say("cli.runs-k-game"), f"{spec.game}/{spec.rules}"),
        (say("cli.runs-k-options"), _options(spec) or say("cli.runs-default")),
        (say("cli.runs-k-seats"), str(spec.seats)),
    ]
    for bot in spec.bots:
        said = say("cli.runs-bot", target=bot.target, version=bot.version)
        facts.append((say("cli.runs-k-bot", bot=bot.name), said))
    facts += [
        (say("cli.runs-k-schedule"), spec.schedule),
        (say("cli.runs-k-block"), spec.block),
        (say("cli.runs-k-deals"), str(spec.deals)),
        *([] if rule is None else [(say("cli.runs-k-until"), str(rule))]),
        (say("cli.runs-k-seed"), spec.seed),
        (say("cli.runs-k-bot-seed"), spec.bot_seed),
    ]
    memory = f"{spec.memory_mb} MB" if spec.memory_mb else say("cli.runs-no-limit")
    facts += [
        (say("cli.runs-k-on-fault"), spec.on_fault),
        (say("cli.runs-k-log"), spec.log),
        (say("cli.runs-k-time"), str(Clock(spec.move_ms, spec.bank_ms))),
        (say("cli.runs-k-memory"), memory),
        (say("cli.runs-k-isolation"), spec.isolation),
        (say("cli.runs-k-matches"), count),
        (say("cli.runs-k-faults"), str(sum(1 for _ in run_faults(store, run)))),
    ]
    for (bot_name, code), where in firsts:
        first = Sentence("cli.runs-k-first-of") if bot_name else Sentence("cli.runs-k-first")
        facts.append((first(fault=word_of(code), bot=bot_name), where))
    facts += [
        (say("cli.runs-k-reproducible"), word_of("yes" if run.reproducible else "no")),
        (say("cli.runs-k-created"), f"{run.created:%Y-%m-%d %H:%M:%S} UTC"),
        (say("cli.runs-k-again"), command_line(spec)),
    ]
    return facts


@command("stop")
@click.argument("name", metavar="RUN")
def stop(app: App, name: str) -> None:
    """Ask the process that plays RUN to finish its running matches and stop, as Ctrl-C does."""
    from tourney.store.matches import match_count
    from tourney.store.runs import run_named

    store = app.store()
    run = run_named(store, name)
    _stop(app, store, run)
    stored, total = match_count(store, run), _matches(run.spec)
    app.say(say("cli.runs-not-played", run=name, count=stored, total=total))
    if stored < total:
        app.say(say("cli.continue", command=app.command("run", "--resume", name)))


def _stop(app: App, store: "Database", run: "StoredRun") -> None:
    """Ask the process that plays a run to stop, and wait until it has stopped."""
    from time import sleep

    from tourney.runs.heartbeat import leave

    asked = False
    for _ in leave(store, run):
        if not asked:
            app.say(say("cli.runs-stopping", run=run.spec.name))
        asked = True
        sleep(LOOK_EVERY)


@command("rm")
@click.argument("name", metavar="RUN")
@click.option("--stop", "stops", is_flag=True)
def remove(app: App, name: str, stops: bool) -> None:
    """Remove RUN and all its matches from the database."""
    from tourney.app.run_reports import command_line
    from tourney.runs.heartbeat import is_played
    from tourney.store.matches import match_count
    from tourney.store.runs import delete_run, run_named

    store = app.store()
    run = run_named(store, name)
    if not stops and is_played(store, run):
        raise Conflict(say("cli.runs-is-played", run=name))
    matches = match_count(store, run)
    if not app.confirm(say("cli.runs-ask-remove", run=name, count=matches)):
        raise TourneyError(say("app.event-not-removed"))
    if stops:
        _stop(app, store, run)
        matches = match_count(store, run)
    delete_run(store, run)
    app.say(say("cli.runs-removed", run=name, count=matches, database=app.database))
    app.say(say("app.undo", command=command_line(run.spec, *app.database_words())))


for _command in (list_, show, stop, remove):
    runs.add_command(_command)


def faulty(store: "Database", run: "StoredRun") -> list[int]:
    """The numbers of the stored matches with a fault, ascending; to resign is not a fault."""
    from tourney.runs.deals import FORGIVEN
    from tourney.store.matches import run_faults

    return sorted(
        {number for number, fault in run_faults(store, run) if fault.code not in FORGIVEN}
    )


def forget_faulty(app: App, store: "Database", run: "StoredRun") -> None:
    """Delete the matches with faults, so that the session plays them again.

    Asks for confirmation and writes the matches to a file; TourneyError if the user refuses.
    """
    from tourney.exports.match_tables import matches_table
    from tourney.exports.tmr import record_texts
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
