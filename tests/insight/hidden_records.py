"""Matches that were played, as people write them down who do not see all cards."""

import re
from itertools import pairwise
from typing import Any

from engines.api import EVERYTHING, Game, Ply, seat_letter
from engines.diams.notation import groups, names
from tourney.records.model import MatchRecord
from tourney.records.reader import read

UNWRITTEN = {
    "blue-border": re.compile(r" field.*|; refill.*|(?<=pass -> \d) = .*| \d+ \d+ \d+ \d+$"),
    "diamonds": re.compile(r".*\b(hand|pass) [DHSC?].*"),
}
"""By game what nobody writes down at a table."""


def known_record(game: Game[Any], options: Any, seats: int, moves: Any) -> str:
    """The record of a match in which everything is written."""
    return _record(game, options, seats, moves, hidden=False)


def open_record(game: Game[Any], options: Any, seats: int, moves: Any) -> str:
    """The record by somebody who sees no hand, nor a card put down unseen.

    At the end of a round of Diam's all show their cards.
    """
    return _record(game, options, seats, moves, hidden=True)


def _record(game: Game[Any], options: Any, seats: int, moves: Any, *, hidden: bool) -> str:
    state, shown = game.start(options, seats), list[tuple[int, str]]()
    letters = [seat_letter(seat) for seat in range(seats)]
    body: list[str] = []
    for move in moves:
        log: list[Ply[Any]] = []
        state.apply(move[0], move[1], log)
        for ply in log:
            ends = ply.facts and ply.facts[0].name == "end round"
            if hidden and ends and game.name == "diams":
                body += [*game.layout(shown), *_reveals(state)]
                shown = []
            text = game.text(ply, None if hidden and game.name != "blue-border" else EVERYTHING)
            if hidden and (unwritten := UNWRITTEN.get(game.name)):
                text = unwritten.sub("", text)
            if text and not (hidden and text.startswith("hand ?")):
                shown.append((ply.seat, text))
    body += game.layout(shown)
    outcome = state.outcome()
    assert outcome is not None
    order = sorted(range(seats), key=lambda seat: outcome.places[seat])
    rank = letters[order[0]]
    for one, other in pairwise(order):
        rank += " = " if outcome.places[one] == outcome.places[other] else " > "
        rank += letters[other]
    text = game.options_text(options)
    head = ["match: m", f"game: {game.name}", *([f"options: {text}"] if text else [])]
    head += ["source: table", *(f"seat {letter}: ?" for letter in letters)]
    scores = ", ".join(f"{a} {b}" for a, b in zip(letters, outcome.scores, strict=True))
    tail = [f"result: {scores}", f"rank: {rank}", "status: complete"]
    return "\n".join([*head, "", *body, "", *tail, ""])


def _reveals(state: Any) -> list[str]:
    return [
        f"-- reveal {seat_letter(seat)} vault {groups(vault) or '-'} hand {names(hand) or '-'}"
        for seat, (vault, hand) in enumerate(zip(state.vaults, state.hands, strict=True))
    ]


def read_one(text: str) -> MatchRecord:
    """The only match of a text without faults."""
    document = read(text)
    assert not document.faults(), document.faults()
    return document.matches[0]
