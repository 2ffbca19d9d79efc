"""Wrong command lines as values: the errors of commands and options, and their messages.

Click's own exceptions hold finished English sentences; these hold a message with its arguments.
Messages are imported only when there is an error, which keeps the start fast.
"""

from collections.abc import Sequence
from math import nan
from typing import TYPE_CHECKING, Any

import click

from engines.messages import Sentence, say
from tourney.domain.bounds import AUTHOR
from tourney.domain.errors import UsageFault, quoted
from tourney.domain.safe_text import is_text

if TYPE_CHECKING:
    from engines.messages import Message


class Misuse(click.UsageError):
    """A wrong command line, with a message that has a text in every language."""

    def __init__(self, reason: "Message", ctx: click.Context | None = None) -> None:
        super().__init__(str(reason), ctx)
        self.reason = reason


class OneWordOf(click.Choice[str]):
    """One word of a list."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The word; Misuse names the known ones."""
        # Not by click's own check, whose answer exists in English only.
        if value in self.choices:
            return str(value)
        known = ", ".join(self.choices)
        raise Misuse(
            say("cli.not-a-choice", what=called(param), value=quoted(value), known=known), ctx
        )


class Number(click.ParamType[Any]):
    """A number of any size, whole or not."""

    def __init__(self, kind: type[int] | type[float]) -> None:
        self.kind = kind
        self.name = "integer" if kind is int else "float"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> int | float:
        """The number; Misuse for other words."""
        try:
            return self.kind(value)
        except ValueError:
            code = Sentence("cli.not-an-integer" if self.kind is int else "cli.not-a-float")
            raise Misuse(code(what=called(param), value=quoted(str(value))), ctx) from None


class WholeNumber(click.IntRange):
    """A whole number from a least one on, perhaps up to a greatest one."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number; Misuse names the limits."""
        try:
            return int(super().convert(value, param, ctx))
        except click.BadParameter:
            given = {"what": called(param), "value": quoted(value)}
            least = int(self.min or 0)
            if self.max is None:
                raise Misuse(say("cli.not-at-least", **given, least=least), ctx) from None
            limits = {"least": least, "most": int(self.max)}
            raise Misuse(say("cli.not-within", **given, **limits), ctx) from None


class PositiveNumber(click.FloatRange):
    """A number above 0, perhaps up to a greatest one; not a number (`nan`) is none."""

    def __init__(self, most: float | None = None) -> None:
        super().__init__(0, most, min_open=True)

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """The number; Misuse names the limits."""
        try:
            number = float(super().convert(value, param, ctx))
        except click.BadParameter:
            number = nan
        # nan differs from itself, and is within every range for click.
        if number == number:
            return number
        given = {"what": called(param), "value": quoted(str(value))}
        fault = (
            say("cli.not-above-0", **given)
            if self.max is None
            else say("cli.not-up-to", **given, most=int(self.max))
        )
        raise Misuse(fault, ctx)


class AuthorName(click.ParamType[str]):
    """The name of somebody who changes data."""

    name = "text"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The name without outer blanks; UsageFault if the log cannot have it."""
        # The log keeps it for good, so it must be readable there.
        text = str(value)
        if not (text.strip() and is_text(text)):
            raise UsageFault(say("cli.no-author", name=quoted(text)))
        if len(text) > AUTHOR:
            raise UsageFault(say("cli.long-author", name=quoted(text), most=AUTHOR))
        return text.strip()


class WebAddress(click.ParamType[str]):
    """An address of a web page or server, such as the example; empty for none."""

    name = "text"

    def __init__(self, example: str, most: int | None = None) -> None:
        self.example = example
        self.most = most  # the most characters

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The address without outer blanks; Misuse for other words."""
        text = str(value).strip()
        plain = text.startswith(("http://", "https://")) and text.isprintable() and " " not in text
        if text and not (plain and len(text) <= (self.most or len(text))):
            raise Misuse(
                say("cli.no-address", what=called(param), value=quoted(text), example=self.example),
                ctx,
            )
        return text


def called(param: click.Parameter | None) -> str:
    """An option as it is typed, an argument as the help shows it."""
    if isinstance(param, click.Option):
        return max(param.opts, key=len)
    return param.metavar or (param.name or "").upper() if param else "?"


def unexpected(words: Sequence[str], ctx: click.Context) -> Misuse:
    """The error for arguments that a command does not take."""
    return Misuse(say("cli.unexpected", count=len(words), words=" ".join(map(quoted, words))), ctx)


def fault(error: click.ClickException) -> "Message | str":
    """The message of a wrong command line; click's English text where we have none."""
    if isinstance(error, Misuse):
        return error.reason
    # Click has no class of its own for this error.
    if isinstance(error, click.UsageError) and error.message == "Missing command.":
        return say("cli.missing-command")
    if isinstance(error, click.NoSuchCommand):
        from difflib import get_close_matches

        group = error.ctx.command if error.ctx else None
        there = group.commands if isinstance(group, click.Group) else ()
        near = get_close_matches(error.command_name, there, 3, 0.5)  # more than click suggests
        return _suggesting(say("cli.unknown-command", name=quoted(error.command_name)), near)
    if isinstance(error, click.NoSuchOption):
        return _suggesting(
            say("cli.unknown-option", name=quoted(error.option_name)), error.possibilities
        )
    if isinstance(error, click.MissingParameter) and error.param:
        name = called(error.param)
        is_option = isinstance(error.param, click.Option)
        missing = say("cli.missing-option" if is_option else "cli.missing-argument", what=name)
        if not isinstance(error.param.type, click.Choice):
            return missing
        known = ", ".join(map(str, error.param.type.choices))
        return say("cli.missing-choice", missing=missing, known=known)
    if isinstance(error, click.BadOptionUsage):
        # An option lacks its value, or a switch has one; click uses one class for both.
        params = error.ctx.command.params if error.ctx else []
        takes_value = all(
            isinstance(param, click.Option) and not (param.is_flag or param.count)
            for param in params
            if error.option_name in param.opts
        )
        code = "cli.value-missing" if takes_value else "cli.no-value-taken"
        return say(code, name=error.option_name)
    if isinstance(error, click.BadParameter) and error.param:
        return say("cli.invalid", what=called(error.param), why=_uncapitalized(error.message))
    return _uncapitalized(error.format_message())


def _uncapitalized(text: str) -> str:
    return text[:1].lower() + text[1:].rstrip(".")


def _suggesting(unknown: "Message", names: Sequence[str] | None) -> "Message":
    if not names:
        return unknown
    # 'a', 'b' or 'c': the words between them depend on the language.
    first, *others = (quoted(name) for name in names[:3])
    meant: Message | str = first
    for name in others:
        meant = say("cli.or", first=meant, second=name)
    return say("cli.did-you-mean", fault=unknown, names=meant)
