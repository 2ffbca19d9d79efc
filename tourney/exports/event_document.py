"""An event as a JSON document: one line for each player, bot, entrant, change and match.

Every item has a digest of its own, and the document has one of all items, so that a change by hand
is found and its place is named. Does not know the database.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, replace
from datetime import datetime
from hashlib import sha256
from typing import Any, Final, get_args, get_type_hints

import msgspec

from engines.messages import Message, Sentence, say
from tourney.domain import bounds
from tourney.domain.documents import JsonText, Path, WrongValue, typed
from tourney.domain.errors import quoted
from tourney.domain.event_log import NEW, RESULT
from tourney.domain.event_schema import (
    DETAILS,
    ContentMatch,
    ContentRow,
    EventContent,
    Fields,
    IncomingEvent,
)
from tourney.domain.match_values import Fault, MoveInfo, PairedMatch, StoredMatch
from tourney.domain.safe_text import shell_line
from tourney.records import check, correcting_words, read_bytes, stored
from tourney.records.model import MatchRecord

FORMAT: Final = "tourney-event"
VERSION: Final = 1
DIGITS: Final = 16  # digits of a digest
# The lists of a document, in their order.
LISTS: Final = tuple(one.name for one in fields(EventContent) if one.name != "event")
KEYS: Final = ("format", "version", "event", *LISTS, "digest")


def event_document(content: EventContent) -> Iterator[str]:
    """The document in pieces; the same content gives the same bytes."""
    yield f'{{\n"format": {_json(FORMAT)},\n"version": {VERSION},\n'
    yield f'"event": {_json(content.event)},\n'
    digests = [content.event]
    for name in LISTS:
        lines = []
        for one in getattr(content, name):
            item = msgspec.to_builtins(one)
            digests.append(_digest(item))
            lines.append(_json(item | {"digest": digests[-1]}))
        inside = "\n" + ",\n".join(lines) + "\n" if lines else ""
        yield f'"{name}": [{inside}],\n'
    yield f'"digest": {_json(_digest(digests))}\n}}\n'


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _digest(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return sha256(text.encode("utf-8")).hexdigest()[:DIGITS]


def read_event(data: bytes, name: str) -> IncomingEvent:
    """The event in a document; DataFault with the place of what is wrong in file `name`."""
    reading = _Reading(JsonText(data, name))
    content = reading.content()
    records = {one.number: reading.record(at, one) for at, one in enumerate(content.matches)}
    reading.check_results(content, records)
    reading.check_people(content, records)
    return IncomingEvent(content, records)


class _Reading:
    """Reads one document and knows where its items are."""

    def __init__(self, json_text: JsonText) -> None:
        self._json = json_text
        self._document = json_text.value

    def _wrong(self, path: Path, fault: Message) -> Exception:
        return self._json.fault(path, say("exports.item-wrong", fault=fault))

    def content(self) -> EventContent:
        """The content, after a check of all digests and types, and of what refers to what."""
        found = self._document
        if not isinstance(found, dict) or found.get("format") != FORMAT:
            raise self._json.fault((), say("exports.no-event-document"))
        # True equals 1 in Python, but it is no version.
        if found.get("version") != VERSION or found["version"] is True:
            words = {"version": quoted(found.get("version")), "known": str(VERSION)}
            raise self._json.fault(("version",), say("exports.other-version", **words))
        for key in found:
            if key not in KEYS:
                raise self._wrong((key,), say("exports.no-such-key", key=quoted(key)))
        event = found.get("event")
        if not isinstance(event, str) or not event:
            raise self._json.fault(("event",), say("exports.no-name"))
        lists = {name: self._items(name) for name in LISTS}
        # Items have digests of their own: the one of the document shows that none is missing.
        digests = [event, *(one["digest"] for name in LISTS for one in found[name])]
        if found.get("digest") != _digest(digests):
            raise self._json.fault(("digest",), say("exports.items-changed"))
        content = EventContent(event, **lists)
        self._check_names(content)
        # Every entrant is somebody, and is there once.
        people, bots = len(content.players), len(content.bots)
        seen: set[tuple[int, int]] = set()
        for at, one in enumerate(content.entrants):
            # An entrant is a player or a bot by its place in the list, 0 means that it is not one.
            exists = one.player <= people and one.bot <= bots
            if not (exists and bool(one.player) != bool(one.bot) and one.number == at + 1):
                raise self._wrong(("entrants", at), say("exports.no-such-entrant"))
            if (one.player, one.bot) in seen:
                raise self._wrong(("entrants", at), say("exports.entrant-twice"))
            seen.add((one.player, one.bot))
        for at, row in enumerate(content.log):
            for path, number, most in _references(row, people, bots):
                if number > most:
                    fault = say("exports.no-such-place", number=number, count=most)
                    raise self._wrong(("log", at, "details", *path), fault)
        self._check_matches(content)
        return content

    def _items(self, name: str) -> tuple[Any, ...]:
        """The items of a list, each with the digest that it says."""
        kind = get_args(get_type_hints(EventContent)[name])[0]
        found = self._document.get(name)
        if not isinstance(found, list):
            raise self._json.fault((name,), say("exports.no-list", list=quoted(name)))
        return tuple(self._item((name, at), kind, one) for at, one in enumerate(found))

    def _item(self, path: Path, kind: type[Fields], item: Any) -> Fields:
        bare = {k: v for k, v in item.items() if k != "digest"} if isinstance(item, dict) else None
        if bare is None or item.get("digest") != _digest(bare):
            raise self._json.fault(path, say("exports.item-changed"))
        found = self._typed(path, bare, kind)
        for at, moment in _moments(found):
            try:
                datetime.fromisoformat(moment)
            except ValueError:
                raise self._wrong(
                    (*path, *at), say("exports.no-time", value=quoted(moment))
                ) from None
        if isinstance(found, ContentRow):
            if found.what not in DETAILS:
                raise self._wrong(
                    (*path, "what"), say("exports.no-such-row", what=quoted(found.what))
                )
            self._typed((*path, "details"), found.details, DETAILS[found.what])
        return found

    def _typed(self, path: Path, value: Any, kind: type[Fields]) -> Fields:
        try:
            return typed(value, kind)
        except WrongValue as wrong:
            raise self._wrong((*path, *wrong.path), wrong.fault) from None

    def _check_names(self, content: EventContent) -> None:
        """Raise DataFault for a name that no command takes, or that two players have."""
        most = bounds.EVENT_NAME if content.log else bounds.RECORD_NAME
        if len(content.event) > most or not content.event.isprintable():
            raise self._wrong(("event",), say("exports.bad-event-name", most=most))
        seen: set[str] = set()
        for at, one in enumerate(content.players):
            for name in one.names:
                if name != name.strip() or name in ("", "?"):
                    raise self._wrong(("players", at), say("exports.bad-player", name=quoted(name)))
                if name in seen:
                    raise self._wrong(
                        ("players", at), say("exports.player-twice", name=quoted(name))
                    )
                seen.add(name)

    def _check_matches(self, content: EventContent) -> None:
        """Raise DataFault for a match that is there twice, or whose numbers have gaps."""
        seen: set[object] = set()
        for at, match in enumerate(content.matches):
            numbers = [one.number for one in match.revisions]
            if not numbers or numbers != list(range(1, len(numbers) + 1)):
                raise self._wrong(("matches", at), say("exports.revisions-wrong"))
            if match.number in seen or match.name in seen:
                raise self._wrong(("matches", at), say("exports.match-twice"))
            seen |= {match.number, match.name}
        rows = list(_results(content))
        # Numbers have no gaps, so none is greater than their count. A match that was removed has
        # no record: its number stands in the log alone.
        known = {*(one.number for one in content.matches), *(r.details["match"] for _, r in rows)}
        for at, match in enumerate(content.matches):
            if match.number > len(known):
                fault = say("exports.no-such-place", number=match.number, count=len(known))
                raise self._wrong(("matches", at, "number"), fault)
        for at, row in rows:
            if row.details["match"] > len(known):
                fault = say("exports.no-such-place", number=row.details["match"], count=len(known))
                raise self._wrong(("log", at, "details", "match"), fault)

    def record(self, at: int, match: ContentMatch) -> StoredMatch:
        """The record of a match, checked against the rules of its game; its number is the id.

        Earlier revisions need only be readable: they may be what was corrected, and whoever
        restores one has it checked.
        """
        for number, revision in enumerate(match.revisions):
            path = ("matches", at, "revisions", number)
            document = read_bytes(revision.text.encode("utf-8"))
            faults = document.faults()
            if faults or len(document.matches) != 1 or document.matches[0].name != match.name:
                fault = faults[0].message if faults else say("exports.not-its")
                raise self._wrong((*path, "text"), fault)
            if number == len(match.revisions) - 1:
                self._check_record((*path, "text"), document.matches[0])
            found = stored(document.matches[0])
            if revision.status != found.status:
                fault = say(
                    "exports.other-status", status=found.status, told=quoted(revision.status)
                )
                raise self._wrong((*path, "status"), fault)
        event = dict(found.headers).get("event")
        if event != self._document["event"]:
            fault = say("exports.other-event", event=quoted(event or ""))
            raise self._wrong((*path, "text"), fault)
        self._check_seats(("matches", at), match, found)
        return replace(
            found,
            id=match.number,
            faults=tuple(Fault(*msgspec.structs.astuple(one)) for one in match.faults),
            infos=tuple(MoveInfo(*msgspec.structs.astuple(one)) for one in match.infos),
            text=match.newest.text,
        )

    def _check_record(self, path: Path, record: MatchRecord) -> None:
        """Raise DataFault with the command that corrects it if a record does not pass its check."""
        problems = check(record).problems
        if not problems:
            return
        fault, sentence = problems[0].message, Sentence("exports.record-wrong")
        words: Sequence[str] = ("match", "edit", record.name)
        if problems[0].code == "K-result" and problems[0].rule:
            sentence = Sentence("exports.result-wrong")
            words = correcting_words(stored(record))
        command = shell_line(("tourney", *words))
        raise self._json.fault(path, sentence(fault=fault.named(record.names), command=command))

    def _check_seats(self, path: Path, match: ContentMatch, record: StoredMatch) -> None:
        """Raise DataFault for a fault or a text at a seat or an entry that the record lacks."""
        seats, entries = len(record.players), len(record.entries)
        for name in ("faults", "infos"):
            for at, one in enumerate(getattr(match, name)):
                for key, value, last in (("seat", one.seat, seats - 1), ("ply", one.ply, entries)):
                    if value > last:
                        fault = say("exports.beyond-record", what=key, value=value, last=last)
                        raise self._wrong((*path, name, at, key), fault)

    def check_people(self, content: EventContent, records: Mapping[int, StoredMatch]) -> None:
        """Raise DataFault for an entrant whose name no command takes, or that is there twice.

        A person who is known from a record keeps the name in it.
        """
        known = {name for one in records.values() for name in one.players}
        seen: set[tuple[bool, str]] = set()  # a bot may be called as a person is
        for one in content.entrants:
            name = content.entrant_names(one.number)[0]
            most = bounds.PLAYER_NAME if one.player else bounds.BOT_NAME
            bad = set(name) & set("[]") or not name.isprintable() or len(name) > most
            key = (bool(one.player), name)
            if key in seen or (bad and name not in known):
                where = ("players", one.player - 1) if one.player else ("bots", one.bot - 1)
                fault = (
                    Sentence("exports.player-twice")
                    if key in seen
                    else Sentence("exports.bad-player")
                )
                raise self._wrong((*where, "name"), fault(name=quoted(name)))
            seen.add(key)

    def check_results(self, content: EventContent, records: Mapping[int, StoredMatch]) -> None:
        """Raise DataFault for a result in the log of other players than its record has."""
        newest = {row.details["match"]: at for at, row in _results(content)}
        for number, at in newest.items():
            record, details = records.get(number), content.log[at].details
            entrants = details.get("entrants", [])
            if record is None and details["status"] not in ("removed", "moved"):
                fault = say("exports.no-record", number=number)
                raise self._wrong(("log", at, "details", "match"), fault)
            if record is None or not entrants:
                continue
            place = PairedMatch.of(record.name, dict(record.headers))
            for key in ("stage", "round", "table"):
                if details.get(key, "") != getattr(place, key):
                    words = {"match": quoted(record.name), "value": quoted(getattr(place, key))}
                    raise self._wrong(
                        ("log", at, "details"), say("exports.other-table", key=key, **words)
                    )
            path = ("log", at, "details", "entrants")
            if len(entrants) != len(record.players):
                count = len(record.players)
                raise self._wrong(
                    path, say("exports.other-seats", match=quoted(record.name), count=count)
                )
            for seat, entrant in enumerate(entrants):
                names, version = content.entrant_names(entrant), record.versions[seat]
                bot = bool(names) and not content.entrants[entrant - 1].player
                if record.players[seat] not in names or bot != (version is not None):
                    words = {"match": quoted(record.name), "name": quoted(record.players[seat])}
                    raise self._wrong((*path, seat), say("exports.other-player", **words))


def _results(content: EventContent) -> Iterator[tuple[int, ContentRow]]:
    return ((at, row) for at, row in enumerate(content.log) if row.what == RESULT)


def _moments(item: Fields) -> Iterator[tuple[Path, str]]:
    """The times in an item that have the form of one, with their places."""
    if isinstance(item, ContentRow):
        yield ("at",), item.at
    elif isinstance(item, ContentMatch):
        for number, one in enumerate(item.revisions):
            if one.at:
                yield ("revisions", number, "at"), one.at


def _references(row: ContentRow, people: int, bots: int) -> Iterator[tuple[Path, int, int]]:
    """Where a row names a player or a bot by its place, the place, and how many there are."""
    found = row.details
    if row.what == NEW:
        for at, (_, player) in enumerate(found["entrants"]):
            yield ("entrants", at, 1), player, people
        for at, (_, bot, *_) in enumerate(found.get("bots", ())):
            yield ("bots", at, 1), bot, bots
    if "player" in found:
        yield ("player",), found["player"], people
    if "bot" in found:
        yield ("bot", 0), found["bot"][0], bots
