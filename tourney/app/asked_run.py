"""A run as somebody asks for it: to begin a new one, to resume or extend a stored one."""

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, redirect_stdout
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from engines.messages import Message, say
from tourney.agents.isolation import hidden
from tourney.agents.loader import hidden_bots, is_built_in
from tourney.app.host import Host
from tourney.domain.errors import Conflict, UsageFault, quoted
from tourney.proofs.announced import seeds_are_secret
from tourney.runs.batches import require_playable
from tourney.runs.run_merge import differences
from tourney.runs.run_plan import (
    DEALS_BY_RULE,
    SEEDS_OF,
    Plan,
    Prepared,
    bot_pairs,
    free_name,
    guessable,
    option_pairs,
    overlaid,
    read_plan,
)
from tourney.runs.run_schedule import WHOLE_RUN, Part, read_part
from tourney.store import Database
from tourney.store.runs import StoredRun, add_run, all_runs, change_bots, run_named
from tourney.work.executors import Workers

PLAN_OPTIONS: Final = (
    *("game", "seats", "deals", "until", "schedule", "block"),
    *("seed", "bot_seed", "on_fault", "log", "name"),
    *("time_per_move", "time_per_match", "memory", "isolation"),
)


@dataclass(frozen=True, slots=True)
class AskedRun:
    """The options of `tourney run` as they are given; None for those that are not.

    A run that begins with `commit` is sealed. Its `beacon` is where one comes from, when it begins,
    and what the draw gave, when it goes on.

    `spec` is a file with settings. `resume` and `extend` name a stored run, `changed` allows other
    versions of its bots. `only` is the number of the one match to play, `part` K/N. `options` are
    K=V, `bots` NAME=TARGET.
    """

    spec: Path | None
    game: str | None
    options: tuple[str, ...]
    bots: tuple[str, ...]
    seats: int | None
    deals: int | None
    until: str | None
    hours: float | None
    block: str | None
    schedule: str | None
    seed: str | None
    bot_seed: str | None
    part: str | None
    time_per_move: float | None
    time_per_match: float | None
    memory: int | None
    isolation: str | None
    on_fault: str | None
    max_faults: str | None
    log: str | None
    name: str | None
    resume: str | None
    extend: str | None
    changed: bool
    replay_faults: bool
    only: int | None
    trace: str | None
    dry_run: bool
    progress: str | None
    commit: bool = False
    beacon: str | None = None

    @property
    def portion(self) -> Part:
        """The part of the run that is played; UsageFault if it cannot be read."""
        return WHOLE_RUN if self.part is None else read_part(self.part)


def refuse_contradictions(asked: AskedRun) -> None:
    """UsageFault for options that do not go together."""
    look, stored = asked.only is not None, asked.resume or asked.extend
    if asked.trace and not look:
        raise UsageFault(say("app.run-trace-what"))
    if asked.resume and asked.extend:
        raise UsageFault(say("app.not-both", one="--resume", other="--extend"))
    if asked.replay_faults and not asked.resume:
        raise UsageFault(say("app.run-replays-stored"))
    if asked.replay_faults and look:
        raise UsageFault(say("app.run-replays-whole"))
    if asked.changed and not stored:
        raise UsageFault(say("app.run-changed-stored"))
    if asked.changed and look:
        raise UsageFault(say("app.run-only-changed"))
    if asked.part is not None and (asked.extend or look):
        other = "--extend" if asked.extend else "--only"
        raise UsageFault(say("app.not-both", one="--part", other=other))


def refuse_settings(asked: AskedRun, option: str, but: tuple[str, ...] = ()) -> None:
    """UsageFault if settings are given that a stored run has already, except those in `but`."""
    keys = [key for key in (*PLAN_OPTIONS, "options", "bots") if key not in but]
    # Options that are not given are None, those that may be repeated an empty tuple.
    extra = [key for key in keys if getattr(asked, key) not in (None, ())]
    if asked.spec is not None or extra:
        # The options of the tables are given one at a time: --option, --bot.
        flag = {"options": "option", "bots": "bot"}.get(extra[0], extra[0]) if extra else ""
        file = asked.spec is not None
        what: str | Message = say("app.run-spec-file") if file else f"--{flag.replace('_', '-')}"
        raise UsageFault(say("app.run-own-settings", option=option, what=what))


