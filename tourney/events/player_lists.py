"""The players of an event: a list of names or a CSV file, every player once.

A file may come from a spreadsheet in any of its encodings, have Japanese headings, or none.
"""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from engines.messages import Message, say
from tourney.domain.documents import CsvText
from tourney.domain.errors import DataFault, UsageFault, quoted
from tourney.domain.names import name_key

NAME: Final = "name"
READING: Final = "reading"
BOT: Final = "bot"
"""The column with the targets of bots, empty for people; it may be missing."""
HEADINGS: Final = {
    **dict.fromkeys(("name", "player", "名前", "氏名", "お名前", "なまえ", "選手", "選手名",
                     "参加者", "参加者名", "プレイヤー", "プレーヤー", "プレイヤー名"), NAME),
    **dict.fromkeys(("reading", "よみ", "読み", "よみがな", "読みがな", "読み仮名", "読仮名",
                     "ふりがな", "振り仮名", "フリガナ", "ヨミ", "ヨミガナ", "カナ", "かな",
                     "氏名カナ", "氏名かな", "カナ氏名"), READING),
    **dict.fromkeys(("bot", "ボット"), BOT)
}  # fmt: skip
"""What the columns may be called, in any width and case."""
_KANA: Final = re.compile("[\u3041-\u30ff\uff66-\uff9f\\s・･.]+")
_NUMBER: Final = re.compile(r"[#№]?\d+[.)]?")


@dataclass(frozen=True, slots=True)
class PlayerList:
    """The people of a file in their order, the targets of bots by name, and readings by name.

    `groups` are those with the same value in a column, such as their family; an empty value belongs
    to no group. `told` says how the file was read, if that was a guess.
    """

    people: tuple[str, ...] = ()
    bots: dict[str, str] = field(default_factory=dict)
    readings: dict[str, str] = field(default_factory=dict)
    groups: tuple[tuple[str, ...], ...] = ()
    told: Message | None = None


def read_players(content: bytes, file: str, group: str = "") -> PlayerList:
    """The players in a CSV file, with groups by the column `group`.

    DataFault with the line of the first error; UsageFault for a column that is not there.
    """
    table = CsvText(content, file)
    rows = list(table.rows())
    if not rows:
        raise DataFault(say("events.plan-empty-file", file=file))
    line, head = rows[0]
    columns = [HEADINGS.get(_plain(cell), _plain(cell)) for cell in head]
    headed = any(_plain(cell) in HEADINGS for cell in head)
    if headed and NAME not in columns:
        raise DataFault(
            say("events.plan-no-name-column", file=file, columns=", ".join(map(quoted, head)))
        )
    if headed:
        for known in (NAME, READING, BOT):
            same = [cell for cell, column in zip(head, columns, strict=True) if column == known]
            if len(same) > 1:
                heads = ", ".join(map(quoted, same))
                raise DataFault(
                    say("events.plan-same-column", file=file, columns=heads, meaning=known)
                )
        del rows[0]
    else:
        # The first row of a file without headings is a player like all others.
        columns = _by_content(rows)
    if not rows:
        raise DataFault(say("events.plan-only-head", file=file))
    key = HEADINGS.get(_plain(group), _plain(group))
    if key and key not in columns:
        shown = ", ".join(map(quoted, filter(None, columns)))
        raise UsageFault(
            say("events.plan-no-column", file=file, column=quoted(group), columns=shown)
        )
    players = PlayerList(told=_told(table, columns, headed, head))
    people: list[str] = []
    groups: dict[str, list[str]] = {}
    for line, cells in rows:
        row = _named(file, line, cells, columns)
        name = row[NAME]
        if row.get(BOT):
            players.bots[name] = row[BOT]
        else:
            people.append(name)
        if row.get(READING):
            players.readings[name] = row[READING]
        if key and row[key]:
            # Families written in other widths or cases are one.
            groups.setdefault(name_key(row[key]), []).append(name)
    require_different([*people, *players.bots])
    several = tuple(tuple(names) for names in groups.values() if len(names) > 1)
    return PlayerList(tuple(people), players.bots, players.readings, several, players.told)


def _plain(text: str) -> str:
    """A heading without width, case and blanks around it."""
    return " ".join(unicodedata.normalize("NFKC", text).split()).lower()


def _by_content(rows: Sequence[tuple[int, list[str]]]) -> list[str]:
    """The columns of a file without headings: names first, and the reading if one is all kana."""
    width = len(rows[0][1])
    values = [[cells[at].strip() for _, cells in rows if at < len(cells)] for at in range(width)]

    def numbers(column: Sequence[str]) -> bool:
        plain = (unicodedata.normalize("NFKC", text) for text in column)
        return all(not text or _NUMBER.fullmatch(text) for text in plain)

    # Start numbers come before names in many lists; a file of numbers alone has odd names.
    names = [at for at in range(width) if not numbers(values[at])] or [0]
    columns = [""] * width
    columns[names[0]] = NAME
    for at in names[1:]:
        if any(values[at]) and all(not text or _KANA.fullmatch(text) for text in values[at]):
            columns[at] = READING
            break
    return columns


def _told(
    table: CsvText, columns: Sequence[str], headed: bool, head: Sequence[str]
) -> Message | None:
    """How a file was read, unless it is what the manual asks for."""
    plain = [cell for cell in head if _plain(cell) in (NAME, READING, BOT)]
    known = [column for column in columns if column in (NAME, READING, BOT)]
    if headed and not table.guessed and len(plain) == len(known):
        return None
    return table.read_as(", ".join(column or "-" for column in columns))


def _named(file: str, line: int, cells: list[str], columns: Sequence[str]) -> dict[str, str]:
    """A row by the names of its columns; cells without text at its end do not count."""
    # Spreadsheets write empty cells up to the widest row.
    while len(cells) > len(columns) and not cells[-1].strip():
        cells.pop()
    if len(cells) != len(columns):
        words = {"count": len(cells), "columns": len(columns)}
        raise DataFault(say("events.plan-short-line", file=file, line=line, **words))
    row = {column: " ".join(cell.split()) for column, cell in zip(columns, cells, strict=True)}
    if not row[NAME]:
        raise DataFault(say("events.plan-no-name", file=file, line=line))
    return row


def require_different(names: Sequence[str]) -> None:
    """UsageFault for a name that is there twice, or twice in other width or case."""
    if not names:
        raise UsageFault(say("events.plan-no-players"))
    seen: dict[str, str] = {}
    given: set[str] = set()
    for name in names:
        other = seen.setdefault(name_key(name), name)
        if name in given:
            raise UsageFault(say("events.plan-twice", name=quoted(name)))
        if other != name:
            raise UsageFault(say("events.plan-look-alike", one=quoted(other), other=quoted(name)))
        given.add(name)
