"""A served event, and browsers of people in the room: telephones, laptops, the wall."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple

from tests.app.test_match_result import CLUB
from tests.browser.chromium import Visit
from tests.serve.phones import PIN, club, served
from tourney.serve.web_pages import Pages

PHONE = {"width": 390, "height": 844}
LAPTOP = {"width": 1280, "height": 800}
NAMES = tuple(f"{name} {part}" for part in ("Sato", "山田", "O'Hara", "García") for name in CLUB)[
    :30
]


class Hall(NamedTuple):
    """A server at work, and where."""

    address: str
    pages: Pages


@contextmanager
def hall(folder: Path, names: tuple[str, ...] = CLUB) -> Iterator[Hall]:
    """An event in its first round, served to real browsers."""
    pods = [names[at :: (len(names) + 3) // 4] for at in range((len(names) + 3) // 4)]
    with open_to_browsers(club(folder, names, ";".join(map(",".join, pods)))) as place:
        yield place


@contextmanager
def open_to_browsers(file: Path, **more: Any) -> Iterator[Hall]:
    """A database served to real browsers."""
    import uvicorn

    pages = Pages(served(file, hosts=frozenset({"127.0.0.1"}), **more))
    config = uvicorn.Config(pages.gate, port=0, log_level="critical", timeout_graceful_shutdown=1)
    server = uvicorn.Server(config)

    async def work() -> None:
        following = asyncio.ensure_future(pages.follow())
        await server.serve()
        following.cancel()

    thread = Thread(target=asyncio.run, args=(work(),))
    thread.start()
    while not server.started:
        thread.join(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield Hall(f"http://127.0.0.1:{port}", pages)
    finally:
        server.should_exit = server.force_exit = True
        thread.join()
        pages.close()


@contextmanager
def opened(browser: Any, address: str, **context: Any) -> Iterator[Visit]:
    """A page of the server, with what it wrote to the console."""
    around = browser.new_context(**{"viewport": PHONE, "locale": "en", **context})
    try:
        visit = Visit(around.new_page())
        visit.page.on("console", lambda message: visit.messages.append(message.text))
        visit.page.on("pageerror", lambda error: visit.messages.append(str(error)))
        visit.page.goto(address)
        yield visit
    finally:
        around.close()


def open_desk(visit: Visit, place: Hall) -> None:
    visit.page.goto(f"{place.address}/desk")
    if visit.page.locator("#pin").count():
        visit.page.fill("#pin", PIN)
        visit.press("Enter")
        visit.page.wait_for_selector(".desk-table")
