"""The part of the compliance test that applies only to programs: how they use the protocol.

Channels write in unusual but permitted ways: unknown messages and fields, long lines, lines in
pieces, a request sent twice. Each keeps what it wrote on a tape.
"""

import json
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from time import perf_counter, sleep
from typing import Any, Final, TypeAlias

from engines.games import GAMES
from engines.messages import Message, say
from tourney.agents.bot_process import BotProcess
from tourney.agents.isolation import Limits
from tourney.agents.loaded_bot import LoadedBot
from tourney.agents.programs import PREFIX, Processes, command_words, load_command
from tourney.agents.protocol import WANTS, line, message
from tourney.agents.wire import BotSession, Channel, Hello, WireLimits
from tourney.botlab.trials import (
    FAIL,
    NOTE,
    PASS,
    BotUnderTest,
    CheckResult,
    TrialMatch,
    fault_words,
    last_lines,
    play,
    skipped,
    timed,
    trials,
)
from tourney.domain.safe_text import shell_line
from tourney.play.agent import AgentFault

Tape: TypeAlias = list[bytes]
Cut: TypeAlias = Callable[[bytes], Sequence[bytes]]
"""Turns lines into the pieces that are written instead."""

STRANGE: Final = {"later": {"versions": ["may", 'say "more"', {"of": None}]}, "é": "\u2028"}
WEATHER: Final = b"\n" + message("weather", m="?", id=0, sky="grey}]") + b"   \n"
PADDING: Final = 300_000
"""More bytes than fit into a pipe, or into a line that a bot may send."""
SHORT: Final = 5_000
PINGS: Final = 10
EVERY: Final = 8
"""One request in this many is long."""
PAUSE: Final = 0.001
LEAVING: Final = 2.0
"""Seconds that a bot has to exit by itself; a run waits less."""


def channel(cut: Cut, tape: Tape) -> type[Channel]:
    """A channel that writes messages as changed by `cut`, and keeps them on a tape."""

    class Unusual(Channel):
        """A channel that writes changed messages."""

        def send(self, data: bytes, seconds: float) -> None:
            """Write it piece by piece."""
            for number, piece in enumerate(cut(data)):
                if number:
                    sleep(PAUSE)
                tape.append(piece)
                super().send(piece, seconds)

    return Unusual


def with_junk(data: bytes) -> Sequence[bytes]:
    """Add empty lines, unknown messages and unknown fields."""
    lines = [WEATHER + line({**fields, **STRANGE}) for fields in _messages(data)]
    return [b"".join(lines)]


def in_pieces(data: bytes) -> Sequence[bytes]:
    """Make some requests very long, with pings before them; cut inside lines and characters."""
    lines = [line for fields in _messages(data) for line in _long(fields)]
    whole = b"".join(lines)
    cut = len(whole) - len(whole) // 3
    return [whole[:cut], whole[cut:-1], whole[-1:]]


