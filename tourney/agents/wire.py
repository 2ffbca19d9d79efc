"""The conversation with a bot's process: lines with a deadline, and what they mean.

Raises AgentFault for everything that a bot does wrong. A line is late only if it has not arrived
after the deadline, and if neither this process nor the other one was waiting for a core: this
process waits in slices, and if a slice ends late, it was kept from running itself. Such time is
granted to the other side, less what that side computed in the meantime. Does not know how a process
is started or limited.
"""

import json
import os
import select
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic
from typing import Any, Final, Literal, Protocol, TypeAlias

import msgspec

from engines.api import Outcome, Seat
from tourney.agents import protocol
from tourney.agents.bot_process import BotProcess
from tourney.agents.proc import QueueTime
from tourney.agents.protocol import LINE
from tourney.domain.errors import quoted
from tourney.domain.observation import Observation
from tourney.play.agent import AgentFault, Seating
from tourney.play.clock import Timer

USUAL_BYTES: Final = 256
"""Bytes of the first read, enough for a usual answer: making room for a long line takes longer."""
FIRST_MS: Final = 8
"""The first slice of waiting, shorter than the margin that is granted anyway.

A deadline before the next tick of the system's clock would make every wait slower by half.
"""
SLICES: Final = (FIRST_MS / 1000, 0.064)
"""The first and the longest slice of waiting, in seconds."""
LATE_SLICE: Final = 0.002
"""How late a slice may end without counting as a stall; poll counts whole milliseconds."""
STALLED: Final = SLICES[0] + LATE_SLICE
MOST_GRANTED: Final = 1.0
"""The most that is granted for stalls and queueing, in seconds per line."""


class ChannelFault(Exception):
    """The other side did not do its part."""


class NotRead(ChannelFault):
    """What was sent was not read in time."""


class LineTimeout(ChannelFault):
    """No line arrived in time."""


class ChannelClosed(ChannelFault):
    """The other side closed its end."""


class TooLong(ChannelFault):
    """A line is longer than allowed."""


class Queue(Protocol):
    """Measures how long a process was kept from running by others."""

    def mark(self) -> None:
        """Count from now."""

    def since(self) -> float:
        """Seconds in the queue since the mark."""
        return 0.0

    def used(self) -> float:
        """Seconds that it computed since the mark or the last call."""
        return 0.0


class NoQueue(Queue):
    """Of a process of which no waiting time is known."""

    def mark(self) -> None:
        """Do nothing."""


