"""One match from the first card to the result: asks agents, enforces legality, keeps the log.

What a bot does wrong is recorded with its evidence and costs that bot only, by the policy of the
run; this is the one place that catches whatever code behind a seat may raise. Knows nothing of
schedules, files, the database or the screen.
"""

import re
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeVar

from engines.api import CHANCE, EVERYTHING, Game, Outcome, Ply, Seat, State, seat_letter
from tourney.bots.look import Look
from tourney.domain.matches import Fault, Fixture, PlayedMatch
from tourney.play.agent import Agent, NotAMove, Seating
from tourney.play.luck import bot_rng, deal_seed, dealer_rng, stand_in_rng

T = TypeVar("T")

ON_FAULT: Final = ("forfeit", "random-move", "abort")
EVIDENCE_LIMIT: Final = 500


@dataclass(frozen=True, slots=True)
class Setting:
    """What the matches of a run share."""

    game: Game[Any]
    options: Any
    seats: int
    seed: int
    on_fault: str = "forfeit"


class Failure(Exception):
    """Code behind a seat raised something; the message is the evidence."""


class _Aborted(Exception):
    """The match stops here, by the policy `abort`."""


def guarded(call: Callable[..., T], *args: Any) -> T:
    """Call code that is not ours; whatever it raises becomes a `Failure`."""
    try:
        return call(*args)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise Failure(evidence_of(error)) from error


def evidence_of(error: BaseException) -> str:
    """What was raised and where, in one line that is the same on every machine."""
    frames = traceback.extract_tb(error.__traceback__)
    words = " ".join(f"{type(error).__name__}: {error}".split()).removesuffix(":")
    where = f" ({Path(frames[-1].filename).name}:{frames[-1].lineno})" if frames else ""
    return re.sub(r"0x[0-9a-f]+", "0x", words)[:EVIDENCE_LIMIT] + where


