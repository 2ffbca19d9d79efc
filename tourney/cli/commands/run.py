"""`tourney run`: play a scheduled run, go on with one, look at what one would do."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tourney.cli.base import App, command
from tourney.cli.progress import aside
from tourney.cli.settings import MOST_JOBS
from tourney.cli.showing import WAYS
from tourney.domain.errors import NotFound, UsageFault, quoted

if TYPE_CHECKING:
    from tourney.cli.run_session import PlayOptions
    from tourney.cli.run_views import StoredProgress
    from tourney.runs.limits import FaultLimit
    from tourney.runs.plan import Plan
    from tourney.runs.spec import Prepared
    from tourney.store import Store
    from tourney.store.runs import StoredRun

PLAN_FLAGS = (
    *("game", "seats", "deals", "until", "schedule", "block"),
    *("seed", "bot_seed", "on_fault", "log", "name"),
    *("time_per_move", "time_per_match", "memory", "isolation"),
)
MORE = ("deals", "until")
TABLES = ("options", "bots")
HOURS = click.FloatRange(0, 24 * 366, min_open=True)
JOBS = click.IntRange(1, MOST_JOBS)
EXECUTOR = "local"
# Click would call an unreadable file a wrong use of the command.
SPEC_FILE = click.Path(path_type=Path, readable=False)


@command("run", short_help="play bot matches and store every move")
@click.argument("spec", required=False, type=SPEC_FILE, metavar="[SPEC.toml]")
@click.option("-g", "--game", metavar="GAME", help="The game; tourney games lists them.")
@click.option("-O", "--option", "options", metavar="K=V", multiple=True, help="Game option.")
@click.option("--bot", "bots", metavar="NAME=TARGET", multiple=True, help="A bot of the run.")
@click.option("--seats", type=int, metavar="N", help="Seats.  [default: as many as bots]")
@click.option("--deals", type=int, metavar="N", help="Deals to play.  [default: 100]")
@click.option("--until", metavar="RULE", help="Stop when sure: ci<X, sprt(S0,S1).")
@click.option("--hours", type=HOURS, metavar="H", help="Stop after H hours; resume to go on.")
@click.option("--block", metavar="B", help="rotation, swap, all or none.  [default: rotation]")
@click.option("--schedule", metavar="S", help="roundrobin, gauntlet:NAME, fixed.")
@click.option("--seed", metavar="TEXT", help="Random seed, or run:NAME.  [default: a secret one]")
@click.option("--bot-seed", metavar="TEXT", help="Random seed for the bots' own luck.")
@click.option("-j", "--jobs", type=JOBS, metavar="N", help="Play in N processes.  [default: 1]")
@click.option("--executor", metavar="E", help="Where they are: local.  [default: local]")
@click.option("--time-per-move", type=float, metavar="S", help="Seconds for a move.")
@click.option("--time-per-match", type=float, metavar="S", help="Overtime for all moves.")
@click.option("--memory", type=int, metavar="MB", help="What a bot's process may take.")
@click.option("--isolation", metavar="I", help="none, limits or bwrap.  [default: limits]")
@click.option("--on-fault", metavar="P", help="forfeit, random-move, abort.")
@click.option("--max-faults", metavar="N|P%", help="With more of them exit with 4.")
@click.option("--log", metavar="L", help="Keep moves as rows, packed, or results alone.")
@click.option("--name", metavar="RUN", help="Name of the run.  [default: made from the spec]")
@click.option("--resume", metavar="RUN", help="Play what a stored run still lacks.")
@click.option("--extend", metavar="RUN", help="Add --deals N to a stored run, or --until.")
@click.option("--changed", is_flag=True, help="Resume or extend with bots as they are now.")
@click.option("--only", type=int, metavar="N", help="Play match N again; store nothing.")
@click.option("--trace", metavar="FILE", help="With --only: write the whole conversation.")
@click.option("--dry-run", is_flag=True, help="Say what would happen.")
@click.option("--progress", type=click.Choice(WAYS), help="How to watch.")
def run(app: App, spec: Path | None, **given: Any) -> int:
    """Play the matches of SPEC.toml, of the options, or of both: options go before the file.

    A bot's TARGET is random, greedy, search, ./file.py[:Class], package.module:Class or
    cmd:"./program --flag" in any language. Every move is stored. The number of a match and the
    seeds alone decide who plays, where they sit and how the cards fall; so an interrupted run goes
    on with --resume RUN and ends as if nothing had happened.

    Without --seed the seeds are random: bots cannot guess them, and tourney runs show RUN prints
    them afterwards. With --seed a run can be repeated; --seed run:NAME takes the seeds of a stored
    run, to play the same deals with other bots.

    --until ends the run when it is sure enough, 1000000 deals at the latest unless --deals says
    otherwise: ci<X when the points a match of every bot, of two bots or in swaps the difference,
    are known to within X at 95 %; sprt(S0,S1) or sprt(S0,S1,ALPHA,BETA) when the difference of the
    first two bots, or of a champion and the field, is rather S0 or rather S1.
    """
    if given["executor"] not in (None, EXECUTOR):
        raise UsageFault(
            f"no executor {quoted(given['executor'])} here; matches are played on this machine, "
            f"with --executor {EXECUTOR}"
        )
    if given["trace"] and given["only"] is None:
        raise UsageFault("--trace writes one match; say which with --only N")
    if given["resume"] and given["extend"]:
        raise UsageFault("--resume and --extend are two ways to go on; choose one")
    _check_changed(given)
    if given["extend"]:
        return _extend(app, spec, given)
    return (_resume if given["resume"] else _begin)(app, spec, given)


def _check_changed(given: dict[str, Any]) -> None:
    if not given["changed"]:
        return
    if not (given["resume"] or given["extend"]):
        raise UsageFault("--changed goes on with a stored run; say which with --resume or --extend")
    if given["only"] is not None:
        raise UsageFault("--only plays with bots as they are now anyway; leave --changed away")


def _begin(app: App, spec: Path | None, given: dict[str, Any]) -> int:
    from tourney.cli.run_session import play
    from tourney.cli.run_views import StoredProgress, play_again, preview
    from tourney.runs.limits import fault_limit
    from tourney.runs.spec import prepare

    plan = _with_seeds(app, _plan(spec, given))
    limit = fault_limit(plan.max_faults)
    with _at_hand(app, lambda: prepare(plan)) as prepared:
        base = spec.stem if spec else prepared.spec.name
        if given["only"] is not None:
            named = prepared.named(plan.name or _free(base, None))
            return play_again(app, named, given["only"], given["trace"])
        if given["dry_run"]:
            name = plan.name or _free(base, _existing(app))
            return preview(app, prepared.named(name), StoredProgress(), _jobs(app, given))
        store = app.store(create=True)
        _warn_of_seed(app, prepared)
        prepared = prepared.named(plan.name or _free(base, store))
        run = store.add_run(prepared.spec, reproducible=prepared.reproducible)
        return play(app, store, run, prepared, _play_options(app, given, limit))


@contextmanager
def _at_hand(app: App, load: "Callable[[], Prepared]") -> "Iterator[Prepared]":
    """A run with its bots, whose processes end with it; says what this machine lacks."""
    from tourney.agents.isolation import hidden
    from tourney.store.connect import address

    with ExitStack() as stack:
        if file := address(app.db).path:
            stack.enter_context(hidden(str(file)))
        with aside():
            prepared = load()
        stack.enter_context(prepared)
        for line in (*prepared.lacks, *prepared.others):
            app.say(f"warning: {line}")
        yield prepared


def _play_options(app: App, given: dict[str, Any], limit: "FaultLimit | None") -> "PlayOptions":
    from tourney.cli.run_session import PlayOptions

    return PlayOptions(_jobs(app, given), given["progress"], limit, given["hours"])


def _jobs(app: App, given: dict[str, Any]) -> int:
    jobs: int = given["jobs"] or app.jobs
    return jobs


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
    """The plan, with the seeds of another run where it names one."""
    from tourney.runs.plan import SEEDS_OF

    if plan.seed is None or not plan.seed.startswith(SEEDS_OF):
        return plan
    if plan.bot_seed is not None:
        raise UsageFault(f"--seed {plan.seed} brings both seeds; leave --bot-seed away")
    other = app.store().run(plan.seed.removeprefix(SEEDS_OF)).spec
    return replace(plan, seed=other.seed, bot_seed=other.bot_seed or None)


def _warn_of_seed(app: App, prepared: "Prepared") -> None:
    """A bot that guesses the seed knows every card; built-in bots do not try."""
    from tourney.agents.loader import is_built_in
    from tourney.runs.spec import guessable

    spec = prepared.spec
    if guessable(spec.seed) and not all(is_built_in(bot.target) for bot in spec.bots):
        app.say(
            f"warning: a bot can guess the seed {quoted(spec.seed)} and then knows all cards; "
            "use --seed to repeat a run, and leave it out where the result counts"
        )


def _existing(app: App) -> "Store | None":
    try:
        return app.store()
    except NotFound:
        return None


def _free(base: str, store: "Store | None") -> str:
    from tourney.runs.spec import free_name

    return free_name(base, {run.spec.name for run in store.runs()} if store else ())


def _resume(app: App, spec: Path | None, given: dict[str, Any]) -> int:
    from tourney.cli.run_session import play
    from tourney.cli.run_views import play_again, preview
    from tourney.runs.limits import fault_limit
    from tourney.runs.spec import reload

    _leave_away(spec, given, "--resume goes on with the run as it is", ())
    limit = fault_limit(given["max_faults"])
    store = app.store()
    stored = store.run(given["resume"])
    look = given["only"] is not None
    others = look or given["changed"]
    with _at_hand(app, lambda: reload(stored.spec, other_bots=others)) as loaded:
        if look:
            return play_again(app, loaded, given["only"], given["trace"])
        prepared = loaded.changed()
        if given["dry_run"]:
            return preview(app, prepared, _so_far(store, stored, prepared), _jobs(app, given))
        run = _change(app, store, stored, prepared)
        return play(app, store, run, prepared, _play_options(app, given, limit))


def _change(app: App, store: "Store", stored: "StoredRun", prepared: "Prepared") -> "StoredRun":
    """Have a run go on with its bots as they are now, if they are not as they were."""
    if not prepared.others:
        return stored
    app.say(f"run '{stored.spec.name}' goes on with that and is not reproducible any more")
    return store.change_bots(stored, prepared.spec.bots)


def _so_far(store: "Store", stored: "StoredRun", prepared: "Prepared") -> "StoredProgress":
    from tourney.cli.run_views import StoredProgress

    same = stored.reproducible and not prepared.others
    return StoredProgress(store.match_count(stored), same_bots=same)


def _leave_away(spec: Path | None, given: dict[str, Any], why: str, but: tuple[str, ...]) -> None:
    """UsageFault if anything is given that a stored run has already, or one of other flags."""
    changed = [key for key in (*PLAN_FLAGS, *TABLES) if given[key] not in (None, ())]
    said = [key for key in changed if key not in but]
    if spec is not None or said:
        what = "the spec file" if spec else f"--{said[0].rstrip('s').replace('_', '-')}"
        raise UsageFault(f"{why}; leave {what} away")


def _extend(app: App, spec: Path | None, given: dict[str, Any]) -> int:
    from tourney.cli.run_session import play
    from tourney.cli.run_views import preview
    from tourney.runs.limits import fault_limit
    from tourney.runs.spec import extended, reload
    from tourney.runs.until import verdict

    _leave_away(spec, given, "--extend adds deals to the run as it is", MORE)
    if given["only"] is not None:
        raise UsageFault("--only plays a match of a run as it is; use it with --resume")
    limit = fault_limit(given["max_faults"])
    store = app.store()
    stored = store.run(given["extend"])
    longer = extended(stored.spec, given["deals"], given["until"])
    said = None if given["until"] else verdict(store, stored)
    if said is not None and said.ended:
        raise UsageFault(f"its rule has ended the run, {said}; give a new one with --until")
    with _at_hand(app, lambda: reload(longer, other_bots=given["changed"])) as loaded:
        prepared = loaded.changed()
        if given["dry_run"]:
            return preview(app, prepared, _so_far(store, stored, prepared), _jobs(app, given))
        replanned = store.replan(stored, longer.deals, longer.until)
        run = _change(app, store, replanned, prepared)
        return play(app, store, run, prepared, _play_options(app, given, limit))
