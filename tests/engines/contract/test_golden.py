"""The engine plays the stored matches exactly as when they were written."""

import pytest

from engines.games import GAMES
from tests.engines.contract.playing import CASES, Case, every_case
from tests.engines.golden import path, read, written
from tests.engines.own import folder


@every_case
def test_a_golden_playthrough_is_replayed_to_the_letter(case: Case) -> None:
    if not path(case).parent.is_dir():
        pytest.skip(f"no playthroughs: run `python -m tests.engines.golden {case.game.name}`")
    text = path(case).read_text("utf-8")
    assert written(case, read(case, text)) == text


def test_every_golden_playthrough_belongs_to_a_case() -> None:
    found = {file for name in GAMES for file in folder(name).glob("playthroughs/*")}
    assert found <= {path(case) for case in CASES}
