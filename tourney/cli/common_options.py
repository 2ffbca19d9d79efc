"""The option that names the author of a change."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

import click

from engines.messages import say
from tourney.domain.bounds import AUTHOR
from tourney.domain.errors import UsageFault, quoted
from tourney.domain.safe_text import is_text

if TYPE_CHECKING:
    from tourney.app.event_tables import AskedPlace


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
