"""Commands suggested in messages can be pasted into a shell, whatever names they contain."""

import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.conftest import Tourney
from tests.examples import examples
from tourney.domain.safe_text import file_word, shell_line, shell_word

RECORD = Path(__file__).parents[2] / "data/records/spring-diams.tmr"
QUICK = ("run", "-g", "diams", "-O", "length=quick")
WICKED = (
    "$(touch pwned).tmr", "`touch pwned`", "a; touch pwned", "it's", 'say "hi"', "two words",
    "-n", "a\\nb", "*", "~root", "#x", "!x", "a&b", "ダイヤ",
)  # fmt: skip
UNSEEN = ("two\nlines", "\x1b[2Jclear", "tab\t", "left\u202eright", "\udcff\udcfe.tmr", "'\x07'")


def read_by(shell: str, line: str, folder: Path) -> list[str]:
    """The words of a line as a shell reads them; no command in them may be run."""
    script = f'p() {{ printf "%s\\0" "$@"; }}; p {line}'
    done = subprocess.run([shell, "-c", script.encode("utf-8", "surrogateescape")], cwd=folder,
                          capture_output=True, check=True)  # fmt: skip
    assert not (folder / "pwned").exists()
    return done.stdout.decode("utf-8", "surrogateescape").split("\0")[:-1]


@pytest.mark.parametrize("text", WICKED)
def test_sh_reads_a_word_as_it_is_meant(tmp_path: Path, text: str) -> None:
    assert read_by("sh", shell_word(text), tmp_path) == [text]


@pytest.mark.skipif(not shutil.which("bash"), reason="some shells called sh know no $'…'")
@pytest.mark.parametrize("text", UNSEEN)
def test_what_no_terminal_shows_is_written_out(tmp_path: Path, text: str) -> None:
    assert shell_word(text).isprintable()
    assert read_by("bash", shell_word(text), tmp_path) == [text]


@example(["", "a b", "$'x'"])
@given(st.lists(st.text(st.characters(min_codepoint=1, exclude_categories=["Cs"])), min_size=1))
@examples(30)
def test_any_words_come_out_as_they_went_in(
    tmp_path_factory: pytest.TempPathFactory, words: Sequence[str]
) -> None:
    line = shell_line(words)
    assert line.isprintable()
    assert read_by("bash", line, tmp_path_factory.getbasetemp()) == list(words)


def test_a_file_is_never_taken_for_an_option() -> None:
    assert (file_word("-rf"), file_word("a-b"), file_word("-")) == ("./-rf", "a-b", "./-")


def suggested(text: str) -> list[str]:
    """The commands suggested in an output."""
    found = re.findall(
        r"(?:^  (?=tourney)|undo: |continue with: |repeat: |to restore it: )(.*)$", text, re.M
    )
    return [re.sub(r" {4}[a-z ,]+$", "", line) for line in found]


def pasted(tourney: Tourney, line: str, folder: Path) -> tuple[int, str]:
    """Exit status and stderr of a suggested command, with `--yes` where it has no `--`."""
    name, *args = read_by("bash", line, folder)
    assert name == "tourney"
    result = tourney(*args, *(["--yes"] if "--" not in args else []))
    return result.code, result.err


@pytest.mark.parametrize("name", ["$(touch pwned).tmr", "it's two", "new\nline.tmr", "-x.tmr"])
def test_an_import_is_undone_by_the_line_that_is_printed(
    tourney: Tourney, tmp_path: Path, name: str
) -> None:
    shutil.copy(RECORD, tmp_path / name)
    done = tourney("import", "--db", "$(touch pwned).db", "--", name)
    (line,) = suggested(done.err.replace("in $(touch pwned).db; ", ""))
    assert pasted(tourney, line, tmp_path) == (0, "")
    assert tourney("match", "list", "--db", "$(touch pwned).db", "--json").out == "[]\n"


@pytest.mark.parametrize("name", ["$(touch pwned)", "my 'copy'", "-copy.db", "\x1b[2J.db"])
def test_a_backup_is_restored_by_the_line_that_is_printed(
    tourney: Tourney, tmp_path: Path, name: str
) -> None:
    tourney("import", RECORD)
    (line,) = suggested(tourney("db", "backup", "--", name).err)
    if name.startswith("-"):
        line = line.replace(" -- ", " --yes -- ")
    code, err = pasted(tourney, line, tmp_path)
    assert code == 0
    (undo,) = suggested(err)
    assert pasted(tourney, undo, tmp_path)[0] == 0


BOT = "class Bot:\n    def choose(self, view, legal):\n        return 'nonsense'\n"


def test_every_line_after_a_run_is_one_that_works(tourney: Tourney, tmp_path: Path) -> None:
    (tmp_path / "$(touch pwned).py").write_text(BOT)
    bots = ("--bot", "-it's=./$(touch pwned).py", "--bot", "b=random")
    run = (*QUICK, *bots, "--deals", "2", "--name", "x", "--db", "$(touch pwned).db")
    lines = suggested(tourney(*run).err)
    assert [line.split()[1] for line in lines] == ["bot", "standings", "check", "export", "runs"]
    for line in lines:
        assert pasted(tourney, line, tmp_path)[0] == 0
    assert tourney("runs", "show", "x", "--db", "$(touch pwned).db").code == 5


@pytest.mark.parametrize(
    "bots",
    [
        ("--bot", "-it's=./$(x).py"),
        pytest.param(("--bot", "./$(x).py"), marks=pytest.mark.full),
    ],
)
def test_a_run_that_is_shown_or_removed_says_how_to_play_it_again(
    tourney: Tourney, tmp_path: Path, bots: tuple[str, ...]
) -> None:
    (tmp_path / "$(x).py").write_text(BOT)
    tourney(*QUICK, *bots, "--bot", "b=random", "--deals", "2", "--name", "x", "-q")
    before = tourney("export", "moves", "x").out
    shown = tourney("runs", "show", "x", "--format", "plain").out
    again = next(line.split(maxsplit=1)[1] for line in shown.splitlines() if line[:5] == "again")
    (undo,) = suggested(tourney("runs", "rm", "x", "-y").err)
    assert read_by("sh", undo, tmp_path) == read_by("sh", again.strip(), tmp_path)
    assert pasted(tourney, undo, tmp_path)[0] == 0
    assert tourney("export", "moves", "x").out == before


@pytest.mark.full
def test_a_new_bot_in_a_folder_of_any_name_is_checked_and_played(
    tourney: Tourney, tmp_path: Path
) -> None:
    (tmp_path / "$(touch pwned)").mkdir()
    said = tourney("bot", "new", "$(touch pwned)/mine").err
    check, run, undo = suggested(said)
    assert pasted(tourney, f"{check} --quick --only hello -g diams", tmp_path)[0] == 0
    assert pasted(tourney, f"{run} --deals 1", tmp_path)[0] == 0
    assert read_by("sh", undo, tmp_path) == ["rm", "-r", "$(touch pwned)/mine"]
    readme = (tmp_path / "$(touch pwned)/mine/README.md").read_text()
    assert f"    {check}\n" in readme


def test_a_bot_that_fails_its_test_says_how_to_see_that_again(
    tourney: Tourney, tmp_path: Path
) -> None:
    (tmp_path / "$(touch pwned).py").write_text(BOT)
    said = tourney("bot", "check", "./$(touch pwned).py", "-g", "diams", "--quick").out
    lines = [line for line in said.splitlines() if line.startswith("  tourney ")]
    assert lines
    for line in lines[:3]:
        assert "./$(touch pwned).py" in " ".join(read_by("sh", line, tmp_path))
