"""What is compared with the description of a view is found if it is wrong."""

from collections import defaultdict
from typing import Any

import pytest

from engines.games import GAMES
from tests.engines.contract.playing import CASES, positions
from tourney.contracts.test_view_fields import faults, fits


@pytest.mark.parametrize(
    ("kind", "value", "result"),
    [
        ("number", 3, True),
        ("number", True, False),
        ("number", None, False),
        ("list of string", [], True),
        ("list of string", ["7", 7], False),
        ("list of list of number", [[1], []], True),
        ("[number, string]", [1, "r"], True),
        ("[number, string]", [1], False),
    ],
)
def test_a_type_fits_its_values_only(kind: str, value: Any, result: bool) -> None:
    assert fits(kind, value) is result


def test_a_field_that_is_missing_wrong_or_shown_is_found() -> None:
    game = GAMES["diams"]
    case = next(case for case in CASES if case.game is game)
    *_, end = positions(case, 1)
    view, met = end.state.view(0), defaultdict[str, set[str]](set)
    assert faults(game.view_fields, view, 0, met) == []
    assert faults(game.view_fields, view, 1, met) == [
        f"players[].{zone} is shown to 1" for zone in ("hand", "vault")
    ]
    assert faults(game.view_fields, {**view, "deck": "12", "more": 1}, 0, met) == [
        "deck is not number: '12'",
        "more is not described",
    ]
