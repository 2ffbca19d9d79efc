"""Results that come without moves, as records: from rows of a table or from other programs.

Every result becomes the text of a record, is read and checked like any other, and is named by its
place in the file.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from engines.api import seat_letter
from engines.games import GAMES
from engines.messages import Message, say
from tourney.domain.errors import DataFault, quoted
from tourney.domain.match_values import StoredMatch
from tourney.records import check, read, stored
from tourney.records.field_values import HEADERS, places_of_scores, rank_text, scores_text
from tourney.records.problems import Problem

LEFT: Final = "left"
"""The reason of a forfeit, which no table of results has."""
COLUMNS: Final = {"seat": "player", "result": "score", "rank": "place", "x-seconds": "seconds"}
"""By line of a record: the column from which it is made, if it has another name."""


@dataclass(frozen=True, slots=True)
class GivenSeat:
    """A seat of a result; `version` is that of a bot, None for a person.

    `where` is its place in the file, if it has one of its own.
    """

    player: str
    score: int
    place: int | None = None
    version: str | None = None
    forfeit: bool = False
    where: str = ""


@dataclass(frozen=True, slots=True)
class GivenResult:
    """A result with its place in the file, such as `results.csv:5`."""

    where: str
    name: str
    game: str
    seats: Sequence[GivenSeat]
    options: str = ""
    status: str = "complete"
    headers: dict[str, str] = field(default_factory=dict)


def _record_of(given: GivenResult, shared: list[str]) -> StoredMatch:
    """The checked record of a result; DataFault with its place in the file."""
    if given.game not in GAMES:
        known = ", ".join(GAMES)
        raise _fault(given, say("exports.no-such-game", game=quoted(given.game), known=known))
    people = [one.player for one in given.seats if one.version is None and one.player != "?"]
    for one in people:
        if people.count(one) > 1:
            raise _fault(given, say("exports.plays-twice", player=quoted(one)))
    unranked = _text(given, None)
    rank = _rank(given, unranked, shared)
    text = _text(given, rank)
    document = read(text)
    problems = document.faults()
    if not problems:
        problems = [one for match in document.matches for one in check(match).problems]
    for problem in problems:
        raise _refusal(given, problem, text)
    return stored(document.matches[0])


def _fault(given: GivenResult, what: Message) -> DataFault:
    words = {"where": quoted(given.where), "match": quoted(given.name)}
    return DataFault(say("exports.in-result", **words, fault=what))


def _refusal(given: GivenResult, problem: Problem, text: str) -> DataFault:
    """The error for a problem of the record of a result: the column that it follows from."""
    fault = problem.reason.named([one.player for one in given.seats])
    if problem.remedy is not None:
        fault = say("exports.with-remedy", fault=fault, remedy=problem.remedy)
    key = text.split("\n")[problem.line - 1].partition(":")[0]
    where = given.where
    if key.startswith("seat "):
        where = given.seats[ord(key[-1]) - ord("A")].where or where
    column = COLUMNS.get(key.split(" ")[0], key)
    words = {"where": quoted(where), "match": quoted(given.name), "column": column}
    return DataFault(say("exports.in-column", **words, fault=fault))


def _rank(given: GivenResult, text: str, shared: list[str]) -> str:
    """The order of the seats: the places that are given, else what follows from the scores."""
    places = [one.place for one in given.seats if one.place is not None]
    if len(places) == len(given.seats):
        return rank_text(places)
    if places:
        raise _fault(given, say("exports.some-places"))
    document = read(text)
    for problem in document.faults():
        raise _refusal(given, problem, text)
    match = document.matches[0]
    assert match.game is not None, "a document without faults"
    found = places_of_scores(match.game, match.options, [one.score for one in given.seats])
    if not found.places:
        raise _fault(given, say("exports.tie-undecided"))
    if found.open:
        shared.append(given.where)
    return rank_text(found.places)


def _text(given: GivenResult, rank: str | None) -> str:
    headers = {"match": given.name, "game": given.game, **given.headers}
    if given.options:
        headers["options"] = given.options
    known = [(key, headers[key]) for key in HEADERS if headers.get(key)]
    private = [(key, value) for key, value in headers.items() if key.startswith("x-") and value]
    lines = [f"{key}: {_one_line(value)}" for key, value in (*known, *private)]
    for seat, one in enumerate(given.seats):
        bot = f" [bot {one.version}]" if one.version is not None else ""
        lines.append(f"seat {seat_letter(seat)}: {_one_line(one.player)}{bot}")
    lines += ["", f"result: {scores_text([one.score for one in given.seats])}"]
    lines += [f"rank: {rank}"] if rank else []
    lines.append(f"status: {given.status}")
    if given.status == "forfeit":
        gone = [seat for seat, one in enumerate(given.seats) if one.forfeit]
        lines += [f"forfeit: {seat_letter(seat)} {LEFT}" for seat in gone]
    return "".join(f"{line}\n" for line in lines)


def _one_line(text: str) -> str:
    return " ".join(text.split())


class ResultRecords(NamedTuple):
    """The records of several results.

    `shared` are the places in the file of those where equal scores share a place although
    something else may decide.
    """

    matches: Sequence[StoredMatch]
    shared: Sequence[str]


def records_of(results: Iterable[GivenResult]) -> ResultRecords:
    """The checked records of several results; DataFault if two have the same id."""
    found: dict[str, StoredMatch] = {}
    shared: list[str] = []
    for given in results:
        if given.name in found:
            raise _fault(given, say("exports.same-match"))
        found[given.name] = _record_of(given, shared)
    return ResultRecords(list(found.values()), shared)
