"""Values of header, seat and trailer lines: from what people type to the canonical form.

Every function takes the text read and raises `Slip` with offsets into it. Knows no game.
"""

import re
from collections.abc import Sequence
from datetime import date
from difflib import get_close_matches
from itertools import pairwise
from typing import Final

from engines.api import Seat, seat_letter
from tourney.records.lines import NAME, Slip

HEADERS: Final = (
    "match",
    "game",
    "rules",
    "options",
    "event",
    "stage",
    "round",
    "table",
    "date",
    "venue",
    "recorder",
    "source",
    "deal",
)
"""Header keys in canonical order; private `x-` keys follow, then the seats."""

TRAILER: Final = ("result", "rank", "status", "forfeit")
SOURCES: Final = ("engine", "table", "notes", "import")
STATUSES: Final = ("complete", "forfeit", "abandoned", "adjudicated", "unfinished", "void")
FORFEITS: Final = (
    *("no-show", "left", "resigned", "disqualified"),
    *("crash", "timeout", "illegal", "protocol", "startup", "oom", "flood"),
)
FREE: Final = frozenset(("event", "stage", "round", "table", "venue", "recorder", "deal"))
"""Headers whose value is free text."""

_DIGITS = "[0-9?]"
_DATE = re.compile(
    rf"(?P<year>{_DIGITS}{{4}})(-(?P<month>{_DIGITS}{{2}})(-(?P<day>{_DIGITS}{{2}})"
    rf"(T(?P<hour>{_DIGITS}{{2}}):(?P<minute>{_DIGITS}{{2}})(:(?P<second>{_DIGITS}{{2}}))?"
    r"(Z|[+-][0-9]{2}:[0-9]{2})?)?)?)?"
)
_LIMITS = {"month": (1, 12), "day": (1, 31), "hour": (0, 23), "minute": (0, 59), "second": (0, 60)}
# Possessive: blanks that could belong to either side of what is missing are not tried twice.
_SCORE = re.compile(r"\s*+,?+\s*+([A-Za-z])\s*+[:=]?+\s*+(-?[0-9]{1,9}|\?)(?=[\s,]|$)")
_RANKED = re.compile(r"\s*+([A-Za-z])\s*+([>=]|$)")
WORD: Final = re.compile(r"\S+")


def suggestion(word: str, words: Sequence[str]) -> str:
    """A remedy that names the closest word, or all of them when none is close."""
    close = get_close_matches(word, words, 1)
    return f"did you mean '{close[0]}'?" if close else f"one of: {', '.join(words)}"


def one_of(code: str, what: str, words: Sequence[str], text: str) -> str:
    """A word of a closed list, in lower case."""
    word = text.strip().lower()
    if word not in words:
        raise Slip(code, f"unknown {what} '{word}'", filled(text), suggestion(word, words))
    return word


def match_id(text: str) -> str:
    """The id of a match: one word."""
    if not text.strip() or len(text.split()) != 1:
        raise Slip("T-id", f"'{text.strip()}' is no match id", filled(text), "write one word")
    return check_name("the match id", text.strip(), filled(text))


def check_name(what: str, name: str, span: tuple[int, int]) -> str:
    """The name; a Slip if it is longer than names are."""
    if len(name) > NAME:
        words = f"{what} has {len(name)} characters, {NAME} at most"
        raise Slip("T-long", words, span, "shorten it")
    return name


def date_text(text: str) -> str:
    """An ISO 8601 date, partial or with unknown digits, or `?`."""
    value = text.strip()
    found = _DATE.fullmatch(value)
    if value != "?" and (found is None or not _possible(found)):
        raise Slip(
            "T-date", f"'{value}' is no date", filled(text), "write YYYY-MM-DD, or part of it"
        )
    return value


def _possible(found: re.Match[str]) -> bool:
    for part, (low, high) in _LIMITS.items():
        digits = found[part]
        if digits and "?" not in digits and not low <= int(digits) <= high:
            return False
    if found["day"] is None or "?" in found["year"] + found["month"] + found["day"]:
        return True
    try:
        date(int(found["year"]), int(found["month"]), int(found["day"]))
    except ValueError:
        return False
    return True


def option_pairs(text: str) -> dict[str, str]:
    """`key=value` pairs as written."""
    pairs: dict[str, str] = {}
    for found in WORD.finditer(text):
        key, equals, value = found[0].partition("=")
        if not (key and equals and value):
            raise Slip("T-option", f"'{found[0]}' is no option", found.span(), "write key=value")
        if key in pairs:
            raise Slip("T-option", f"option '{key}' is given twice", found.span(), "keep one")
        pairs[key] = value
    return pairs


