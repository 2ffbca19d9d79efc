"""Bots that are programs, such as `cmd:"./mybot --fast"`: command, version, processes, agents.

A command that cannot be found is an error before the first match. A command that is found but does
not start is a fault like any other: it costs the bot its matches. A process plays many matches one
after the other, but no deal twice: it would know the cards of the others from the first seating.
Before a deal is played again, every process that has seen it is ended, because two that run at the
same time can always find a way to talk. So a caller that plays several deals in one seating before
the next one saves starts. After a fault a process is ended and replaced. Does not know the
protocol, nor how a process is limited.
"""

import hashlib
import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Callable, Hashable, Sequence
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any, Final

from engines.api import NotationError, Outcome, Seat
from engines.messages import say
from tourney.agents.bot_process import BotProcess, sharing_warnings
from tourney.agents.isolation import Limits, possible
from tourney.agents.loaded_bot import (
    LoadedBot,
    check_target,
    checked_version,
    known_games,
    path_remedy,
)
from tourney.agents.protocol import MoveTexts, move_texts
from tourney.agents.wire import BotSession, Channel, Hello, Spy, WireLimits
from tourney.domain.errors import NotFound, UsageFault, quoted
from tourney.domain.observation import Observation
from tourney.play.agent import AgentFault, Seating
from tourney.play.clock import Timer

KEPT_CODES: Final = frozenset({"startup", "oom", "flood", "runner"})
"""Codes that a fault before the first decision keeps; any other becomes `startup`."""
FORGIVEN_FAILURES: Final = 1
"""Number of failures between two matches that are not faults."""
MOST_FAILURES: Final = 3
"""Number of such failures after which the bot is no longer started."""
BETWEEN: Final = "between two matches"
"""The first words of the evidence of such a fault."""


class Processes:
    """The processes of one bot: waiting for a match, playing or ending."""

    def __init__(
        self,
        words: Sequence[str],
        limits: Limits,
        patience: WireLimits,
        channel: type[Channel] = Channel,
        record: Callable[[], Spy] | None = None,
    ) -> None:
        """Prepare; `record` makes a listener for every new process, which gets all its lines."""
        self._words = words
        self._record = record
        self._recorders: dict[BotSession, Spy] = {}
        self._limits = limits
        self._patience = patience
        self._channel = channel
        self._free: list[BotSession] = []
        self._all: dict[BotSession, BotProcess] = {}
        self._ending: list[BotProcess] = []
        self._deals: dict[BotProcess, set[Hashable]] = {}
        self._stderr: list[str] = []
        self._failures = 0
        self._failure: AgentFault | None = None
        self.left = 0
        """Number of processes that ended bots left running, and that were ended, too."""
        self.seconds = 0.0
        """Time that was spent on starting processes and on waiting for their end."""

    def hello(self) -> Hello:
        """The hello of a process of this bot, which is kept for the first match."""
        session = self._new()
        self._free.append(session)
        return session.introduction

    def _new(self, spy: Spy | None = None) -> BotSession:
        began = monotonic()
        try:
            child = BotProcess(self._words, self._limits)
            self._deals[child] = set()
            session = BotSession(child, self._patience, self._channel)
            self._all[session] = child
            if self._record is not None:
                self._recorders[session] = self._record()
            session.spy = spy or self._recorders.get(session)
            try:
                session.greet()
            except AgentFault:
                self.discard(session)
                raise
            return session
        finally:
            self.seconds += monotonic() - began

    def take(self, seating: Seating, deal: Hashable, spy: Spy | None = None) -> BotSession:
        """A process that is ready for a match; those that have seen its deal have ended.

        `spy` gets every line to and from it. A process that played before and fails to get ready
        is replaced, unless that happened too often.
        """
        self._forgive()
        for session in [free for free in self._free if deal in self._deals[self._all[free]]]:
            self._dismiss(session)
        if any(deal in self._deals[child] for child in self._ending):
            self.settle()
        while self._free:
            session = self._free.pop(0)
            self._deals[self._all[session]].add(deal)
            before = session.matches
            try:
                session.check()
                return self._ready(session, seating, spy)
            except AgentFault as fault:
                if before == 0 and session.matches:  # it failed in its first match
                    raise
                # Between two matches a bot has lost nothing yet, so another process takes over.
                self.fail(session, fault)
                self._forgive()
        session = self._new(spy)
        self._deals[self._all[session]].add(deal)
        return self._ready(session, seating, spy)

    def fail(self, session: BotSession, fault: AgentFault) -> None:
        """Count a failure between two matches; an exit with status 0 is not a failure."""
        if fault.code != "runner" and not (fault.code == "crash" and session.left):
            self._failures += 1
            self._failure = fault
        if session in self._all:
            self.discard(session)

    def _forgive(self) -> None:
        """Ignore a failure between two matches; AgentFault if there were too many."""
        fault = self._failure
        if fault is not None and self._failures >= MOST_FAILURES:
            words = f"{BETWEEN}, {MOST_FAILURES} times: {fault.evidence}"
            raise AgentFault("startup", words, fault.detail)
        self._failure = None
        if fault is not None and self._failures > FORGIVEN_FAILURES:
            words = f"{BETWEEN}: {fault.evidence}"
            raise AgentFault("startup", words, fault.detail)

    def _ready(self, session: BotSession, seating: Seating, spy: Spy | None) -> BotSession:
        session.spy = spy or self._recorders.get(session)
        try:
            session.begin(seating)
        except AgentFault:
            self.discard(session)
            raise
        return session

    def give_back(self, session: BotSession) -> None:
        """Keep a process for a match on another deal."""
        session.spy = self._recorders.get(session)  # a spy of one match must not hear the next
        self._free.append(session)

    def dismiss(self) -> None:
        """Start ending the processes that play no match; does not wait."""
        for session in list(self._free):
            self._dismiss(session)

    def _dismiss(self, session: BotSession) -> None:
        self._free.remove(session)
        self._stderr.append(self._all[session].new_stderr())
        self.discard(session)

    def settle(self) -> None:
        """Wait until the processes that were to end have ended."""
        began = monotonic()
        while self._ending:
            self._collect(self._ending.pop())
        self.seconds += monotonic() - began

    def discard(self, session: BotSession) -> None:
        """Start ending a process; does not wait."""
        child = self._all.pop(session)
        session.quit()
        self._recorders.pop(session, None)
        self._ending.append(child)
        for ended in [child for child in self._ending if child.gone()]:
            self._ending.remove(ended)
            self._collect(ended)

    def _collect(self, child: BotProcess) -> None:
        self.left += child.wait()
        self._stderr.append(child.new_stderr())
        del self._deals[child]

    def close(self) -> None:
        """End all of them and wait until they have."""
        for session in list(self._all):
            self.discard(session)
        self._free.clear()
        self.settle()

    def stderr(self) -> str:
        """What the processes wrote to stderr since the last call."""
        children = (*self._ending, *self._all.values())
        texts = [*self._stderr, *(child.new_stderr() for child in children)]
        self._stderr.clear()
        return "".join(texts)


