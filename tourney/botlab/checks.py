"""The subject of a compliance test, and the results of its checks."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from tourney.agents.loaded_bot import LoadedBot
from tourney.botlab.trials import TrialMatch
from tourney.domain.shell import shell_line

PASS: Final = "pass"
FAIL: Final = "FAIL"
NOTE: Final = "note"


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The result of one check; `repeat` are the commands that show it again."""

    check: str
    about: str
    result: str
    seen: str
    repeat: tuple[str, ...] = ()


@dataclass(slots=True)
class BotUnderTest:
    """The bot under test: `load` returns a fresh one; `quick` for fewer matches.

    `move_ms` is the time limit of a move, None for no limit. `tape` holds what was last written to
    the bot in an unusual way.
    """

    target: str
    load: Callable[[], LoadedBot]
    games: Sequence[str]
    quick: bool
    move_ms: float | None
    tape: list[bytes]

    def again(self, check: str, game: str = "") -> str:
        """The command that repeats one check."""
        chosen = ["-g", game] if game else []
        return shell_line(["tourney", "bot", "check", self.target, *chosen, "--only", check])


def fault_words(one: TrialMatch) -> str:
    """The fault of a match, its place, and the last line on the bot's stderr."""
    assert one.fault is not None
    where = f"{one.trial}, ply {one.fault.ply}"
    return f"{one.fault.code} ({where}): {one.fault.evidence}{last_line(one.fault.detail)}"


def last_line(detail: str) -> str:
    """The last line on stderr, to be added to a message."""
    lines = [line.strip() for line in detail.splitlines() if line.strip()]
    return f"; last line on stderr: {lines[-1]}" if lines else ""