def attributes(text: str) -> tuple[str, ...]:
    """What stands in the brackets behind a name: `bot VERSION`, `id ID`, `new`."""
    kinds: list[str] = []
    for part in text.split(","):
        kind, _, value = part.strip().partition(" ")
        value = value.strip()
        if kind not in ("bot", "id", "new") or (kind == "new") == bool(value) or kind in kinds:
            raise Slip("T-seat", f"'{part.strip()}' is no attribute", (0, len(text)), _ATTRIBUTE)
        check_name(f"'{kind}'", value, (0, len(text)))
        kinds.append(kind)
    return tuple(" ".join(part.split()) for part in text.split(","))


_ATTRIBUTE = "write [bot VERSION], [id ID] or [new]; a name cannot end in brackets"


def scores(text: str, seats: int) -> tuple[int | None, ...]:
    """The value of `result`: a score or `?` for every seat."""
    found: dict[Seat, int | None] = {}
    position, end = 0, len(text.rstrip())
    while position < end:
        item = _SCORE.match(text, position)
        if item is None:
            raise Slip("T-result", "cannot read the result", (position, len(text)), _RESULT)
        _place(found, item, None if item[2] == "?" else int(item[2]), seats)
        position = item.end()
    _complete("T-result", found, seats, text)
    return tuple(found[seat] for seat in range(seats))


_RESULT = "write a score or ? for every seat, such as A 26, B 8"


def rank(text: str, seats: int) -> tuple[int, ...]:
    """The value of `rank` as the place of every seat, shared places equal."""
    found: dict[Seat, int | None] = {}
    position, place, between, end = 0, 1, ">", len(text.rstrip())
    while position < end:
        item = _RANKED.match(text, position)
        if item is None:
            raise Slip("T-rank", "cannot read the rank", (position, len(text)), _RANK)
        place = place if between == "=" else len(found) + 1
        _place(found, item, place, seats)
        position, between = item.end(), item[2]
    if between != "" or not found:
        raise Slip("T-rank", "the rank breaks off", filled(text), _RANK)
    _complete("T-rank", found, seats, text)
    return tuple(found[seat] or 0 for seat in range(seats))


def by_side(places: Sequence[int], sides: Sequence[int]) -> tuple[int, ...]:
    """Places where a team takes one together: as many as sides stand before it, and one."""
    ahead = [
        {sides[other] for other, better in enumerate(places) if better < place} for place in places
    ]
    return tuple(1 + len(others) for others in ahead)


_RANK = "write every seat once, such as A > B = C > D"


def _place(
    found: dict[Seat, int | None], item: re.Match[str], value: int | None, seats: int
) -> None:
    seat = seat_number(item[1], seats, item.span(1))
    if seat in found:
        raise Slip("T-seats", f"seat {seat_letter(seat)} stands here twice", item.span(1))
    found[seat] = value


def _complete(code: str, found: dict[Seat, int | None], seats: int, text: str) -> None:
    missing = [seat_letter(seat) for seat in range(seats) if seat not in found]
    if missing:
        raise Slip(code, f"seat {missing[0]} is missing", filled(text), "name every seat once")


def seat_number(letter: str, seats: int, span: tuple[int, int]) -> Seat:
    """The seat of a letter; a Slip if nobody sits there."""
    seat = ord(letter.upper()) - ord("A")
    if not 0 <= seat < seats:
        last = seat_letter(seats - 1)
        raise Slip(
            "T-seats", f"nobody sits at {letter.upper()}", span, f"the seats are A to {last}"
        )
    return seat


def forfeit(text: str, seats: int) -> tuple[Seat, str]:
    """The value of `forfeit`: a seat and why."""
    found = re.fullmatch(r"\s*([A-Za-z])\s+(\S+)\s*", text)
    if found is None:
        fix = "write SEAT REASON: D left"
        raise Slip("T-forfeit", "cannot read the forfeit", filled(text), fix)
    seat = seat_number(found[1], seats, found.span(1))
    if found[2].lower() not in FORFEITS:
        words = f"unknown reason '{found[2]}' for a forfeit"
        raise Slip("T-forfeit", words, found.span(2), suggestion(found[2].lower(), FORFEITS))
    return seat, found[2].lower()


def scores_text(values: Sequence[int | None]) -> str:
    """The canonical `result` value."""
    shown = ("?" if value is None else value for value in values)
    return ", ".join(f"{seat_letter(seat)} {value}" for seat, value in enumerate(shown))


def rank_text(places: Sequence[int]) -> str:
    """The canonical `rank` value: better places first, `=` between seats that share one."""
    order = sorted(range(len(places)), key=lambda seat: (places[seat], seat))
    text = seat_letter(order[0])
    for before, seat in pairwise(order):
        text += f" {'=' if places[before] == places[seat] else '>'} {seat_letter(seat)}"
    return text


def filled(text: str) -> tuple[int, int]:
    """Offsets of a text without the blanks around it, of one character at least."""
    start = len(text) - len(text.lstrip())
    return start, max(start + 1, len(text.rstrip()))
