"""What the pages of a table and of a player show, and what their forms do."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from engines.api import seat_letter
from engines.games import GAMES
from engines.messages import say
from tourney.app.enter_result import TypedResult
from tourney.app.event_session import EventSession
from tourney.app.event_tables import EventTableRef
from tourney.app.report_result import report
from tourney.domain.errors import Conflict, NotFound
from tourney.domain.event_log import EntrantId
from tourney.events import decisions
from tourney.serve.evening import Evening
from tourney.serve.web_host import WebHost

Fields = Mapping[str, str]


class Visit(NamedTuple):
    """A request as it is answered: the event, and the host of its use cases."""

    evening: Evening
    host: WebHost

    @property
    def session(self) -> EventSession:
        """The event with its newest state."""
        return self.evening.session


def table_of(visit: Visit, key: str) -> EventTableRef:
    """The table to which a link leads; NotFound."""
    at = visit.evening.table(key)
    if at is None:
        raise NotFound(say("serve.no-table"))
    return at


def hand_in(visit: Visit, key: str, fields: Fields) -> None:
    """Somebody at a table reports its result."""
    at = table_of(visit, key)
    visit.session.store.actor = visit.host.text(say("serve.phone-of", table=at.table.number))
    # Who has not come, or has changed seats, was still on the page: the match was another one.
    here = {f"score{one}" for one in at.table.present()}
    if any(name not in here for name, text in fields.items() if name[:5] == "score" and text):
        raise Conflict(say("serve.other-players"))
    typed = [fields.get(f"score{one}", "").strip() for one in at.table.present()]
    scores = [f"{seat_letter(seat)}={score}" for seat, score in enumerate(typed) if score]
    rank = fields.get("rank", "").strip() or None
    who = fields.get("who", "")
    number = int(who) if who.isascii() and who.isdecimal() and len(who) < 7 else 0
    with visit.session.naming():
        report(at, number, TypedResult(",".join(scores), rank))


def table_values(visit: Visit, key: str) -> dict[str, Any]:
    """What the page of a table shows."""
    at = table_of(visit, key)
    game, names, seats = GAMES[at.round.game], visit.session.names, len(at.table.present())
    return {
        "card": visit.evening.card(at),
        "game": game.title.get(visit.host.lang, game.name),
        "limits": game.score_limits(game.options(dict(at.options), seats), seats),
        "round": visit.evening.title(at.stage, at.round),
        "people": not any(bot for _, bot in at.players),
        "said": {
            names[one]: [
                (names[who], score) for who, score in zip(said.entrants, said.scores, strict=True)
            ]
            for one, said in at.table.reports.items()
        },
    }


def player_of(visit: Visit, key: str) -> EntrantId:
    """The player to whom a link leads; NotFound."""
    who = visit.evening.player(key)
    if who is None:
        raise NotFound(say("serve.no-player"))
    return who


def note(visit: Visit, key: str, fields: Fields) -> None:
    """A player is here, comes late, or leaves."""
    session, who, word = visit.session, player_of(visit, key), fields.get("do", "")
    session.store.actor = visit.host.text(say("serve.phone-of-player", number=who))
    with session.naming():
        if word == "drop":
            session.change(lambda state, _: [decisions.dropped(state, who)])
        elif word in ("here", "late") and session.state.entrants[who].checked_in != word:
            session.change(lambda state, _: [decisions.checked_in(state, who, word)])


def player_values(visit: Visit, key: str) -> dict[str, Any]:
    """What the page of a player shows: the tables of the rounds that are published."""
    session, who = visit.session, player_of(visit, key)
    tables = [
        visit.evening.card(EventTableRef(session, stage, round_, table))
        for stage in session.state.stages
        for round_, table in stage.tables()
        if who in table.present()
        and (round_.locked or not round_.missing() or decisions.is_schedule(stage))
    ]
    one = session.state.entrants[who]
    return {"name": session.names[who], "tables": tables[::-1], "one": one}
