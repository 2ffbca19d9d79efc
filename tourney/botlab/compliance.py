"""The compliance test: whether a bot keeps the rules and the protocol.

Each check has a result, what was seen, and the commands that show it again. A bot must not depend
on anything but the random seed and what it was sent in this match, so some checks play a match
several times: with the same seed, after others, at other seats. Programs are also written to in
unusual but permitted ways: unknown messages and fields, long lines, lines in pieces, a request sent
twice; the channel keeps what it wrote on a tape.
"""

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial
from itertools import chain, zip_longest
from math import inf
from random import Random
from statistics import fmean
from time import monotonic, perf_counter, sleep
from typing import Any, Final, NamedTuple, TypeAlias

from engines.api import CHANCE
from engines.games import GAMES
from engines.messages import Message, say
from tourney.agents.bot_process import BotProcess
from tourney.agents.isolation import Limits
from tourney.agents.loaded_bot import LoadedBot
from tourney.agents.loader import load, load_afresh
from tourney.agents.programs import PREFIX, Processes, command_words, load_command
from tourney.agents.protocol import WANTS, line, message
from tourney.agents.wire import BotSession, Channel, Hello, WireLimits
from tourney.botlab.trials import (
    FAIL,
    NOTE,
    PASS,
    BotTape,
    BotUnderTest,
    CheckResult,
    MoveLimit,
    NoAnswer,
    Recorder,
    Trial,
    TrialMatch,
    fault_words,
    last_lines,
    play,
    skipped,
    timed,
    trials,
)
from tourney.domain.errors import UsageFault
from tourney.domain.match_values import PlayedMatch
from tourney.domain.safe_text import shell_line
from tourney.play.agent import AgentFault
from tourney.play.luck import new_seed

Tape: TypeAlias = list[bytes]
# Turns lines into the pieces that are written instead.
Cut: TypeAlias = Callable[[bytes], Sequence[bytes]]

STRANGE: Final = {"later": {"versions": ["may", 'say "more"', {"of": None}]}, "é": "\u2028"}
WEATHER: Final = b"\n" + message("weather", m="?", id=0, sky="grey}]") + b"   \n"
PADDING: Final = 300_000  # more bytes than fit into a pipe, or into a line that a bot may send
SHORT: Final = 5_000
PINGS: Final = 10
EVERY: Final = 8  # one request in this many is long
PAUSE: Final = 0.001
LEAVING: Final = 2.0  # seconds that a bot has to exit by itself; a run waits less


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


UNUSUAL = 0.05  # share of the time budget for a match in which the runner writes in an unusual way
# Seconds for which a repeated command keeps the bot's input open: longer than a run waits.
WAIT = 12


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


# Shares of the time budget: whole matches, other positions, the same matches alone and after
# others, and after another seat.
MATCHES, POSITIONS, MEMORY, SEATINGS = 0.45, 0.15, 0.25, 0.15
LEAST: Final = 1.0  # seconds for which every answer is waited for
# An answer that takes this multiple of its time is not waited for; earlier ones are timed.
CLEARLY: Final = 5
ENOUGH: Final = 10  # number of matches with faults after which a game is not tested further
# Number of fresh bots that must play the same match for a bot to count as deterministic.
ALONE, ALONE_SLOW = 3, 2
SILENT: Final = say("botlab.silent")
NO_TIME: Final = say("botlab.no-time")
VARIES: Final = say("botlab.varies")
CHANGEABLE: Final = say("botlab.not-deterministic")
FAULTY: Final = say("botlab.fails-there")