class ProcessAgent:
    """One seat of one match, played by a process."""

    trusted = False
    keeps_time = True

    def __init__(self, processes: Processes, version: str, listens: bool, deal: Hashable) -> None:
        self.version = version
        self.listens = listens
        self._deal = deal
        self._processes = processes
        self._session: BotSession | None = None
        self.spy: Spy | None = None
        """Gets every line of the conversation from the start of the match."""
        self._timer: Timer
        self._texts: MoveTexts

    def start(self, seating: Seating) -> None:
        """Find a process and get it ready."""
        self._texts = move_texts(seating.game)
        self._timer = Timer(seating.clock)
        try:
            self._session = self._processes.take(seating, self._deal, self.spy)
        except AgentFault as fault:
            code = fault.code if fault.code in KEPT_CODES else "startup"
            raise AgentFault(code, fault.evidence, fault.detail) from None

    @property
    def info(self) -> str:
        """What its last answer says about the move."""
        return "" if self._session is None else self._session.info

    @property
    def spent_ms(self) -> float:
        """The time of its last move as its clock counts it."""
        return 0.0 if self._session is None else self._session.spent_ms

    def event(self, number: int, seat: Seat, text: str) -> None:
        """Pass on an entry of the log."""
        if self._session is not None and "events" in self._session.introduction.want:
            self._session.event(number, seat, text)

    def choose(self, observation: Observation[Any]) -> Any:
        """The move that the process answers."""
        assert self._session is not None, "asked before the start"
        answer = self._session.ask(observation, self._timer)
        if (move := self._texts.known(answer)) is not None:
            return move
        try:
            return self._texts.move(answer)
        except NotationError as error:
            words = f"{quoted(answer[:80])} is not a move: {error}"
            raise AgentFault("illegal", words) from None

    def blamed(self, fault: AgentFault, out: bool) -> None:
        """Send the fault to the process; if the bot is out, its process is ended."""
        if self._session is not None:
            self._session.error(fault.code, fault.evidence, last=out)
            if out:
                self._processes.discard(self._session)
                self._session = None

    def end(self, outcome: Outcome) -> None:
        """Send the result; the process is then free for another match."""
        if self._session is not None:
            session, self._session = self._session, None
            try:
                session.finish(outcome)
            except AgentFault as fault:
                self._processes.fail(session, fault)
            else:
                self._processes.give_back(session)


PREFIX: Final = "cmd:"
FORM: Final = 'cmd:"./mybot --fast"'
GIT_SECONDS: Final = 10.0
RELATIVE_PATH: Final = re.compile(r"[^-/].*(/.*|\.[A-Za-z]\w*)", re.DOTALL)


