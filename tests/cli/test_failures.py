"""Every user error gives one line and the exit status of its cause; a bug is not hidden as one."""

import py_compile
import re
from importlib import import_module
from pathlib import Path

import pytest

from tourney.cli.failures import Failure, failure
from tourney.domain.errors import (
    Conflict,
    DataFault,
    NotFound,
    TourneyError,
    UsageFault,
    quoted,
)


@pytest.mark.parametrize(
    ("kind", "code"),
    [(TourneyError, 1), (UsageFault, 2), (DataFault, 3), (NotFound, 5), (Conflict, 6)],
)
def test_each_kind_of_failure_has_its_exit_code(kind: type[TourneyError], code: int) -> None:
    assert failure(kind("no run\n'x'.")) == Failure("no run 'x'", code)


def test_ctrl_c_exits_130() -> None:
    assert failure(KeyboardInterrupt()) == Failure("interrupted", 130)


def test_half_a_compiled_module_is_no_closed_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "half_compiled.py").write_text("whole = 'a module'\n")
    compiled = Path(py_compile.compile(str(tmp_path / "half_compiled.py"), doraise=True))
    compiled.write_bytes(compiled.read_bytes()[:-20])
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(EOFError) as fault:
        import_module("half_compiled")
    said = failure(fault.value)
    assert said is not None
    assert said.exit_code == 1
    assert "delete the folders '__pycache__'" in said.message


@pytest.mark.parametrize("error", [ValueError("x"), KeyError("x"), OSError(), AssertionError()])
def test_a_bug_is_not_translated(error: Exception) -> None:
    assert failure(error) is None


def test_a_missing_file_is_named_and_exits_5(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as caught:
        (tmp_path / "none.tmr").read_text()
    told = failure(caught.value)
    assert told is not None
    assert told.exit_code == 5
    assert str(tmp_path / "none.tmr") in told.message


def test_a_line_obeys_no_terminal_and_ends() -> None:
    told = failure(UsageFault("unknown bot '\x1b[2J" + "x" * 9999 + "'; use another"))
    assert told is not None
    assert told.message.startswith(r"unknown bot '\x1b[2Jxxx")
    assert told.message.endswith("xxx'; use another")
    assert len(told.message) < 700


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("random", "'random'"),
        ("it's", r"'it\'s'"),
        ('say "hi"', "'say \"hi\"'"),
        ("a\\b", r"'a\\b'"),
        ("two\nlines\x1b", r"'two\nlines\x1b'"),
        ("ダイヤ１", "'ダイヤ１'"),
        ("", "''"),
        ("x" * 100, f"'{'x' * 100}'"),
        ("x" * 10_000, f"'{'x' * 80}…'"),
        ("folder/" + "x" * 200, f"'folder/{'x' * 200}'"),
        (2.5, "2.5"),
    ],
)
def test_what_was_given_is_quoted_so_that_it_can_be_told_from_the_message(
    value: object, shown: str
) -> None:
    assert quoted(value) == shown


def test_no_message_quotes_with_double_quotes() -> None:
    """Messages quote with single quotes only, because notation and JSON contain double quotes."""
    house = Path(__file__).parents[2]
    found = [
        f"{path.relative_to(house)}: {literal}"
        for room in ("engines", "tourney")
        for path in (house / room).rglob("*.py")
        for literal in re.findall(
            r"(?:Error|Fault|Found|Conflict|fault|Slip)\(\s*f'[^'\n]*'", path.read_text()
        )
        if '"{' in literal
    ]
    assert found == []
