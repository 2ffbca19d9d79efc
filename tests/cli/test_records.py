"""`tourney check`, `fmt` and `import`: their output for people and for scripts."""

import json
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.conftest import Tourney
from tests.examples import times

HOUSE = Path(__file__).parents[2]
RECORDS = HOUSE / "data" / "records"
GOOD = RECORDS / "spring-diams.tmr"
WRONG = RECORDS / "spring-diams-wrong.tmr"


def test_check_passes_the_sample_with_one_line(tourney: Tourney) -> None:
    code, out, _ = tourney("check", GOOD)
    assert code == 0
    assert out == (
        "spring-diams/r3-t1  diams  3 seats  36 plies  verified all, 2 checks, result, rank\n"
    )


SAMPLES = """\
club-2026-11-21/2  diams  4 seats  87 plies  verified 28 of 87, 59 consistent, 3 checks, result, \
rank; not verified: '-- reveal A' in line 58; '-- reveal B' in line 59; '-- reveal D' in line 61
club-2026-11-14/1  diamonds  5 seats  32 plies  verified 25 of 32, 6 consistent; 1 irregular
club-2026-11-21/3  diamond-boxes-2  3 seats  41 plies  verified 19 of 41, 22 consistent, \
3 checks, result, rank
spring-diams/r3-t1  diams  3 seats  36 plies  verified all, 2 checks, result, rank
club-2026-11-14/5  blue-border  4 seats  28 plies  verified 23 of 28, 5 consistent, result, rank
club-2026-11-14/7  diamond-boxes  3 seats  13 plies  verified all, result, rank
"""


def test_check_says_of_all_samples_what_is_sure_and_what_is_not(tourney: Tourney) -> None:
    code, out, err = tourney("check", *sorted(set(RECORDS.glob("*.tmr")) - {WRONG}))
    assert (code, out) == (0, SAMPLES)
    assert "6 of 6 matches pass" in err


def test_check_refuses_the_wrong_copy_in_the_right_line(tourney: Tourney) -> None:
    code, out, _ = tourney("check", WRONG)
    assert code == 3
    assert out.split("\n")[:6] == [
        f"{WRONG}:33:12: error[R-DI-R10]: no 7 in hand, so 'convoy 7x1' is not allowed",
        "    |",
        " 27 | A: reveal 7 4 +CV +CR; vault 7x3*",
        "    |                              ---- 7 was last named here",
        " 33 | A: draw 8; convoy 7x1",
        "    |            ^^^^^^^^^^",
    ]
    assert "    = rule: DI-R10 Special card: it goes to the discard pile" in out


def test_check_in_json_says_everything_a_script_needs(tourney: Tourney, tmp_path: Path) -> None:
    both = tmp_path / "both.tmr"
    both.write_text(f"{GOOD.read_text()}\n{WRONG.read_text()}")
    code, out, _ = tourney("check", both, "--format", "json")
    good, wrong = json.loads(out)
    assert code == 3
    assert (good["match"], good["game"], good["status"]) == (
        "spring-diams/r3-t1",
        "diams",
        "complete",
    )
    counts = [good[key] for key in ("plies", "verified", "consistent", "irregular")]
    assert counts == [36, 36, 0, 0]
    assert good["result"] == {"A": 26, "B": 8, "C": 12}
    assert good["rank"] == [["A"], ["C"], ["B"]]
    assert good["errors"] == []
    assert wrong["errors"] == [
        {
            "line": 33 + 41,
            "column": 12,
            "code": "R-DI-R10",
            "message": "no 7 in hand, so 'convoy 7x1' is not allowed",
            "ply": 41,
        }
    ]


@pytest.mark.parametrize(
    ("args", "code"),
    [(["missing.tmr"], 5), (["run:none"], 5), (["match:none"], 5), ([], 2), (["."], 2)],
)
def test_check_of_what_is_not_there(tourney: Tourney, args: list[str], code: int) -> None:
    result = tourney("check", *args)
    assert result.code == code
    assert result.err.count("\n") == 1
    assert result.out == ""


TWO_BAD_IDS = "match: club night\nmatch: club night\ngame: diams\n"


