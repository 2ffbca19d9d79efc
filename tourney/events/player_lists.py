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
    found = list(_entrants(lines, columns, file))
    people = [name for name, target in found if not target]
    require_different([name for name, _ in found])
    return people, {name: target for name, target in found if target}


def _entrants(
    lines: Iterator[list[str]], columns: Sequence[str], file: str
) -> Iterator[tuple[str, str]]:
    for number, values in enumerate(lines, start=2):
        if not values:
            continue
        if len(values) != len(columns):
            fault = say.SHORT_LINE(file=file, line=number, count=len(values), columns=len(columns))
            raise DataFault(fault)
        name = " ".join(values[columns.index(COLUMN)].split())
        if not name:
            raise DataFault(say.NO_NAME(file=file, line=number))
        yield name, values[columns.index(BOT)].strip() if BOT in columns else ""


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
