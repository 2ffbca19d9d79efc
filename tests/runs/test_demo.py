"""`tourney demo` in an empty folder."""

import json
from pathlib import Path

from tests.conftest import Tourney
from tourney.bots import BOTS


def test_the_demo_plays_checks_and_ranks_the_built_in_bots(
    tourney: Tourney, tmp_path: Path
) -> None:
    result = tourney("demo")
    assert result.code == 0
    assert [path.name for path in tmp_path.iterdir()] == ["tourney-demo.db"]
    for heading in ("Standings", "Crosstable"):
        assert f"\n{heading}: " in result.out
    for bot in BOTS:
        assert bot in result.out
    runs = json.loads(tourney("runs", "--db", "tourney-demo.db", "--json").out)
    matches = runs[0]["stored"]
    assert runs[0]["matches"] == matches
    assert f"Checked: {matches} of {matches} stored matches" in result.err
    for line in result.err.splitlines():
        if line.startswith("  tourney "):
            command = line.split("   ")[0].split()[1:]
            assert tourney(*command).code == 0, line
