"""A teller tells what views and moves say, whatever it told before."""

import json
from typing import Any

from engines.api import Seat, Teller
from tourney.contracts.playing import Case, every_case, positions

Tellers = dict[Seat, Teller[Any]]


def tellers(case: Case) -> Tellers:
    """A new teller for each seat."""
    return {seat: case.game.teller(seat) for seat in range(case.seats)}


@every_case
def test_a_teller_tells_the_view_of_its_seat_at_every_decision(case: Case) -> None:
    """One teller for a whole match, and another one that is asked only now and then."""
    always, rarely, met = tellers(case), tellers(case), 0
    for at in positions(case, 9):
        for seat in at.state.pending():
            if seat >= 0:
                met += 1
                view = json.dumps(at.state.view(seat))
                assert json.dumps(always[seat].view(at.state)) == view
                if met % 7 == 0:
                    assert json.dumps(rarely[seat].view(at.state)) == view
                assert next(reversed(at.state.view(seat))) == "players"
    assert met >= case.seats


@every_case
def test_a_teller_may_go_on_with_another_match(case: Case) -> None:
    same = tellers(case)
    for seed in (10, 11):
        for at in positions(case, seed):
            for seat in at.state.pending():
                if seat >= 0:
                    view = json.dumps(at.state.view(seat))
                    assert json.dumps(same[seat].view(at.state)) == view


@every_case
def test_of_what_was_told_only_the_players_change(case: Case) -> None:
    """Whoever keeps the fields of a view, and a copy of each player, can compare them later."""
    told, before = tellers(case), dict[Seat, tuple[dict[str, Any], list[Any], str]]()
    for at in positions(case, 12):
        for seat in at.state.pending():
            if seat < 0:
                continue
            if seat in before:
                fields, players, text = before[seat]
                assert json.dumps({**fields, "players": players}) == text
            view = told[seat].view(at.state)
            before[seat] = dict(view), list(map(dict, view["players"])), json.dumps(view)


@every_case
def test_a_teller_lists_the_moves(case: Case) -> None:
    told = tellers(case)
    for at in positions(case, 13):
        for seat in at.state.pending():
            lister = told[seat].lister if seat >= 0 else None
            if lister is not None:
                moves = [case.game.move_text(move) for move in at.state.legal_moves(seat)]
                assert lister.count(at.state) == len(moves)
                assert json.loads(f"[{lister.moves()}]") == moves
