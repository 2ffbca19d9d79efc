"""The log entries of a record in order, each with its place in the text.

The bridge between lines and the replay: what is an entry, what was taken back, from where on
unknown cards leave nothing certain.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from engines.api import Game, NotationError, Ply
from tourney.records.actions import again
from tourney.records.believed import believed, doubted
from tourney.records.lines import Line, Slip
from tourney.records.model import Directive, Match, Turn
from tourney.records.problems import Spot, spot

_WORD = re.compile(r"[^\s+=;]+")
_NUMBER = re.compile(r"(?<=[ ,])\d+(?=[ ,;]|$)")
_NO_LINE = Line(0, "", "")


@dataclass(frozen=True, slots=True)
class Entry:
    """A log entry and the line it stands in.

    `number` counts from 1 and counts forfeits too, as the database does.
    """

    index: int
    number: int
    ply: Ply[Any]
    item: Turn | Directive
    action: int
    doubt: bool = False

    @property
    def mark(self) -> str:
        """`^` for what was let stand."""
        return self.item.actions[self.action].mark if isinstance(self.item, Turn) else ""

    @property
    def line(self) -> Line:
        """Where it was read."""
        return self.item.at or _NO_LINE

    def text(self) -> str:
        """The part of the line that it stands in, canonical."""
        return (
            self.item.actions[self.action].text if isinstance(self.item, Turn) else self.item.text
        )

    def stood(self) -> tuple[int, ...]:
        """The parts marked `^`: 0 for the decision, 1 and so on for what belongs to it."""
        if not isinstance(self.item, Turn):
            return ()
        actions = self.item.actions[self.action : _next(self)]
        return tuple(part for part, action in enumerate(actions) if action.mark == "^")

    def span(self) -> tuple[int, int]:
        """Offsets of that part in the line as read."""
        if isinstance(self.item, Turn):
            return self.item.actions[self.action].span
        line = self.line.text
        return len(line) - len(line.lstrip()), len(line.rstrip())

    def spot(self, span: tuple[int, int] | None = None) -> Spot:
        """Where to point: at the whole part, or at a stretch of it."""
        return spot(self.line, span or self.span())


@dataclass(frozen=True, slots=True)
class Script:
    """All entries of a match; from `known` on, `gap` says why nothing is certain any more.

    `asides` are the directives that are no entries with the number of entries before each.
    """

    name: str
    entries: tuple[Entry, ...]
    asides: tuple[tuple[int, Directive], ...]
    known: int
    gap: str


def script(match: Match) -> Script:
    """The entries of a match that was read without problems."""
    entries: list[Entry] = []
    asides: list[tuple[int, Directive]] = []
    number = 1
    for item in match.body:
        if isinstance(item, Directive) and not item.plies:
            asides.append((len(entries), item))
            number += item.word == "forfeit"
        for action, ply in item.plies:
            doubt = _doubtful(item, action)
            entries.append(Entry(len(entries), number, ply, item, action, doubt))
            number += 1
    unknown = next((entry for entry in entries if _unknown(match, entry)), None)
    known = unknown.index if unknown else len(entries)
    gap = f"unknown card in line {unknown.line.number}" if unknown else ""
    return Script(match.name, tuple(entries), tuple(asides), known, gap)


def _doubtful(item: Turn | Directive, action: int) -> bool:
    text = item.actions[action].text if isinstance(item, Turn) else item.text
    return "?" in text and believed(text) != text


def _unknown(match: Match, entry: Entry) -> bool:
    assert match.game is not None
    if not match.game.told(entry.ply):
        return True
    if "?" not in entry.line.text and entry.line is not _NO_LINE:
        return False
    if "?" in believed(entry.text()):
        return True
    if not isinstance(entry.item, Turn):
        return False
    # A refill with an unknown card belongs to the entry before it.
    later = entry.item.actions[entry.action + 1 :]
    starts = {action for action, _ in entry.item.plies}
    for offset, action in enumerate(later, entry.action + 1):
        if offset in starts:
            return False
        if action.mark != "~" and "?" in believed(action.text):
            return True
    return False


def without_belief(entries: Script, game: Game[Any], seats: int) -> Script:
    """The same entries with cards unknown that were only believed."""
    told = (_doubting(one, game, seats) if one.doubt else one for one in entries.entries)
    asides = (
        (place, replace(item, text=doubted(item.text)) if item.word == "reveal" else item)
        for place, item in entries.asides
    )
    return replace(entries, entries=tuple(told), asides=tuple(asides))


def _doubting(entry: Entry, game: Game[Any], seats: int) -> Entry:
    item = entry.item
    if isinstance(item, Directive):
        return entry
    texts = [doubted(action.text) for action in item.actions if action.mark != "~"]
    place = next(place for place, (_, ply) in enumerate(item.plies) if ply is entry.ply)
    return replace(entry, ply=game.plies(item.seat, texts, seats)[place][1], doubt=False)


def _next(entry: Entry) -> int:
    """The action of the line where the next entry starts, or the end of the line."""
    assert isinstance(entry.item, Turn)
    starts = [action for action, _ in entry.item.plies if action > entry.action]
    return min(starts, default=len(entry.item.actions))


def words_span(entry: Entry, words: str) -> tuple[int, int]:
    """The first word of an entry's text that also stands in a message, else the whole entry."""
    told = set(_WORD.findall(words))
    start, end = entry.span()
    places = list(_WORD.finditer(entry.line.text, start, end))[1:]
    places += _NUMBER.finditer(entry.line.text, start, _last(entry))  # also what belongs to it
    after = entry.line.text.find(";", end)
    if after > 0:
        places += _WORD.finditer(entry.line.text, after, _last(entry))
    return next((found.span() for found in places if found[0] in told), (start, end))


def named(game: Game[Any], entry: Entry, card: int, seats: int) -> tuple[str, tuple[int, int]]:
    """How a line writes a card it shows and where: the word without which it is not shown."""
    text = entry.line.text
    shown = _shown(game, entry.item, text, card, seats)
    for found in reversed(list(_WORD.finditer(text, entry.span()[0], _last(entry)))):
        for instead in ("?", " "):
            without = text[: found.start()] + instead + text[found.end() :]
            if _shown(game, entry.item, without, card, seats) == shown - 1:
                return f"'{found[0]}'", found.span()
    return "a card", entry.span()


def _last(entry: Entry) -> int:
    """Where the last part of an entry ends: a refill belongs to the play before it."""
    if not isinstance(entry.item, Turn):
        return entry.span()[1]
    return entry.item.actions[_next(entry) - 1].span[1]


def _shown(game: Game[Any], item: Turn | Directive, text: str, card: int, seats: int) -> int:
    """How often a line shows a card; -1 if it cannot be read."""
    line = replace(item.at or _NO_LINE, text=text, origin=None)
    try:
        return sum(ply.drawn.count(card) for _, ply in again(game, item, line, seats))
    except (NotationError, Slip):
        return -1


def decisions(entries: tuple[Entry, ...]) -> Iterator[Entry]:
    """Entries that somebody decided."""
    return (entry for entry in entries if entry.ply.move is not None)
