"""A match is recorded at the table by tapping: one telephone, one action at a time.

Each form opens the recording, enters one thing and lets go, so that another telephone can go on, or
`tourney record --resume`. What the desk knows to be possible is a button; where it cannot know, as
nobody told it the cards, the cards and the words of the game's notation are.
"""

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from hashlib import sha256
from itertools import groupby
from random import Random
from threading import Lock
from typing import Any, Final, Protocol, TypeVar

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from engines.api import CHANCE
from engines.games import GAMES
from engines.messages import say
from tourney.app.play_moves import readable
from tourney.app.record_match import RecordingSession, recording_at, recording_of
from tourney.desk import Accepted, Desk, Refused, TableSetup
from tourney.desk.session import Closing
from tourney.domain.errors import Conflict, NotFound, TourneyError, UsageFault
from tourney.domain.safe_text import visible
from tourney.pictures.scene_pieces import Piece
from tourney.reports.replay_page import StillBoard, definitions
from tourney.serve.phone_forms import Fields, Visit, table_of
from tourney.serve.play_pages import PageServer, PlayPages

T = TypeVar("T")
ONE_AT_A_TIME: Final = Lock()
"""Held while a recording is open: two threads of this process would take it from each other."""
MOST_BUTTONS: Final = 150
MATCHES: Final = 12
"""Random matches from which the words of a game are taken."""
LAST_LINES: Final = 6
MOST_SKIPPED: Final = 12


class EventServer(PageServer, Protocol):
    """A server of an event."""

    async def work(
        self,
        request: Request,
        task: Callable[[Visit], T],
        actor: str = "server",
        *,
        yes: bool = False,
    ) -> T:
        """Do something with the event in a thread, in the language of a request."""


class RecordPages:
    """The page of a table on which its match is recorded."""

    def __init__(self, pages: EventServer, play: PlayPages) -> None:
        self._pages = pages
        self._play = play

    async def page(self, request: Request) -> Response:
        """What is due, what may be entered, what was entered; takes one action."""
        if self._pages.served.read_only:
            raise NotFound(say("serve.read-only"))
        key, fault, status = request.path_params["key"], "", 200
        about, skipped = f"record {key}", request.query_params.get("skipped", "")
        text = ""
        if request.method == "POST":
            fields = await self._pages.form(request, about)
            try:
                left = await self._pages.work(request, lambda visit: _taken(visit, key, fields))
            except TourneyError as error:
                fault, status = self._pages.words(request, error), 409
                skipped, text = fields.get("skipped", ""), fields.get("text", "")
            else:
                query = self._pages.shared(request)["query"]
                if left:  # rows that nobody saw are no part of the record: the address has them
                    query += f"{'&' if query else '?'}skipped={left}"
                part = "" if left is None else "/record"
                return RedirectResponse(f"/t/{key}{part}{query}", 303)
        values = await self._pages.work(request, lambda visit: _shown(visit, key, skipped))
        if values is None:  # it is stored, or was thrown away
            return RedirectResponse(f"/t/{key}{self._pages.shared(request)['query']}", 303)
        values |= {"token": self._pages.token(about), "fault": fault, "typed": text}
        return await self._play.page(request, "record.html", status, **values)


def _opened(visit: Visit, key: str, *, begin: bool) -> RecordingSession | None:
    """The recording of a table; Conflict if there is a result."""
    at = table_of(visit, key)
    if at.table.match is not None:
        return None
    visit.session.store.actor = visit.host.text(say("serve.phone-of", table=at.table.number))
    return recording_at(visit.host, at, begin=begin)


def _skip(desk: Desk, count: str) -> int:
    """Leave out rows that nobody saw; how many."""
    wanted = int(count) if count.isascii() and count.isdecimal() and len(count) < 3 else 0
    return sum(desk.skip() for _ in range(min(wanted, MOST_SKIPPED)))


