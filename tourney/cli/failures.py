"""Failures into one line on stderr and an exit code; what is no user's fault stays a traceback.

Knows click and the error tree; a database's own errors are told by the store.
"""

import errno
from dataclasses import dataclass

import click

from tourney.domain.errors import TourneyError, quoted
from tourney.render.text import visible

INTERRUPTED = 130


@dataclass(frozen=True, slots=True)
class Failure:
    """What is told and what the process ends with; no message = say nothing."""

    message: str
    exit_code: int


ENVIRONMENT = {
    errno.ENOSPC: ("no space left on the device", "make room and repeat"),
    errno.EDQUOT: ("disk quota exceeded", "make room and repeat"),
    errno.EFBIG: ("the file may not grow any more", "raise the limit with ulimit -f"),
    errno.EACCES: ("no permission", "change its permissions"),
    errno.EPERM: ("no permission", "change its permissions"),
    errno.EROFS: ("read-only file system", "write somewhere else"),
    errno.EISDIR: ("a folder where a file is needed", "name a file"),
    errno.EIO: ("the device failed to read or write", "check it"),
    errno.EMFILE: ("too many open files", "close some or raise the limit"),
    errno.ENAMETOOLONG: ("file name too long", "choose a shorter one"),
    errno.ELOOP: ("symbolic links that lead in a circle", "check the path"),
    errno.ESTALE: ("the file is gone from the network drive", "repeat the command"),
    errno.ECONNREFUSED: ("connection refused", "is the server up?"),
    errno.ECONNRESET: ("connection lost", "is the server up?"),
}
LONGEST = 600
"""Characters of a line that is told; what is in between is left out of a longer one."""


def failure(error: BaseException) -> Failure | None:
    """How `error` is told; None for a bug."""
    if isinstance(error, TourneyError):
        return Failure(one_line(str(error)), error.exit_code)
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        return Failure(error.format_message(), 2)
    if isinstance(error, click.ClickException):
        return Failure(one_line(_usage(error)), error.exit_code)
    if isinstance(error, KeyboardInterrupt | click.Abort | EOFError):
        return Failure("interrupted", INTERRUPTED)
    if isinstance(error, BrokenPipeError):
        return Failure("", 1)
    return _environment(error) if isinstance(error, OSError) else None


def one_line(text: str) -> str:
    """`text` without line breaks, control characters and the full stop, of bearable length."""
    words = visible(" ".join(text.split()).removesuffix("."))
    if len(words) > LONGEST:
        words = f"{words[: LONGEST // 2]} … {words[-LONGEST // 2 :]}"
    return words


def _usage(error: click.ClickException) -> str:
    message = error.format_message()
    if isinstance(error, click.NoSuchOption):
        message = f"no such option {quoted(error.option_name)}{_meant(error.possibilities)}"
    elif isinstance(error, click.BadParameter) and isinstance(error.param, click.Argument):
        message = _argument(error, error.param)
    message = message[:1].lower() + message[1:].rstrip(".")
    if not isinstance(error, click.UsageError):
        return message
    return f"{message}; see: {error.ctx.command_path if error.ctx else 'tourney'} --help"


def _argument(error: click.BadParameter, param: click.Argument) -> str:
    """Click would quote the whole list of choices as the name of the argument."""
    name = param.metavar or (param.name or "").upper()
    if isinstance(error, click.MissingParameter):
        choices = param.type.choices if isinstance(param.type, click.Choice) else ()
        return f"missing argument {name}{': ' if choices else ''}{', '.join(map(str, choices))}"
    return f"invalid {name}: {error.message}"


def _meant(candidates: object) -> str:
    names = [str(name) for name in candidates] if isinstance(candidates, list | tuple) else []
    return f"; did you mean {' or '.join(map(repr, names[:3]))}?" if names else ""


def _environment(error: OSError) -> Failure | None:
    name = f" {quoted(str(error.filename))}" if error.filename else ""
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return Failure(f"no such file{name}; check the path", 5)
    if error.errno == errno.E2BIG:  # the error names the interpreter, not the bot
        return Failure("the command line of a bot is too long; put its arguments into a file", 1)
    if error.errno not in ENVIRONMENT:
        return None
    fault, remedy = ENVIRONMENT[error.errno]
    return Failure(f"{fault}{':' if name else ''}{name}; {remedy}", 1)
