"""The result of a match as people type it, for which table of an event, compared and stored.

Scores and orders of finish have names or letters of seats, in any width.
"""

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from typing import Final
from unicodedata import normalize

from engines.api import seat_letter
from engines.messages import Message, Player, Sentence, say
from tourney.app.event_session import EventSession
from tourney.app.event_tables import EventTableRef, table_at
from tourney.app.host import Host
from tourney.desk import TableSetup
from tourney.desk.answers import result_only, seat_of
from tourney.domain.errors import Conflict, DataFault, UsageFault, quoted
from tourney.domain.event_log import EntrantId, EventResult, EventRow
from tourney.domain.match_values import PRACTICE, StoredMatch
from tourney.events import decisions
from tourney.events.stage_standings import table_points
from tourney.records.field_values import (
    date_text,
    impossible_outcomes,
    limit_fault,
    places_of_scores,
)
from tourney.records.lines import LineFault
from tourney.render.text_tables import Column, Table, fixed
from tourney.store.events import stored_events
from tourney.store.imports import add_match
from tourney.store.matches import match_named

FAR: Final = 60
"""Days from the date of a round up to which the date of a postponed match is nothing special."""
_SCORE: Final = re.compile(r"(?P<who>.*?)[\s=:\uff1d\uff1a]*(?P<score>-?\d+|\?)")
_VERSUS: Final = re.compile(r"(?P<first>\d+)(?P<sign>[:-])\d+(?:(?P=sign)\d+)*")
"""A result as it stands in a newspaper, such as 7:3 or 7-3."""
_NUMBER: Final = re.compile(r"-?\d+")
_WORD: Final = re.compile(r"(?:[^=:]+[=:])?-?\d+(?:\.\d+)?")
"""A score among others with blanks between them: 31, 31.5, A=31."""
_NARROW: Final = str.maketrans("\uff1e\uff1d\uff0d\u2212\u2013\uff1a", ">=---:")
_DIGITS: Final = 9
"""How many digits a score has at most, as in records."""


