"""What the pages of a table and of a player show, and what their forms do."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from engines.api import seat_letter
from engines.games import GAMES
from engines.messages import say
from tourney.app.enter_result import TypedResult
from tourney.app.event_session import EventSession
from tourney.app.event_tables import EventTableRef
from tourney.app.record_match import recording_of
from tourney.app.report_result import report
from tourney.app.sign_up import check_in, sign_up, waiting
from tourney.domain.errors import Conflict, NotFound
from tourney.domain.event_log import EntrantId
from tourney.domain.names import name_key
from tourney.domain.rating_values import PlayerRating
from tourney.events import decisions
from tourney.serve.club_ratings import ClubRatings
from tourney.serve.evening import Evening, EventCards, StandingCard, TableCard
from tourney.serve.web_host import WebHost

Fields = Mapping[str, str]
LOG_LANG: Final = "en"
"""The log names a telephone in one language, whatever the telephone prefers."""
SHOWN: Final = 12
"""Most players that a search shows."""


class Visit(NamedTuple):
    """A request as it is answered: the event, the host of its use cases, the ratings of all."""

    evening: Evening
    host: WebHost
    ratings: ClubRatings

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
    visit.session.store.actor = say("serve.phone-of", table=at.table.number).text(LOG_LANG)
    # Who has not come, or has changed seats, was still on the page: the match was another one.
    here = {f"score{one}" for one in at.table.present()}
    if any(name not in here for name, text in fields.items() if name[:5] == "score" and text):
        raise Conflict(say("serve.other-players"))
    typed = [fields.get(f"score{one}", "").strip() for one in at.table.present()]
    # Partners have one score, which stands beside the first of them.
    of_side = {side: text for side, text in zip(at.sides, typed, strict=True) if text}
    typed = [text or of_side.get(side, "") for side, text in zip(at.sides, typed, strict=True)]
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
        "recorded": recording_of(visit.session.store, at) is not None,
        "said": {
            names[one]: [
                (names[who], score) for who, score in zip(said.entrants, said.scores, strict=True)
            ]
            for one, said in at.table.reports.items()
        },
    }


def join(visit: Visit, fields: Fields) -> str:
    """Somebody says on the start page that they are here; the name."""
    visit.session.load()
    visit.session.store.actor = say("serve.phone-that-signs-up").text(LOG_LANG)
    with visit.session.naming():
        return sign_up(visit.session, fields.get("name", ""))


def search_values(visit: Visit, typed: str) -> dict[str, Any]:
    """What the start page shows of players whose names contain what somebody typed."""
    evening, session, key = visit.evening, visit.session, name_key(typed)
    cards = evening.cards()
    session.load()
    names = [
        (who, name)
        for who, name in session.names.items()
        if key in name_key(name) and not session.state.entrants[who].fills
    ]
    # Who has exactly this name comes first.
    names.sort(key=lambda one: (name_key(one[1]) != key, one[0]))
    return {
        "cards": cards,
        "typed": typed,
        "found": [person_card(visit, cards, who) for who, _ in names[:SHOWN]],
        "waits": any(name_key(one.name) == key for one in waiting(session)),
    }


class PersonCard(NamedTuple):
    """A player as the start page and the own page show it: tables now, standing, rating."""

    entrant: EntrantId
    name: str
    away: bool
    tables: Sequence[TableCard]
    bye: bool
    standings: Sequence[tuple[str, StandingCard]]
    ratings: Sequence[tuple[str, PlayerRating]]


def person_card(visit: Visit, cards: EventCards, who: EntrantId) -> PersonCard:
    """What is known of a player, as far as it is published."""
    session = visit.session
    name = session.names[who]
    tables = [
        table
        for one in cards.rounds
        for table in one.tables
        if any(seat.entrant == who for seat in table.seats)
    ]
    standings = [
        (title, row) for title, rows in cards.standings for row in rows if row.player == name
    ]
    away = bool(session.state.entrants[who].away)
    bye = any(name in one.byes for one in cards.rounds)
    rated = visit.ratings.of(session.store, cards.version, name)
    ratings = [
        (GAMES[game].title.get(visit.host.lang, game), rated[game])
        for game in dict.fromkeys(game for one in session.state.stages for game in one.plan.games)
        if game in rated
    ]
    return PersonCard(who, name, away, tables, bye, standings, ratings)


def player_of(visit: Visit, key: str) -> EntrantId:
    """The player to whom a link leads; NotFound."""
    who = visit.evening.player(key)
    if who is None:
        raise NotFound(say("serve.no-player"))
    return who


def note(visit: Visit, key: str, fields: Fields) -> None:
    """A player is here, comes late, or leaves."""
    session, who, word = visit.session, player_of(visit, key), fields.get("do", "")
    session.store.actor = say("serve.phone-of-player", number=who).text(LOG_LANG)
    with session.naming():
        if word == "drop":
            session.change(lambda state, _: [decisions.dropped(state, who)])
        elif word in ("here", "late"):
            check_in(session, who, word)


def player_values(visit: Visit, key: str) -> dict[str, Any]:
    """What the page of a player shows: the tables of the rounds that are published."""
    session, who = visit.session, player_of(visit, key)
    tables = [
        (
            visit.evening.title(stage, round_),
            visit.evening.card(EventTableRef(session, stage, round_, table)),
        )
        for stage in session.state.stages
        for round_, table in stage.tables()
        if who in table.present()
        and (round_.locked or not round_.missing() or decisions.is_schedule(stage))
    ]
    one, cards = session.state.entrants[who], visit.evening.cards()
    person = person_card(visit, cards, who)
    return {"cards": cards, "person": person, "tables": tables[::-1], "one": one}
