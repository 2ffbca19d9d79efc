"""Wrong command lines as values: the errors of commands and options, and their messages.

Click's own exceptions hold finished English sentences; these hold a message with its arguments.
Messages are imported only when there is an error, which keeps the start fast.
"""

from collections.abc import Callable, Mapping, Sequence
from math import nan
from typing import TYPE_CHECKING, Any, Final

import click

from engines.messages import Sentence, say
from tourney.cli.settings import FORMATS
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
        wrong = say("cli.not-a-choice", what=called(param), value=quoted(value), known=known)
        from tourney.cli.wrong_words import choices_for

        names, _ = _typed(ctx, "")
        meant = _answered(wrong, names, str(value))
        raise Misuse(meant or _suggesting(wrong, choices_for(names, str(value), self.choices)), ctx)


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


def unexpected(words: Sequence[str], ctx: click.Context) -> click.UsageError:
    """The error for arguments that a command does not take."""
    from tourney.cli.wrong_words import instead_of

    names, args = _typed(ctx, "")
    wrong = say("cli.unexpected", count=len(words), words=" ".join(map(quoted, words)))
    meant = _answered(wrong, names, words[0])
    return Misuse(meant or _suggesting(wrong, instead_of(names, args, words)), ctx)


def refuse_other_dashes(args: Sequence[str], ctx: click.Context) -> None:
    """NoSuchOption for an option after a dash of another kind or width, an argument for click."""
    for word in args:
        if word == "--":
            break
        if not word[:1].isascii():
            from tourney.cli.completion import commands
            from tourney.cli.wrong_words import DASHES, plain

            data, (names, _) = commands(), _typed(ctx, "")
            known = {**data["commands"][" ".join(names)]["options"], **data["globals"]}
            if word[0] in DASHES and f"--{plain(word.partition('=')[0]).lstrip('-')}" in known:
                raise click.NoSuchOption(word, ctx=ctx)


def fault(error: click.ClickException) -> "Message | str":
    """The message of a wrong command line; click's English text where we have none."""
    if isinstance(error, Misuse):
        return error.reason
    # Click has no class of its own for this error.
    if isinstance(error, click.UsageError) and error.message == "Missing command.":
        # Of many programs `-v` alone is the version.
        alone = _typed(error.ctx, "")[1] in (["-v"], ["--verbose"])
        return _suggesting(say("cli.missing-command"), ["--version"] if alone else ())
    if isinstance(error, click.NoSuchCommand):
        from tourney.cli.completion import commands
        from tourney.cli.wrong_words import commands_for

        unknown = say("cli.unknown-command", name=quoted(error.command_name))
        names, rest = _typed(error.ctx, error.command_name)
        if said := _answered(unknown, names, error.command_name):
            return said
        meant = commands_for(names, error.command_name, rest)
        if names and not meant:
            known = ", ".join(commands()["commands"][" ".join(names)]["commands"])
            return say("cli.missing-choice", missing=unknown, known=known)
        return _suggesting(unknown, meant)
    if isinstance(error, click.NoSuchOption):
        return _unknown_option(error)
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


def _unknown_option(error: click.NoSuchOption) -> "Message":
    """With the options that may be meant, or the commands that have it."""
    from tourney.cli.wrong_words import options_for

    names, args = _typed(error.ctx, "")
    option = error.option_name
    # A long option with one dash: click tells only the first letter that it does not know.
    if len(option) == 2:
        short = (one for one in args if one[:1] == "-" != one[1:2] and option[1] in one)
        option = next(short, option)
    unknown = say("cli.unknown-option", name=quoted(option))
    if said := _answered(unknown, (), option.lstrip("-")):
        return said
    near, others = options_for(names, option)
    if near or not others:
        return _suggesting(unknown, near)
    having = ", ".join(f"tourney {name}" for name in others)
    return say("cli.option-of-others", fault=unknown, commands=having)


def _typed(ctx: click.Context | None, word: str) -> tuple[list[str], list[str]]:
    """The words of the command of a fault, and what was typed after a wrong word, or all of it."""
    if ctx is None:
        return [], []
    args = list(getattr(ctx.find_root().obj, "args", ()))  # as the program got them
    rest = args[args.index(word) + 1 :] if word in args else args
    return ctx.command_path.split()[1:], rest


def _uncapitalized(text: str) -> str:
    return text[:1].lower() + text[1:].rstrip(".")


def _answered(wrong: "Message", names: Sequence[str], typed: str) -> "Message | None":
    """With what is said of a word that stands for nothing here; None if nothing is."""
    from tourney.cli.wrong_words import answer_for

    key = answer_for(names, typed)
    return say("cli.answered", fault=wrong, answer=say(f"cli.answer-{key}")) if key else None


def _suggesting(unknown: "Message", names: Sequence[str] | None) -> "Message":
    if not names:
        return unknown
    # 'a', 'b' or 'c': the words between them depend on the language.
    first, *others = (quoted(name) for name in names[:3])
    meant: Message | str = first
    for name in others:
        meant = say("cli.or", first=meant, second=name)
    return say("cli.did-you-mean", fault=unknown, names=meant)


# Each option has one meaning in all commands; these had two, and their old name is accepted in this
# version, with a note.

OLD_WORDS: Final[Mapping[str, Mapping[str, str]]] = {
    **{
        name: {"--by": "--points"}  # elsewhere the author of a change
        for name in ("standings", "season", "crosstable", "compare", "plot", "stats seats")
    },
    "event new": {"--format": "--schedule"},  # elsewhere how a table is written
    "event show": {"--players": "--entrants"},  # elsewhere names
    "event dates": {"--set": "--dates"},  # of event new: a setting of the format
    "ratings": {"--seats": "--each-seat"},  # elsewhere a number
    "record": {"--match": "--id"},  # elsewhere a match that is there
    "import": {"--as": "--type"},  # elsewhere a seat
    "match edit": {"--from": "--file"},  # elsewhere a move
}
"""By command: old options and their names now."""
OLD_CHARTS: Final = {"lengths": "length"}
"""Charts of `tourney plot` that had another name than the statistics."""


def renewed(name: str, args: Sequence[str], note: Callable[[str, str], None]) -> list[str]:
    """The arguments of a command with the names of now; `note` is told of each old one."""
    old = OLD_WORDS[name]
    found, ended = [], False
    for at, word in enumerate(args):
        ended = ended or word == "--"
        option, sign, value = word.partition("=")
        new = old.get(option) if not ended else None
        if option == "--format":
            # Of a new event it is now that of what is printed.
            value = value or "".join(args[at + 1 : at + 2])
            new = None if value in FORMATS else new
        if name == "plot" and at == 0:
            new = new or OLD_CHARTS.get(word)
        if new is not None:
            note(option, new)
            word = f"{new}{sign}{value}" if sign else new
        found.append(word)
    return found
