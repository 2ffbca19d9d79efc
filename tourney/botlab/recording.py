"""Records the conversations with a bot under test, so that a failure can be written to a file.

A program has one tape for each of its processes, because a fault may follow from earlier matches.
"""

import zlib
from collections.abc import Callable
from dataclasses import replace

from tourney.agents.command import PREFIX, load_command
from tourney.agents.isolation import Limits
from tourney.agents.loaded_bot import LoadedBot
from tourney.agents.loader import load_afresh
from tourney.agents.trace import TraceLine, traced
from tourney.agents.wire import Spy, WireLimits

BOT = "bot"
"""The other end of a recorded conversation; a process may have another seat in each match."""


class BotTape:
    """All lines of one conversation, compressed: views of many matches take much room."""

    def __init__(self) -> None:
        self._packer = zlib.compressobj()
        self._parts: list[bytes] = []

    def add(self, line: object) -> None:
        """Add a line, whose text ends with a line feed."""
        self._parts.append(self._packer.compress(str(line).encode()))

    def text(self) -> str:
        """All lines."""
        rest = self._packer.copy().flush()
        return zlib.decompress(b"".join(self._parts) + rest).decode()


class Recorder:
    """The tapes of a bot under test: `last` was written to last, `failed` belongs to a failure."""

    def __init__(self) -> None:
        self.last: BotTape | None = None
        self.failed: BotTape | None = None

    def load(self, target: str, patience: WireLimits) -> LoadedBot:
        """A fresh bot whose conversations are recorded."""
        if target.startswith(PREFIX):
            return load_command(target, Limits(), patience, record=self._listener)
        loaded, write = load_afresh(target), self._writer()
        return replace(loaded, sit=lambda deal: traced(loaded.sit(deal), 0, BOT, write))

    def fail(self, tape: BotTape | None = None) -> None:
        """Keep the tape of the first failure, by default the last one that was written to."""
        self.failed = self.failed or tape or self.last

    def _writer(self) -> Callable[[object], None]:
        tape = BotTape()

        def write(line: object) -> None:
            self.last = tape
            tape.add(line)

        return write

    def _listener(self) -> Spy:
        write = self._writer()
        return lambda way, line: write(TraceLine(way, BOT, line))
