"""Turns failures into one line on stderr and an exit code; a bug keeps its traceback.

Errors of the database are translated in `store`, those of command lines in `usage`.
"""

import errno
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import click

from engines.messages import Message, Words, say
from tourney.cli.terminal.streams import terminal_closed
from tourney.domain.errors import TourneyError, UsageFault, quoted

INTERRUPTED = 130
"""The exit code after Ctrl-C and other signals: as a shell says it of a killed program, 128 + 2."""


@dataclass(frozen=True, slots=True)
class Failure:
    """The line to print, empty for none, and the exit code."""

    message: str
    exit_code: int


# Words and not sentences of a catalogue: it cannot be read when, say, too many files are open.

MAKE_ROOM: Final = Words(
    "free some disk space and try again", "空きを作って、もう一度実行してください"
)
NO_PERMISSION: Final = Words("no permission", "アクセスする権限がありません")
CHANGE_PERMISSIONS: Final = Words("change its permissions", "権限を変えてください")
IS_SERVER_UP: Final = Words("is the server up?", "サーバーは動いていますか?")
NO_FILE: Final = Words("no such file", "ファイルがありません")
CHECK_PATH: Final = Words("check the path", "パスを確かめてください")
STOPPED: Final = Words("interrupted", "中断しました")
HALF_COMPILED: Final = Words(
    "a compiled file of the program is incomplete, perhaps written on a full disk; "
    "delete the folders '__pycache__' below '{folder}'",
    "プログラムのコンパイル済みファイルが不完全です(ディスクに空きがないときに書かれた可能性)。"
    "'{folder}'以下の'__pycache__'フォルダーを削除してください",
)
BOT_COMMAND: Final = Words(
    "the command line of a bot is too long", "ボットのコマンドラインが長すぎます"
)
USE_FILE: Final = Words("put its arguments into a file", "引数をファイルに書いてください")
ENVIRONMENT: Final[Mapping[int, tuple[Words, Words]]] = {
    errno.ENOSPC: (
        Words("no space left on the device", "デバイスに空き容量がありません"),
        MAKE_ROOM,
    ),
    errno.EDQUOT: (Words("disk quota exceeded", "ディスクの割り当てを使い切りました"), MAKE_ROOM),
    errno.EFBIG: (
        Words("file size limit reached", "ファイルをこれ以上大きくできません"),
        Words("raise the limit with ulimit -f", "ulimit -fで上限を上げてください"),
    ),
    errno.EACCES: (NO_PERMISSION, CHANGE_PERMISSIONS),
    errno.EPERM: (NO_PERMISSION, CHANGE_PERMISSIONS),
    errno.EROFS: (
        Words("read-only file system", "読み取り専用のファイルシステムです"),
        Words("write somewhere else", "別の場所に書いてください"),
    ),
    errno.EISDIR: (
        Words("this is a folder, not a file", "ファイルではなくフォルダーです"),
        Words("name a file", "ファイルを指定してください"),
    ),
    errno.EIO: (
        Words("the device failed to read or write", "デバイスの読み書きに失敗しました"),
        Words("check the device", "デバイスを調べてください"),
    ),
    errno.EMFILE: (
        Words("too many open files", "開いているファイルが多すぎます"),
        Words("close some files or raise the limit", "いくつか閉じるか、上限を上げてください"),
    ),
    errno.ENAMETOOLONG: (
        Words("file name too long", "ファイル名が長すぎます"),
        Words("choose a shorter one", "短い名前にしてください"),
    ),
    errno.ELOOP: (
        Words("circular symbolic links", "シンボリックリンクが循環しています"),
        CHECK_PATH,
    ),
    errno.ESTALE: (
        Words(
            "the file has disappeared from the network drive",
            "ネットワークドライブからファイルが消えました",
        ),
        Words("try again", "もう一度実行してください"),
    ),
    errno.ECONNREFUSED: (Words("connection refused", "接続を拒否されました"), IS_SERVER_UP),
    errno.ECONNRESET: (Words("connection lost", "接続が切れました"), IS_SERVER_UP),
}
"""The fault and the remedy by the error number of the operating system."""
LONGEST = 600
"""Characters of the longest line; the middle of a longer one is left out."""


