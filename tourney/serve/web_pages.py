"""The pages of a served event, and what their forms do.

Every page is read from the database when it is asked for, and every form calls the use case that
the command line calls. Work on the database is done by a few threads, each with a connection of its
own; the loop that answers requests never waits for it.
"""

import asyncio
import hmac
import os
from collections.abc import AsyncIterator, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from hashlib import sha256
from logging import getLogger
from secrets import compare_digest, token_urlsafe
from stat import S_ISREG
from threading import local
from typing import Any, Final, TypeVar
from urllib.parse import parse_qsl, urlencode

from markupsafe import Markup
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import (
    FileResponse,
    HTMLResponse,
    RedirectResponse,
    Response,
    StreamingResponse,
)
from starlette.routing import Route

from engines.messages import LANGUAGES, say
from tourney.app.event_session import EventSession
from tourney.app.report_result import enter_agreed
from tourney.app.sign_up import takes_sign_ups
from tourney.domain.errors import Conflict, NotFound, TourneyError, quoted
from tourney.render.code_words import worded
from tourney.render.paper import qr_code
from tourney.reports.content import Page, policy, render
from tourney.reports.folder import MANIFEST, site_files
from tourney.reports.replay_page import ReplayOptions, replay_page
from tourney.serve.club_ratings import ClubRatings
from tourney.serve.desk_actions import ACTIONS, act, button, desk_values, steps
from tourney.serve.evening import Evening, EventCards
from tourney.serve.guards import Buckets, Gate, TooOften
from tourney.serve.phone_forms import (
    Visit,
    hand_in,
    join,
    note,
    player_values,
    search_values,
    table_values,
)
from tourney.serve.play_pages import PlayPages
from tourney.serve.record_pages import record_action, record_values
from tourney.serve.run_pages import RunPages
from tourney.serve.web_host import LATER, Served, Unanswered, WebHost, status_of
from tourney.store import Database, open_store
from tourney.store.events import event_named, event_version
from tourney.store.matches import match_named
from tourney.store.recordings import recorded_version
from tourney.store.sign_ups import MOST_WAITING, sign_ups

T = TypeVar("T")
THREADS: Final = 4
"""Threads that work on the database."""
LOOK_EVERY: Final = 0.25
"""Seconds between two looks for news in the database."""
KEEP_ALIVE: Final = 15.0
"""Seconds after which a line is sent to whoever waits for news, so that nobody hangs up."""
COOKIE: Final = "tourney"
FORM: Final = "application/x-www-form-urlencoded"
FIELDS: Final = 100
"""Most fields of a form."""
LONGEST: Final = 10 * MOST_WAITING
"""Most characters of a field: the numbers of all who wait fit into one."""
DONE: Final = {
    "t": say("serve.done-handed-in"),
    "me": say("serve.done-noted"),
    "join": say("serve.done-signed-up"),
}
"""What a page says after its form was taken."""
FRAME: Final = Page(
    "", "", "", ("style.css", "site.css", "serve.css"), ("serve.js",),
    served=True, package="tourney.serve",
)  # fmt: skip
"""What all pages of a server have in common."""


class _Slot(local):
    """What a thread keeps between requests."""

    database: Database | None = None
    evenings: dict[str, Evening]


