"""Telephones and other visitors of a served event, without a network."""

import asyncio
import re
from collections.abc import Mapping
from html import unescape
from pathlib import Path
from typing import Any, Final

from httpx import ASGITransport, AsyncClient, Response

from tests.app.hosts import ListHost
from tests.app.test_match_result import CLUB
from tests.events.simulated import simple_plan
from tourney.app.draw_rounds import draw, protect, wanted_tables
from tourney.app.event_session import event_session
from tourney.domain.event_log import Sizes
from tourney.events import decisions
from tourney.events.event_plan import StagePlan
from tourney.serve.web_host import Served
from tourney.serve.web_pages import Pages
from tourney.store import open_store
from tourney.store.events import add_event

SECRET: Final = b"0123456789abcdef0123456789abcdef"
PIN: Final = "44710932"
TABLES: Final = "Aiko,Ben,Chie,Dan;Emi,Fumi,Gen,Hana"


def not_drawn(folder: Path, names: tuple[str, ...] = (), game: str = "diams") -> Path:
    """The database of an event before its first round."""
    file = folder / "club.db"
    with open_store(str(file), create=True) as store:
        main = StagePlan("main", "swiss", (game,), Sizes((3, 4, 5), 4), rounds=3)
        plan = simple_plan(stages=(main,))
        add_event(store, "Club", names, lambda ids: decisions.new(plan, "7", ids))
    return file


def club(
    folder: Path, names: tuple[str, ...] = CLUB, tables: str = TABLES, game: str = "diams"
) -> Path:
    """The database of an event in its first round, which is published."""
    file = not_drawn(folder, names, game)
    with open_store(str(file)) as store:
        session = event_session(ListHost(store), None)
        draw(session, wanted_tables(session, tables))
        protect(session, None, None, undo=False)
    return file


def served(file: Path, **more: Any) -> Served:
    """How the event is served."""
    given = {"event": "Club", "pin": PIN, "hosts": frozenset({"club"}), **more}
    return Served(str(file), secret=SECRET, address="http://club/", **given)


class Phone:
    """A browser without script: follows links, fills in forms, keeps the cookie."""

    def __init__(self, pages: Pages, lang: str = "en", address: str = "10.0.0.1") -> None:
        self.pages = pages
        self.gate = pages.gate
        self.lang = lang
        self.address = address
        self.cookies: dict[str, str] = {}
        self.page = ""

    def get(self, path: str) -> Response:
        """Open a page."""
        return self.send("GET", path)

    def post(self, path: str, fields: Mapping[str, str]) -> Response:
        """Send a form with the token of the page that was opened last, and follow its answer."""
        token = re.search(r'name="token" value="([^"]*)"', self.page)
        given = {"token": token[1] if token else "", **fields}
        return self.send("POST", path, data=given)

    def table(self, number: int) -> str:
        """The address of a table, as a link of the start page."""
        self.get("/")
        links: list[str] = re.findall(r'href="(/t/[^"?]+)', self.page)
        return links[number - 1]

    def report(self, table: int, who: str, scores: str, **more: str) -> Response:
        """Hand in the result of a table as one of its players, scores in the order of seats."""
        path = self.table(table)
        self.get(path)
        seats = re.findall(r'value="(\d+)" required[^>]*> <bdi>([^<]*)</bdi>', self.page)
        number = {unescape(name): entrant for entrant, name in seats}
        typed = {
            f"score{entrant}": score
            for (entrant, _), score in zip(seats, scores.split(), strict=True)
        }
        return self.post(path, {"who": number[who], **typed, **more})

    def send(self, method: str, path: str, **more: Any) -> Response:
        async def sent() -> Response:
            transport = ASGITransport(self.gate, client=(self.address, 1))
            headers = {"accept-language": self.lang}
            async with AsyncClient(
                transport=transport, base_url="http://club", headers=headers,
                cookies=self.cookies, follow_redirects=True,
            ) as client:  # fmt: skip
                answer = await client.request(method, path, **more)
                self.cookies = {cookie.name: cookie.value or "" for cookie in client.cookies.jar}
                return answer

        answer = asyncio.run(sent())
        self.page = answer.text
        return answer
