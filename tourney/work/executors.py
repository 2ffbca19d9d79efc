"""Where work is done: in processes of this machine, or by the workers of a Dask scheduler.

Files can be sent to workers on other machines, so that bots need not be installed there. A parcel
holds them under the names that they have in the current folder. A worker unpacks it once, into a
folder of its own, and works there. Does not import Dask: that is slow, and an extra.
"""

import hashlib
import io
import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final, Generic, NamedTuple, Protocol, TypeVar

from engines.messages import Message, say
from tourney.domain.errors import DataFault, NotFound, TourneyError, UsageFault, quoted

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

    def plain(entry: "TarInfo") -> "TarInfo":
        # Owner and time say nothing about the content, and would change the digest.
        entry.mtime = entry.uid = entry.gid = 0
        entry.uname = entry.gname = ""
        entry.mode = 0o755 if entry.mode & 0o100 else 0o644
        return entry

    content = io.BytesIO()
    with tarfile.open(fileobj=content, mode="w", dereference=True) as archive:
        for path in _files(paths):
            if content.tell() + os.path.getsize(path) > LARGEST:
                raise UsageFault(_refusal(paths[0], say("work.too-large", most=LARGEST >> 20)))
            archive.add(path, filter=plain)
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
        files = [real] if real.is_file() else _within(real)
        yield from (str(file.relative_to(here)) for file in files)


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


LOCAL: Final = "local"
DASK: Final = "dask:"
SCHEDULER_FILE: Final = ".json"
"""The end of the name of a file in which a scheduler writes its address."""
ADDRESS: Final = re.compile(
    r"(?:[a-z][a-z0-9+-]*://)?(?:\[[0-9a-f:.]+(?:%\w+)?\]|[\w.-]+):(?P<port>[0-9]{1,5})",
    re.IGNORECASE | re.ASCII,
)
MOST_PORTS: Final = 65_535


def unsaid(line: Message) -> None:
    """Say nothing."""


@dataclass(slots=True)
class Cluster:
    """A Dask scheduler at an address, or named by the JSON file that it writes.

    `parcel` are files for the workers, `wait` the seconds for which to wait for a lost scheduler.
    `trusting`: workers may play bots that could reach them.
    `say` displays lines about the cluster; whoever owns the screen sets it.
    """

    address: str
    parcel: Parcel = NOTHING
    wait: float = 0.0
    say: Callable[[Message], None] = field(default=unsaid)
    trusting: bool = False


@dataclass(frozen=True, slots=True)
class Workers:
    """The processes that work: `jobs` on this machine, or those of a cluster."""

    jobs: int = 1
    cluster: Cluster | None = None

    @property
    def here(self) -> bool:
        """Whether this process does everything itself."""
        return self.jobs == 1 and self.cluster is None

    @property
    def confines(self) -> bool:
        """Whether they play only bots that cannot reach them."""
        return self.cluster is not None and not self.cluster.trusting

    def at_most(self, jobs: int) -> "Workers":
        """The same workers, but at most `jobs` on this machine."""
        return Workers(max(1, min(self.jobs, jobs)), self.cluster)


ALONE: Final = Workers()


def read_executor(
    text: str | None, jobs: int, ship: Sequence[str] = (), wait: float = 0.0
) -> Workers:
    """The workers that `--executor`, `--jobs`, `--ship` and `--wait` name; UsageFault."""
    if text in (None, LOCAL):
        if ship:
            raise UsageFault(say("work.ship-without-cluster"))
        return Workers(jobs)
    assert text is not None
    address = text.removeprefix(DASK)
    if not text.startswith(DASK) or not address:
        raise UsageFault(say("work.unknown-executor", executor=quoted(text)))
    # It must be possible that this is the address of a scheduler, without a password.
    in_file = address.endswith(SCHEDULER_FILE)
    if re.search(r"://[^/]*@", address) or ("@" in address and not in_file):
        raise UsageFault(say("work.secret-in-address"))
    host = ADDRESS.fullmatch(address)
    if host is None and not (in_file and "://" not in address):
        raise UsageFault(say("work.invalid-address", address=quoted(address)))
    if host is not None and not 1 <= int(host["port"]) <= MOST_PORTS:
        raise UsageFault(say("work.invalid-address", address=quoted(address)))
    if find_spec("distributed") is None:
        raise TourneyError(say("work.dask-not-installed"))
    return Workers(jobs, Cluster(address, pack(ship) if ship else NOTHING, wait))


