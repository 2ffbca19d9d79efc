"""A Swiss event as a TRF, and rounds that a program for chess tournaments pairs."""

import json
import sys
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from tests.conftest import Tourney
from tests.examples import times

NEW = ("event", "new", "Open", "--game", "diamonds", "--schedule", "swiss", "--sizes", "2",
       "--rounds", "4", "--seed", "3")  # fmt: skip
# ruff: noqa: E501  (lines of a TRF are long)
TRF = """\
012 Open
062 5
092 Individual: Swiss-System
001    1      Ann                                                                1.0    1     3 w 1
001    2      Bo                                                                 0.5    3     4 b =
001    3      ふみ                                                                 0.0    5     1 b 0
001    4      Di                                                                 0.5    4     2 w =
001    5      Ed                                                                 1.0    2  0000 - U
XXR 4
XXC black1
XXP 1 2
"""
STAND_IN = """\
#!/bin/sh
echo 'BBP Pairings (https://github.com/x) - {version} (Built Jan  1 2026)'
echo {words} >&2
cp "$3" asked.trf
printf '{pairs}' > "$5"
exit {code}
"""


@pytest.fixture(autouse=True)
def _installed_nowhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")


def installed(
    folder: Path, *, version: str = "v6.0.0", pairs: str = "2\\n3 5\\n1 4\\n",
    code: int = 0, words: str = "",
) -> None:  # fmt: skip
    """A program in the place of bbpPairings, which knows the pairs beforehand."""
    program = folder / "bbpPairings"
    program.write_text(STAND_IN.format(version=version, pairs=pairs, code=code, words=words))
    program.chmod(0o755)


@pytest.fixture
def open_(tourney: Tourney) -> Tourney:
    """An event after its first round, with a win, a draw and a bye that is worth a win."""
    players = ("--players", "Ann,Bo,ふみ,Di,Ed", "--bye", "4", "--never", "Ann,Bo")
    assert tourney(*NEW, *players).code == 0
    assert tourney("event", "pair", "--pods", "Ann,ふみ;Di,Bo").code == 0
    assert tourney("match", "result", "r1/t1", "A=4", "B=3").code == 0
    assert tourney("match", "result", "r1/t2", "A=3", "B=3").code == 0
    return tourney


def test_a_trf_has_the_games_of_every_player_by_round(open_: Tourney) -> None:
    assert open_("export", "trf", "Open").out == TRF


def test_a_bye_that_is_worth_half_a_win_is_written_in_both_dialects(tourney: Tourney) -> None:
    assert tourney(*NEW, "--players", "Ann,Bo,Cy", "--rounds", "2").code == 0
    assert tourney("event", "pair", "--pods", "Ann,Bo").code == 0
    assert tourney("event", "no-show", "Ann").code == 0
    lines = tourney("export", "trf", "Open").out.splitlines()
    assert [line[80:] for line in lines[3:6]] == [
        " 0.0    3     2 w -", " 1.0    1     1 b +", " 0.5    2  0000 - U"
    ]  # fmt: skip
    assert lines[-2:] == ["XXS PAB=0.5", "BBU  0.5"]


def test_the_program_pairs_a_round_and_is_named_with_the_year_of_its_rules(
    open_: Tourney, tmp_path: Path
) -> None:
    assert open_("event", "drop", "Bo").code == 0
    installed(tmp_path)
    done = open_("event", "pair", "--fide")
    assert done.code == 0, done.err
    assert done.err.splitlines()[0] == (
        "round 2 of main paired by bbpPairings v6.0.0, FIDE Dutch system, rules of 2025: "
        "2 tables, diamonds"
    )
    asked = (tmp_path / "asked.trf").read_text("utf-8").splitlines()
    assert asked[4].endswith("4 b =  0000 - Z"), "who has left does not play"
    rows = json.loads(open_("event", "show", "--round", "2", "--json").out)
    assert [row["players"] for row in rows] == [["ふみ", "Ed"], ["Ann", "Di"]]
    log = json.loads(open_("db", "log", "--json").out)
    assert any("bbpPairings v6.0.0" in str(row) for row in log)
    assert open_("event", "replay").code == 0


UNREADABLE = (
    "'bbpPairings' gives no pairing: 'unreadable pairs'; leave out --fide, or give the tables with "
    "--pods"
)