def subject(
    target: str,
    games: Sequence[str] = (),
    *,
    quick: bool = False,
    move_ms: float | None = None,
    seconds: float = inf,
    recorder: Recorder | None = None,
) -> BotUnderTest:
    """The bot that a target names, to be tested in `games` or in all games that it plays.

    The matches take about `seconds` in all.
    """
    with closing(load(target)) as loaded:
        known, absent = loaded.games, loaded.absent
    # An answer is waited for until it is clearly too late, or the budget is used up.
    usual = WireLimits()
    late = usual.think if move_ms is None else max(LEAST, CLEARLY * move_ms / 1000)
    patience = replace(usual, think=min(usual.think, late, max(LEAST, seconds)))
    foreign = [game for game in games if game not in known]
    if foreign:
        words = say("runs.not-its-game", bot=target, game=foreign[0], known=", ".join(known))
        raise UsageFault(words)
    return BotUnderTest(
        target,
        partial(recorder.load if recorder else _fresh, target, patience),
        games or known,
        quick,
        move_ms,
        [],
        seconds=seconds,
        absent=absent,
        recorder=recorder,
        patience=patience,
    )


def _fresh(target: str, patience: WireLimits) -> LoadedBot:
    """A bot that shares nothing with one loaded before."""
    if target.startswith(PREFIX):
        return load_command(target, Limits(), patience)
    return load_afresh(target)


# Whole matches, and positions that the bot's own moves would not lead to.


def matches(subject: BotUnderTest) -> Iterator[CheckResult]:
    """Play whole matches with every option, number of seats and seat; also check their times."""
    with closing(subject.load()) as loaded:
        for game in subject.games:
            if subject.hopeless:
                subject.silent.add(game)
                yield from (skipped(check, game, NO_TIME) for check in ("matches", "time"))
            else:
                yield from _matches(subject, game, loaded)


def _matches(subject: BotUnderTest, game: str, loaded: LoadedBot) -> Iterator[CheckResult]:
    times: list[float] = []
    faults: list[TrialMatch] = []
    count, begun, slowest, slowest_again = 0, 0, -1.0, ""
    planned = list(trials(GAMES[game], quick=subject.quick))
    limit = subject.limit(MATCHES, say("botlab.matches-of", game=game))
    for trial in planned:
        began = monotonic()
        for one in play(trial, timed(loaded, times, limit)):
            count += 1
            subject.pace[game] = min(monotonic() - began, subject.pace.get(game, inf))
            longest = max(times[begun:], default=-1.0)
            if longest > slowest:
                slowest = longest
                slowest_again = trial.again(subject.target, one.number, subject.move_ms)
            begun = len(times)
            if one.fault is not None:
                subject.failed()
                faults.append(one)
            if one.timed_out:
                subject.silent.add(game)
                break
            if limit.late():
                break
            began = monotonic()
        if limit.late() and count < _number_of_matches(planned):
            subject.slow.add(game)
        if limit.late() or game in subject.silent or len(faults) >= ENOUGH:
            break
    yield _legality(subject, game, _counted(count, planned, limit), count, faults)
    if not times:
        yield skipped("time", game, say("botlab.no-request"))
        return
    mean, most = f"{fmean(times):.2f}", f"{max(times):.1f}"
    seen = say("botlab.times", count=len(times), mean=mean, longest=most)
    if subject.move_ms is None:
        yield CheckResult("time", game, NOTE, seen)
        return
    seen = say("botlab.times-limit", seen=seen, limit=f"{subject.move_ms:g}")
    if max(times) > subject.move_ms:
        yield CheckResult("time", game, FAIL, seen, (slowest_again,))
    else:
        yield CheckResult("time", game, PASS, seen)


def _number_of_matches(planned: Sequence[Trial]) -> int:
    return sum(trial.seats * trial.deals for trial in planned)


def _counted(count: int, planned: Sequence[Trial], limit: MoveLimit) -> Message:
    """How many matches were played; fewer than planned if the time was over."""
    most = _number_of_matches(planned)
    if count >= most and not limit.cut:
        return say("botlab.count", count=count)
    if limit.cut and count == 1:  # it was not played to its end
        return say("botlab.start-of", count=count, planned=most)
    return say("botlab.count-of", count=count, planned=most)


