"""Ratings from the log of an event alone are those from its stored matches."""

import json
from pathlib import Path

import pytest

from tests.conftest import Tourney

pytestmark = pytest.mark.slow

CRASHES = "class Crashes:\n    def choose(self, view, legal):\n        raise ValueError('lost')\n"
ENTRANTS = ("Ken", "Mei", "Yui", "rob", "cy")
RESULTS = ("Ken=30 Mei=20 Yui=20", "Ken=3 Mei=9 Yui=1", "Ken=2 Mei=3 Yui=4")


def test_ratings_from_the_log_equal_those_from_the_matches(
    tourney: Tourney, tmp_path: Path
) -> None:
    """People and bots, two games, a tie, forfeited matches, a corrected one."""
    (tmp_path / "crashes.py").write_text(CRASHES)
    made = tourney(
        "event", "new", "Cup", "--players", "Ken,Mei,Yui", "--bot", "rob=random",
        "--bot", "cy=./crashes.py", "--game", "diams,diamonds,diams", "--sizes", "2-3",
        "-O", "length=quick", "--seed", "7", "-q",
    )  # fmt: skip
    assert made.code == 0, made.err
    for number, scores in enumerate(RESULTS, start=1):
        assert tourney("event", "pair", "--pods", "Ken,Mei,Yui;cy,rob", "-q").code == 0
        assert tourney("match", "result", f"r{number}/t1", *scores.split()).code == 0
        assert tourney("event", "play", "-q").code == 0
    given = ("r1/t1", "Ken=4", "--yes", "--reason", "read wrongly")
    assert tourney("match", "result", *given).code == 0
    text = tourney("event", "replay", "--into", "other.db").out
    rated = [one for one in map(json.loads, text.splitlines()) if "ratings" in one]
    assert [one["ratings"] for one in rated] == ["diams", "diamonds", "all"]
    for one in rated:
        stored = json.loads(tourney("ratings", "-g", one["ratings"], "--json").out)
        found = [(place, ENTRANTS[number - 1], *rest) for place, number, *rest in one["rows"]]
        assert found == [
            (
                row["place"],
                row["player"],
                f"{row['rating']:.1f}",
                f"{row['half']:.1f}",
                row["matches"],
            )
            for row in stored
        ]
