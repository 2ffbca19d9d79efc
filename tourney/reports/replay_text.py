"""The text of a record for a page: its lines, as everybody or as one viewer may see them.

Each part of a line knows the number of its log entry and whether it was taken back, let stand or is
the first error. The open view has the record byte for byte. Every other view has what the game
shows to its viewer: no comments, no seeds, no statements about hidden cards.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from engines.api import EVERYTHING, Game, Ply, Who, seat_letter
from tourney.records.body_lines import GENERIC
from tourney.records.model import Action, Directive, Field, MatchRecord, Turn, line_text, turn_text
from tourney.render.frames import MatchReplay

SECRET: Final = re.compile(r"deal|x-[^:]*")
"""Headers from which hidden cards could be learned: the seed of the deal and private keys."""

AnyPly = Ply[Any]


class LinePart(NamedTuple):
    """A part of a line; `number` is that of its log entry, 0 for none.

    `mark` is `~` for an action taken back, `^` for one that was let stand.
    """

    text: str
    number: int = 0
    mark: str = ""


Line = tuple[LinePart, ...] | None
"""The parts of a line; None if the viewer must not see it."""


class RecordText:
    """The lines of one record; all viewers have equally many, some of them None."""

    def __init__(self, match: MatchRecord, replay: MatchReplay, headers: Sequence[str]) -> None:
        assert match.game is not None
        self._match = match
        self._game: Game[Any] = match.game
        self._headers = headers
        self._plies = [entry.ply for entry in replay.entries if entry.ply]

    def lines(self, who: Who) -> list[Line]:
        """The lines as `who` may see them."""
        return [*self._header(who), *self._body(who), *self._trailer(who)]

    def _header(self, who: Who) -> Iterator[Line]:
        for text in self._headers:
            hidden = text.startswith("#") or SECRET.fullmatch(text.partition(":")[0])
            yield None if hidden and who != EVERYTHING else (LinePart(text),)

    def _body(self, who: Who) -> Iterator[Line]:
        if self._match.body:
            yield (LinePart(""),)
        number, taken = 1, 0
        for item in self._match.body:
            yield from _comments(item.before, who)
            count = len(item.plies)
            plies = self._plies[taken : taken + count]
            yield self._line(item, plies, number, who)
            taken += count
            number += count or (isinstance(item, Directive) and item.word == "forfeit")

    def _trailer(self, who: Who) -> Iterator[Line]:
        if self._match.trailer:
            yield (LinePart(""),)
        for item in self._match.trailer:
            yield from _comments(item.before, who)
            bare = isinstance(item, Field) or who == EVERYTHING
            yield (LinePart(line_text(item) if bare else _uncommented(item)),)
        yield from _comments(self._match.tail, who)

    def _line(self, item: Turn | Directive, plies: Sequence[AnyPly], number: int, who: Who) -> Line:
        if who == EVERYTHING:
            return _joined(self._open(item, number))
        if isinstance(item, Directive) and not plies:
            forfeit = number if item.word == "forfeit" else 0
            return (LinePart(turn_text(item), forfeit),) if item.word in GENERIC else None
        return _joined(self._redacted(item, plies, number, who)) if plies else None

    def _redacted(
        self, item: Turn | Directive, plies: Sequence[AnyPly], number: int, who: Who
    ) -> Iterator[LinePart]:
        """A line as the game shows it to a viewer; its marks stay."""
        laid = self._game.layout([(ply.seat, self._game.text(ply, who)) for ply in plies])
        text = "\n".join(laid)
        if not isinstance(item, Turn):
            yield LinePart(text, number)
            return
        kept = [at for at, action in enumerate(item.actions) if action.mark != "~"]
        start = len(seat_letter(item.seat)) + 1
        spans = self._game.split(text[start:])
        if "\n" in text or len(spans) != len(kept):
            yield LinePart(text, number)
            return
        numbers = _numbers(item, number)
        end = 0
        for (first, last), at in zip(spans, kept, strict=True):
            words = text[start + first : start + last]
            first += start + len(words) - len(words.lstrip())
            last = first + len(words.strip())
            if text[end:first]:
                yield LinePart(text[end:first])
            answers = [self._game.text(plies[n - number], who) for n in numbers[at][1:]]
            yield from _entries(_marked(item.actions[at], text[first:last]), numbers[at], answers)
            end = last
        if text[end:]:
            yield LinePart(text[end:])

    def _open(self, item: Turn | Directive, number: int) -> Iterator[LinePart]:
        """A line as it was written."""
        if isinstance(item, Directive):
            counted = number if item.plies or item.word == "forfeit" else 0
            yield LinePart(turn_text(item), counted)
        else:
            numbers = _numbers(item, number)
            yield LinePart(f"{seat_letter(item.seat)}: ")
            for at, action in enumerate(item.actions):
                if at:
                    yield LinePart(item.joint)
                part = LinePart(action.written(), 0, action.mark)
                if action.mark == "~":
                    yield part
                    continue
                answers = [self._game.text(item.plies[n - number][1]) for n in numbers[at][1:]]
                yield from _entries(part, numbers[at], answers)
        if item.comment:
            yield LinePart(f"  {item.comment}")


def _entries(part: LinePart, numbers: Sequence[int], answers: Sequence[str]) -> Iterator[LinePart]:
    """An action with its number; what another player answered in it has a number of its own.

    In `crack B 9 -> 9*` the last word is the entry `give 9*; refill 4` of B. An action that ends
    otherwise is one part.
    """
    first, *more = numbers
    for number, answer in zip(more, answers, strict=True):
        given = answer.partition(";")[0].partition(" ")[2]
        if given and part.text.endswith(given):
            before = part.text.removesuffix(given)
            asked = before.rstrip(" ->")
            yield part._replace(text=asked, number=first)
            yield LinePart(before[len(asked) :])
            first, part = number, part._replace(text=given)
    yield part._replace(number=first)


def _joined(parts: Iterable[LinePart]) -> tuple[LinePart, ...]:
    """The parts with all that follows from an entry, such as a refill, joined to it."""
    found: list[LinePart] = []
    last = 0  # where the latest entry is
    for part in parts:
        if part.number and found and part.number == found[last].number:
            text = "".join(one.text for one in (*found[last:], part))
            found[last:] = [found[last]._replace(text=text, mark=found[last].mark or part.mark)]
        else:
            last = len(found) if part.number else last
            found.append(part)
    return tuple(found)


def _marked(action: Action, text: str) -> LinePart:
    code = f"!{action.code}" if action.code else ""
    return LinePart(f"^{text}{code}", 0, "^") if action.mark == "^" else LinePart(text)


def _numbers(item: Turn, first: int) -> list[Sequence[int]]:
    """The numbers of the log entries in each action; what follows belongs to the entry before."""
    inside: dict[int, list[int]] = {}
    for at, (action, _) in enumerate(item.plies):
        inside.setdefault(action, []).append(first + at)
    found: list[Sequence[int]] = []
    for at in range(len(item.actions)):
        found.append(inside.get(at, found[-1][-1:] if found else (first,)))
    return found


def _comments(before: Sequence[str], who: Who) -> Iterator[Line]:
    return ((LinePart(text),) if who == EVERYTHING else None for text in before)


def _uncommented(item: Directive | Field) -> str:
    return line_text(item) if isinstance(item, Field) else turn_text(item)