def _long(fields: dict[str, Any]) -> Sequence[bytes]:
    """A message padded with two-byte characters; pings before it are answered while it is sent."""
    long = fields.get("id", 0) % EVERY == 1
    padding = "ß" * (PADDING // 2 if long else 10)
    pings = [message("ping", n=n, padding="ß" * SHORT) for n in range(PINGS if long else 0)]
    return [*pings, line({**fields, "padding": padding})]


def sent_twice(data: bytes) -> Sequence[bytes]:
    """Send requests twice with the same id, except those that make a bot ask for the list."""
    lines = data.splitlines(keepends=True)
    again = [line for line in lines if b'"t":"act"' in line and b'"legal_count"' not in line]
    return [data + b"".join(again)]


def _messages(data: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in data.splitlines()]


KINDS: Final[dict[str, Cut]] = {"junk": with_junk, "pieces": in_pieces, "twice": sent_twice}


UNUSUAL = 0.05
"""Share of the time budget for a match in which the runner writes in an unusual way."""
WAIT = 12
"""Seconds for which a repeated command keeps the bot's input open: longer than a run waits."""


def is_program(subject: BotUnderTest) -> bool:
    """Whether the bot is a program that runs as its own process."""
    return subject.target.startswith(PREFIX)


def hello(subject: BotUnderTest) -> Iterator[CheckResult]:
    """Check that the bot starts and sends a hello."""
    if not is_program(subject):
        with closing(subject.load()) as loaded:
            games = ", ".join(loaded.games)
            seen = say("botlab.plays", version=loaded.version, games=games)
            yield CheckResult("hello", "", PASS, seen)
        return
    fault = subject.absent
    if fault is None:
        words = command_words(subject.target)
        with closing(Processes(words, Limits(), subject.patience)) as processes:
            began = perf_counter()
            try:
                greeting = processes.hello()
            except AgentFault as late:
                fault = late
            else:
                yield _introduced(subject, greeting, 1000 * (perf_counter() - began))
    if fault is not None:
        evidence, command = fault.evidence, _command(subject)
        crashed = fault.code == "crash"
        again = f"tourney bot sample {subject.games[0]} | {command}"
        if fault.code == "timeout":
            again = f"({_greeting(subject)}; sleep {WAIT}) | {command}"
        yield CheckResult(
            "hello",
            "",
            FAIL,
            say("botlab.no-hello", evidence=evidence) if crashed else evidence,
            (again,),
            last_lines(fault.detail),
            say("botlab.expected-hello"),
        )


def _greeting(subject: BotUnderTest) -> str:
    """The command that writes the runner's hello."""
    return f"tourney bot sample {subject.games[0]} | head -n 1"


def _introduced(subject: BotUnderTest, greeting: Hello, ms: float) -> CheckResult:
    wants = ", ".join(want for want in WANTS if want in greeting.want)
    seen = say(
        "botlab.greeting",
        name=greeting.name or say("botlab.no-name"),
        ms=f"{ms:.0f}",
        wants=wants or say("botlab.only-requests"),
    )
    foreign = [game for game in greeting.games if game not in GAMES]
    if foreign:
        unknown = say("botlab.unknown-games", greeting=seen, games=", ".join(foreign))
        return CheckResult("hello", "", NOTE, unknown)
    if greeting.version:
        seen = say("botlab.greeting-version", greeting=seen, version=greeting.version)
    else:
        with closing(subject.load()) as loaded:
            seen = say("botlab.greeting-files", greeting=seen, version=loaded.version)
    return CheckResult("hello", "", PASS, seen)


def _command(subject: BotUnderTest) -> str:
    return shell_line(command_words(subject.target))


def unusual(subject: BotUnderTest, kind: str, well: Message) -> Iterator[CheckResult]:
    """Play a match in which the runner writes in an unusual way that the protocol allows."""
    if not is_program(subject):
        return
    game, tape = subject.games[0], subject.tape
    tape.clear()
    made = load_command(subject.target, Limits(), subject.patience, channel(KINDS[kind], tape))
    failed = _failed(subject, made, kind)
    if failed is None:
        yield CheckResult(kind, game, PASS, well)
    elif _failed(subject, subject.load(), kind) is not None:
        yield skipped(kind, game, say("botlab.fails-anyway"))
    else:
        file = f"{kind}.jsonl"
        again = f"{subject.again(kind, game)} --trace {file}"
        repeat = (again, f"{_command(subject)} < {file}")
        expected = say("botlab.expected-moves")
        yield CheckResult(kind, game, FAIL, fault_words(failed), repeat, failed.stderr, expected)


def _failed(subject: BotUnderTest, bot: LoadedBot, kind: str) -> TrialMatch | None:
    """The first match with a fault in a short trial, as far as the time goes; closes the bot."""
    game = subject.games[0]
    about = say("botlab.unusual-of", kind=kind, game=game)
    limit = subject.limit(UNUSUAL * len(subject.games), about)
    with closing(bot) as loaded:
        trial = next(trials(GAMES[game], quick=True))
        for one in play(trial, timed(loaded, [], limit)):
            if one.fault is not None:
                return one
            if limit.late():
                break
    return None


def junk(subject: BotUnderTest) -> Iterator[CheckResult]:
    """Check that empty lines, unknown messages and unknown fields are ignored."""
    yield from unusual(subject, "junk", say("botlab.ignores-junk"))


def pieces(subject: BotUnderTest) -> Iterator[CheckResult]:
    """Check that very long lines, and lines in pieces, are read."""
    yield from unusual(subject, "pieces", say("botlab.reads-pieces"))


def twice(subject: BotUnderTest) -> Iterator[CheckResult]:
    """Check that a repeated request does no harm."""
    yield from unusual(subject, "twice", say("botlab.goes-on"))


def ending(subject: BotUnderTest) -> Iterator[CheckResult]:
    """Check that the bot exits by itself after `quit`, and at the end of its input."""
    if not is_program(subject):
        return
    # To repeat it after `quit`, the input stays open, as in a run.
    greeting = _greeting(subject)
    quitting = f'({greeting}; echo \'{{"t":"quit"}}\'; sleep {WAIT})'
    yield _ended(subject, "quit", quitting, send_quit=True)
    yield _ended(subject, say("botlab.end-of-input"), greeting, send_quit=False)


def _ended(
    subject: BotUnderTest, about: str | Message, sent: str, *, send_quit: bool
) -> CheckResult:
    child = BotProcess(command_words(subject.target), Limits())
    try:
        BotSession(child, WireLimits()).greet()
        if send_quit:
            os.write(child.put, message("quit"))
        else:
            child.hang_up()
        found = child.farewell(LEAVING)
    finally:
        child.wait()
    if found.status == 0:
        return CheckResult("end", about, PASS, say("botlab.exits"))
    seen: str | Message = found.words
    lines = last_lines(found.tail)
    if found.status is None:
        seen, lines = say("botlab.still-runs", seconds=f"{LEAVING:g}"), ()
    again = (f"{sent} | timeout {LEAVING:g} {_command(subject)}; echo $?",)
    return CheckResult("end", about, FAIL, seen, again, lines, say("botlab.expected-exit"))