def _legality(
    subject: BotUnderTest, game: str, played: Message, count: int, faults: Sequence[TrialMatch]
) -> CheckResult:
    if not faults:
        return CheckResult("matches", game, PASS, say("botlab.no-fault", matches=played))
    one = faults[0]
    seen = say("botlab.faults", count=len(faults), played=count, fault=fault_words(one))
    again = one.trial.again(subject.target, one.number)
    if not one.timed_out:
        # If a fresh bot plays this match without a fault, earlier ones must be played again, too.
        with closing(subject.load()) as loaded:
            bot = timed(loaded, [], subject.limit(MATCHES, say("botlab.first-fault-again")))
            alone = any(again.fault for again in play(one.trial, bot, (one.number,)))
        if not alone:
            seen = say("botlab.only-after-others", seen=seen)
            again = subject.again("matches", game)
    return CheckResult("matches", game, FAIL, seen, (again,), one.stderr)


def positions(subject: BotUnderTest) -> Iterator[CheckResult]:
    """Check that moves are legal also after moves that the bot did not choose."""
    with closing(subject.load()) as loaded:
        for game in subject.games:
            yield _replaced(subject, game, loaded)


def _replaced(subject: BotUnderTest, game: str, loaded: LoadedBot) -> CheckResult:
    count = 0
    planned = list(trials(GAMES[game], quick=True))
    limit = subject.limit(POSITIONS, say("botlab.positions-of", game=game))
    for trial in planned:
        for one in play(trial, timed(loaded, [], limit, Random(game))):
            count += 1
            if one.fault is not None:
                subject.failed()
                subject.silent.update([game] if one.timed_out else [])
                again = (subject.again("positions", game),)
                return CheckResult("positions", game, FAIL, fault_words(one), again, one.stderr)
            if limit.late():
                break
        if limit.late():
            break
    seen = say("botlab.only-legal", matches=_counted(count, planned, limit))
    return CheckResult("positions", game, PASS, seen)


# The same match several times.


def sameness(subject: BotUnderTest) -> Iterator[CheckResult]:
    """Check that the same seed gives the same match: played alone, again, and after others."""
    yield from _quickest_first(subject, _sameness)


def seatings(subject: BotUnderTest) -> Iterator[CheckResult]:
    """Check that the bot does not use what it saw when it played a deal from another seat."""
    yield from _quickest_first(subject, _seatings)


def _quickest_first(
    subject: BotUnderTest, check: Callable[[BotUnderTest, str], Iterator[CheckResult]]
) -> Iterator[CheckResult]:
    """The results of a check of single games, in their order; a slow bot's quick games come first.

    So the first of them, which is tested in any case, does not take long.
    """
    found = {game: list(check(subject, game)) for game in subject.quickest_first()}
    for game in subject.games:
        yield from found[game]


def _sameness(subject: BotUnderTest, game: str) -> Iterator[CheckResult]:
    if subject.overdue(game):
        yield from (skipped(check, game, NO_TIME) for check in ("determinism", "memory"))
        return
    with closing(subject.load()) as loaded:
        varies = not loaded.reproducible
    if varies:
        yield skipped("determinism", game, VARIES)
        return
    try:
        yield from _same(subject, game)
    except NoAnswer as late:
        yield from (_late(subject, check, late.match) for check in ("determinism", "memory"))


