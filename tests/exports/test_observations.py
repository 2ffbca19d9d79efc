"""Decisions for learning: everything a seat decided, and nothing that it could not know."""

import json
from pathlib import Path
from random import Random

import pytest

from engines.api import CHANCE
from engines.games import GAMES
from tests.conftest import Tourney
from tourney.domain.match_values import StoredMatch
from tourney.exports.observations import decisions, replayed
from tourney.runs.missing_matches import RunSession
from tourney.runs.run_plan import Plan, prepare
from tourney.store import open_store
from tourney.store.matches import run_matches
from tourney.store.runs import add_run, run_named

SHORT = {"diams": {"length": "quick"}, "diamonds": {"rounds": "1"}}


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> dict[str, StoredMatch]:
    """A match of random bots of every game."""
    folder = tmp_path_factory.mktemp("observed")
    found = {}
    with open_store(str(folder / "tourney.db"), create=True) as store:
        for game in GAMES:
            bots = {f"r{n}": "random" for n in range(max(2, min(GAMES[game].seats)))}
            plan = Plan(name=game, game=game, options=SHORT.get(game, {}), bots=bots, deals=1)
            run = prepare(plan)
            session = RunSession(store, add_run(store, run.spec), run)
            session.play(lambda snapshot: None, lambda: False)
            found[game] = next(iter(run_matches(store, run_named(store, game))))
    return found


@pytest.mark.parametrize("game", GAMES)
def test_a_decision_is_the_same_in_every_world_that_its_seat_considers_possible(
    played: dict[str, StoredMatch], game: str
) -> None:
    match, rng = played[game], Random(7)
    replay = replayed(match)
    worlds = []

    def watch(seat: int, move: object) -> None:
        if seat == CHANCE:
            return
        other = GAMES[game].resample(replay.state, seat, rng)
        legal = list(map(GAMES[game].move_text, other.legal_moves(seat)))
        worlds.append((seat, other.view(seat), legal))

    replay.watch = watch
    while replay.step():
        pass
    found = list(decisions(match))
    assert [(one.seat, one.view, one.legal) for one in found] == worlds
    assert all(one.chosen is not None and one.legal[one.chosen] == one.text for one in found)


def test_features_have_one_length_and_history(played: dict[str, StoredMatch]) -> None:
    for match in (played["diams"], played["blue-border"], played["diamond-boxes"]):
        lengths = {len(one.features or ()) for one in decisions(match, features=True)}
        assert len(lengths) == 1
        assert lengths != {0}


def test_observations_are_written_as_jsonl_and_parquet(tourney: Tourney, tmp_path: Path) -> None:
    words = ("run", "-g", "diams", "-O", "length=quick", "--bot", "a=random", "--bot", "b=random",
             "--deals", "1", "--name", "r", "--seed", "7", "-q")  # fmt: skip
    assert tourney(*words).code == 0
    lines = tourney("export", "observations", "r").out.splitlines()
    rows = [json.loads(line) for line in lines]
    assert {row["match"] for row in rows} == {"r/1", "r/2"}
    last = rows[-1]
    assert last["place"] in (1, 2)
    assert last["view"]["you"] == last["seat"]
    assert tourney("export", "observations", "--format", "csv").code == 2
    assert tourney("export", "results", "--features").code == 2
    parquet = pytest.importorskip("pyarrow.parquet")
    assert tourney("export", "observations", "--features", "-o", "o.parquet").code == 0
    found = parquet.read_table(tmp_path / "o.parquet").to_pylist()
    assert [(row["chosen"], row["legal"]) for row in found] == [
        (row["chosen"], row["legal"]) for row in rows
    ]
    assert [json.loads(row["view"]) for row in found] == [row["view"] for row in rows]
    assert len(found[0]["features"]) == len(found[-1]["features"]) > 10
