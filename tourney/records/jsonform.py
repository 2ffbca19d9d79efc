"""Records as JSON: the same lines as values, without loss.

JSON is read by converting it to text first, so that both forms follow the same rules.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, TypeAlias

from engines.api import seat_letter
from engines.games import GAMES
from engines.messages import Sentence, say
from tourney.domain.errors import DataFault
from tourney.records.lines import control
from tourney.records.model import (
    Directive,
    Document,
    Field,
    SeatedPlayer,
    Turn,
)
from tourney.records.reader import read

VERSION: Final = 1
Json: TypeAlias = dict[str, Any]


def to_json(document: Document) -> str:
    """A document as JSON text."""
    return json.dumps(as_json(document), ensure_ascii=False, indent=1) + "\n"


def as_json(document: Document) -> Json:
    """A document as JSON values."""
    matches = [
        _full(
            {
                "match": match.name,
                "headers": [_line(header) for header in match.headers],
                "seats": [_player(player) for player in match.players],
                "body": [_line(line) for line in match.body],
                "trailer": [_line(line) for line in match.trailer],
                "tail": list(match.tail),
            }
        )
        for match in document.matches
    ]
    return _full({"tmr": VERSION, "matches": matches, "tail": list(document.tail)})


def _full(values: Json) -> Json:
    """The values without empty ones."""
    return {key: value for key, value in values.items() if value not in ("", [], None)}


def _player(line: SeatedPlayer) -> Json:
    more = {"attributes": list(line.attributes), "before": list(line.before)}
    return {"seat": seat_letter(line.seat), "name": line.name} | _full(more)


def _line(line: Turn | Directive | Field) -> Json:
    if isinstance(line, Field):
        return {"key": line.key, "value": line.value} | _full({"before": list(line.before)})
    more = _full({"comment": line.comment, "before": list(line.before)})
    if isinstance(line, Directive):
        return {"directive": line.text} | more
    plies = [
        {"text": one.text} | _full({"mark": one.mark, "code": one.code}) for one in line.actions
    ]
    return {"seat": seat_letter(line.seat), "plies": plies} | more


def from_json(text: str | bytes) -> Document:
    """Read a document from JSON; DataFault if it is not one."""
    try:
        values = json.loads(text)
    except json.JSONDecodeError as error:
        what = error.msg.lower()
        message = say("records.no-json", what=what, line=error.lineno, column=error.colno)
        raise DataFault(message) from None
    except (ValueError, RecursionError):
        raise DataFault(say("records.bad-json")) from None
    # Through the text, so that both forms are read by the same rules, with the same problems.
    return read("".join(f"{line}\n" for line in _Lines().document(values)))


def _fault(sentence: Sentence, key: str) -> DataFault:
    return DataFault(say("records.not-a-record", why=sentence(key=key)))


class _Lines:
    """Converts values to lines; DataFault with the key for a value of the wrong type."""

    def document(self, values: Any) -> Iterable[str]:
        if not isinstance(values, dict) or values.get("tmr") != VERSION:
            raise DataFault(say("records.no-records", version=VERSION))
        for match in self._list(values, "matches"):
            for header in self._list(match, "headers"):
                name = header.get("value")
                if header.get("key") == "game" and isinstance(name, str) and name in GAMES:
                    self.joint = GAMES[name].joint
            for line in (*self._list(match, "headers"), *self._list(match, "seats")):
                yield from self._line(line, ":")
            for line in (*self._list(match, "body"), *self._list(match, "trailer")):
                yield from self._line(line, "")
            yield from self._comments(match, "tail")
        yield from self._comments(values, "tail")

    def __init__(self) -> None:
        self.joint = "; "

    def _line(self, line: Any, name: str) -> Iterable[str]:
        yield from self._comments(line, "before")
        if "key" in line:
            yield f"{self._text(line, 'key')}: {self._text(line, 'value')}"
            return
        comment = f"  {self._comment(line['comment'], 'comment')}" if "comment" in line else ""
        if "directive" in line:
            yield f"-- {self._text(line, 'directive')}{comment}"
        elif "plies" in line:
            plies = self.joint.join(self._action(ply) for ply in self._list(line, "plies"))
            yield f"{self._text(line, 'seat')}: {plies}{comment}"
        else:
            yield self._player(line)

    def _player(self, line: Any) -> str:
        attributes = ", ".join(self._texts(line, "attributes"))
        inside = f" [{attributes}]" if attributes else ""
        return f"seat {self._text(line, 'seat')}: {self._text(line, 'name')}{inside}"

    def _action(self, ply: Any) -> str:
        code = f"!{self._text(ply, 'code')}" if self._within(ply, "code") else ""
        mark = self._text(ply, "mark") if self._within(ply, "mark") else ""
        return f"{mark}{self._text(ply, 'text')}{code}"

    def _within(self, values: Any, key: str) -> bool:
        if not isinstance(values, Mapping):
            raise _fault(Sentence("records.within-object"), key)
        return key in values

    def _list(self, values: Any, key: str) -> Sequence[Any]:
        found = values[key] if self._within(values, key) else []
        if not isinstance(found, list) or not all(isinstance(item, dict) for item in found):
            raise _fault(Sentence("records.not-objects"), key)
        return found

    def _comments(self, values: Any, key: str) -> Sequence[str]:
        return [self._comment(text, key) for text in self._texts(values, key)]

    def _comment(self, text: Any, key: str) -> str:
        if not self._plain(text, key).startswith("#"):
            raise _fault(Sentence("records.not-a-comment"), key)
        return str(text)

    def _texts(self, values: Any, key: str) -> Sequence[str]:
        found = values[key] if self._within(values, key) else []
        if not isinstance(found, list):
            raise _fault(Sentence("records.not-a-list"), key)
        return [self._plain(text, key) for text in found]

    def _text(self, values: Any, key: str) -> str:
        return self._plain(values.get(key) if self._within(values, key) else None, key)

    def _plain(self, text: Any, key: str) -> str:
        if not isinstance(text, str) or "\n" in text or control(text) is not None:
            raise _fault(Sentence("records.not-a-line"), key)
        return text
