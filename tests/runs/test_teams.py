"""A run of Diamonds in teams: stored, checked and ranked by teams, also when a partner fails."""

import json

import pytest

from tests.conftest import Tourney
from tests.play.tables import mine

pytestmark = pytest.mark.slow

TEAMS = ("run", "-g", "diamonds", "-O", "teams=on", "-O", "rounds=1", "--deals", "3", "--seed", "4")


def test_a_partner_who_crashes_costs_the_team_its_place_and_no_other_team(tourney: Tourney) -> None:
    bots = ("a=random", "b=random", f"c={mine('CrashesAtOnce')}", "d=random")
    assert tourney(*TEAMS, *(f"--bot={bot}" for bot in bots), "--name", "x").code == 0
    assert tourney("check", "run:x").err.endswith("12 of 12 matches pass\n")
    rows = json.loads(tourney("export", "results", "x", "--format", "json").out)
    tables = [rows[at : at + 4] for at in range(0, len(rows), 4)]
    for table in tables:
        gone = [row["forfeit"] for row in table].index(True)
        behind = {gone, (gone + 2) % 4}
        assert [row["place"] for row in table] == [1 + (seat in behind) for seat in range(4)]
    shown = json.loads(tourney("crosstable", "x", "--format", "json").out)
    last = next(row for row in shown if row["player"] == "c")
    assert {last[f"above {name}"] for name in "abd"} == {0}
    assert sum(last[f"matches {name}"] for name in "abd") == 24  # two opponents in every match


def test_three_teams_take_three_places(tourney: Tourney) -> None:
    bots = [f"--bot={name}=random" for name in "abcdef"]
    assert tourney(*TEAMS, *bots, "--name", "x").code == 0
    assert tourney("check", "run:x").err.endswith("18 of 18 matches pass\n")
    rows = json.loads(tourney("standings", "x", "--format", "json").out)
    # 18 matches give 4 + 2 + 0 points to each of two partners, even if teams share places.
    assert sum(row["points"] for row in rows) == 18 * 2 * 6
    assert [row["matches"] for row in rows] == [18] * 6
