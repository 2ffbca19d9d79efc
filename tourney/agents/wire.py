"""The line protocol `tmbp/1` with one process: what is said to it and what it may say.

One JSON object a line. Whatever else comes back is turned into an AgentFault with its evidence.
Knows nothing of how a process is started or of what its moves mean.
"""

import json
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import Any, Final, TypeAlias

from engines.api import Outcome, Seat
from tourney.agents import messages
from tourney.agents.bot_process import BotProcess
from tourney.agents.channel import LINE, Channel, ChannelClosed, LineTimeout, TooLong
from tourney.agents.queue_time import QueueTime
from tourney.domain.errors import quoted
from tourney.domain.observation import Observation
from tourney.play.agent import AgentFault, Seating
from tourney.play.clock import Timer

IGNORED: Final = 1_000
"""How many lines of a match may be such as nobody asked for."""
QUIET: Final = 5.0
"""Seconds of silence after which a process is asked whether it is there."""
SHOWN: Final = 120
"""Characters of an offending line that are shown."""
DECISIONS: Final = frozenset({"move", "resign", "legal"})
ANSWERS: Final = frozenset({"hello", "ready", "move", "resign", "legal", "pong"})

Spy: TypeAlias = Callable[[str, bytes], object]
"""Is told of every line: whether it went `to` the bot or came `from` it, and the line."""

_decode = json.JSONDecoder().raw_decode


@dataclass(frozen=True, slots=True)
class WireLimits:
    """Seconds that a process has for what no clock of the run measures.

    `start` for its first words and to get ready for a match, `read` to read what is written to it,
    `think` for a move where the run has no clock.
    """

    start: float = 10.0
    read: float = 10.0
    think: float = 60.0


@dataclass(frozen=True, slots=True)
class Hello:
    """What a bot says of itself; no `games` are all of them."""

    name: str = ""
    version: str = ""
    games: tuple[str, ...] = ()
    want: frozenset[str] = frozenset()
    reproducible: bool = True


