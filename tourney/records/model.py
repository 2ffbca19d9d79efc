"""A match record as plain values, in canonical order, and its canonical text: `tourney fmt`.

Equality compares the content of lines, not their place in a file.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from engines.api import Game, Ply, Seat, seat_letter
from tourney.records.lines import SourceLine
from tourney.records.problems import Problem


@dataclass(frozen=True, slots=True)
class Field:
    """A `key: value` line of the headers or of the trailer, with the comments before it."""

    key: str
    value: str
    before: tuple[str, ...] = ()
    at: SourceLine | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class SeatedPlayer:
    """A `seat X: NAME [attributes]` line; the name is `?` if unknown."""

    seat: Seat
    name: str
    attributes: tuple[str, ...] = ()
    before: tuple[str, ...] = ()
    at: SourceLine | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Action:
    """An action of a turn line: its canonical text, mark (`~`, `^` or none) and reason code."""

    text: str
    mark: str = ""
    code: str = ""
    span: tuple[int, int] = field(default=(0, 0), compare=False, repr=False)

    def written(self) -> str:
        """The action as written in a line."""
        return f"{self.mark}{self.text}" + (f"!{self.code}" if self.code else "")


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn line; `plies` are its log entries with the index of their first action."""

    seat: Seat
    actions: tuple[Action, ...]
    comment: str = ""
    before: tuple[str, ...] = ()
    at: SourceLine | None = field(default=None, compare=False, repr=False)
    plies: Sequence[tuple[int, Ply[Any]]] = field(default=(), compare=False, repr=False)
    joint: str = field(default="; ", compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Directive:
    """A `-- word …` line, without the dashes."""

    text: str
    comment: str = ""
    before: tuple[str, ...] = ()
    at: SourceLine | None = field(default=None, compare=False, repr=False)
    plies: Sequence[tuple[int, Ply[Any]]] = field(default=(), compare=False, repr=False)

    @property
    def word(self) -> str:
        """The kind of directive: its first word."""
        return self.text.partition(" ")[0]


@dataclass(frozen=True, slots=True)
class Result:
    """The content of a trailer: scores and places by seat, None where unknown."""

    scores: tuple[int | None, ...] = ()
    places: tuple[int, ...] = ()
    status: str = ""
    forfeits: tuple[tuple[Seat, str], ...] = ()


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """One record; with `problems` it was read only in part and must not be replayed."""

    name: str
    headers: tuple[Field, ...]
    players: tuple[SeatedPlayer, ...]
    body: tuple[Turn | Directive, ...]
    trailer: tuple[Field | Directive, ...]
    tail: tuple[str, ...] = ()
    game: Game[Any] | None = field(default=None, compare=False, repr=False)
    options: Any = field(default=None, compare=False, repr=False)
    result: Result = field(default=Result(), compare=False, repr=False)
    problems: tuple[Problem, ...] = field(default=(), compare=False, repr=False)

    @property
    def names(self) -> tuple[str, ...]:
        """The players as shown in messages: the name, or the seat letter if it is unknown."""
        return names(self.players)

    def header(self, key: str) -> str | None:
        """The value of a header, None if it is not there."""
        return next((line.value for line in self.headers if line.key == key), None)


def names(players: Sequence[SeatedPlayer]) -> tuple[str, ...]:
    """Players as shown in messages, by seat: the name, or the seat letter if it is unknown.

    Players of the same name have their seat behind it: `greedy (A)`.
    """
    known = {player.seat: player.name for player in players if player.name != "?"}
    often = Counter(known.values())
    letters = (seat_letter(seat) for seat in range(len(players)))
    return tuple(
        f"{known[seat]} ({letter})" if often[known.get(seat, "")] > 1 else known.get(seat, letter)
        for seat, letter in enumerate(letters)
    )


@dataclass(frozen=True, slots=True)
class Document:
    """The matches of a file; `tail` are the comments of a file without matches."""

    matches: tuple[MatchRecord, ...]
    tail: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = field(default=(), compare=False)
    source: tuple[str, ...] = field(default=(), compare=False, repr=False)

    def faults(self) -> list[Problem]:
        """All reading problems in the order of the file, one for each line."""
        found: dict[int, Problem] = {}
        for problem in (*self.problems, *(one for match in self.matches for one in match.problems)):
            found.setdefault(problem.line, problem)
        return [found[line] for line in sorted(found)]


def write(document: Document) -> str:
    """The canonical text of a document."""
    # Comments after the last line of a match stand before the next one, after the blank line.
    written: list[str] = []
    waiting: tuple[str, ...] = ()
    for match in document.matches:
        if written:
            written.append("")
        written += waiting
        parts: tuple[Sequence[Turn | Directive | Field | SeatedPlayer], ...]
        parts = ((*match.headers, *match.players), match.body, match.trailer)
        for at, part in enumerate(parts):
            if at and part:
                written.append("")
            for line in part:
                written += (*line.before, line_text(line))
        waiting = match.tail
    written += (*waiting, *document.tail)
    return "".join(f"{line}\n" for line in written)


def line_text(line: Field | SeatedPlayer | Turn | Directive) -> str:
    """A line of any kind, with its comment."""
    if isinstance(line, Field):
        return f"{line.key}: {line.value}".rstrip()
    if isinstance(line, SeatedPlayer):
        attributes = f" [{', '.join(line.attributes)}]" if line.attributes else ""
        return f"seat {seat_letter(line.seat)}: {line.name}{attributes}"
    return f"{turn_text(line)}  {line.comment}" if line.comment else turn_text(line)


def turn_text(line: Turn | Directive) -> str:
    """A line of the body without its comment."""
    if isinstance(line, Directive):
        return f"-- {line.text}"
    parts = line.joint.join(part.written() for part in line.actions)
    return f"{seat_letter(line.seat)}: {parts}"
