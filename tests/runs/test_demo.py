"""`tourney demo` in an empty folder."""

import json
from pathlib import Path

import pytest

from engines.games import GAMES
from tests.conftest import Tourney
from tourney.bots.heuristics import HEURISTICS
from tourney.cli import demo_commands


def test_the_demo_plays_checks_and_ranks_the_built_in_bots(
    tourney: Tourney, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(demo_commands, "DEALS", 1)  # `make full` plays all deals
    result = tourney("demo")
    assert result.code == 0
    names = {path.name for path in tmp_path.iterdir()}
    assert names == {"tourney-demo.db", "tourney-demo-site"}
    assert result.err.splitlines()[-1] == "open tourney-demo-site/index.html in a browser"
    assert (tmp_path / "tourney-demo-site" / "runs" / "demo" / "index.html").is_file()
    for heading in ("Standings", "Crosstable"):
        assert f"\n{heading}: " in result.out
    for bot in ("random", "greedy", "search"):
        assert bot in result.out
    runs = json.loads(tourney("runs", "--db", "tourney-demo.db", "--json").out)
    matches = runs[0]["stored"]
    assert runs[0]["matches"] == matches
    assert f"Checked: {matches} of {matches} stored matches" in result.err
    for line in result.err.splitlines():
        if line.startswith("  tourney "):
            command = line.split("   ")[0].split()[1:]
            assert tourney(*command).code == 0, line


@pytest.mark.full
def test_the_demo_keeps_to_itself_unless_a_database_is_named_for_it(
    tourney: Tourney, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(demo_commands, "DEALS", 1)
    (tmp_path / "tourney.toml").write_text('db = "club.db"\n')
    files = {"tourney.toml", "tourney-demo.db", "tourney-demo-site"}
    assert tourney("demo", "-g", "blue-border").code == 0
    assert {path.name for path in tmp_path.iterdir()} == files
    monkeypatch.setenv("TOURNEY_DB", "mine.db")
    assert tourney("demo", "-g", "blue-border").code == 0
    assert {path.name for path in tmp_path.iterdir()} == files | {"mine.db"}


@pytest.mark.full
@pytest.mark.parametrize("game", GAMES)
def test_the_demo_of_every_game_ranks_random_last(tourney: Tourney, game: str) -> None:
    result = tourney("demo", "--game", game)
    assert result.code == 0
    matches = 120 if game.startswith("diamond-boxes") else 60
    assert f"Checked: {matches} of {matches} stored matches" in result.err
    shown = tourney("standings", "demo", "--db", "tourney-demo.db", "--json").out
    rows = json.loads(shown)
    ranked = [row["player"] for row in rows]
    assert ranked[0] == "search"
    if game in HEURISTICS:  # greedy plays unknown games at random
        assert ranked[1:] == ["greedy", "random"]
        assert rows[1]["ci_low"] > rows[2]["ci_high"]
