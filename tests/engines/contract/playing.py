"""The games of the program, with what the contract has to play them: for tests outside of it."""

import pytest

from engines.games import GAMES
from tests.examples import usual
from tourney.contracts import playing
from tourney.contracts.playing import (  # noqa: F401
    CHOOSERS,
    AnyPly,
    AnyState,
    Case,
    Chooser,
    played,
    positions,
    split,
    texts,
    uniform,
    varied,
)

CASES = playing.cases_of(*GAMES)
FEW = playing.few_of(*GAMES)
EACH = playing.each_of(*GAMES)
every_case = pytest.mark.parametrize("case", usual(FEW, CASES), ids=str)
"""All cases in `make full`, otherwise only `FEW`."""
every_game = pytest.mark.parametrize("case", usual(EACH, CASES), ids=str)
"""All cases in `make full`, otherwise only `EACH`."""
