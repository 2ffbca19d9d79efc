"""The line protocol `tmbp/1` with one process: sends messages and reads the answers.

One JSON object per line. Anything else that comes back becomes an AgentFault with its evidence.
Does not depend on how a process is started, nor on what its moves mean.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from typing import Any, Final, Literal, TypeAlias

import msgspec

from engines.api import Outcome, Seat
from tourney.agents import protocol
from tourney.agents.bot_process import BotProcess
from tourney.agents.channel import (
    LINE,
    Channel,
    ChannelFault,
    LineTimeout,
    NotRead,
    TooLong,
)
from tourney.agents.queue_time import QueueTime
from tourney.domain.errors import quoted
from tourney.domain.observation import Observation
from tourney.play.agent import AgentFault, Seating
from tourney.play.clock import Timer

IGNORED: Final = 1_000
"""Maximum number of lines in a match that answer no request."""
QUIET: Final = 5.0
"""Seconds of silence after which a process is pinged before its next match."""
SHOWN: Final = 120
"""Characters of a faulty line that are shown."""
LATER: Final = 1.0
"""Seconds in which a silent process may answer after its input was closed."""
BUFFERED: Final = "; output is buffered: flush after every line"
NEVER: Final = "; it has not answered any request: does it flush its output after every line?"
DECISIONS: Final = frozenset({"move", "resign", "legal"})
ANSWERS: Final = frozenset({"hello", "ready", "move", "resign", "legal", "pong"})

Spy: TypeAlias = Callable[[str, bytes], object]
"""Called with every line: "to" or "from" the bot, or "stderr", and the line."""


class MoveAnswer(msgspec.Struct):
    """The usual answer to a request; every other line is read as a dictionary.

    This reads only what that reads too, with the same result, but does not look at the encoding of
    unknown fields.
    """

    t: Literal["move"]
    id: int
    move: str
    info: str = ""


_decode = msgspec.json.Decoder().decode
_decode_move = msgspec.json.Decoder(MoveAnswer).decode


@dataclass(frozen=True, slots=True)
class WireLimits:
    """Time limits of a process that the run's clock does not set, in seconds.

    `start` for its hello and to get ready for a match, `read` to read what is written to it,
    `think` for a move in a run without a clock.
    """

    start: float = 10.0
    read: float = 10.0
    think: float = 60.0


@dataclass(frozen=True, slots=True)
class Hello:
    """The hello of a bot; empty `games` means all games."""

    name: str = ""
    version: str = ""
    games: tuple[str, ...] = ()
    want: frozenset[str] = frozenset()
    reproducible: bool = True


class BotSession:
    """The conversation with one process, which plays one match after the other."""

    def __init__(
        self, child: BotProcess, patience: WireLimits, channel: type[Channel] = Channel
    ) -> None:
        self._child = child
        self._patience = patience
        queue = QueueTime(child.supervisor, child.pid)
        self._channel = channel(child.put, child.get, child.control.fileno(), queue)
        self._id = 0
        self._match = ""
        self._requests: protocol.Requests
        self._listed = False
        self._stray: int | None = None  # the id of an answer to another request than the last
        self._last_event = 0
        self._ignored = 0
        self._events: list[bytes] = []
        self._last = b""
        self._answered = False
        self._closed = False
        self.matches = 0
        """Number of matches that it was asked to play."""
        self.introduction = Hello()
        self.info = ""
        """What its last move says about itself."""
        self.spy: Spy | None = None
        """Gets every line, if set."""

    @property
    def spent_ms(self) -> float:
        """The time of its last answer in milliseconds."""
        return 1000 * self._channel.spent

    def greet(self) -> Hello:
        """Exchange hellos; AgentFault if the bot's hello does not come or is wrong."""
        if self._child.failed:
            raise AgentFault("startup", f"cannot be run: {self._child.failed}")
        self._send(protocol.hello())
        self.introduction = self._hello(self._await("hello", self._patience.start))
        return self.introduction

    def _hello(self, message: dict[str, Any]) -> Hello:
        if message.get("proto") != protocol.PROTOCOL:
            given = quoted(str(message.get("proto")))
            words = f"uses protocol {given} instead of {protocol.PROTOCOL}"
            raise self._fault("startup", words)
        texts = {key: message.get(key, "") for key in ("name", "version")}
        lists = {key: message.get(key, []) for key in ("games", "want")}
        whole = all(isinstance(text, str) for text in texts.values())
        if not whole or not all(map(_is_texts, lists.values())):
            raise self._fault("startup", f"a hello that cannot be read: {_shown(self._last)}")
        return Hello(
            **texts,
            games=tuple(lists["games"]),
            want=frozenset(protocol.WANTS) & frozenset(lists["want"]),
            reproducible=message.get("reproducible") is not False,
        )

    def begin(self, seating: Seating) -> None:
        """Announce a match and wait until the bot is ready."""
        self.matches += 1
        self._match, self._last_event, self._ignored = seating.luck.match, 0, 0
        self._requests = protocol.Requests(seating, self.introduction.want)
        self._events.clear()
        self._send(protocol.match(seating))
        self._await("ready", self._patience.start)

    def check(self) -> None:
        """Raise AgentFault if the process has ended, or was silent for long and answers no ping."""
        if self._child.gone():
            raise self._death()
        if monotonic() - self._channel.heard >= QUIET:
            self.ping()

    @property
    def left(self) -> bool:
        """Whether it has ended by itself with exit status 0."""
        return self._child.farewell().status == 0

    def ping(self) -> None:
        """Send a ping and wait for the answer."""
        self._send(protocol.message("ping", n=self.matches))
        self._await("pong", self._patience.start)

    def event(self, number: int, seat: Seat, text: str) -> None:
        """Queue an entry of the log, which is sent with the next message."""
        self._last_event = number
        self._events.append(protocol.event(self._match, number, seat, text))

    def ask(self, observation: Observation[Any], timer: Timer) -> str:
        """Request a move; the text of the answer."""
        self._id += 1
        self._listed, self._stray = False, None
        channel, limited = self._channel, timer.limited
        request = self._requests.act(self._id, self._last_event, observation, timer)
        if channel.waiting():
            self._early()
        self._write(self._pending() + request if self._events else request)
        try:
            line = channel.receive(timer.allowed_ms / 1000 if limited else self._patience.think)
            while (move := self._move(line, observation)) is None:
                line = channel.receive()
        except LineTimeout:
            time = timer.clock if limited else f"{self._patience.think:g} s"
            raise self._fault("timeout", f"no answer within {time}{self._why_late()}") from None
        except ChannelFault as fault:
            raise self._broken(fault) from None
        finally:
            if limited:
                timer.spend(1000 * channel.spent)
        return move

    def _why_late(self) -> str:
        """What may be wrong if the last request got no answer."""
        if self._stray is not None:
            return f"; it answered with id {self._stray} to the request with id {self._id}"
        return "" if self._answered else NEVER

    def _pending(self) -> bytes:
        """Take the queued events."""
        if not self._events:
            return b""
        lines = b"".join(self._events)
        self._events.clear()
        return lines

    def _early(self) -> None:
        """Ignore lines that came before the request."""
        try:
            for line in self._channel.pending():
                self._parsed(line)
                self._ignore()
        except ChannelFault as fault:
            raise self._broken(fault) from None

    def _move(self, line: bytes, observation: Observation[Any]) -> str | None:
        """The move in an answer to the last request; None if another line has to be read."""
        if self.spy is None and line.isascii():
            try:
                answer = _decode_move(line)
            except (ValueError, RecursionError):
                pass
            else:
                if answer.id == self._id:
                    self._answered, self.info = True, answer.info
                    return answer.move
        return self._unusual_move(self._parsed(line), observation)

    def _unusual_move(self, message: dict[str, Any], observation: Observation[Any]) -> str | None:
        kind, number = message["t"], message.get("id")
        if kind in DECISIONS and type(number) is not int:
            what = "without its id" if number is None else "whose id is not a whole number"
            raise self._wrong(f"an answer {what}")
        if kind not in DECISIONS or number != self._id:
            self._stray = number if kind in DECISIONS else self._stray
            self._ignore()
        elif kind == "legal":
            self._send_list(observation)
        else:
            return self._decided(message)
        return None

    def _decided(self, message: dict[str, Any]) -> str:
        if message["t"] == "resign":
            raise AgentFault("resigned", "resigned")
        self._answered = True
        move, info = message.get("move"), message.get("info")
        if not isinstance(move, str):
            raise self._wrong("an answer without a move")
        self.info = info if isinstance(info, str) else ""
        return move

    def _send_list(self, observation: Observation[Any]) -> None:
        if self._listed:
            raise self._fault("protocol", "asked twice for the legal moves of one decision")
        self._listed = True
        self._send(self._requests.legal(self._id, observation))

    def error(self, code: str, got: str, last: bool) -> None:
        """Report a fault to the bot; the last report is not waited for."""
        patience = 0.0 if last else self._patience.read
        fields = {"m": self._match, "id": self._id, "code": code, "got": got}
        self._try(patience, protocol.message("error", **fields))

    def finish(self, outcome: Outcome) -> None:
        """Send the result; AgentFault if the process cannot play another match."""
        self._send(protocol.end(self._match, outcome))

    def quit(self) -> None:
        """Send `quit` and start ending the process."""
        self._events.clear()
        self._try(0.0, protocol.message("quit"))
        self._child.end()

    def _try(self, seconds: float, line: bytes) -> bool:
        """Send a message without answer to a process that may have ended."""
        if self._closed:
            return False
        data = self._pending() + line
        self._show_spy(data)
        try:
            self._channel.send(data, seconds)
        except ChannelFault:
            return False
        return True

    def _send(self, line: bytes) -> None:
        """Write a message after the queued events."""
        self._write(self._pending() + line)

    def _show_spy(self, data: bytes) -> None:
        if self.spy is not None:
            for line in data.splitlines():
                self.spy("to", line)

    def _write(self, data: bytes) -> None:
        if self.spy is not None:
            self._show_spy(data)
        try:
            self._channel.send(data, self._patience.read)
        except ChannelFault as fault:
            raise self._broken(fault) from None

    def _await(self, kind: str, seconds: float) -> dict[str, Any]:
        time: float | None = seconds
        while True:
            try:
                message = self._parsed(self._channel.receive(time))
            except LineTimeout:
                words = f"no '{kind}' within {seconds:g} s{self._buffered(kind)}"
                raise self._fault("timeout", words) from None
            except ChannelFault as fault:
                raise self._broken(fault) from None
            if message["t"] == kind and message.get("m", self._match) == self._match:
                return message
            self._ignore()
            time = None

    def _buffered(self, kind: str) -> str:
        """Close the bot's input; the advice to flush if its answer comes only then."""
        self._closed = True
        self._child.hang_up()
        try:
            line = self._channel.receive(LATER)
        except ChannelFault:
            return ""
        return BUFFERED if f'"{kind}"'.encode() in line else ""

    def _parsed(self, line: bytes) -> dict[str, Any]:
        self._last = line
        if self.spy is not None:
            self._show_stderr()
            self.spy("from", line)
        try:
            message = _decode(line)
        except ValueError:
            message = _read_leniently(line)
        except RecursionError:
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

    def _broken(self, fault: ChannelFault) -> AgentFault:
        """The fault of a bot with which the conversation cannot go on."""
        if isinstance(fault, TooLong):
            return self._fault("flood", f"a line of more than {LINE} bytes")
        if isinstance(fault, NotRead):
            return self._fault("timeout", "does not read its standard input")
        return self._death()

    def _show_stderr(self) -> None:
        """Pass what the bot has written to stderr to the spy."""
        if self.spy is not None:
            for line in self._child.unshown_stderr().splitlines():
                self.spy("stderr", line.encode())

    def _death(self) -> AgentFault:
        end = self._child.farewell()
        self._show_stderr()
        return AgentFault(end.code, end.words, end.tail)

    def _fault(self, code: str, evidence: str) -> AgentFault:
        self._show_stderr()
        return AgentFault(code, evidence, self._child.tail())


def _is_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def _read_leniently(line: bytes) -> Any:
    """The value of a line, None if it has none; accepts what JSON strictly forbids, such as NaN."""
    try:
        return json.loads(line.decode())
    except (ValueError, RecursionError):
        return None


def _shown(line: bytes) -> str:
    """A line of a bot in quotes, cut off if it is long."""
    text = line.decode("utf-8", "replace")
    return quoted(text[:SHOWN] + ("…" if len(text) > SHOWN else ""))
