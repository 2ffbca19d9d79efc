"""Agents that run in this process: the built-in bots and Python classes of a user.

A user's class gets texts and its seat's view, or an observation of a state that its seat considers
possible, never the state of the match. A worker notes in shared memory which seat of which match it
is calling. The runner reads this: if the worker dies in such a call, or the call does not return,
the class is to blame. The match is played again, and that call becomes the fault. Does not know
where a bot comes from, nor how workers are started.
"""

import inspect
import json
import mmap
import os
import shutil
import signal
import tempfile
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from random import Random
from struct import Struct
from threading import get_ident
from time import monotonic
from typing import Any, Final, NamedTuple, NoReturn, Self, TypeVar

from engines.api import NotationError, Outcome, Seat
from tourney.agents.bot_process import status_words
from tourney.agents.protocol import MoveTexts, move_texts, option_object, result_fields
from tourney.bots.particles import BlindObservation
from tourney.domain.observation import Bot, Observation
from tourney.play.agent import AgentFault, Seating
from tourney.play.clock import Clock

T = TypeVar("T")

NOTE: Final = Struct("=?qqq")
"""Whether a call is running, then its match, seat and number."""
# The flag is the first byte ("=" means without padding), so that one write clears it.
BUSY_BYTE: Final = 0
DEADLY_FILE: Final = "known"
"""The file with the calls that are known to end a process."""
UNCLOCKED_SECONDS: Final = 60.0
"""Seconds for a call in a run without a clock."""
OVERTIME: Final = 2.0
"""Seconds beyond its clock after which a call counts as hanging."""
STOP_SECONDS: Final = 2.0
"""Seconds for a call to return once the run is to stop."""
LONGEST_LOOK: Final = 0.5
"""The longest time counted between two looks, because the runner itself may have been stopped."""
OWN_SIGNALS: Final = frozenset(
    getattr(signal, name)
    for name in ("SIGSEGV", "SIGABRT", "SIGBUS", "SIGFPE", "SIGILL", "SIGTRAP")
    if hasattr(signal, name)  # Windows lacks two
)
"""Signals caused by a process's own errors; any other may have come from outside."""


class Call(NamedTuple):
    """A call of a class: its match, its seat, and its number within them."""

    match: int
    seat: Seat
    number: int


class _Watched(NamedTuple):
    """A running call, the seconds it has taken, and those its process has waited for a core."""

    call: Call
    taken: float
    queued: float


class UnwatchedCalls:
    """Calls a class without noting it."""

    def call(self, function: Callable[..., T], *given: Any, **more: Any) -> T:
        """Call a function; raises SystemExit where it would end this process with `os._exit`."""
        # The end of this process would be blamed on the program; children of the class that end
        # themselves are none of our business.
        real, caller = os._exit, (os.getpid(), get_ident())

        def leave(status: int) -> NoReturn:
            if (os.getpid(), get_ident()) != caller:
                real(status)
            raise SystemExit(f"called os._exit({status})")

        os._exit = leave
        try:
            return function(*given, **more)
        finally:
            os._exit = real


class WatchedCalls(UnwatchedCalls):
    """Notes the calls of one seat in one match."""

    def __init__(self, notes: "CallNotes", match: int, seat: Seat) -> None:
        self._memory = notes.memory
        self._deadly = notes.deadly
        self._match = match
        self._seat = seat
        self._number = 0

    def call(self, function: Callable[..., T], *given: Any, **more: Any) -> T:
        """Note and make a call; AgentFault instead if this call is known to end the process."""
        self._number += 1
        if self._deadly and (
            fault := self._deadly.get(Call(self._match, self._seat, self._number))
        ):
            raise AgentFault(*fault)
        NOTE.pack_into(self._memory, 0, True, self._match, self._seat, self._number)
        try:
            return super().call(function, *given, **more)
        finally:
            self._memory[BUSY_BYTE] = 0


class CallNotes:
    """The notes of a worker for its runner, in a folder that both know."""

    def __init__(self, folder: str) -> None:
        file = Path(folder) / str(os.getpid())
        file.write_bytes(bytes(NOTE.size))
        # Shared memory keeps what a dying process wrote last, without a system call for each note.
        with file.open("r+b") as opened:
            self.memory = mmap.mmap(opened.fileno(), NOTE.size)
        self.deadly: dict[Call, tuple[str, str]] = {}
        with suppress(FileNotFoundError):
            known = json.loads((Path(folder) / DEADLY_FILE).read_bytes())
            self.deadly = {Call(*call): (code, words) for call, code, words in known}


