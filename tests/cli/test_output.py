"""Output of data: a file appears complete or not at all; no traceback on a closed pipe."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import Tourney
from tests.examples import usual
from tests.ordinary import ordinary

ROOT = Path(__file__).parents[2]


def run(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Runs a shell command in which `tourney` is the program under test."""
    script = f'tourney() {{ "{sys.executable}" -m tourney "$@"; }}; {command}'
    env = os.environ | {"PYTHONPATH": str(ROOT)}
    return subprocess.run(
        ["bash", "-c", script], cwd=folder, env=env, capture_output=True, text=True, check=False
    )


def test_output_goes_to_the_file_of_o(tourney: Tourney, tmp_path: Path) -> None:
    result = tourney("config", "get", "db", "-o", "out.txt")
    assert (result.code, result.out) == (0, "")
    assert (tmp_path / "out.txt").read_text() == "tourney.db\n"


def test_a_command_that_fails_leaves_the_old_file_alone(tourney: Tourney, tmp_path: Path) -> None:
    (tmp_path / "out.txt").write_text("old")
    assert tourney("help", "rule:DI-R999", "-o", "out.txt").code == 5
    assert [path.name for path in tmp_path.iterdir()] == ["out.txt"]
    assert (tmp_path / "out.txt").read_text() == "old"


HEADS = {
    "database": b"SQLite format 3\0" + bytes(100),
    "log": bytes.fromhex("377f0682002de218") + bytes(100),
    "journal": bytes.fromhex("d9d505f920a163d7") + bytes(100),
}


@pytest.mark.parametrize("kind", HEADS)
@pytest.mark.parametrize("way", ["itself", "symbolic link", "hard link"])
def test_a_database_is_never_written_over(
    tourney: Tourney, tmp_path: Path, kind: str, way: str
) -> None:
    file, name = tmp_path / "some.db", tmp_path / "out.txt"
    file.write_bytes(HEADS[kind])
    if way == "itself":
        name = file
    elif way == "symbolic link":
        name.symlink_to(file)
    else:
        name.hardlink_to(file)
    result = tourney("config", "get", "db", "-o", str(name))
    assert (result.code, result.out, result.err.count("\n")) == (6, "", 1)
    assert "belongs to a database; write to another file" in result.err
    assert file.read_bytes() == HEADS[kind]


QUICK = ("run", "-g", "diams", "-O", "length=quick", "--bot", "a=random", "--bot", "b=random")


@pytest.mark.parametrize("suffix", ["", "-wal", "-shm", "-journal"])
def test_nor_is_what_lies_beside_a_database_or_where_one_is_to_be(
    tourney: Tourney, tmp_path: Path, suffix: str
) -> None:
    new = tourney(*QUICK, "--deals", "1", "--json", "-q", "-o", f"tourney.db{suffix}")
    assert (new.code, new.out, new.err.count("\n")) == (6, "", 1)
    assert list(tmp_path.iterdir()) == []
    assert tourney(*QUICK, "--deals", "1", "-q", "--name", "x").code == 0
    content = (tmp_path / "tourney.db").read_bytes()
    for command in (("runs",), ("export", "tmr", "x"), ("help", "records")):
        assert tourney(*command, "-o", f"tourney.db{suffix}").code == 6
        assert tourney(*command, "--db", "other.db", "-o", f"tourney.db{suffix}").code == 6
    assert (tmp_path / "tourney.db").read_bytes() == content
    assert [path.name for path in tmp_path.iterdir()] == ["tourney.db"]


def test_other_options_that_write_files_spare_databases_too(
    tourney: Tourney, tmp_path: Path
) -> None:
    tourney(*QUICK, "--deals", "1", "-q", "--name", "x")
    content = (tmp_path / "tourney.db").read_bytes()
    assert tourney("run", "--resume", "x", "--only", "1", "--trace", "tourney.db").code == 6
    assert (tmp_path / "tourney.db").read_bytes() == content


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o666])
def test_a_file_keeps_its_permissions(tourney: Tourney, tmp_path: Path, mode: int) -> None:
    (tmp_path / "out.txt").write_text("old")
    (tmp_path / "out.txt").chmod(mode)
    assert tourney("config", "get", "db", "-o", "out.txt").code == 0
    assert (tmp_path / "out.txt").read_text() == "tourney.db\n"
    assert (tmp_path / "out.txt").stat().st_mode & 0o777 == mode


