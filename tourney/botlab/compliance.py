"""The compliance test: whether a bot keeps the rules and the protocol.

Each check has a result, what was seen, and the commands that show it again. Does not depend on how
results are displayed.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial
from itertools import chain, zip_longest
from math import inf
from random import Random
from statistics import fmean
from time import monotonic
from typing import Final, NamedTuple

from engines.api import CHANCE
from engines.games import GAMES
from tourney.agents.loaded_bot import LoadedBot
from tourney.agents.loader import load, load_afresh
from tourney.botlab.checks import (
    FAIL,
    NOTE,
    PASS,
    SILENT,
    UNTESTED,
    BotUnderTest,
    CheckResult,
    NoAnswer,
    fault_lines,
    fault_words,
    last_lines,
    timed_out,
)
from tourney.botlab.protocol_checks import ending, hello, junk, pieces, twice
from tourney.botlab.recording import BotTape, Recorder
from tourney.botlab.trials import Trial, TrialMatch, play, timed, trials
from tourney.domain.errors import UsageFault
from tourney.domain.matches import PlayedMatch
from tourney.play.luck import new_seed

ALONE: Final = 3
"""Number of fresh bots that must play the same match for a bot to count as deterministic."""
ALONE_SLOW: Final = 2
"""The same for a slow bot."""
TWICE: Final = (1, 2)
SECOND: Final = (2,)
VARIES: Final = f"{UNTESTED}the bot declares that it is not reproducible"
NO_TIME: Final = f"{UNTESTED}the time budget was used up; a larger --budget tests it"
UNTESTABLE: Final = f"{UNTESTED}the bot is not deterministic"
MATCHES, POSITIONS, MEMORY = 0.5, 0.2, 0.3
"""Shares of the time budget: whole matches, other positions, matches before the same match."""
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
    foreign = [game for game in games if game not in known]
    if foreign:
        raise UsageFault(f"bot '{target}' does not play {foreign[0]}; it plays {', '.join(known)}")
    return BotUnderTest(
        target,
        partial(recorder.load if recorder else load_afresh, target),
        games or known,
        quick,
        move_ms,
        [],
        seconds=seconds,
        absent=absent,
        recorder=recorder,
    )


Check = Callable[[BotUnderTest], Iterator[CheckResult]]


def matches(subject: BotUnderTest) -> Iterator[CheckResult]:
    """Play whole matches with every option, number of seats and seat; also check their times."""
    with closing(subject.load()) as loaded:
        for game in subject.games:
            yield from _matches(subject, game, loaded)


def _matches(subject: BotUnderTest, game: str, loaded: LoadedBot) -> Iterator[CheckResult]:
    times: list[float] = []
    faults: list[TrialMatch] = []
    count, begun, slowest, again = 0, 0, -1.0, ""
    planned = list(trials(GAMES[game], quick=subject.quick))
    most, late = sum(trial.seats * trial.deals for trial in planned), subject.timer(MATCHES)
    for trial in planned:
        for one in _paced(subject, play(trial, timed(loaded, times))):
            count += 1
            subject.tell(f"matches of {game}: {count} of {most}")
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
    yield _legality(subject, game, PlayedCount(count, most), faults)
    yield _time(subject, game, times, again)


def _paced(subject: BotUnderTest, played: Iterator[TrialMatch]) -> Iterator[TrialMatch]:
    """The matches; notes the time of the quickest match of their game."""
    began = monotonic()
    for one in played:
        seconds = monotonic() - began
        subject.pace[one.trial.game] = min(seconds, subject.pace.get(one.trial.game, inf))
        yield one
        began = monotonic()


class PlayedCount(NamedTuple):
    """The number of matches played, and of those planned; fewer if the time was over."""

    played: int
    planned: int

    def __str__(self) -> str:
        if self.played >= self.planned:
            return f"{self.played} matches"
        return f"{self.played} of {self.planned} matches, as many as the time budget allows,"


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
        return any(again.fault for again in play(one.trial, loaded, (one.number,)))


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
            yield _replaced(subject, game, timed(loaded, [], Random(game)))


def _replaced(subject: BotUnderTest, game: str, loaded: LoadedBot) -> CheckResult:
    count = 0
    planned = list(trials(GAMES[game], quick=True))
    most, late = sum(trial.seats * trial.deals for trial in planned), subject.timer(POSITIONS)
    for trial in planned:
        for one in play(trial, loaded):
            count += 1
            subject.tell(f"positions of {game}: {count} of {most}")
            if one.fault is not None:
                subject.failed()
                subject.silent.update([game] if timed_out(one) else [])
                again = (subject.again("positions", game),)
                return CheckResult(
                    "positions", game, FAIL, fault_words(one), again, fault_lines(one)
                )
            if late():
                break
        if late():
            break
    many = PlayedCount(count, most)
    seen = f"only legal moves in {many} in which other moves replaced its own"
    return CheckResult("positions", game, PASS, seen)


def sameness(subject: BotUnderTest) -> Iterator[CheckResult]:
    """Check that the same seed gives the same match: played alone, again, and after others."""
    yield from _quickest_first(subject, _sameness)


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
        yield CheckResult("determinism", game, NOTE, NO_TIME)
        yield CheckResult("memory", game, NOTE, NO_TIME)
        return
    with closing(subject.load()) as loaded:
        varies = not loaded.reproducible
    if varies:
        yield CheckResult("determinism", game, NOTE, VARIES)
        return
    try:
        yield from _same(subject, game)
    except NoAnswer as late:
        yield from (_late(subject, one, late.match) for one in ("determinism", "memory"))


def _same(subject: BotUnderTest, game: str) -> Iterator[CheckResult]:
    *others, trial = _usual(subject, game)
    others += [next(trials(GAMES[name], quick=True)) for name in subject.games if name != game]
    late = subject.timer(MEMORY)
    numbers = TWICE[:1] if game in subject.slow else TWICE
    alone = _played(subject, [], trial, numbers)
    if slow := late() or game in subject.slow:
        numbers, alone = TWICE[:1], alone[:1]
    times = ALONE_SLOW if slow else ALONE
    again = [_played(subject, [], trial, numbers) for _ in range(times - 1)]
    tapes: list[BotTape | None] = []
    after = _played(subject, others, trial, numbers, tapes)
    varies = next(filter(None, (_difference(alone, one) for one in again)), None)
    if varies:
        yield _undetermined(subject, trial, varies)
        yield CheckResult("memory", game, NOTE, UNTESTABLE)
        return
    seen = f"the same matches {times} times with the same random seed"
    yield CheckResult("determinism", game, PASS, seen)
    kept = _difference(alone, after)
    if kept is None:
        yield CheckResult("memory", game, PASS, "the same matches alone and after other matches")
        return
    subject.failed(tapes[TWICE.index(kept.number)])
    seen = f"plays differently after other matches ({trial}): {kept.words}"
    details = [fault.detail for match in after for fault in match.faults if fault.detail]
    lines = last_lines("".join(details[:1]))
    yield CheckResult("memory", game, FAIL, seen, (subject.again("memory", game),), lines)


def _usual(subject: BotUnderTest, game: str) -> Iterator[Trial]:
    """The default variant at every number of seats; a slow bot's most seats come first."""
    usual = list(trials(GAMES[game], quick=True))
    return iter(usual[::-1] if game in subject.slow else usual)