def failure(error: BaseException, lang: str = "en") -> Failure | None:
    """The line and the exit code for an error; None for a bug."""
    if isinstance(error, TourneyError):
        if lang == "en" or isinstance(error.message, str):
            return Failure(one_line(error.text(lang)), error.exit_code)
        from tourney.render.code_words import worded

        return Failure(one_line(worded(error.message, lang)), error.exit_code)
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        return Failure(error.format_message(), 2)
    if isinstance(error, click.ClickException):
        from tourney.cli.usage import fault as misuse

        wrong = misuse(error)
        if isinstance(error, click.UsageError):
            command = error.ctx.command_path if error.ctx else "tourney"
            wrong = say("cli.see-help", fault=wrong, command=command)
        return Failure(
            one_line(wrong if isinstance(wrong, str) else wrong.text(lang)), error.exit_code
        )
    if isinstance(error, EOFError) and "marshal" in str(error):  # Python's words for it
        said = HALF_COMPILED.text(lang).format(folder=Path(__file__).parents[2])
        return Failure(one_line(said), 1)
    if isinstance(error, KeyboardInterrupt | click.Abort | EOFError):
        return Failure(STOPPED.text(lang), INTERRUPTED)
    if isinstance(error, BrokenPipeError):  # the reader, say `head`, has seen enough
        return Failure("", 1)
    if isinstance(error, OSError) and error.errno == errno.EIO and terminal_closed():
        # SIGHUP comes later, or while the last words to the terminal are written, or not at all.
        return Failure(STOPPED.text(lang), INTERRUPTED)
    if not isinstance(error, OSError):
        return None
    name = f" {one_line(quoted(str(error.filename)))}" if error.filename else ""
    stop = "。" if lang == "ja" else "; "
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        colon = ":" if name and lang == "ja" else ""
        return Failure(f"{NO_FILE.text(lang)}{colon}{name}{stop}{CHECK_PATH.text(lang)}", 5)
    if error.errno == errno.E2BIG:  # the error names the interpreter, not the bot
        return Failure(f"{BOT_COMMAND.text(lang)}{stop}{USE_FILE.text(lang)}", 1)
    # Any other error of the system is unforeseen, and so a bug, which keeps its traceback.
    known = ENVIRONMENT.get(error.errno or 0)
    if known is None:
        return None
    fault, remedy = (words.text(lang) for words in known)
    return Failure(f"{fault}{':' if name else ''}{name}{stop}{remedy}", 1)


def one_line(text: str) -> str:
    """`text` on one line, without control characters and full stop, shortened if very long."""
    from tourney.domain.safe_text import visible

    words = visible(" ".join(text.split()).removesuffix("."))
    if len(words) > LONGEST:
        words = f"{words[: LONGEST // 2]} … {words[-LONGEST // 2 :]}"
    return words


def damage(target: str, error: Exception) -> TourneyError | None:
    """The error to report instead of `error`; None if the database at `target` is not the cause."""
    # Only what looks like a bug, or like a setting that nobody typed, is worth a look at all of
    # the database; other errors say for certain what is wrong.
    known = isinstance(error, click.ClickException | click.exceptions.Exit | OSError | EOFError)
    ours = isinstance(error, TourneyError) and not isinstance(error, UsageFault)
    if known or ours or "tourney.store" not in sys.modules:  # no command has read a database
        return None
    from tourney.runs.run_problems import settings_problems
    from tourney.store import open_store
    from tourney.store.care import opened
    from tourney.store.connect import address
    from tourney.store.database_faults import Damaged
    from tourney.store.integrity import problems
    from tourney.store.runs import all_runs

    try:
        if isinstance(error, UsageFault):  # the settings of a stored run may have caused it
            with open_store(target) as store:
                settings = settings_problems(all_runs(store))
                faults: list[Message | str] = [
                    one.message() for one in settings if one.causes(error)
                ]
        else:
            with opened(target) as database:
                faults = [*problems(database)]
    except Damaged as damaged:
        return damaged
    except TourneyError:  # it cannot be looked at, so it is not known to be the cause
        return None
    if not faults:
        return None
    return Damaged(say("cli.db-damaged", database=address(target).shown, problem=faults[0]))