class CallWatch:
    """The runner's side: reads the notes of all workers, and ends those that hang."""

    def __init__(self, clock: Clock) -> None:
        self.folder = tempfile.mkdtemp(prefix="tourney-")
        """Where workers put their notes."""
        self._late = f"took longer than the clock allows: {clock}"
        self._allowed = UNCLOCKED_SECONDS
        if clock.limited:
            self._allowed = (clock.move_ms + clock.bank_ms) / 1000 + OVERTIME
        else:
            self._late = f"no answer within {UNCLOCKED_SECONDS:g} s"
        self._deadly: dict[Call, tuple[str, str]] = {}
        self._suspect: set[Call] = set()
        self._seen: dict[int, _Watched] = {}
        self._looked = monotonic()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *failure: object) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)

    def tend(self, over: bool) -> None:
        """Check every worker; if `over` the run is to stop, and hanging calls are not blamed."""
        now = monotonic()
        passed, self._looked = min(now - self._looked, LONGEST_LOOK), now
        seen: dict[int, _Watched] = {}
        for pid, call in self._calls():
            # Time in which the worker was ready to run but waited for a core does not count.
            queued, taken, before = 0.0, 0.0, self._seen.get(pid)
            with suppress(OSError), open(f"/proc/{pid}/schedstat", "rb") as file:
                queued = int(file.read().split()[1]) / 1e9
            if before is not None and before.call == call:
                taken = before.taken + max(0.0, passed - (queued - before.queued))
            seen[pid] = _Watched(call, taken, queued)
            if taken > (STOP_SECONDS if over else self._allowed):
                if not over:
                    self._blame(call, "timeout", self._late)
                self._forget(pid)
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
        self._seen = seen

    def died(self, exits: Mapping[int, int]) -> None:
        """Find the calls in which workers died, given exit statuses by process id.

        When one worker dies, the others are ended with SIGTERM; that alone blames no call.
        """
        calls = {pid: call for pid, call in self._calls() if pid in exits}
        for pid, call in calls.items():
            status = exits[pid]
            if call in self._deadly or (-status == signal.SIGTERM and len(calls) > 1):
                continue
            # A signal from outside, such as KILL where memory is short, may hit any process: only a
            # second one in the same call is the fault of the class.
            if status >= 0 or -status in OWN_SIGNALS or call in self._suspect:
                words = f"the process died while the bot was called: {status_words(status)}"
                self._blame(call, "crash", words)
            self._suspect.add(call)
        for pid in exits:
            self._forget(pid)

    def _blame(self, call: Call, code: str, words: str) -> None:
        """Make this call of the class a fault when the match is played again."""
        self._deadly[call] = code, words
        known = [[call, *fault] for call, fault in self._deadly.items()]
        file = Path(self.folder) / DEADLY_FILE
        part = file.with_suffix(".part")  # a worker must not read half of the list
        part.write_text(json.dumps(known), "utf-8")
        part.replace(file)

    def _calls(self) -> Iterator[tuple[int, Call]]:
        """The running calls with the processes that make them."""
        for file in Path(self.folder).iterdir():
            note = file.read_bytes() if file.name.isdigit() else b""
            if len(note) == NOTE.size:
                busy, *call = NOTE.unpack(note)
                if busy:
                    yield int(file.name), Call(*call)

    def _forget(self, pid: int) -> None:
        (Path(self.folder) / str(pid)).unlink(missing_ok=True)


class BuiltIn:
    """A built-in bot: reads the observation directly and chooses from the legal moves."""

    listens = False
    trusted = True
    keeps_time = False
    info = None

    def __init__(self, bot: Bot, version: str) -> None:
        self.version = version
        self.choose: Callable[[Observation[Any]], Any]
        """The bot's choice; set when the match starts."""
        self._bot = bot

    def start(self, seating: Seating) -> None:
        """Give the bot its random generator."""
        choose, rng = self._bot.choose, seating.luck.rng()
        # Called for every decision; a `partial` with a keyword takes twice as long.
        self.choose = lambda observation: choose(observation, rng)

    def event(self, number: int, seat: Seat, text: str) -> None:
        """Do nothing: a built-in bot needs only the view."""

    def blamed(self, fault: AgentFault, out: bool) -> None:
        """Do nothing."""

    def end(self, outcome: Outcome) -> None:
        """Do nothing."""