def _late(subject: BotUnderTest, check: str, one: TrialMatch) -> CheckResult:
    """The failure of a check in which the bot did not answer in time."""
    subject.silent.add(one.trial.game)
    again = one.trial.again(subject.target, one.number)
    return CheckResult(check, one.trial.game, FAIL, fault_words(one), (again,), fault_lines(one))


def _answered(
    subject: BotUnderTest, trial: Trial, loaded: LoadedBot, numbers: Sequence[int] = ()
) -> Iterator[PlayedMatch]:
    """Play matches of a trial; NoAnswer at the first one without an answer in time."""
    for one in play(trial, loaded, numbers):
        if timed_out(one):
            subject.failed()
            raise NoAnswer(one)
        yield one.match


def seatings(subject: BotUnderTest) -> Iterator[CheckResult]:
    """Check that the bot does not use what it saw when it played a deal from another seat.

    The deal is new every time, because a bot may have stored an old one in a file.
    """
    yield from _quickest_first(subject, _seatings)


def _seatings(subject: BotUnderTest, game: str) -> Iterator[CheckResult]:
    if subject.overdue(game):
        yield CheckResult("seatings", game, NOTE, NO_TIME)
        return
    *_, usual = _usual(subject, game)
    trial = replace(usual, seed=new_seed())
    with closing(subject.load()) as loaded:
        if not loaded.reproducible:
            yield CheckResult("seatings", game, NOTE, VARIES)
            return
    try:
        yield _seated(subject, trial)
    except NoAnswer as late:
        yield _late(subject, "seatings", late.match)