class BotSession:
    """One process, from its first words to the last; it plays one match after the other."""

    def __init__(
        self, child: BotProcess, patience: WireLimits, channel: type[Channel] = Channel
    ) -> None:
        self._child = child
        self._patience = patience
        queue = QueueTime(child.supervisor, child.pid)
        self._channel = channel(child.put, child.get, child.control.fileno(), queue)
        self._id = 0
        self._match = ""
        self._told = 0
        self._ignored = 0
        self._events: list[str] = []
        self._act = ""
        self._last = b""
        self.matches = 0
        """How many matches it was asked to play."""
        self.deal: Hashable = None
        """The deal that it played last."""
        self.said = Hello()
        self.spy: Spy | None = None
        """Hears every line, if there is one."""

    @property
    def spent_ms(self) -> float:
        """How long its last answer took."""
        return 1000 * self._channel.spent

    def greet(self) -> Hello:
        """Exchange the first words; AgentFault if they do not come or are others."""
        if self._child.failed:
            raise AgentFault("startup", f"cannot be run: {self._child.failed}")
        self._send(messages.hello())
        self.said = self._hello(self._await("hello", self._patience.start))
        return self.said

    def _hello(self, message: dict[str, Any]) -> Hello:
        if message.get("proto") != messages.PROTOCOL:
            given = quoted(str(message.get("proto")))
            words = f"uses protocol {given} instead of {messages.PROTOCOL}"
            raise self._fault("startup", words)
        texts = {key: message.get(key, "") for key in ("name", "version")}
        lists = {key: message.get(key, []) for key in ("games", "want")}
        whole = all(isinstance(text, str) for text in texts.values())
        if not whole or not all(map(_is_texts, lists.values())):
            raise self._fault("startup", f"a hello that cannot be read: {_shown(self._last)}")
        return Hello(
            **texts,
            games=tuple(lists["games"]),
            want=frozenset(messages.WANTS) & frozenset(lists["want"]),
            reproducible=message.get("reproducible") is not False,
        )

    def begin(self, seating: Seating) -> None:
        """Tell it about a match and wait until it is ready."""
        self.matches += 1
        self._match, self._told, self._ignored = seating.luck.match, 0, 0
        self._act = messages.request(seating.luck.match)
        self._events.clear()
        self._send(messages.match(seating))
        self._await("ready", self._patience.start)

    def check(self) -> None:
        """AgentFault if it has ended, or does not answer though it was not heard of for a while."""
        if self._child.gone():
            raise self._death()
        if monotonic() - self._channel.heard >= QUIET:
            self.ping()

    @property
    def left(self) -> bool:
        """Whether it has ended by itself and in good order."""
        return self._child.farewell().status == 0

    def ping(self) -> None:
        """Ask whether it is there, and wait for the answer."""
        self._send(messages.message("ping", n=self.matches))
        self._await("pong", self._patience.start)

    def event(self, number: int, seat: Seat, text: str) -> None:
        """Tell an entry of the log, together with what is said next."""
        self._told = number
        self._events.append(messages.event(self._match, number, seat, text))

    def ask(
        self, observation: Observation[Any], timer: Timer, texts: Callable[[], Sequence[str]]
    ) -> str:
        """The text of the move it answers with; `texts` are the legal ones."""
        self._id += 1
        clock = timer.clock
        asked = messages.RequestParts(self.said.want, texts)
        body = messages.act(f'{self._act}{self._id},"n":{self._told}', observation, timer, asked)
        if self._channel.waiting():
            self._early()
        self._write(_bytes(f"{self._pending()}{body}"))
        if not clock.limited:
            self._channel.allow(self._patience.think)
            return self._answer(f"{self._patience.think:g} s", texts)
        self._channel.allow(timer.allowed_ms / 1000)
        try:
            return self._answer(clock, texts)
        finally:
            timer.spend(1000 * self._channel.spent)

    def _pending(self) -> str:
        """The events that have not been told yet."""
        if not self._events:
            return ""
        told = "".join(self._events)
        self._events.clear()
        return told

    def _early(self) -> None:
        """What came before it was asked for answers nothing."""
        try:
            for line in self._channel.pending():
                self._parsed(line)
                self._ignore()
        except TooLong:
            raise self._flood() from None

    def _answer(self, time: object, texts: Callable[[], Sequence[str]]) -> str:
        """The move that answers what was asked last, within the time that it had."""
        listed = False
        while True:
            message = self._receive("no answer", time)
            kind, number = message["t"], message.get("id")
            if kind not in DECISIONS:
                self._ignore()
            elif type(number) is not int:
                raise self._wrong("an answer without its id")
            elif number != self._id:
                self._ignore()
            elif kind != "legal":
                return self._decided(message)
            elif listed:
                raise self._fault("protocol", "asked twice for the legal moves of one decision")
            else:
                listed = True
                self._send(messages.legal(self._match, self._id, texts()))

    def _decided(self, message: dict[str, Any]) -> str:
        if message["t"] == "resign":
            raise AgentFault("resigned", "resigned")
        move = message.get("move")
        if not isinstance(move, str):
            raise self._wrong("an answer without a move")
        return move

    def error(self, code: str, got: str, last: bool) -> None:
        """Tell it what it did wrong; nobody waits for it to read its last words."""
        patience = 0.0 if last else self._patience.read
        told = {"m": self._match, "id": self._id, "code": code, "got": got}
        self._try(patience, messages.message("error", **told))

    def finish(self, outcome: Outcome) -> None:
        """Tell it how the match ended; AgentFault if it is not there for another."""
        self._send(messages.end(self._match, outcome))

    def quit(self) -> None:
        """Say good-bye and have it ended."""
        self._events.clear()
        self._try(0.0, messages.message("quit"))
        self._child.end()

    def _try(self, seconds: float, line: str) -> bool:
        """Say something that is not answered, to somebody who may be gone."""
        data = self._with_events(line)
        self._overhear(data)
        try:
            self._channel.send(data, seconds)
        except (ChannelClosed, LineTimeout, TooLong):
            return False
        return True

    def _with_events(self, line: str) -> bytes:
        """A message, and before it the events that have not been told yet."""
        return _bytes(f"{self._pending()}{line}")

    def _send(self, line: str) -> None:
        self._write(self._with_events(line))

    def _overhear(self, data: bytes) -> None:
        if self.spy is not None:
            for line in data.splitlines():
                self.spy("to", line)

    def _write(self, data: bytes) -> None:
        if self.spy is not None:
            self._overhear(data)
        try:
            self._channel.send(data, self._patience.read)
        except ChannelClosed:
            raise self._death() from None
        except LineTimeout:
            raise self._fault("timeout", "does not read its standard input") from None
        except TooLong:
            raise self._flood() from None

    def _await(self, kind: str, seconds: float) -> dict[str, Any]:
        self._channel.allow(seconds)
        while True:
            message = self._receive(f"no '{kind}'", f"{seconds:g} s")
            if message["t"] == kind and message.get("m", self._match) == self._match:
                return message
            self._ignore()

    def _receive(self, nothing: str, time: object) -> dict[str, Any]:
        try:
            line = self._channel.receive()
        except LineTimeout:
            raise self._fault("timeout", f"{nothing} within {time}") from None
        except ChannelClosed:
            raise self._death() from None
        except TooLong:
            raise self._flood() from None
        return self._parsed(line)

    def _parsed(self, line: bytes) -> dict[str, Any]:
        self._last = line
        if self.spy is not None:
            self.spy("from", line)
        try:
            text = line.decode()
            message, end = _decode(text)
            if end != len(text):
                message = json.loads(text)
        except (ValueError, RecursionError):
            message = None
        if not isinstance(message, dict):
            raise self._wrong("a line that is not a JSON object")
        kind = message.get("t")
        if not isinstance(kind, str) or kind not in ANSWERS:
            raise self._wrong("a message of unknown kind")
        return message

    def _ignore(self) -> None:
        self._ignored += 1
        if self._ignored > IGNORED:
            raise self._fault("flood", f"more than {IGNORED} lines that answer no request")

    def _wrong(self, words: str) -> AgentFault:
        return self._fault("protocol", f"{words}: {_shown(self._last)}")

    def _flood(self) -> AgentFault:
        return self._fault("flood", f"a line of more than {LINE} bytes")

    def _death(self) -> AgentFault:
        end = self._child.farewell()
        return AgentFault(end.code, end.words, end.tail)

    def _fault(self, code: str, evidence: str) -> AgentFault:
        return AgentFault(code, evidence, self._child.tail())


def _is_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def _bytes(text: str) -> bytes:
    """Lines of JSON as they are written; half a character that a bot sent goes back escaped."""
    return text.encode("utf-8", "backslashreplace")


def _shown(line: bytes) -> str:
    """What a bot wrote, in quotes on one line, the beginning of it if it is long."""
    text = line.decode("utf-8", "replace")
    return quoted(text[:SHOWN] + ("…" if len(text) > SHOWN else ""))
