"""Matches of a run by their numbers, whoever plays them: the runner itself or its workers.

A worker gets the spec and makes everything else from it. Imports no database.
"""

from collections.abc import Mapping, Sequence
from time import monotonic
from typing import Final, NamedTuple

from engines.api import CHANCE, Outcome
from tourney.domain.matches import Fault, KeptMatch, PlayedMatch
from tourney.domain.runs import RunSpec
from tourney.play.logs import kept
from tourney.play.referee import Referee
from tourney.runs.quarantine import Quarantine
from tourney.runs.spec import Prepared, reload

SAYINGS: Final = 0.05
"""Seconds between two questions for what processes of bots said aside."""


class Portion(NamedTuple):
    """Matches in the order of their numbers, and what there is to complain about.

    `said` is what processes of bots said aside since the last portion, by the bot's index.
    """

    matches: list[KeptMatch]
    complaints: list[str]
    said: Mapping[int, str] = {}


class Playing:
    """Plays matches of one run."""

    def __init__(self, prepared: Prepared) -> None:
        self._prepared = prepared
        self._quarantine = Quarantine(prepared)
        self._asked = monotonic()

    def work(self, items: Sequence[int]) -> Portion:
        """Play the matches with these numbers."""
        matches, complaints = [], list[str]()
        for number in items:
            fixture = self._prepared.schedule.fixture(number)
            if absent := self._quarantine.absent(fixture):
                matches.append(self._quarantine.forfeited(fixture, absent))
                continue
            played, told = play_match(self._prepared, number)
            matches.append(self._quarantine.judge(kept(played, self._prepared.spec.log)))
            complaints += told
        return Portion(matches, complaints, self._said())

    def _said(self) -> dict[int, str]:
        now = monotonic()
        if now - self._asked < SAYINGS:
            return {}
        self._asked = now
        return sayings(self._prepared)

    def close(self) -> None:
        """End the processes of the bots."""
        self._prepared.close()


def sayings(prepared: Prepared) -> dict[int, str]:
    """What processes of bots said aside since this was last asked, by the bot's index."""
    told = enumerate(contender.stderr() for contender in prepared.contenders)
    return {bot: text for bot, text in told if text}


def playing(spec: RunSpec) -> Playing:
    """Whatever it takes to play matches of a stored run in a process of its own."""
    return Playing(reload(spec))


def play_match(prepared: Prepared, number: int) -> tuple[PlayedMatch, list[str]]:
    """Match `number` of a run and what there is to complain about; needs no database."""
    fixture = prepared.schedule.fixture(number)
    agents = [prepared.contenders[bot].sit() for bot in fixture.seats]
    referee = Referee(prepared.setting, fixture, agents)
    return referee.play(), referee.complaints


def lost_match(prepared: Prepared, number: int) -> Portion:
    """What is stored of a match that cannot be played, for it kills whatever plays it."""
    words = "the process that played it died, each time it was tried alone"
    fault = Fault(CHANCE, "runner", 0, words)
    nothing = PlayedMatch(
        prepared.schedule.fixture(number), Outcome((), (), "abandoned"), "abandoned", [], (fault,)
    )
    return Portion([kept(nothing, prepared.spec.log)], [])
