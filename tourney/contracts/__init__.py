"""What the tests claim about every game, bot, format, point system, tie-break and export.

The built-in ones pass them, and whoever adds one runs the same ones in a module of its own tests:

    from tourney.contracts import contract

    globals().update(contract("game", "low-card"))

Only tests import this room: it needs pytest and hypothesis.
"""

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

import pytest

if TYPE_CHECKING:
    from tourney.contracts.secrets import Secrets

GAME_MODULES: Final = (
    "test_course", "test_copies", "test_near_misses", "test_limits", "test_notation", "test_paper",
    "test_resample", "test_sampling", "test_tellers", "test_views", "test_view_fields",
    "test_worlds", "test_narration", "test_whole_records",
)  # fmt: skip
"""The modules with the claims about games."""

# Pytest explains a failure only in modules that it knows before they are imported.
pytest.register_assert_rewrite(f"{__name__}.test_parts", *(f"{__name__}.{m}" for m in GAME_MODULES))


def contract(
    kind: str,
    *names: str,
    secrets: "Mapping[str, Secrets] | None" = None,
    thorough: bool = False,
) -> dict[str, Any]:
    """The tests of the contract over these games, or over what else a plugin adds, by its kind.

    `secrets` say what a seat of a game cannot know; tests that need that are skipped without. With
    `thorough` every option is tried at every number of seats.
    """
    from tourney.contracts.playing import THOROUGH, TRIED_ON, parametrize
    from tourney.contracts.secrets import ADAPTERS

    THOROUGH[0] = thorough
    if secrets:
        ADAPTERS.insert(0, secrets.get)
    found: dict[str, Any] = {}
    for name in GAME_MODULES if kind == "game" else ("test_parts",):
        module = import_module(f"{__name__}.{name}")
        claims = {k: v for k, v in vars(module).items() if k.startswith("test_")}
        for claim, function in claims.items():
            waits = getattr(function, TRIED_ON, "") == "thorough" and not thorough
            if not waits and (kind == "game" or f"_{kind}_" in claim):
                found[claim] = function

    def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
        parametrize(metafunc, names)

    return {**found, "pytest_generate_tests": pytest_generate_tests}