class ResultFault(Exception):
    """Text that is not a result."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message


def scores_of(
    text: str, players: Sequence[str], count: int, before: Sequence[int | None] = ()
) -> tuple[int, ...]:
    """The number of each of the first `count` players, named or in the order of the seats.

    Numbers that are not typed stay as they were `before`.
    """
    parts = [part.strip() for part in re.split(r"[,\uff0c、;]", text) if part.strip()]
    words = text.translate(_NARROW).split()
    if len(parts) == 1 and all(_NUMBER.fullmatch(word) for word in words):
        parts = words
    against = _VERSUS.fullmatch("".join(words))
    if len(parts) == 1 and not against and all(map(_WORD.fullmatch, words)):
        parts = words
    # Unless a player is called `7`: then `7:3` is the score of one player.
    if len(parts) == 1 and against and seat_of(against["first"], players) is None:
        if against["sign"] == "-":  # it could be a score below zero
            raise ResultFault(say("app.record-not-a-score", text=quoted(parts[0])))
        parts = words = "".join(words).split(":")
    alone = [part for part in parts if _NUMBER.fullmatch(part.translate(_NARROW))]
    if len(alone) == len(parts) and len(parts) != count:
        names = ", ".join(players[:count])
        raise ResultFault(
            say("app.record-other-number", given=len(parts), count=count, players=names)
        )
    found: dict[int, int] = {}
    for number, part in enumerate(parts):
        match = _SCORE.fullmatch(part.translate(_NARROW))
        if match is None or match["score"] == "?":
            raise ResultFault(say("app.record-not-a-score", text=quoted(part)))
        if len(match["score"].lstrip("-")) > _DIGITS:
            raise ResultFault(say("app.record-too-large", text=quoted(part)))
        if re.search(r"\d[.\uff0e]$", match["who"]):
            raise ResultFault(say("app.record-not-whole", text=quoted(part)))
        seat = _seat(match["who"], players) if match["who"].strip() else number
        if seat in found:
            raise ResultFault(say("app.record-twice", name=quoted(players[seat])))
        found[seat] = int(match["score"])
    if beyond := [seat for seat in found if seat >= count]:  # the second partner of a team
        raise ResultFault(
            say("app.record-not-a-score", text=quoted(parts[list(found).index(beyond[0])]))
        )
    kept = {seat: score for seat, score in enumerate(before) if score is not None}
    known = {**kept, **found}
    missing = [seat for seat in range(count) if seat not in known]
    if missing:
        raise ResultFault(say("app.record-missing-player", who=Player(missing[0])))
    return tuple(known[seat] for seat in range(count))


def _seat(name: str, players: Sequence[str]) -> int:
    """The seat of a player; ResultFault if there is none."""
    seat = seat_of(name, players)
    if seat is not None:
        return seat
    if len(plain := name.strip()) == 1:
        seats = ", ".join(f"{seat_letter(at)} {player}" for at, player in enumerate(players))
        raise ResultFault(say("app.record-no-seat", letter=quoted(plain), seats=seats))
    raise ResultFault(say("app.record-no-player", name=quoted(plain), known=", ".join(players)))


def require_possible(setup: TableSetup, scores: Sequence[int]) -> None:
    """ResultFault if no match of the game ends with these scores."""
    game, options = setup.rules()
    wrong = limit_fault(game, options, scores) or game.result_fault(options, scores, ())
    if wrong is not None:
        raise ResultFault(say("records.by-rule", fault=wrong.message, rule=wrong.rule))


def is_order(text: str) -> bool:
    """Whether a text is an order of finish and not scores."""
    return ">" in text.translate(_NARROW)


def order_of(text: str, seats: Sequence[int], setup: TableSetup) -> tuple[int, ...]:
    """The place of every seat from an order such as `Ben > Aiko = Chie`; 0 for other seats.

    One partner may stand for a team.
    """
    players, (game, options) = setup.players, setup.rules()
    sides = game.sides(options, len(players))
    places, place = [0] * len(players), 1
    named = re.findall(r"([^>=]+)([>=]|$)", text.translate(_NARROW))
    for count, (name, sign) in enumerate(named, 1):
        seat = _seat(name, players)
        if places[seat]:
            raise ResultFault(say("app.record-twice", name=quoted(players[seat])))
        if seat not in seats:
            known = ", ".join(players)
            raise ResultFault(say("app.record-no-player", name=quoted(name.strip()), known=known))
        places[seat] = place
        place = place if sign == "=" else count + 1
    # A partner who is not named has the place of the one who is.
    of_side = {side: places[seat] for seat, side in enumerate(sides) if places[seat]}
    places = [one or of_side.get(sides[seat], 0) for seat, one in enumerate(places)]
    missing = [seat for seat in seats if not places[seat]]
    if missing:
        raise ResultFault(say("app.record-not-in-order", who=Player(missing[0])))
    # Places are counted by sides: two partners ahead are one place.
    ahead = [{sides[o] for o in seats if places[o] < places[s]} for s in range(len(players))]
    return tuple(1 + len(others) for others in ahead)


@dataclass(frozen=True, slots=True)
class TypedResult:
    """What somebody typed: scores, perhaps an order of finish, perhaps the day of the match."""

    scores: str
    rank: str | None = None
    day: str | None = None


def typed_result(
    host: Host,
    setup: TableSetup,
    typed: TypedResult,
    before: Sequence[int | None] = (),
    *,
    decided: bool = False,
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The scores of all seats, and the places that are typed or follow from them.

    Scores that are not typed stay as they were `before`. Says if equal scores share a place.
    UsageFault, also if places are never shared in the game. DataFault if no match ends with these
    scores, except where the table or an organiser `decided` the match.
    """
    try:
        scores = scores_of(typed.scores, setup.players, len(setup.players), before)
        if not decided:
            require_possible(setup, scores)
        if typed.rank is not None:
            return scores, order_of(typed.rank, range(len(setup.players)), setup)
    except ResultFault as fault:
        kind = DataFault if fault.message.sentence == Sentence("records.by-rule") else UsageFault
        raise kind(fault.message.text(host.lang, setup.players)) from None
    found = places_of_scores(*setup.rules(), scores)
    if not found.places:
        raise UsageFault(say("app.match-add-rank"))
    if found.open:
        host.say(say("app.event-place-shared"))
    return scores, found.places


def stored_result(
    host: Host, setup: TableSetup, scores: Sequence[int], places: Sequence[int]
) -> StoredMatch:
    """The match of which only this result is known; DataFault if no match of the game ends so."""
    for _, why in impossible_outcomes(*setup.rules(), scores, places):
        by_rule = say("records.by-rule", fault=why.message, rule=why.rule)
        fault = by_rule if why.rule else why.message
        raise DataFault(fault.text(host.lang, setup.players))
    return result_only(setup, scores, places)


# The table of an event.


def enter_result(at: EventTableRef, typed: TypedResult) -> EventTableRef:
    """Store the first result of a table; its day is by default that of the round, else today."""
    session, match = at.session, first_result(at, typed)
    # The round may be drawn anew meanwhile: the table is looked for again.
    place = at.stage.plan.name, str(at.round.number), str(at.table.number)

    def check(
        before: Sequence[EventRow], new: Sequence[EventRow], _: Mapping[EntrantId, str]
    ) -> None:
        # The rows under the lock: another process may have entered a result meanwhile.
        session.load(session.view._replace(rows=before))
        for row in new:
            decisions.check_result(session.state, EventResult.of(row.details))

    try:
        with session.naming():
            add_match(session.store, match, "match result", check=check)
    except Conflict:
        session.load()
        if table_at(session, *place).table.match is None:
            raise
        words = {"round": at.round.number, "table": at.table.number}
        raise Conflict(say("app.event-entered-meanwhile", **words)) from None
    session.load()
    return table_at(session, *place, match.name)