def load_command(
    target: str,
    limits: Limits,
    patience: WireLimits | None = None,
    channel: type[Channel] = Channel,
    record: Callable[[], Spy] | None = None,
) -> LoadedBot:
    """Load the bot that a command names; starts one process of it to read its hello.

    `channel` is the class that carries the lines; botlab has its own. `record` makes a listener
    for each process, which gets all lines to and from it.
    """
    words = command_words(target)
    limits, lacks = possible(limits, words)
    processes = Processes(words, limits, patience or WireLimits(), channel, record)
    absent = None
    try:
        hello = processes.hello()
    except AgentFault as fault:
        # The run starts all the same: each match of the bot then ends with this fault.
        hello, absent = Hello(want=frozenset({"events"})), fault
    try:
        if hello.version:
            version = checked_version(target, hello.version)
        else:
            version = version_of_files(words)
        games = known_games(target, hello.games)
    except UsageFault:
        processes.close()
        raise
    own = _without_interpreter([Path(word) for word in words if os.path.isfile(word)], words)
    return LoadedBot(
        target,
        version,
        partial(ProcessAgent, processes, version, "events" in hello.want),
        hello.reproducible,
        close=processes.close,
        stderr=processes.stderr,
        games=games,
        lacks=(*lacks, *sharing_warnings(limits)),
        content=_digest(own or [Path(shutil.which(words[0]) or words[0])]),
        absent=absent,
        outside=True,
        effort=lambda: processes.seconds,
        dismiss=processes.dismiss,
        settle=processes.settle,
    )


def command_words(target: str) -> list[str]:
    """Program and arguments; UsageFault for a command that cannot be split, NotFound."""
    check_target(target)
    text = target.removeprefix(PREFIX)
    try:
        words = shlex.split(text)
        # Quotes around the whole command, as in a TOML file, where no shell removes them.
        if len(words) == 1 and not os.path.exists(words[0]):
            words = shlex.split(words[0])
    except ValueError as error:
        cut = "agents.quote-open" if "quotation" in str(error) else "agents.nothing-escaped"
        raise UsageFault(
            say("agents.unreadable", bot=quoted(target), fault=say(cut), form=FORM)
        ) from None
    if not words:
        raise UsageFault(say("agents.names-no-program", bot=quoted(target), form=FORM))
    name = words[0]
    if shutil.which(name) is not None:
        return words
    named = {"program": quoted(name), "bot": quoted(target)}
    if os.path.isdir(name):
        raise UsageFault(say("agents.program-is-folder", **named))
    if os.path.exists(name):
        raise UsageFault(say("agents.not-executable", **named, word=shlex.quote(name)))
    remedy = path_remedy(name) if os.sep in name else say("agents.or-local", program=name)
    raise NotFound(say("agents.no-program", **named, remedy=remedy))


def absent_files(target: str) -> list[str]:
    """The arguments of a command that look like relative paths but do not exist."""
    words = [word for word in command_words(target)[1:] if RELATIVE_PATH.fullmatch(word)]
    return [word for word in words if not os.path.exists(word)]


def version_of_files(words: Sequence[str]) -> str:
    """The git commit that contains the files of a command unchanged, or else their hash."""
    files = [Path(word) for word in words if os.path.isfile(word)]
    # git's description of the folder of each file; empty if git does not track it unchanged.
    commits: set[str] = set()
    for file in _without_interpreter(files, words):
        folder = str(file.resolve().parent)
        tracked = _git(folder, "ls-files", "--", file.name)
        commit = _git(folder, "describe", "--always", "--tags", "--dirty") if tracked else ""
        clean = re.sub(r"[^\w.+-]", "-", commit)[:40]
        commits.add("" if commit.endswith("-dirty") else clean)
    # Files of two commits have no common one.
    if len(commits) == 1 and (commit := commits.pop()):
        return commit
    return _digest(files or [Path(shutil.which(words[0]) or words[0])])


def _without_interpreter(files: Sequence[Path], words: Sequence[str]) -> Sequence[Path]:
    """The files without an interpreter, which is the first word with its whole path."""
    interpreted = len(files) > 1 and files[0] == Path(words[0]) and files[0].is_absolute()
    return files[1:] if interpreted else files


def _digest(files: Sequence[Path]) -> str:
    digest = hashlib.sha256()
    for file in files:
        try:
            digest.update(file.read_bytes())
        except OSError:  # it may be run but not read
            digest.update(str(file).encode())
    return digest.hexdigest()[:10]


def _git(folder: str, *words: str) -> str:
    # In a git hook these variables would lead to another repository than the folder's.
    environment = {key: text for key, text in os.environ.items() if not key.startswith("GIT_")}
    try:
        done = subprocess.run(
            ["git", "-C", folder, *words],
            env=environment,
            capture_output=True,
            timeout=GIT_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.decode("utf-8", "replace").strip() if done.returncode == 0 else ""
