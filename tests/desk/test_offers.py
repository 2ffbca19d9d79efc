"""What may be typed next is what the rules allow, as far as the record knows the cards."""

from random import Random

import pytest

from engines.api import CHANCE
from engines.games import GAMES
from tests.desk.typist import played
from tests.examples import usual
from tourney.desk import Accepted, Desk

TABLES = {"diams": (3, {"length": "quick"}), "diamond-boxes": (3, {}), "diamond-boxes-2": (2, {})}


@pytest.mark.parametrize("name", usual(["diams", "diamond-boxes"], list(TABLES)))
def test_with_all_cards_known_every_legal_decision_is_offered(name: str) -> None:
    game, (seats, options) = GAMES[name], TABLES[name]
    rng = Random(5)
    offered = asked = 0
    state = game.start(game.options(options, seats), seats)
    tracker = game.tracker(game.options(options, seats), seats)
    assert tracker is not None
    while owing := state.pending():
        seat = owing[0]
        if seat != CHANCE and rng.random() < 0.2:
            found = tracker.offers()
            asked += 1
            offered += bool(found)
            legal = [game.move_text(move) for move in state.legal_moves(seat)]
            assert not found or sorted(found) == sorted(legal), state.phase()
        move = game.shuffle(state, rng) if seat == CHANCE else state.sample(seat, rng)
        log: list[object] = []
        state.apply(seat, move, log)  # type: ignore[arg-type]
        for ply in log:
            tracker.step(ply)  # type: ignore[arg-type]
    assert offered > 0.7 * asked


@pytest.mark.parametrize("name", usual(["diams"], list(TABLES)))
def test_with_no_hand_known_nothing_that_depends_on_cards_is_offered(name: str) -> None:
    """With the hands of one player known, only that player is offered moves."""
    seats, options = TABLES[name]
    for who in (None, 0) if name == "diams" else (0,):
        match = played(name, seats, options, Random(2), who)
        desk = Desk(match.setup)
        for line in match.lines:
            found, due = desk.offers(), desk.due()
            if due.seats and due.seats[0] not in (CHANCE, who) and name != "diamond-boxes":
                assert set(found) <= {"draw", "reveal", *due.choices}, due
            assert isinstance(desk.accept(line), Accepted)