class Channel:
    """The pipes of one process; descriptor `death` becomes readable when it ends.

    `queue` measures how long it was kept from running.
    """

    def __init__(self, put: int, get: int, death: int, queue: Queue | None = None) -> None:
        self._put = put
        self._get = get
        # Each wait has a poll of its own, because to register descriptors again takes time: for an
        # answer alone, for an answer or the end of the process, for room to write.
        self.queue = queue or NoQueue()
        self._reader = select.poll()
        self._reader.register(get, select.POLLIN)
        self._watcher = select.poll()
        self._watcher.register(get, select.POLLIN)
        self._watcher.register(death, select.POLLIN)
        self._writer = select.poll()
        self._writer.register(put, select.POLLOUT)
        self._writer.register(get, select.POLLIN)
        # Whole lines that nobody has asked for; the pieces of the line that is under way.
        self._lines: deque[bytes] = deque()
        self._parts: list[bytes] = []
        self._length = 0
        self.heard = self._began = monotonic()
        """The time of the last read, by the monotonic clock."""
        self._allowed = 0.0
        self._granted = 0.0

    def send(self, data: bytes, seconds: float) -> None:
        """Write everything.

        Raises NotRead if it is not read in time, ChannelClosed if the reader has ended.
        """
        try:
            done = os.write(self._put, data)
        except BlockingIOError:
            done = 0
        except OSError:
            raise ChannelClosed from None
        if done == len(data):
            return
        # Read while the rest is written, because the other side may be blocked in writing.
        data, end = data[done:], monotonic() + seconds
        while data:
            left = end - monotonic()
            if left <= 0:
                raise NotRead
            ready = dict(self._writer.poll(1000 * min(left, SLICES[1])))
            if self._get in ready and not self._read():
                raise ChannelClosed
            if self._put in ready:
                try:
                    data = data[os.write(self._put, data) :]
                except BlockingIOError:
                    continue
                except OSError:
                    raise ChannelClosed from None

    def _read(self) -> bool:
        """Read what is available; False at the end of the stream."""
        try:
            data = os.read(self._get, LINE)
        except BlockingIOError:
            return True
        return self._split_lines(data)

    def _split_lines(self, data: bytes) -> bool:
        """Split data into lines; False for no data, which is the end of the stream."""
        if not data:
            return False
        first, *more = data.split(b"\n")
        self._parts.append(first)
        longest = self._length = self._length + len(first)
        if more:
            self._lines += (b"".join(self._parts), *more[:-1])
            longest = max(longest, *map(len, more))
            self._parts, self._length = more[-1:], len(more[-1])
        if longest >= LINE:
            raise TooLong
        return True

    def waiting(self) -> bool:
        """Whether data arrived before it was asked for."""
        return bool(self._lines or self._reader.poll(0))

    def pending(self) -> list[bytes]:
        """Lines that arrived before they were asked for."""
        self._read()
        lines = list(self._lines)
        self._lines.clear()
        return lines

    @property
    def spent(self) -> float:
        """Seconds in which the last line arrived, less the granted time."""
        spent = self.heard - self._began - self._granted
        return spent if spent < self._allowed else self._allowed

    @property
    def _deadline(self) -> float:
        return self._began + self._allowed + self._granted

    def receive(self, seconds: float | None = None) -> bytes:
        """The next line, without its newline.

        Its time is `seconds` from now, when the last byte was sent; without them, it is the rest
        of the time of the line before. Raises LineTimeout, ChannelClosed or TooLong.
        """
        before = monotonic()
        if seconds is not None:
            self._began, self._allowed, self._granted = before, seconds, 0.0
        if self._lines:
            return self._lines.popleft()
        # Most answers come at once, so they get by without the watch for the end of the process.
        ready = self._reader.poll(FIRST_MS)
        self.heard = monotonic()
        if self.heard - before > STALLED:
            self._grant(self.heard - before - STALLED)
        if ready:
            data = os.read(self._get, USUAL_BYTES)
            if not self._length and 0 < data.find(b"\n") + 1 == len(data):
                return data[:-1]  # one whole line, the usual case
            if not self._split_lines(data):
                raise ChannelClosed
            if not self._lines and len(data) == USUAL_BYTES and not self._read():
                raise ChannelClosed
        if not self._lines:
            self._wait()
        return self._lines.popleft()

    def _wait(self) -> None:
        """Wait in growing slices; grants the time that the other side waited for a core."""
        longest, queued = SLICES[0], 0.0
        self.queue.mark()
        while not self._lines:
            if self.heard >= self._deadline:
                now = self.queue.since()
                self._grant(now - queued)
                queued = max(now, queued)
                if self.heard >= self._deadline and not self._watcher.poll(0):
                    raise LineTimeout
            longest = min(2 * longest, SLICES[1])
            beat = max(0.0, min(longest, self._deadline - self.heard))
            before = self.heard = monotonic()
            ready = self._watcher.poll(1000 * beat)
            self.heard = monotonic()
            ended = ready and not (ready[0][0] == self._get and self._read()) and not self._lines
            # It may have written something before it ended.
            if ended and (not self._read() or not self._lines):
                raise ChannelClosed
            # This process was kept from running itself; what the other one computed meanwhile was
            # no standstill.
            overslept = self.heard - before - beat - LATE_SLICE
            if overslept > 0 or not self._lines:
                self._grant(overslept - self.queue.used())

    def _grant(self, seconds: float) -> None:
        if seconds > 0:
            self._granted = min(MOST_GRANTED, self._granted + seconds)


