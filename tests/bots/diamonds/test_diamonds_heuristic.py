"""Diamonds: greedy finds the moves that good players agree on."""

from random import Random
from typing import Any

import pytest

from engines.games import GAMES
from tests.bots.positions import begin, met
from tourney.bots import GreedyBot
from tourney.bots.heuristics import HEURISTICS

GAME = GAMES["diamonds"]
GUIDE = HEURISTICS["diamonds"]


def seen(
    hand: str,
    trick: str = "",
    *,
    tricks: str = "1 1 1 1",
    showroom: str = "3 3 3 3",
    thief: int = 1,
    phase: str = "play",
    count: int | None = 2,
    **options: bool,
) -> dict[str, Any]:
    """The view of the next seat of four after `trick`; the last seat leads if it is empty."""
    plays = trick.split()
    you = len(plays) if plays else 3
    won, open_ = tricks.split(), showroom.split()
    players = [
        {
            "hand": hand.split() if seat == you else None,
            "hand_count": len(hand.split()),
            "showroom": int(open_[seat]),
            "vault": 0,
            "taken": dict.fromkeys("DHSC", int(won[seat])),
            "tricks": int(won[seat]),
            "passed": None,
            "chosen": False,
        }
        for seat in range(4)
    ]
    return {
        "seats": 4,
        "you": you,
        "options": {"perfect": False, "teams": False, "show": False, "rounds": 4} | options,
        "phase": phase,
        "pass": count,
        "thief": thief,
        "trick": [{"seat": seat, "card": card} for seat, card in enumerate(plays)],
        "players": players,
    }


POSITIONS = {
    "off suit a diamond goes first": (seen("D1 H3 H9 C7", "S5 S2 S8"), "D1"),
    "a spade moves nothing out of an empty showroom": (
        seen("H9 S2", "C5 C6 C2", showroom="3 3 3 0"),
        "H9",
    ),
    "a club steals from whoever has the token, which beats a spade less": (
        seen("S14 C3", "H5 H6 H2", thief=0, showroom="3 3 3 0"),
        "C3",
    ),
    "a club steals nothing from an empty showroom": (
        seen("H4 C3", "S5 S6 S2", thief=0, showroom="0 3 3 3"),
        "H4",
    ),
    "who has no trick ducks to the end (DM-R8)": (
        seen("H2 H14", "H5 H3 H9", tricks="3 3 2 0"),
        "H2",
    ),
    "who has one wins a diamond trick, as cheaply as it goes": (
        seen("D3 D10 D15 S9", "D2 D5 D9", tricks="2 2 1 1"),
        "D10",
    ),
    "a partner is not beaten": (
        seen("D7 D15 S9", "D2 D14 D3", tricks="2 2 1 1", teams=True),
        "D7",
    ),
    "two short suits are passed away": (
        seen("D3 D7 D9 D12 H2 H6 H9 H13 S5 C9", phase="pass"),
        "pass S5 C9",
    ),
    "a short suit is passed away whole": (
        seen("D3 D7 D9 D12 H2 H6 H9 H13 C5 C9", phase="pass"),
        "pass C5 C9",
    ),
    "three short cards are best passed three at a time": (
        seen("D3 D7 D9 D12 H2 H6 H13 S5 C8 C9", phase="announce", count=None),
        "announce 3",
    ),
}


@pytest.mark.parametrize(("view", "move"), POSITIONS.values(), ids=POSITIONS)
def test_greedy_finds(view: dict[str, Any], move: str) -> None:
    assert GAME.move_text(GUIDE.advice(view)) == move


@pytest.mark.parametrize("variant", range(len(GAME.variants)))
def test_the_heuristic_advises_on_a_view_what_it_plays_on_a_state(variant: int) -> None:
    rng = Random(variant)
    game, state = begin("diamonds", 4, variant)
    for observation in met(game, state, rng, GreedyBot()):
        assert GUIDE.ranked(state, observation.seat)[0][1] == GUIDE.advice(observation.view())
