"""An event as its pages show it, and the links by which its tables and players are reached.

A link contains a key, which only this database can make: whoever has the sheet of a table, or sees
its code on the screen, can hand in its result, and nobody else can guess the address.
"""

import hmac
from base64 import urlsafe_b64encode
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from typing import Any, Final, NamedTuple

from engines.games import GAMES
from engines.messages import Message, Sentence, say
from tourney.app.choose import planned_event
from tourney.app.event_picture import EventWatch, current_round
from tourney.app.event_session import EventSession
from tourney.app.event_tables import EventTableRef
from tourney.app.host import Host
from tourney.app.report_result import (
    DISPUTED,
    ENTERED,
    NOT_PLAYED,
    OPEN,
    REPORTED,
    status_of,
)
from tourney.domain.event_log import EntrantId
from tourney.domain.match_values import PLACE_IN_EVENT
from tourney.events.event_state import CLOSED, RoundState, StageState, TableState
from tourney.events.final_standings import TablesOfStage
from tourney.formats.formats import format_of
from tourney.proofs.announced import SealingFacts, event_sealing
from tourney.render.paper import SheetMatch
from tourney.render.text_tables import Table, fixed
from tourney.reports.event_page import capital
from tourney.reports.event_report import round_title
from tourney.store.events import event_version
from tourney.store.matches import match_named
from tourney.store.server_key import server_key

KEY_BYTES: Final = 16
"""Bytes of the key in a link."""


STATUS: Final[Mapping[str, Sentence]] = {
    OPEN: Sentence("serve.is-open"),
    REPORTED: Sentence("serve.is-reported"),
    DISPUTED: Sentence("serve.is-disputed"),
    ENTERED: Sentence("serve.is-entered"),
    NOT_PLAYED: Sentence("serve.is-not-played"),
}
"""The words for how far a table is."""


class SeatLine(NamedTuple):
    """A player at a table, with score and place if there is a result, or a report of it.

    Of two who share the first place in a bracket, only who goes on is first.
    """

    entrant: EntrantId
    name: str
    score: int | None
    place: int | None
    bot: bool


class TableCard(NamedTuple):
    """A table as pages show it; `called` is the name of a match of a bracket, else its number.

    `title` has the word table before a number. In `teams` are the seats of partners together; where
    everybody plays alone, each seat is one. `match` is the id of its match, if there is one, and
    `moves` whether it can be watched.
    """

    place: tuple[str, int, int]
    called: str
    title: str
    status: str
    words: Message
    seats: Sequence[SeatLine]
    key: str
    match: str
    moves: bool
    teams: Sequence[Sequence[SeatLine]]


class RoundCard(NamedTuple):
    """The round of a stage that is played; `length` is the number of rounds, if it is known."""

    title: str
    length: int | None
    game: str
    tables: Sequence[TableCard]
    byes: Sequence[str]

    @property
    def open(self) -> int:
        """The tables without a result."""
        return sum(table.status not in (ENTERED, NOT_PLAYED) for table in self.tables)


class StandingCard(NamedTuple):
    """A row of the standings; a bracket has no points."""

    place: int
    player: str
    points: str


class EventCards(NamedTuple):
    """All that pages show of an event, as it is after a row of the log.

    `hidden` are the numbers of the rounds that were left out, as they are not published.
    """

    name: str
    version: int
    closed: bool
    rounds: Sequence[RoundCard]
    standings: Sequence[tuple[str, Sequence[StandingCard]]]
    players: Mapping[EntrantId, str]
    hidden: Sequence[int]
    sealed: SealingFacts | None


