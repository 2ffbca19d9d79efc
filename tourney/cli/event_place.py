"""Options that say where a match of `record` or `play` is in an event."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from tourney.app.event_tables import AskedPlace

F = TypeVar("F", bound=Callable[..., Any])

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
