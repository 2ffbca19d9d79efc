"""Completing a record with gaps: the engine plays what was drawn for everything unknown."""

from collections.abc import Callable, Container, Iterable, Sequence
from typing import Any, NamedTuple, TypeAlias

from engines.api import CHANCE, Game, PlayedMove, Ply, Seat, State, WrittenMatch
from engines.kit.possible import uncovered


class Alike(NamedTuple):
    """How a game compares an entry of a record with one that the engine logged.

    `card`: whether a written card may be this one. `move`: the same for moves. `optional` are the
    facts that a record may leave out.
    """

    card: Callable[[int, int], bool]
    move: Callable[[Any, Any], bool]
    optional: Container[str] = ()

    def cards(self, written: Sequence[int], real: Sequence[int]) -> bool:
        """Whether written cards may be these ones, in any order."""
        if written == real:
            return True
        if len(written) != len(real):
            return False
        rows = [[n for n, one in enumerate(real) if self.card(code, one)] for code in written]
        return uncovered(rows) is None

    def entry(self, written: Ply[Any], logged: Ply[Any]) -> bool:
        """Whether a written entry may be the one that was logged."""
        if written.seat != logged.seat or (written.move is None) != (logged.move is None):
            return False
        if written.move != logged.move and not self.move(written.move, logged.move):
            return False
        there = {fact.name: fact.values for fact in logged.facts}
        said = {fact.name: fact.values for fact in written.facts}
        if any(name not in there for name in said if name != "reason"):
            return False
        for name, real in there.items():
            values, optional = said.get(name, ()), name in self.optional
            if not (optional and len(values) < len(real)) and not self.cards(values, real):
                return name == "reason"
        return True


Decide: TypeAlias = Callable[[Any, int], tuple[Seat, Any] | None]
"""Who decides what in a state, of which this entry comes next; None if nobody can."""


def retold(
    game: Game[Any],
    state: State[Any],
    written: WrittenMatch[Any],
    deals: Iterable[Any],
    decide: Decide,
    alike: Alike,
) -> list[PlayedMove[Any]] | None:
    """The moves of a match up to the end of the record; None if it differs from the record.

    `deals` are the moves of the dealer. Hands and hidden moves that nobody wrote down are no
    difference; if they do not fit, what comes later differs.
    """
    entries, end, silent = written.entries, written.end, game.silent
    dealing = iter(deals)
    moves: list[PlayedMove[Any]] = []
    at = 0

    def took(seat: Seat, move: Any) -> bool:
        nonlocal at
        if not state.is_legal(seat, move):
            return False
        log: list[Ply[Any]] = []
        told: list[tuple[int | None, Ply[Any]]] = []
        moves.append(PlayedMove(seat, move, min(at, len(entries) - 1), told))
        state.apply(seat, move, log)
        for logged in log:
            fits = at < len(entries) and alike.entry(entries[at], logged)
            told.append((at if fits else None, logged))
            hand = logged.move is None and logged.facts[0].name == "hand"
            if not (fits or hand or at >= end or logged.seen is not None):
                return False
            at += fits
        return True

    while (owing := state.pending()) and at < end:
        answers: list[tuple[Seat, Any]]
        if owing == (CHANCE,):
            # Only the caller who was chosen is written; others are not known to have called.
            answers = [(CHANCE, move) for move in (next(dealing, None),) if move is not None]
        elif silent is not None and state.is_legal(owing[0], silent):
            said = entries[at]
            called = said.seat in owing and state.is_legal(said.seat, said.move)
            answers = [(said.seat, said.move)] if called else []
            answers += [(seat, silent) for seat in owing if not called or seat != said.seat]
        else:
            answers = [answer for answer in (decide(state, at),) if answer is not None]
        if not answers or not all(took(seat, move) for seat, move in answers):
            return None
    if at < end:
        return None
    if written.closed and at == len(entries) and silent is not None:
        answers = [(seat, silent) for seat in state.pending() if state.is_legal(seat, silent)]
        if not all(took(seat, move) for seat, move in answers):
            return None
    return moves