class Pages:
    """The pages of one served event."""

    def __init__(self, served: Served) -> None:
        self.served = served
        self.threads = ThreadPoolExecutor(THREADS, "serve")
        self.logins = Buckets(0.1, 5)
        self.writes = Buckets(1, 10)
        self.joins = Buckets(0.2, 30)
        """Of one address: a club behind one router signs up at once, a joker not for ever."""
        self.sessions: set[str] = set()
        self.ratings = ClubRatings()
        self.patience = 5.0
        """Seconds for which a form waits while another process writes."""
        self.version = ("", "")
        self.news = asyncio.Event()
        """Set when there is a newer version; then another event takes its place."""
        self._slot = _Slot()
        self._opened: list[Database] = []
        self._kept: dict[tuple[str, str], tuple[int, bytes]] = {}
        self.play = PlayPages(self)
        self.run = RunPages(self, self.play, served.run) if served.run else None
        self.gate = self._gate()

    def _gate(self) -> Gate:
        """The application for a web server."""
        event_routes = [
            Route("/", self.front, methods=["GET", "POST"]),
            Route("/screen", self.screen),
            Route("/t/{key}", self.table, methods=["GET", "POST"]),
            Route("/t/{key}/record", self.record, methods=["GET", "POST"]),
            Route("/t/{key}/follow", self.follow_match),
            Route("/t/{key}/live", self.live),
            Route("/me/{key}", self.player, methods=["GET", "POST"]),
            Route("/desk", self.desk, methods=["GET", "POST"]),
            Route("/m/{match:path}", self.match),
            Route("/live", self.live),
            Route("/site", self.site),
            Route("/site/{path:path}", self.site),
        ]
        run_routes = self.run.routes if self.run else ()
        routes = [*self.play.routes, *run_routes, *(event_routes if self.served.event else ())]
        handlers = {TourneyError: self._refused, Exception: self._failed, 404: self._lost}
        app = Starlette(routes=routes, exception_handlers=handlers)
        return Gate(app, self.served.hosts)

    # -- work on the database

    async def work(
        self,
        request: Request,
        task: Callable[[Visit], T],
        actor: str = "server",
        *,
        yes: bool = False,
    ) -> T:
        """Do something with the event in a thread, in the language of a request."""

        def done(database: Database, lang: str) -> T:
            host = WebHost(database, lang, yes=yes, button=button, served=self.served)
            evening = self._slot.evenings.get(lang)
            if evening is None:
                try:
                    event = event_named(database, self._event)
                except NotFound:  # where the database is, is no matter of telephones
                    gone = say("app.event-gone", name=quoted(self._event))
                    raise NotFound(gone) from None
                session = EventSession(host, database, event)
                evening = self._slot.evenings[lang] = Evening(session, self.served.secret)
            evening.session.host = host
            try:
                return task(Visit(evening, host, self.ratings))
            except NotFound:
                # If the event was deleted, there may be a new one of its name.
                if not event_version(database, evening.session.event):
                    self._slot.evenings.clear()
                raise

        return await self.stored(request, done, actor)

    async def stored(
        self, request: Request, task: Callable[[Database, str], T], actor: str = "server"
    ) -> T:
        """Do something with the database in a thread, in the language of a request."""
        lang = self.lang(request)

        def done() -> T:
            database = self.database()
            database.actor = actor
            return task(database, lang)

        return await asyncio.get_running_loop().run_in_executor(self.threads, done)

    @property
    def _event(self) -> str:
        assert self.served.event is not None, "without an event there are no pages of it"
        return self.served.event

    def database(self) -> Database:
        """The connection of the thread that asks."""
        if self._slot.database is None:
            self._slot.database = open_store(self.served.database, busy_seconds=self.patience)
            self._slot.evenings = {}
            self._opened.append(self._slot.database)
        return self._slot.database

    async def follow(self) -> None:
        """Look for news until the server ends; whoever waits for them is told."""
        if self.run is not None:
            await self.run.watch.follow()
        if self.served.event is None:
            await asyncio.Event().wait()  # there are none, but whoever starts this ends it
        loop = asyncio.get_running_loop()
        while True:
            try:
                version = await loop.run_in_executor(self.threads, self._look)
            except TourneyError:  # the event is gone for now, or the database is locked
                version = self.version
            if version != self.version:
                old, self.news, self.version = self.news, asyncio.Event(), version
                old.set()
            await asyncio.sleep(LOOK_EVERY)

    def _look(self) -> tuple[str, str]:
        """The versions of the event, and of what is recorded at its tables."""
        database = self.database()
        event = event_named(database, self._event)
        waiting = ".".join(str(one.id) for one in sign_ups(database, event))
        return f"{event_version(database, event)} {waiting}", recorded_version(database)

    def settle(self) -> None:
        """Enter results on which a table agreed before the server was stopped."""
        database = self.database()
        database.actor = "server"
        host = WebHost(database, self.served.lang)
        enter_agreed(EventSession(host, database, event_named(database, self._event)))

    def close(self) -> None:
        """Close the connections of all threads."""
        self.play.room.close()
        if self.run is not None:
            self.run.watch.close()
        self.threads.shutdown(cancel_futures=True)
        for database in self._opened:
            database.close()

    # -- pages for everybody

    async def front(self, request: Request) -> Response:
        """Round, tables, standings; somebody's own table by name; before the draw, a sign-up."""
        fault, status, typed = "", 200, request.query_params.get("q", "")[:80].strip()
        if request.method == "POST":
            fields = await self._fields(request)
            try:
                self._admit("join", fields, self.joins, _client(request))
                name = await self.work(request, lambda visit: join(visit, fields))
                words = {"q": name, "done": "join", "lang": request.query_params.get("lang", "")}
                query = urlencode({key: word for key, word in words.items() if word})
                return RedirectResponse(f"/?{query}", 303)
            except TourneyError as error:
                fault, status = self.words(request, error), status_of(error, form=True)
                typed = fields.get("name", "")[:80].strip()
        more: dict[str, Any] = {"typed": typed, "fault": fault, "token": self.token("join")}
        if typed:
            more |= await self.work(request, lambda visit: search_values(visit, typed))
        return await self._page(request, "front.html", status, kept=not typed and not fault, **more)

    async def screen(self, request: Request) -> Response:
        """The wall: tables, standings, and where to go with a telephone."""
        code = Markup(qr_code(self.served.address))
        return await self._page(request, "wall.html", kept=True, code=code)

    async def match(self, request: Request) -> Response:
        """The replay of a match of this event."""
        name, lang = request.path_params["match"], self.lang(request)

        def made(visit: Visit) -> str:
            match = match_named(visit.session.store, name)
            if dict(match.headers).get("event") != visit.session.event.name:
                raise NotFound(say("serve.no-page"))
            return replay_page(match, ReplayOptions(lang=lang))

        return HTMLResponse(await self.work(request, made))

    async def site(self, request: Request) -> Response:
        """A file of the published site, and no other file of its folder."""
        path = request.path_params.get("path")
        if path is None:
            return RedirectResponse("/site/", 307)
        path = f"{path}index.html" if path.endswith("/") or not path else path

        def found() -> os.stat_result | None:
            # A link in the folder may lead out of it; a file is listed before it is written.
            root = self.served.site
            with suppress(OSError):
                if path in site_files(root) and (root / path).resolve() == root.resolve() / path:
                    seen = (root / path).stat()
                    return seen if S_ISREG(seen.st_mode) else None
            return None

        seen = await asyncio.get_running_loop().run_in_executor(self.threads, found)
        if seen is None:
            raise NotFound(say("serve.no-page"))
        headers = {"Cache-Control": "no-cache"}
        answer = FileResponse(self.served.site / path, headers=headers, stat_result=seen)
        same = answer.headers["etag"]
        if request.headers.get("if-none-match") == same:
            return Response(status_code=304, headers={**headers, "ETag": same})
        return answer

    async def live(self, request: Request) -> Response:
        """A line for each change, as long as somebody listens."""

        # Only who follows a match hears of each card that is recorded.
        parts = 2 if "key" in request.path_params else 1

        async def lines() -> AsyncIterator[bytes]:
            seen: tuple[str, ...] = ()
            while True:
                news, now = self.news, self.version[:parts]
                if seen != now:
                    seen = now
                    yield f"data: {' '.join(seen)}\n\n".encode()
                    continue
                # No condition: with its lock a telephone that leaves could stop all news.
                try:
                    await asyncio.wait_for(news.wait(), KEEP_ALIVE)
                except TimeoutError:
                    yield b":\n\n"

        headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
        return StreamingResponse(lines(), media_type="text/event-stream", headers=headers)

    # -- tables and players

    async def table(self, request: Request) -> Response:
        """A table: its players, its result, and the form for it."""
        return await self._entered(request, "t", "table.html", hand_in, table_values)

    async def player(self, request: Request) -> Response:
        """A player: where to sit, own results, and whether here, late or gone."""
        return await self._entered(request, "me", "player.html", note, player_values)

    async def _entered(
        self,
        request: Request,
        kind: str,
        template: str,
        take: Callable[[Visit, str, Mapping[str, str]], None],
        values: Callable[[Visit, str], dict[str, Any]],
    ) -> Response:
        """A page with a form for whoever has its link."""
        key = request.path_params["key"]
        about, fault, status = f"{kind} {key}", "", 200
        fields: Mapping[str, str] = {}
        if request.method == "POST":
            fields = await self._fields(request)
            try:
                self._admit(about, fields)
                await self.work(request, lambda visit: take(visit, key, fields))
                return self.again(request, kind)
            except TourneyError as error:  # the page shows what was typed, too
                fault = self.words(request, error)
                status = status_of(error, form=True)
        more = await self.work(request, lambda visit: values(visit, key))
        more |= {"fault": fault, "fields": fields, "token": self.token(about)}
        more |= {"who": request.query_params.get("who", "")[:9]}
        return await self._page(request, template, status, **more)

    async def record(self, request: Request) -> Response:
        """A match that is recorded at the table: what is due, what was entered; one action."""
        if self.served.read_only:
            raise NotFound(say("serve.read-only"))
        key, fault, status = request.path_params["key"], "", 200
        about, skipped = f"record {key}", request.query_params.get("skipped", "")
        text, query = "", self.shared(request)["query"]
        if request.method == "POST":
            fields = await self.form(request, about)
            try:
                left = await self.work(request, lambda visit: record_action(visit, key, fields))
            except TourneyError as error:
                fault, status = self.words(request, error), status_of(error, form=True)
                skipped, text = fields.get("skipped", ""), fields.get("text", "")
            else:
                if left is None:
                    return RedirectResponse(f"/t/{key}{query}", 303)
                # Rows that nobody saw are no part of the record: the address has them.
                more = f"{'&' if query else '?'}skipped={left}" if left else ""
                return RedirectResponse(f"/t/{key}/record{query}{more}", 303)
        values = await self.work(request, lambda visit: record_values(visit, key, skipped))
        if values is None:  # it is stored, or was thrown away
            return RedirectResponse(f"/t/{key}{query}", 303)
        values |= {"token": self.token(about), "fault": fault, "typed": text}
        return await self.play.page(request, "record.html", status, **values)

    async def follow_match(self, request: Request) -> Response:
        """A match as it is recorded at its table, for whoever looks on."""
        key = request.path_params["key"]
        values = await self.work(request, lambda visit: record_values(visit, key, ""))
        if values is None or values["desk"] is None:
            return RedirectResponse(f"/t/{key}{self.shared(request)['query']}", 303)
        return await self.play.page(request, "follow.html", **values)

    # -- the organiser

    async def desk(self, request: Request) -> Response:
        """Everything that the organiser does, behind a PIN."""
        if self.served.read_only:
            raise NotFound(say("serve.read-only"))
        cookie = request.cookies.get(COOKIE, "")
        if self.served.pin is not None and cookie not in self.sessions:
            if request.method == "POST":
                return await self._login(request)
            return await self._page(request, "login.html", fault="")
        about = f"desk {cookie}"
        more: dict[str, Any] = {"fault": "", "question": "", "said": [], "buttons": []}
        fields: Mapping[str, str] = {}
        status = 200
        if request.method == "POST":
            fields = await self._fields(request)

            def acted(visit: Visit) -> None:
                more["said"] = visit.host.said
                visit.session.load()
                try:
                    act(visit.session, fields)
                finally:
                    more["buttons"] = steps(visit.host)

            try:
                self._admit(about, fields)
                await self.work(request, acted, "desk", yes=fields.get("yes") == "1")
            except Unanswered as asked:
                more["question"] = self.words(request, asked)
            except TourneyError as error:
                more["fault"] = self.words(request, error)
                status = status_of(error, form=True)
        more |= await self.work(request, desk_values)
        more |= {"fields": fields, "token": self.token(about)}
        return await self._page(request, "desk.html", status, **more)

    async def _login(self, request: Request) -> Response:
        fields = await self._fields(request)
        # Digits of any width: a Japanese keyboard writes ４４.
        typed = "".join(str(int(one)) for one in fields.get("pin", "")[:40] if one.isdecimal())
        if not self.logins.take(_client(request)) or not self.logins.take(""):
            return await self._page(
                request, "login.html", 429, fault=say("serve.too-many-pins"), token=""
            )
        if not compare_digest(typed, str(self.served.pin)):
            return await self._page(
                request, "login.html", 403, fault=say("serve.wrong-pin"), token=""
            )
        session = token_urlsafe(24)
        self.sessions.add(session)
        response = self.again(request, "")
        response.set_cookie(COOKIE, session, httponly=True, samesite="strict", path="/desk")
        return response

    # -- what all pages share

    def lang(self, request: Request) -> str:
        """The language of a page: as the address says, else as the browser prefers."""
        asked = request.query_params.get("lang", "")
        if asked in LANGUAGES:
            return asked
        wanted = request.headers.get("accept-language", "")[:100].lower()
        for word in wanted.split(","):
            if word.strip()[:2] in LANGUAGES:
                return word.strip()[:2]
        return self.served.lang

    async def _page(
        self, request: Request, template: str, status: int = 200, *, kept: bool = False, **more: Any
    ) -> Response:
        """A page; one that is the same for everybody is made once for each state of the event."""
        if self.served.event is None:
            return await self.play.page(request, template, status, **more)
        lang, shared = self.lang(request), self.shared(request)
        query, done = shared["query"], DONE.get(request.query_params.get("done", ""))
        kept = kept and done is None  # what is said to one telephone is not for the others

        def made(visit: Visit) -> bytes:
            cards: EventCards = more.pop("cards", None) or visit.evening.cards()
            where = (template, f"{lang}{query} {shared['site']}")
            if kept and self._kept.get(where, (None,))[0] == cards.version:
                return self._kept[where][1]
            about = visit.host.text(say("serve.about", name=cards.name))
            open_to_all = not self.served.read_only and takes_sign_ups(visit.session.state)
            values = {
                **{"cards": cards, "actions": ACTIONS, "open_to_all": open_to_all},
                **{"done": done},
            }
            page = replace(FRAME, title=cards.name, description=about, lang=lang)
            text = render(template, page, **shared, **values, **more).encode()
            if kept:
                self._kept[where] = cards.version, text
            return text

        body = await self.work(request, made)
        headers = {"Cache-Control": "no-store", "Content-Security-Policy": policy(FRAME)}
        return HTMLResponse(body, status, {**headers, **LATER.get(status, {})})

    def shared(self, request: Request) -> dict[str, Any]:
        """What the frame of every page shows."""
        asked = request.query_params.get("lang", "")
        query = f"?lang={asked}" if asked in LANGUAGES else ""
        site = os.path.exists(self.served.site / MANIFEST)  # False without permission
        return {"query": query, "served": self.served, "languages": LANGUAGES, "site": site}

    def again(self, request: Request, done: str) -> Response:
        """Ask the browser for the page again, so that a second look sends nothing twice."""
        query = {"lang": request.query_params.get("lang", ""), "done": done}
        words = "&".join(
            f"{key}={value}" for key, value in query.items() if value.isalpha() or "-" in value
        )
        return RedirectResponse(f"{request.url.path}?{words}".rstrip("?"), 303)

    def token(self, about: str) -> str:
        """What a form of this page contains, and a form of another site does not."""
        return hmac.new(self.served.secret, f"form {about}".encode(), sha256).hexdigest()[:32]

    async def form(self, request: Request, about: str) -> Mapping[str, str]:
        """The fields of a form; Conflict if it is not from this page, or one of too many."""
        fields = await self._fields(request)
        self._admit(about, fields)
        return fields

    async def _fields(self, request: Request) -> Mapping[str, str]:
        """The fields of a form; what is no form has none."""
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        body = await request.body() if kind == FORM else b""
        try:
            # Browsers send ASCII alone; a script may send UTF-8 as it is.
            pairs = parse_qsl(body.decode(errors="replace"), True, max_num_fields=FIELDS)
        except ValueError:
            raise Conflict(say("serve.old-form")) from None
        return {key: value[:LONGEST] for key, value in pairs}

    def _admit(
        self,
        about: str,
        fields: Mapping[str, str],
        allowed: Buckets | None = None,
        sender: str = "",
    ) -> None:
        """Conflict if a form is not from this page, or one of too many."""
        if self.served.read_only:
            raise Conflict(say("serve.read-only"))
        if not (allowed or self.writes).take(sender or about):
            raise TooOften(say("serve.slower"))
        if not compare_digest(fields.get("token", "").encode(), self.token(about).encode()):
            raise Conflict(say("serve.old-form"))

    async def _refused(self, request: Request, error: Exception) -> Response:
        """What is not possible, as a plain page."""
        assert isinstance(error, TourneyError)
        fault = self.words(request, error)
        try:
            return await self._page(request, "fault.html", status_of(error), fault=fault)
        except TourneyError:  # such as an event that was deleted: the frame has no event then
            return await self.play.page(request, "fault.html", status_of(error), fault=fault)

    async def _failed(self, request: Request, error: Exception) -> Response:
        """A fault of this program; the log of the server has more."""
        what = f"{request.method} {request.url.path}"
        getLogger("tourney.serve").error(what, exc_info=error)
        return await self._page(request, "fault.html", 500, fault=say("serve.broken"))

    def words(self, request: Request, error: TourneyError) -> str:
        """What an error means, in the language of a request."""
        message, lang = error.message, self.lang(request)
        return message if isinstance(message, str) else worded(message, lang)

    async def _lost(self, request: Request, error: Exception) -> Response:
        return await self._page(request, "fault.html", 404, fault=say("serve.no-page"))


def _client(request: Request) -> str:
    return request.client.host if request.client else ""
