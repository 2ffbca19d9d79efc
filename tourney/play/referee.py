"""One match from the first card to the result: asks agents, enforces legality, keeps the log.

A bot's fault is recorded with its evidence and costs only that bot, by the fault policy of the run;
this is the one place that catches every exception from an agent. Does not depend on schedules,
files, the database or the screen.
"""

import re
import traceback
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter
from pathlib import Path
from time import perf_counter
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

from engines.api import CHANCE, Game, Outcome, Ply, Seat, State, seat_letter
from tourney.domain.match_values import (
    Entries,
    Fault,
    Fixture,
    MoveInfo,
    PlayedMatch,
    places_with_forfeits,
)
from tourney.domain.observation import Observation
from tourney.play.agent import PLAYS_ON, Agent, AgentFault, Seating
from tourney.play.clock import NO_CLOCK, Clock, Thinking, Timer, charged_ms
from tourney.play.luck import bot_luck, deal_seed, dealer_rng, stand_in_rng

T = TypeVar("T")
Choice: TypeAlias = Callable[[Observation[Any]], Any]

ON_FAULT: Final = ("forfeit", "random-move", "abort")
EVIDENCE_LIMIT: Final = 500
RUNNER: Final = "runner"
"""The code of a fault of the program itself; it ends the match under every policy."""
OURS: Final = tuple(Path(__file__).parents[1] / room for room in ("agents", "play"))
"""Folders of the code that calls agents; its lines are not evidence."""

SEAT_OF: Final[Callable[[Ply[Any]], Seat]] = itemgetter(0)
"""The seat of an entry of the log."""


CACHED_TEXTS: Final = 10_000


class Texts(dict[Ply[Any], str]):
    """The full action text of each entry, made when first needed.

    The same few thousand make up most of a long run. Texts redacted for a seat are not cached.
    """

    def __init__(self, game: Game[Any]) -> None:
        super().__init__()
        self._game = game
        self._by_id: dict[int, str] = {}  # of the entries that are keys here, so they exist

    def __missing__(self, ply: Ply[Any]) -> str:
        if len(self) >= CACHED_TEXTS:
            self.clear()
            self._by_id.clear()
        text = self[ply] = self._by_id[id(ply)] = self._game.text(ply)
        return text

    def listed(self, log: Iterable[Ply[Any]]) -> tuple[str, ...]:
        """The text of each entry of a log.

        Games use the same objects for usual entries: to find them needs no hash of all their parts.
        """
        by_id = self._by_id
        return tuple([by_id.get(id(ply)) or self[ply] for ply in log])


@dataclass(frozen=True, slots=True)
class MatchSetup:
    """The settings that the matches of a run share.

    `people` are seats that forfeit after a fault, such as a resignation, whatever `on_fault` says.
    A match with a forfeit keeps no other faults. `entries` are the names of the bots, by their
    number in a fixture, from which their luck is derived; without them it follows from versions.
    """

    game: Game[Any]
    options: Any
    seats: int
    seed: str
    bot_seed: str
    on_fault: str
    texts: Texts
    clock: Clock = NO_CLOCK
    people: frozenset[Seat] = frozenset()
    entries: tuple[str, ...] = ()


class _Aborted(Exception):
    """The match is stopped by the policy `abort`."""


def guarded(call: Callable[..., T], *args: Any) -> T:
    """Call an agent's code; any exception becomes an AgentFault with code `crash`."""
    try:
        return call(*args)
    except (KeyboardInterrupt, AgentFault):
        raise
    except BaseException as error:
        raise AgentFault("crash", evidence_of(error)) from error


def evidence_of(error: BaseException) -> str:
    """An exception and its place, in one line that is the same on every machine."""
    try:
        message = str(error)
    except Exception:  # the agent's own exception may fail in `str`
        message = ""
    words = " ".join(f"{type(error).__name__}: {message}".split()).removesuffix(":")
    words = re.sub(r"0x[0-9a-f]+", "0x", words)[:EVIDENCE_LIMIT]
    # The file and line in the agent's code, if the error reached it.
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        path = Path(frame.filename)
        if path.parent not in OURS and not frame.filename.startswith("<frozen"):
            return f"{words} ({path.name}:{frame.lineno})"
    return words


