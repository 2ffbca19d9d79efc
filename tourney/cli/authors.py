"""The option that names the author of a change."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

from engines.messages import say
from tourney.domain.bounds import AUTHOR
from tourney.domain.errors import UsageFault, quoted
from tourney.domain.safe_text import is_text

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
