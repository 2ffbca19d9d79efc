"""Analyses a match: its account, as far as its moves are known, and the form in which it is stored.

A match of a run or a record is followed move by move; where a card is not known, the account ends.
"""

import json
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Final, NamedTuple

from engines.api import CHANCE, Game, Seat
from engines.messages import Message, say
from tourney.bots.heuristics import HEURISTICS
from tourney.bots.values import value_of
from tourney.domain.errors import DataFault, quoted
from tourney.insight.account import (
    METHOD,
    Account,
    ChanceEvent,
    Judge,
    JudgedMove,
    KnownMove,
    account,
)
from tourney.insight.anchors import table_of
from tourney.insight.possible_matches import pooled, possible_matches
from tourney.insight.reasons import MoveFact
from tourney.records.body_lines import script
from tourney.records.model import MatchRecord
from tourney.records.record_replay import Stop, StrictReplay
from tourney.records.verdict import PLAYED_OUT

DIGITS: Final = 5
"""Digits of what is stored of single events; the lines of the account are stored as they are."""


class KnownMoves(NamedTuple):
    """The moves of a record up to the first one that is not known, and why there it ends.

    `entries` is the number of its last entry. If it is `lacking`, the record does not say all that
    there was to see.
    """

    moves: list[KnownMove]
    entries: int
    stopped: Message | None
    lacking: bool


@dataclass(frozen=True, slots=True)
class MatchAnalysis:
    """The account of a match, by which judge, and how much of the match it covers.

    `table` is the game with its options and the number of seats, as in `anchors.py`. `known` is the
    last entry that was followed, of `entries`. `stopped` says why no more was; an analysis that was
    stored does not have it. `deals` are the possible matches in which it was judged, 1 if all cards
    are known. It has `ended` if its places are known.
    """

    judge: str
    table: str
    account: Account
    known: int
    entries: int
    stopped: Message | None = None
    deals: int = 1
    ended: bool = True


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
            ply = entries.number(replay.at)
            stopped = stopped or say("insight.analyse-irregular", ply=ply)
        if stopped is None:
            at = replay.at + replay.sealed
            moves.append(KnownMove(seat, move, entries.number(at), entries.gone(seat, at)))

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
    last = entries.number(len(entries.entries) - 1) if entries.entries else 0
    return KnownMoves(moves, last, stopped, replay.lacking)


def judge_for(game: Game[Any], judge: Judge) -> Judge:
    """The judge, with as many turns as make the value function of the game tell most."""
    if judge.ahead is not None:
        return judge
    heuristic = HEURISTICS.get(game.name)
    return replace(judge, ahead=0 if heuristic is None else max(0, heuristic.ahead))


def judge_name(game: Game[Any], judge: Judge, seed: str) -> str:
    """The judge with its method, the digest of the value function, and all its settings."""
    value, judge = judge.value or value_of(game.name), judge_for(game, judge)
    about = value.about if value is not None else game.name
    view = "fair" if judge.fair else "hindsight"
    settings = f"worlds={judge.worlds}, ahead={judge.ahead}, seed={seed}"
    return f"guide-{METHOD} ({about}), {view}, {settings}"


def analyse(match: MatchRecord, judge: Judge, seed: str, name: str) -> MatchAnalysis:
    """Analyse a record; DataFault if no move of it is known, nor can be drawn.

    What is not written is drawn at random, several times if need be. The name is a part of the
    seed: a match is analysed alike, whichever others are analysed.
    """
    game, seats = match.game, len(match.players)
    assert game is not None
    judge, known = judge_for(game, judge), known_moves(match)
    possible, stopped = None, known.stopped
    if stopped is not None and known.lacking:
        possible = possible_matches(match, len(known.moves), Random(f"{seed} {name} deals"))
        stopped = stopped if possible is None else possible.stopped
    places = [place for place in match.result.places or () if place is not None]
    if possible is not None and possible.moves:
        books = [
            account(game, match.options, seats, moves, judge, Random(f"{seed} {name} {n}"), places)
            for n, moves in enumerate(possible.moves)
        ]
        found, last, deals = pooled(books, possible), possible.plies[-1], len(books)
    elif any(move.seat != CHANCE for move in known.moves):
        rng = Random(f"{seed} {name}")
        found = account(game, match.options, seats, known.moves, judge, rng, places)
        last, deals = known.moves[-1].ply, 1
    else:
        assert stopped is not None, "all moves are known"
        raise DataFault(say("insight.analyse-no-moves", match=quoted(name), why=stopped))
    return MatchAnalysis(
        judge=judge_name(game, judge, seed),
        table=table_of(game, match.options, seats),
        account=found,
        known=last,
        entries=known.entries,
        stopped=stopped,
        deals=deals,
        ended=stopped is None or len(places) == seats,
    )


# -- as it is stored

LINES: Final = ("start", "deal", "draws", "errors", "unexplained", "unknown", "noise", "result")
"""Lines of an account with a number for each seat."""


def packed(analysis: MatchAnalysis) -> bytes:
    """An analysis as it is stored: JSON, compressed."""
    book = analysis.account

    def short(shares: Sequence[float]) -> list[float]:
        return [round(share, DIGITS) for share in shares]

    content = {
        "table": analysis.table,
        "known": analysis.known,
        "entries": analysis.entries,
        "deals": analysis.deals,
        "lines": [getattr(book, line) for line in LINES],
        "gifts": book.gifts,
        "chances": [(*one[:3], short(one.luck)) for one in book.chances],
        "decisions": [
            (
                *(*one[:4], *short(one[4:6]), short(one.effect), one.counted, one.doubt),
                *(one.only, one.mark, one.line),
                [(text, round(worse, DIGITS)) for text, worse in one.tried],
                [fact._replace(share=round(fact.share, DIGITS)) for fact in one.facts],
            )
            for one in book.decisions
        ],
        "river": [(ply, short(shares)) for ply, shares in book.river],
    }
    return zlib.compress(json.dumps(content, separators=(",", ":")).encode())


def unpacked(judge: str, stored: bytes) -> MatchAnalysis:
    """The analysis that was stored."""
    content = json.loads(zlib.decompress(stored))
    book = Account(**dict(zip(LINES, content["lines"], strict=True)), gifts=content["gifts"])
    book.chances = [ChanceEvent(*one) for one in content["chances"]]
    book.decisions = [
        JudgedMove._make(
            (
                *one,
                tuple(map(tuple, line)),
                tuple(map(tuple, tried)),
                tuple([MoveFact(*fact) for fact in facts]),
            )
        )
        for *one, line, tried, facts in content["decisions"]
    ]
    book.river = [(ply, shares) for ply, shares in content["river"]]
    return MatchAnalysis(
        *(judge, content["table"], book, content["known"], content["entries"]),
        deals=content["deals"],
    )
