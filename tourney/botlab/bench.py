"""Measures the speed of a bot: start, round trips and thinking, against the cost of a bare pipe.

All figures come from one session and can be compared with each other, not with other days.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from statistics import median
from time import perf_counter
from typing import Final

from engines.games import GAMES
from engines.messages import Message, say
from tourney.agents.bot_process import BotProcess
from tourney.agents.isolation import Limits
from tourney.agents.loaded_bot import LoadedBot
from tourney.agents.programs import PREFIX, Processes, command_words, load_command
from tourney.agents.wire import BotSession, Channel, WireLimits
from tourney.botlab.trials import BotUnderTest, fault_words, play, timed, trials
from tourney.domain.errors import TourneyError
from tourney.play.agent import AgentFault

STARTS: Final = 5
TRIPS: Final = 500
MOVES: Final = 1_000
SECONDS: Final = 5.0  # a game is measured until it has MOVES moves or took SECONDS
ECHO: Final = ("cat",)  # A program that echoes lines; no bot can be faster


@dataclass(frozen=True, slots=True)
class Speed:
    """Measured times of one kind, in milliseconds; `floor` is the round trip without thinking."""

    what: str | Message
    times: Sequence[float]
    floor: float | None = None

    @property
    def typical(self) -> float:
        """The median; a busy machine changes it less than the mean."""
        return median(self.times)

    @property
    def most(self) -> float:
        """The 99th percentile."""
        return sorted(self.times)[len(self.times) * 99 // 100]

    @property
    def thinking(self) -> float | None:
        """The time of a move without the round trip."""
        return None if self.floor is None else max(0.0, self.typical - self.floor)


def speeds(subject: BotUnderTest) -> Iterator[Speed]:
    """Measure start, pipe and empty round trip of a program, then the moves of every game."""
    if not subject.target.startswith(PREFIX):
        times: list[float] = []
        yield from _games(subject, timed(subject.load(), times), times, 0.0)
        return
    try:
        if subject.absent is not None:
            raise subject.absent
        words = command_words(subject.target)
        yield Speed(say("botlab.bench-start"), [_start(words) for _ in range(STARTS)])
        yield Speed(say("botlab.bench-pipe"), _echoes())
        pings = Speed(say("botlab.bench-ping"), _pings(words))
    except AgentFault as fault:
        raise TourneyError(say("botlab.not-measured", bot=subject.target, why=str(fault))) from None
    yield pings
    trips: list[float] = []
    program = load_command(subject.target, Limits(), None, _stopwatch(trips))
    yield from _games(subject, program, trips, pings.typical)


def _games(
    subject: BotUnderTest, bot: LoadedBot, times: list[float], floor: float
) -> Iterator[Speed]:
    """The moves of every game, whose times the bot's wrapper adds to `times`; closes the bot."""
    with closing(bot) as loaded:
        for game in subject.games:
            times.clear()
            began = perf_counter()
            for trial in trials(GAMES[game], quick=True):
                for one in play(trial, loaded):
                    if one.fault is not None:
                        why = fault_words(one)
                        raise TourneyError(say("botlab.fails", bot=subject.target, why=why))
                if len(times) >= MOVES or perf_counter() - began > SECONDS:
                    break
            if times:
                yield Speed(game, tuple(times), floor)


def _stopwatch(trips: list[float]) -> type[Channel]:
    """A channel that measures each move from its request to its answer, with writing."""

    class Stopwatch(Channel):
        """A channel with a list of times."""

        _asked = 0.0

        def send(self, data: bytes, seconds: float) -> None:
            """Start the stopwatch at a request; a list sent later belongs to the same move."""
            if b'"t":"act"' in data:
                self._asked = perf_counter()
            super().send(data, seconds)

        def receive(self, seconds: float | None = None) -> bytes:
            """Stop the stopwatch at any answer but a question for the list."""
            line = super().receive(seconds)
            if self._asked and b'"legal"' not in line:
                trips.append(1000 * (perf_counter() - self._asked))
                self._asked = 0.0
            return line

    return Stopwatch


def _start(words: Sequence[str]) -> float:
    with closing(Processes(words, Limits(), WireLimits())) as processes:
        began = perf_counter()
        processes.hello()
        return 1000 * (perf_counter() - began)


def _timed(trip: Callable[[], object]) -> list[float]:
    times = []
    for _ in range(TRIPS):
        began = perf_counter()
        trip()
        times.append(1000 * (perf_counter() - began))
    return times


def _pings(words: Sequence[str]) -> list[float]:
    child = BotProcess(words, Limits())
    try:
        session = BotSession(child, WireLimits())
        session.greet()
        return _timed(session.ping)
    finally:
        child.wait()


def _echoes() -> list[float]:
    child = BotProcess(ECHO, Limits())
    try:
        channel = Channel(child.put, child.get, child.control.fileno())

        def trip() -> None:
            channel.send(b'{"t":"ping","n":1}\n', WireLimits().read)
            channel.receive(WireLimits().start)

        return _timed(trip)
    finally:
        child.wait()
