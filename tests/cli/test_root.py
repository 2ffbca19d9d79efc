"""The root command: global options at any place, one line per error, exit status by cause."""

import pytest

from tests.conftest import Tourney
from tourney.cli.root import COMMANDS


def test_global_options_count_before_and_after_the_command(tourney: Tourney) -> None:
    assert tourney("--db", "a.db", "config", "get", "db").out == "a.db\n"
    assert tourney("config", "--db", "a.db", "get", "db").out == "a.db\n"
    assert tourney("config", "get", "db", "--db", "a.db").out == "a.db\n"


def test_the_option_nearest_to_the_command_wins(tourney: Tourney) -> None:
    assert tourney("--db", "a.db", "config", "get", "db", "--db", "b.db").out == "b.db\n"


@pytest.mark.parametrize(
    "args", [("nonsense",), ("config", "get"), ("--nonsense",), ("config", "get", "x")]
)
def test_a_wrong_command_line_is_one_line_and_exit_2(
    tourney: Tourney, args: tuple[str, ...]
) -> None:
    result = tourney(*args)
    assert (result.code, result.out) == (2, "")
    assert result.err.count("\n") == 1
    assert result.err.startswith("tourney: ")


def test_an_unknown_command_names_the_one_it_resembles(tourney: Tourney) -> None:
    assert "did you mean 'config'?" in tourney("confg").err


def test_every_command_of_the_table_loads_under_its_name(tourney: Tourney) -> None:
    for name in COMMANDS:
        result = tourney(name, "--help")
        assert result.code == 0
        assert result.out.startswith(f"Usage: tourney {name} ")


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("completion", "sh"), "invalid SHELL 'sh'; use one of bash, zsh, fish"),
        (("completion",), "missing argument SHELL; use one of bash, zsh, fish"),
        (("config", "get"), "missing argument KEY; use one of db, format, color, ascii, "),
        (("--format", "xml", "help"), "invalid --format 'xml'; use one of table, plain, "),
        (("--db",), "option --db needs a value"),
        (("db", "status", "b"), "unexpected argument 'b'"),
    ],
)
def test_the_fault_comes_first_and_the_remedy_last(
    tourney: Tourney, args: tuple[str, ...], message: str
) -> None:
    err = tourney(*args).err
    assert err.startswith(f"tourney: {message}")
    assert err.endswith(" --help\n")
