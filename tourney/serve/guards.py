"""What keeps the pages safe from hostile or broken visitors, before anything looks at a request.

Each address has so many requests a second, each request so many bytes, and only the names and
numbers of this server are answered: a page of another site could else reach it through a name that
it made lead here (DNS rebinding). Nothing here is a shield against the open internet.
"""

from collections import OrderedDict
from collections.abc import Collection
from time import monotonic
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tourney.domain.errors import Conflict

BODY: Final = 64 * 1024
"""Bytes that a form may have."""
RATE: Final = 30.0
"""Requests a second of an address, for a while."""
BURST: Final = 300.0
"""Requests at once."""
KNOWN: Final = 4096
"""Addresses that are remembered."""

HEADERS: Final = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # Links contain keys: they must not be told to any other page.
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
}


class Buckets:
    """Allowances that fill up again with time, one for each name; the oldest are forgotten."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, name: str) -> bool:
        """Whether this name may do one more thing now."""
        now = monotonic()
        left, since = self._left.pop(name, (self.burst, now))
        left = min(self.burst, left + (now - since) * self.rate)
        allowed = left >= 1
        self._left[name] = (left - allowed, now)
        if len(self._left) > KNOWN:
            self._left.popitem(last=False)
        return allowed


class Gate:
    """Answers what is too much, too long or meant for another server; adds headers to the rest."""

    def __init__(self, app: ASGIApp, hosts: Collection[str]) -> None:
        self.app = app
        self.hosts = hosts
        self.buckets = Buckets(RATE, BURST)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, if it may pass."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        client = scope.get("client")
        if not self.buckets.take(client[0] if client else ""):
            await _refuse(send, 429, "too many requests", (b"retry-after", b"2"))
            return
        if headers.get("host", "").rpartition(":")[0].lower() not in self.hosts and (
            headers.get("host", "").lower() not in self.hosts
        ):
            await _refuse(send, 421, "this server has another name")
            return
        length = headers.get("content-length", "0")
        if not length.isdecimal() or len(length) > 9 or int(length) > BODY:
            await _refuse(send, 413, "the form is too large")
            return
        taken = 0

        async def limited() -> Message:
            nonlocal taken
            message = await receive()
            taken += len(message.get("body", b""))
            if taken > BODY:  # a body that does not say how long it is
                raise FormTooLong
            return message

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                added = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    added.setdefault(name, value)
            await send(message)

        try:
            await self.app(scope, limited, with_headers)
        except FormTooLong:
            await _refuse(send, 413, "the form is too large")


class TooOften(Conflict):
    """A form was sent again and again: later it may be sent once more."""


class FormTooLong(Exception):
    """A body is longer than a form can be."""


async def _refuse(send: Send, status: int, words: str, *more: tuple[bytes, bytes]) -> None:
    body = f"{status} {words}\n".encode()
    headers = [(b"content-type", b"text/plain"), (b"content-length", str(len(body)).encode())]
    start = {"type": "http.response.start", "status": status, "headers": [*headers, *more]}
    await send(start)
    await send({"type": "http.response.body", "body": body})
