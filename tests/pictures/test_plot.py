"""`tourney plot`: the numbers of a drawing are those that other commands print."""

import json
import re
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element

import pytest

from tests.conftest import Tourney
from tests.examples import usual
from tests.exports.sample import BOTS, SPEC, store_run
from tests.pictures.drawings import SVG, read, texts
from tests.pictures.timed import store_times
from tourney.app.draw_charts import PLOTS
from tourney.cli.root import COMMANDS
from tourney.pictures.event_charts import EVENT_CHARTS
from tourney.pictures.run_charts import RUN_CHARTS


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database that holds the run `spring`; tests only read it."""
    folder = tmp_path_factory.mktemp("spring")
    store_run(folder, replace(SPEC, date="2026-11-01"))
    return folder / "tourney.db"


@pytest.fixture
def run(tourney: Tourney, database: Path) -> Tourney:
    """`tourney` with that database, in an empty folder."""
    return lambda *args: tourney(*args, "--db", str(database))


def plot(run: Tourney, *args: str) -> Element:
    result = run("plot", *args)
    assert result.code == 0, result.err
    return read(result.out)


def rows(run: Tourney, *args: str) -> list[dict[str, Any]]:
    found = json.loads(run(*args, "--format", "json").out)
    assert isinstance(found, list)
    return found


def written(root: Element) -> list[list[str]]:
    """The texts of each row of a drawing, from the left."""
    groups = [node for node in root.iter(f"{SVG}g") if node.get("class") == "row"]
    return [[one.text for one in sorted(texts(g), key=lambda t: t.left)] for g in groups]


def described(root: Element) -> list[str]:
    return (root[1].text or "").split("\n")


def number(value: float, digits: int = 2, sign: bool = False) -> str:
    return format(value, f"{'+' if sign and value else ''}.{digits}f").replace("-", "\u2212")


def test_standings_are_those_of_the_command(run: Tourney) -> None:
    assert written(plot(run, "standings", "spring")) == [
        [r["player"], number(r["points_mean"]), f"[{number(r['ci_low'])}, {number(r['ci_high'])}]"]
        for r in rows(run, "standings", "spring")
    ]
    assert written(plot(run, "standings", "--points", "chips", "--width", "360")) == [
        [r["player"], number(r["points_mean"])] for r in rows(run, "standings", "--points", "chips")
    ]


def test_curves_end_at_the_standings(run: Tourney) -> None:
    root = plot(run, "curves")
    ends = {one.text for one in texts(root)}
    for row in rows(run, "standings"):
        assert {row["player"], number(row["points_mean"])} <= ends
        course = next(line for line in described(root) if line.startswith(row["player"] + ":"))
        within = f"interval from {number(row['ci_low'])} to {number(row['ci_high'])}"
        assert course.endswith(f"to {number(row['points_mean'])}, {within}")


def test_the_note_names_the_intervals_and_what_is_missing(run: Tourney) -> None:
    for what in ("standings", "curves"):
        assert "6 of 9 matches played." in described(plot(run, what))[0]
    assert "Line: 95 % interval, by deal." in described(plot(run, "standings"))[0]


def test_the_crosstable_is_that_of_the_command(run: Tourney) -> None:
    cells = [
        [str(at), r["player"], *(number(r[f"above {n}"]) for n in ("ann", "ben", "さくら")
         if r[f"above {n}"] is not None), number(r["sum"])]
        for at, r in enumerate(rows(run, "crosstable"), start=1)
    ]  # fmt: skip
    assert written(plot(run, "crosstable")) == cells


def test_seats_are_those_of_the_command(run: Tourney) -> None:
    assert written(plot(run, "seats")) == [
        [r["seat"], number(r["advantage"], 3, sign=True),
         f"[{number(r['ci_low'], 3, sign=True)}, {number(r['ci_high'], 3, sign=True)}]"]
        for r in rows(run, "stats", "seats")
    ]  # fmt: skip


def test_scores_and_lengths_are_those_of_the_commands(run: Tourney) -> None:
    scores: dict[str, Counter[int]] = {name: Counter() for name in BOTS}
    for one in rows(run, "export", "results"):
        scores[one["player"]][one["score"]] += 1
    seen = described(plot(run, "scores"))[1:]
    for row, line in zip(rows(run, "standings"), seen, strict=True):
        values = sorted(scores[row["player"]].elements())
        assert line == (
            f"{row['player']}: {values[0]} to {values[-1]}, median {values[2]}, "
            f"mean {number(row['score_mean'])}, {row['matches']} values"
        )
    (row,) = rows(run, "stats", "length")
    assert described(plot(run, "length"))[1:] == [
        f"complete: {row['shortest']} to {row['longest']}, median {row['median']}, "
        f"mean {number(row['mean'], 1)}, {row['matches']} values"
    ]


def test_times_are_those_of_watch(tourney: Tourney, tmp_path: Path) -> None:
    store_run(tmp_path)
    missing = tourney("plot", "times")
    assert (missing.code, missing.out) == (5, "")
    assert "run 'spring' has no times of moves stored" in missing.err
    store_times(tmp_path, "spring", {"ann": (4, 10.0), "ben": (2, 0.5), "さくら": (1, 400.0)})
    cost = json.loads(tourney("watch", "--once", "--progress", "json").out)["cost"]
    assert cost == {"ann": 2.5, "ben": 0.25, "さくら": 400}
    assert written(plot(tourney, "times")) == [["ben", "0.250"], ["ann", "2.50"], ["さくら", "400"]]


def test_the_progress_of_a_test_ends_at_the_figure_of_the_rule(
    tourney: Tourney, tmp_path: Path
) -> None:
    store_run(tmp_path, replace(SPEC, until="sprt(0,1)"))
    ratio = re.search(r"log-likelihood ratio ([+-]\d\.\d\d)", tourney("standings").err)
    assert ratio
    root = plot(tourney, "test")
    shown = [one.text for one in texts(root)]
    assert ratio[1].replace("-", "\u2212").lstrip("+") in shown
    assert {"accepts a difference of 1.00", "accepts a difference of 0.00"} <= set(shown)


def test_the_progress_of_a_width_ends_at_the_figure_of_the_rule(
    tourney: Tourney, tmp_path: Path
) -> None:
    store_run(tmp_path, replace(SPEC, until="ci<0.5"))
    half = re.search(r"known to ± (\d\.\d{3}) or better; widest: (\S+)", tourney("standings").err)
    assert half
    root = plot(tourney, "test")
    assert half[1] in [one.text for one in texts(root)]
    assert described(root)[1].startswith(f"{half[2]}:")
    assert "ends below 0.5" in [one.text for one in texts(root)]


def test_a_comparison_is_that_of_the_command(run: Tourney) -> None:
    (row,) = rows(run, "compare", "spring", "--bots", "ann,ben")
    ends = ", ".join(number(row[key], 3, sign=True) for key in ("ci_low", "ci_high"))
    difference = number(row["difference"], 3, sign=True)
    shown = written(plot(run, "compare", "spring", "--bots", "ann,ben"))
    assert shown == [["ben → ann", difference, f"[{ends}]"]]


def test_ratings_and_their_history_are_those_of_the_command(run: Tourney) -> None:
    rated = rows(run, "ratings")
    assert written(plot(run, "ratings")) == [
        [r["player"], number(r["rating"], 0), f"[{number(r['low'], 0)}, {number(r['high'], 0)}]"]
        for r in rated
    ]
    (moment,) = {r["period"] for r in rows(run, "ratings", "--history")}
    ben = next(r for r in rated if r["player"] == "ben")
    root = plot(run, "history", "ben")
    shown = [one.text for one in texts(root)]
    assert {moment, "ben", number(ben["rating"], 0)} <= set(shown)
    assert "ann" not in shown
    assert described(root)[1].endswith(f"from {number(ben['low'], 0)} to {number(ben['high'], 0)}")


def test_an_event_is_drawn_with_its_points_round_by_round(tourney: Tourney) -> None:
    new = ("event", "new", "Cup", "--players", "Aiko,Ben,Chie,Dan", "--game", "diams", "--sizes")
    assert tourney(*new, "2").code == 0
    assert tourney("event", "pair", "--pods", "Aiko,Ben;Chie,Dan").code == 0
    assert tourney("match", "result", "Cup/r1/t1", "Aiko=11", "Ben=10").code == 0
    assert tourney("match", "result", "Cup/r1/t2", "Chie=9", "Dan=11").code == 0
    table = [[r["player"], number(r["points"])] for r in rows(tourney, "standings")]
    assert written(plot(tourney, "standings", "Cup")) == table
    course = described(plot(tourney, "curves", "cup"))
    assert course == [f"{name}: from {points} to {points}" for name, points in table]
    places = [f"{r['player']}: places {r['place']}" for r in rows(tourney, "standings")]
    assert described(plot(tourney, "places", "Cup")) == places
    assert "Aiko: 11 to 11" in "\n".join(described(plot(tourney, "scores")))
    assert ["1", "Aiko", "1.00", "1.00"] in written(plot(tourney, "crosstable", "event:Cup"))
    for words, fault in (
        (("seats", "Cup"), "seats can be drawn of a run; 'Cup' is an event"),
        (("standings", "Cup", "--stage", "final"), "no stage 'final' has begun; stages: main"),
        (("places", "Cup", "--stage", "final"), "no stage 'final' has begun; stages: main"),
    ):
        refused = tourney("plot", *words)
        assert (refused.out, fault in refused.err) == ("", True), refused.err


def test_records_that_name_an_event_are_drawn_too(tourney: Tourney) -> None:
    data = Path(__file__).parents[2] / "data" / "records"
    assert tourney("import", str(data / "spring-diams.tmr"), "-y").code == 0
    event = "Spring bot cup"
    table = [[r["player"], number(r["points_mean"])] for r in rows(tourney, "standings", event)]
    assert written(plot(tourney, "standings", event)) == table
    root = plot(tourney, "curves", event)
    assert root[0].text == f"Points after each round, event {event}"
    ends = {one.text for one in texts(root)}
    assert {number(r["points"]) for r in rows(tourney, "standings", event)} <= ends
    refused = tourney("plot", "curves", event, "--stage", "main")
    assert (refused.code, refused.err) == (
        2, f"tourney: event '{event}' has no stages; remove --stage\n"
    )  # fmt: skip


WRONG: list[tuple[tuple[str, ...], int, str]] = [
    (("pie",), 2, "invalid WHAT 'pie'; use one of standings, curves, crosstable"),
    (("standings", "nobody"), 5, "no run 'nobody'"),
    (("history", "nobody"), 5, "no rated player 'nobody'"),
    (("history", "bem"), 5, "no rated player 'bem'; did you mean 'ben'?"),
    (("ratings", "ann"), 2, "ratings takes no name; remove 'ann'"),
    (("seats", "spring", "spring"), 2, "seats takes at most 1 name, not 2"),
    (("length", "--points", "wins"), 2, "--points does not belong to length; remove it"),
    (("standings", "--points", "elo"), 2, "unknown point system 'elo'"),
    (("scores", "-g", "diams"), 2, "--game is for events; 'spring' is a run"),
    (("test",), 2, "run 'spring' has no stopping rule; play a run with --until"),
    (("compare", "spring"), 2, "compare takes two runs, or one run with --bots NEW,OLD"),
    (("compare", "spring", "--bots", "ann"), 2, "compare takes two runs"),
    (("ratings", "-g", "chess"), 2, "unknown game 'chess'"),
    (("ratings", "-g", "diamonds"), 5, "no match of 'diamonds' to rate"),
    (("seats", "--width", "20"), 2, "a whole number from 240 to 4000"),
    (("seats", "-o", "x.jpg"), 2, "'x.jpg'; its name must end in .svg or .png"),
    (("seats", "--json"), 2, "for the numbers use tourney stats seats"),
    (("seats", "--columns", "seat"), 2, "for the numbers use tourney stats seats"),
]


@pytest.mark.parametrize("case", usual(WRONG[3::4], WRONG), ids=lambda case: " ".join(case[0]))
def test_what_is_wrong_is_one_line(
    run: Tourney, tmp_path: Path, case: tuple[tuple[str, ...], int, str]
) -> None:
    args, code, words = case
    result = run("plot", *args)
    assert (result.code, result.out) == (code, "")
    assert words in result.err
    assert result.err.count("\n") == 1
    assert list(tmp_path.glob("x.*")) == []


def test_a_file_gets_the_bytes_of_stdout(run: Tourney, tmp_path: Path) -> None:
    out = run("plot", "standings")
    assert out.err == ""
    again = run("plot", "standings", "-o", "a.svg")
    assert (again.out, again.err) == ("", "wrote standings to a.svg\n")
    assert (tmp_path / "a.svg").read_text("utf-8") == out.out


def test_png_is_an_image_of_twice_the_width(run: Tourney, tmp_path: Path) -> None:
    pytest.importorskip("resvg_py")
    assert run("plot", "standings", "-o", "a.png", "--width", "300").code == 0
    head = (tmp_path / "a.png").read_bytes()[:24]
    assert head[:8] == b"\x89PNG\r\n\x1a\n"
    assert int.from_bytes(head[16:20]) == 600


def test_without_the_library_for_png_its_extra_is_named(
    run: Tourney, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)  # as if it were not installed
    result = run("plot", "seats", "-o", "a.png")
    assert (result.code, result.out, list(tmp_path.iterdir())) == (2, "", [])
    assert "pip install 'tabletop-tourney[png]'" in result.err


def test_japanese_words_are_japanese(run: Tourney) -> None:
    root = plot(run, "standings", "--lang", "ja")
    assert root[0].text == "ランspringの1対戦あたりのポイント"
    assert all(re.search("[ぁ-ん一-龥]", line) for line in described(root))


def test_help_names_every_chart(tourney: Tourney) -> None:
    text = tourney("plot", "--help").out
    assert all(re.search(rf"^ +{what} +", text, re.MULTILINE) for what in PLOTS)
    assert {plot.numbers.split()[1] for plot in PLOTS.values()} <= set(COMMANDS)
    assert set(RUN_CHARTS) | set(EVENT_CHARTS) <= set(PLOTS)


def test_intervals_of_a_run_are_drawn_in_its_standings(run: Tourney) -> None:
    """All intervals reach from 0 to 4, and the means are 17/6, 13/6 and 1."""
    lines = run("standings", "--bars", "--ascii").out.splitlines()
    assert lines[0].endswith("| 0 ............................ 4")
    drawn = [line.rpartition("| ")[2] for line in lines[2:]]
    assert [line.index("o") for line in drawn] == [22, 17, 8]
    assert [line.replace("o", "-") for line in drawn] == ["-" * 32] * 3
