"""Diamond Boxes: greedy covers cells, sheds cards, keeps what fits, chooses playable colours."""

from random import Random
from typing import Any

import pytest

from engines.games import GAMES
from tests.bots.positions import begin, met
from tourney.bots import GreedyBot
from tourney.bots.heuristics import HEURISTICS

RULE_1, RULE_2 = "diamond-boxes", "diamond-boxes-2"
BOARD_Z = [["r1", 1, 0, "e"], ["y2", 0, 0, "n"]]  # the board of the worked examples
CELLS = [(x, y, "y") for y in (0, 1) for x in (0, 1, 2)] + [(1, 2, "r"), (2, 2, "r")]


def seen(hand: str, other: str = "", *, colour: str | None = None, **more: Any) -> dict[str, Any]:
    """The view of seat A of two on Board Z."""
    return {
        "seats": 2,
        "you": 0,
        "phase": "play",
        "board": [[x, y, letter, "B"] for x, y, letter in CELLS],
        "placed": BOARD_Z,
        "deck": 30,
        "turn": 0,
        "colour": colour,
        "players": [{"hand": hand.split(), "deck": 9}, {"hand": other.split(), "deck": 9}],
    } | more


OPEN = {
    "six cells rather than four (DJ1-E4, DJ1-E1)": (seen("g2"), "g2@0,0n"),
    "the one card that costs nothing": (seen("r1 r8 g2 p5"), "g2@0,0n"),
    "five cells where there are no six (DJ1-E5)": (seen("g7"), "g7@0,1s"),
}
COLOURED = {
    "four cells are better than a pass (DJ2-E2)": (seen("g2", colour="r"), "g2@1,1s"),
    "six cells bring a bonus turn (DJ2-E5)": (seen("g2 p7", colour="y"), "g2@0,0n"),
    "a pass when nothing fits (DJ2-E9)": (seen("r2", colour="r"), "pass"),
    "a colour that the hand can cover": (
        seen("r2 r7", phase="colour", colour=None),
        "colour y",
    ),
    "never the current colour (DJ2-R10)": (
        seen("r2 r7", phase="colour", colour="y"),
        "colour r",
    ),
}


@pytest.mark.parametrize(("view", "move"), OPEN.values(), ids=OPEN)
def test_greedy_finds_by_rule_1(view: dict[str, Any], move: str) -> None:
    assert GAMES[RULE_1].move_text(HEURISTICS[RULE_1].advice(view)) == move


@pytest.mark.parametrize(("view", "move"), COLOURED.values(), ids=COLOURED)
def test_greedy_finds_by_rule_2(view: dict[str, Any], move: str) -> None:
    assert GAMES[RULE_2].move_text(HEURISTICS[RULE_2].advice(view)) == move


def test_greedy_places_if_it_can() -> None:
    """Rule 2: greedy passes only if no other move is legal."""
    rng = Random(2)
    game, state = begin(RULE_2, 3, 0)
    for observation in met(game, state, rng, GreedyBot()):
        advised = HEURISTICS[RULE_2].advice(observation.view())
        assert (game.move_text(advised) == "pass") == (
            len(observation.legal()) == 1 and advised == 0
        )


def test_a_card_that_fits_nowhere_well_is_placed_somewhere() -> None:
    """Rule 1: there is no pass, so greedy also plays a card that covers fewer than four cells."""
    rng = Random(7)
    game, state = begin(RULE_1, 2, 0)
    few = 0
    for observation in met(game, state, rng):
        view = observation.view()
        view["players"][observation.seat]["hand"] = view["players"][observation.seat]["hand"][:1]
        move = HEURISTICS[RULE_1].advice(view)
        assert state.is_legal(observation.seat, move)
        few += 1
    assert few > 5


@pytest.mark.parametrize("name", [RULE_1, RULE_2])
def test_the_heuristic_advises_on_a_view_what_it_plays_on_a_state(name: str) -> None:
    rng = Random(name)
    game, state = begin(name, 3, 0)
    for observation in met(game, state, rng, GreedyBot()):
        heuristic = HEURISTICS[name]
        assert heuristic.ranked(state, observation.seat)[0][1] == heuristic.advice(
            observation.view()
        )
