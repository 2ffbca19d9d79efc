"""Options that say where a match of `record` or `play` is in an event."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from tourney.app.event_tables import AskedPlace

F = TypeVar("F", bound=Callable[..., Any])

OPTIONS = (
    ("--event", "NAME", "Event of the match.  [default: the only event of today]"),
    ("--stage", "NAME", "Stage of the event."),
    ("--round", "R", "Round of the event."),
    ("--table", "T", "Table."),
)


def place_options(function: F) -> F:
    """Add the options that say where a match is in an event."""
    help_text = "The match belongs to no event, although one is open today."
    function = click.option("--casual", is_flag=True, help=help_text)(function)
    for name, metavar, words in reversed(OPTIONS):
        function = click.option(name, metavar=metavar, help=words)(function)
    return function


def asked_place(given: Mapping[str, Any]) -> "AskedPlace":
    """The values of these options."""
    from tourney.app.event_tables import AskedPlace

    keys = ("event", "stage", "round", "table", "casual")
    return AskedPlace(**{key: given[key] for key in keys})