@pytest.mark.parametrize(
    ("given", "code", "fault"),
    [
        (None, 5, "cannot find the program 'bbpPairings'; install it from "
         "github.com/BieremaBoyzProgramming/bbpPairings, or name its file in the setting "
         "bbp_pairings, or leave out --fide"),
        ({"code": 1, "words": "No valid pairing"}, 6,
         "'bbpPairings' gives no pairing: 'No valid pairing'; leave out --fide, or give the tables "
         "with --pods"),
        ({"pairs": "3\\n1 4\\n"}, 6, UNREADABLE),
        ({"pairs": "1\\n1 9\\n"}, 6, UNREADABLE),
    ][:: times(1, 2)],
)  # fmt: skip
def test_without_pairs_one_line_says_how_to_go_on(
    open_: Tourney, tmp_path: Path, given: dict[str, object] | None, code: int, fault: str
) -> None:
    if given is not None:
        installed(tmp_path, **given)  # type: ignore[arg-type]
    done = open_("event", "pair", "--fide")
    assert (done.code, done.err.splitlines()[-1]) == (code, f"tourney: {fault}")
    assert len(json.loads(open_("event", "show", "--json").out)) == 3


def test_an_event_that_is_no_chess_tournament_has_no_trf(tourney: Tourney) -> None:
    players = ("--players", "Ann,Bo,Cy,Di")
    assert tourney(*NEW, *players, "--sizes", "4").code == 0
    assert tourney("export", "trf").err.startswith(
        "tourney: the event has no Swiss stage at tables of two"
    )
    assert tourney("event", "rm", "Open", "--yes").code == 0
    assert tourney(*NEW, *players, "--points", "score").code == 0
    assert tourney("event", "pair", "--fide").err.startswith(
        "tourney: stage main does not count as chess does"
    )


DUTCH = """\
#!{python}
import sys
from pathlib import Path
from py4swiss.engines import DutchEngine
from py4swiss.trf import TrfParser

pairs = DutchEngine.generate_pairings(TrfParser.parse(Path(sys.argv[3]), strict=False))
lines = [len(pairs), *(f"{{one.white}} {{one.black}}" for one in pairs)]
Path(sys.argv[5]).write_text("\\n".join(map(str, lines)))
print("a stand-in without a version")
"""


@pytest.mark.full
def test_an_independent_reader_agrees_about_points_and_pairs_by_the_dutch_system(
    tourney: Tourney, tmp_path: Path
) -> None:
    """py4swiss checks the points of each player, and pairs an event with a withdrawal."""
    trf = pytest.importorskip("py4swiss.trf", reason="needs the package py4swiss")
    (tmp_path / "bbpPairings").write_text(DUTCH.format(python=sys.executable))
    (tmp_path / "bbpPairings").chmod(0o755)
    names = [f"P{number}" for number in range(1, 10)]
    assert tourney(*NEW, "--players", ",".join(names), "--bye", "2").code == 0
    luck, met, byes = Random(1), Counter[frozenset[str]](), Counter[str]()
    for number in range(1, 5):
        done = tourney("event", "pair", "--fide")
        assert done.code == 0, done.err
        assert "year of the rules not known" in done.err
        shown = tourney("event", "show", "--round", str(number), "--json")
        for row in json.loads(shown.out):
            if row["table"] is None:
                byes[row["players"][0]] += 1
                continue
            met[frozenset(row["players"])] += 1
            scores = [f"{seat}={luck.randrange(10, 13)}" for seat in "AB"]
            assert tourney("match", "result", f"r{number}/t{row['table']}", *scores).code == 0
        if number == 2:
            assert tourney("event", "drop", "P4").code == 0
        (tmp_path / "open.trf").write_text(tourney("export", "trf").out, "utf-8")
        read = trf.TrfParser.parse(tmp_path / "open.trf", strict=False)
        tenths = {one.name: one.points_times_ten for one in read.player_sections}
        standings = json.loads(tourney("standings", "Open", "--json").out)
        assert tenths == {row["player"]: row["points"] * 10 / 4 for row in standings}
    assert max(met.values()) == max(byes.values()) == 1
    assert sum(met.values()) == 4 * 4
    assert tourney("event", "replay").code == 0