def test_two_matches_with_the_same_invalid_id_get_a_problem_each(
    tourney: Tourney, tmp_path: Path
) -> None:
    file = tmp_path / "bad.tmr"
    file.write_text(TWO_BAD_IDS)
    places = [f"{file}:{line}:8: error[T-id]: 'club night' is not a match id" for line in (1, 2)]
    code, out, _ = tourney("check", file, "--only", "T-id", "--style", "short")
    assert (code, [line for line in out.split("\n") if line]) == (3, places)
    for command in (("fmt", file), ("import", "--db", tmp_path / "x.db", file)):
        code, _, err = tourney(*command)
        assert (code, [line for line in err.split("\n") if "error[" in line]) == (3, places)


def test_a_file_that_cannot_be_checked_costs_no_report_on_the_others(
    tourney: Tourney, tmp_path: Path
) -> None:
    bad, empty = tmp_path / "bad.tmr", tmp_path / "empty.tmr"
    bad.write_text(TWO_BAD_IDS)
    empty.write_text("")
    for workers in (1, 2)[: times(2, 1)]:
        code, out, err = tourney(
            "check", "-q", "-j", workers, bad, "missing.tmr", tmp_path, empty, GOOD, "run:none"
        )
        assert code == 5
        assert "spring-diams/r3-t1  diams  3 seats  36 plies  verified all" in out
        told = [line for line in err.split("\n") if line]
        assert [line.partition(" ")[0] for line in told] == ["tourney:"] * 4
        for name in ("missing.tmr", str(tmp_path), str(empty), "tourney.db"):
            assert any(f"'{name}'" in line for line in told)


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"\x89PNG\r\n\x1a\n\x00\xff", ":1:1: error[T-encoding]"),
        (b"match: x\ngame: chess\n", ":2:7: error[T-game]"),
        (b"match: x\ngame: diams\nrules: diams/9\nseat A: a\nseat B: b\n", ":3:8: error[T-rules]"),
        (b"#!tmr 2\nmatch: x\n", ":1:1: error[T-version]"),
        (GOOD.read_bytes()[:700], ":31:11: error[T-action]"),
    ],
)
def test_bad_records_get_a_line_and_exit_code_3(
    tourney: Tourney, tmp_path: Path, content: bytes, told: str
) -> None:
    file = tmp_path / "bad.tmr"
    file.write_bytes(content)
    code, out, _ = tourney("check", file, "--style", "short")
    assert code == 3
    assert told in out.split("\n")[0]


def test_a_file_that_may_be_cut_off_is_named(tourney: Tourney, tmp_path: Path) -> None:
    file = tmp_path / "cut.tmr"
    file.write_bytes(GOOD.read_bytes()[: GOOD.read_bytes().index(b"B: reveal END")])
    code, out, _ = tourney("check", file)
    assert code == 0
    assert "no status, so unfinished is assumed" in out
    assert "incomplete for source: engine: no status, so the file may be cut off" in out


def test_no_more_errors_than_asked_for(tourney: Tourney, tmp_path: Path) -> None:
    file = tmp_path / "many.tmr"
    file.write_text("match: x\n" + "nonsense\n" * 50)
    code, out, err = tourney("check", file, "--style", "short")
    assert (code, out.count("\n")) == (3, 20)
    assert "31 more errors" in err
    assert tourney("check", file, "--style", "short", "--max-errors", "3").out.count("\n") == 3


def test_strict_lets_nothing_irregular_stand(tourney: Tourney, tmp_path: Path) -> None:
    file = tmp_path / "irregular.tmr"
    text = GOOD.read_text().replace("market 10 = 3+3+4", "^market 10 = 3+3+4")
    file.write_text(text)
    assert tourney("check", file).out.endswith("result, rank; 1 irregular\n")
    code, out, _ = tourney("check", "--strict", "--style", "short", file)
    assert code == 3
    assert "error[K-irregular]" in out


def test_only_some_codes_count(tourney: Tourney) -> None:
    assert tourney("check", WRONG, "--only", "K-").code == 0
    assert tourney("check", WRONG, "--only", "K-,R-DI").code == 3


