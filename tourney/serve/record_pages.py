"""A match is recorded at the table by tapping: one telephone, one action at a time.

Each form opens the recording, enters one thing and lets go, so that another telephone can go on, or
`tourney record --resume`. What the desk knows to be possible is a button; where it cannot know, as
nobody told it the cards, the cards and the words of the game's notation are.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from itertools import groupby
from random import Random
from threading import Lock
from typing import Any, Final

from engines.api import CHANCE
from engines.games import GAMES
from engines.messages import say
from tourney.app.play_moves import readable
from tourney.app.record_match import RecordingSession, recording_at, recording_of
from tourney.desk import Accepted, Desk, Refused, TableSetup
from tourney.desk.session import Closing
from tourney.domain.errors import Conflict, UsageFault
from tourney.domain.safe_text import visible
from tourney.pictures.scene_pieces import Piece
from tourney.reports.replay_page import StillBoard, definitions
from tourney.serve.phone_forms import LOG_LANG, Fields, Visit, table_of

ONE_AT_A_TIME: Final = Lock()
"""Held while a recording is open: two threads of this process would take it from each other."""
MOST_BUTTONS: Final = 150
MATCHES: Final = 12
"""Random matches from which the words of a game are taken."""
LAST_LINES: Final = 6
MOST_SKIPPED: Final = 12


def _opened(visit: Visit, key: str, *, begin: bool) -> RecordingSession | None:
    """The recording of a table; Conflict if there is a result."""
    at = table_of(visit, key)
    if at.table.match is not None:
        return None
    visit.session.store.actor = say("serve.phone-of", table=at.table.number).text(LOG_LANG)
    return recording_at(visit.host, at, begin=begin)


def _skip(desk: Desk, count: str) -> int:
    """Leave out rows that nobody saw; how many."""
    wanted = int(count) if count.isascii() and count.isdecimal() and len(count) < 3 else 0
    return sum(desk.skip() for _ in range(min(wanted, MOST_SKIPPED)))


def record_action(visit: Visit, key: str, fields: Fields) -> int | None:
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


def record_values(visit: Visit, key: str, skipped: str) -> dict[str, Any] | None:
    """What the page shows; None if the match of the table is stored."""
    at, lang = table_of(visit, key), visit.host.lang
    if at.table.match is not None:
        return None
    title = visit.host.text(say("serve.record-title", name=visit.evening.card(at).title))
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
    # Hands that somebody typed at a terminal are nobody's business at the table.
    preamble = "|".join(word for word in desk.game.preamble if word.isalpha())
    hidden = re.compile(
        rf"\b(?:{preamble})\b" if preamble and desk.setup.hands != "none" else "(?!)"
    )
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
        "lines": [visible(line) for line in desk.lines() if not hidden.search(line)][-LAST_LINES:],
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
