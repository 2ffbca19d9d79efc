"""Output of data: to stdout, or to a file that is replaced only when it is complete.

The ending of a file decides its format. Refuses to overwrite a database.
"""

import errno
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path, PurePath
from typing import Final, Self, TextIO

from engines.messages import say
from tourney.domain.errors import Conflict, UsageFault, quoted
from tourney.domain.new_files import draft_name

HEADS: Final = (
    b"SQLite format 3\0",
    b"\x37\x7f\x06\x82",
    b"\x37\x7f\x06\x83",
    b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7",
)
"""First bytes of a SQLite database, its write-ahead log in either byte order, its journal."""
SNAPSHOT: Final = b"trns"
"""The bytes at 68 of a file of `tourney export sqlite`, which is a SQLite database too."""
BESIDE: Final = ("-wal", "-shm", "-journal")

BINARY: Final = ("xlsx", "parquet")
"""Formats of tables that are no text: they need a file."""
TABLES_ONLY: Final = ("csv", "tsv", "markdown", "latex", "html")
"""Formats of text that can only hold tables."""
TABLE_ENDINGS: Final = {
    ".csv": "csv",
    ".tsv": "tsv",
    ".json": "json",
    ".jsonl": "jsonl",
    ".md": "markdown",
    ".tex": "latex",
    ".html": "html",
    ".htm": "html",
    ".txt": "plain",
    ".xlsx": "xlsx",
    ".parquet": "parquet",
}
"""The format of a table by the ending of its file."""
PAGE_ENDINGS: Final = {".html": "html", ".htm": "html"}
PLAIN_ENDINGS: Final = {".txt": "plain"}
TEXT_ENDINGS: Final = {**PLAIN_ENDINGS, ".json": "json", ".jsonl": "jsonl"}
RECORD_ENDINGS: Final = {".tmr": "plain", **TEXT_ENDINGS}
TEXT: Final = ("plain", "table")
"""Formats of tables in a file that ends in .txt."""


def format_of_file(output: str | None, endings: Mapping[str, str], given: str | None) -> str | None:
    """The format that the ending of a file decides; None for stdout, devices and without an ending.

    `given` is the format asked for by an option. UsageFault if it is another one than that of the
    ending, for an ending that is not in `endings` unless a format is given, and for a folder.
    """
    # A device such as /dev/null or a named pipe has a name without a meaning.
    if output in (None, "-") or (os.path.exists(output) and not os.path.isfile(output)):
        if output not in (None, "-") and os.path.isdir(output):
            raise UsageFault(say("cli.folder-given", name=quoted(output)))
        return None
    if output.endswith(("/", os.sep)):
        raise UsageFault(say("cli.folder-given", name=quoted(output)))
    ending = PurePath(output).suffix.lower()
    format = endings.get(ending)
    if not ending or (format is None and given is not None):
        return None
    if format is None:
        known = ", ".join(endings)
        raise UsageFault(say("cli.unknown-ending", name=quoted(output), known=known))
    if given is not None and given != format and not {given, format} <= set(TEXT):
        name = quoted(output)
        raise UsageFault(say("cli.other-ending", name=name, format=format, given=given))
    return format


@contextmanager
def errors_name(place: Path) -> Iterator[None]:
    """Make errors of the system name a file or folder: nobody has asked for its draft."""
    try:
        yield
    except OSError as error:
        error.filename, error.filename2 = str(place), None
        raise


class Output:
    """A file of text; a regular one is written under another name and renamed at the end."""

    def __init__(self, target: str) -> None:
        # A symbolic link stays one: the file that it names is replaced.
        self._final = final = Path(os.path.realpath(target))
        self._draft: Path | None = None
        refuse_database(final)
        with errors_name(final):
            place: Path | int = final
            if final.is_file() or not final.exists():
                self._draft = draft_name(final)
                place = _new_draft(self._draft, final)
            # A device or a pipe cannot be replaced: it is written to directly.
            self._file: TextIO = open(place, "w", encoding="utf-8", newline="\n")  # noqa: SIM115

    def isatty(self) -> bool:
        """Whether it is a terminal, which interprets control characters."""
        return self._file.isatty()

    def write(self, text: str) -> None:
        """Append `text` as it is."""
        try:  # for each row of a table: a context would cost more than writing it
            self._file.write(text)
        except OSError:
            with errors_name(self._final):
                raise

    def write_bytes(self, data: bytes) -> None:
        """Append data that is not text."""
        with errors_name(self._final):
            self._file.flush()
            self._file.buffer.write(data)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        try:
            with errors_name(self._final):
                # Closing writes the rest: only then is it known that all of it is on the disk.
                self._file.close()
                if self._draft and kind is None:
                    os.replace(self._draft, self._final)
        finally:
            if self._draft:
                with suppress(FileNotFoundError):
                    self._draft.unlink()


@contextmanager
def replaced_file(final: Path) -> Iterator[Path]:
    """A draft for a file, which it replaces only if nothing fails; errors name the file.

    A device or a pipe is not replaced: the complete draft is written to it.
    """
    refuse_database(final)
    if final.exists() and not final.is_file():
        import shutil
        from tempfile import TemporaryDirectory

        with TemporaryDirectory() as folder:
            draft = Path(folder) / "draft"
            yield draft
            with errors_name(final), draft.open("rb") as source, final.open("wb") as target:
                shutil.copyfileobj(source, target)
        return
    draft = draft_name(final)
    try:
        with errors_name(final):
            os.close(_new_draft(draft, final))
            yield draft
            os.replace(draft, final)
    finally:
        with suppress(FileNotFoundError):
            draft.unlink()


def _new_draft(draft: Path, final: Path) -> int:
    """Open a new file with the owner and the permissions of the one it replaces."""
    # Never through a link that somebody else has put there: the file must be new.
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
    if not final.exists():
        return os.open(draft, flags, 0o666)  # less what the umask of the user takes away
    # To rename needs no permission on the old file, but who may not write it may not replace it.
    if not os.access(final, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    old = final.stat()
    # Until it has its owner, nobody else may read what perhaps only they could read before.
    descriptor = os.open(draft, flags, 0o600)
    for owner in (-1, old.st_uid):  # often only the group may be set
        with suppress(OSError, AttributeError):
            os.fchown(descriptor, owner, old.st_gid)
    with suppress(OSError, AttributeError):
        os.fchmod(descriptor, old.st_mode & 0o777)
    return descriptor


def refuse_database(path: Path) -> None:
    """Conflict if a file is a SQLite database or belongs to one."""
    head = _head(path)
    is_database = head.startswith(HEADS) and head[68:72] != SNAPSHOT  # a snapshot may be replaced
    # A log or a journal without content is known by the database beside it.
    base = next((path.name.removesuffix(end) for end in BESIDE if path.name.endswith(end)), "")
    if is_database or (base and _head(path.with_name(base)).startswith(HEADS)):
        raise Conflict(say("cli.file-of-database", file=quoted(str(path))))


def refuse_place_of_database(output: str, database: Path) -> None:
    """Conflict if `output` is the file of a database, which may not exist yet, or one beside it."""
    places = {os.path.realpath(database) + end for end in ("", *BESIDE)}
    if os.path.realpath(output) in places:
        raise Conflict(say("cli.place-of-database", file=quoted(output)))


def _head(path: Path) -> bytes:
    with suppress(OSError):
        if path.is_file():
            with path.open("rb") as file:
                return file.read(72)
    return b""
