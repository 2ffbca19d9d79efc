"""Diam's: the view of a position that follows from a record with gaps."""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import reduce
from operator import and_
from typing import Any, Final

from engines.api import CHANCE, EVERYTHING, Seat, View, Who
from engines.diams.cards import NAMES
from engines.diams.inference import masks
from engines.diams.inference.hypothesis import Hypothesis
from engines.diams.inference.masks import Cards
from engines.diams.inference.totals import Totals
from engines.diams.moves import GIVING, OVER, PHASES

COUNTED: Final = "deal"  # the phase between two rounds


def view(
    ways: Sequence[Hypothesis], totals: Totals, course: tuple[int, Seat, bool], who: Who
) -> View | None:
    """The view of a round, with "?" for every card that the record does not show.

    `course` is the number of the round, its first seat, and whether it is being played. None if
    the hypotheses differ in the number of cards of a zone or in the turn.
    """
    if not ways or len({_shape(at) for at in ways}) > 1:
        return None
    at, (number, first, playing) = ways[0], course
    seats = range(len(at.hands))
    closing, closer = (
        at.left > 0 or (number > 0 and not playing),
        (at.turn - len(seats) + at.left) % len(seats),
    )
    asked = {"by": at.turn, "kind": _name(at.asked)} if at.step == GIVING else None
    return {
        "game": "diams",
        "schema": 1,
        "seats": len(seats),
        "you": who if who is not None and who >= 0 else None,
        "options": {"length": totals.length, "closing": None},
        "phase": PHASES[at.step] if playing else COUNTED,
        "pending": _pending(at, totals, playing),
        "round": number,
        "first": first if first >= 0 else None,
        "turn": at.turn if playing else None,
        "market": _agreed(way.market for way in ways),
        "deck": at.deck,
        "discards": _agreed(way.gone for way in ways),
        "closing": {"by": closer, "turns_left": max(0, at.left - 1)} if closing else None,
        "asked": asked,
        "players": [_player(ways, totals, seat, who in (seat, EVERYTHING)) for seat in seats],
    }


def _pending(at: Hypothesis, totals: Totals, playing: bool) -> list[Seat]:
    """Who owes a decision: a victim, the player whose turn it is, or the dealer."""
    if not playing:
        return [] if totals.is_last() else [CHANCE]
    if at.step == OVER:
        return []
    return [at.victim if at.victim >= 0 else at.turn]


def _shape(at: Hypothesis) -> tuple[Any, ...]:
    """What has to be the same in all hypotheses."""
    zones = (at.market, at.gone, *at.hands, *at.vaults)
    return at.turn, at.step, at.left, at.victim, at.asked, at.deck, *map(len, zones)


def _agreed(zones: Iterable[Cards]) -> list[str]:
    """The cards of a zone in which all hypotheses agree, and "?" for each other card."""
    found = list(zones)
    known = reduce(and_, (Counter(filter(masks.is_known, zone)) for zone in found))
    names = [_name(one) for one in sorted(known.elements())]
    return names + ["?"] * (len(found[0]) - len(names))


def _name(mask: int) -> str:
    return NAMES[masks.kind_of(mask)] if masks.is_known(mask) else "?"


def _player(ways: Sequence[Hypothesis], totals: Totals, seat: Seat, shown: bool) -> dict[str, Any]:
    rows = {
        name: [totals.row(name, number) for number in range(len(totals.points))]
        for name in ("chips", "points")
    }
    return {
        "hand": _agreed(at.hands[seat] for at in ways) if shown else None,
        "hand_count": len(ways[0].hands[seat]),
        "vault": _agreed(at.vaults[seat] for at in ways) if shown else None,
        "vault_count": len(ways[0].vaults[seat]),
        **{name: _of_seat(found, seat) for name, found in rows.items()},
    }


def _of_seat(rows: Sequence[tuple[int, ...] | None], seat: Seat) -> list[int]:
    """A seat's values of the finished rounds; none if those of a round are unknown."""
    known = [row for row in rows if row is not None]
    return [row[seat] for row in known] if len(known) == len(rows) else []
