"""Long exports keep only one match in memory at a time."""

import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import Tourney
from tests.exports.test_results import CLUB
from tourney.app.export_matches import chosen_matches
from tourney.cli.base import App
from tourney.domain.match_values import MatchResult, StoredMatch
from tourney.exports.match_tables import moves_table
from tourney.render.text_tables import stream
from tourney.results.sums import ResultSums
from tourney.store import matches, open_store


def many_matches(count: int) -> Iterator[StoredMatch]:
    for number in range(1, count + 1):
        yield StoredMatch(
            id=number,
            name=f"long/{number}",
            game="diams",
            rules=1,
            options=(),
            headers=(),
            players=("a", "b"),
            versions=("1", "1"),
            scores=(1, 0),
            places=(1, 2),
            status="complete",
            entries=[(ply % 2, f"draw {ply}") for ply in range(100)],
        )


def test_five_thousand_plies_are_never_held_at_once() -> None:
    tracemalloc.start()
    pieces = sum(1 for _ in stream(moves_table(many_matches(50)), "jsonl"))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert pieces == 5_000
    assert peak < 150_000


def test_the_matches_of_an_event_are_read_when_they_are_written(
    tourney: Tourney, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    records = (
        CLUB.replace("club/1", f"club/{n}").replace("round: 1", f"round: {n}") for n in range(9)
    )
    (tmp_path / "m.tmr").write_text("\n".join(records), "utf-8")
    assert tourney("import", "m.tmr").code == 0
    with open_store("tourney.db") as store:
        read = []

        def event_matches(*names: str, **wanted: bool) -> Iterator[StoredMatch]:
            for match in inner(*names, **wanted):
                read.append(match.name)
                yield match

        inner = matches.event_matches
        monkeypatch.setattr(matches, "event_matches", event_matches)
        found = chosen_matches(App({}, {}), store, ("Club",), entries=True)
        read.clear()
        assert [(match.name, len(read)) for match in found] == [
            (f"club/{n}", n + 1) for n in range(9)
        ]


def test_standings_of_a_long_run_hold_sums_alone() -> None:
    def results() -> Iterator[MatchResult]:
        for number in range(2_000):
            scores = (number * 7 % 11, number * 5 % 13, number * 3 % 17)
            places = tuple(1 + sum(other > score for other in scores) for score in scores)
            yield MatchResult(number, ("a", "b", "c"), scores, places, (number // 3, 0))

    tracemalloc.start()
    sums = ResultSums(results())
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert sums.matches == 2_000
    assert peak < 250_000
