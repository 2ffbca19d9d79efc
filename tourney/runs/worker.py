"""Plays matches of a run by their numbers, in the runner's process or in a worker.

A worker gets the spec and makes everything else from it. Does not import the database.
"""

import json
import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Final, NamedTuple

from engines.api import CHANCE, Outcome
from engines.messages import say
from tourney.agents.call_watch import CallNotes
from tourney.agents.inprocess import PythonClass
from tourney.agents.isolation import without_bwrap
from tourney.domain.errors import TourneyError
from tourney.domain.match_values import NO_ENTRIES, Fault, Fixture, KeptMatch, PlayedMatch
from tourney.domain.run_spec import RunSpec
from tourney.play.logs import kept
from tourney.play.referee import Referee
from tourney.runs.quarantine import Quarantine
from tourney.runs.snapshots import MoveCost, add_cost
from tourney.runs.spec import Prepared, reload
from tourney.runs.turns import Generation, Sitting, in_turns
from tourney.work.worker import stopping

STDERR_EVERY: Final = 0.05
"""Seconds between two reads of the bots' stderr."""

FIRST_TIMED: Final = 16


class Batch(NamedTuple):
    """Matches in the order of their numbers, and complaints: failures that are not faults.

    `stderr` is what the processes of bots wrote there since the last batch, by the bot's index;
    `cost` are the times of timed moves, by the bot's name; `starts` are the seconds in which
    processes of bots started and ended.
    """

    matches: list[KeptMatch]
    complaints: list[str]
    stderr: Mapping[int, str] = {}
    cost: Mapping[str, MoveCost] = {}
    starts: float = 0.0


class BatchPlayer:
    """Plays matches of one run."""

    def __init__(
        self,
        prepared: Prepared,
        notes: CallNotes | None = None,
        fixture: Callable[[int], Fixture] | None = None,
        generation: Generation | None = None,
        words: str = "",
    ) -> None:
        """Prepare; `fixture` returns the match of a number, by default that of the schedule.

        Players of bots that may know each other share a generation. `words` is the folder for the
        last words of bots in a worker.
        """
        self._prepared = prepared
        self._fixture = fixture or prepared.schedule.fixture
        self._notes = notes
        self._quarantine = Quarantine(prepared)
        self._generation = generation or Generation(prepared.loaded_bots)
        self._stderr_read = monotonic()
        self._words = words

    def work(self, items: Sequence[Sitting]) -> Batch:
        """Play the matches of these sittings, and read stderr unless it was read just now."""
        return self.play(items)._replace(stderr=self._stderr())

    def play(self, items: Sequence[Sitting]) -> Batch:
        """Play them, fewer if the worker is told to stop; stderr is left to the caller."""
        matches, complaints, cost = [], list[str](), dict[str, MoveCost]()
        spec = self._prepared.spec
        for number in in_turns(items):
            if stopping():
                break
            fixture = self._fixture(number)
            self._generation.see(fixture.deal)
            if absent := self._quarantine.absent(fixture):
                matches.append(self._quarantine.forfeited(fixture, absent))
                continue
            referee = _referee(self._prepared, fixture, timed=is_timed(number), notes=self._notes)
            played = kept(referee.play(), spec.log, spec.game)
            matches.append(self._quarantine.judge(played))
            complaints += referee.complaints
            for seat, used in referee.thinking.items():
                add_cost(cost, spec.bots[fixture.seats[seat]].name, used)
        matches.sort(key=lambda match: match.fixture.number)
        return Batch(matches, complaints, {}, cost, self._generation.effort())

    def _stderr(self) -> dict[int, str]:
        now = monotonic()
        if now - self._stderr_read < STDERR_EVERY:
            return {}
        self._stderr_read = now
        return stderr_texts(self._prepared)

    def last_words(self) -> dict[int, str]:
        """End the processes of the bots; what they wrote to stderr since the last batch."""
        self._prepared.close()
        return stderr_texts(self._prepared)

    def close(self) -> None:
        """End the processes of the bots, and keep their last words for the runner."""
        keep_words(self._words, self.last_words())


def keep_words(folder: str, texts: Mapping[int, str]) -> None:
    """Write what the bots of this worker wrote last into a folder, if there is one."""
    if folder and texts:
        with suppress(OSError):  # the runner has ended, or the disk is full
            Path(folder, f"{os.getpid()}.json").write_text(json.dumps(texts), "ascii")


def kept_words(folder: str) -> dict[int, str]:
    """What the bots of all workers wrote last, by the bot's index."""
    found: dict[int, str] = {}
    for file in sorted(Path(folder).iterdir()):
        with suppress(ValueError):  # the worker was killed while it wrote
            for bot, text in json.loads(file.read_bytes()).items():
                found[int(bot)] = found.get(int(bot), "") + text
    return found


def stderr_texts(prepared: Prepared) -> dict[int, str]:
    """What the bots' processes wrote to stderr since the last call, by the bot's index."""
    texts = enumerate(loaded.stderr() for loaded in prepared.loaded_bots)
    return {bot: text for bot, text in texts if text}


class WorkerTask(NamedTuple):
    """The run for a worker, the folder for its notes of calls, and that for last words of bots.

    An empty folder: they are not kept. `confined`: bots that are programs must have the isolation
    of the run, not a weaker one.
    """

    spec: RunSpec
    notes: str = ""
    words: str = ""
    confined: bool = False


def playing(given: WorkerTask) -> BatchPlayer:
    """A player of batches for a stored run, in a worker process."""
    if given.confined:
        require_isolation(given.spec)
    notes = CallNotes(given.notes) if given.notes else None
    return BatchPlayer(reload(given.spec), notes, words=given.words)


def require_isolation(spec: RunSpec) -> None:
    """TourneyError if this machine cannot isolate bots as a run asks for."""
    if spec.isolation == "bwrap" and (lack := without_bwrap()):
        raise TourneyError(say("runs.not-confined", why=lack))


def play_match(prepared: Prepared, number: int) -> tuple[PlayedMatch, list[str]]:
    """Play match `number` of a run; also its complaints. Needs no database."""
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
    """Whether decisions of match `number` are timed: in the first few, then in one of sixteen.

    Follows from a hash of the number, because a fixed step would always meet the same seatings.
    """
    mixed = number * 0x9E3779B1 & 0xFFFFFFFF
    mixed = (mixed ^ mixed >> 15) * 0x85EBCA77 & 0xFFFFFFFF
    return number <= FIRST_TIMED or mixed >> 28 == 0


def lost_match(prepared: Prepared, fixture: Fixture) -> KeptMatch:
    """The stored form of a match that cannot be played, because it kills the process."""
    words = "the process that played the match died, even when it played no other match"
    fault = Fault(CHANCE, "runner", 0, words)
    nothing = PlayedMatch(fixture, Outcome((), (), "abandoned"), "abandoned", NO_ENTRIES, (fault,))
    return kept(nothing, prepared.spec.log)
