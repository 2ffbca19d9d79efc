"""Parses values of header, seat and trailer lines into their canonical form.

The functions take the text read and raise `LineFault` with offsets into it.
"""

import re
from collections.abc import Sequence
from datetime import date
from difflib import get_close_matches
from itertools import pairwise
from typing import Final

from engines.api import Seat, seat_letter
from engines.messages import Message, Sentence, say
from tourney.records.lines import NAME, LineFault

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
# Possessive quantifiers avoid quadratic backtracking over blanks.
_SCORE = re.compile(r"\s*+,?+\s*+([A-Za-z])\s*+[:=]?+\s*+(-?[0-9]{1,9}|\?)(?=[\s,]|$)")
_RANKED = re.compile(r"\s*+([A-Za-z])\s*+([>=]|$)")
TOKEN: Final = re.compile(r"\S+")


def suggestion(word: str, words: Sequence[str]) -> Message:
    """A remedy with the most similar word, or with all words if none is similar."""
    close = get_close_matches(word, words, 1)
    return (
        say("records.did-you-mean", word=close[0])
        if close
        else say("records.one-of", words=", ".join(words))
    )


def one_of(code: str, fault: Sentence, words: Sequence[str], text: str) -> str:
    """A word of a fixed list, in lower case; `fault` is the message for an unknown word."""
    word = text.strip().lower()
    if word not in words:
        raise LineFault(code, fault(word=word), filled(text), suggestion(word, words))
    return word


def match_id(text: str) -> str:
    """A match id: one word."""
    if not text.strip() or len(text.split()) != 1:
        raise LineFault(
            "T-id",
            say("records.not-an-id", text=text.strip()),
            filled(text),
            say("records.one-word"),
        )
    return check_name(say("records.the-id"), text.strip(), filled(text))


def check_name(what: Message, name: str, span: tuple[int, int]) -> str:
    """The name; LineFault if it is too long."""
    if len(name) > NAME:
        fault = say("records.name-too-long", what=what, count=len(name), most=NAME)
        raise LineFault("T-long", fault, span, say("kit.shorten"))
    return name


def date_text(text: str) -> str:
    """An ISO 8601 date, partial or with unknown digits, or `?`."""
    value = text.strip()
    found = _DATE.fullmatch(value)
    if value != "?" and (found is None or not _possible(found)):
        raise LineFault(
            "T-date", say("records.not-a-date", text=value), filled(text), say("records.date-form")
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
    for found in TOKEN.finditer(text):
        key, equals, value = found[0].partition("=")
        if not (key and equals and value):
            fault = say("records.not-an-option", text=found[0])
            raise LineFault("T-option", fault, found.span(), say("records.write", form="key=value"))
        if key in pairs:
            raise LineFault(
                "T-option",
                say("records.option-twice", key=key),
                found.span(),
                say("records.keep-one"),
            )
        pairs[key] = value
    return pairs


def attributes(text: str) -> tuple[str, ...]:
    """The attributes in brackets after a name: `bot VERSION`, `id ID`, `new`."""
    kinds: list[str] = []
    for part in text.split(","):
        kind, _, value = part.strip().partition(" ")
        value = value.strip()
        if kind not in ("bot", "id", "new") or (kind == "new") == bool(value) or kind in kinds:
            fault = say("records.not-an-attribute", text=part.strip())
            raise LineFault("T-seat", fault, (0, len(text)), say("records.attribute-form"))
        check_name(say("kit.word", word=kind), value, (0, len(text)))
        kinds.append(kind)
    return tuple(" ".join(part.split()) for part in text.split(","))


def scores(text: str, seats: int) -> tuple[int | None, ...]:
    """The value of `result`: a score or `?` for every seat."""
    found: dict[Seat, int | None] = {}
    position, end = 0, len(text.rstrip())
    while position < end:
        item = _SCORE.match(text, position)
        if item is None:
            span = (position, len(text))
            raise LineFault(
                "T-result", say("records.result-unreadable"), span, say("records.result-form")
            )
        _place(found, item, None if item[2] == "?" else int(item[2]), seats)
        position = item.end()
    _complete("T-result", found, seats, text)
    return tuple(found[seat] for seat in range(seats))


def rank(text: str, seats: int) -> tuple[int, ...]:
    """The value of `rank` as the place of every seat, shared places equal."""
    found: dict[Seat, int | None] = {}
    position, place, between, end = 0, 1, ">", len(text.rstrip())
    while position < end:
        item = _RANKED.match(text, position)
        if item is None:
            raise LineFault(
                "T-rank",
                say("records.rank-unreadable"),
                (position, len(text)),
                say("records.rank-form"),
            )
        place = place if between == "=" else len(found) + 1
        _place(found, item, place, seats)
        position, between = item.end(), item[2]
    if between != "" or not found:
        raise LineFault("T-rank", say("records.rank-cut"), filled(text), say("records.rank-form"))
    _complete("T-rank", found, seats, text)
    return tuple(found[seat] or 0 for seat in range(seats))


def by_side(places: Sequence[int], sides: Sequence[int]) -> tuple[int, ...]:
    """Places with teams: one more than the number of sides that are ahead."""
    ahead = [
        {sides[other] for other, better in enumerate(places) if better < place} for place in places
    ]
    return tuple(1 + len(others) for others in ahead)


def _place(
    found: dict[Seat, int | None], item: re.Match[str], value: int | None, seats: int
) -> None:
    seat = seat_number(item[1], seats, item.span(1))
    if seat in found:
        raise LineFault(
            "T-seats",
            say("records.seat-repeated", seat=seat_letter(seat)),
            item.span(1),
            say("records.name-once"),
        )
    found[seat] = value


def _complete(code: str, found: dict[Seat, int | None], seats: int, text: str) -> None:
    missing = [seat_letter(seat) for seat in range(seats) if seat not in found]
    if missing:
        raise LineFault(
            code,
            say("records.seat-missing", seat=missing[0]),
            filled(text),
            say("records.name-once"),
        )


def seat_number(letter: str, seats: int, span: tuple[int, int]) -> Seat:
    """The seat of a letter; LineFault if the match has no such seat."""
    seat = ord(letter.upper()) - ord("A")
    if not 0 <= seat < seats:
        last = seat_letter(seats - 1)
        raise LineFault(
            "T-seats",
            say("kit.nobody", seat=letter.upper()),
            span,
            say("records.seats-to", last=last),
        )
    return seat


def forfeit(text: str, seats: int) -> tuple[Seat, str]:
    """The value of `forfeit`: a seat and the reason."""
    found = re.fullmatch(r"\s*([A-Za-z])\s+(\S+)\s*", text)
    if found is None:
        raise LineFault(
            "T-forfeit",
            say("records.forfeit-unreadable"),
            filled(text),
            say("records.forfeit-form"),
        )
    seat = seat_number(found[1], seats, found.span(1))
    if found[2].lower() not in FORFEITS:
        fault = say("records.unknown-forfeit", reason=found[2])
        raise LineFault("T-forfeit", fault, found.span(2), suggestion(found[2].lower(), FORFEITS))
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
    """Offsets of a text without outer blanks, at least one character long."""
    start = len(text) - len(text.lstrip())
    return start, max(start + 1, len(text.rstrip()))
