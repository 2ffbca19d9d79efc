"""The programs on the page about training run without changes."""

import random
import re
from contextlib import suppress

import pytest

from engines.games import GAMES
from tests.docs.transcripts import ROOT
from tourney.adapters.episode import CODINGS, LISTED

with suppress(ImportError):  # before the tests, because these imports set variables
    import tourney.adapters.gym
    import tourney.adapters.pettingzoo  # noqa: F401

PAGE = (ROOT / "docs" / "howto-train.md").read_text("utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def test_the_programs_of_the_page_run_one_after_the_other() -> None:
    pytest.importorskip("pyspiel", reason="the extra rl is not installed")
    pytest.importorskip("pettingzoo", reason="the extra rl is not installed")
    random.seed(1)
    names: dict[str, object] = {}
    for block in BLOCKS:
        exec(block, names)
    assert {"solver", "total"} <= set(names)


@pytest.mark.parametrize("name", [name for name in GAMES if name in CODINGS])
def test_the_page_has_the_number_of_actions_of_every_game(name: str) -> None:
    assert f"| {GAMES[name].title['en']} | {CODINGS[name].actions} |" in PAGE
    assert f"| others | {LISTED.actions:,} |".replace(",", "\N{NO-BREAK SPACE}") in PAGE