def test_fmt_writes_canonical_text(tourney: Tourney, tmp_path: Path) -> None:
    file = tmp_path / "typed.tmr"
    file.write_text(GOOD.read_text().replace("; ", ";").replace("A: ", "Ａ："), "utf-8")
    assert tourney("fmt", file).out == GOOD.read_text()
    code, out, _ = tourney("fmt", "--check", file)
    assert code == 3
    assert out.startswith(f"--- {file}\n+++ ")
    assert tourney("fmt", "-i", file).code == 0
    assert file.read_text() == GOOD.read_text()
    assert tourney("fmt", "--check", file) == (0, "", "")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["typed.tmr"]


def test_fmt_changes_nothing_it_cannot_read(tourney: Tourney, tmp_path: Path) -> None:
    file = tmp_path / "bad.tmr"
    file.write_text("match: x\nnonsense\n")
    code, out, err = tourney("fmt", "-i", file)
    assert (code, out) == (3, "")
    assert ":2:1: error[T-line]" in err
    assert file.read_text() == "match: x\nnonsense\n"


def test_fmt_goes_on_after_a_file_that_is_not_there(tourney: Tourney, tmp_path: Path) -> None:
    """As `check` does, with the same exit code."""
    for name in ("a.tmr", "b.tmr"):
        (tmp_path / name).write_text(GOOD.read_text("utf-8"), "utf-8")
    both = tourney("fmt", "a.tmr", "b.tmr")
    part = tourney("fmt", "a.tmr", "nope.tmr", "b.tmr")
    assert (part.code, part.out) == (5, both.out)
    assert part.err.startswith("tourney: no file 'nope.tmr'")
    assert part.code == tourney("check", "a.tmr", "nope.tmr", "b.tmr").code


def test_what_an_import_refuses_is_said_in_japanese(tourney: Tourney, tmp_path: Path) -> None:
    head = "match: a/1\ngame: diams\nseat A: Ann\nseat B: Bob\n\n"
    (tmp_path / "bad.tmr").write_text(f"{head}result: A 99, B 3\nstatus: complete\n", "utf-8")
    told = tourney("import", "bad.tmr", "--lang", "ja")
    assert told.code == 3
    assert "得点は最大11です" in told.err
    assert "取り込みを中止しました" in told.err.splitlines()[-1]
    assert "the score is" not in told.err
    head = head.replace("diams", "blue-border")
    for scores in ("A 7, B 3", "A 3, B 7"):
        (tmp_path / "x.tmr").write_text(f"{head}result: {scores}\nstatus: complete\n", "utf-8")
        told = tourney("import", "x.tmr", "--lang", "ja")
    assert (told.code, "別の内容で保存されている" in told.err) == (6, True)


def test_fmt_to_json_and_back(tourney: Tourney, tmp_path: Path) -> None:
    file = tmp_path / "spring.json"
    file.write_text(tourney("fmt", "--format", "json", GOOD).out)
    assert tourney("fmt", file).out == GOOD.read_text()


def test_import_brings_records_in_once(tourney: Tourney, tmp_path: Path) -> None:
    assert "would be: 1 added" in tourney("import", "--dry-run", GOOD).out
    assert not (tmp_path / "tourney.db").exists()
    assert tourney("import", GOOD).out == "1 match: 1 added\n"
    assert tourney("import", GOOD).out == "1 match: 1 already there\n"
    assert tourney("check", "match:spring-diams/r3-t1").code == 0
    other = tmp_path / "other.tmr"
    other.write_text(GOOD.read_text().replace("event: Spring", "event: Summer"))
    assert tourney("import", other).code == 6
    assert "1 skipped" in tourney("import", "--on-duplicate", "skip", other).out
    updated = tourney("import", "--on-duplicate", "update", other)
    assert ("1 updated" in updated.out, "undo" in updated.err) == (True, False)
    assert tourney("import", "--undo", GOOD).code == 6
    assert tourney("import", "--undo", other).out == "1 match: 1 removed\n"
    assert tourney("check", "match:spring-diams/r3-t1").code == 5
    assert tourney("import", "--undo", other).out == "1 match: 1 not found\n"


