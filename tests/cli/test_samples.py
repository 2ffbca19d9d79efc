"""`tourney samples`: the files it copies, its output, and the files it does not overwrite."""

import shlex
from pathlib import Path

import pytest

from tests.conftest import Result, Tourney

DATA = Path(__file__).parents[2] / "data"


def contents(folder: Path) -> dict[str, bytes]:
    """Every file below `folder` with its bytes, but those of `tourney plugin new`."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in files
        if "__pycache__" not in path.parts and path.relative_to(folder).parts[0] != "plugins"
    }


def examples(done: Result) -> list[list[str]]:
    """The suggested commands, without the word `tourney` and without their explanation."""
    lines = [line.strip() for line in done.err.splitlines()]
    commands = [line.split("    ")[0] for line in lines if line.startswith("tourney ")]
    return [shlex.split(command)[1:] for command in commands]


@pytest.mark.parametrize("args", [(), ("samples",), ("deep/er/samples",), ("größe & 'x'",)])
def test_every_sample_file_is_copied_byte_for_byte(
    tourney: Tourney, tmp_path: Path, args: tuple[str, ...]
) -> None:
    assert tourney("samples", *args).code == 0
    assert contents(tmp_path / "".join(args or ("samples",))) == contents(DATA)


def test_it_says_what_it_wrote_what_to_try_and_how_to_undo_it(tourney: Tourney) -> None:
    done = tourney("samples")
    lines = done.err.splitlines()
    assert (done.code, done.out) == (0, "")
    assert lines[0] == "wrote samples: README.md"
    assert "wrote samples/bots/c: bot.c" in lines
    assert lines[-1] == "undo: rm -r samples"
    assert max(map(len, lines)) <= 100
    for name in contents(DATA):
        assert Path(name).name in done.err


def test_what_it_says_to_try_works_in_a_folder_of_any_name(tourney: Tourney) -> None:
    suggested = examples(tourney("samples", "--", "-a b"))
    assert [words[0] for words in suggested] == ["check", "replay", "run"]
    assert [tourney(*words).code for words in suggested] == [0, 0, 0]


def test_a_second_time_nothing_is_written(tourney: Tourney, tmp_path: Path) -> None:
    tourney("samples")
    before = {path: path.stat() for path in (tmp_path / "samples").rglob("*")}
    done = tourney("samples")
    assert done.code == 0
    assert done.err.splitlines()[0] == f"samples already has all {len(contents(DATA))} sample files"
    assert "undo" not in done.err
    assert {path: path.stat().st_mtime_ns for path in (tmp_path / "samples").rglob("*")} == {
        path: stat.st_mtime_ns for path, stat in before.items()
    }


def test_only_missing_files_are_added_to_a_folder(tourney: Tourney, tmp_path: Path) -> None:
    tourney("samples")
    (tmp_path / "samples" / "runs" / "gauntlet.toml").unlink()
    (tmp_path / "samples" / "own.txt").write_text("own")
    done = tourney("samples")
    assert done.err.splitlines()[0] == "wrote samples/runs: gauntlet.toml"
    assert "undo" not in done.err
    assert contents(tmp_path / "samples") == contents(DATA) | {"own.txt": b"own"}


def test_nothing_is_written_if_one_file_differs(tourney: Tourney, tmp_path: Path) -> None:
    changed = tmp_path / "samples" / "runs" / "quick-cup.toml"
    changed.parent.mkdir(parents=True)
    changed.write_text("deals = 1\n")
    done = tourney("samples")
    assert (done.code, done.err) == (
        6,
        "tourney: 'samples/runs/quick-cup.toml' differs from the sample file; nothing was "
        "written; choose another folder\n",
    )
    assert contents(tmp_path) == {"samples/runs/quick-cup.toml": b"deals = 1\n"}


@pytest.mark.parametrize("name", ["samples", "samples/records"])
def test_a_file_in_place_of_a_folder_stays(tourney: Tourney, tmp_path: Path, name: str) -> None:
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_text("own")
    done = tourney("samples")
    assert (done.code, done.err) == (
        6,
        f"tourney: '{name}' already exists; choose another name\n",
    )
    assert contents(tmp_path) == {name: b"own"}


def test_a_folder_or_a_dead_link_in_place_of_a_file_stays(tourney: Tourney, tmp_path: Path) -> None:
    (tmp_path / "one" / "README.md").mkdir(parents=True)
    (tmp_path / "two").mkdir()
    (tmp_path / "two" / "README.md").symlink_to("nowhere")
    assert [tourney("samples", name).code for name in ("one", "two")] == [6, 6]
    assert contents(tmp_path) == {}


def test_a_sample_program_can_be_run_by_its_name(tourney: Tourney, tmp_path: Path) -> None:
    tourney("samples")
    folder = tmp_path / "samples" / "bots" / "python"
    assert (folder / "bot.py").stat().st_mode & 0o111
    assert not (folder / "tmbp.py").stat().st_mode & 0o111