def planned(host: Host, asked: AskedRun) -> Plan:
    """The plan of a new run, from its file and its options; the seed `run:NAME` means its seeds."""
    flags = Plan(
        **{key: getattr(asked, key) for key in (*PLAN_OPTIONS, "max_faults")},
        options=option_pairs(asked.options),
        bots=bot_pairs(asked.bots),
    )
    plan = flags if asked.spec is None else overlaid(read_plan(asked.spec), flags)
    # Time ends such a run, so the number of deals must not.
    if asked.hours and plan.deals is None:
        plan = replace(plan, deals=DEALS_BY_RULE)
    if plan.seed is not None and plan.seed.startswith(SEEDS_OF):
        if plan.bot_seed is not None:
            raise UsageFault(say("app.run-both-seeds", seed=plan.seed))
        # The same cards and the same luck of bots as in that run.
        stored = run_named(host.store(), plan.seed.removeprefix(SEEDS_OF))
        if seeds_are_secret(host.store(), stored):
            raise Conflict(say("app.seal-closed-seeds", run=stored.spec.name))
        other = stored.spec
        plan = replace(plan, seed=other.seed, bot_seed=other.bot_seed or None)
    if asked.portion != WHOLE_RUN:  # parts of different runs would not belong together
        if plan.seed is None:
            raise UsageFault(say("app.run-part-seed"))
        if plan.until:
            raise UsageFault(say("app.run-part-rule", option="--until"))
    return plan


@contextmanager
def loaded_run(
    host: Host, workers: Workers, database: Path | None, load: Callable[[], Prepared]
) -> Iterator[Prepared]:
    """Load a run and its bots, say warnings about them, and end their processes afterwards."""
    with ExitStack() as stack:
        if database:
            stack.enter_context(hidden(str(database)))
        with redirect_stdout(sys.stderr):  # what bots print is no data
            prepared = load()
        stack.enter_context(prepared)
        # Within the context: the bots of a run that cannot be played are ended, too.
        require_playable(prepared, workers)
        targets = [bot.target for bot in prepared.spec.bots]
        for line in (*prepared.lacks, *prepared.others, *hidden_bots(targets)):
            host.say(say("app.warning", text=line))
        yield prepared


def free_run_name(base: str, store: Database | None) -> str:
    """A name that no run of the database has."""
    return free_name(base, {run.spec.name for run in all_runs(store)} if store else ())


def new_run(
    host: Host, prepared: Prepared, name: str | None, base: str, part: Part
) -> tuple[StoredRun, Prepared]:
    """Store a run under its name, else one like `base`; a part of a run that is there goes on."""
    store, spec = host.store(create=True), prepared.spec
    # Warn if bots that are not built in could guess the seed, and with it all cards.
    if guessable(spec.seed) and not all(is_built_in(bot.target) for bot in spec.bots):
        host.say(say("app.run-guessable", seed=quoted(spec.seed)))
    # A part has the name of its run on every machine, so that the parts can be merged.
    named = prepared.named(name or free_run_name(base, None if part != WHOLE_RUN else store))
    if part != WHOLE_RUN:
        for run in all_runs(store):
            if run.spec.name == named.spec.name and not any(differences(run.spec, named.spec)):
                return run, named
    return add_run(store, named.spec, reproducible=named.reproducible), named


def with_changed_bots(host: Host, run: StoredRun, prepared: Prepared) -> StoredRun:
    """Store the current versions of the bots if they have changed."""
    if not prepared.others:
        return run
    host.say(say("app.run-bots-changed", run=run.spec.name))
    return change_bots(host.store(), run, prepared.spec.bots)