class Evening:
    """The pages' view of an event, read again when its log has grown."""

    def __init__(self, session: EventSession, secret: bytes) -> None:
        self.session = session
        self._secret = secret
        self._cards: dict[bool, EventCards] = {}

    def cards(self, *, public: bool = True) -> EventCards:
        """What everybody may see, or the organiser."""
        version = event_version(self.session.store, self.session.event)
        known = self._cards.get(public)
        if known is None or known.version != version:
            watch = EventWatch(self.session, public=public)
            watch.read()
            known = self._cards[public] = self._made(watch, version)
        return known

    def key(self, *about: str | int) -> str:
        """The key of a link of this event."""
        return link_key(self._secret, self.session.event.id, *about)

    def table(self, key: str) -> EventTableRef | None:
        """The table to which a link leads, also one of an earlier round."""
        session = self.session
        session.load()
        for stage in session.state.stages:
            for round_, table in stage.tables():
                if _same_key(self.table_key(stage, round_, table), key):
                    return EventTableRef(session, stage, round_, table)
        return None

    def table_key(self, stage: StageState, round_: RoundState, table: TableState) -> str:
        """The key of a table."""
        return self.key("table", stage.plan.name, round_.number, table.number)

    def player(self, key: str) -> EntrantId | None:
        """The entrant to whom a link leads."""
        self.session.load()
        found = (one for one in self.session.state.entrants if _same_key(self.player_key(one), key))
        return next(found, None)

    def player_key(self, entrant: EntrantId) -> str:
        """The key of an entrant; a number that had been given to somebody else has another one."""
        before = self.session.state.withdrawn.get(entrant, 0)
        return self.key("player", entrant, *([before] if before else []))

    def card(self, at: EventTableRef) -> TableCard:
        """A table with its result, or what was reported of it if all say the same."""
        stage, round_, table = at.stage, at.round, at.table
        names, result = self.session.names, table.result
        said = set(table.reports.values())
        about = result or (next(iter(said)) if len(said) == 1 else None)
        scores = dict(zip(about.entrants, about.scores, strict=False)) if about else {}
        places = dict(zip(about.entrants, about.places, strict=False)) if about else {}
        tables = TablesOfStage(self.session.state, stage, self.session.rules)
        called = tables.name(round_.number, table.number)
        if ahead := tables.ahead(round_, table):
            places = {one: 1 if one == ahead else 2 for one in places}
        entrants = self.session.state.entrants
        seats = [
            SeatLine(one, names[one], scores.get(one), places.get(one), bool(entrants[one].bot))
            for one in table.present()
        ]
        teams: dict[int, list[SeatLine]] = {}
        for seat, side in zip(seats, at.sides, strict=True):
            teams.setdefault(side, []).append(seat)
        number = say("serve.table", name=table.number)
        played = None
        if table.match is not None:
            played = match_named(self.session.store, str(table.match), entries=False)
        return TableCard(
            (stage.plan.name, round_.number, table.number),
            self._text(called) if called else str(table.number),
            capital(self._text(called or number)),
            status_of(table),
            STATUS[status_of(table)](),
            seats,
            self.table_key(stage, round_, table),
            played.name if played else "",
            played is not None and played.has_moves,
            list(teams.values()),
        )

    def _made(self, watch: EventWatch, version: int) -> EventCards:
        session, stages = self.session, watch.stages()
        rounds, standings, hidden = [], [], []
        for stage in stages:
            if kept := watch.hidden(stage):
                hidden.append(kept.number)
            known = watch.known(stage)
            if not known:
                continue
            rounds.append(self._round(stage, current_round(known)))
            for title, table in watch.standings(stage, known):
                several = len(session.state.stages) > 1
                named = watch.in_stage(stage, title) if several else title
                pointless = format_of(stage.plan.format).elimination
                standings.append((capital(named), _rows(table, pointless=pointless)))
        players = {
            one: session.names[one]
            for one, entrant in session.state.entrants.items()
            if not entrant.away and not entrant.fills
        }
        closed = session.state.phase == CLOSED
        sealed, name = event_sealing(session.state), session.event.name
        return EventCards(name, version, closed, rounds, standings, players, hidden, sealed)

    def _round(self, stage: StageState, round_: RoundState) -> RoundCard:
        session = self.session
        tables = [
            self.card(EventTableRef(session, stage, round_, table)) for table in round_.tables
        ]
        byes = [session.names[one] for one in round_.byes]
        game = GAMES[round_.game].title.get(session.host.lang, round_.game)
        length = session.rules.length(session.state, stage)
        return RoundCard(self.title(stage, round_), length, game, tables, byes)

    def title(self, stage: StageState, round_: RoundState) -> str:
        """The words for a round, with its stage if there are several."""
        several = len(self.session.state.stages) > 1
        name = stage.plan.name if several else ""
        return capital(self._text(round_title(name, round_.number)))

    def _text(self, message: Message | str) -> str:
        return self.session.host.text(message)


def _rows(table: Table, *, pointless: bool) -> list[StandingCard]:
    rows: Any = table.rows  # the columns that the standings of a screen have
    return [StandingCard(row[0], row[1], "" if pointless else fixed(row[2], 2)) for row in rows]


def _same_key(own: str, given: str) -> bool:
    """Whether a key is the right one, in a time that does not tell how much of it is."""
    return hmac.compare_digest(own.encode(), given.encode("utf-8", "replace"))


def link_key(secret: bytes, *about: str | int) -> str:
    """The key in the link to something of an event, which nobody without the secret can make."""
    made = hmac.digest(secret, "\0".join(map(str, about)).encode(), sha256)[:KEY_BYTES]
    return urlsafe_b64encode(made).decode().rstrip("=")


def sheet_links(host: Host, address: str) -> Callable[[SheetMatch], str]:
    """The page of the table of a sheet; the start page for a match at no table of an event."""
    store = host.store()
    sessions: dict[str, EventSession | None] = {}

    def link(match: SheetMatch) -> str:
        event, *place = (match.headers.get(key, "") for key in PLACE_IN_EVENT)
        if event not in sessions:
            planned = planned_event(store, event)
            sessions[event] = EventSession(host, store, planned) if planned else None
        session = sessions[event]
        stage, round_, table = session.state.place(*place) if session else (None, None, None)
        if session is None or stage is None or round_ is None or table is None:
            return address
        about = "table", stage.plan.name, round_.number, table.number
        return f"{address.rstrip('/')}/t/{link_key(server_key(store), session.event.id, *about)}"

    return link
