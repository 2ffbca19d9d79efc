"""Analyses a match: the account of where its points came from, with the moves that cost most."""

from dataclasses import dataclass, replace
from random import Random
from typing import Any, NamedTuple

from engines.api import CHANCE, Seat
from engines.messages import Message, say
from tourney.bots.heuristics import HEURISTICS
from tourney.bots.values import value_of
from tourney.domain.errors import DataFault, quoted
from tourney.insight.account import Account, Judge, account, marks
from tourney.records.body_lines import script
from tourney.records.model import MatchRecord
from tourney.records.record_replay import Stop, StrictReplay
from tourney.records.verdict import PLAYED_OUT


class KnownMove(NamedTuple):
    """A move that is known, and the entry of the record that has it, counted from 1."""

    seat: Seat
    move: Any
    ply: int


class KnownMoves(NamedTuple):
    """The moves of a record up to the first one that is not known, and why there it ends."""

    moves: list[KnownMove]
    entries: int
    stopped: Message | None


@dataclass(frozen=True, slots=True)
class MatchAnalysis:
    """The account of a match, its moves, and how it was judged."""

    match: MatchRecord
    names: tuple[str, ...]
    known: KnownMoves
    account: Account
    judge: Judge
    marks: dict[int, str]

    @property
    def judge_name(self) -> str:
        """The judge with the digest of the value function, and its settings."""
        assert self.match.game is not None
        value, judge = value_of(self.match.game.name), self.judge
        about = value.about if value is not None else self.match.game.name
        view = "fair" if judge.fair else "hindsight"
        return f"guide ({about}), {view}, worlds={judge.worlds}, ahead={judge.ahead}"

    def move_text(self, number: int, move: Any) -> str:
        """A move in notation; that of the dealer is empty."""
        assert self.match.game is not None
        dealt = self.known.moves[number].seat == CHANCE
        return "" if dealt else self.match.game.move_text(move)


def known_moves(match: MatchRecord) -> KnownMoves:
    """The moves of a record with those of the dealer, as far as the engine can follow it."""
    assert match.game is not None
    entries = script(match)
    replay = StrictReplay(match.game, match.options, len(match.players), entries)
    moves: list[KnownMove] = []
    stopped: Message | None = None

    def note(seat: Seat, move: Any) -> None:
        nonlocal stopped
        if not replay.state.is_legal(seat, move):  # a ruling lets it stand
            stopped = stopped or say("app.analyse-irregular", ply=replay.at + 1)
        if stopped is None:
            moves.append(KnownMove(seat, move, replay.at + replay.sealed + 1))

    replay.watch = note
    try:
        while replay.step():
            pass
        if match.result.status in PLAYED_OUT and not replay.gap:
            replay.close()
    except Stop as stop:
        stopped = stopped or stop.problem.message
    if replay.state.outcome() is None:
        stopped = stopped or replay.gap or say("records.next-not-written")
    return KnownMoves(moves, len(entries.entries), stopped)


def analyse(match: MatchRecord, names: tuple[str, ...], judge: Judge, seed: str) -> MatchAnalysis:
    """Analyse a record; DataFault if its match has no places, or no move of it is known."""
    assert match.game is not None
    known = known_moves(match)
    places = [place for place in match.result.places or () if place is not None]
    if known.stopped is not None and len(places) != len(match.players):
        raise DataFault(say("app.analyse-no-places", match=quoted(match.name)))
    if not any(move.seat != CHANCE for move in known.moves):
        raise DataFault(say("app.analyse-no-moves", match=quoted(match.name)))
    if judge.ahead is None:
        # As many turns as make the value function of the game tell most.
        heuristic = HEURISTICS.get(match.game.name)
        judge = replace(judge, ahead=0 if heuristic is None else max(0, heuristic.ahead))
    moves = [(one.seat, one.move) for one in known.moves]
    found = account(
        match.game, match.options, len(match.players), moves, judge, Random(seed), places
    )
    return MatchAnalysis(match, names, known, found, judge, marks(found.decisions))