def clocked(agent: Agent, clock: Clock) -> Choice:
    """The choices of an agent, with a clock unless it is trusted or keeps time itself."""
    choose: Choice = agent.choose
    if agent.trusted or agent.keeps_time or not clock.limited:
        return choose
    timer = Timer(clock)

    def choose_in_time(observation: Observation[Any]) -> Any:
        began = charged_ms()
        move = choose(observation)
        if not timer.spend(charged_ms() - began):
            raise AgentFault("timeout", f"took longer than the clock allows: {clock}")
        return move

    return choose_in_time


class Referee:
    """Plays one match."""

    def __init__(
        self,
        setup: MatchSetup,
        fixture: Fixture,
        agents: Sequence[Agent],
        *,
        timed: bool = False,
        begun: tuple[State[Any], Sequence[Ply[Any]]] | None = None,
    ) -> None:
        """Prepare; with `timed` the decisions of all agents are timed.

        `begun` is a position to play on from, with its log: listening agents are sent the log, and
        nobody is asked for what is in it. The position is changed.
        """
        self._setup = setup
        self._fixture = fixture
        self._agents = agents
        self._deal = deal_seed(setup.seed, fixture.deal)
        state, log = begun or (setup.game.start(setup.options, setup.seats), ())
        self._state: State[Any] = state
        self._log: list[Ply[Any]] = [*log]
        self._faults: list[Fault] = []  # ply numbers without forfeit lines until the match ends
        self._choose: dict[Seat, Choice] = {}
        self._trusted = [agent.trusted for agent in agents]
        self._listeners = [seat for seat, agent in enumerate(agents) if agent.listens]
        self._observations = [
            Observation(setup.game, self._state, seat) for seat in range(setup.seats)
        ]
        self._out: dict[Seat, AgentFault] = {}
        self._forfeits: dict[Seat, int] = {}  # seat -> entries logged before it stopped playing
        self._sent = 0
        self._infos = InfoLog()
        self.complaints: list[str] = []
        """Failures of agents that do not count as faults."""
        self.thinking: dict[Seat, Thinking] = {}
        """The decision times of the timed seats."""
        self._timed = timed

    def observation(self, seat: Seat) -> Observation[Any]:
        """What a seat may look at, which follows the match."""
        return self._observations[seat]

    @property
    def logged(self) -> int:
        """The number of entries of the log so far, without forfeits."""
        return len(self._log)

    def play(self) -> PlayedMatch:
        """Play the match to its end, or until the policy `abort` stops it."""
        try:
            self._start()
            self._run()
        except _Aborted:
            played = self._played(Outcome((), (), "abandoned"), "abandoned")
        else:
            outcome = self._state.outcome()
            assert outcome is not None, "no decision is pending, so the match is over"
            played = self._judged(outcome) if self._forfeits else self._played(outcome, "complete")
        self._end(played.outcome)
        return played

    def _start(self) -> None:
        setup = self._setup
        for seat, agent in enumerate(self._agents):
            bot = self._fixture.seats[seat]
            entry = setup.entries[bot] if setup.entries else agent.version
            luck = bot_luck(setup.bot_seed, self._fixture.deal, seat, entry)
            seating = Seating(setup.game, setup.options, seat, setup.seats, luck, setup.clock)
            try:
                guarded(agent.start, seating)
            except AgentFault as fault:
                code = "startup" if fault.code == "crash" else fault.code
                self._disable(seat, AgentFault(code, fault.evidence, fault.detail))
                continue
            # Each layer costs a call for every decision, so an agent gets only those it needs.
            choose = clocked(agent, setup.clock)
            if self._timed or agent.keeps_time:
                used = self.thinking[seat] = Thinking()
                choose = used.timed(choose)
            if agent.info is not None:
                choose = self._with_info(seat, agent, choose)
            self._choose[seat] = choose

    def _with_info(self, seat: Seat, agent: Agent, choose: Choice) -> Choice:
        """Timed choices of an agent that may write about its moves, also about those without sense.

        They do not hold the referee, so that its agents are freed when it is.
        """
        game, infos, log = self._setup.game, self._infos, self._log

        def choose_with_info(observation: Observation[Any]) -> Any:
            began = perf_counter()
            try:
                move = choose(observation)
            except AgentFault as fault:
                if fault.code == "illegal" and agent.info:
                    infos.add(seat, len(log), "", agent.info)
                raise
            used = round(1e6 * (perf_counter() - began))
            infos.add(seat, len(log), game.move_text(move), agent.info or "", used)
            return move

        return choose_with_info

    def _run(self) -> None:
        """Play to the end; in one function, because calls would be a large part of its time."""
        state, log, choose = self._state, self._log, self._choose
        observations, trusted, listeners = self._observations, self._trusted, self._listeners
        pending, apply, is_legal = state.pending, state.apply, state.is_legal
        if listeners:
            self._send_events()
        while owing := pending():
            seat = owing[0]
            if seat == CHANCE:
                rng = dealer_rng(self._deal, state.chance())
                move = self._setup.game.shuffle(state, rng)
            else:
                try:
                    move = choose[seat](observations[seat])
                except KeyboardInterrupt:
                    raise
                except AgentFault as fault:
                    move = self._instead(seat, fault)
                except BaseException as error:
                    move = self._instead(seat, AgentFault("crash", evidence_of(error)))
                else:
                    if not (trusted[seat] or is_legal(seat, move)):
                        refusal, text = state.refusal(seat, move), self._setup.game.move_text(move)
                        evidence = f"'{text}': {refusal.rule} {refusal.message}"
                        move = self._instead(seat, AgentFault("illegal", evidence))
            apply(seat, move, log)
            if listeners:
                self._send_events()

    def _disable(self, seat: Seat, fault: AgentFault) -> None:
        """Disable an agent; the fault counts once its seat must decide."""

        def choose(observation: Observation[Any]) -> Any:
            raise fault

        self._leave(seat, fault, choose)

    def _leave(self, seat: Seat, fault: AgentFault, choose: Choice) -> None:
        """Take an agent out; `choose` decides for its seat from now on."""
        if seat not in self._out:
            self._out[seat] = fault
            self._blame(seat, fault, out=True)
        self._choose[seat] = choose
        if seat in self._listeners:
            self._listeners.remove(seat)

    def _blame(self, seat: Seat, fault: AgentFault, *, out: bool) -> None:
        try:
            guarded(self._agents[seat].blamed, fault, out)
        except AgentFault as another:
            self.complaints.append(f"failed while it was told about its fault: {another}")

    def _instead(self, seat: Seat, fault: AgentFault) -> Any:
        """Record a fault; returns the move that replaces the missing one."""
        at = len(self._log)
        evidence = fault.evidence[:EVIDENCE_LIMIT]
        if fault.code == RUNNER:
            self._faults.append(Fault(CHANCE, RUNNER, at + 1, evidence, fault.detail))
            raise _Aborted
        self._faults.append(Fault(seat, fault.code, at + 1, evidence, fault.detail))
        policy = "forfeit" if seat in self._setup.people else self._setup.on_fault
        if policy == "random-move" and fault.code in PLAYS_ON:
            self._blame(seat, fault, out=False)
            return self._drawn(seat)
        if policy == "forfeit":
            self._forfeits[seat] = at
            self._leave(seat, fault, lambda observation: self._state.default_move(seat))
        else:
            self._leave(seat, fault, lambda observation: self._drawn(seat))
        if policy == "abort":
            raise _Aborted
        self._trusted[seat] = True
        return self._choose[seat](self._observations[seat])

    def _drawn(self, seat: Seat) -> Any:
        setup, entries = self._setup, len(self._log)
        rng = stand_in_rng(setup.seed, self._fixture.deal, seat, entries)
        return self._state.sample(seat, rng)

    def _send_events(self) -> None:
        """Send the new entries of the log to listening agents."""
        log, text = self._log, self._setup.game.text
        start, self._sent = self._sent, len(log)
        for index in range(start, len(log)):
            ply = log[index]
            number = index + 1 + len(self._forfeits)
            for seat in tuple(self._listeners):
                try:
                    guarded(self._agents[seat].event, number, ply.seat, text(ply, seat))
                except AgentFault as fault:
                    self._disable(seat, fault)

    def _end(self, outcome: Outcome) -> None:
        blamed = {fault.seat for fault in self._faults}
        for seat, agent in enumerate(self._agents):
            if seat in self._out:
                if seat not in blamed:
                    self.complaints.append(str(self._out[seat]))
                continue
            try:
                guarded(agent.end, outcome)
            except AgentFault as fault:
                self.complaints.append(f"{fault.code} after the match: {fault.evidence}")

    def entries(self) -> Entries:
        """The log so far, without forfeits."""
        log = self._log
        return Entries(tuple(map(SEAT_OF, log)), self._setup.texts.listed(log))

    def _judged(self, outcome: Outcome) -> PlayedMatch:
        """The match with forfeits: their sides come last, and each gets a line in the log."""
        entries, game = self.entries().listed(), self._setup.game
        left = {seat: line_start(game, entries, at) for seat, at in self._forfeits.items()}
        infos = self._infos.numbered(entries, self._forfeits, left)
        faults: list[Fault] = []
        for fault in self._faults:
            if fault.seat not in left:  # a bot that played on beside a person who resigned
                self.complaints.append(f"seat {seat_letter(fault.seat)}: {fault.code}")
                continue
            before = len(faults)
            number = left[fault.seat] + before
            entries.insert(number, (CHANCE, f"forfeit {seat_letter(fault.seat)} {fault.code}"))
            faults.append(replace(fault, ply=number + 1))
        sides = game.sides(self._setup.options, self._setup.seats)
        outcome = outcome._replace(places=places_with_forfeits(outcome.places, left, sides))
        return PlayedMatch(
            self._fixture, outcome, "forfeit", Entries.of(entries), tuple(faults), infos
        )

    def _played(self, outcome: Outcome, status: str) -> PlayedMatch:
        entries, faults = self.entries(), tuple(self._faults)
        infos = self._infos.numbered(entries.listed()) if self._infos else ()
        return PlayedMatch(self._fixture, outcome, status, entries, faults, infos)


