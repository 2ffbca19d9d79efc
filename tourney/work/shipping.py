"""Files that are sent to workers on other machines, so that bots need not be installed there.

A parcel holds files and folders under the names that they have in the current folder. A worker
unpacks it once, into a folder of its own, and works there.
"""

import hashlib
import io
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from engines.messages import Message, say
from tourney.domain.errors import DataFault, NotFound, UsageFault, quoted

if TYPE_CHECKING:
    from tarfile import TarInfo

SKIPPED: Final = frozenset({"__pycache__", ".git", ".venv"})
LARGEST: Final = 200 * 2**20
"""Bytes of the largest parcel; more belongs on a shared disk or into an image."""


class Parcel(NamedTuple):
    """Files as one archive, and the digest of the archive."""

    digest: str
    data: bytes


NOTHING: Final = Parcel("", b"")


def pack(paths: Sequence[str]) -> Parcel:
    """Files and folders inside the current folder as a parcel; equal files are an equal parcel."""
    import tarfile  # slow to import, rarely needed

    content = io.BytesIO()
    with tarfile.open(fileobj=content, mode="w", dereference=True) as archive:
        for path in _files(paths):
            if content.tell() + os.path.getsize(path) > LARGEST:
                raise UsageFault(_refusal(paths[0], say("work.too-large", most=LARGEST >> 20)))
            archive.add(path, filter=_plain)
    data = content.getvalue()
    return Parcel(hashlib.sha256(data).hexdigest(), data)


def _files(paths: Sequence[str]) -> Iterator[str]:
    here = Path.cwd()
    for path in paths:
        if not os.path.exists(path):
            raise NotFound(_refusal(path, say("work.not-there")))
        real = Path(os.path.abspath(path))
        if not real.is_relative_to(here) or real == here:
            raise UsageFault(_refusal(path, say("work.not-inside")))
        found = [real] if real.is_file() else _within(real)
        yield from (str(file.relative_to(here)) for file in found)


def _within(folder: Path, above: frozenset[Path] = frozenset()) -> Iterator[Path]:
    """The files of a folder and of those below it, also behind links.

    Links to nothing or to a folder above are left out, and so is what is no file: a pipe, a socket.
    """
    above |= {folder.resolve()}
    for path in sorted(folder.iterdir()):
        if path.is_file():
            yield path
        elif path.is_dir() and path.name not in SKIPPED and path.resolve() not in above:
            yield from _within(path, above)


def _refusal(path: str, why: Message) -> Message:
    return say("work.not-shippable", path=quoted(path), why=why)


def _plain(entry: "TarInfo") -> "TarInfo":
    """An entry without owner and time, which say nothing about the content."""
    entry.mtime = entry.uid = entry.gid = 0
    entry.uname = entry.gname = ""
    entry.mode = 0o755 if entry.mode & 0o100 else 0o644
    return entry


def unpack(parcel: Parcel, folder: Path) -> None:
    """Unpack a parcel into an empty folder; DataFault if it was damaged on its way."""
    import tarfile  # slow to import, rarely needed

    if hashlib.sha256(parcel.data).hexdigest() != parcel.digest:
        raise DataFault(say("work.damaged-parcel"))
    with tarfile.open(fileobj=io.BytesIO(parcel.data)) as archive:
        archive.extractall(folder, filter="data")


@contextmanager
def working_in(folder: Path | None) -> Iterator[None]:
    """Make a folder the current one for a moment; None for no change."""
    if folder is None:
        yield
        return
    before = os.getcwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def forget_modules(folder: Path | None) -> None:
    """Forget the modules imported from a folder, so that later ones of the same name are loaded."""
    for name, module in list(sys.modules.items()):
        if (getattr(module, "__file__", None) or "").startswith(f"{folder}{os.sep}"):
            del sys.modules[name]
    sys.path[:] = [path for path in sys.path if not path.startswith(str(folder))]
