"""The names of people as pages show them: in full, as a nickname, as initials, or not at all.

A name that is not shown is replaced everywhere: in tables, records, reasons, names of events.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Final

from engines.messages import Message, say
from tourney.domain.match_values import StoredMatch
from tourney.records.record_edits import without_names, word_replacer
from tourney.render.tables import Column, Row, Table, Value
from tourney.store.players import StoredPlayer

FULL: Final = "full"
UNKNOWN: Final = "?"
"""The name of an unknown player in records."""
PLAYER: Final = frozenset({"player", "bot", "who"})
"""Columns whose cells are the name of one player."""
LEADS: Final = ("above ", "matches ", "points ", "shown ")
"""Beginnings of the keys of columns that belong to one player."""


class ShownNames:
    """What every name is replaced by; names that are shown in full are not in it.

    `style` holds for people who have no wish of their own.
    """

    def __init__(self, people: Iterable[StoredPlayer], style: str, lang: str) -> None:
        everybody = sorted(people, key=lambda one: one.id)
        taken = {name for one in everybody for name in (one.name, *one.aliases)}
        self.new: dict[str, str] = {}
        self.labels: dict[str, str] = {}
        for one in everybody:
            wish = one.shown or style
            if wish != FULL:
                label = _label(one, wish, lang)
                label = f"{label} ({one.id})" if label in taken else label
                taken.add(label)
                self.labels[one.name] = label
                names = filter(None, (one.name, one.reading, *one.aliases))
                self.new.update(dict.fromkeys(names, label))

    @cached_property
    def text(self) -> "Replacing":
        """A function that replaces names in a text."""
        return Replacing(self.new)

    def of(self, name: str) -> str:
        """A player as pages show the name."""
        return self.new.get(name, name)

    def match(self, match: StoredMatch) -> StoredMatch:
        """A match without the names that are not shown; the id then is that of the database."""
        if not self.new:
            return match
        name = self.match_name(match)
        text = match.text and self.record(match.text, match.name, name)
        players = zip(match.players, match.versions, strict=True)
        return replace(
            match,
            name=name,
            players=tuple(who if version else self.of(who) for who, version in players),
            headers=tuple((key, self.text(value)) for key, value in match.headers),
            faults=tuple(replace(one, evidence=self.text(one.evidence)) for one in match.faults),
            infos=tuple(replace(info, text=self.text(info.text)) for info in match.infos),
            text=text,
        )

    def match_name(self, match: StoredMatch) -> str:
        """The id of a match, without names that are not shown."""
        return match.name if self.text(match.name) == match.name else f"match-{match.id}"

    def record(self, text: str, old: str, new: str) -> str:
        """The text of a record without the names that are not shown."""
        changed = without_names(text, self.new)
        return changed.replace(f"match: {old}", f"match: {new}", 1) if old != new else changed

    def table(self, table: Table, lang: str = "en") -> Table:
        """A table without the names that are not shown."""
        if not self.new:
            return table
        columns = [self._column(column) for column in table.columns]
        named = [column.key in PLAYER for column in table.columns]
        return replace(table, columns=columns, rows=self._rows(table.rows, named, lang))

    def _column(self, column: Column) -> Column:
        for lead in LEADS:
            name = column.key.removeprefix(lead)
            if column.key != name and name in self.new:
                title = self.new[name] if column.title == name else column.title
                return replace(column, key=f"{lead}{self.new[name]}", title=title)
        return column

    def _rows(self, rows: Iterable[Row], named: Sequence[bool], lang: str) -> Iterator[Row]:
        for row in rows:
            yield [self._value(value, own, lang) for value, own in zip(row, named, strict=True)]

    def _value(self, value: Value, named: bool, lang: str) -> Value:
        if isinstance(value, Message):
            return self.text(value.text(lang))
        if isinstance(value, str):
            return self.of(value) if named else self.text(value)
        return value


class Replacing:
    """Replaces names in texts: names as a whole, and as words within a longer text."""

    def __init__(self, new: Mapping[str, str]) -> None:
        self._new = new
        self._words = word_replacer(new)

    def __call__(self, text: str) -> str:
        return self._new.get(text) or self._words(text)


def people_in(match: StoredMatch) -> list[StoredPlayer]:
    """The people of a match that is in no database, numbered by their seats."""
    seated = zip(match.players, match.versions, strict=True)
    return [
        StoredPlayer(number, name)
        for number, (name, version) in enumerate(seated, 1)
        if version is None and name != UNKNOWN
    ]


def _label(one: StoredPlayer, wish: str, lang: str) -> str:
    """The nickname or the initials of a person, else a number; without a nickname the initials."""
    if wish == "nick" and one.nick:
        return one.nick
    if wish in ("nick", "initials") and (letters := initials(one.name)):
        return letters
    return say("reports.page-hidden", id=one.id).text(lang)


def initials(name: str) -> str:
    """The first letter of every word with a full stop: `A. T.`; empty without letters."""
    words = (next((c for c in word if c.isalpha()), "") for word in name.split())
    return " ".join(f"{letter.upper()}." for letter in words if letter)