UNITS: Final = {"s": 1, "m": 60, "h": 3600, "d": 86400}


def read_duration(text: str) -> float:
    """Seconds written as `90`, `90s`, `10m`, `2h` or `1d`; UsageFault."""
    parts = re.fullmatch(r"([0-9]{1,6}(?:\.[0-9]+)?)([smhd]?)", text)
    if parts is None:
        raise UsageFault(say("work.invalid-time", time=quoted(text)))
    return float(parts[1]) * UNITS[parts[2] or "s"]


T = TypeVar("T")
R = TypeVar("R")

GROWTH: Final = 8
"""The most by which a chunk is larger than the one before."""
STARTS: Final = 10
"""A chunk takes this multiple of the time in which it is prepared, within limits."""
WORTH: Final = 2
"""The least such multiple, with which the last chunks still end at about the same time."""
LONGEST: Final = 60.0
"""Most seconds of a chunk, unless its preparation takes longer."""
PULSE_SECONDS: Final = 0.1
"""Longest wait for a future, and the longest time for which it postpones an interrupt."""
WAITING: Final = 8
"""Chunks per worker that may wait for an earlier one, not counting repeated ones."""


class WorkerCare(Protocol):
    """Watches workers while they work."""

    def tend(self, over: bool) -> None:
        """Called ten times a second; `over` if no new chunks are started."""

    def died(self, exits: Mapping[int, int]) -> None:
        """Called when workers have died, with their exit statuses by process id."""


def no_starts(result: object) -> float:
    """No time: a chunk begins at once."""
    return 0.0


class SpreadOptions(NamedTuple, Generic[T, R]):
    """How work is spread. `lost` returns the result of an item that kills its workers.

    `go_on` is called at least ten times a second; once it returns False no new chunks are started,
    and running ones are finished. `care` may kill a worker of this machine. `digest` is equal for
    equal results; a cluster may do a chunk twice. `starts` are the seconds of a result in which
    work was only prepared, `weight` is the number of matches in an item. `total` is how many items
    there are, if that is known, so that the last chunks end at the same time. `seconds` is how long
    a chunk takes on this machine, if not as long as usual. `games` are those that the work is
    about, if that is known.
    """

    workers: Workers
    lost: Callable[[T], R]
    go_on: Callable[[], bool]
    care: WorkerCare | None = None
    digest: Callable[[R], object] = lambda result: None
    starts: Callable[[R], float] = no_starts
    weight: Callable[[T], int] = lambda item: 1
    total: int = 0
    seconds: float = 0.0
    games: tuple[str, ...] | None = None

    def share(self, size: int, taken: int, workers: int) -> int:
        """At most `size` items for the next chunk, so that all workers get some of the rest.

        But not so few that preparing them takes most of the time.
        """
        rest = max(-(-(self.total - taken) // max(1, workers)), WORTH * size // STARTS)
        return max(1, min(size, rest)) if self.total else size


class Chunk(NamedTuple, Generic[T]):
    """Consecutive items, and the number of items before them."""

    at: int
    items: Sequence[T]

    def halves(self) -> "tuple[Chunk[T], Chunk[T]]":
        """The first and the second half of the items."""
        middle = len(self.items) // 2
        return Chunk(self.at, self.items[:middle]), Chunk(self.at + middle, self.items[middle:])


def best_size(number: int, seconds: float, starts: float, usual: float) -> int:
    """How many items the next chunk should have.

    The last one had `number`, and took `seconds`, of which `starts` prepared it. Without
    preparation a chunk takes `usual` seconds.
    """
    wanted = max(usual, min(STARTS * starts, LONGEST), starts)
    growth = GROWTH**3 if starts else GROWTH  # every chunk prepares again
    return max(1, min(int(wanted * number / max(seconds - starts, 1e-9)), growth * number))
