"""Finds the run or match of the database that an argument names."""

from typing import TYPE_CHECKING

from engines.messages import Sentence
from tourney.cli.wording import NAMED
from tourney.domain.errors import NotFound, UsageFault, quoted

if TYPE_CHECKING:
    from collections.abc import Callable

    from engines.messages import Message
    from tourney.domain.matches import StoredMatch
    from tourney.store import Store, StoredRun


def choose_run(
    store: "Store", name: str | None, say: "Callable[[Message], None] | None" = None
) -> "StoredRun":
    """The run called `name` or `run:name`; without a name, the only run.

    Of several runs it is the newest one, which `say` reports; UsageFault without `say`.
    """
    if name is not None:
        return store.run(name.removeprefix("run:"))
    runs = store.runs()
    if not runs and (events := store.events()):
        # a closed event, or several open ones: none of them is meant without its name
        newest = ", ".join(quoted(event.name) for event in reversed(events[-NAMED:]))
        raise NotFound(
            Sentence("cli.standings-name-event")(
                events=newest if len(events) <= NAMED else f"{newest}, …"
            )
        )
    if not runs:
        raise NotFound(Sentence("cli.standings-no-runs")())
    if len(runs) > 1 and say is not None:
        say(Sentence("cli.standings-newest-run")(run=runs[-1].spec.name, count=len(runs)))
    elif len(runs) > 1:
        raise UsageFault(
            Sentence("cli.standings-which-run")(runs=", ".join(run.spec.name for run in runs))
        )
    return runs[-1]


def choose(store: "Store", name: str | None, *, entries: bool = True) -> "StoredRun | StoredMatch":
    """The run or match called `name`, `run:name` or `match:name`; without a name, the only run.

    If a run and a match have this name, it means the run. A match is read without its log unless
    `entries` is set.
    """
    if name is None or name.startswith("run:"):
        return choose_run(store, name)
    if name.startswith("match:"):
        return store.match(name.removeprefix("match:"), entries=entries)
    runs = {run.spec.name: run for run in store.runs()}
    if name in runs:
        return runs[name]
    try:
        return store.match(name, entries=entries)
    except NotFound:
        known = Sentence("cli.standings-known-runs")(runs=", ".join(runs)) if runs else ""
        raise NotFound(Sentence("cli.standings-neither")(name=quoted(name), known=known)) from None
