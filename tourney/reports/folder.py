"""The folder of a site: only changed files are written, and nothing outside of it.

The manifest says how the site was made, and lists every file that it has written, with a digest of
its content and one of what it was made from. So a page that would be the same is not made again,
and a file that does not belong to the site any more is removed only if nobody else has changed it.
While a site is written, a line is added to the manifest before each file; so the next build
completes one that was killed.
"""

import json
import os
from collections.abc import Collection, Iterable, Mapping
from contextlib import ExitStack, suppress
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from shutil import copyfileobj
from tempfile import SpooledTemporaryFile
from types import TracebackType
from typing import IO, Final, NamedTuple, Self, TextIO

from engines.messages import say
from tourney.domain.errors import Conflict, quoted

MANIFEST: Final = ".tourney-site"
DRAFT: Final = ".tourney-site.part"
HEAD: Final = "files of this site: digest of the content, digest of the source, path\n"
MADE: Final = "made with "
"""How the line begins that says how the site was made."""
DIGITS: Final = 32
NONE: Final = "-"
# Bytes of a file that are kept in memory before they are compared with the old ones.
MEMORY: Final = 1 << 22


class KnownFile(NamedTuple):
    """A file that the site has written, and the digest of its source, or `-`.

    `digests` are those of its content, the newest first: after a kill it may still have the one
    before.
    """

    digests: tuple[str, ...]
    source: str


class SiteCount(NamedTuple):
    """How many files were written, were the same as before, were removed, or were kept.

    `kept` are those that do not belong to the site any more, but that somebody has changed.
    """

    written: int
    same: int
    removed: int
    kept: tuple[str, ...]
    bytes: int


