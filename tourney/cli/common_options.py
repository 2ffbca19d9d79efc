"""Options that several commands share: the author, a place in an event, paper, workers."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Self, TypeVar

import click

from engines.messages import say
from tourney.cli.base import App, remember
from tourney.cli.settings import MOST_JOBS
from tourney.cli.usage import AuthorName, OneWordOf, WebAddress, WholeNumber
from tourney.domain.errors import UsageFault

if TYPE_CHECKING:
    from tourney.app.event_tables import AskedPlace
    from tourney.work.executors import Workers

F = TypeVar("F", bound=Callable[..., Any])


def author_option(function: F) -> F:
    """Add `--by NAME`, which `App.by` has."""
    attrs: dict[str, Any] = {"expose_value": False, "callback": remember}
    return click.option("--by", "author", metavar="NAME", type=AuthorName(), **attrs)(function)


SIMILAR: Final = ("ask", "new", "join", "error")
"""What to do about a new name that looks like a known player: the words of `--on-similar`."""
PLACE_OPTIONS = ("event", "stage", "round", "table", "casual")


def place_options(function: F) -> F:
    """Add the options that say where a match is in an event."""
    # As with decorators, the last one stands first in the help.
    function = click.option("--casual", is_flag=True)(function)
    function = click.option("--table", metavar="T")(function)
    function = click.option("--round", metavar="R")(function)
    function = click.option("--stage", metavar="NAME")(function)
    return click.option("--event", metavar="NAME")(function)


SHEETS, SLIPS, WALL = "sheets", "slips", "wall"
"""The kinds of paper of a round: the words of `--kind`."""


def paper_options(function: F) -> F:
    """Add the options that say what is printed of a round: `--kind` and `--address`."""
    # A longer address makes a code too fine for telephones.
    address = WebAddress("http://192.168.1.7:8765", 200)
    function = click.option("--address", type=address, metavar="URL")(function)
    return click.option("--kind", type=OneWordOf((SHEETS, SLIPS, WALL)), default=SHEETS)(function)


def asked_place(given: Mapping[str, Any]) -> "AskedPlace":
    """The values of these options."""
    from tourney.app.event_tables import AskedPlace

    return AskedPlace(**{key: given[key] for key in PLACE_OPTIONS})


def executor_options(what: str) -> Callable[[F], F]:
    """The options `--jobs`, `--executor`, `--ship` and `--wait` of a command.

    A command that plays has `--trust-bots`, too.
    """
    options = (
        click.option("-j", "--jobs", type=WholeNumber(1, MOST_JOBS), metavar="N"),
        click.option("--executor", metavar="E"),
        click.option("--ship", metavar="PATH", multiple=True),
        click.option("--wait", metavar="TIME"),
    )
    trust = click.option("--trust-bots", is_flag=True)

    def add(function: F) -> F:
        for option in reversed((*options, trust) if what == "play" else options):
            function = option(function)
        return function

    return add


@dataclass(frozen=True, slots=True)
class AskedWorkers:
    """What the options of `executor_options` say; None for those not given."""

    jobs: int | None
    executor: str | None
    ship: tuple[str, ...]
    wait: str | None
    trust_bots: bool

    @classmethod
    def taken(cls, given: dict[str, Any]) -> Self:
        """These options, which are taken out of all that were given."""
        # What stays in `given` are the arguments of a dataclass that does not know these.
        trust = given.pop("trust_bots", False)
        jobs, executor = given.pop("jobs"), given.pop("executor")
        return cls(jobs, executor, given.pop("ship"), given.pop("wait"), trust)

    def words(self) -> tuple[str, ...]:
        """The options as they were given, for a command that goes on."""
        # Only what was typed: what a setting says, it says again to the next command.
        words = ["-j", str(self.jobs)] if self.jobs is not None else []
        words += ["--executor", self.executor] if self.executor is not None else []
        for path in self.ship:
            words += ["--ship", path]
        words += ["--trust-bots"] if self.trust_bots else []
        return (*words, *(["--wait", self.wait] if self.wait is not None else []))


def workers_of(app: App, asked: AskedWorkers) -> "Workers":
    """The workers that are asked for; lines about a cluster go to stderr.

    `--wait` holds from now on for the database, too.
    """
    from tourney.work.executors import read_duration, read_executor

    # A scheduler or a server may be starting at the same time as this command.
    app.wait = 0.0 if asked.wait is None else read_duration(asked.wait)
    workers = read_executor(asked.executor, asked.jobs or app.jobs, asked.ship, app.wait)
    # A cluster has as many workers as it has; and it must be told that bots may run on it.
    if workers.cluster is not None:
        if asked.jobs is not None:
            raise UsageFault(say("work.jobs-and-cluster"))
        workers.cluster.say = app.say
        workers.cluster.trusting = asked.trust_bots
    elif asked.trust_bots:
        raise UsageFault(say("work.trust-without-cluster"))
    return workers
