"""Where work is done: in processes of this machine, or by the workers of a Dask scheduler.

Does not import Dask: that is slow, and an extra.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import Final

from engines.messages import Message, say
from tourney.domain.errors import TourneyError, UsageFault, quoted
from tourney.work.shipping import NOTHING, Parcel, pack

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
    _require_address(address)
    if find_spec("distributed") is None:
        raise TourneyError(say("work.dask-not-installed"))
    return Workers(jobs, Cluster(address, pack(ship) if ship else NOTHING, wait))


def _require_address(text: str) -> None:
    """UsageFault unless this can be the address of a scheduler, without a password."""
    if re.search(r"://[^/]*@", text) or ("@" in text and not text.endswith(SCHEDULER_FILE)):
        raise UsageFault(say("work.secret-in-address"))
    found = ADDRESS.fullmatch(text)
    if found is None and not (text.endswith(SCHEDULER_FILE) and "://" not in text):
        raise UsageFault(say("work.invalid-address", address=quoted(text)))
    if found is not None and not 1 <= int(found["port"]) <= MOST_PORTS:
        raise UsageFault(say("work.invalid-address", address=quoted(text)))


UNITS: Final = {"s": 1, "m": 60, "h": 3600, "d": 86400}


def read_duration(text: str) -> float:
    """Seconds written as `90`, `90s`, `10m`, `2h` or `1d`; UsageFault."""
    found = re.fullmatch(r"([0-9]{1,6}(?:\.[0-9]+)?)([smhd]?)", text)
    if found is None:
        raise UsageFault(say("work.invalid-time", time=quoted(text)))
    return float(found[1]) * UNITS[found[2] or "s"]
