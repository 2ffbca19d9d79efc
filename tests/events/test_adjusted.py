"""Scores that the organiser corrected count in the standings of an event, and nowhere else."""

from pathlib import Path

import pytest

from tests.conftest import Tourney
from tourney.domain.match_values import MatchResult
from tourney.events.event_records import adjusted
from tourney.store import open_store
from tourney.store.matches import match_named

RECORD = """\
match: {name}
game: diams
options: length=quick
event: Club
seat A: Aiko
seat B: Ben

result: A 31, B 30
rank: A > B
status: complete
"""


def test_a_penalty_changes_the_standings_and_not_the_match(
    tourney: Tourney, tmp_path: Path
) -> None:
    text = RECORD.format(name="a") + '-- adjust score A -2 reason "late"\n'
    (tmp_path / "club.tmr").write_text(text + "\n" + RECORD.format(name="b"))
    assert tourney("import", "club.tmr", "-q").code == 0
    result = tourney("standings", "event:Club", "--points", "score", "--format", "csv")
    assert "event Club: 1 match (a) counted with scores that the organiser adjusted" in result.err
    rows = [line.split(",") for line in result.out.splitlines()]
    at = {name: number for number, name in enumerate(rows[0])}
    points = {row[at["player"]]: float(row[at["points"]]) for row in rows[1:]}
    assert points == {"Aiko": 60.0, "Ben": 60.0}
    by_place = tourney("standings", "event:Club", "--format", "csv").out.splitlines()[1:]
    assert len({line.split(",")[0] for line in by_place}) == 1  # each has won once
    with open_store(str(tmp_path / "tourney.db")) as store:
        assert match_named(store, "a").scores == (31, 30)


@pytest.mark.parametrize(
    ("scores", "places", "changes", "expected", "more"),
    [
        ((31, 30, 8), (1, 2, 3), {0: -2}, (2, 1, 3), {}),
        ((31, 30, 8), (1, 2, 3), {0: -1}, (1, 1, 3), {}),
        ((20, 20, 8), (2, 1, 3), {2: -1}, (2, 1, 3), {}),
        ((20, 20, 8), (1, 1, 3), {0: 1}, (1, 2, 3), {}),
        ((5, 4, 0), (3, 2, 1), {0: -2}, (2, 3, 1), {"fewer_wins": True}),
        ((9, 30, 8), (2, 3, 1), {0: 3}, (1, 3, 2), {"forfeits": (1,)}),
        ((9, 8, 9, 8), (1, 2, 1, 2), {1: 2}, (2, 1, 2, 1), {"sides": (0, 1, 0, 1)}),
    ],
)
def test_places_follow_from_the_adjusted_scores(
    scores: tuple[int, ...],
    places: tuple[int, ...],
    changes: dict[int, int],
    expected: tuple[int, ...],
    more: dict[str, object],
) -> None:
    names = ("Aiko", "Ben", "Chie", "Dan")[: len(scores)]
    result = MatchResult(match_id=1, players=names, scores=scores, places=places, **more)  # type: ignore[arg-type]
    assert adjusted(result, changes).places == expected
