"""The players of an event: a list of names or a CSV file, every player once."""

import csv
from collections.abc import Iterator, Sequence

from tourney.domain.errors import DataFault, UsageFault, quoted
from tourney.domain.names import name_key
from tourney.events import plan_messages as say

COLUMN = "name"
"""The column of a CSV file with the names."""
BOT = "bot"
"""The column with the targets of bots, empty for people; it may be missing."""


def csv_names(content: bytes, file: str) -> tuple[list[str], dict[str, str]]:
    """The people in a CSV file, and the targets of bots by name.

    DataFault with the line of the first error.
    """
    found = [(row[COLUMN], row.get(BOT, "")) for row in _rows(content, file)]
    people = [name for name, target in found if not target]
    if not found:
        raise DataFault(say.ONLY_HEAD(file=file))
    require_different([name for name, _ in found])
    return people, {name: target for name, target in found if target}


def csv_groups(content: bytes, file: str, column: str) -> list[list[str]]:
    """The names of those who have the same value in a column, such as their family or owner.

    An empty value belongs to no group.
    """
    rows = list(_rows(content, file))
    key = " ".join(column.split()).lower()
    if rows and key not in rows[0]:
        columns = ", ".join(map(quoted, rows[0]))
        raise UsageFault(say.NO_COLUMN(file=file, column=quoted(column), columns=columns))
    groups: dict[str, list[str]] = {}
    for row in rows:
        if row[key]:
            groups.setdefault(name_key(row[key]), []).append(row[COLUMN])
    return [names for names in groups.values() if len(names) > 1]


def _rows(content: bytes, file: str) -> Iterator[dict[str, str]]:
    """The lines of a CSV file by the names of its columns."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise DataFault(say.NOT_UTF8(file=file, line=line)) from None
    lines = csv.reader(text.splitlines(), skipinitialspace=True)
    head = next(lines, None)
    if not head:
        raise DataFault(say.EMPTY_FILE(file=file))
    columns = [" ".join(word.split()).lower() for word in head]
    if COLUMN not in columns:
        raise DataFault(say.NO_NAME_COLUMN(file=file, columns=", ".join(map(quoted, head))))
    yield from _named(lines, columns, file)


def _named(
    lines: Iterator[list[str]], columns: Sequence[str], file: str
) -> Iterator[dict[str, str]]:
    for number, values in enumerate(lines, start=2):
        if not values:
            continue
        if len(values) != len(columns):
            fault = say.SHORT_LINE(file=file, line=number, count=len(values), columns=len(columns))
            raise DataFault(fault)
        name = " ".join(values[columns.index(COLUMN)].split())
        if not name:
            raise DataFault(say.NO_NAME(file=file, line=number))
        row = {column: value.strip() for column, value in zip(columns, values, strict=True)}
        yield {**row, COLUMN: name}


def require_different(names: Sequence[str]) -> None:
    """UsageFault for a name that is there twice, or twice in other width or case."""
    if not names:
        raise UsageFault(say.NO_PLAYERS())
    seen: dict[str, str] = {}
    for name in names:
        other = seen.setdefault(name_key(name), name)
        if names.count(name) > 1:
            raise UsageFault(say.TWICE(name=quoted(name)))
        if other != name:
            raise UsageFault(say.LOOK_ALIKE(one=quoted(other), other=quoted(name)))
