"""Blue Border: greedy takes cards that fit, calls impossible ones, buries what others need."""

from random import Random
from typing import Any

import pytest

from engines.games import GAMES
from tests.bots.positions import begin, met
from tourney.bots import GreedyBot
from tourney.bots.blue_border.chances import RoundChances
from tourney.bots.heuristics import HEURISTICS

GAME = GAMES["blue-border"]
GUIDE = HEURISTICS["blue-border"]
STANDARD = RoundChances(9, 25, 32, 4)


def line(cards: str) -> list[dict[str, int | None]]:
    """Cards of a line: `b3` is a closed card of shade 3, `12` an open card."""
    found: list[dict[str, int | None]] = []
    for card in cards.split():
        number = None if card.startswith("b") else int(card)
        band = -(-number // 4) if number else int(card[1:])
        found.append({"band": band, "number": number})
    return found


def seen(
    own: str,
    tops: str = "1 1 1 1 1",
    other: str = "",
    *,
    phase: str = "turn",
    discards: str = "",
) -> dict[str, Any]:
    """The view of seat A of two; `tops` are the top shades of the four piles and of the deck."""
    *field, top = map(int, tops.split())
    return {
        "seats": 2,
        "you": 0,
        "options": {"bl": 9, "bt": 25, "cards": 32, "rounds": 1, "sight": 4, "limit": 500},
        "phase": phase,
        "top": top,
        "field": [[band] for band in field],
        "discards": [int(number) for number in discards.split()],
        "moves": 9,
        "window": {"diver": 1, "reward": False} if phase == "call" else None,
        "players": [{"line": line(cards), "skip": False, "wins": 0} for cards in (own, other)],
    }


POSITIONS = {
    "the step that is as long as it is safe": (seen("5", "2 4 3 5 8"), "take 3"),
    "the deck's top like any other": (seen("5", "2 5 8 5 3"), "deck"),
    "deep enough at D (BB-R6)": (seen("8 14 20", "6 5 7 8 3"), "take 3"),
    "on the way back the lighter card": (seen("8 16 24 28", "8 6 2 1 4"), "take 2"),
    "nothing that anybody would call": (seen("8 17 24 29", "8 1 1 2 1"), "pass"),
    "the diver whose card cannot be right is called": (
        seen("5", other="20 b2", phase="call"),
        "call",
    ),
    "the diver whose card cannot be wrong is not": (seen("5", other="5 b3", phase="call"), "no"),
    "one chance in four is not enough at B": (seen("5", other="b2 15", phase="call"), "no"),
    "at G it is": (
        seen("5", other="5 12 20 28 24 15 b2", phase="call"),
        "call",
    ),
    "the reward is the discard that fits best": (
        seen("9", "1 1 1 1 1", phase="reward", discards="10 18 30"),
        "reward discard 18",
    ),
    "no reward is better than one that would be called": (
        seen("9", "1 1 8 8 1", phase="reward", discards="30"),
        "reward none",
    ),
}


@pytest.mark.parametrize(("view", "move"), POSITIONS.values(), ids=POSITIONS)
def test_greedy_finds(view: dict[str, Any], move: str) -> None:
    assert GAME.move_text(GUIDE.advice(view)).startswith(move)


def test_what_the_next_diver_needs_is_buried() -> None:
    view = seen("8 17 24 29", "1 2 1 8 1", "8 16 24 28 20 12")
    assert GAME.move_text(GUIDE.advice(view)) == "pass -> 2"


@pytest.mark.parametrize(
    ("point", "before", "card", "chance"),
    [
        (1, 0, 3, 3 / 4),  # of 9..12 only 9 is allowed at A (BB-E1)
        (1, 0, 2, 0.0),
        (2, 2, 3, 0.0),  # neighbouring shades are 1 to 7 apart
        (2, 1, 3, 3 / 16),  # 2 apart: 10 twice and 11 once of sixteen pairs
        (2, 2, 2, 1 / 2),
        (4, 5, 6, 1.0),  # BB-E3: at most 24
        (7, 4, 3, 3 / 4),
    ],
)
def test_the_chance_of_a_violation_is_counted(
    point: int, before: int, card: int, chance: float
) -> None:
    shades = STANDARD.shades
    found = STANDARD.violation(point, shades[before], shades[card])
    assert found == pytest.approx(chance)


@pytest.mark.parametrize(
    "chances",
    [STANDARD, RoundChances(8, 19, 24, 1), RoundChances(9, 20, 32, 8)],
    ids=["standard", "24 cards", "wide shades"],
)
def test_a_line_further_on_needs_fewer_turns(chances: RoundChances) -> None:
    shades = chances.shades[1:]
    nearest = [min(chances.turns(points, shade) for shade in shades) for points in range(7)]
    assert nearest == sorted(nearest, reverse=True)
    assert chances.turns(7, 1) == 0


def test_a_violation_that_is_certain_is_called_and_one_that_is_unlikely_is_not() -> None:
    assert STANDARD.risk(2, 1 << 20, 1 << 5) > 0.99
    assert STANDARD.risk(2, 1 << 5, 1 << 12) == 0


@pytest.mark.parametrize("variant", range(len(GAME.variants)))
def test_the_heuristic_advises_on_a_view_what_it_plays_on_a_state(variant: int) -> None:
    rng = Random(variant)
    game, state = begin("blue-border", 3, variant)
    for observation in met(game, state, rng, GreedyBot()):
        assert GUIDE.move(state, observation.seat) == GUIDE.advice(observation.view())
