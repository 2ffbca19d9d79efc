"""Results and faults as tables: one row for each match and seat, streamed match by match.

The scores and places as played are beside those that count in standings, because an organiser may
have corrected the scores of a match. Records of stored matches are written as they are, to one file
or split over several.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

from engines.api import CHANCE, seat_letter
from engines.messages import say
from tourney.domain.match_values import CountedResult, StoredMatch, pack_options
from tourney.domain.safe_text import unique_names
from tourney.records import check, read
from tourney.records.stored import record
from tourney.render.text_tables import Column, Number, Row, Table, plain_value

# How a match counts in the standings; None if it does not count.
Counting: TypeAlias = Callable[[StoredMatch], CountedResult | None]

RESULT_COLUMNS: Final = (
    Column("match", kind="text"),
    Column("deal", align="right", kind="integer"),
    Column("lineup", say("render.heading-line-up"), "right", kind="integer"),
    Column("seat", kind="text"),
    Column("player", kind="text"),
    Column("score", align="right", kind="integer"),
    Column("place", align="right", kind="integer"),
    Column("forfeit", kind="flag"),
    Column("bot_version", say("render.heading-version"), kind="text"),
    Column("counted_score", say("render.heading-counted"), "right", kind="integer"),
    Column("counted_place", say("render.heading-counted-place"), "right", kind="integer"),
    Column("points", align="right", kind="number"),
    Column("points_exact", only="data", kind="text"),
    Column("run", kind="text"),
    Column("event", kind="text"),
    Column("stage", kind="text"),
    Column("round", kind="text"),
    Column("table", kind="text"),
    Column("game", kind="text"),
    Column("options", kind="text"),
    Column("rules", align="right", kind="integer"),
    Column("date", kind="text"),
    Column("status", kind="text"),
    Column("irregular", align="right", kind="integer"),
    Column("plies", align="right", kind="integer"),
    Column("seconds", say("render.heading-duration"), align="right", kind="integer"),
    Column("revision", align="right", kind="integer"),
)

FAULT_COLUMNS: Final = (
    Column("match", kind="text"),
    Column("seat", kind="text"),
    Column("player", kind="text"),
    Column("bot_version", say("render.heading-version"), kind="text"),
    Column("code", kind="text"),
    Column("ply", align="right", kind="integer"),
    Column("evidence", kind="text"),
    Column("detail", only="data", kind="text"),
    Column("run", kind="text"),
    Column("event", kind="text"),
    Column("game", kind="text"),
    Column("status", kind="text"),
)

_DEAL: Final = re.compile(r"deal (\d{1,12}) rotation \d{1,12}(?: lineup (\d{1,12}))?\Z")
_SECONDS: Final = re.compile(r"[0-9]{1,9}")


def result_rows(match: StoredMatch, counting: Counting) -> Iterator[Row]:
    """The rows of a match by seat; unknown values are empty."""
    # Who forfeited is known by the faults; the other seats of such a match did not.
    gone = {fault.seat for fault in match.faults} if match.status == "forfeit" else set()
    seats = range(len(match.players))
    counted = counting(match)
    blank = (None,) * len(seats)
    counts = zip(*(counted or (blank, blank, blank)), strict=True)
    headers = dict(match.headers)
    rest = (
        run_of(match),
        *(headers.get(key) for key in ("event", "stage", "round", "table")),
        match.game,
        pack_options(match.options),
        match.rules,
        headers.get("date"),
        match.status,
        irregular(match),
        match.plies,
        seconds(match),
        match.revision,
    )
    for seat, (score, place, points) in zip(seats, counts, strict=True):
        own = (match.players[seat], match.scores[seat], match.places[seat], seat in gone)
        exact = None if points is None else str(points)
        counting_so = (match.versions[seat], score, place, points, exact)
        yield (match.name, *deal_of(match), seat_letter(seat), *own, *counting_so, *rest)


def run_of(match: StoredMatch) -> str | None:
    """The name of the run of a match; None for a record."""
    return match.name.rpartition("/")[0] if match.text is None else None


def deal_of(match: StoredMatch) -> tuple[int | None, int | None]:
    """The numbers of deal and line-up of a match of a run; the deal of a record is free text."""
    found = _DEAL.search(dict(match.headers).get("deal", "")) if match.text is None else None
    return (int(found[1]), int(found[2] or 0)) if found else (None, None)


def cards_of(match: StoredMatch) -> object:
    """What is equal for the matches with the same cards: run and deal; a record has its own."""
    deal, _ = deal_of(match)
    return match.name if deal is None else (run_of(match), deal)


def irregular(match: StoredMatch) -> int:
    """How many actions broke the rules and were let stand; each is marked with ^."""
    if match.text is None or "^" not in match.text:
        return 0
    return check(read(match.text).matches[0]).irregular


def seconds(match: StoredMatch) -> int | None:
    """How long a match took, as the header x-seconds of its record says."""
    text = dict(match.headers).get("x-seconds", "")
    return int(text) if _SECONDS.fullmatch(text) else None


def match_faults_table(matches: Iterable[StoredMatch]) -> Table:
    """One row for each fault or reason of a forfeit; a failure of the program has no seat."""
    return Table(FAULT_COLUMNS, (row for match in matches for row in fault_rows(match)))


def fault_rows(match: StoredMatch) -> Iterator[Row]:
    """The rows of a match, in the order of its faults."""
    event = dict(match.headers).get("event")
    rest = (run_of(match), event, match.game, match.status)
    for fault in match.faults:
        who: tuple[str | None, ...] = (None, None, None)
        if fault.seat >= 0:
            seat = fault.seat
            who = (seat_letter(seat), match.players[seat], match.versions[seat])
        yield (match.name, *who, fault.code, fault.ply, fault.evidence, fault.detail, *rest)


MATCH_COLUMNS = (
    Column("match", kind="text"),
    Column("game", kind="text"),
    Column("rules", align="right", kind="integer"),
    Column("options", kind="text"),
    Column("event", kind="text"),
    Column("date", kind="text"),
    Column("deal", kind="text"),
    Column("status", kind="text"),
    Column("seats", align="right", kind="integer"),
    Column("players", kind="text"),
    Column("result", kind="text"),
    Column("rank", kind="text"),
    Column("faults", kind="text"),
    Column("revision", align="right", kind="integer"),
)
MOVE_COLUMNS = (
    Column("match", kind="text"),
    Column("ply", align="right", kind="integer"),
    Column("seat", kind="text"),
    Column("player", kind="text"),
    Column("text", kind="text"),
    Column("ms", align="right", kind="number"),
    Column("info", kind="text"),
)


def matches_table(matches: Iterable[StoredMatch]) -> Table:
    """One row for each match."""
    return Table(MATCH_COLUMNS, map(_match_row, matches))


def _match_row(match: StoredMatch) -> Row:
    headers = dict(match.headers)
    scores = ["?" if score is None else str(score) for score in match.scores]
    return (
        match.name,
        match.game,
        match.rules,
        pack_options(match.options),
        headers.get("event"),
        headers.get("date"),
        headers.get("deal"),
        match.status,
        len(match.players),
        _by_seat(match.players),
        _by_seat(scores),
        _rank(match.places),
        # A failure of the program has neither seat nor ply.
        ", ".join(
            fault.code if fault.seat < 0 else f"{seat_letter(fault.seat)} {fault.code} {fault.ply}"
            for fault in match.faults
        ),
        match.revision,
    )


def _by_seat(values: Iterable[str]) -> str:
    return ", ".join(f"{seat_letter(seat)} {value}" for seat, value in enumerate(values))


def _rank(places: tuple[int | None, ...]) -> str | None:
    """The rank in the notation of records: A > B = C."""
    known = sorted((place, seat) for seat, place in enumerate(places) if place is not None)
    if len(known) < len(places):
        return None
    groups = groupby(known, key=lambda held: held[0])
    return " > ".join(" = ".join(seat_letter(seat) for _, seat in group) for _, group in groups)


def moves_table(matches: Iterable[StoredMatch]) -> Table:
    """One row for each log entry, numbered as in the database; the dealer has no seat.

    `ms` is the time of the move of a bot that is a program or a class, `info` what it wrote about
    it. Of several decisions that belong to one entry it is the time of all of them.
    """
    return Table(MOVE_COLUMNS, _move_rows(matches))


def _move_rows(matches: Iterable[StoredMatch]) -> Iterator[Row]:
    for match in matches:
        seats = {seat: (seat_letter(seat), name) for seat, name in enumerate(match.players)}
        seats[CHANCE] = ("", "")
        times: dict[int, int] = {}
        texts: dict[int, str] = {}
        for info in match.infos:
            if info.us is not None:
                times[info.ply] = times.get(info.ply, 0) + info.us
            if info.text:
                before = texts.get(info.ply)
                texts[info.ply] = info.text if before is None else f"{before} | {info.text}"
        for number, (seat, text) in enumerate(match.entries, start=1):
            letter, player = seats[seat]
            used = times.get(number)
            ms = None if used is None else used / 1000
            found = texts.get(number)
            yield (match.name, number, letter or None, player or None, text, ms, found)


SnapshotRow = tuple[Number, ...]

OF_SEAT = (
    "player", "bot_version", "score", "place", "forfeit", "counted_score", "counted_place",
    "points", "points_exact",
)  # fmt: skip
OF_MATCH = (
    "match", "run", "event", "stage", "round", "table", "deal", "lineup", "game", "options",
    "rules", "date", "status", "irregular", "plies", "seconds", "revision",
)  # fmt: skip
_PLACES = {column.key: place for place, column in enumerate(RESULT_COLUMNS)}
_SEAT = [_PLACES[key] for key in OF_SEAT]
_MATCH = [_PLACES[key] for key in OF_MATCH]


class MatchRows(NamedTuple):
    """The rows of a match by table of the snapshot."""

    match: list[SnapshotRow]
    seat: list[SnapshotRow]
    move: Iterator[SnapshotRow]
    fault: list[SnapshotRow]


def match_rows(match: StoredMatch, counting: Counting) -> MatchRows:
    """The rows of a match, whose id joins them."""
    rows = [[plain_value(value) for value in row] for row in result_rows(match, counting)]
    moves = (
        (match.id, ply, None if seat == CHANCE else seat, text)
        for ply, (seat, text) in enumerate(match.entries, start=1)
    )
    faults: list[SnapshotRow] = [
        (match.id, number, None if one.seat < 0 else one.seat, one.code, one.ply, one.evidence,
         one.detail)
        for number, one in enumerate(match.faults, start=1)
    ]  # fmt: skip
    return MatchRows(
        match=[(match.id, *(rows[0][place] for place in _MATCH))],
        seat=[(match.id, at, *(row[place] for place in _SEAT)) for at, row in enumerate(rows)],
        move=moves,
        fault=faults,
    )


def record_texts(matches: Iterable[StoredMatch]) -> Iterator[str]:
    """The records with an empty line between them, in canonical form.

    An imported record is unchanged, except for a missing line end before the next record.
    """
    between = ""
    for match in matches:
        text = record(match)
        yield between + text
        between = "\n" if text.endswith("\n") else "\n\n"


def write_split(matches: Iterable[StoredMatch], split: str, folder: Path) -> list[str]:
    """Write the records to a file for each match, round or event; returns the names of the files.

    The names follow from the matches and their order. Files must not exist before.
    """
    ends: dict[str, bool] = {}
    name_of = unique_names()
    for match in matches:
        name = f"{name_of(part_of(match, split))}.tmr"
        text = record(match)
        # Matches of several rounds may alternate: a part that was left grows again.
        between = "" if name not in ends else "\n" if ends[name] else "\n\n"
        with (folder / name).open("a", encoding="utf-8", newline="\n") as file:
            file.write(between + text)
        ends[name] = text.endswith("\n")
    return list(ends)


def part_of(match: StoredMatch, split: str) -> str:
    """What a match is filed under: its id, its event, or its event with stage and round.

    A match of no event is filed under its run, or under "matches".
    """
    if split == "match":
        return match.name
    headers = dict(match.headers)
    event = headers.get("event") or run_of(match) or "matches"
    if split == "event" or "round" not in headers:
        return event
    stage = f"{headers['stage']} " if "stage" in headers else ""
    return f"{event} {stage}r{headers['round']}"
