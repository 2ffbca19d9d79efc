"""How long a process has waited for a core: time that is not its own to answer for.

By Linux's /proc; elsewhere nothing is known and nothing is granted.
"""

from collections.abc import Sequence
from contextlib import suppress
from time import monotonic


class Queueing:
    """The waiting of some processes since they began, in seconds; the longest counts.

    The system counts a wait when it is over. One that goes on shows as a process that wants to
    run and has not run since it was last looked at.
    """

    def __init__(self, pids: Sequence[int]) -> None:
        self._pids = pids
        self._seen: dict[int, tuple[int, float]] = {}

    def __call__(self) -> float:
        return max(map(self._waited, self._pids), default=0.0)

    def _waited(self, pid: int) -> float:
        with suppress(OSError):
            with open(f"/proc/{pid}/schedstat", "rb") as file:
                ran, waited = map(int, file.read().split()[:2])
            now = monotonic()
            before, since = self._seen.setdefault(pid, (ran, now))
            if ran != before:
                self._seen[pid] = ran, now
            elif _wants_to_run(pid):
                return waited / 1e9 + now - since
            return waited / 1e9
        return 0.0


def _wants_to_run(pid: int) -> bool:
    with open(f"/proc/{pid}/stat", "rb") as file:
        return file.read().rpartition(b")")[2].split()[0] == b"R"


def family(guardian: int) -> list[int]:
    """The processes that came from a guardian, the guardian left out."""
    from tourney.agents.guardian import descendants

    with suppress(OSError):
        return descendants(guardian)
    return []