def line_start(game: Game[Any], entries: Sequence[tuple[Seat, str]], at: int) -> int:
    """The first entry of the record line with entry `at`: a forfeit must not split a line."""
    whole = list(game.layout(entries))
    for start in range(at, 0, -1):
        before = list(game.layout(entries[:start]))
        if before == whole[: len(before)]:
            return start
    return 0


PER_MOVE: Final = 500
"""Most characters for one move."""
PER_SEAT: Final = 20_000
"""Most characters for all moves of a seat in one match."""
CUT: Final = "…"
"""The end of a text that was too long."""


class _Written(NamedTuple):
    """A text about a move that was chosen when the log had `at` entries, and its time."""

    seat: Seat
    at: int
    move: str
    text: str
    us: int | None


class InfoLog:
    """The texts and times of one match."""

    def __init__(self) -> None:
        self._written: list[_Written] = []
        self._used: dict[Seat, int] = {}

    def __bool__(self) -> bool:
        """Whether there is anything."""
        return bool(self._written)

    def add(self, seat: Seat, at: int, move: str, text: str, us: int | None = None) -> None:
        """Add a text about a move that was chosen when the log had `at` entries, and its time.

        The first text of a seat for which there is no room is only the sign for that.
        """
        used = self._used.get(seat, 0)
        room = min(PER_MOVE, PER_SEAT - used)
        line = " ".join(text.split())
        if not line or room < 0:
            if us is not None:
                self._written.append(_Written(seat, at, move, "", us))
            return
        if len(line) > room:
            line = line[: max(room - 1, 0)] + CUT
        self._used[seat] = used + len(line)
        self._written.append(_Written(seat, at, move, line, us))

    def numbered(
        self,
        entries: Sequence[tuple[Seat, str]],
        forfeits: Mapping[Seat, int] = {},
        lines: Mapping[Seat, int] = {},
    ) -> tuple[MoveInfo, ...]:
        """The texts with the numbers of their entries, in the order in which they came.

        `entries` is the log without forfeits. `forfeits` has the length of the log when a seat
        stopped playing, `lines` the entry before which its forfeit is inserted, in the same order.
        """

        def ply(one: _Written) -> int:
            if forfeits.get(one.seat) == one.at:  # an illegal move: its entry is the forfeit
                return lines[one.seat] + list(lines).index(one.seat) + 1
            entry = _entry_of(one, entries)
            return entry + 1 + sum(line <= entry for line in lines.values())

        return tuple(MoveInfo(ply(one), one.seat, one.text, one.us) for one in self._written)


def _entry_of(one: _Written, entries: Sequence[tuple[Seat, str]]) -> int:
    """The entry of a move, or the next one if the move is not written.

    Sealed moves are logged together, after the last of them was chosen.
    """
    kind = one.move.partition(" ")[0]
    for index in range(one.at, len(entries)):
        seat, text = entries[index]
        if seat == one.seat and text.startswith(one.move):
            return index
        if text.partition(" ")[0] != kind:
            break
    return max(0, min(one.at, len(entries) - 1))
