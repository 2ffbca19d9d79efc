"""What a compliance test is about and what it finds: the subject, one answer per question."""

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
    """The answer of one check; `repeat` are the lines to type for seeing it again."""

    check: str
    about: str
    result: str
    seen: str
    repeat: tuple[str, ...] = ()


@dataclass(slots=True)
class BotUnderTest:
    """The bot on trial: how it is loaded afresh, in which games, how thoroughly.

    `move_ms` is what a move may take, None for as long as it likes. What was last written to it
    in an unusual way is on the `tape`.
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


def told(one: TrialMatch) -> str:
    """The fault of a match, where it was, and the bot's last words."""
    assert one.fault is not None
    where = f"{one.trial}, ply {one.fault.ply}"
    return f"{one.fault.code} ({where}): {one.fault.evidence}{last_words(one.fault.detail)}"


def last_words(detail: str) -> str:
    """What was last said on stderr, to be put behind other words."""
    lines = [line.strip() for line in detail.splitlines() if line.strip()]
    return f"; last line on stderr: {lines[-1]}" if lines else ""