def _seated(subject: BotUnderTest, trial: Trial) -> CheckResult:
    """Whether a match is the same before and after the bot played its deal from another seat."""
    alone, again = (_matches_of(subject, trial, SECOND) for _ in range(2))
    if _difference(alone, again):
        return CheckResult("seatings", trial.game, NOTE, UNTESTABLE)
    after = _matches_of(subject, trial, TWICE)
    return _kept_apart(subject, trial.game, _difference(alone, after[1:]))


def _matches_of(subject: BotUnderTest, trial: Trial, numbers: Sequence[int]) -> list[PlayedMatch]:
    """Play some matches of a trial with a fresh bot."""
    with closing(subject.load()) as loaded:
        return list(_answered(subject, trial, loaded, numbers))


def _kept_apart(subject: BotUnderTest, game: str, kept: "_Difference | None") -> CheckResult:
    if kept is None:
        seen = "the same match before and after it played the deal from another seat"
        return CheckResult("seatings", game, PASS, seen)
    seen = f"plays differently after it played the same deal from another seat: {kept.words}"
    return CheckResult("seatings", game, FAIL, seen, (subject.again("seatings", game),))


def _played(
    subject: BotUnderTest,
    before: Sequence[Trial],
    trial: Trial,
    numbers: Sequence[int],
    tapes: list[BotTape | None] | None = None,
) -> list[PlayedMatch]:
    """Play matches of a trial with a fresh bot, after the trials `before`.

    Appends the record of each match's conversation to `tapes`.
    """
    with closing(subject.load()) as loaded:
        late = subject.timer(MEMORY)
        others = (_answered(subject, each, loaded) for each in before)
        for number, _ in enumerate(chain.from_iterable(others)):
            subject.tell(f"memory: {number + 1} other matches")
            if late():
                break
        found = []
        for one in _answered(subject, trial, loaded, numbers):
            found.append(one)
            if tapes is not None:
                tapes.append(subject.recorder.last if subject.recorder else None)
            subject.tell(f"determinism and memory: {len(found)} matches of {trial}")
        return found


class _Difference(NamedTuple):
    number: int
    words: str


def _difference(one: Sequence[PlayedMatch], other: Sequence[PlayedMatch]) -> _Difference | None:
    """The first difference between the same matches; None if there is none."""
    for left, right in zip(one, other, strict=True):
        plies = zip_longest(left.entries, right.entries, fillvalue=(CHANCE, "nothing"))
        for ply, (this, that) in enumerate(plies, 1):
            if this != that:
                words = (
                    f"match {left.fixture.number}, ply {ply}: first '{this[1]}', then '{that[1]}'"
                )
                return _Difference(left.fixture.number, words)
    return None


def _undetermined(subject: BotUnderTest, trial: Trial, varies: _Difference) -> CheckResult:
    first = trial.again(subject.target, varies.number)
    second = first.removesuffix("trace.jsonl") + "again.jsonl"
    seen = f"different moves with the same random seed ({trial}): {varies.words}"
    repeat = (first, second, "diff trace.jsonl again.jsonl")
    expected = "diff prints nothing"
    return CheckResult("determinism", trial.game, FAIL, seen, repeat, expected=expected)


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
