"""Channels that keep to the line protocol in ways a runner normally does not: for testing bots.

What a bot has to leave alone, long lines, lines in pieces, a request sent twice; each keeps on a
tape what was written. And how a bot ends when it is told to, or when nobody is there any more.
"""

import json
import os
from collections.abc import Callable, Sequence
from time import sleep
from typing import Any, Final, TypeAlias

from tourney.agents.bot_process import BotProcess, ProcessExit
from tourney.agents.channel import Channel
from tourney.agents.isolation import Limits
from tourney.agents.messages import encode, message
from tourney.agents.wire import BotSession, WireLimits

Tape: TypeAlias = list[bytes]
Cut: TypeAlias = Callable[[bytes], Sequence[bytes]]
"""What is written instead of some lines, in pieces."""

STRANGE: Final = {"later": {"versions": ["may", 'say "more"', {"of": None}]}, "é": "\u2028"}
WEATHER: Final = "\n" + message("weather", m="?", id=0, sky="grey}]") + "   \n"
PADDING: Final = 300_000
"""More bytes than fit into a pipe, or into a line of the bot's own."""
SHORT: Final = 5_000
PINGS: Final = 10
EVERY: Final = 8
"""One request in so many is a long one."""
PAUSE: Final = 0.001
LEAVING: Final = 2.0
"""Seconds that a bot has to end by itself; a run waits for less."""


def channel(cut: Cut, tape: Tape) -> type[Channel]:
    """A channel that writes what `cut` makes of what is said, and puts it on a tape."""

    class Unusual(Channel):
        """A channel of this kind."""

        def send(self, data: bytes, seconds: float) -> None:
            """Write it piece by piece."""
            for number, piece in enumerate(cut(data)):
                if number:
                    sleep(PAUSE)
                tape.append(piece)
                super().send(piece, seconds)

    return Unusual


def junk(data: bytes) -> Sequence[bytes]:
    """Empty lines, unknown messages and unknown fields among all that is said."""
    lines = [WEATHER + encode({**told, **STRANGE}) + "\n" for told in _messages(data)]
    return ["".join(lines).encode()]


def pieces(data: bytes) -> Sequence[bytes]:
    """Some very long requests, with questions before them; cut in mid-line and in mid-letter."""
    lines = [line for told in _messages(data) for line in _long(told)]
    whole = "".join(lines).encode()
    cut = len(whole) - len(whole) // 3
    return [whole[:cut], whole[cut:-1], whole[-1:]]


def _long(told: dict[str, Any]) -> Sequence[str]:
    """A message with letters of two bytes in it; what is asked before is answered meanwhile."""
    long = told.get("id", 0) % EVERY == 1
    padding = "ß" * (PADDING // 2 if long else 10)
    pings = [message("ping", n=n, padding="ß" * SHORT) for n in range(PINGS if long else 0)]
    return [*pings, encode({**told, "padding": padding}) + "\n"]


def twice(data: bytes) -> Sequence[bytes]:
    """Requests twice, with the same id; not those that make a bot ask in turn."""
    lines = data.splitlines(keepends=True)
    again = [line for line in lines if b'"t":"act"' in line and b'"legal_count"' not in line]
    return [data + b"".join(again)]


def _messages(data: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in data.splitlines()]


KINDS: Final[dict[str, Cut]] = {"junk": junk, "pieces": pieces, "twice": twice}


def leaves(words: Sequence[str], limits: Limits, *, told: bool) -> ProcessExit | None:
    """How a bot ends that is told to quit, or whose input ends; None if it does not."""
    child = BotProcess(words, limits)
    try:
        BotSession(child, WireLimits()).greet()
        if told:
            os.write(child.put, message("quit").encode())
        else:
            child.hang_up()
        found = child.farewell(LEAVING)
        return None if found.status is None else found
    finally:
        child.wait()