def first_result(at: EventTableRef, typed: TypedResult) -> StoredMatch:
    """The match that a typed result means for a table that has none yet."""
    if not at.table.playable:
        words = {"round": at.round.number, "table": at.table.number}
        raise Conflict(say("app.event-no-match", **words))
    today = f"{date.today():%Y-%m-%d}"
    planned = at.session.state.dates.get((at.stage.plan.name, at.round.number))
    if typed.day is not None:
        try:
            day = date_text(typed.day)
        except LineFault as fault:
            remedy = fault.remedy or ""
            raise UsageFault(
                say("exports.with-remedy", fault=fault.message, remedy=remedy)
            ) from None
        _say_far(at, day, planned)
    else:  # a round that is dated later is played early
        day = min(planned or today, today)
    headers = {**at.headers(), "date": day, "source": "table"}
    seated = at.players
    setup = TableSetup(
        match=at.match_ids()[-1],
        game=at.round.game,
        players=tuple(name for name, _ in seated),
        options=at.options,
        headers=tuple((key, normalize("NFC", value)) for key, value in headers.items()),
        versions=tuple(bot.version if bot else "" for _, bot in seated),
    )
    host = at.session.host
    return stored_result(host, setup, *typed_result(host, setup, typed))


def _say_far(at: EventTableRef, text: str, planned: str | None) -> None:
    """Say if a typed date is far from that of the round, or after today: it may be a slip."""
    with suppress(ValueError):  # a date of a record may be partial
        when, today = date.fromisoformat(text[:10]), date.today()
        own = date.fromisoformat(planned[:10]) if planned else today
        days = (when - own).days
        if when > today:
            at.session.say(say("app.event-date-to-come", date=text, days=(when - today).days))
        elif abs(days) > FAR and planned:
            sentence = (
                Sentence("app.event-date-late") if days > 0 else Sentence("app.event-date-early")
            )
            at.session.say(sentence(date=text, days=abs(days), round=at.round.number))
        elif abs(days) > FAR:
            at.session.say(say("app.event-date-long-ago", date=text, days=-days))


def say_result_of(host: Host, name: str) -> None:
    """Write the points of a match that was recorded or played, and say what is still open.

    Says if it does not count yet. Nothing for practice, and for a match at no table of an event
    with a plan.
    """
    store = host.store()
    headers = match_named(store, name, entries=False).headers
    place = dict(headers)
    event = next((one for one in stored_events(store) if one.name == place.get("event")), None)
    if event is None or PRACTICE in headers:
        return
    session = EventSession(host, store, event)
    # Matches of an event with one stage do not name it.
    stage = place.get("stage") or session.state.stages[0].plan.name
    at = table_at(session, stage, place["round"], place["table"], name)
    if at.table.missing:
        command = host.command("match", "result", names=(name,))
        host.say(say("app.event-not-counted", name=name, command=command))
    else:
        show_points(at)
        say_open(at)


def show_points(at: EventTableRef) -> None:
    """Write what the result of a table is worth, best first; as JSON in the order of seats."""
    host, names = at.session.host, at.session.names
    points = table_points(at.session.state, at.stage, at.round, at.table)
    if host.json:
        rows = [(names[one], points[one]) for one in at.table.present() if one in points]
        host.show(Table((Column("player"), Column("points")), rows))
    elif points:
        best = sorted(points, key=lambda one: -points[one])
        host.write("  ".join(f"{names[one]} {fixed(points[one], 2)}" for one in best) + "\n")


def say_open(at: EventTableRef) -> None:
    """Say how many tables of a round are still open, or that it is complete and what comes next."""
    session, missing = at.session, sum(table.missing for table in at.round.tables)
    if missing:
        words = {"count": missing, "tables": len(at.round.tables), "round": at.round.number}
        session.host.say(say("app.event-still-open", **words))
        return
    if session.over and (open_ := session.state.missing()):
        stage, other, _ = open_[0]
        count = sum(place[:2] == (stage, other) for place in open_)
        words = {"round": at.round.number, "other": other, "count": count}
        session.host.say(say("app.event-round-complete-but", stage=stage, **words))
        return
    command = session.next_step()
    session.host.say(say("app.event-round-complete", round=at.round.number, command=command))
