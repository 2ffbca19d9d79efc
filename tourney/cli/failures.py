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
# No sentences: nothing more can be imported when, say, no file can be opened any more.
IN_JAPANESE = {
    "no space left on the device": "デバイスに空き容量がありません",
    "make room and repeat": "空きを作って、もう一度実行してください",
    "disk quota exceeded": "ディスクの割り当てを使い切りました",
    "no permission": "アクセスする権限がありません",
    "change its permissions": "権限を変えてください",
    "read-only file system": "読み取り専用のファイルシステムです",
    "write somewhere else": "別の場所に書いてください",
    "a folder where a file is needed": "ファイルではなくフォルダーです",
    "name a file": "ファイルを指定してください",
    "the device failed to read or write": "デバイスの読み書きに失敗しました",
    "check it": "デバイスを調べてください",
    "too many open files": "開いているファイルが多すぎます",
    "close some or raise the limit": "いくつか閉じるか、上限を上げてください",
    "file name too long": "ファイル名が長すぎます",
    "choose a shorter one": "短い名前にしてください",
    "connection refused": "接続を拒否されました",
    "connection lost": "接続が切れました",
    "is the server up?": "サーバーは動いていますか?",
    "no such file": "ファイルがありません",
    "check the path": "パスを確かめてください",
    "interrupted": "中断しました",
    "the file may not grow any more": "ファイルをこれ以上大きくできません",
    "raise the limit with ulimit -f": "ulimit -fで上限を上げてください",
    "symbolic links that lead in a circle": "シンボリックリンクが循環しています",
    "the file is gone from the network drive": "ネットワークドライブからファイルが消えました",
    "repeat the command": "もう一度実行してください",
}
LONGEST = 600
"""Characters of a line that is told; what is in between is left out of a longer one."""


def failure(error: BaseException, lang: str = "en") -> Failure | None:
    """What is said of `error`; None for a bug."""
    if isinstance(error, TourneyError):
        return Failure(one_line(error.text(lang)), error.exit_code)
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        return Failure(error.format_message(), 2)
    if isinstance(error, click.ClickException):
        return Failure(one_line(_usage(error)), error.exit_code)
    if isinstance(error, KeyboardInterrupt | click.Abort | EOFError):
        return Failure(_in("interrupted", lang), INTERRUPTED)
    if isinstance(error, BrokenPipeError):
        return Failure("", 1)
    return _environment(error, lang) if isinstance(error, OSError) else None


def _in(text: str, lang: str) -> str:
    return IN_JAPANESE.get(text, text) if lang == "ja" else text


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


def _environment(error: OSError, lang: str) -> Failure | None:
    name = f" {quoted(str(error.filename))}" if error.filename else ""
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return Failure(f"{_in('no such file', lang)}{name}; {_in('check the path', lang)}", 5)
    if error.errno == errno.E2BIG:  # the error names the interpreter, not the bot
        return Failure("the command line of a bot is too long; put its arguments into a file", 1)
    if error.errno not in ENVIRONMENT:
        return None
    fault, remedy = (_in(text, lang) for text in ENVIRONMENT[error.errno])
    return Failure(f"{fault}{':' if name else ''}{name}; {remedy}", 1)