def _taken(visit: Visit, key: str, fields: Fields) -> int | None:
    """Enter what a form says; the number of rows left out, None if the recording is over."""
    word = fields.get("do", "")
    with ONE_AT_A_TIME:
        session = _opened(visit, key, begin=word == "begin")
        if session is None:
            raise Conflict(say("serve.record-other-state"))
        with session:
            desk = session.desk
            if word != "begin" and fields.get("at") != _state(desk):
                raise Conflict(say("serve.record-other-state"))
            skipped = _skip(desk, fields.get("skipped", ""))
            if word == "store":
                _store(visit, session)
                return None
            if word == "drop":
                session.drop()
                return None
            if word == "skip":
                return skipped + desk.skip()
            row = desk.due().row
            answer: Any = Accepted(())
            if word == "enter":
                answer = desk.accept(fields.get("text", ""))
            elif word == "fill":
                answer = desk.fill(
                    [fields.get(f"value{at}", "").strip() for at in range(len(desk.due().blanks))]
                )
            elif word == "back":
                answer = desk.back()
            if not isinstance(answer, Accepted):
                refused: Refused = answer if isinstance(answer, Refused) else answer.refused
                told = [refused.message, *([refused.remedy] if refused.remedy else [])]
                names = desk.setup.players
                raise UsageFault(" – ".join(one.text(visit.host.lang, names) for one in told))
            session.save(answer)
            return skipped if row else 0


def _store(visit: Visit, session: RecordingSession) -> None:
    due = session.desk.due()
    if not (due.over or due.ends):
        raise UsageFault(say("serve.record-unfinished"))
    report = session.finish(Closing())
    if not report.passed:
        why = report.problems[0].text(visit.host.lang)
        raise UsageFault(say("serve.record-passes-not", why=visible(why)))


def _state(desk: Desk) -> str:
    """A short sign for what has been recorded: a form for another state changes nothing."""
    return sha256("\n".join(desk.lines()).encode()).hexdigest()[:16]


def _shown(visit: Visit, key: str, skipped: str) -> dict[str, Any] | None:
    """What the page shows; None if the match of the table is stored."""
    at, lang = table_of(visit, key), visit.host.lang
    if at.table.match is not None:
        return None
    title = visit.host.text(say("serve.record-title", name=visit.evening.card(at).called))
    values: dict[str, Any] = {"title": title, "path": f"/t/{key}", "desk": None}
    found = recording_of(visit.session.store, at)
    if found is None:
        return values
    desk = Desk(TableSetup.from_json_text(found.setup), found.lines)
    names, game = desk.setup.players, desk.game
    values["skipped"] = _skip(desk, skipped)
    due = desk.due()
    offers = () if due.row or (due.blanks and not due.players) else desk.offers()
    single, parts = words_of(game.name, len(names))
    asked = not (due.over or due.blanks or due.row) and not offers
    view = desk.view(None)
    if view is not None:
        letters: dict[Piece, str] = {}
        values["r"] = StillBoard(game, game.scene(view), names, lang, letters, {})
        values["defs"] = definitions(letters)
    return values | {
        "desk": desk,
        "at": _state(desk),
        "due": due,
        "what": due.what.text(lang, names) if due.what else "",
        "who": names[due.players[0]] if due.players and due.sure else "",
        "drawn": view is not None,
        "blanks": due.blanks if due.blanks and not due.players else (),
        "names": names,
        "buttons": [
            (text, readable(game, text, lang))
            for text in dict.fromkeys(filter(None, (due.only, due.unseen, *offers)))
        ][:MOST_BUTTONS],
        "suits": [list(suit) for _, suit in groupby(single, lambda text: text[0])] if asked else [],
        "parts": [] if due.over or (asked and not parts) else parts,
        "lines": [visible(line) for line in desk.lines()[-LAST_LINES:]],
    }


@lru_cache
def words_of(name: str, seats: int) -> tuple[Sequence[str], Sequence[str]]:
    """The actions of a game that are one word, such as cards, and the words of the others."""
    game, rng = GAMES[name], Random(1)
    single: dict[str, None] = {}
    parts: dict[str, None] = {}
    for _ in range(MATCHES):
        state = game.start(game.options({}, seats), seats)
        while owing := state.pending():
            if owing[0] == CHANCE:
                state.apply(CHANCE, game.shuffle(state, rng))
                continue
            move = state.sample(owing[0], rng)
            text = game.move_text(move)
            if re.fullmatch(r"[A-Za-z]+\d+", text):
                single[text] = None
            else:
                parts |= dict.fromkeys(
                    re.findall(r"[A-Za-z]+\d*\*?|\d+\*?(?:x\d)?", text.partition("@")[0])
                )
            state.apply(owing[0], move)
    return sorted(single, key=_natural), sorted(parts.keys() - single.keys(), key=_natural)


def _natural(text: str) -> tuple[bool, str, int, str]:
    """Words first, then cards by their letters and numbers."""
    letters = re.sub(r"[^A-Za-z].*", "", text)
    number = re.sub(r"\D.*", "", text.removeprefix(letters))
    return (bool(number), letters, int(number or 0), text)
