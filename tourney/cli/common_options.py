"""Options that several commands share: the author, a place in an event, and who does the work."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

import click

from engines.messages import say
from tourney.cli.base import App
from tourney.cli.settings import MOST_JOBS
from tourney.cli.usage import WholeNumber
from tourney.domain.bounds import AUTHOR
from tourney.domain.errors import UsageFault, quoted
from tourney.domain.safe_text import is_text

if TYPE_CHECKING:
    from tourney.app.event_tables import AskedPlace
    from tourney.work.executors import Workers

F = TypeVar("F", bound=Callable[..., Any])


def _name(_ctx: click.Context, _param: click.Parameter, value: str | None) -> str | None:
    if value is not None and not (value.strip() and is_text(value)):
        raise UsageFault(say("cli.no-author", name=quoted(value)))
    if value is not None and len(value) > AUTHOR:
        raise UsageFault(say("cli.long-author", name=quoted(value), most=AUTHOR))
    return value and value.strip()


def author_option(function: F) -> F:
    """Add `--by NAME`, passed as `author`."""
    return click.option("--by", "author", metavar="NAME", callback=_name)(function)


OPTIONS = (("--event", "NAME"), ("--stage", "NAME"), ("--round", "R"), ("--table", "T"))

PLACE_OPTIONS = ("event", "stage", "round", "table", "casual")


def place_options(function: F) -> F:
    """Add the options that say where a match is in an event."""
    function = click.option("--casual", is_flag=True)(function)
    for name, metavar in reversed(OPTIONS):
        function = click.option(name, metavar=metavar)(function)
    return function


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


def executor_words(given: dict[str, Any]) -> tuple[str, ...]:
    """The options of `executor_options` as they were given, for a command that goes on."""
    words = ["-j", str(given["jobs"])] if given["jobs"] is not None else []
    words += ["--executor", given["executor"]] if given["executor"] is not None else []
    for path in given["ship"]:
        words += ["--ship", path]
    words += ["--trust-bots"] if given.get("trust_bots") else []
    return (*words, *(["--wait", given["wait"]] if given["wait"] is not None else []))


def workers_of(app: App, given: dict[str, Any]) -> "Workers":
    """The workers that the options of a command name; lines about a cluster go to stderr.

    `--wait` holds from now on for the database, too.
    """
    from tourney.work.executors import read_duration, read_executor

    app.wait = 0.0 if given["wait"] is None else read_duration(given["wait"])
    jobs = given["jobs"] or app.jobs
    workers = read_executor(given["executor"], jobs, given["ship"], app.wait)
    if workers.cluster is not None:
        if given["jobs"] is not None:
            raise UsageFault(say("work.jobs-and-cluster"))
        workers.cluster.say = app.say
        workers.cluster.trusting = given.get("trust_bots", False)
    elif given.get("trust_bots"):
        raise UsageFault(say("work.trust-without-cluster"))
    return workers
