"""Parses header and seat lines.

Raises `LineFault` with offsets into the line. Uses the names and options of games, not their moves.
"""

from dataclasses import replace
from typing import Any

from engines.api import Game
from engines.games import GAMES
from engines.messages import Sentence, say
from tourney.records import values
from tourney.records.lines import LineFault
from tourney.records.model import Field, SeatedPlayer
from tourney.records.sections import RawLine


class OffsetShift:
    """Shifts the offsets of a LineFault from a value to its line."""

    def __init__(self, by: int) -> None:
        self.by = by

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, fault: object, trace: object) -> None:
        if isinstance(fault, LineFault):
            fault.span = (fault.span[0] + self.by, fault.span[1] + self.by)


def line_span(raw: RawLine) -> tuple[int, int]:
    """Offsets of a line without the blanks around it."""
    text = raw.line.text
    return len(text) - len(text.lstrip()), len(text.rstrip())


def value_span(raw: RawLine) -> tuple[int, int]:
    """Offsets of the value after the key."""
    text = raw.line.text
    return raw.start + len(text[raw.start :]) - len(text[raw.start :].lstrip()), len(text.rstrip())


def header_order(header: Field) -> int:
    """The position of a header in canonical order; private keys come last in given order."""
    known = values.HEADERS
    return known.index(header.key) if header.key in known else len(known)


def read_header(raw: RawLine) -> Field:
    """Parse a header into its canonical form."""
    text = raw.line.text[raw.start :]
    with OffsetShift(raw.start):
        value = _header_value(raw.key, text, raw.line.free(raw.start, len(raw.line.text)))
    return Field(raw.key, value, raw.before, raw.line)


def _header_value(key: str, text: str, free: str) -> str:
    if key.startswith("x-"):
        return free
    if not text.strip():
        raise LineFault(
            "T-value", say("records.no-value", key=key), (0, 1), say("records.write-or-remove")
        )
    if key == "match":
        return values.match_id(text)
    if key == "date":
        return values.date_text(text)
    if key == "source":
        return values.one_of("T-source", Sentence("records.unknown-source"), values.SOURCES, text)
    if key not in values.FREE:
        return text.strip().lower()
    return values.check_name(say("kit.word", word=key), free, values.filled(text))


def read_player(raw: RawLine) -> SeatedPlayer:
    """Parse a seat line."""
    name, inside = bracketed(raw.line.free(raw.start, len(raw.line.text)))
    if not name:
        raise LineFault(
            "T-seat", say("records.no-name"), line_span(raw), say("records.write-unknown")
        )
    values.check_name(say("records.the-name"), name, value_span(raw))
    seat = values.seat_number(raw.key, 8, line_span(raw))
    if inside is None:
        return SeatedPlayer(seat, name, (), raw.before, raw.line)
    try:
        return SeatedPlayer(seat, name, values.attributes(inside), raw.before, raw.line)
    except LineFault as slip:
        start = raw.line.text.rindex("[") if "[" in raw.line.text else raw.start
        raise LineFault(slip.code, slip.message, (start, len(raw.line.text)), slip.remedy) from None


def bracketed(text: str) -> tuple[str, str | None]:
    """A name and the text in brackets after it, None if there are no brackets."""
    at = text.find("[", text.rfind("]", 0, -1) + 1) if text.endswith("]") else -1
    while at >= 0 and not text[at - 1 : at].isspace():  # brackets inside a word belong to it
        at = text.find("[", at + 1)
    return (text, None) if at < 0 else (text[:at].rstrip(), text[at + 1 : -1])


def find_game(raw: RawLine) -> Game[Any]:
    """The game that a `game` line names."""
    name = raw.line.text[raw.start :].strip().lower()
    if name not in GAMES:
        meant = values.suggestion(name, list(GAMES))
        raise LineFault("T-game", say("records.unknown-game", word=name), value_span(raw), meant)
    return GAMES[name]


def read_options(raw: RawLine) -> dict[str, str]:
    """The pairs of an `options` line, not yet checked by the game."""
    with OffsetShift(raw.start):
        return values.option_pairs(raw.line.text[raw.start :])


def option_span(raw: RawLine, key: str) -> tuple[int, int]:
    """Offsets of the option `key`, or of the whole value if there is none."""
    for found in values.TOKEN.finditer(raw.line.text, raw.start):
        if key and found[0].startswith(f"{key}="):
            return found.span()
    return value_span(raw)


def with_options(
    headers: list[Field], players: list[SeatedPlayer], text: str
) -> tuple[list[Field], list[SeatedPlayer]]:
    """Headers and seats with canonical options.

    An options line with defaults only is removed; its comments move to the next line.
    """
    kept: list[Field] = []
    waiting: tuple[str, ...] = ()
    for header in headers:
        if header.key == "options":
            header = replace(header, value=text)
            if not text:
                waiting = header.before
                continue
        kept.append(replace(header, before=waiting + header.before) if waiting else header)
        waiting = ()
    first = replace(players[0], before=waiting + players[0].before)
    return kept, [first, *players[1:]]
