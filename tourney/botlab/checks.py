"""The subject of a compliance test, and the results of its checks."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import inf
from time import monotonic
from typing import Final

from tourney.agents.loaded_bot import LoadedBot
from tourney.agents.wire import WireLimits
from tourney.botlab.recording import BotTape, Recorder
from tourney.botlab.trials import MoveLimit, TrialMatch
from tourney.domain.safe_text import shell_line
from tourney.play.agent import AgentFault

PASS: Final = "pass"
FAIL: Final = "FAIL"
NOTE: Final = "note"
UNTESTED: Final = "not tested: "
SILENT: Final = f"{UNTESTED}the bot does not answer in time"
RECORDED: Final = ("matches", "positions", "memory")
"""The checks whose conversations can be recorded."""
LINES: Final = 10
"""Number of lines of stderr that are shown with a failure."""


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The result of one check.

    `repeat` are the commands that show it again, `expected` what a bot without the fault makes of
    them, `stderr` the last lines that the bot wrote there.
    """

    check: str
    about: str
    result: str
    seen: str
    repeat: tuple[str, ...] = ()
    stderr: tuple[str, ...] = ()
    expected: str = ""

    @property
    def untested(self) -> bool:
        """Whether the check could not be made."""
        return self.result == NOTE and self.seen.startswith(UNTESTED)


@dataclass(slots=True)
class BotUnderTest:
    """The bot under test: `load` returns a fresh one; `quick` for fewer matches.

    `move_ms` is the time limit of a move, None for no limit. `tape` holds what was last written to
    the bot in an unusual way. `silent` are the games in which it did not answer in time: every
    further match could cost a minute; `slow` are those whose matches did not fit into the time,
    `pace` has the seconds of the quickest match of each.
    `seconds` is the time budget of all matches; what does not fit is not played, but at least the
    first move of one match of each game. `tell` is called with the progress. `absent` is the fault
    of a program that did not send its hello when it was loaded. `recorder` has its conversations,
    if it is set. `patience` limits the time of an answer; a Python class cannot be interrupted.
    """

    target: str
    load: Callable[[], LoadedBot]
    games: Sequence[str]
    quick: bool
    move_ms: float | None
    tape: list[bytes]
    silent: set[str] = field(default_factory=set)
    slow: set[str] = field(default_factory=set)
    pace: dict[str, float] = field(default_factory=dict)
    seconds: float = inf
    tell: Callable[[str], object] = lambda words: None

    begun: float = field(default_factory=monotonic)
    absent: AgentFault | None = None
    recorder: Recorder | None = None
    patience: WireLimits = field(default_factory=WireLimits)

    def quickest_first(self) -> list[str]:
        """The games, for a slow bot by the time of a match."""
        return sorted(self.games, key=lambda game: self.pace.get(game, 0.0) if self.slow else 0.0)

    def overdue(self, game: str) -> bool:
        """Whether the whole budget has been used, so that only the quickest game is tested."""
        return game != self.quickest_first()[0] and monotonic() - self.begun > self.seconds

    @property
    def hopeless(self) -> bool:
        """Whether it did not answer in one game, and no time is left for the others."""
        return bool(self.silent) and monotonic() - self.begun > self.seconds

    def timer(self, share: float) -> Callable[[], bool]:
        """Whether a share of the time budget has been used from now on, in one of the games."""
        end = monotonic() + share * self.seconds / len(self.games)
        return lambda: monotonic() >= end

    def limit(self, share: float, about: str) -> MoveLimit:
        """The moves that fit into a share of the time budget in one game, with their progress."""
        return MoveLimit(
            self.timer(share),
            tell=lambda match, move: self.tell(f"{about}: match {match}, move {move}"),
        )

    def again(self, check: str, game: str = "") -> str:
        """The command that repeats one check."""
        chosen = ["-g", game] if game else []
        chosen += ["--quick"] if self.quick and check == "matches" else []
        chosen += ["--only", check]
        chosen += ["--trace", "trace.jsonl"] if check in RECORDED else []
        return shell_line(["tourney", "bot", "check", self.target, *chosen])

    def failed(self, tape: BotTape | None = None) -> None:
        """Keep the conversation of a failure, by default the last one."""
        if self.recorder is not None:
            self.recorder.fail(tape)


class NoAnswer(Exception):
    """The bot did not answer in time in match `match`."""

    def __init__(self, match: TrialMatch) -> None:
        super().__init__(match)
        self.match = match


def timed_out(one: TrialMatch) -> bool:
    """Whether the bot did not answer in time in a match."""
    return one.fault is not None and one.fault.code == "timeout"


def fault_words(one: TrialMatch) -> str:
    """The fault of a match and its place."""
    assert one.fault is not None
    ply = "" if one.fault.code == "startup" else f", ply {one.fault.ply}"
    return f"{one.fault.code} ({one.trial}{ply}): {one.fault.evidence}"


def fault_lines(one: TrialMatch) -> tuple[str, ...]:
    """The last lines that the bot wrote to stderr before its fault."""
    return last_lines(one.fault.detail) if one.fault else ()


def last_lines(detail: str) -> tuple[str, ...]:
    """The last lines on stderr that are not blank."""
    lines = (line.rstrip() for line in detail.splitlines())
    return tuple(line for line in lines if line)[-LINES:]
