"""An event as a JSON document: one line for each player, bot, entrant, change and match.

Every item has a digest of its own, and the document has one of all items, so that a change by hand
is found and its place is named. Does not know the database.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, fields, replace
from hashlib import sha256
from typing import Any, Final, get_args, get_type_hints

import msgspec

from engines.messages import Message
from tourney.domain.errors import DataFault, quoted
from tourney.domain.event_content import ContentMatch, EventContent, IncomingEvent
from tourney.domain.matches import Fault, MoveInfo, StoredMatch
from tourney.exports import messages as say
from tourney.records import check, read_bytes, stored

FORMAT: Final = "tourney-event"
VERSION: Final = 1
DIGITS: Final = 16
"""Digits of a digest."""
LISTS: Final = tuple(one.name for one in fields(EventContent) if one.name != "event")
"""The lists of a document, in their order."""


def event_document(content: EventContent) -> Iterator[str]:
    """The document in pieces; the same content gives the same bytes."""
    yield f'{{\n"format": {_json(FORMAT)},\n"version": {VERSION},\n'
    yield f'"event": {_json(content.event)},\n'
    digests = [content.event]
    for name in LISTS:
        lines = []
        for one in getattr(content, name):
            item = asdict(one)
            digests.append(_digest(item))
            lines.append(_json(item | {"digest": digests[-1]}))
        inside = "\n" + ",\n".join(lines) + "\n" if lines else ""
        yield f'"{name}": [{inside}],\n'
    yield f'"digest": {_json(_digest(digests))}\n}}\n'


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _digest(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:DIGITS]


def read_event(data: bytes, name: str) -> IncomingEvent:
    """The event in a document; DataFault with the place of what is wrong in file `name`."""
    reading = _Reading(data, name)
    content = reading.content()
    records = (reading.record(at, one) for at, one in enumerate(content.matches))
    return IncomingEvent(content, {one.id: one for one in records})


class _Reading:
    """Reads one document and knows where its items are."""

    def __init__(self, data: bytes, name: str) -> None:
        self._name = name
        try:
            self._text = data.decode("utf-8-sig")
            self._document = json.loads(self._text)
        except UnicodeDecodeError as error:
            raise self._fault(data.count(b"\n", 0, error.start) + 1, say.NOT_UTF8()) from None
        except RecursionError:
            raise self._fault(1, say.NOT_JSON(fault="too deep")) from None
        except json.JSONDecodeError as error:
            raise self._fault(error.lineno, self._broken(error)) from None

    def _broken(self, error: json.JSONDecodeError) -> Message:
        if error.pos >= len(self._text.rstrip()):
            return say.CUT_OFF()
        return say.NOT_JSON(fault=error.msg)

    def _fault(self, line: int | None, what: Message) -> DataFault:
        where = f"{self._name}:{line}" if line else self._name
        return DataFault(say.AT(where=quoted(where), fault=what))

    def _line(self, item: object) -> int | None:
        """The line of an item, found by its digest."""
        digest = item.get("digest") if isinstance(item, dict) else None
        at = self._text.find(_json(digest)) if isinstance(digest, str) and digest else -1
        return self._text.count("\n", 0, at) + 1 if at >= 0 else None

    def content(self) -> EventContent:
        """The content, after a check of all digests and types."""
        found = self._document
        if not isinstance(found, dict) or found.get("format") != FORMAT:
            raise self._fault(1, say.NO_EVENT_DOCUMENT())
        if found.get("version") != VERSION:
            words = {"version": quoted(found.get("version")), "known": str(VERSION)}
            raise self._fault(1, say.OTHER_VERSION(**words))
        event = found.get("event")
        if not isinstance(event, str) or not event:
            raise self._fault(1, say.NO_NAME())
        lists = {name: self._items(name) for name in LISTS}
        digests = [event, *(one["digest"] for name in LISTS for one in found[name])]
        if found.get("digest") != _digest(digests):
            raise self._fault(None, say.ITEMS_CHANGED())
        content = EventContent(event, **lists)
        self._check_places(content)
        return content

    def _items(self, name: str) -> tuple[Any, ...]:
        """The items of a list, each with the digest that it says."""
        kind = get_args(get_type_hints(EventContent)[name])[0]
        found = self._document.get(name)
        if not isinstance(found, list):
            raise self._fault(None, say.NO_LIST(list=quoted(name)))
        return tuple(self._item(name, at, kind, one) for at, one in enumerate(found))

    def _item(self, name: str, at: int, kind: type, item: Any) -> Any:
        place = f"{name}[{at}]"
        bare = {k: v for k, v in item.items() if k != "digest"} if isinstance(item, dict) else None
        if bare is None or item.get("digest") != _digest(bare):
            raise self._fault(self._line(item), say.ITEM_CHANGED(place=place))
        try:
            return msgspec.convert(bare, kind)
        except msgspec.ValidationError as error:
            fault = say.ITEM_WRONG(place=place, fault=str(error))
            raise self._fault(self._line(item), fault) from None

    def _check_places(self, content: EventContent) -> None:
        """Raise DataFault for an entrant without a player, or a match that is there twice."""
        for at, one in enumerate(content.entrants):
            person = 0 <= one.player <= len(content.players)
            bot = 0 <= one.bot <= len(content.bots)
            if not (person and bot and bool(one.player) != bool(one.bot)):
                raise self._wrong("entrants", at, say.NO_SUCH_ENTRANT())
        seen: set[object] = set()
        for at, match in enumerate(content.matches):
            numbers = [one.number for one in match.revisions]
            if not numbers or numbers != list(range(1, len(numbers) + 1)):
                raise self._wrong("matches", at, say.REVISIONS_WRONG())
            if match.number in seen or match.name in seen:
                raise self._wrong("matches", at, say.MATCH_TWICE())
            seen |= {match.number, match.name}

    def _wrong(self, name: str, at: int, fault: Message) -> DataFault:
        item = self._document[name][at]
        return self._fault(self._line(item), say.ITEM_WRONG(place=f"{name}[{at}]", fault=fault))

    def record(self, at: int, match: ContentMatch) -> StoredMatch:
        """The record of a match, checked against the rules of its game; its number is the id."""
        document = read_bytes(match.newest.text.encode("utf-8", "surrogatepass"))
        problems: Sequence[Any] = document.faults()
        if not problems and len(document.matches) == 1:
            problems = check(document.matches[0]).problems
        if problems or len(document.matches) != 1 or document.matches[0].name != match.name:
            raise self._wrong("matches", at, problems[0].message if problems else say.NOT_ITS())
        return _with_all(stored(document.matches[0]), match)


def _with_all(record: StoredMatch, match: ContentMatch) -> StoredMatch:
    """A record with its status, faults and texts of bots."""
    return replace(
        record,
        id=match.number,
        status=match.newest.status,
        faults=tuple(Fault(*_values(one)) for one in match.faults),
        infos=tuple(MoveInfo(*_values(one)) for one in match.infos),
        text=match.newest.text,
    )


def _values(one: Any) -> tuple[Any, ...]:
    found: Mapping[str, Any] = asdict(one)
    return tuple(found.values())