MOST_IGNORED: Final = 1_000
"""Maximum number of lines in a match that answer no request."""
SILENT_SECONDS: Final = 5.0
"""Seconds of silence after which a process is pinged before its next match."""
SHOWN_CHARACTERS: Final = 120
"""Characters of a faulty line that are shown."""
CLOSED_SECONDS: Final = 1.0
"""Seconds in which a silent process may answer after its input was closed."""
BUFFERED: Final = "; output is buffered: flush after every line"
NO_ANSWER: Final = "; it has not answered any request: does it flush its output after every line?"
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
        message = self._await("hello", self._patience.start)
        if message.get("proto") != protocol.PROTOCOL:
            given = quoted(str(message.get("proto")))
            words = f"uses protocol {given} instead of {protocol.PROTOCOL}"
            raise self._fault("startup", words)
        texts = {key: message.get(key, "") for key in ("name", "version")}
        lists = {key: message.get(key, []) for key in ("games", "want")}
        # They are stored and shown, and lists of them are searched, so their types must be right.
        whole = all(isinstance(text, str) for text in texts.values()) and all(
            isinstance(value, list) and all(isinstance(item, str) for item in value)
            for value in lists.values()
        )
        if not whole:
            raise self._fault("startup", f"a hello that cannot be read: {_shown(self._last)}")
        self.introduction = Hello(
            **texts,
            games=tuple(lists["games"]),
            want=frozenset(protocol.WANTS) & frozenset(lists["want"]),
            reproducible=message.get("reproducible") is not False,
        )
        return self.introduction

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
        if monotonic() - self._channel.heard >= SILENT_SECONDS:
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
        # The number of a request is never used again: so a late answer to an old one is known.
        self._listed, self._stray = False, None
        channel, limited = self._channel, timer.limited
        request = self._requests.act(self._id, self._last_event, observation, timer)
        if channel.waiting():
            # Lines that came before the request are ignored.
            try:
                for line in channel.pending():
                    self._parsed(line)
                    self._ignore()
            except ChannelFault as fault:
                raise self._fault_of_channel(fault) from None
        self._write(self._take_events() + request if self._events else request)
        try:
            line = channel.receive(timer.allowed_ms / 1000 if limited else self._patience.think)
            while (move := self._move(line, observation)) is None:
                line = channel.receive()
        except LineTimeout:
            time = timer.clock if limited else f"{self._patience.think:g} s"
            why = "" if self._answered else NO_ANSWER
            if self._stray is not None:
                why = f"; it answered with id {self._stray} to the request with id {self._id}"
            raise self._fault("timeout", f"no answer within {time}{why}") from None
        except ChannelFault as fault:
            raise self._fault_of_channel(fault) from None
        finally:
            if limited:
                timer.spend(1000 * channel.spent)
        return move

    def _take_events(self) -> bytes:
        lines = b"".join(self._events)
        self._events.clear()
        return lines

    def _move(self, line: bytes, observation: Observation[Any]) -> str | None:
        """The move in an answer to the last request; None if another line has to be read."""
        # Bytes beyond ASCII may be no UTF-8, which this decoder overlooks in unknown fields.
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
            raise self._protocol_fault(f"an answer {what}")
        # An answer to an earlier request came too late for it: it is no fault a second time.
        if kind not in DECISIONS or number != self._id:
            self._stray = number if kind in DECISIONS else self._stray
            self._ignore()
        elif kind == "legal":
            if self._listed:
                raise self._fault("protocol", "asked twice for the legal moves of one decision")
            self._listed = True
            self._send(self._requests.legal(self._id, observation))
        elif kind == "resign":
            raise AgentFault("resigned", "resigned")
        else:
            self._answered = True
            move, info = message.get("move"), message.get("info")
            if not isinstance(move, str):
                raise self._protocol_fault("an answer without a move")
            self.info = info if isinstance(info, str) else ""
            return move
        return None

    def error(self, code: str, got: str, last: bool) -> None:
        """Report a fault to the bot; the last report is not waited for."""
        patience = 0.0 if last else self._patience.read
        fields = {"m": self._match, "id": self._id, "code": code, "got": got}
        self._notify(patience, protocol.message("error", **fields))

    def finish(self, outcome: Outcome) -> None:
        """Send the result; AgentFault if the process cannot play another match."""
        self._send(protocol.end(self._match, outcome))

    def quit(self) -> None:
        """Send `quit` and start ending the process."""
        self._events.clear()
        self._notify(0.0, protocol.message("quit"))
        self._child.end()

    def _notify(self, seconds: float, line: bytes) -> None:
        """Send a message without answer to a process that may have ended."""
        if not self._closed:
            data = self._take_events() + line
            self._show_spy(data)
            with suppress(ChannelFault):
                self._channel.send(data, seconds)

    def _send(self, line: bytes) -> None:
        """Write a message after the queued events."""
        self._write(self._take_events() + line)

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
            raise self._fault_of_channel(fault) from None

    def _await(self, kind: str, seconds: float) -> dict[str, Any]:
        time: float | None = seconds
        while True:
            try:
                message = self._parsed(self._channel.receive(time))
            except LineTimeout:
                # A program that buffers its output writes it when its input ends: then the advice
                # is to flush.
                self._closed = True
                self._child.hang_up()
                late = b""
                with suppress(ChannelFault):
                    late = self._channel.receive(CLOSED_SECONDS)
                advice = BUFFERED if f'"{kind}"'.encode() in late else ""
                words = f"no '{kind}' within {seconds:g} s{advice}"
                raise self._fault("timeout", words) from None
            except ChannelFault as fault:
                raise self._fault_of_channel(fault) from None
            # Anything else, such as a late answer about the match before, is only counted.
            if message["t"] == kind and message.get("m", self._match) == self._match:
                return message
            self._ignore()
            time = None

    def _parsed(self, line: bytes) -> dict[str, Any]:
        self._last = line
        if self.spy is not None:
            self._show_stderr()
            self.spy("from", line)
        try:
            message = _decode(line)
        except ValueError:
            message = None
            with suppress(ValueError, RecursionError):
                message = json.loads(line.decode())  # which accepts NaN and the like
        except RecursionError:
            message = None
        if not isinstance(message, dict):
            raise self._protocol_fault("a line that is not a JSON object")
        kind = message.get("t")
        if not isinstance(kind, str) or kind not in ANSWERS:
            raise self._protocol_fault("a message of unknown kind")
        return message

    def _ignore(self) -> None:
        # A bot that writes without end is never late, but would keep the runner for ever.
        self._ignored += 1
        if self._ignored > MOST_IGNORED:
            raise self._fault("flood", f"more than {MOST_IGNORED} lines that answer no request")

    def _protocol_fault(self, words: str) -> AgentFault:
        return self._fault("protocol", f"{words}: {_shown(self._last)}")

    def _fault_of_channel(self, fault: ChannelFault) -> AgentFault:
        if isinstance(fault, TooLong):
            return self._fault("flood", f"a line of more than {LINE} bytes")
        if isinstance(fault, NotRead):
            return self._fault("timeout", "does not read its standard input")
        return self._death()

    def _show_stderr(self) -> None:
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


def _shown(line: bytes) -> str:
    """A line of a bot in quotes, cut off if it is long."""
    text = line.decode("utf-8", "replace")
    return quoted(text[:SHOWN_CHARACTERS] + ("…" if len(text) > SHOWN_CHARACTERS else ""))
