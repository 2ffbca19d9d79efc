"""The compliance test: whether a bot keeps the rules and the protocol.

Each check has a result, what was seen, and the commands that show it again. A bot must not depend
on anything but the random seed and what it was sent in this match, so some checks play a match
several times: with the same seed, after others, at other seats. Does not depend on how results are
displayed.
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
from engines.messages import say
from tourney.agents.isolation import Limits
from tourney.agents.loaded_bot import LoadedBot
from tourney.agents.loader import load, load_afresh
from tourney.agents.programs import PREFIX, load_command
from tourney.agents.wire import WireLimits
from tourney.botlab.protocol_checks import ending, hello, junk, pieces, twice
from tourney.botlab.trials import (
    FAIL,
    NOTE,
    PASS,
    SILENT,
    UNTESTED,
    BotTape,
    BotUnderTest,
    CheckResult,
    MoveLimit,
    NoAnswer,
    Recorder,
    Trial,
    TrialMatch,
    fault_lines,
    fault_words,
    last_lines,
    limited,
    play,
    timed,
    timed_out,
    trials,
)
from tourney.domain.errors import UsageFault
from tourney.domain.match_values import PlayedMatch
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
FAULTY: Final = f"{UNTESTED}the bot fails in the match that would be repeated"
MEMORY, SEATINGS = 0.25, 0.15
"""Shares of the time budget: the same matches alone and after others, and after another seat."""


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
    numbers = TWICE[:1] if game in subject.slow else TWICE
    limit = subject.limit(MEMORY / 4, f"determinism of {game}")
    alone = _played(subject, trial, numbers, limit)
    if all(match.faults for match in alone):  # such matches are alike, however it chooses
        yield from (CheckResult(one, game, NOTE, FAULTY) for one in ("determinism", "memory"))
        return
    if slow := limit.cut or game in subject.slow:
        numbers, alone = TWICE[:1], alone[:1]
    times = ALONE_SLOW if slow else ALONE
    again = [_played(subject, trial, numbers, _same_moves(limit)) for _ in range(times - 1)]
    tapes: list[BotTape | None] = []
    after = _played(subject, trial, numbers, _same_moves(limit), others, tapes)
    varies = next(filter(None, (_difference(alone, one) for one in again)), None)
    if varies:
        yield _undetermined(subject, trial, varies)
        yield CheckResult("memory", game, NOTE, UNTESTABLE)
        return
    what = _as_far_as(limit, "matches")
    seen = f"the same {what} {times} times with the same random seed"
    yield CheckResult("determinism", game, PASS, seen)
    kept = _difference(alone, after)
    if kept is None:
        seen = f"the same {what} alone and after other matches"
        yield CheckResult("memory", game, PASS, seen)
        return
    subject.failed(tapes[TWICE.index(kept.number)])
    seen = f"plays differently after other matches ({trial}): {kept.words}"
    details = [fault.detail for match in after for fault in match.faults if fault.detail]
    lines = last_lines("".join(details[:1]))
    yield CheckResult("memory", game, FAIL, seen, (subject.again("memory", game),), lines)


def _as_far_as(limit: MoveLimit, whole: str) -> str:
    """What was compared: whole matches, or the first moves of one."""
    moves = limit.asked[0]
    return whole if not limit.cut else "first move" if moves == 1 else f"first {moves} moves"


def _same_moves(limit: MoveLimit) -> MoveLimit:
    """The limit at which the bot is asked as often in each match as before."""
    return MoveLimit(most=tuple(limit.asked))


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
    limit = subject.limit(SEATINGS / 3, f"seatings of {trial.game}")
    alone = _played(subject, trial, SECOND, limit)
    if all(match.faults for match in alone):
        return CheckResult("seatings", trial.game, NOTE, FAULTY)
    if _difference(alone, _played(subject, trial, SECOND, _same_moves(limit))):
        return CheckResult("seatings", trial.game, NOTE, UNTESTABLE)
    after = _played(subject, trial, TWICE, MoveLimit(most=2 * limit.asked))
    return _kept_apart(subject, trial.game, _difference(alone, after[1:]), limit)


def _kept_apart(
    subject: BotUnderTest, game: str, kept: "_Difference | None", limit: MoveLimit
) -> CheckResult:
    if kept is None:
        what = _as_far_as(limit, "match")
        seen = f"the same {what} before and after it played the deal from another seat"
        return CheckResult("seatings", game, PASS, seen)
    seen = f"plays differently after it played the same deal from another seat: {kept.words}"
    return CheckResult("seatings", game, FAIL, seen, (subject.again("seatings", game),))


def _played(
    subject: BotUnderTest,
    trial: Trial,
    numbers: Sequence[int],
    limit: MoveLimit,
    before: Sequence[Trial] = (),
    tapes: list[BotTape | None] | None = None,
) -> list[PlayedMatch]:
    """Play matches of a trial with a fresh bot, after the trials `before`.

    Appends the record of each match's conversation to `tapes`.
    """
    with closing(subject.load()) as loaded:
        _play_before(subject, before, loaded)
        found = []
        for one in _answered(subject, trial, limited(loaded, limit), numbers):
            found.append(one)
            if tapes is not None:
                tapes.append(subject.recorder.last if subject.recorder else None)
        return found


def _play_before(subject: BotUnderTest, before: Sequence[Trial], loaded: LoadedBot) -> None:
    """Play matches of these trials as long as the time budget allows."""
    limit = subject.limit(MEMORY / 4, "memory, other matches")
    others = (_answered(subject, each, limited(loaded, limit)) for each in before)
    for _ in chain.from_iterable(others):
        if limit.late():
            break


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