def test_import_takes_all_or_nothing(tourney: Tourney, tmp_path: Path) -> None:
    code, _, err = tourney("import", GOOD, WRONG)
    assert code == 3
    assert "nothing imported" in err
    assert not (tmp_path / "tourney.db").exists()


def test_a_stored_run_is_checked_match_by_match(tourney: Tourney) -> None:
    bots = ("--bot", "r1=random", "--bot", "r2=random")
    played = ("-g", "diams", "-O", "length=quick", *bots, "--deals", "5", "--seed", "7")
    assert tourney("run", *played, "--name", "x").code == 0
    code, out, _ = tourney("check", "run:x")
    assert code == 0
    assert out.count("verified all, result, rank\n") == len(out.splitlines()) > 0
    assert len(json.loads(tourney("check", "run:x", "--json").out)) == len(out.splitlines())


@pytest.mark.parametrize(
    "way",
    [
        (),
        pytest.param(("--json",), marks=pytest.mark.full),
        pytest.param(("--style", "short", "--max-errors", "1"), marks=pytest.mark.full),
    ],
)
def test_two_processes_say_what_one_says(
    tourney: Tourney, tmp_path: Path, way: tuple[str, ...]
) -> None:
    worse = WRONG.read_text().replace("A: draw 8", "A: draw 9 9")
    (tmp_path / "worse.tmr").write_text(worse + "\nmatch: bare\n")
    files = (WRONG, GOOD, "worse.tmr", GOOD, WRONG)
    alone = tourney("check", *files, *way)
    assert alone.code == 3
    assert tourney("check", *files, *way, "-j", "2") == alone
    assert tourney("check", GOOD, "gone.tmr", *way, "-j", "2").code == 5


def test_workers_read_runs_themselves_and_say_what_one_process_says(
    tourney: Tourney, tmp_path: Path
) -> None:
    bots = ("--bot", "r1=random", "--bot", "r2=random")
    for log in ("rows", "packed", "results"):
        played = ("-g", "diams", "-O", "length=quick", *bots, "--deals", "11", "--log", log)
        assert tourney("run", *played, "--name", log).code == 0
        assert tourney("match", "void", f"{log}/7", "--reason", "power cut", "--yes").code == 0
    with closing(sqlite3.connect(tmp_path / "tourney.db")) as file, file:
        third = "(SELECT id FROM match WHERE number = 3)"
        file.execute(f"UPDATE ply SET text = 'draw 1' WHERE number = 6 AND match_id IN {third}")
        tenth = "(SELECT id FROM match WHERE number IN (10, 11))"
        file.execute(f"UPDATE seat SET score = score + 1 WHERE match_id IN {tenth}")
        file.execute("DELETE FROM match WHERE number = 20")
    ways = (
        ("run:results", "run:rows", "run:packed", GOOD, "--json"),
        ("run:packed", "--after", "4", "--lang", "ja", "--max-errors", "1"),
    )
    for way in ways[: times(2, 1)]:
        alone = tourney("check", *way)
        assert alone.code == 3
        assert "packed/7" in alone.err
        assert (
            ("rows/7" in alone.err) == ("run 'results' stores only" in alone.err) == (GOOD in way)
        )
        assert tourney("check", *way, "-j", "2") == alone


@pytest.mark.full
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere memory is counted in other units")
def test_an_import_needs_no_more_memory_for_more_files(tmp_path: Path) -> None:
    most = []
    for files in (2, 12):
        names = []
        for file in range(files):
            records = (GOOD.read_text().replace("r3-t1", f"{file}-{n}") for n in range(200))
            (tmp_path / f"{file}.tmr").write_text("\n".join(records))
            names.append(f"{file}.tmr")
        code = (
            "import resource, sys\n"
            "from tourney.cli.root import main\n"
            "assert main(sys.argv[1:]) == 0\n"
            "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
        )
        args = ("import", *names, "--db", f"{files}.db")
        done = subprocess.run(
            [sys.executable, "-c", code, *args], cwd=tmp_path, check=True, text=True,
            stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": str(HOUSE)},
        )  # fmt: skip
        assert done.stdout.startswith(f"{200 * files} matches: {200 * files} added\n")
        most.append(int(done.stdout.split()[-1]))
    assert most[1] < 1.15 * most[0]
