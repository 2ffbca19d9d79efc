"""Checks that play the same match several times: with the same seed, after others, at other seats.

A bot must not depend on anything but the random seed and what it was sent in this match.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from itertools import chain, zip_longest
from typing import Final, NamedTuple

from engines.api import CHANCE
from engines.games import GAMES
from tourney.agents.loaded_bot import LoadedBot
from tourney.botlab.checks import (
    FAIL,
    NOTE,
    PASS,
    UNTESTED,
    BotUnderTest,
    CheckResult,
    NoAnswer,
    fault_lines,
    fault_words,
    last_lines,
    timed_out,
)
from tourney.botlab.recording import BotTape
from tourney.botlab.trials import MoveLimit, Trial, TrialMatch, limited, play, trials
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