def _same(subject: BotUnderTest, game: str) -> Iterator[CheckResult]:
    *others, trial = _usual(subject, game)
    others += [next(trials(GAMES[name], quick=True)) for name in subject.games if name != game]
    numbers = (1,) if game in subject.slow else (1, 2)
    limit = subject.limit(MEMORY / 4, say("botlab.determinism-of", game=game))
    alone = _played(subject, trial, numbers, limit)
    if all(match.faults for match in alone):  # such matches are alike, however it chooses
        yield from (skipped(check, game, FAULTY) for check in ("determinism", "memory"))
        return
    if slow := limit.cut or game in subject.slow:
        numbers, alone = (1,), alone[:1]
    times = ALONE_SLOW if slow else ALONE
    again = [_played(subject, trial, numbers, _same_moves(limit)) for _ in range(times - 1)]
    tapes: list[BotTape | None] = []
    after = _played(subject, trial, numbers, _same_moves(limit), others, tapes)
    varies = next(filter(None, (_difference(alone, one) for one in again)), None)
    if varies:
        first = trial.again(subject.target, varies.number)
        second = first.removesuffix("trace.jsonl") + "again.jsonl"
        repeat = (first, second, "diff trace.jsonl again.jsonl")
        seen = say("botlab.varies-with-seed", trial=trial.message(), difference=varies.words)
        expected = say("botlab.no-difference")
        yield CheckResult("determinism", game, FAIL, seen, repeat, expected=expected)
        yield skipped("memory", game, CHANGEABLE)
        return
    what = _compared(limit, say("botlab.whole-matches"))
    seen = say("botlab.same-again", what=what, count=times)
    yield CheckResult("determinism", game, PASS, seen)
    kept = _difference(alone, after)
    if kept is None:
        yield CheckResult("memory", game, PASS, say("botlab.same-after-others", what=what))
        return
    subject.failed(tapes[kept.number - 1])
    seen = say("botlab.varies-after-others", trial=trial.message(), difference=kept.words)
    details = [fault.detail for match in after for fault in match.faults if fault.detail]
    lines = last_lines("".join(details[:1]))
    yield CheckResult("memory", game, FAIL, seen, (subject.again("memory", game),), lines)


def _seatings(subject: BotUnderTest, game: str) -> Iterator[CheckResult]:
    if subject.overdue(game):
        yield skipped("seatings", game, NO_TIME)
        return
    *_, usual = _usual(subject, game)
    # The deal is new every time, because a bot may have stored an old one in a file.
    trial = replace(usual, seed=new_seed())
    with closing(subject.load()) as loaded:
        varies = not loaded.reproducible
    if varies:
        yield skipped("seatings", game, VARIES)
        return
    try:
        yield _seated(subject, trial)
    except NoAnswer as late:
        yield _late(subject, "seatings", late.match)


def _seated(subject: BotUnderTest, trial: Trial) -> CheckResult:
    """Whether a match is the same before and after the bot played its deal from another seat."""
    game = trial.game
    limit = subject.limit(SEATINGS / 3, say("botlab.seatings-of", game=game))
    alone = _played(subject, trial, (2,), limit)
    if all(match.faults for match in alone):
        return skipped("seatings", game, FAULTY)
    if _difference(alone, _played(subject, trial, (2,), _same_moves(limit))):
        return skipped("seatings", game, CHANGEABLE)
    after = _played(subject, trial, (1, 2), MoveLimit(most=2 * limit.asked))
    kept = _difference(alone, after[1:])
    if kept is None:
        what = _compared(limit, say("botlab.whole-match"))
        return CheckResult("seatings", game, PASS, say("botlab.same-at-other-seat", what=what))
    seen = say("botlab.varies-at-other-seat", difference=kept.words)
    return CheckResult("seatings", game, FAIL, seen, (subject.again("seatings", game),))


def _usual(subject: BotUnderTest, game: str) -> list[Trial]:
    """The default variant at every number of seats; a slow bot's most seats come first."""
    usual = list(trials(GAMES[game], quick=True))
    return usual[::-1] if game in subject.slow else usual


def _compared(limit: MoveLimit, whole: Message) -> Message:
    """What was compared: whole matches, or the first moves of one."""
    if not limit.cut:
        return whole
    moves = limit.asked[0]
    return say("botlab.first-move") if moves == 1 else say("botlab.first-moves", count=moves)


def _same_moves(limit: MoveLimit) -> MoveLimit:
    """The limit at which the bot is asked as often in each match as before."""
    return MoveLimit(most=tuple(limit.asked))


