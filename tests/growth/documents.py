"""Documents of events with any number of players, aliases, changes and matches."""

import json
from collections.abc import Callable
from functools import partial
from typing import Final

from tests.growth.measure import Shape
from tourney.domain.event_log import EventRow, Sizes
from tourney.domain.event_schema import (
    ContentEntrant,
    ContentMatch,
    ContentPlayer,
    ContentRevision,
    ContentRow,
    EventContent,
)
from tourney.events import decisions
from tourney.events.draws import RULES, Wanted
from tourney.events.event_plan import EventPlan, StagePlan
from tourney.events.event_state import state_of
from tourney.events.log_replay import checked
from tourney.exports.event_document import event_document, read_event

AT: Final = "2026-11-26T10:00:00.000000+00:00"
PLAN: Final = EventPlan((StagePlan("main", "manual", ("diamonds",), Sizes((2, 3, 4), 4)),))
RECORD: Final = """\
match: m{0}
game: diamonds
event: Cup
round: 1
table: {1}
source: table
seat A: P{2}x
seat B: P{3}x

result: A 9, B 5
rank: A > B
status: complete
"""


def _row(what: str, details: object) -> ContentRow:
    return ContentRow(AT, "me", what, json.loads(json.dumps(details)))


def _players(number: int) -> tuple[ContentPlayer, ...]:
    return tuple(ContentPlayer(f"P{n}x") for n in range(number))


def _event(number: int, *rows: ContentRow, people: int = 0, matches: int = 0) -> EventContent:
    """An event of so many entrants at first, and of more `people` by later rows."""
    count = number + people
    return EventContent(
        "Cup",
        _players(count),
        (),
        tuple(ContentEntrant(n, n) for n in range(1, count + 1)),
        (_row("event new", decisions.new(PLAN, "7", range(1, number + 1)).details), *rows),
        tuple(_match(n, 1) for n in range(matches)),
    )


def _match(number: int, revisions: int) -> ContentMatch:
    text = RECORD.format(number, number + 1, 2 * number, 2 * number + 1)
    many = (
        ContentRevision(n, AT, "me", "match result", "", "complete", text)
        for n in range(1, revisions + 1)
    )
    return ContentMatch(number + 1, f"m{number}", tuple(many))


def with_aliases(number: int) -> EventContent:
    """An event with a player of so many names."""
    event = _event(4)
    one = ContentPlayer("P0x", "", tuple(f"alias {n}" for n in range(number)))
    return EventContent("Cup", (one, *event.players[1:]), (), event.entrants, event.log, ())


def late_entries(number: int) -> EventContent:
    """An event in which nearly all enter later."""
    rows = (_row("event add-player", {"entrant": 5 + n, "player": 5 + n}) for n in range(number))
    return _event(4, *rows, people=number)


def _returns(number: int) -> EventContent:
    gone = _row("event drop", {"entrant": 1})
    back = _row("event return", {"entrant": 1, "tables": []})
    return _event(4, *(gone, back) * number)


def _result(table: int) -> ContentRow:
    details = {"round": "1", "table": str(table), "match": table, "status": "complete",
               "entrants": [2 * table - 1, 2 * table], "scores": [9, 5],
               "places": [1, 2]}  # fmt: skip
    return _row("event result", details)


def _drawn(tables: int) -> ContentRow:
    new = _event(2 * tables).log[0]
    state = state_of([EventRow(1, new.what, new.details)])
    pods = tuple((2 * n + 1, 2 * n + 2) for n in range(tables))
    (pair,) = decisions.paired(state, RULES, Wanted(pods))
    return _row(pair.what, pair.details)


def results(number: int) -> EventContent:
    """An event of one round with so many tables."""
    many = (_result(table) for table in range(1, number + 1))
    return _event(2 * number, _drawn(number), *many, matches=number)


def _corrections(number: int) -> EventContent:
    event = _event(2, _drawn(1), *[_result(1)] * number)
    one = (_match(0, number),)
    return EventContent("Cup", event.players, (), event.entrants, event.log, one)


def _made(make: Callable[[int], EventContent], number: int) -> bytes:
    return "".join(event_document(make(number))).encode()


def _taken(data: bytes) -> object:
    content = read_event(data, "x.json").content
    rows = [EventRow(number, one.what, one.details) for number, one in enumerate(content.log, 1)]
    return checked(rows, RULES)


DOCUMENTS: Final = [
    Shape(f"a document with {name}", partial(_made, make), _taken, 50, 1 << 11)
    for name, make in (
        ("aliases", with_aliases),
        ("entrants", _event),
        ("late entries", late_entries),
        ("returns", _returns),
        ("results", results),
        ("corrections", _corrections),
    )
]
