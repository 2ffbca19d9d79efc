"""Checks the line of a match of a proof, by playing the match again.

The referee plays it: the dealer by the seeds of the run, the seats by what the log says. So cards,
legality, log and result are those of the engine, or the first entry that is not is named. A bot
that is known here and reproducible is asked, too: its answer must be the recorded one.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import zip_longest
from random import Random
from typing import Any, Final, NamedTuple, TypeAlias

from engines.api import CHANCE, Outcome, Ply, Seat, seat_letter
from engines.messages import Message, say
from tourney.agents.inprocess import BuiltIn
from tourney.agents.isolation import Limits
from tourney.agents.loaded_bot import LoadedBot
from tourney.agents.loader import is_built_in, load
from tourney.domain.bounds import ANALYSIS_SEED
from tourney.domain.engine_log import IMPOSSIBLE, EngineLog
from tourney.domain.errors import TourneyError, quoted
from tourney.domain.match_values import (
    Entries,
    Fault,
    KeptMatch,
    PlayedMatch,
    StoredMatch,
    places_with_forfeits,
)
from tourney.domain.observation import Observation
from tourney.domain.run_spec import RunSpec
from tourney.insight.account import Judge
from tourney.insight.match_analysis import analyse, packed
from tourney.play.agent import PLAYS_ON, Agent, AgentFault, Seating
from tourney.play.clock import NO_CLOCK
from tourney.play.referee import RUNNER, Referee, guarded, line_start
from tourney.proofs.proof_file import (
    ProofLine,
    ProofMatch,
    Unfit,
    own_hash,
    read_line,
)
from tourney.records.record_positions import readable
from tourney.runs.batches import CODE, NOT_STARTED
from tourney.runs.run_plan import setup_of
from tourney.runs.run_schedule import Generation, Schedule
from tourney.store import Database
from tourney.store.matches import NumberRange, kept_matches
from tourney.store.runs import StoredRun

FORFEIT: Final = "forfeit "
MOST_TRIES: Final = 64
"""Playings of a match with faults, of which the log does not say at which decision."""
LONGEST_TURN: Final = 64
"""Entries of a turn in which a forfeit is looked for."""
SILENT_TIMES: Final = 4
"""Decisions of a seat between two entries of a log, at most."""
ALWAYS: Final = ("crash", "illegal", "protocol")
"""Faults that a reproducible bot makes again."""
ANY_WORLD: Final = Random(0)
"""Draws what nobody sees: the world by which an illegal move is explained."""
NOTHING: Final = "-"


class Difference(NamedTuple):
    """Something in a proof that does not follow: where, what, and both values.

    `match` and `entry` are None where the difference is not in a match, or in no entry of it.
    """

    line: int
    what: Message
    expected: str
    found: str
    match: int | None = None
    entry: int | None = None
    column: int | None = None

    @property
    def message(self) -> Message:
        """The difference in one line."""
        where = say("proofs.line", line=self.line)
        if self.column is not None:
            where = say("proofs.column", where=where, column=self.column)
        if self.match is not None:
            where = say("proofs.match", where=where, match=self.match)
        if self.entry is not None:
            where = say("proofs.entry", where=where, entry=self.entry)
        both = {"expected": _shown(self.expected), "found": _shown(self.found)}
        return say("proofs.difference", where=where, what=self.what, **both)


def _shown(text: str) -> str:
    return text if text in ("", NOTHING) else quoted(text)


Found: TypeAlias = tuple[int, Message, str, str]
"""A difference in a match: the entry, 0 for none; what, the right value and the stated one."""


def same_everywhere(fault: Fault, built_in: bool) -> bool:
    """Whether a bot that makes a fault makes it on every machine; built-in bots make none."""
    return fault.code != RUNNER and (built_in or fault.code in ALWAYS)


class _Stop(KeyboardInterrupt):
    """Ends the playing of a match at its first difference; no fault of an agent for the referee."""

    def __init__(self, entry: int, what: Message, expected: str, found: str) -> None:
        super().__init__(entry)
        self.values: Found = (entry, what, expected, found)


class _DueFault(NamedTuple):
    """A fault that happens after `at` entries, when its seat was asked `skip` times since then."""

    fault: Fault
    at: int
    skip: int


class _Course:
    """What the log of a match says about every decision, while the match is played again."""

    def __init__(
        self,
        plies: Sequence[Ply[Any]],
        texts: Sequence[str],
        silent: object,
        faults: Sequence[_DueFault],
        abandoned: bool,
    ) -> None:
        self.plies, self.texts, self.silent = plies, texts, silent
        self.abandoned = abandoned
        self._due = [*faults]
        self._skipped = 0
        self.logged: Callable[[], int] = lambda: 0
        self.used: dict[int, Seat] = {}
        """The seats that have made the decisions of these entries."""
        self.answer: Found | None = None
        """The first answer of a bot that is not the recorded one."""

    def due(self, seat: Seat) -> Fault | None:
        """The fault that a seat makes now; faults happen in their order."""
        if not self._due:
            return None
        fault, at, skip = self._due[0]
        if at > self.logged() or fault.seat not in (seat, CHANCE):
            return None
        if self._skipped < skip:
            self._skipped += 1
            return None
        self._due.pop(0)
        self._skipped = 0
        return fault

    def next_of(self, seat: Seat) -> int | None:
        """The next entry that is a decision of a seat."""
        for at in range(self.logged(), len(self.plies)):
            ply = self.plies[at]
            if ply.seat == seat and ply.move is not None and at not in self.used:
                return at
        return None


class _Recorded:
    """An agent that decides as the log says; a bot that is known answers beside it."""

    keeps_time = False
    trusted = True
    info = None

    def __init__(self, course: _Course, bot: str, inner: Agent | None, plays_on: bool) -> None:
        self.version = ""
        self._plays_on = plays_on
        self.listens = inner is not None and inner.listens
        self._course, self._bot, self._inner = course, bot, inner

    def start(self, seating: Seating) -> None:
        """Start the bot; a fault of it counts as its first answer."""
        if self._inner is not None:
            try:
                # Its time is not checked: this may be a slower machine.
                guarded(self._inner.start, seating._replace(clock=NO_CLOCK))
            except AgentFault as fault:
                self._differs(0, str(fault), NOTHING)

    def event(self, number: int, seat: Seat, text: str) -> None:
        """Pass on an entry of the log."""
        if self._inner is not None:
            try:
                guarded(self._inner.event, number, seat, text)
            except AgentFault as fault:
                self._differs(number, str(fault), NOTHING)

    def choose(self, observation: Observation[Any]) -> Any:
        """The recorded decision."""
        course, seat = self._course, observation.seat
        if fault := course.due(seat):
            self._fails(observation, fault)
            raise AgentFault(fault.code, fault.evidence)
        at, silent = course.logged(), course.silent
        move = silent
        if silent is not None and observation.refusal(silent, ANY_WORLD) is None:
            # An answer that is not logged: silence, or a call that was not the first one.
            ply = course.plies[at] if at < len(course.plies) else None
            answers = ply is not None and ply.seat == seat and ply.move is not None
            if answers and ply and observation.refusal(ply.move, ANY_WORLD) is None:
                move = ply.move
            elif self._inner is not None and course.answer is None:
                return self._asked(observation, at)
        else:
            entry = course.next_of(seat)
            if entry is None and course.abandoned and at == len(course.plies):
                # A sealed answer in a match that was abandoned before it was opened.
                return observation.sample(ANY_WORLD)
            move = None if entry is None else course.plies[entry].move
            refusal = None if entry is None else observation.refusal(move, ANY_WORLD)
            if entry is None or refusal is not None:
                # Sealed decisions are logged later; else the next entry had to be this decision.
                free = [
                    one for one in range(at, entry or len(course.plies)) if one not in course.used
                ]
                if free or entry is None:
                    one = free[0] if free else len(course.plies)
                    text = course.texts[one] if free else NOTHING
                    raise _Stop(one + 1, say("proofs.d-turn"), seat_letter(seat), text)
            if refusal is not None and entry is not None:
                why = f"{refusal.rule} {refusal.message}".strip()
                raise _Stop(entry + 1, say("proofs.d-illegal"), why, course.texts[entry])
            at = entry
            course.used[entry] = seat
        if self._inner is not None and course.answer is None:
            given = self._asked(observation, at)
            if given != move:
                words = observation.game.move_text
                self._differs(at + 1, words(given), words(move))
        return move

    def _fails(self, observation: Observation[Any], fault: Fault) -> None:
        """Ask the bot whether it makes this fault, too; after most faults it has no more turns."""
        inner, self._inner = self._inner, None
        # How much time and memory there was depended on the machine.
        if inner is None or not same_everywhere(fault, isinstance(inner, BuiltIn)):
            return
        try:
            move = guarded(inner.choose, observation)
        except AgentFault as own:
            given = own.code
        else:
            legal = observation.refusal(move, ANY_WORLD) is None
            given = observation.game.move_text(move) if legal else "illegal"
        if given != fault.code:
            self._differs(self._course.logged() + 1, given, fault.code)
        if self._plays_on and fault.code in PLAYS_ON:
            self._inner = inner

    def _asked(self, observation: Observation[Any], at: int) -> Any:
        assert self._inner is not None
        try:
            return guarded(self._inner.choose, observation)
        except AgentFault as fault:
            self._differs(at + 1, str(fault), NOTHING)
            return self._course.silent

    def _differs(self, entry: int, expected: str, found: str) -> None:
        what = say("proofs.d-answer", bot=self._bot)
        self._course.answer = self._course.answer or (entry, what, expected, found)

    def blamed(self, fault: AgentFault, out: bool) -> None:
        """Do nothing: the fault is that of the log."""

    def end(self, outcome: Outcome) -> None:
        """Do nothing."""


class MatchFinding(NamedTuple):
    """What was found about a line: differences, the number it states, its hash, its true result.

    `match` has no log; it is None if the line cannot be read. `analysis` is that of the match as it
    is stored, empty if it was not asked for. `believed` are the names of bots with faults that
    cannot be repeated here; `failed` says that the program itself ended the match.
    """

    line: int
    differences: tuple[Difference, ...]
    number: int | None = None
    leaf: bytes = b""
    match: KeptMatch | None = None
    analysis: bytes = b""
    believed: tuple[str, ...] = ()
    failed: bool = False


class CheckOrder(NamedTuple):
    """What a worker must know: the run, the targets of the bots that are asked, by name.

    With `accounts` every match is analysed by the usual judge.
    """

    spec: RunSpec
    targets: Mapping[str, str]
    accounts: bool = False


class MatchChecker:
    """Checks the lines of matches one by one; a job for worker processes."""

    def __init__(self, order: CheckOrder) -> None:
        self._order, self._spec = order, order.spec
        self._setup = setup_of(order.spec)
        self._schedule = Schedule(order.spec)
        self._names = [bot.name for bot in order.spec.bots]
        game, options, seats = self._setup.game, self._setup.options, order.spec.seats
        self._log = EngineLog(game, options, seats)
        self._sides = game.sides(options, seats)
        self._bots = {name: loaded(order.spec, target) for name, target in order.targets.items()}
        self._generation = Generation(self._bots.values())

    def work(self, items: Sequence[ProofLine]) -> list[MatchFinding]:
        """What is found about these lines."""
        return [self.checked(item) for item in items]

    def close(self) -> None:
        """End the processes of the bots."""
        for bot in self._bots.values():
            bot.close()

    def checked(self, line: ProofLine) -> MatchFinding:
        """What is found about a line."""
        try:
            given = read_line(line.content, "match")
        except Unfit as fault:
            return MatchFinding(line.number, (unfit(line, fault),))
        if not line.whole:
            return MatchFinding(line.number, (no_end(line),))
        stated = given.pop("hash")
        match = ProofMatch(**given)
        tell = partial(Difference, line.number, match=match.match)
        found: list[Difference] = []
        true: KeptMatch | None = None
        believed: tuple[str, ...] = ()
        failed = False
        try:
            found += self._misplaced(match, tell)
            if not found:
                kept = match.kept(self._schedule.fixture(match.match))
                failed = any(fault.code == RUNNER for fault in kept.faults)
                true, problem = self._replayed(kept)
                believed = tuple(self._believed(kept))
                found += [] if problem is None else [tell(*problem[1:], entry=problem[0] or None)]
        except (ValueError, TypeError):  # a seat that does not exist
            found.append(
                tell(say("proofs.d-seat"), f"@, A-{seat_letter(self._spec.seats - 1)}", "?")
            )
        right = own_hash(line.content)
        # What was changed was told; a change that the rules do not see shows in the hash alone.
        if not found and right.hex() != stated:
            found.append(tell(say("proofs.d-hash"), right.hex(), stated))
        analysis = b""
        if self._order.accounts and not found and true is not None and true.outcome.places:
            analysis = self._analysed(match, true)
        bare = None if true is None else true._replace(log=None)
        told = tuple(found), match.match, right, bare, analysis, believed, failed
        return MatchFinding(line.number, *told)

    def _believed(self, kept: KeptMatch) -> Iterator[str]:
        """The bots of faults that nobody but the organiser has seen, as far as is known here."""
        for fault in kept.faults:
            if fault.seat == CHANCE:
                continue
            name = self._names[kept.fixture.seats[fault.seat]]
            target = self._order.targets.get(name)
            if target is None or not same_everywhere(fault, is_built_in(target)):
                yield name

    def _misplaced(
        self, match: ProofMatch, tell: Callable[..., Difference]
    ) -> Iterator[Difference]:
        """Where a line is not what the schedule says of the match with its number."""
        if not 1 <= match.match <= self._schedule.total:
            yield tell(say("proofs.d-number"), f"1-{self._schedule.total}", str(match.match))
            return
        fixture = self._schedule.fixture(match.match)
        for name in ("deal", "lineup", "rotation"):
            right, found = getattr(fixture, name), getattr(match, name)
            if right != found:
                yield tell(say("proofs.d-schedule", key=name), str(right), str(found))
        bots = [self._names[bot] for bot in fixture.seats]
        if list(match.bots) != bots:
            yield tell(say("proofs.d-schedule", key="bots"), ", ".join(bots), ", ".join(match.bots))

    def difference(self, match: ProofMatch) -> Found | None:
        """The first difference from the match as it is when it is played again."""
        return self._replayed(match.kept(self._schedule.fixture(match.match)))[1]

    # -- the match is played again

    def _replayed(self, kept: KeptMatch) -> tuple[KeptMatch | None, Found | None]:
        """The match as it must have been, and the first difference."""
        if kept.faults and all(fault.ply == 0 for fault in kept.faults):
            for fault in kept.faults:
                name = self._names[kept.fixture.seats[fault.seat]]
                if fault.seat != CHANCE and is_built_in(self._order.targets.get(name, "")):
                    what = say("proofs.d-starts", bot=name)
                    return None, (0, what, NOTHING, fault.code)
            return self._of_result(kept, self._unplayed(kept))
        assert isinstance(kept.log, Entries)
        # Forfeits are lines between the entries of the game, which have numbers, too.
        listed = list(enumerate(kept.log.listed(), 1))
        played = [
            (number, entry)
            for number, entry in listed
            if not (entry[0] == CHANCE and entry[1].startswith(FORFEIT))
        ]
        entries = [entry for _, entry in played]
        numbers = [*(number for number, _ in played), len(listed) + 1, len(listed) + 2]
        plies: list[Ply[Any]] | None
        try:
            plies = self._log.read(entries)
        except IMPOSSIBLE:
            plies = None
        if plies is None:
            at = self._unreadable(entries)
            text = entries[at][1] if at < len(entries) else NOTHING
            return None, (numbers[at], say("proofs.d-notation"), NOTHING, text)
        # Of some faults the log does not say at which decision they happened. So each possibility
        # is tried; where a playing differs from the log, the last fault before that was elsewhere.
        choices = [*self._possible_faults(kept, entries)]
        chosen = [0] * len(choices)
        best: tuple[int, KeptMatch | None, Found] | None = None
        for _ in range(MOST_TRIES):
            faults = [options[at] for options, at in zip(choices, chosen, strict=True)]
            again, found = self._played(kept, plies, entries, faults)
            right, told = (None, None) if again is None else self._of_result(kept, again)
            reached = len(entries) + 1
            if found is not None:
                reached, told = found[0], (numbers[found[0] - 1], *found[1:])
            if told is None:
                return right, None
            if best is None or reached > best[0]:
                best = reached, right, told
            before = [at for at, fault in enumerate(faults) if fault.at < reached]
            while before and chosen[before[-1]] + 1 == len(choices[before[-1]]):
                before.pop()
            if not before:
                break
            chosen[before[-1]] += 1
            chosen[before[-1] + 1 :] = [0] * (len(chosen) - before[-1] - 1)
        assert best is not None
        return best[1:]

    def _possible_faults(
        self, kept: KeptMatch, entries: Sequence[tuple[Seat, str]]
    ) -> Iterator[list[_DueFault]]:
        """For each fault, the decisions at which it may have happened."""
        game = self._setup.game
        # Where silence is an answer, a seat may decide several times before the next entry.
        asked = range(1 if game.silent is None else SILENT_TIMES)
        for before, fault in enumerate(kept.faults):
            times = [fault.ply - 1]
            if kept.status == "forfeit":
                # A forfeit stands before the whole turn in which it happened.
                start = fault.ply - 1 - before
                last = min(len(entries), start + LONGEST_TURN)
                times = [
                    at for at in range(start, last + 1) if line_start(game, entries, at) == start
                ]
                times = times or [start]
            yield [_DueFault(fault, at, skip) for at in times for skip in asked]

    def _played(
        self,
        kept: KeptMatch,
        plies: Sequence[Ply[Any]],
        entries: Sequence[tuple[Seat, str]],
        faults: Sequence[_DueFault],
    ) -> tuple[PlayedMatch | None, Found | None]:
        """The match played again with faults at these times, and the first difference in its log.

        Entries are numbered without those of forfeits.
        """
        fixture, texts = kept.fixture, [text for _, text in entries]
        silent, abandoned = self._setup.game.silent, kept.status == "abandoned"
        course = _Course(plies, texts, silent, faults, abandoned)
        self._generation.see(fixture.deal)
        agents = [self._agent(course, bot, fixture.deal) for bot in fixture.seats]
        referee = Referee(self._setup, fixture, agents)
        course.logged = lambda: referee.logged
        played, found = None, None
        try:
            played = referee.play()
        except _Stop as stop:
            found = stop.values
        found = course.answer or found
        log = referee.entries().listed()
        whole = zip(log, entries, strict=False) if found else zip_longest(log, entries)
        for at, (one, other) in enumerate(whole, 1):
            if one != other and (found is None or at < found[0]):
                found = at, say("proofs.d-entry"), _entry(one), _entry(other)
        return played, found

    def _agent(self, course: _Course, bot: int, deal: int) -> _Recorded:
        name, spec = self._names[bot], self._spec
        inner = None
        if name in self._bots:
            inner = self._bots[name].sit((spec.game, spec.options, spec.seats, spec.seed, deal))
        return _Recorded(course, name, inner, spec.on_fault == "random-move")

    def _of_result(self, kept: KeptMatch, played: PlayedMatch) -> tuple[KeptMatch, Found | None]:
        """The match as it was played again, and the first difference from the recorded one."""
        right = KeptMatch(played.fixture, played.outcome, played.status, played.faults, played.log)
        assert isinstance(kept.log, Entries)
        # In a match that was played again, only the places of forfeits can still differ.
        pairs = zip_longest(played.entries, kept.log.listed())
        for at, (one, other) in enumerate(pairs, 1):
            if one != other:
                return right, (at, say("proofs.d-entry"), _entry(one), _entry(other))
        faults = [
            "; ".join(f"{_entry((one.seat, one.code))} {one.ply} {one.evidence}" for one in faults)
            for faults in (right.faults, kept.faults)
        ]
        values = {
            "faults": faults,
            "status": [right.status, kept.status],
            "scores": [_numbers(match.outcome.scores) for match in (right, kept)],
            "places": [_numbers(match.outcome.places) for match in (right, kept)],
        }
        for name, (true, stated) in values.items():
            if true != stated:
                return right, (0, say("proofs.d-result", key=name), true, stated)
        return right, None

    def _unplayed(self, kept: KeptMatch) -> PlayedMatch:
        """A match without a ply, as a run stores it: its bots were not started, or it failed."""
        seats = self._spec.seats
        faults = tuple(Fault(fault.seat, CODE, 0, NOT_STARTED) for fault in kept.faults)
        if any(fault.code == RUNNER for fault in kept.faults):
            # The process that played it died.
            outcome, status, faults = Outcome((), (), "abandoned"), "abandoned", kept.faults
        elif self._spec.on_fault == "abort":
            outcome, status = Outcome((), (), "abandoned"), "abandoned"
        else:
            left = {fault.seat: 0 for fault in kept.faults}
            places = places_with_forfeits((1,) * seats, left, self._sides)
            outcome, status = Outcome((0,) * seats, places), "forfeit"
        return PlayedMatch(kept.fixture, outcome, status, Entries(), faults)

    def _unreadable(self, entries: Sequence[tuple[Seat, str]]) -> int:
        """The first entry that no game writes so."""

        def readable_(end: int, start: int = 0) -> bool:
            try:
                return self._log.read(entries[start:end]) is not None
            except IMPOSSIBLE:
                return False

        # By halves: the log of a forged match may be as long as a line may be.
        good, end = 0, len(entries)
        while end - good > 1:
            middle = (good + end) // 2
            good, end = (middle, end) if readable_(middle) else (good, middle)
        # Some are read together with the next one only: then the one before is wrong.
        return end - 2 if end > 1 and readable_(end, end - 1) else end - 1

    def _analysed(self, match: ProofMatch, true: KeptMatch) -> bytes:
        """The analysis of a match by the usual judge; empty if there is none."""
        spec, name = self._spec, f"{self._spec.name}/{match.match}"
        assert isinstance(true.log, Entries)
        stored = StoredMatch(
            0, name, spec.game, spec.rules, spec.options, (), tuple(match.bots),
            (None,) * spec.seats, true.outcome.scores, true.outcome.places, true.status,
            true.log.listed(), true.faults,
        )  # fmt: skip
        try:
            return packed(analyse(readable(stored), Judge(), ANALYSIS_SEED, name))
        except TourneyError:
            return b""


def first_wrong_entry(store: Database, run: StoredRun, number: int) -> Message | None:
    """What is wrong with the first entry that is not as the match goes when it is played again.

    None if only the program that wrote it could say: its entries are all possible.
    """
    spec = run.spec
    for kept in kept_matches(store, run, NumberRange(number - 1, number)):
        checker = None
        try:
            targets: dict[str, str] = {}
            for bot in spec.bots if run.reproducible else ():
                if is_built_in(bot.target):
                    with_bot = loaded(spec, bot.target)
                    with_bot.close()
                    if not bot.differs(with_bot.version, with_bot.content):
                        targets[bot.name] = bot.target
            checker = MatchChecker(CheckOrder(spec, targets))
            match = ProofMatch.of(kept, [bot.name for bot in spec.bots])
            found = checker.difference(match)
        except (*IMPOSSIBLE, TourneyError, AssertionError):  # whatever another program wrote
            return None
        finally:
            if checker is not None:
                checker.close()
        if found is not None and found[0]:
            entry, what, expected, stated = found
            name, both = f"{spec.name}/{number}", {"expected": expected, "found": stated}
            shown = {key: _shown(text) for key, text in both.items()}
            return say("proofs.stored-entry", match=name, entry=entry, what=what, **shown)
    return None


def _entry(entry: tuple[Seat, str] | None) -> str:
    if entry is None:
        return NOTHING
    seat, text = entry
    return f"{'@' if seat < 0 else seat_letter(seat)} {text}"


def _numbers(values: Sequence[int]) -> str:
    return " ".join(map(str, values))


def unfit(line: ProofLine, fault: Unfit) -> Difference:
    """A line that is not in the form of a proof."""
    text = line.content.decode("utf-8", "backslashreplace")
    here = text[fault.column - 1 : fault.column + 19]
    return Difference(line.number, fault.what, NOTHING, here or NOTHING, column=fault.column)


def no_end(line: ProofLine) -> Difference:
    """The last line of a file that was cut, or whose end was changed."""
    return Difference(line.number, say("proofs.d-cut"), "\\n", NOTHING)


def loaded(spec: RunSpec, target: str) -> LoadedBot:
    """A bot with the limits of a run."""
    return load(target, Limits(spec.memory_mb, spec.isolation))
