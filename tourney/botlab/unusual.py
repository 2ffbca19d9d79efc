"""Channels that use the line protocol in unusual but permitted ways, for testing bots.

Unknown messages and fields, long lines, lines in pieces, a request sent twice; each channel keeps
what it wrote on a tape. Also tests how a bot exits after `quit`, or at the end of its input.
"""

import json
import os
from collections.abc import Callable, Sequence
from time import sleep
from typing import Any, Final, TypeAlias

from tourney.agents.bot_process import BotProcess, ProcessExit
from tourney.agents.channel import Channel
from tourney.agents.isolation import Limits
from tourney.agents.protocol import line, message
from tourney.agents.wire import BotSession, WireLimits

Tape: TypeAlias = list[bytes]
Cut: TypeAlias = Callable[[bytes], Sequence[bytes]]
"""Turns lines into the pieces that are written instead."""

STRANGE: Final = {"later": {"versions": ["may", 'say "more"', {"of": None}]}, "é": "\u2028"}
WEATHER: Final = b"\n" + message("weather", m="?", id=0, sky="grey}]") + b"   \n"
PADDING: Final = 300_000
"""More bytes than fit into a pipe, or into a line that a bot may send."""
SHORT: Final = 5_000
PINGS: Final = 10
EVERY: Final = 8
"""One request in this many is long."""
PAUSE: Final = 0.001
LEAVING: Final = 2.0
"""Seconds that a bot has to exit by itself; a run waits less."""


def channel(cut: Cut, tape: Tape) -> type[Channel]:
    """A channel that writes messages as changed by `cut`, and keeps them on a tape."""

    class Unusual(Channel):
        """A channel that writes changed messages."""

        def send(self, data: bytes, seconds: float) -> None:
            """Write it piece by piece."""
            for number, piece in enumerate(cut(data)):
                if number:
                    sleep(PAUSE)
                tape.append(piece)
                super().send(piece, seconds)

    return Unusual


def junk(data: bytes) -> Sequence[bytes]:
    """Add empty lines, unknown messages and unknown fields."""
    lines = [WEATHER + line({**fields, **STRANGE}) for fields in _messages(data)]
    return [b"".join(lines)]


def pieces(data: bytes) -> Sequence[bytes]:
    """Make some requests very long, with pings before them; cut inside lines and characters."""
    lines = [line for fields in _messages(data) for line in _long(fields)]
    whole = b"".join(lines)
    cut = len(whole) - len(whole) // 3
    return [whole[:cut], whole[cut:-1], whole[-1:]]


def _long(fields: dict[str, Any]) -> Sequence[bytes]:
    """A message padded with two-byte characters; pings before it are answered while it is sent."""
    long = fields.get("id", 0) % EVERY == 1
    padding = "ß" * (PADDING // 2 if long else 10)
    pings = [message("ping", n=n, padding="ß" * SHORT) for n in range(PINGS if long else 0)]
    return [*pings, line({**fields, "padding": padding})]


def twice(data: bytes) -> Sequence[bytes]:
    """Send requests twice with the same id, except those that make a bot ask for the list."""
    lines = data.splitlines(keepends=True)
    again = [line for line in lines if b'"t":"act"' in line and b'"legal_count"' not in line]
    return [data + b"".join(again)]


def _messages(data: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in data.splitlines()]


KINDS: Final[dict[str, Cut]] = {"junk": junk, "pieces": pieces, "twice": twice}


def exit_of(words: Sequence[str], limits: Limits, *, send_quit: bool) -> ProcessExit | None:
    """How a bot exits after `quit`, or at the end of its input; None if it does not."""
    child = BotProcess(words, limits)
    try:
        BotSession(child, WireLimits()).greet()
        if send_quit:
            os.write(child.put, message("quit"))
        else:
            child.hang_up()
        found = child.farewell(LEAVING)
        return None if found.status is None else found
    finally:
        child.wait()
