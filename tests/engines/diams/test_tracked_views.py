"""The view that follows from a record is the view of the match, with "?" for unknown cards."""

from collections import Counter
from typing import Any

import pytest

from engines.api import EVERYTHING, Ply
from engines.diams import GAME
from engines.diams.cards import UNKNOWN
from tests.engines.contract.playing import Case, positions, uniform


def tracked(case: Case) -> Any:
    tracker = GAME.tracker(GAME.options(case.given, case.seats), case.seats)
    assert tracker is not None
    return tracker


@pytest.mark.parametrize(
    "case", [Case(GAME, (), 2), Case(GAME, (("length", "quick"),), 4)], ids=str
)
def test_with_all_cards_known_the_views_are_those_of_the_match(case: Case) -> None:
    tracker, entries = tracked(case), 0
    for at in positions(case, 2, uniform):
        for ply in at.log[entries:]:
            tracker.step(ply)
        entries = len(at.log)
        if entries and at.state.pending():
            for who in case.everybody():
                true = at.state.view(who)
                known = tracker.view(who)
                assert known | {"options": None} == true | {"options": None}


@pytest.mark.parametrize("seats", [2, 4])
def test_what_is_shown_without_hands_is_true(seats: int) -> None:
    case = Case(GAME, (("length", "quick"),), seats)
    tracker, entries, drawn = tracked(case), 0, 0
    for at in positions(case, 3, uniform):
        for ply in at.log[entries:]:
            if ply.facts and ply.facts[0].name == "hand" and ply.move is None:
                continue
            tracker.step(_without_draws(ply))
        entries = len(at.log)
        if not entries or not at.state.pending() or (view := tracker.view(EVERYTHING)) is None:
            continue
        drawn += 1
        true = at.state.view(EVERYTHING)
        assert (view["deck"], view["turn"]) == (true["deck"], true["turn"])
        for mine, theirs in zip(_zones(view), _zones(true), strict=True):
            assert len(mine) == len(theirs)
            assert Counter(mine) - Counter({"?": len(mine)}) <= Counter(theirs)
    assert drawn > 20


def _without_draws(ply: Ply[Any]) -> Ply[Any]:
    """The entry with a drawn card that nobody wrote down."""
    if ply.move is None:
        return ply
    drawn = [f._replace(values=(UNKNOWN,)) if f.name == "draw" else f for f in ply.facts]
    return ply._replace(facts=tuple(drawn))


def _zones(view: dict[str, Any]) -> list[list[str]]:
    players = view["players"]
    return [
        view["market"],
        view["discards"],
        *(player[name] for player in players for name in ("hand", "vault")),
    ]
