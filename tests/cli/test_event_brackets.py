"""What an organiser reads about a knockout: byes, names of matches, standings, crosstable."""

import json

import pytest

from tests.conftest import Tourney

CUP = ("event", "new", "Cup", "--players", ",".join("ABCDEFGHIJK"), "--game", "diamonds",
       "--schedule", "knockout", "--sizes", "2", "--set", "third=yes", "--seed", "3")  # fmt: skip


def test_a_knockout_of_eleven_reads_as_one(tourney: Tourney) -> None:
    """Sixteen places: five byes; the better seed always wins."""
    assert "3 rounds" not in (made := tourney(*CUP).err)
    assert "main: diamonds, format knockout, 4 rounds, 2+2+2 and 5 byes if all play" in made
    for number in range(1, 5):
        assert tourney("event", "pair").code == 0
        for one in json.loads(tourney("event", "show", "--json").out):
            if one["round"] == number and one["table"]:
                names = [name.strip() for name in _players(one)]
                scores = [f"{name}={40 - ord(name) % 32}" for name in names]
                assert tourney("match", "result", f"r{number}/t{one['table']}", *scores).code == 0
    shown = tourney("event", "show").out
    for words in ("semifinal 2", "final", "third place", "quarterfinal 4"):
        assert words in shown
    assert "bye 2" not in shown
    assert "決勝" in tourney("--lang", "ja", "event", "show").out
    table = tourney("standings").out
    assert "not drawn" not in table
    rows = json.loads(tourney("standings", "--json").out)
    assert [(row["player"], row["points"]) for row in rows[:4]] == [
        ("A", 12), ("B", 8), ("C", 8), ("D", 4),
    ]  # fmt: skip
    order = [row["player"] for row in rows]
    cross = json.loads(tourney("crosstable", "Cup", "--json").out)
    assert [row["player"] for row in cross] == order
    assert [row["place"] for row in cross] == [row["place"] for row in rows]


def test_who_left_a_bracket_has_missed_no_round_that_others_would_have_played(
    tourney: Tourney,
) -> None:
    """Four rounds: one does not appear in the first, one loses and leaves, one wins and leaves."""
    assert tourney(*CUP).code == 0
    assert tourney("event", "pair").code == 0
    first = [one["players"] for one in json.loads(tourney("event", "show", "--json").out)]
    (gone, winner), (leaver, loser), _ = first[:3]
    assert tourney("event", "no-show", gone).code == 0
    for table in (2, 3):
        assert tourney("match", "result", f"r1/t{table}", "20,10").code == 0
    for name in (loser, leaver):
        assert tourney("event", "drop", name).code == 0
    for number in (2, 3, 4):
        assert tourney("event", "pair").code == 0
        for one in json.loads(tourney("event", "show", "--round", str(number), "--json").out):
            if one["table"] and not one["absent"]:
                assert tourney("match", "result", f"r{number}/t{one['table']}", "20,10").code == 0
    rows = {row["player"]: row for row in json.loads(tourney("standings", "--json").out)}
    missed = {name: rows[name]["unplayed"] for name in (gone, winner, loser, leaver)}
    assert missed == {
        gone: "no-show 1", winner: "no opponent 1", loser: None, leaver: "absent 2",
    }  # fmt: skip


def _players(row: dict[str, object]) -> list[str]:
    found = row["players"]
    return list(found) if isinstance(found, list) else str(found).split(",")


@pytest.mark.parametrize(
    ("format_", "players", "planned"),
    [
        ("groups", 6, "3 rounds, 2+2 and 2 byes"),  # in each group of three one waits
        ("gauntlet", 5, "4 rounds, 2"),  # the champion against one after the other
        ("stepladder", 5, "4 rounds, 2"),
    ],
)
def test_a_plan_says_which_tables_the_first_round_has(
    tourney: Tourney, format_: str, players: int, planned: str
) -> None:
    names = ",".join("ABCDEF"[:players])
    made = tourney("event", "new", "x", "--players", names, "--game", "diamonds",
                   "--sizes", "2", "--format", format_)  # fmt: skip
    assert f"format {format_}, {planned} if all play" in made.err
    drawn = json.loads(tourney("event", "pair", "--json").out)
    assert len([row for row in drawn if row["table"]]) == planned.count("+") + 1
