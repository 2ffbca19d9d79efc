"""Matches of a run by their numbers, whoever plays them: the runner itself or its workers.

A worker gets the spec and makes everything else from it. Imports no database.
"""

from collections.abc import Mapping, Sequence
from time import monotonic
from typing import Final, NamedTuple

from engines.api import CHANCE, Outcome
from tourney.agents.call_watch import CallNotes
from tourney.agents.inprocess import PythonClass
from tourney.domain.matches import Fault, Fixture, KeptMatch, PlayedMatch
from tourney.domain.runs import RunSpec
from tourney.play.logs import kept
from tourney.play.referee import Referee
from tourney.runs.quarantine import Quarantine
from tourney.runs.snapshots import MoveCost, add_cost
from tourney.runs.spec import Prepared, reload

SAYINGS: Final = 0.05
"""Seconds between two questions for what processes of bots said aside."""

FIRST_TIMED: Final = 16


class Batch(NamedTuple):
    """Matches in the order of their numbers, and what there is to complain about.

    `said` is what processes of bots said aside since the last portion, by the bot's index; `cost`
    what moves took where they were timed, by the bot's name.
    """

    matches: list[KeptMatch]
    complaints: list[str]
    said: Mapping[int, str] = {}
    cost: Mapping[str, MoveCost] = {}


class BatchPlayer:
    """Plays matches of one run."""

    def __init__(self, prepared: Prepared, notes: CallNotes | None = None) -> None:
        self._prepared = prepared
        self._notes = notes
        self._quarantine = Quarantine(prepared)
        self._asked = monotonic()

    def work(self, items: Sequence[int]) -> Batch:
        """Play the matches with these numbers."""
        matches, complaints, cost = [], list[str](), dict[str, MoveCost]()
        for number in items:
            fixture = self._prepared.schedule.fixture(number)
            if absent := self._quarantine.absent(fixture):
                matches.append(self._quarantine.forfeited(fixture, absent))
                continue
            referee = _referee(self._prepared, fixture, timed=is_timed(number), notes=self._notes)
            played = kept(referee.play(), self._prepared.spec.log)
            matches.append(self._quarantine.judge(played))
            complaints += referee.complaints
            for seat, used in referee.thinking.items():
                add_cost(cost, self._prepared.spec.bots[fixture.seats[seat]].name, used)
        return Batch(matches, complaints, self._said(), cost)

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
    told = enumerate(loaded.stderr() for loaded in prepared.loaded_bots)
    return {bot: text for bot, text in told if text}


class WorkerTask(NamedTuple):
    """What a worker gets: the run, and the folder where it notes what it does, if there is one."""

    spec: RunSpec
    notes: str = ""


def playing(given: WorkerTask) -> BatchPlayer:
    """Whatever it takes to play matches of a stored run in a process of its own."""
    return BatchPlayer(reload(given.spec), CallNotes(given.notes) if given.notes else None)


def play_match(prepared: Prepared, number: int) -> tuple[PlayedMatch, list[str]]:
    """Match `number` of a run and what there is to complain about; needs no database."""
    referee = _referee(prepared, prepared.schedule.fixture(number), timed=False)
    return referee.play(), referee.complaints


def _referee(
    prepared: Prepared, fixture: Fixture, *, timed: bool, notes: CallNotes | None = None
) -> Referee:
    agents = prepared.agents(fixture)
    for seat, agent in enumerate(agents):
        if notes is not None and isinstance(agent, PythonClass):
            agent.watched = notes.watched(fixture.number, seat)
    return Referee(prepared.setup, fixture, agents, timed=timed)


def is_timed(number: int) -> bool:
    """Whether decisions of match `number` are timed: of the first few, then of one in sixteen.

    Which ones follows from the number, but not in turns, as seatings and line-ups come.
    """
    mixed = number * 0x9E3779B1 & 0xFFFFFFFF
    mixed = (mixed ^ mixed >> 15) * 0x85EBCA77 & 0xFFFFFFFF
    return number <= FIRST_TIMED or mixed >> 28 == 0


def lost_match(prepared: Prepared, number: int) -> Batch:
    """What is stored of a match that cannot be played, for it kills whatever plays it."""
    words = "the process that played the match died, even when it played no other match"
    fault = Fault(CHANCE, "runner", 0, words)
    nothing = PlayedMatch(
        prepared.schedule.fixture(number), Outcome((), (), "abandoned"), "abandoned", [], (fault,)
    )
    return Batch([kept(nothing, prepared.spec.log)], [])
