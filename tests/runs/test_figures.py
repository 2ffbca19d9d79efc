"""The figures of whole runs: gauntlets by hand, and the same sequence wherever a run is shown."""

import json
from math import hypot
from pathlib import Path

import pytest
from sqlalchemy import select, update

from engines.api import Outcome
from tests.conftest import Tourney
from tourney.domain.match_values import PlayedMatch
from tourney.domain.run_spec import BotEntry, RunSpec
from tourney.runs.run_schedule import Schedule
from tourney.store import open_store
from tourney.store.match_writer import MatchWriter
from tourney.store.models import TALLY
from tourney.store.run_sums import run_sums
from tourney.store.runs import add_run, run_named

GAUNTLET = RunSpec(
    "g", "diams", 1, (), tuple(BotEntry(name, "random", "1") for name in ("x", "hero", "y")), 2, 4,
    "gauntlet:hero", "rotation", "4", "44",
)  # fmt: skip
WINS = {0: (2, 1, 2, 1), 2: (0, 0, 1, 0)}
"""How many of its two matches against the champion each other bot wins on each deal."""


def store_gauntlet(folder: Path) -> None:
    schedule = Schedule(GAUNTLET)
    with (
        open_store(str(folder / "tourney.db"), create=True) as store,
        MatchWriter(store, add_run(store, GAUNTLET)) as writer,
    ):
        for number in range(1, schedule.total + 1):
            at = schedule.fixture(number)
            other = next(bot for bot in at.seats if bot != 1)
            wins = WINS[other][at.deal] > at.rotation
            places = (1, 2) if wins == (at.seats[0] == other) else (2, 1)
            writer.add(PlayedMatch(at, Outcome(places, places), "complete", [], ()))


def test_a_gauntlet_shows_how_far_each_bot_is_from_the_champion(
    tourney: Tourney, tmp_path: Path
) -> None:
    """Differences of x are 4, 0, 4, 0: squares about the mean 16; of y -4, -4, 0, -4: 12.

    One prior deal has a variance of 16; scipy 1.17.1: t.ppf(0.975, 4) is 2.776445105. There is room
    for a difference of -4, or of 4; on 43.77 % of all deals it is missed in four with a
    probability of 0.1.
    """
    store_gauntlet(tmp_path)
    rows = {row["player"]: row for row in json.loads(tourney("standings", "--json").out)}
    x, y, hero = rows["x"], rows["y"], rows["hero"]
    reach = 2.776445105 * (16 + 16) ** 0.5 / 4
    below = hypot(reach, 0.4376587 * 6)
    assert x["to_champion"] == 2
    assert (x["to_champion_low"], x["to_champion_high"]) == pytest.approx((2 - below, 4))
    assert x["to_champion_half"] == pytest.approx(below)
    reach = 2.776445105 * (12 + 16) ** 0.5 / 4
    assert y["to_champion"] == -3
    assert (y["to_champion_low"], y["to_champion_high"]) == pytest.approx(
        (-4, -3 + hypot(reach, 0.4376587 * 7))
    )
    assert hero["to_champion"] is None
    assert {row["p_best"] for row in rows.values()} == {None}
    shown = tourney("standings").out.splitlines()
    assert " ".join(shown[0].split()).startswith(
        "# player matches per match ± 95 % - champion ± 95 %"
    )


def test_sums_without_differences_from_the_champion_are_not_used(
    tourney: Tourney, tmp_path: Path
) -> None:
    """A version without these differences stored three parts; standings then read all matches."""
    store_gauntlet(tmp_path)
    shown = tourney("standings", "--json").out
    with open_store(str(tmp_path / "tourney.db")) as store:
        with store.writing() as connection:
            (text,) = connection.execute(select(TALLY.c.sums)).scalars()
            connection.execute(update(TALLY).values(sums=json.dumps(json.loads(text)[:3])))
        assert run_sums(store, run_named(store, "g")) is None
    assert tourney("standings", "--json").out == shown


def test_the_end_of_a_run_and_its_standings_show_the_same_sequence(tourney: Tourney) -> None:
    play = ("run", "-g", "diams", "-O", "length=quick", "--seed", "5", "--name", "r")
    bots = ("--bot", "a=greedy", "--bot", "b=random")
    played = tourney(*play, *bots, "--until", "ci<0.9", "--progress", "json")
    end = [json.loads(line) for line in played.err.splitlines() if line.startswith("{")][-1]
    rows = json.loads(tourney("standings", "r", "--json").out)
    sequence = {row["player"]: (row["points_mean"], row["ci_low"], row["ci_high"]) for row in rows}
    assert {r["player"]: (r["mean"], r["low"], r["high"]) for r in end["standings"]} == sequence
    assert {row["p_best"] for row in rows} == {row["p_best"] for row in end["standings"]} == {None}
    rule = tourney("standings", "r").err.splitlines()[0]
    assert end["rule"] in rule
    # The difference of two bots is twice the distance of one from the common mean.
    half = float(rule.partition(" ± ")[2].split()[0])
    assert half == pytest.approx(2 * rows[0]["ci_half"], abs=0.001)
