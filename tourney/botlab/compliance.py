"""The compliance test: whether a bot keeps the rules and the protocol.

Each check has a result, what was seen, and the commands that show it again. Does not depend on how
results are displayed.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial
from math import inf
from random import Random
from statistics import fmean
from time import monotonic
from typing import Final, NamedTuple

from engines.games import GAMES
from engines.messages import say
from tourney.agents.command import PREFIX, load_command
from tourney.agents.isolation import Limits
from tourney.agents.loaded_bot import LoadedBot
from tourney.agents.loader import load, load_afresh
from tourney.agents.wire import WireLimits
from tourney.botlab.checks import (
    FAIL,
    NOTE,
    PASS,
    SILENT,
    UNTESTED,
    BotUnderTest,
    CheckResult,
    fault_lines,
    fault_words,
    timed_out,
)
from tourney.botlab.protocol_checks import ending, hello, junk, pieces, twice
from tourney.botlab.recording import Recorder
from tourney.botlab.repetitions import NO_TIME, sameness, seatings
from tourney.botlab.trials import Trial, TrialMatch, limited, play, timed, trials
from tourney.domain.errors import UsageFault

MATCHES, POSITIONS = 0.45, 0.15
"""Shares of the time budget: whole matches and other positions. The rest is for repetitions."""
LEAST: Final = 1.0
"""Seconds for which every answer is waited for."""
CLEARLY: Final = 5
"""An answer that takes this multiple of its time is not waited for; earlier ones are timed."""
ENOUGH: Final = 10
"""Number of matches with faults after which a game is not tested further."""


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
    patience = _patience(move_ms, seconds)
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


def _patience(move_ms: float | None, seconds: float) -> WireLimits:
    """How long an answer is waited for: until it is clearly too late, or the budget is used up."""
    usual = WireLimits()
    late = usual.think if move_ms is None else max(LEAST, CLEARLY * move_ms / 1000)
    return replace(usual, think=min(usual.think, late, max(LEAST, seconds)))


def _fresh(target: str, patience: WireLimits) -> LoadedBot:
    """A bot that shares nothing with one loaded before."""
    if target.startswith(PREFIX):
        return load_command(target, Limits(), patience)
    return load_afresh(target)


Check = Callable[[BotUnderTest], Iterator[CheckResult]]


def matches(subject: BotUnderTest) -> Iterator[CheckResult]:
    """Play whole matches with every option, number of seats and seat; also check their times."""
    with closing(subject.load()) as loaded:
        for game in subject.games:
            if subject.hopeless:
                subject.silent.add(game)
                yield from (CheckResult(one, game, NOTE, NO_TIME) for one in ("matches", "time"))
            else:
                yield from _matches(subject, game, loaded)


def _matches(subject: BotUnderTest, game: str, loaded: LoadedBot) -> Iterator[CheckResult]:
    times: list[float] = []
    faults: list[TrialMatch] = []
    count, begun, slowest, again = 0, 0, -1.0, ""
    planned = list(trials(GAMES[game], quick=subject.quick))
    most, limit = _planned_matches(planned), subject.limit(MATCHES, f"matches of {game}")
    late = limit.late
    for trial in planned:
        for one in _paced(subject, play(trial, timed(loaded, times, limit))):
            count += 1
            longest = max(times[begun:], default=-1.0)
            if longest > slowest:
                slowest = longest
                again = trial.again(subject.target, one.number, subject.move_ms)
            begun = len(times)
            if one.fault is not None:
                subject.failed()
                faults.append(one)
            if timed_out(one):
                subject.silent.add(game)
                break
            if late():
                break
        if late() and count < most:
            subject.slow.add(game)
        if late() or game in subject.silent or len(faults) >= ENOUGH:
            break
    yield _legality(subject, game, PlayedCount(count, most, limit.cut), faults)
    yield _time(subject, game, times, again)


def _paced(subject: BotUnderTest, played: Iterator[TrialMatch]) -> Iterator[TrialMatch]:
    """The matches; notes the time of the quickest match of their game."""
    began = monotonic()
    for one in played:
        seconds = monotonic() - began
        subject.pace[one.trial.game] = min(seconds, subject.pace.get(one.trial.game, inf))
        yield one
        began = monotonic()


def _planned_matches(planned: Sequence[Trial]) -> int:
    return sum(trial.seats * trial.deals for trial in planned)


class PlayedCount(NamedTuple):
    """The number of matches played, and of those planned; fewer if the time was over.

    `cut`: the last one was not played to its end.
    """

    played: int
    planned: int
    cut: bool = False

    def __str__(self) -> str:
        if self.played >= self.planned and not self.cut:
            return f"{self.played} matches"
        start = "the start of " if self.cut and self.played == 1 else ""
        many = "as much" if start else "as many"
        return f"{start}{self.played} of {self.planned} matches, {many} as the time budget allows,"


def _legality(
    subject: BotUnderTest, game: str, count: PlayedCount, faults: Sequence[TrialMatch]
) -> CheckResult:
    if not faults:
        return CheckResult("matches", game, PASS, f"{count} without a fault")
    one = faults[0]
    seen = f"faults in {len(faults)} of {count.played} matches; the first: {fault_words(one)}"
    again = one.trial.again(subject.target, one.number)
    if not timed_out(one) and not _fails_alone(subject, one):
        seen, again = f"{seen}; only after other matches", subject.again("matches", game)
    return CheckResult("matches", game, FAIL, seen, (again,), fault_lines(one))


def _fails_alone(subject: BotUnderTest, one: TrialMatch) -> bool:
    """Whether a fresh bot has a fault in this match, too."""
    with closing(subject.load()) as loaded:
        bot = limited(loaded, subject.limit(MATCHES, "the first fault again"))
        return any(again.fault for again in play(one.trial, bot, (one.number,)))


def _time(subject: BotUnderTest, game: str, times: Sequence[float], again: str) -> CheckResult:
    if not times:
        return CheckResult("time", game, NOTE, f"{UNTESTED}the bot answered no request for a move")
    seen = f"{len(times)} moves, mean {fmean(times):.2f} ms, longest {max(times):.1f} ms"
    if subject.move_ms is None:
        return CheckResult("time", game, NOTE, seen)
    late = max(times) > subject.move_ms
    seen += f"; limit {subject.move_ms:g} ms"
    return CheckResult("time", game, FAIL if late else PASS, seen, (again,) if late else ())


def positions(subject: BotUnderTest) -> Iterator[CheckResult]:
    """Check that moves are legal also after moves that the bot did not choose."""
    with closing(subject.load()) as loaded:
        for game in subject.games:
            yield _replaced(subject, game, loaded)


def _replaced(subject: BotUnderTest, game: str, loaded: LoadedBot) -> CheckResult:
    count = 0
    planned = list(trials(GAMES[game], quick=True))
    limit = subject.limit(POSITIONS, f"positions of {game}")
    for trial in planned:
        for one in play(trial, timed(loaded, [], limit, Random(game))):
            count += 1
            if one.fault is not None:
                subject.failed()
                subject.silent.update([game] if timed_out(one) else [])
                again = (subject.again("positions", game),)
                return CheckResult(
                    "positions", game, FAIL, fault_words(one), again, fault_lines(one)
                )
            if limit.late():
                break
        if limit.late():
            break
    many = PlayedCount(count, _planned_matches(planned), limit.cut)
    seen = f"only legal moves in {many} in which other moves replaced its own"
    return CheckResult("positions", game, PASS, seen)


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
"""The function for each check, in the order of testing."""


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
        yield from (CheckResult(name, game, NOTE, SILENT) for name in names)
    if others := [game for game in subject.games if game not in silent]:
        yield from check(replace(subject, games=others))
