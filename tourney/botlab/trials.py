"""Matches of one bot against others: for tests of compliance, speed and strength; their recording.

A trial is a small run that is not stored; a command can play any of its matches again. A program
has one tape for each of its processes, because a fault may follow from earlier matches.
"""

import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf
from random import Random
from time import monotonic, perf_counter
from typing import Any, Final

from engines.api import Game, OptionError
from engines.messages import Message, Sentence, say
from tourney.agents.isolation import Limits
from tourney.agents.loaded_bot import LoadedBot
from tourney.agents.loader import load_afresh
from tourney.agents.programs import PREFIX, load_command
from tourney.agents.wire import Spy, WireLimits
from tourney.agents.wrappers import TraceLine, traced
from tourney.domain.match_values import Fault, PlayedMatch
from tourney.domain.observation import Observation
from tourney.domain.run_spec import BotEntry
from tourney.domain.safe_text import shell_line
from tourney.play.agent import Agent, AgentFault
from tourney.render.code_words import word_of
from tourney.runs.batches import play_match
from tourney.runs.run_plan import Plan, Prepared, prepare

SEED: Final = "1"
NAME: Final = "bot"


@dataclass(frozen=True, slots=True)
class Trial:
    """A game with its options and seats; `rival` has all seats but one.

    The bot plays every deal once in each seat.
    """

    game: str
    seats: int
    options: Mapping[str, str] = field(default_factory=dict)
    deals: int = 1
    seed: str = SEED
    rival: str = "random"

    def plan(self, target: str) -> Plan:
        """The settings of the run of this trial, with a target as its first bot."""
        return Plan(
            game=self.game,
            options=self.options,
            bots={NAME: target} | {f"r{number}": self.rival for number in range(1, self.seats)},
            deals=self.deals,
            seed=self.seed,
        )

    def prepared(self, loaded: LoadedBot) -> Prepared:
        """The run of this trial, with `loaded` as the first bot."""
        made = prepare(self.plan("random"))
        entry = BotEntry(NAME, loaded.target, loaded.version)
        spec = replace(made.spec, bots=(entry, *made.spec.bots[1:]))
        return replace(made, spec=spec, loaded_bots=(loaded, *made.loaded_bots[1:]))

    def again(self, target: str, number: int, move_ms: float | None = None) -> str:
        """The command that plays one match of this trial again, with a time limit if given."""
        words = ["tourney", "run", "-g", self.game]
        for key, value in self.options.items():
            words += ["-O", f"{key}={value}"]
        words += ["--bot", f"{NAME}={target}"]
        for other in range(1, self.seats):
            words += ["--bot", f"r{other}={self.rival}"]
        words += ["--deals", str(self.deals), "--seed", self.seed]
        words += [] if move_ms is None else ["--time-per-move", f"{move_ms / 1000:g}"]
        return shell_line([*words, "--only", str(number), "--trace", "trace.jsonl"])

    def message(self) -> Message:
        """The game with its options and seats."""
        options = "".join(f" {key}={value}" for key, value in self.options.items())
        return say("botlab.trial", game=f"{self.game}{options}", seats=self.seats)


def trials(game: Game[Any], *, quick: bool) -> Iterator[Trial]:
    """Every variant of a game at every number of seats; `quick`: only the default variant."""
    variants: Sequence[Mapping[str, str]] = ({},) if quick else ({}, *game.variants)
    seen: list[tuple[object, int]] = []
    for given in variants:
        for seats in game.seats:
            try:
                options = game.options(given, seats)
            except OptionError:
                continue
            if (options, seats) not in seen:
                seen.append((options, seats))
                yield Trial(game.name, seats, given)


@dataclass(slots=True)
class MoveLimit:
    """How many moves of each match the bot is asked for, so that a slow bot's matches end in time.

    After at least one move the time decides (`late`), or with `most` the number of moves in each
    match. `asked` are the moves of each match until now, `cut` tells whether any was limited.
    `tell` is called with the numbers of match and move before each.
    """

    late: Callable[[], bool] = lambda: False
    most: Sequence[int] = ()
    tell: Callable[[int, int], object] = lambda match, move: None
    asked: list[int] = field(default_factory=list)
    cut: bool = False

    def reached(self) -> bool:
        """Whether the bot is not asked for the next move; else this move is counted."""
        match, moves = len(self.asked) - 1, self.asked[-1]
        if moves >= self.most[match] if self.most else moves and self.late():
            self.cut = True
            return True
        self.asked[-1] += 1
        self.tell(match + 1, moves + 1)
        return False


class TrialAgent:
    """An agent whose choices are timed and limited; random legal moves replace the rest.

    With `replacing` a random legal move replaces each choice. The agent then meets positions that
    its own moves would not lead to, as with the fault policy `random-move`.
    """

    def __init__(
        self, agent: Agent, times: list[float], limit: MoveLimit, replacing: Random | None = None
    ) -> None:
        self.version = agent.version
        self.listens = agent.listens
        self.trusted = agent.trusted and replacing is None
        self.keeps_time = agent.keeps_time
        self.info = None
        self.start, self.event = agent.start, agent.event
        self.blamed, self.end = agent.blamed, agent.end
        self._agent = agent
        self._times = times
        self._limit = limit
        self._replacing = replacing
        self._others = Random(SEED)
        limit.asked.append(0)

    def choose(self, observation: Observation[Any]) -> Any:
        """The agent's move, or a random one if its move is legal and moves are replaced."""
        if self._limit.reached():
            return observation.sample(self._others)
        began = perf_counter()
        move = self._agent.choose(observation)
        ms = 1000 * (perf_counter() - began)
        self._times.append(getattr(self._agent, "spent_ms", ms))
        if self._replacing is None:
            return move
        if move not in observation.legal():
            raise AgentFault(
                "illegal", f"'{observation.game.move_text(move)}' is not legal in this position"
            )
        return observation.sample(self._replacing)


