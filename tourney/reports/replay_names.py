"""The names that a page shows: in full, shortened, or hidden; also in the text of a record."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final

from tourney.domain.matches import StoredMatch
from tourney.records.erasing import without_names, word_replacer
from tourney.records.values import FREE

HIDDEN: Final = "?"
"""The name of an unknown player in records; pages show the seat instead."""


def shown_name(name: str, style: str) -> str:
    """A name as a page shows it in one of the `NAME_STYLES`."""
    if style == "hidden":
        return HIDDEN
    words = re.findall(r"\w+", name)
    if style == "full" or not words:
        return name
    return words[0] if style == "nick" else " ".join(f"{word[0]}." for word in words)


def shown_names(match: StoredMatch, style: str) -> Mapping[str, str]:
    """The people of a match -> their names in this style; names of bots stay."""
    people = (
        name
        for name, version in zip(match.players, match.versions, strict=True)
        if version is None and name != HIDDEN
    )
    return {name: shown_name(name, style) for name in people}


def renamed(match: StoredMatch, names: Mapping[str, str]) -> StoredMatch:
    """The match with other names of people, wherever its record has them."""
    changed = {old: new for old, new in names.items() if old != new}
    if not changed:
        return match
    text = match.text
    headers, infos = match.headers, match.infos
    # First to a sign for each name, so that a new name is not replaced once more.
    for number, old in enumerate(changed):
        sign = _sign(number)
        replaced = word_replacer([old], sign)
        text = None if text is None else without_names(text, [old], sign)
        headers = tuple((k, replaced(v) if _free(k) else v) for k, v in headers)
        infos = tuple(info._replace(text=replaced(info.text)) for info in infos)
    news = list(changed.values())
    return replace(
        match,
        players=tuple(
            name if version is not None else changed.get(name, name)
            for name, version in zip(match.players, match.versions, strict=True)
        ),
        text=None if text is None else _named(text, news),
        headers=tuple((key, _named(value, news)) for key, value in headers),
        infos=tuple(info._replace(text=_named(info.text, news)) for info in infos),
    )


def _sign(number: int) -> str:
    return f"\ue000{number}\ue001"


def _named(text: str, names: Iterable[str]) -> str:
    for number, name in enumerate(names):
        text = text.replace(_sign(number), name)
    return text


def _free(key: str) -> bool:
    return key in FREE or key.startswith("x-")