class Referee:
    """Plays one match."""

    def __init__(self, setting: Setting, fixture: Fixture, agents: Sequence[Agent]) -> None:
        self._setting = setting
        self._fixture = fixture
        self._agents = agents
        self._deal = deal_seed(setting.seed, fixture.deal)
        self._state: State[Any] = setting.game.start(setting.options, setting.seats)
        self._log: list[Ply[Any]] = []
        self._marks: list[tuple[int, str]] = []  # (entries logged before it, text)
        self._faults: list[Fault] = []
        self._choose = [agent.choose for agent in agents]
        self._trusted = [agent.trusted for agent in agents]
        self._listeners = [seat for seat, agent in enumerate(agents) if agent.listens]
        self._looks = [Look(setting.game, self._state, seat) for seat in range(setting.seats)]
        self._gone: set[Seat] = set()
        self._told = 0
        self.complaints: list[str] = []
        """What went wrong once the match was over and could cost nobody anything."""

    def play(self) -> PlayedMatch:
        """The match, to its end or to where the policy `abort` stops it."""
        try:
            self._start()
            self._run()
        except _Aborted:
            return self._played(Outcome((), (), "abandoned"), "abandoned")
        outcome = self._state.outcome()
        assert outcome is not None, "nobody owes a decision, so the match is over"
        played = self._judged(outcome)
        self._end(played.outcome)
        return played

    def _start(self) -> None:
        setting = self._setting
        for seat, agent in enumerate(self._agents):
            rng = bot_rng(setting.seed, self._fixture.deal, seat, agent.version)
            seating = Seating(setting.game, setting.options, seat, setting.seats, rng)
            try:
                guarded(agent.start, seating)
            except Failure as failure:
                self._absent(seat, "startup", str(failure))

    def _run(self) -> None:
        state, log = self._state, self._log
        pending, apply, ask = state.pending, state.apply, self._ask
        listeners = self._listeners
        while owing := pending():
            seat = owing[0]
            apply(seat, self._dealt() if seat == CHANCE else ask(seat), log)
            if listeners:
                self._tell()

    def _dealt(self) -> Any:
        return self._setting.game.shuffle(
            self._state, dealer_rng(self._deal, self._state.chance())
        )

    def _ask(self, seat: Seat) -> Any:
        try:
            move = self._choose[seat](self._looks[seat])
        except KeyboardInterrupt:
            raise
        except NotAMove as answer:
            return self._instead(seat, "illegal", str(answer))
        except BaseException as error:
            return self._instead(seat, "crash", evidence_of(error))
        if self._trusted[seat] or self._state.is_legal(seat, move):
            return move
        refusal = self._state.refusal(seat, move)
        text = self._setting.game.move_text(move)
        return self._instead(seat, "illegal", f"'{text}': {refusal.rule} {refusal.words}")

    def _instead(self, seat: Seat, code: str, evidence: str) -> Any:
        """The move that is made for a seat that gave none."""
        if self._setting.on_fault == "random-move":
            self._blame(seat, code, evidence)
            return self._drawn(seat)
        self._absent(seat, code, evidence)
        return self._choose[seat](self._looks[seat])

    def _absent(self, seat: Seat, code: str, evidence: str) -> None:
        """From here on somebody stands in for the seat."""
        self._blame(seat, code, evidence)
        self._gone.add(seat)
        self._trusted[seat] = True
        if seat in self._listeners:
            self._listeners.remove(seat)
        if self._setting.on_fault == "random-move":
            self._choose[seat] = lambda look: self._drawn(seat)
            return
        self._choose[seat] = lambda look: self._state.default_move(seat)
        self._marks.append((len(self._log), f"forfeit {seat_letter(seat)} {code}"))

    def _blame(self, seat: Seat, code: str, evidence: str) -> None:
        number = len(self._log) + len(self._marks) + 1
        self._faults.append(Fault(seat, code, number, evidence))
        if self._setting.on_fault == "abort":
            raise _Aborted

    def _drawn(self, seat: Seat) -> Any:
        rng = stand_in_rng(self._setting.seed, self._fixture.deal, seat, len(self._log))
        return self._state.sample(seat, rng)

    def _tell(self) -> None:
        """Pass on what was logged since the last time; a listener that fails stops listening."""
        log, text = self._log, self._setting.game.text
        start, self._told = self._told, len(log)
        for index in range(start, len(log)):
            ply = log[index]
            number = index + 1 + sum(at <= index for at, _ in self._marks)
            for seat in tuple(self._listeners):
                try:
                    guarded(self._agents[seat].event, number, ply.seat, text(ply, seat))
                except Failure as failure:
                    self._absent(seat, "crash", str(failure))

    def _end(self, outcome: Outcome) -> None:
        for seat, agent in enumerate(self._agents):
            if seat not in self._gone:
                try:
                    guarded(agent.end, outcome)
                except Failure as failure:
                    self.complaints.append(f"seat {seat_letter(seat)} failed at the end: {failure}")

    def _judged(self, outcome: Outcome) -> PlayedMatch:
        if not self._marks:
            return self._played(outcome, "complete")
        left = {fault.seat: fault.ply for fault in self._faults}
        places = places_with_forfeits(outcome.places, left)
        return self._played(outcome._replace(places=places), "forfeit")

    def _played(self, outcome: Outcome, status: str) -> PlayedMatch:
        text = self._setting.game.text
        entries = [(ply.seat, text(ply, EVERYTHING)) for ply in self._log]
        for at, mark in reversed(self._marks):
            entries.insert(at, (CHANCE, mark))
        return PlayedMatch(self._fixture, outcome, status, entries, tuple(self._faults))


def places_with_forfeits(places: Sequence[int], left: dict[Seat, int]) -> tuple[int, ...]:
    """Places once those who stopped playing stand last; who left later stands higher.

    `left` gives where in the match each of them left; the same point is a shared place.
    """
    keys = [
        (1, -left[seat]) if seat in left else (0, place) for seat, place in enumerate(places)
    ]
    return tuple(1 + sum(other < key for other in keys) for key in keys)