class PythonClass:
    """A user's class with `choose(view, legal)`; one instance plays one match.

    `want` is what it receives, in the words of the line protocol.
    """

    trusted = False
    keeps_time = False

    def __init__(self, make: Callable[[], Any], version: str, want: Collection[str]) -> None:
        self.version = version
        self.listens = "events" in want
        self._make = make
        self._want = want
        self._bot: Any = None
        self._texts: MoveTexts
        self.watched = UnwatchedCalls()
        """The object that calls the class."""
        self.info = ""
        """What the bot's last answer says about its move."""

    def start(self, seating: Seating) -> None:
        """Create the bot; its `start`, if it has one, gets the game, the seat and the rules."""
        self._texts = move_texts(seating.game)
        self._bot = self.watched.call(self._make)
        start = getattr(self._bot, "start", None)
        if start is not None:
            game = seating.game
            rules = f"{game.name}/{game.version}"
            given = (game.name, seating.seat, seating.seats, rules)
            clock = seating.clock
            times = {"move_ms": clock.move_ms, "bank_ms": clock.bank_ms}
            more = {
                "rng": seating.luck.rng(),
                "options": option_object(game, seating.options),
                "names": seating.names,
                "clock": times if clock.limited else None,
            }
            # It gets those that it names as parameters, or all: so later versions may add some.
            parameters = inspect.signature(start).parameters.values()
            if not any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters):
                more = {p.name: more[p.name] for p in parameters if p.name in more}
            self.watched.call(start, *given, **more)

    def event(self, number: int, seat: Seat, text: str) -> None:
        """Pass on an entry of the log."""
        self.watched.call(self._bot.event, {"n": number, "seat": seat, "text": text})

    def choose(self, observation: Observation[Any]) -> Any:
        """The move that the bot's answer names."""
        view = observation.view() if "view" in self._want else None
        legal = None
        if "legal" in self._want:
            legal = [self._texts[move] for move in observation.legal()]
        answer, self.info = _with_info(self.watched.call(self._bot.choose, view, legal))
        if not isinstance(answer, str):
            words = f"answered {type(answer).__name__} instead of the text of a move"
            raise AgentFault("illegal", words)
        return _parsed(self._texts, answer)

    def blamed(self, fault: AgentFault, out: bool) -> None:
        """Do nothing: a class has no method for it."""

    def end(self, outcome: Outcome) -> None:
        """Pass the result to the bot's `end`, if it has one."""
        end = getattr(self._bot, "end", None)
        if end is not None:
            self.watched.call(end, result_fields(outcome))


class SearchingClass(PythonClass):
    """A user's class with `decide(observation)`, which can look ahead in possible states.

    The observation is blind: it is made from a resampled state, so that nothing that can be reached
    from it depends on hidden cards.
    """

    def start(self, seating: Seating) -> None:
        """Create the bot, and the generator of the states that it is handed."""
        # Not the bot's own generator: how often one is asked must not change the other.
        self._worlds = Random(f"observation {seating.luck.digits}")
        super().start(seating)

    def choose(self, observation: Observation[Any]) -> Any:
        """The legal move that the bot's answer is, or that it names."""
        blind = BlindObservation(observation, self._worlds)
        given = self.watched.call(self._bot.decide, blind)
        answer, self.info = _with_info(given)
        if isinstance(answer, str):
            return _parsed(self._texts, answer)
        moves = observation.legal()
        if answer not in moves:
            plain = isinstance(answer, int | tuple | None)  # a bot's own classes are only named
            shown = repr(answer)[:80] if plain else f"an object of type {type(answer).__name__}"
            raise AgentFault("illegal", f"answered {shown}, which is no legal move")
        return moves[moves.index(answer)]


def _with_info(answer: Any) -> tuple[Any, str]:
    """The move of an answer and what it says about it; no move contains a text."""
    if isinstance(answer, tuple) and len(answer) == 2 and isinstance(answer[1], str):
        return answer
    return answer, ""


def _parsed(texts: MoveTexts, answer: str) -> Any:
    try:
        return texts.move(answer)
    except NotationError as error:
        raise AgentFault("illegal", f"{answer[:80]!r} is not a move: {error}") from None