def _late(subject: BotUnderTest, check: str, one: TrialMatch) -> CheckResult:
    """The failure of a check in which the bot did not answer in time."""
    subject.silent.add(one.trial.game)
    again = one.trial.again(subject.target, one.number)
    return CheckResult(check, one.trial.game, FAIL, fault_words(one), (again,), one.stderr)


def _answered(
    subject: BotUnderTest, trial: Trial, loaded: LoadedBot, numbers: Sequence[int] = ()
) -> Iterator[PlayedMatch]:
    """Play matches of a trial; NoAnswer at the first one without an answer in time."""
    for one in play(trial, loaded, numbers):
        if one.timed_out:
            subject.failed()
            raise NoAnswer(one)
        yield one.match


def _played(
    subject: BotUnderTest,
    trial: Trial,
    numbers: Sequence[int],
    limit: MoveLimit,
    before: Sequence[Trial] = (),
    tapes: list[BotTape | None] | None = None,
) -> list[PlayedMatch]:
    """Play matches of a trial with a fresh bot, after the trials `before` as far as time allows.

    Appends the record of each match's conversation to `tapes`.
    """
    with closing(subject.load()) as loaded:
        other_limit = subject.limit(MEMORY / 4, say("botlab.other-matches"))
        other_bot = timed(loaded, [], other_limit)
        others = (_answered(subject, each, other_bot) for each in before)
        for _ in chain.from_iterable(others):
            if other_limit.late():
                break
        found = []
        for one in _answered(subject, trial, timed(loaded, [], limit), numbers):
            found.append(one)
            if tapes is not None:
                tapes.append(subject.recorder.last if subject.recorder else None)
        return found


class _Difference(NamedTuple):
    number: int
    words: Message


def _difference(one: Sequence[PlayedMatch], other: Sequence[PlayedMatch]) -> _Difference | None:
    """The first difference between the same matches; None if there is none."""
    for left, right in zip(one, other, strict=True):
        plies = zip_longest(left.entries, right.entries, fillvalue=(CHANCE, ""))
        for ply, (this, that) in enumerate(plies, 1):
            if this != that:
                number = left.fixture.number
                first, then = (text or say("botlab.nothing") for _, text in (this, that))
                words = say("botlab.difference", match=number, ply=ply, first=first, then=then)
                return _Difference(number, words)
    return None


# All checks.

Check = Callable[[BotUnderTest], Iterator[CheckResult]]
# The function for each check, in the order of testing.
CHECKS: Final[Mapping[str, Check]] = {
    "hello": hello,
    "matches": matches,
    "time": matches,
    "positions": positions,
    "determinism": sameness,
    "memory": sameness,
    "seatings": seatings,
    "junk": junk,
    "pieces": pieces,
    "twice": twice,
    "end": ending,
}


def findings(
    subject: BotUnderTest,
    only: Sequence[str] = (),
    begun: Callable[[str], object] = lambda name: None,
) -> Iterator[CheckResult]:
    """The results of all checks, or of those in `only`; stops if the bot does not start.

    `begun` is called with the name of each check before it.
    """
    wanted = only or tuple(CHECKS)
    if subject.absent is not None:
        begun("hello")
        yield from hello(subject)
        return
    checks: dict[Check, list[str]] = {}
    for name in wanted:
        checks.setdefault(CHECKS[name], []).append(name)
    for check, names in checks.items():
        begun(names[0])
        for found in _results(subject, check, names):
            if found.check in wanted:
                yield found
            if found.check == "hello" and found.result == FAIL:
                return


def _results(subject: BotUnderTest, check: Check, names: Sequence[str]) -> Iterator[CheckResult]:
    """The results of a check in all games but those in which the bot does not answer in time."""
    silent = [game for game in subject.games if game in subject.silent]
    if check is ending or not silent:
        yield from check(subject)
        return
    for game in silent:
        yield from (skipped(name, game, SILENT) for name in names)
    if others := [game for game in subject.games if game not in silent]:
        yield from check(replace(subject, games=others))
