"""The log entries of a record in order, each with its place in the text, and the statements beside.

Finds which actions are entries and which were taken back, and the first unknown card. Statements,
`-- check`, are compared with what the replay has counted.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, NamedTuple, overload

from engines.api import Game, NotationError, Ply, seat_letter
from engines.messages import Message, say
from tourney.records.body_lines import as_certain, reparsed, with_unknown
from tourney.records.lines import LineFault, SourceLine, comment_start
from tourney.records.model import Directive, MatchRecord, Turn
from tourney.records.problems import Spot, spot

_WORD = re.compile(r"[^\s+=;]+")
_NUMBER = re.compile(r"(?<=[ ,])\d+(?=[ ,;]|$)")
_NO_LINE = SourceLine(0, "", "")


@dataclass(frozen=True, slots=True)
class RecordEntry:
    """A log entry and its line; it covers the actions from `action` up to, not including, `upto`.

    `number` counts from 1 and counts forfeits too, as the database does.
    """

    index: int
    number: int
    ply: Ply[Any]
    item: Turn | Directive
    action: int
    upto: int
    doubt: bool = False

    @property
    def mark(self) -> str:
        """The mark of its first action: `^` if it was let stand."""
        return self.item.actions[self.action].mark if isinstance(self.item, Turn) else ""

    @property
    def line(self) -> SourceLine:
        """The line from which it was read."""
        return self.item.at or _NO_LINE

    def text(self) -> str:
        """The canonical text of its first action."""
        return (
            self.item.actions[self.action].text if isinstance(self.item, Turn) else self.item.text
        )

    def waived(self) -> tuple[int, ...]:
        """The parts marked `^`: 0 is the decision, 1 and so on are its further actions."""
        if not isinstance(self.item, Turn):
            return ()
        actions = self.item.actions[self.action : self.upto]
        return tuple(part for part, action in enumerate(actions) if action.mark == "^")

    def span(self) -> tuple[int, int]:
        """Offsets of its first action in the line as read."""
        if isinstance(self.item, Turn):
            return self.item.actions[self.action].span
        line = self.line.text
        return len(line) - len(line.lstrip()), len(line.rstrip())

    def spot(self, span: tuple[int, int] | None = None) -> Spot:
        """The place of the entry, or of a part of it, for a message."""
        return spot(self.line, span or self.span())


@dataclass(frozen=True, slots=True)
class Script:
    """All entries of a match; nothing is certain from entry `known` on, for the reason `gap`.

    `match` and `names` are its id and its players, as shown in messages. `asides` are the
    directives that are not entries, with the number of entries before each. `doubt` is the first
    tentative entry, or the number of entries if there is none.
    """

    match: str
    names: tuple[str, ...]
    entries: tuple[RecordEntry, ...]
    asides: tuple[tuple[int, Directive], ...]
    known: int
    gap: Message | None
    doubt: int


class EntrySlice(Sequence[Ply[Any]]):
    """The log entries of a script between two indices, without copying."""

    def __init__(self, entries: Sequence[RecordEntry], start: int, stop: int) -> None:
        self._entries = entries
        self._places = range(start, stop)

    def __len__(self) -> int:
        return len(self._places)

    @overload
    def __getitem__(self, at: int) -> Ply[Any]: ...

    @overload
    def __getitem__(self, at: slice) -> "EntrySlice": ...

    def __getitem__(self, at: int | slice) -> "Ply[Any] | EntrySlice":
        if isinstance(at, int):
            return self._entries[self._places[at]].ply
        places = self._places[at]
        return EntrySlice(self._entries, places.start, places.stop)

    def __iter__(self) -> Iterator[Ply[Any]]:
        return (self._entries[place].ply for place in self._places)


def script(match: MatchRecord) -> Script:
    """The entries of a match without problems."""
    entries: list[RecordEntry] = []
    asides: list[tuple[int, Directive]] = []
    number = 1
    for item in match.body:
        if isinstance(item, Directive) and not item.plies:
            asides.append((len(entries), item))
            number += item.word == "forfeit"
        entries += entries_of(item, len(entries), number)
        number += len(item.plies)
    # From the first unknown card or the first missing turn on nothing is certain, for this reason.
    unknown = _first_unknown(match, entries)
    known = unknown.index if unknown else len(entries)
    gap = say("records.unknown-card", line=unknown.line.number) if unknown else None
    hidden = next(((at, item) for at, item in asides if item.word == "gap"), None)
    if hidden is not None and (hidden[0] <= known or gap is None):
        known, gap = hidden[0], say("records.turns-missing", line=(hidden[1].at or _NO_LINE).number)
    return Script(
        match=match.name,
        names=match.names,
        entries=tuple(entries),
        asides=tuple(asides),
        known=known,
        gap=gap,
        doubt=_first_doubt(entries),
    )


def entries_of(item: Turn | Directive, index: int, number: int) -> Iterator[RecordEntry]:
    """The log entries of a line; the first one has this index and this number."""
    for at, (action, ply, upto) in enumerate(_bounded(item)):
        text = item.actions[action].text if isinstance(item, Turn) else item.text
        doubt = "?" in text and as_certain(text) != text
        yield RecordEntry(index + at, number + at, ply, item, action, upto, doubt)


def _first_doubt(entries: Sequence[RecordEntry]) -> int:
    return next((entry.index for entry in entries if entry.doubt), len(entries))


def _bounded(item: Turn | Directive) -> Iterator[tuple[int, Ply[Any], int]]:
    """The log entries of an item with their first action and the first action of the next one."""
    # From the end, because an entry ends where the next one begins; two may begin together.
    begun = upto = len(item.actions) if isinstance(item, Turn) else 1
    found: list[tuple[int, Ply[Any], int]] = []
    for action, ply in reversed(item.plies):
        if action != begun:
            begun, upto = action, begun
        found.append((action, ply, upto))
    yield from reversed(found)


def _first_unknown(match: MatchRecord, entries: Sequence[RecordEntry]) -> RecordEntry | None:
    """The first entry with an unknown card."""
    assert match.game is not None
    is_complete = match.game.is_complete
    line, suspect = _NO_LINE, True
    for entry in entries:
        # Most lines have no `?` at all and need no second look.
        if entry.line is not line:
            line, suspect = entry.line, "?" in entry.line.text or entry.line is _NO_LINE
        if not is_complete(entry.ply) or (suspect and _unknown(entry)):
            return entry
    return None


def _unknown(entry: RecordEntry) -> bool:
    if "?" in as_certain(entry.text()):
        return True
    if not isinstance(entry.item, Turn):
        return False
    # A refill with an unknown card belongs to the entry before it.
    later = entry.item.actions[entry.action + 1 : entry.upto]
    return any(action.mark != "~" and "?" in as_certain(action.text) for action in later)


def without_tentative(entries: Script, game: Game[Any], seats: int) -> Script:
    """The same entries with tentative cards as unknown cards."""
    lines = groupby(entries.entries, key=lambda entry: id(entry.item))
    certain = [one for _, line in lines for one in _as_unknown(list(line), game, seats)]
    asides = (
        (place, replace(item, text=with_unknown(item.text)) if item.word == "reveal" else item)
        for place, item in entries.asides
    )
    doubt = _first_doubt(certain)
    return replace(entries, entries=tuple(certain), asides=tuple(asides), doubt=doubt)


def _as_unknown(line: Sequence[RecordEntry], game: Game[Any], seats: int) -> Sequence[RecordEntry]:
    """The entries of one line, tentative cards as unknown cards."""
    item = line[0].item
    if isinstance(item, Directive) or not any(entry.doubt for entry in line):
        return line
    texts = [with_unknown(action.text) for action in item.actions if action.mark != "~"]
    plies = game.plies(item.seat, texts, seats)
    return [
        replace(entry, ply=ply, doubt=False) if entry.doubt else entry
        for entry, (_, ply) in zip(line, plies, strict=True)
    ]


def quoted_span(entry: RecordEntry, message: Message | None) -> tuple[int, int]:
    """The first word in an entry that occurs in a message; else the whole entry."""
    quotes = message.quotes() if message else ()
    mentioned = {word for quote in quotes for word in _WORD.findall(quote)}
    # The first word is the action itself; what belongs to it may stand in later parts of the line.
    start, end = entry.span()
    places = list(_WORD.finditer(entry.line.text, start, end))[1:]
    places += _NUMBER.finditer(entry.line.text, start, _last(entry))  # also what belongs to it
    after = entry.line.text.find(";", end)
    if after > 0:
        places += _WORD.finditer(entry.line.text, after, _last(entry))
    return next((found.span() for found in places if found[0] in mentioned), (start, end))


def named(
    game: Game[Any], entry: RecordEntry, card: int, seats: int
) -> tuple[Message, tuple[int, int]]:
    """The word with which an entry shows a card, and its place.

    It is found by removing words: without it, the entry shows the card once less.
    """
    start = entry.span()[0]
    text = entry.line.text[start : _last(entry)]
    text = text[: comment_start(text)]
    # From the right, because a refill or a card drawn stands behind the action.
    shown = _shown(game, entry.item, text, card, seats)
    for found in reversed(list(_WORD.finditer(text))):
        for instead in ("?", " "):
            without = text[: found.start()] + instead + text[found.end() :]
            if _shown(game, entry.item, without, card, seats) == shown - 1:
                return say("kit.word", word=found[0]), (start + found.start(), start + found.end())
    return say("kit.a-card"), entry.span()


def _last(entry: RecordEntry) -> int:
    """The end of the last action of an entry; a refill belongs to the play before it."""
    if not isinstance(entry.item, Turn):
        return entry.span()[1]
    return entry.item.actions[entry.upto - 1].span[1]


def _shown(game: Game[Any], item: Turn | Directive, text: str, card: int, seats: int) -> int:
    """How often the text of an entry shows a card; -1 if it is unreadable."""
    who = "" if isinstance(item, Directive) else f"{seat_letter(item.seat)}:"
    line = SourceLine(0, text, who + text)
    try:
        return sum(ply.drawn.count(card) for _, ply in reparsed(game, item, line, seats))
    except (NotationError, LineFault):
        return -1


def decisions(entries: tuple[RecordEntry, ...]) -> Iterator[RecordEntry]:
    """The entries that are decisions of a seat."""
    return (entry for entry in entries if entry.ply.move is not None)


_STATED = re.compile(r"([A-H]?)(-?[0-9]+|\?|^[a-z]$)|([a-z]+) ([A-H])")


def line_of(item: Directive | Turn) -> SourceLine:
    """The source line of an item; an empty one if it was not read from text."""
    return item.at or SourceLine(0, "", "")


def whole(item: Directive | Turn) -> Spot:
    """The place of a whole line."""
    return spot(line_of(item), (0, len(line_of(item).text)))


def stated(text: str) -> dict[str, str]:
    """The values in a check by seat letter or name; the empty key is for the table."""
    found: dict[str, str] = {}
    for item in _STATED.finditer(" ".join(text.split()[2:])):
        found[item[3] or item[1]] = item[4] or item[2]
    return found


def where(line: SourceLine, statements: Sequence[str]) -> Spot:
    """The place of the first of some statements in a line; else the whole line."""
    for words in statements:
        letter, number = words[0], words[1:].strip()
        found = re.search(rf"(?i)(?<!\w){letter}\s*+[:=]?+\s*+{re.escape(number)}\b", line.text)
        if found:
            return spot(line, found.span())
    return spot(line, (0, len(line.text)))


def written(match: MatchRecord) -> Iterator[tuple[Directive | Turn, str]]:
    """The lines that hold log entries, with their text without marks."""
    for item in match.body:
        if isinstance(item, Directive):
            if item.plies:
                yield item, f"-- {item.text}"
            continue
        kept = [as_certain(action.text) for action in item.actions if action.mark != "~"]
        if kept:
            yield item, f"{seat_letter(item.seat)}: {item.joint.join(kept)}"


class Disagreement(NamedTuple):
    """Why a `-- check` line is wrong, and the wrong statements in it."""

    message: Message
    stated: tuple[str, ...]


def disagreement(
    item: Directive, tally: Mapping[str, str] | None, sides: Sequence[int]
) -> Disagreement | None:
    """Why a `-- check` line contradicts the true values; None if it does not."""
    name, claimed = item.text.split()[1], stated(item.text)
    counted = tally or {}
    wrong = [key for key, value in claimed.items() if value != counted.get(key, "")]
    # An unknown value contradicts nothing.
    wrong = [key for key in wrong if "?" not in (claimed[key], counted.get(key, ""))]
    if not wrong or not tally:
        return None
    unknown = [key for key in wrong if key not in tally]
    several = [seat_letter(seat) for seat, side in enumerate(sides) if sides.count(side) > 1]
    partners = [key for key in unknown if key in several]
    if partners:
        fault = say("records.first-of-team", seats=tuple(key for key in tally if len(key) == 1))
    elif unknown:
        fault = say("records.nobody-has", name=name, key=unknown[0])
    else:
        found = ", ".join(_statement(key, tally[key]) for key in wrong)
        fault = say("records.counted", name=name, found=found)
    return Disagreement(fault, tuple(_statement(key, claimed[key]) for key in partners or wrong))


def _statement(key: str, value: str) -> str:
    """A statement in the form of a -- check: `A2`, `thief C`, `12`."""
    return f"{key} {value}" if len(key) > 1 else key + value