def timed(
    loaded: LoadedBot,
    times: list[float],
    limit: MoveLimit | None = None,
    replacing: Random | None = None,
) -> LoadedBot:
    """The same bot with timed choices, which may be limited and replaced by random moves."""
    known = limit or MoveLimit()
    return replace(loaded, sit=lambda deal: TrialAgent(loaded.sit(deal), times, known, replacing))


@dataclass(frozen=True, slots=True)
class TrialMatch:
    """A match of a trial, with the first fault of the bot under test."""

    trial: Trial
    number: int
    match: PlayedMatch
    fault: Fault | None

    @property
    def timed_out(self) -> bool:
        """Whether the bot did not answer in time."""
        return self.fault is not None and self.fault.code == "timeout"

    @property
    def stderr(self) -> tuple[str, ...]:
        """The last lines that the bot wrote to stderr before its fault."""
        return last_lines(self.fault.detail) if self.fault else ()


def play(trial: Trial, loaded: LoadedBot, numbers: Sequence[int] = ()) -> Iterator[TrialMatch]:
    """Play all matches of a trial, or those in `numbers`; does not close the bot."""
    prepared = trial.prepared(loaded)
    for number in numbers or range(1, prepared.schedule.total + 1):
        match, _ = play_match(prepared, number)
        seats = match.fixture.seats  # the bot under test is the first of the run
        faults = (f for f in match.faults if f.seat >= 0 and seats[f.seat] == 0)
        yield TrialMatch(trial, number, match, next(faults, None))


# The other end of a recorded conversation; a process may have another seat in each match.
BOT = "bot"


class BotTape:
    """All lines of one conversation, compressed: views of many matches take much room."""

    def __init__(self) -> None:
        self._packer = zlib.compressobj()
        self._parts: list[bytes] = []

    def add(self, line: object) -> None:
        """Add a line, whose text ends with a line feed."""
        self._parts.append(self._packer.compress(str(line).encode()))

    def text(self) -> str:
        """All lines."""
        rest = self._packer.copy().flush()
        return zlib.decompress(b"".join(self._parts) + rest).decode()


class Recorder:
    """The tapes of a bot under test: `last` was written to last, `failed` belongs to a failure."""

    def __init__(self) -> None:
        self.last: BotTape | None = None
        self.failed: BotTape | None = None

    def load(self, target: str, patience: WireLimits) -> LoadedBot:
        """A fresh bot whose conversations are recorded."""
        if target.startswith(PREFIX):
            return load_command(target, Limits(), patience, record=self._listener)
        loaded, write = load_afresh(target), self._writer()
        return replace(loaded, sit=lambda deal: traced(loaded.sit(deal), 0, BOT, write))

    def fail(self, tape: BotTape | None = None) -> None:
        """Keep the tape of the first failure, by default the last one that was written to."""
        self.failed = self.failed or tape or self.last

    def _writer(self) -> Callable[[object], None]:
        tape = BotTape()

        def write(line: object) -> None:
            self.last = tape
            tape.add(line)

        return write

    def _listener(self) -> Spy:
        write = self._writer()
        return lambda way, line: write(TraceLine(way, BOT, line))


PASS: Final = "pass"
FAIL: Final = "FAIL"
NOTE: Final = "note"
NOT_TESTED: Final = Sentence("botlab.not-tested")
# The checks whose conversations can be recorded.
RECORDED: Final = ("matches", "positions", "memory")
LINES: Final = 10  # number of lines of stderr that are shown with a failure


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The result of one check.

    `repeat` are the commands that show it again, `expected` what a bot without the fault makes of
    them, `stderr` the last lines that the bot wrote there. What a bot did wrong is a text in
    English: the evidence of a fault, as it is stored for runs.
    """

    check: str
    about: str | Message
    result: str
    seen: str | Message
    repeat: tuple[str, ...] = ()
    stderr: tuple[str, ...] = ()
    expected: str | Message = ""

    @property
    def untested(self) -> bool:
        """Whether the check could not be made."""
        return isinstance(self.seen, Message) and self.seen.sentence == NOT_TESTED


def skipped(check: str, game: str, why: Message) -> CheckResult:
    """The result of a check that could not be made."""
    return CheckResult(check, game, NOTE, NOT_TESTED(why=why))


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
    tell: Callable[[Message], object] = lambda words: None
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

    def limit(self, share: float, about: Message) -> MoveLimit:
        """The moves that fit into a share of the time budget in one game, with their progress."""
        end = monotonic() + share * self.seconds / len(self.games)

        def tell(match: int, move: int) -> None:
            self.tell(say("botlab.progress", what=about, match=match, move=move))

        return MoveLimit(lambda: monotonic() >= end, tell=tell)

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


def fault_words(one: TrialMatch) -> Message:
    """The fault of a match and its place."""
    fault, trial = one.fault, one.trial.message()
    assert fault is not None
    if fault.code == "startup":
        return say("botlab.fault", code=word_of(fault.code), trial=trial, evidence=fault.evidence)
    return say(
        "botlab.fault-at", 
        code=word_of(fault.code), trial=trial, ply=fault.ply, evidence=fault.evidence,
    )  # fmt: skip


def last_lines(detail: str) -> tuple[str, ...]:
    """The last lines on stderr that are not blank."""
    lines = (line.rstrip() for line in detail.splitlines())
    return tuple(line for line in lines if line)[-LINES:]
