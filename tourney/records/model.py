"""A match record as plain values, in canonical order.

What a line says is part of equality; where it stood in a file is not. Knows no grammar.
"""

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
    """A `seat X: NAME [attributes]` line; the name is `?` where nobody knows it."""

    seat: Seat
    name: str
    attributes: tuple[str, ...] = ()
    before: tuple[str, ...] = ()
    at: SourceLine | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Action:
    """One part of a turn line: its canonical text, its mark (`~`, `^` or none) and reason code."""

    text: str
    mark: str = ""
    code: str = ""
    span: tuple[int, int] = field(default=(0, 0), compare=False, repr=False)

    def written(self) -> str:
        """The part as it stands in the line."""
        return f"{self.mark}{self.text}" + (f"!{self.code}" if self.code else "")


@dataclass(frozen=True, slots=True)
class Turn:
    """A line of a seat; `plies` are its log entries with the index of the action they start in."""

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
        """What kind of directive this is."""
        return self.text.partition(" ")[0]


@dataclass(frozen=True, slots=True)
class Result:
    """What a trailer says: scores and places by seat, None where unknown or not said."""

    scores: tuple[int | None, ...] = ()
    places: tuple[int, ...] = ()
    status: str = ""
    forfeits: tuple[tuple[Seat, str], ...] = ()


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """One record. With `problems` it could be read only in part and must not be used further."""

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
        """How messages name the players: by name, or by seat letter where nobody knows it."""
        return names(self.players)

    def header(self, key: str) -> str | None:
        """The value of a header, None if it is not there."""
        return next((line.value for line in self.headers if line.key == key), None)


def names(players: Sequence[SeatedPlayer]) -> tuple[str, ...]:
    """How messages name players, by seat; the letter of a seat whose player nobody knows."""
    letters = (seat_letter(seat) for seat in range(len(players)))
    known = {player.seat: player.name for player in players if player.name != "?"}
    return tuple(known.get(seat, letter) for seat, letter in enumerate(letters))


@dataclass(frozen=True, slots=True)
class Document:
    """The matches of a file; `tail` are the comments of a file without any match."""

    matches: tuple[MatchRecord, ...]
    tail: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = field(default=(), compare=False)
    source: tuple[str, ...] = field(default=(), compare=False, repr=False)

    def faults(self) -> list[Problem]:
        """Everything that could not be read, in the order of the file, one problem a line."""
        found: dict[int, Problem] = {}
        for problem in (*self.problems, *(one for match in self.matches for one in match.problems)):
            found.setdefault(problem.line, problem)
        return [found[line] for line in sorted(found)]
