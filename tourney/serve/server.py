"""Starts and ends the web server: its addresses, its PIN, and what the terminal says."""

import asyncio
import socket
from contextlib import suppress
from pathlib import Path
from secrets import randbelow
from typing import TYPE_CHECKING, Final, NamedTuple
from urllib.parse import urlsplit

from engines.messages import say
from tourney.app.event_session import EventSession
from tourney.app.host import Host
from tourney.app.publish_site import PUBLIC
from tourney.domain.errors import Conflict, UsageFault
from tourney.render.paper import terminal_code
from tourney.store.server_key import server_key

if TYPE_CHECKING:
    import uvicorn

    from tourney.serve.web_host import Served
    from tourney.serve.web_pages import Pages

LOOPBACK: Final = "127.0.0.1"
EVERYWHERE: Final = "0.0.0.0"
PORT: Final = 8765
PIN_DIGITS: Final = 8
IDLE: Final = 20
"""Seconds for which a connection may be silent."""
MOST_AT_ONCE: Final = 1000
"""Connections at a time."""
LAST_WORDS: Final = 3
"""Seconds for requests that are being answered when the server is stopped."""


class AskedServer(NamedTuple):
    """How an event or a run is to be served; `pin` is `auto`, `none` or digits.

    `address` is where others reach it, if another server passes their requests on; `site` is the
    folder into which the desk publishes.
    """

    lan: bool = False
    port: int = PORT
    read_only: bool = False
    pin: str = "auto"
    run: str | None = None
    address: str = ""
    site: Path = Path(PUBLIC)


def serve(host: Host, session: EventSession | None, database: str, asked: AskedServer) -> None:
    """Serve an event until Ctrl-C, which loses no request that has begun.

    Without an event, a run can be watched and matches can be played.
    """
    try:
        import starlette  # noqa: F401
        import uvicorn
    except ImportError:
        raise UsageFault(say("serve.no-extra")) from None
    from tourney.serve.web_host import Served
    from tourney.serve.web_pages import Pages

    pin = _pin(asked)
    try:
        listening = socket.create_server((EVERYWHERE if asked.lan else LOOPBACK, asked.port))
    except (OSError, OverflowError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise Conflict(say("serve.port-taken", port=asked.port, reason=reason)) from None
    name = _own_address() if asked.lan else LOOPBACK
    outside = urlsplit(asked.address).hostname or LOOPBACK
    served = Served(
        database,
        session.event.name if session else None,
        server_key(host.store()),
        pin,
        f"{asked.address.rstrip('/') or f'http://{name}:{listening.getsockname()[1]}'}/",
        frozenset({name, LOOPBACK, "localhost", socket.gethostname().lower(), outside}),
        host.lang,
        asked.read_only,
        asked.run,
        asked.site,
    )
    pages = Pages(served)
    # What was agreed on when the server was killed becomes a result now.
    if session and not asked.read_only:
        pages.threads.submit(pages.settle).result()
    _tell(host, served, lan=asked.lan or bool(asked.address))
    config = uvicorn.Config(
        pages.gate,
        log_level="critical",
        access_log=False,
        server_header=False,
        date_header=False,
        timeout_graceful_shutdown=LAST_WORDS,
        timeout_keep_alive=IDLE,
        limit_concurrency=MOST_AT_ONCE,
    )
    try:
        # Ctrl-C is how a server ends: it is raised again when the last request is answered.
        with suppress(KeyboardInterrupt):
            asyncio.run(_run(uvicorn.Server(config), pages, listening))
    finally:
        pages.close()
        listening.close()
        host.say(say("serve.stopped"))  # also after Ctrl-C, which ends the command as usual


def _tell(host: Host, served: "Served", *, lan: bool) -> None:
    """Say where everything is, with a code for telephones if they can reach it."""
    address, pin = served.address, served.pin
    if served.run is not None:
        host.say(say("serve.serving-run", name=served.run, address=address))
    elif served.event is None:
        host.say(say("serve.serving-play", address=address))
    else:
        host.say(say("serve.serving", name=served.event, address=address))
        host.say(say("serve.wall-at", address=f"{address}screen"))
    if not served.read_only:
        host.say(say("serve.play-at", address=f"{address}play"))
    if served.event is not None and not served.read_only:
        digits = pin if pin is None or len(pin) != PIN_DIGITS else f"{pin[:4]}-{pin[4:]}"
        shown = say("serve.no-pin") if digits is None else say("serve.pin-is", pin=digits)
        host.say(say("serve.desk-at", address=f"{address}desk", pin=shown))
    if lan:
        host.say(terminal_code(address))
    host.say(say("serve.not-for-the-internet") if lan else say("serve.only-here"))
    host.say(say("serve.how-to-stop"))


async def _run(server: "uvicorn.Server", pages: "Pages", listening: socket.socket) -> None:
    following = asyncio.ensure_future(pages.follow())
    try:
        await server.serve([listening])
    finally:
        following.cancel()
        with suppress(asyncio.CancelledError):
            await following


def _pin(asked: AskedServer) -> str | None:
    """The PIN of the desk; None if it has none, which only this machine may have."""
    if asked.pin == "auto":
        return f"{randbelow(10**PIN_DIGITS):0{PIN_DIGITS}}"
    if asked.pin == "none":
        if (asked.lan or asked.address) and not asked.read_only:
            raise UsageFault(say("serve.pin-needed"))
        return None
    digits = asked.pin.replace("-", "")
    if not (digits.isascii() and digits.isdecimal() and 4 <= len(digits) <= 20):
        raise UsageFault(say("serve.bad-pin"))
    return digits


def _own_address() -> str:
    """The number of this machine in its network, as others reach it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(("192.0.2.1", 9))  # nothing is sent: the system only chooses a way
            return str(asking.getsockname()[0])
        except OSError:
            return LOOPBACK
