"""The pages on which people play: a list of games, a form for a new match, a page for each seat.

Whoever has the link of a seat sees what that seat sees, and nothing else. A link contains a key
that follows from the secret of the database, the match and the seat, so that no link is stored.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import replace
from hmac import compare_digest
from time import monotonic
from typing import Any, Final, NamedTuple, Protocol, TypeVar
from urllib.parse import quote

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from engines.api import Game, Scene, Seat
from engines.games import GAMES
from engines.messages import Message, Player, say
from tourney.app.event_tables import AskedPlace
from tourney.app.play_match import AskedMatch, new_match
from tourney.app.play_moves import ListedMove, MoveList, readable
from tourney.bots import BOTS
from tourney.domain.errors import Conflict, NotFound, TourneyError, UsageFault
from tourney.domain.match_values import OpenMatch, StoredMatch
from tourney.pictures.scene_pieces import Piece
from tourney.render.paper import qr_code
from tourney.reports.content import REPLAY_STYLE, Page, policy, render
from tourney.reports.replay_page import ReplayOptions, StillBoard, definitions, replay_page
from tourney.serve.browser_seats import (
    BROWSER,
    LOADING,
    PlayedTable,
    PlayRoom,
    SeatSight,
)
from tourney.serve.evening import link_key
from tourney.serve.guards import Buckets, TooOften
from tourney.serve.web_host import LATER, Served, Unanswered, WebHost, status_of
from tourney.store import Database
from tourney.store.database_faults import Busy
from tourney.store.matches import match_named
from tourney.store.open_matches import open_match, open_matches

T = TypeVar("T")
MOST_OPEN: Final = 200
"""Matches in the database that have not ended, from which on nobody begins another one."""
STORED_WITHIN: Final = 10.0
"""Seconds within which a decision is stored, else the page says that it is not."""
AT_FIRST: Final = 5.0
"""Seconds for which the first page of a match waits for its cards."""
ANSWERED_WITHIN: Final = 0.6
"""Seconds for which a page waits for the answers of bots, so that it need not be loaded again."""
LOOK_EVERY: Final = 0.1
KEEP_ALIVE: Final = 15.0
LISTED: Final = 60
"""Most moves that are shown at once; of more, a part of the move is chosen first."""
SHOWN: Final = 24
"""Most of the cheapest moves that are shown beside the others."""
FRAME: Final = Page(
    "", "", "",
    ("style.css", "site.css", REPLAY_STYLE, "serve.css", "play.css"), ("serve.js",),
    served=True, package="tourney.serve",
)  # fmt: skip
"""What the pages have in common."""
HOST: Final = "host"
"""Whose link shows the links of all seats."""


class LinkedSeat(NamedTuple):
    """Where a link leads: a match that is played or stored, and a seat, None for all links."""

    match: OpenMatch | StoredMatch
    game: Game[Any]
    names: tuple[str, ...]
    seat: Seat | None


class MoveLink(NamedTuple):
    """A move, or several that begin alike, as a link: its words, what it adds to the address."""

    label: str
    query: str
    moves: int = 1


class InvitingHost(WebHost):
    """Answers whether a new name is a known person as the form says, once it was asked."""

    def __init__(self, database: Database, lang: str, same: str) -> None:
        super().__init__(database, lang)
        self._same = same

    def confirm(self, question: Message | str, *, default: bool = False) -> bool:
        """Unanswered, unless the form has the answer."""
        if not self._same:
            raise Unanswered(self.text(question))
        return self._same == "yes"


class PageServer(Protocol):
    """What all pages of a server share: the database, forms, languages."""

    served: Served

    async def stored(
        self, request: Request, task: Callable[[Database, str], T], actor: str = "server"
    ) -> T:
        """Do something with the database in a thread, in the language of a request."""

    async def form(self, request: Request, about: str) -> Mapping[str, str]:
        """The fields of a form; Conflict if it is not from this page, or one of too many."""

    def token(self, about: str) -> str:
        """What a form of this page contains."""

    def lang(self, request: Request) -> str:
        """The language of a page."""

    def shared(self, request: Request) -> dict[str, Any]:
        """What the frame of every page shows."""

    def words(self, request: Request, error: TourneyError) -> str:
        """What an error means, in the language of a request."""


class PlayPages:
    """The pages for matches of people, beside those of an event."""

    def __init__(self, pages: PageServer) -> None:
        self._pages = pages
        self.room = PlayRoom(pages.served.database, pages.served.lang)
        self._begun = Buckets(0.05, 6)
        self.routes = [
            Route("/play", self.lobby, methods=["GET", "POST"]),
            Route("/play/{name}/{key}", self.seat, methods=["GET", "POST"]),
            Route("/play/{name}/{key}/live", self.live),
            Route("/play/{name}/{key}/replay", self.replay),
        ]
        if pages.served.event is None:
            self.routes.append(Route("/", self.front))

    async def page(
        self, request: Request, template: str, status: int = 200, title: str = "", **more: Any
    ) -> Response:
        """A page of these."""
        lang, shared = self._pages.lang(request), self._pages.shared(request)

        def made(database: Database, lang: str) -> bytes:
            words = say("serve.play-about").text(lang)
            page = replace(FRAME, title=title or "tourney", description=words, lang=lang)
            values = {"done": "", "fault": "", **shared, **more}
            return render(template, page, **values).encode()

        body = await self._pages.stored(request, made)
        headers = {"Cache-Control": "no-store", "Content-Security-Policy": policy(FRAME)}
        later = LATER.get(status, {})
        return HTMLResponse(body, status, {**headers, **later, "Content-Language": lang})

    # -- a new match

    async def front(self, request: Request) -> Response:
        """Without an event, there is a run here, or people only play."""
        run = self._pages.served.run
        home = f"/run/{quote(run)}" if run else "/play"
        return RedirectResponse(f"{home}{_query(request)}", 307)

    async def lobby(self, request: Request) -> Response:
        """The games; for one of them a form with its options and seats."""
        if self._pages.served.read_only:
            raise NotFound(say("serve.read-only"))
        lang = self._pages.lang(request)
        name = request.query_params.get("game", "")
        title = say("serve.play-title").text(lang)
        if name not in GAMES:
            games = [(one, game.title.get(lang, one), game.seats) for one, game in GAMES.items()]
            return await self.page(request, "play.html", title=title, games=games)
        fields: Mapping[str, str] = {}
        fault, question, status = "", "", 200
        if request.method == "POST":
            fields = await self._pages.form(request, "play")
            try:
                return await self._begin(request, name, fields)
            except Unanswered as asked:
                question = self._pages.words(request, asked)
            except TourneyError as error:
                fault, status = self._pages.words(request, error), status_of(error, form=True)
        game = GAMES[name]
        return await self.page(
            request,
            "play_new.html",
            status,
            title=game.title.get(lang, name),
            game=game,
            bots=list(BOTS),
            helps={key: text().text(lang) for key, text in game.option_help.items()},
            defaults=game.option_defaults,
            fields=fields,
            fault=fault,
            question=question,
            token=self._pages.token("play"),
        )

    async def _begin(self, request: Request, name: str, fields: Mapping[str, str]) -> Response:
        """Store a new match; to the page of its only person, else to that with all links."""
        if not self._begun.take(request.client.host if request.client else ""):
            raise TooOften(say("serve.slower"))
        asked = _asked(GAMES[name], fields)

        def stored(database: Database, lang: str) -> tuple[OpenMatch, list[Seat]]:
            if len(open_matches(database)) >= MOST_OPEN:
                raise Conflict(say("serve.play-too-many", count=MOST_OPEN))
            host = InvitingHost(database, lang, fields.get("same", ""))
            with LOADING, new_match(host, asked, None) as session:
                return session.match, sorted(session.setup.people)

        match, people = await self._pages.stored(request, stored, BROWSER)
        key = self._key(match.name, match.seed, people[0] if len(people) == 1 else HOST)
        return RedirectResponse(f"/play/{match.name}/{key}{_query(request)}", 303)

    # -- a match

    def _key(self, name: str, seed: str, seat: Seat | str) -> str:
        # With the seed, no later match of the same name has the same links.
        return link_key(self._pages.served.secret, "play", name, seed, seat)

    def _place(self, database: Database, request: Request) -> LinkedSeat:
        """Where a link leads; NotFound."""
        name, key = request.path_params["name"], request.path_params["key"]
        match: OpenMatch | StoredMatch
        try:
            match = open_match(database, name)
            seed, names = match.seed, match.names
        except NotFound:
            raise NotFound(say("serve.play-no-match")) from None
        except Conflict:  # it has ended, or is no match that is played
            match = match_named(database, name)
            seed = (dict(match.headers).get("deal", "").split() or ("", ""))[1:2][0]
            names = match.players
        holders: Sequence[Seat | str] = (HOST, *range(len(names)))
        for holder in holders:
            if compare_digest(self._key(name, seed, holder), key):
                seat = None if isinstance(holder, str) else holder
                return LinkedSeat(match, GAMES[match.game], names, seat)
        raise NotFound(say("serve.play-no-match"))

    async def _found(self, request: Request) -> tuple[LinkedSeat, PlayedTable | None]:
        """Where a link leads, and the table, None of a match that has ended."""
        if not request.path_params["key"].isascii():
            raise NotFound(say("serve.play-no-match"))
        place = await self._pages.stored(
            request, lambda database, _: self._place(database, request)
        )
        if isinstance(place.match, StoredMatch) or place.seat is None:
            return place, None
        return place, self.room.table(place.match, place.game)

    async def seat(self, request: Request) -> Response:
        """What a seat sees and owes; its decision; the result; or the links of all seats."""
        if self._pages.served.read_only:
            raise NotFound(say("serve.read-only"))
        place, table = await self._found(request)
        key = request.path_params["key"]
        fault: Message | str = ""
        status = 200
        if request.method == "POST":
            fields = await self._pages.form(request, f"play {key}")
            try:
                if table is None or place.seat is None:
                    raise Conflict(say("serve.play-moved-on"))
                await self._decide(request, table, place.seat, fields)
                return RedirectResponse(f"{request.url.path}{_query(request)}", 303)
            except TourneyError as error:
                fault, status = self._pages.words(request, error), status_of(error, form=True)
        path = f"/play/{place.match.name}/{key}"
        common = {"fault": fault, "path": path, "names": place.names}
        title = place.game.title.get(self._pages.lang(request), place.game.name)
        if isinstance(place.match, StoredMatch):
            rows = sorted(
                zip(place.match.places, place.names, place.match.scores, strict=True),
                key=lambda row: row[0] or 0,
            )
            return await self.page(request, "play_end.html", status, title, rows=rows, **common)
        if table is None or place.seat is None:
            seats = self._links(place.match)
            return await self.page(request, "play_links.html", status, title, seats=seats, **common)
        await _until(lambda: table.resting, AT_FIRST if not table.stored else ANSWERED_WITHIN)
        if table.ended and table.fault is None:
            return RedirectResponse(f"{path}{_query(request)}", 303)
        shown = table.seats.get(place.seat)
        if table.fault is not None or shown is None or shown.sight is None:
            why = table.fault or Busy(WAIT)
            common["fault"] = self._pages.words(request, why)
            return await self.page(request, "fault.html", status_of(why), title, **common)
        seen, sight = shown.version_shown, shown.sight
        wanted, owed = request.query_params, sight.turn is not None
        same = owed and wanted.get("at", "") == str(sight.turn)
        lang = self._pages.lang(request)
        model = SeatModel(place.game, place.names, place.seat, sight, lang)
        model.choose(wanted.get("in", "") if same else "")
        text = model.picked(wanted.get("move", "")) if same else ""
        boards: tuple[Scene | None, Scene | None] = (None, None)
        if text:
            try:
                boards = table.preview(place.seat, str(sight.turn), text)
            except Conflict:  # somebody sent the form meanwhile
                text = ""
        model.draw(*boards)
        token = self._pages.token(f"play {key}")
        more = {"m": model, "r": model.board, "text": text, "seen": seen, "token": token}
        return await self.page(request, "play_seat.html", status, title, **more, **common)

    async def _decide(
        self, request: Request, table: PlayedTable, seat: Seat, fields: Mapping[str, str]
    ) -> None:
        """Hand over a decision, and wait until it is stored."""
        turn, text = fields.get("at", ""), fields.get("move", "")
        await _until(lambda: table.resting, AT_FIRST)
        before = await self._pages.stored(request, lambda *_: table.give(seat, turn, text))
        await _until(lambda: table.stored > before or table.ended, STORED_WITHIN)
        if table.fault is not None:
            raise table.fault
        if table.stored <= before:
            raise Busy(say("serve.play-not-stored"))
        await _until(lambda: table.resting, ANSWERED_WITHIN)

    def _links(self, match: OpenMatch) -> list[tuple[str, str, Markup]]:
        """The people of a match, each with the link of the seat as text and as a code."""
        base = self._pages.served.address.rstrip("/")
        found = []
        for seat, holder in enumerate(match.holders):
            if holder.person:
                link = f"{base}/play/{match.name}/{self._key(match.name, match.seed, seat)}"
                found.append((holder.name, link, Markup(qr_code(link))))
        return found

    async def live(self, request: Request) -> Response:
        """A line whenever the seat is shown something else."""
        place, table = await self._found(request)

        async def lines() -> AsyncIterator[bytes]:
            last, sent = "", monotonic()
            while True:
                shown = table.seats.get(place.seat) if table and place.seat is not None else None
                over = table is None or table.ended
                now = "end" if over else str(shown.version_shown if shown else 0)
                if now != last:
                    last, sent = now, monotonic()
                    yield f"data: {now}\n\n".encode()
                elif monotonic() - sent > KEEP_ALIVE:
                    sent = monotonic()
                    yield b":\n\n"
                if table is not None:
                    table.looked_at = monotonic()
                await asyncio.sleep(LOOK_EVERY)

        headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
        return StreamingResponse(lines(), media_type="text/event-stream", headers=headers)

    async def replay(self, request: Request) -> Response:
        """The replay of a match that has ended."""
        place, _ = await self._found(request)
        match, lang = place.match, self._pages.lang(request)
        if not isinstance(match, StoredMatch):
            raise NotFound(say("serve.play-not-over"))
        text = await self._pages.stored(
            request, lambda *_: replay_page(match, ReplayOptions(lang=lang))
        )
        return HTMLResponse(text, headers={"Cache-Control": "no-store"})


WAIT: Final = say("serve.play-wait")


class SeatModel:
    """What the page of a seat shows: all of it follows from what the seat was shown."""

    def __init__(
        self, game: Game[Any], names: Sequence[str], seat: Seat, sight: SeatSight, lang: str
    ) -> None:
        self._game = game
        self._names = names
        self._seat = seat
        self._sight = sight
        self._lang = lang
        self.turn = sight.turn
        told = [game.narrate(*one) for one in sight.news]
        if sight.before:
            told += game.changes(sight.before, sight.view)
        self.news = [self._text(one) for one in told]
        self.owed = self._owed()
        moves = list(sight.moves.values())
        self._list = MoveList(game, moves, lang, sight.view)
        self.groups: dict[str, list[MoveLink]] = {}
        self.parts: list[MoveLink] = []
        self.chosen: list[str] = []

    def _owed(self) -> str:
        """Who has to do what."""
        view, seat = self._sight.view, self._seat
        others = [one for one in view["pending"] if one not in (seat, -1)]
        who = [seat] if self.turn is not None else others
        phase = self._game.phases.get(self._sight.phase or view["phase"])
        if not who or phase is None:
            return self._text(WAIT)
        return self._text(say("kit.has-to", who=tuple(map(Player, who)), do=phase()))

    def choose(self, way: str) -> None:
        """List the moves; if they are many, only those that begin as was chosen so far.

        `way` has the number of each part that was chosen, with points between them.
        """
        rows: list[tuple[tuple[str, ...], ListedMove]] = [
            ((*(one.headings if self._list.by_cost else ()), *filter(None, path)), one)
            for one in self._list.moves
            for path in (self._game.path(one.move),)
        ]
        steps: list[str] = []
        for word in way.split("."):
            below = _by_part(rows, len(steps))
            known = word.isascii() and word.isdecimal() and len(word) < 5
            if len(rows) <= LISTED or not known or int(word) >= len(below):
                break
            part, rows = list(below.items())[int(word)]
            self.chosen.append(readable(self._game, part, self._lang))
            steps.append(word)
        begun = "".join(f"{step}." for step in steps)
        shown = rows
        if len(rows) > LISTED:
            shown = []
            for number, (part, found) in enumerate(_by_part(rows, len(steps)).items()):
                # The cheapest moves can be chosen at once.
                at_once = self._list.by_cost and not steps
                if len(found) == 1 or (at_once and len(shown) + len(found) <= SHOWN):
                    shown += found
                else:
                    label = readable(self._game, part, self._lang)
                    self.parts.append(MoveLink(label, f"in={begun}{number}", len(found)))
        for _, one in shown:
            link = MoveLink(one.label, f"in={begun.rstrip('.')}&move={one.number}")
            self.groups.setdefault(" ".join(one.headings), []).append(link)

    def picked(self, number: str) -> str:
        """The text of the move with this number; "" if there is none."""
        if not (number.isascii() and number.isdecimal() and len(number) <= 5):
            return ""
        found = self._list.numbered(int(number))
        return found.text if found else ""

    def words(self, text: str) -> str:
        """A move in the words of the reader."""
        return readable(self._game, text, self._lang)

    def draw(self, before: Scene | None, after: Scene | None) -> None:
        """Draw the table; with a move that changes the board also how the board is after it."""
        letters: dict[Piece, str] = {}
        kinds: dict[str, str] = {}

        def board(scene: Scene) -> StillBoard:
            return StillBoard(self._game, scene, self._names, self._lang, letters, kinds)

        self.board = board(self._game.scene(self._sight.view))
        # One's own cards come first, the others follow in the order of turns.
        seats = self.board.seats
        self.board.seats = [*seats[self._seat :], *seats[: self._seat]]
        self.after = board(after) if after else None
        self.changed: list[tuple[int, int]] = []
        if before and after and after.grid:
            old = _cells(before)
            size = 24
            self.changed = [
                (size * x, size * y)
                for (x, y), token in _cells(after).items()
                if token != old.get((x, y))
            ]
        self.defs = definitions(letters)

    def _text(self, message: Message) -> str:
        return message.text(self._lang, self._names)


def _by_part(
    rows: Sequence[tuple[tuple[str, ...], ListedMove]], depth: int
) -> dict[str, list[tuple[tuple[str, ...], ListedMove]]]:
    """Moves by the part at this depth; those that end before it have none."""
    found: dict[str, list[tuple[tuple[str, ...], ListedMove]]] = {}
    for row in rows:
        found.setdefault(row[0][depth] if len(row[0]) > depth else "", []).append(row)
    return found


def _cells(scene: Scene) -> dict[tuple[int, int], str]:
    """The texts of the cells of a board."""
    grid = scene.grid
    if grid is None:
        return {}
    return {
        (x, y): token.text
        for y, row in enumerate(grid.rows, grid.top)
        for x, token in enumerate(row, grid.left)
        if token is not None
    }


def _asked(game: Game[Any], fields: Mapping[str, str]) -> AskedMatch:
    """The match that a form asks for; bots are built in, and have the names of their kinds."""
    people: list[str] = []
    bots: list[str] = []
    for seat in range(game.seats[-1]):
        kind, name = fields.get(f"kind{seat}", ""), fields.get(f"name{seat}", "").strip()
        if kind == "person":
            # A sign before a letter would ask for a seat.
            if not name or "@" in name:
                raise UsageFault(say("serve.play-name", number=seat + 1))
            people.append(name)
        elif kind in BOTS:
            count = sum(bot.partition("=")[2] == kind for bot in bots) + 1
            bots.append(f"{kind} {count}={kind}" if count > 1 else f"{kind}={kind}")
        elif kind:
            raise UsageFault(say("serve.play-no-bot"))
    if not people:
        raise UsageFault(say("serve.play-nobody"))
    options = [
        f"{key}={value}"
        for key in game.option_help
        if (value := fields.get(f"option-{key}", "").strip())
    ]
    return AskedMatch(
        game.name, tuple(people), tuple(bots), tuple(options), AskedPlace(casual=True)
    )


async def _until(done: Callable[[], bool], seconds: float) -> None:
    """Wait until something is so, but not for longer than this."""
    end = monotonic() + seconds
    while not done() and monotonic() < end:
        await asyncio.sleep(0.005)


def _query(request: Request) -> str:
    lang = request.query_params.get("lang", "")
    return f"?lang={lang}" if lang in ("en", "ja") else ""