class SiteFolder:
    """A folder that is being written; a context manager that locks it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.made: Mapping[str, str] = {}
        """How the site that is there was made, or the one that is written."""
        self._old: dict[str, KnownFile] = {}
        self._new: dict[str, KnownFile] = {}
        self._safe: set[Path] = set()
        self._written = 0
        self._bytes = 0
        self._lines: TextIO | None = None

    def __enter__(self) -> Self:
        self.folder.mkdir(parents=True, exist_ok=True)
        self._root = self.folder.resolve()
        with suppress(FileNotFoundError):
            (self.folder / DRAFT).unlink()
        manifest = self.folder / MANIFEST
        with ExitStack() as stack:
            lines = open(manifest, "a", encoding="utf-8", newline="\n")
            stack.enter_context(lines)
            _lock(lines, self.folder)
            stack.pop_all()
        self._lines = lines
        text = manifest.read_text("utf-8", "replace")
        self._old, self.made = _read(text), _made(text)
        if not manifest.stat().st_size:
            self._note(HEAD)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with suppress(FileNotFoundError):
            (self.folder / DRAFT).unlink()
        if self._lines:
            self._lines.close()

    def is_current(self, path: str, source: str) -> bool:
        """Whether a file is there as it was made from the same source; it then stays."""
        known = self._old.get(path)
        if known is None or known.source != source:
            return False
        found = _digest_of(self.folder / path)
        if found is None or found[0] != known.digests[0]:
            return False
        self._new[path] = KnownFile((found[0],), source)
        self._bytes += found[1]
        return True

    def make(self, how: Mapping[str, str]) -> None:
        """Keep how the site is made, before its first file is written."""
        if how != self.made:
            self._note(_line_of(how))
        self.made = how

    def write(self, path: str, pieces: Iterable[str], source: str = NONE) -> None:
        """Write a file, unless it has this content already.

        Conflict for a file that somebody else has put there.
        """
        target = self._place(path)
        with SpooledTemporaryFile(MEMORY) as content:
            digest, size = _fill(content, pieces)
            found = _digest_of(target)
            changed = found is None or found[0] != digest
            if found is not None and changed and path not in self._old:
                raise Conflict(say("reports.report-foreign-file", path=quoted(str(target))))
            self._bytes += size
            self._new[path] = KnownFile((digest,), source)
            if self._new[path] != self._old.get(path):
                self._note(_line(path, digest, source))
            if changed:
                self._replace(target, content)
                self._written += 1

    def _replace(self, target: Path, content: IO[bytes]) -> None:
        """Put a file in its place when it is complete."""
        draft = self.folder / DRAFT
        content.seek(0)
        with open(draft, "wb") as file:
            copyfileobj(content, file)
        os.replace(draft, target)

    def _place(self, path: str) -> Path:
        """The file of a path; Conflict if a link in the folder leads out of it."""
        target = self.folder / path
        if target.parent not in self._safe:
            target.parent.mkdir(parents=True, exist_ok=True)
            if not target.parent.resolve().is_relative_to(self._root):
                raise Conflict(say("reports.report-outside", path=quoted(str(target.parent))))
            self._safe.add(target.parent)
        return target

    def _note(self, line: str) -> None:
        assert self._lines is not None
        self._lines.write(line)
        self._lines.flush()

    def finish(self) -> SiteCount:
        """Remove the files that do not belong to the site any more; write the manifest."""
        removed, kept = 0, []
        for path in sorted(self._old.keys() - self._new.keys()):
            found = _digest_of(self.folder / path)
            if found is not None and found[0] in self._old[path].digests:
                self._remove(path)
                removed += 1
            elif found is not None:
                kept.append(path)
        text = [
            HEAD,
            *([_line_of(self.made)] if self.made else []),
            *(_line(p, one.digests[0], one.source) for p, one in sorted(self._new.items())),
        ]
        manifest = self.folder / MANIFEST
        if manifest.read_text("utf-8", "replace") != "".join(text):
            (self.folder / DRAFT).write_text("".join(text), "utf-8", newline="\n")
            os.replace(self.folder / DRAFT, manifest)
        same = len(self._new) - self._written
        return SiteCount(self._written, same, removed, tuple(kept), self._bytes)

    def _remove(self, path: str) -> None:
        """Remove a file, and the folders that are then empty."""
        place = self.folder / path
        if not place.parent.resolve().is_relative_to(self._root):
            return
        place.unlink()
        for parent in place.relative_to(self.folder).parents[:-1]:
            try:
                (self.folder / parent).rmdir()
            except OSError:
                break


def site_files(folder: Path) -> Collection[str]:
    """The paths of the files of a site; none of a folder in which there is none."""
    manifest = folder / MANIFEST
    try:
        return _paths(manifest, manifest.stat().st_mtime_ns)
    except OSError:
        return ()


@lru_cache(2)
def _paths(manifest: Path, changed: int) -> Collection[str]:
    return frozenset(_read(manifest.read_text("utf-8", "replace")))


def _line(path: str, digest: str, source: str) -> str:
    return f"{digest} {source} {path}\n"


def _line_of(how: Mapping[str, str]) -> str:
    return f"{MADE}{json.dumps(how, sort_keys=True)}\n"


def _made(text: str) -> Mapping[str, str]:
    """How a site was made, as its manifest says last; nothing if it does not."""
    made: dict[str, str] = {}
    for line in text.splitlines(keepends=True)[1:]:
        # Anybody may have changed the manifest, and the last line may be incomplete.
        with suppress(ValueError):
            if line.startswith(MADE) and line.endswith("\n"):
                found = json.loads(line.removeprefix(MADE))
                if isinstance(found, dict):
                    made = {key: one for key, one in found.items() if isinstance(one, str)}
    return made


def _read(text: str) -> dict[str, KnownFile]:
    """The files of a manifest; a file may be listed again, and the last line may be incomplete."""
    found: dict[str, KnownFile] = {}
    for line in text.splitlines(keepends=True)[1:]:
        parts = line.rstrip("\n").split(" ", 2)
        if not line.endswith("\n") or len(parts) < 3 or line.startswith(MADE):
            continue
        # Anybody may have changed the manifest: a path that leaves the folder is none of the site.
        path = parts[2]
        if path.startswith("/") or "\\" in path or {"", ".", ".."} & set(path.split("/")):
            continue
        before = found[path].digests if path in found else ()
        found[path] = KnownFile((parts[0], *before), parts[1])
    return found


def _fill(content: IO[bytes], pieces: Iterable[str]) -> tuple[str, int]:
    """Write the pieces of a text; returns their digest and size."""
    total, size = sha256(), 0
    for piece in pieces:
        data = piece.encode("utf-8", "backslashreplace")
        total.update(data)
        size += len(data)
        content.write(data)
    return total.hexdigest()[:DIGITS], size


def _digest_of(path: Path) -> tuple[str, int] | None:
    """The digest and size of a file; None if there is no plain file."""
    if path.is_symlink() or not path.is_file():
        return None
    data = path.read_bytes()
    return sha256(data).hexdigest()[:DIGITS], len(data)


def _lock(file: TextIO, folder: Path) -> None:
    """Keep another process from writing the same site, where the system has such locks."""
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise Conflict(say("reports.report-site-busy", folder=quoted(str(folder)))) from None