def test_a_new_file_has_the_permissions_that_new_files_have(
    tourney: Tourney, tmp_path: Path
) -> None:
    before = os.umask(0o027)
    try:
        assert tourney("config", "get", "db", "-o", "out.txt").code == 0
    finally:
        os.umask(before)
    assert (tmp_path / "out.txt").stat().st_mode & 0o777 == 0o640


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files away")
def test_a_file_keeps_its_owner(tourney: Tourney, tmp_path: Path) -> None:
    (tmp_path / "out.txt").write_text("old")
    os.chown(tmp_path / "out.txt", 65534, 65534)
    assert tourney("config", "get", "db", "-o", "out.txt").code == 0
    found = (tmp_path / "out.txt").stat()
    assert (found.st_uid, found.st_gid) == (65534, 65534)


def test_a_symbolic_link_stays_one(tourney: Tourney, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    for name, there in (("old", True), ("new", False)):
        link, target = tmp_path / f"{name}.link", tmp_path / "data" / name
        if there:
            target.write_text("before")
        link.symlink_to(target)
        assert tourney("config", "get", "db", "-o", str(link)).code == 0
        assert link.is_symlink()
        assert target.read_text() == "tourney.db\n"


@pytest.mark.full
def test_a_file_that_may_not_be_written_is_not_replaced(tmp_path: Path) -> None:
    someone = ordinary()
    with someone.folder() as folder:
        (folder / "out.txt").write_text("old")
        (folder / "out.txt").chmod(0o444)
        result = someone.run("-m", "tourney", "config", "get", "db", "-o", "out.txt", cwd=folder)
        assert (result.returncode, result.stdout) == (1, "")
        assert result.stderr.startswith("tourney: no permission: '")
        assert (folder / "out.txt").read_text() == "old"


def test_a_draft_that_somebody_put_there_is_left_alone(tourney: Tourney, tmp_path: Path) -> None:
    name = tmp_path / f".out.txt.{os.getpid()}-1.part"
    name.symlink_to(tmp_path / "precious")
    (tmp_path / "precious").write_text("old")
    assert tourney("config", "get", "db", "-o", "out.txt").code == 0
    assert (tmp_path / "precious").read_text() == "old"
    assert name.is_symlink()


def test_the_longest_name_that_a_file_can_have_will_do(tourney: Tourney, tmp_path: Path) -> None:
    name = "ダ" * 85
    assert tourney("config", "get", "db", "-o", name).code == 0
    assert [path.name for path in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize(("target", "code"), [("no/such/folder/x", 5), (".", 1)])
def test_a_file_that_cannot_be_written_is_one_line(
    tourney: Tourney, target: str, code: int
) -> None:
    result = tourney("config", "get", "db", "-o", target)
    assert result.code == code
    assert result.err.count("\n") == 1
    assert result.err.startswith("tourney: ")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("way", ["> /dev/full", "-o /dev/full"])
def test_a_full_disk_is_one_line_and_exit_1(tmp_path: Path, way: str) -> None:
    result = run(f"tourney help formats {way}", tmp_path)
    assert result.returncode == 1
    assert result.stderr.splitlines()[0].startswith("tourney: no space left on the device")
    assert len(result.stderr.splitlines()) == 1


def test_a_closed_pipe_is_quiet(tmp_path: Path) -> None:
    result = run("tourney help records | true; tourney completion bash | head -1", tmp_path)
    assert result.stderr == ""


RUN = "tourney run -g diams -O length=quick --bot a=random --bot b=random --deals 3 --name x"
CHATTY = """
import sys


class Bot:
    def choose(self, view, legal):
        print("thinking", file=sys.stderr, flush=True)
        print("still", flush=True)
        return legal[0]
"""


@pytest.mark.parametrize(
    "more",
    [
        " --bot c=./chatty.py",
        *(
            pytest.param(more, marks=pytest.mark.full)
            for more in ("", " --progress json", " --bot c=./chatty.py -j 2")
        ),
    ],
)
@pytest.mark.full
def test_a_run_goes_on_when_nobody_hears_its_talk(
    tourney: Tourney, tmp_path: Path, more: str
) -> None:
    (tmp_path / "chatty.py").write_text(CHATTY)
    result = run(f"{{ {RUN}{more}; echo $? > code; }} 2>&1 | true", tmp_path)
    assert result.stderr == ""
    assert (tmp_path / "code").read_text() == "0\n"
    told = json.loads(tourney("runs", "--json").out)[0]
    assert told["stored"] == told["matches"] > 0
    assert json.loads(tourney("standings", "x", "--json").out)[0]["forfeits"] == 0


def test_streams_that_are_closed_are_no_bug(tmp_path: Path) -> None:
    result = run("tourney help records <&- >&-", tmp_path)
    assert (result.returncode, result.stderr) == (0, "")


def test_what_a_user_typed_cannot_command_the_terminal(tmp_path: Path) -> None:
    result = run("tourney help $'a\\x1b[31m\\nb'", tmp_path)
    assert "'a\\x1b[31m\\nb'" in result.stderr
    assert "\x1b" not in result.stderr


# What each format's own reader, or its first bytes, say: (ending, first bytes of the file).
WRITTEN = (
    (".csv", b"game,"), (".tsv", b"game\t"), (".json", b"["), (".jsonl", b"{"), (".md", b"| game"),
    (".tex", b"\\begin{tabular}"), (".html", b"<table>"), (".xlsx", b"PK\x03\x04"),
    (".parquet", b"PAR1"), (".JSON", b"["),
)  # fmt: skip


@pytest.mark.parametrize(("ending", "head"), WRITTEN)
def test_the_ending_of_a_file_decides_its_format(
    tourney: Tourney, tmp_path: Path, ending: str, head: bytes
) -> None:
    assert tourney("games", "--columns", "game,seats", "-o", f"out{ending}").code == 0
    assert (tmp_path / f"out{ending}").read_bytes().lstrip()[: len(head)] == head


@pytest.mark.parametrize(
    ("command", "named"),
    [
        (("games", "-o", "r.feather"), "'r.feather'"),
        (("games", "--json", "-o", "r.csv"), "'r.csv'"),
        (("games", "-o", "folder/"), "'folder/'"),
        (("games", "diams", "-o", "text.xlsx"), "xlsx"),
        (("games", "diams", "-o", "text.html"), "html"),
        (("help", "notation", "-o", "text.json"), "'text.json'"),
        (("match", "log", "m/1", "-o", "text.csv"), "'text.csv'"),
        (("match", "void", "m/1", "--reason", "x", "-o", "v.xlsx"), "'v.xlsx'"),
        (("import", "x.tmr", "-o", "imported.xlsx"), "'imported.xlsx'"),
        (("bot", "sample", "diams", "-o", "lines.xlsx"), "'lines.xlsx'"),
        (("export", "moves", "-o", "moves/"), "'moves/'"),
        (("export", "tmr", "-o", "records.csv"), "'records.csv'"),
        (("sheet", "diams", "-o", "sheet.txt"), "'sheet.txt'"),
        (("run", "-g", "diams", "--bot", "a=random", "--bot", "b=random", "-o", "r.x"), "'r.x'"),
    ],
)
@pytest.mark.parametrize("lang", usual(["en"], ["en", "ja"]))
def test_an_ending_that_says_something_else_is_refused_before_anything_is_done(
    tourney: Tourney, tmp_path: Path, command: tuple[str, ...], named: str, lang: str
) -> None:
    result = tourney(*command, "--lang", lang)
    assert (result.code, result.out, list(tmp_path.iterdir())) == (2, "", [])
    assert named in result.err
    assert result.err.splitlines()[-1].isascii() == (lang == "en")


def test_a_file_without_ending_and_a_device_have_the_format_asked_for(
    tourney: Tourney, tmp_path: Path
) -> None:
    assert tourney("games", "--format", "csv", "--columns", "game", "-o", "out").code == 0
    assert (tmp_path / "out").read_text().startswith("game\n")
    assert tourney("games", "-o", "/dev/null").code == 0
