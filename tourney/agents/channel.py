"""Lines to and from a process, each with a deadline and a maximum length.

Knows file descriptors and time, but not the content of the lines. A line is late only if it has
not arrived after the deadline, and if neither this process nor the other one was waiting for a
core: this process waits in slices, and if a slice ends late, it was kept from running itself. Such
time is granted to the other side, less what that side computed in the meantime.
"""

import os
import select
from collections import deque
from time import monotonic
from typing import Final, Protocol

LINE: Final = 65_536
"""Maximum length of a line in bytes, with its newline."""
USUAL: Final = 256
"""Bytes of the first read, enough for a usual answer: making room for a long line takes longer."""
FIRST_MS: Final = 8
"""The first slice of waiting, shorter than the margin that is granted anyway.

A deadline before the next tick of the system's clock would make every wait slower by half.
"""
BEATS: Final = (FIRST_MS / 1000, 0.064)
"""The first and the longest slice of waiting, in seconds."""
NAP: Final = 0.002
"""How late a slice may end without counting as a stall; poll counts whole milliseconds."""
STALLED: Final = BEATS[0] + NAP
STALLS: Final = 1.0
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

    def used(self) -> float:
        """Seconds that it computed since the mark or the last call."""


class NoQueue:
    """A queue time that is always zero."""

    def mark(self) -> None:
        """Do nothing."""

    def since(self) -> float:
        """Always 0."""
        return 0.0

    def used(self) -> float:
        """Always 0."""
        return 0.0


class Channel:
    """The pipes of one process; descriptor `death` becomes readable when it ends.

    `queue` measures how long it was kept from running.
    """

    def __init__(self, put: int, get: int, death: int, queue: Queue | None = None) -> None:
        self._put = put
        self._get = get
        self.queue = queue or NoQueue()
        self._reader = select.poll()
        self._reader.register(get, select.POLLIN)
        self._watcher = select.poll()
        self._watcher.register(get, select.POLLIN)
        self._watcher.register(death, select.POLLIN)
        self._writer = select.poll()
        self._writer.register(put, select.POLLOUT)
        self._writer.register(get, select.POLLIN)
        self._lines: deque[bytes] = deque()
        self._parts: list[bytes] = []
        self._length = 0
        self._began = self._ended = monotonic()
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
        if done < len(data):
            self._send_rest(data[done:], seconds)

    def _send_rest(self, data: bytes, seconds: float) -> None:
        """Write the rest; reads meanwhile, because the other side may be blocked in writing."""
        end = monotonic() + seconds
        while data:
            left = end - monotonic()
            if left <= 0:
                raise NotRead
            ready = dict(self._writer.poll(1000 * min(left, BEATS[1])))
            if self._get in ready and not self._feed():
                raise ChannelClosed
            if self._put in ready:
                try:
                    data = data[os.write(self._put, data) :]
                except BlockingIOError:
                    continue
                except OSError:
                    raise ChannelClosed from None

    def _feed(self) -> bool:
        """Read what is available; False at the end of the stream."""
        try:
            data = os.read(self._get, LINE)
        except BlockingIOError:
            return True
        return self._take(data)

    def _take(self, data: bytes) -> bool:
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
        return bool(self._lines) or bool(self._reader.poll(0))

    def pending(self) -> list[bytes]:
        """Lines that arrived before they were asked for."""
        self._feed()
        lines = list(self._lines)
        self._lines.clear()
        return lines

    @property
    def heard(self) -> float:
        """The time of the last read, by the monotonic clock."""
        return self._ended

    @property
    def spent(self) -> float:
        """Seconds in which the last line arrived, less the granted time."""
        spent = self._ended - self._began - self._granted
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
        ready = self._reader.poll(FIRST_MS)
        self._ended = monotonic()
        if self._ended - before > STALLED:
            self._grant(self._ended - before - STALLED)
        if ready:
            data = os.read(self._get, USUAL)
            if not self._length and 0 < data.find(b"\n") + 1 == len(data):
                return data[:-1]  # one whole line, the usual case
            if not self._take(data):
                raise ChannelClosed
            if not self._lines and len(data) == USUAL and not self._feed():
                raise ChannelClosed
        if not self._lines:
            self._wait()
        return self._lines.popleft()

    def _wait(self) -> None:
        """Wait in growing slices; grants the time that the other side waited for a core."""
        longest, queued = BEATS[0], 0.0
        self.queue.mark()
        while True:
            if self._ended >= self._deadline:
                now = self.queue.since()
                self._grant(now - queued)
                queued = max(now, queued)
                if self._ended >= self._deadline and not self._watcher.poll(0):
                    raise LineTimeout
            longest = min(2 * longest, BEATS[1])
            beat = max(0.0, min(longest, self._deadline - self._ended))
            if self._look(beat):
                return

    def _look(self, beat: float) -> bool:
        """Wait for one slice; whether a line has arrived."""
        before = self._ended = monotonic()
        ready = self._watcher.poll(1000 * beat)
        self._ended = monotonic()
        if ready and not (ready[0][0] == self._get and self._feed()) and not self._lines:
            self._read_rest()
        overslept = self._ended - before - beat - NAP
        if overslept > 0 or not self._lines:
            self._grant(overslept - self.queue.used())
        return bool(self._lines)

    def _read_rest(self) -> None:
        """Read what an ended process wrote before its end; ChannelClosed if there is no line."""
        if not self._feed() or not self._lines:
            raise ChannelClosed

    def _grant(self, seconds: float) -> None:
        if seconds > 0:
            self._granted = min(STALLS, self._granted + seconds)
