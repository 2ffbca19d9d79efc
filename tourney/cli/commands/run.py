"""`tourney run`: play a run, resume or extend a stored one, or preview one."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from engines.messages import say
from tourney.cli.base import App, command
from tourney.cli.executor_options import executor_options, executor_words, workers_of
from tourney.cli.progress import bot_output_to_stderr
from tourney.cli.run_results import refuse_unknown_columns
from tourney.cli.showing import WAYS
from tourney.cli.usage import Number, OneWordOf, PositiveNumber
from tourney.domain.errors import NotFound, UsageFault, quoted

if TYPE_CHECKING:
    from engines.messages import Message
    from tourney.cli.run_session import PlayOptions
    from tourney.cli.run_views import StoredProgress
    from tourney.runs.limits import FaultLimit
    from tourney.runs.parts import Part
    from tourney.runs.plan import Plan
    from tourney.runs.spec import Prepared
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
    from tourney.runs.limits import fault_limit
    from tourney.runs.parts import WHOLE_RUN
    from tourney.runs.spec import prepare
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
    from tourney.runs.parts import WHOLE_RUN, read_part

    return WHOLE_RUN if given["part"] is None else read_part(given["part"])


def _refuse_unshared(plan: "Plan") -> None:
    """UsageFault for a plan whose parts would not belong together."""
    if plan.seed is None:
        raise UsageFault(say("cli.run-part-seed"))
    if plan.until:
        raise UsageFault(say("cli.run-part-rule", option="--until"))


def _begun(store: "Database", prepared: "Prepared") -> "StoredRun | None":
    """The stored run with the same name and settings, so that a part can be started again."""
    from tourney.runs.merging import differences
    from tourney.store.runs import all_runs

    found = [run for run in all_runs(store) if run.spec.name == prepared.spec.name]
    return next((run for run in found if not any(differences(run.spec, prepared.spec))), None)


@contextmanager
def _at_hand(app: App, workers: "Workers", load: "Callable[[], Prepared]") -> "Iterator[Prepared]":
    """Load a run and its bots, print warnings about them, and end their processes afterwards."""
    from tourney.agents.isolation import hidden
    from tourney.agents.loader import hidden_bots
    from tourney.runs.spreading import require_playable
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
            app.say(say("cli.warning", text=line))
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
    from tourney.runs.plan import Plan, bot_pairs, option_pairs, overlaid, read_plan
    from tourney.runs.spec import MANY

    flags = Plan(
        **{key: given[key] for key in (*PLAN_FLAGS, "max_faults")},
        options=option_pairs(given["options"]),
        bots=bot_pairs(given["bots"]),
    )
    plan = flags if spec is None else overlaid(read_plan(spec), flags)
    return replace(plan, deals=MANY) if given["hours"] and plan.deals is None else plan


def _with_seeds(app: App, plan: "Plan") -> "Plan":
    """The plan with its seeds; `run:NAME` is replaced by the seeds of that run."""
    from tourney.runs.plan import SEEDS_OF
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
    from tourney.runs.spec import guessable

    spec = prepared.spec
    if guessable(spec.seed) and not all(is_built_in(bot.target) for bot in spec.bots):
        app.say(say("cli.run-guessable", seed=quoted(spec.seed)))


def _existing(app: App) -> "Database | None":
    try:
        return app.store()
    except NotFound:
        return None


def _free(base: str, store: "Database | None") -> str:
    from tourney.runs.spec import free_name
    from tourney.store.runs import all_runs

    return free_name(base, {run.spec.name for run in all_runs(store)} if store else ())


def _resume(app: App, spec: Path | None, given: dict[str, Any]) -> int:
    from tourney.cli.fault_replay import forget_faulty
    from tourney.cli.run_session import play
    from tourney.cli.run_views import play_again
    from tourney.runs.following import claim
    from tourney.runs.limits import fault_limit
    from tourney.runs.spec import reload
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
    from tourney.cli.fault_replay import faulty
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
    from tourney.runs.following import claim
    from tourney.runs.limits import fault_limit
    from tourney.runs.spec import extended, reload
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
