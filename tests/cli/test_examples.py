"""Every command has examples in its help, and every example works where it is meant to be typed."""

import shlex
from collections.abc import Callable
from itertools import repeat
from pathlib import Path

import click
import pytest

from tests.cli.people import typed
from tests.conftest import Once, Tourney
from tests.docs.reference import every_command
from tourney.cli import help_layout, help_texts
from tourney.render.text import cell_width

WIDTH = 80


def parts() -> dict[str, list[str]]:
    """The examples by part."""
    found: dict[str, list[str]] = {}
    for block in help_layout.EXAMPLES.read_text("utf-8").split("\n\n")[1:]:
        head, *lines = block.replace(" \\\n ", "").strip().split("\n")
        found[head.removeprefix("# ")] = lines
    return found


def test_every_command_that_does_something_has_an_example_and_every_example_a_command() -> None:
    shown: list[str] = []
    for ctx in every_command():
        if not isinstance(ctx.command, click.Group):
            lines = list(help_layout.examples(*help_texts.path(ctx)))
            assert 1 <= len(lines) <= 5, ctx.command_path
            shown += lines
            assert ctx.get_help().split("Examples:\n")[1].startswith(f"  {ctx.command_path}")
    assert [line.replace(" \\\n ", "") for line in shown if line not in shown[:0]].sort() is None
    everything = [line for lines in parts().values() for line in lines]
    assert sorted(line.replace(" \\\n ", "") for line in shown) == sorted(everything)
    assert [line for line in shown if max(map(cell_width, line.split("\n"))) + 2 > WIDTH] == []


RUN = ("run", "-g", "diams", "-O", "length=quick", "--bot", "a=greedy", "--bot", "b=random")
PLAN = """\
name = "Plan"
players = ["Fay", "Gus", "Hal", "Ivy"]

[[stage]]
games = ["diams"]
sizes = "2"
rounds = 2
"""
RESULTS = """\
match,event,game,options,seat,player,score
x-1,Old,diams,length=quick,A,Ann,9
x-1,Old,diams,length=quick,B,Bob,7
"""


def _runs(tourney: Tourney) -> None:
    tourney("samples", "-q")
    tourney("bot", "new", "mine", "-q")


def _bots(tourney: Tourney) -> None:
    tourney(*RUN, "--deals", "1", "-q")


def _table(tourney: Tourney) -> None:
    tourney(*RUN, "--deals", "3", "--name", "before", "-q")


def _event(tourney: Tourney) -> None:
    Path("players.csv").write_text("name\n" + "\n".join("ABCDEFGH") + "\n")
    Path("plan.toml").write_text(PLAN)


def _played(tourney: Tourney) -> None:
    tourney("bot", "new", "mine", "-q")
    timed = ("--bot", "c=./mine/bot.py", "--bot", "d=random", "--deals", "10", "--name", "before")
    tourney(*RUN, *timed, "-q")
    people = ("--players", "Ann,Bob,Cid,Eve", "--game", "diams", "-O", "length=quick")
    tourney("event", "new", "Cup", *people, "--sizes", "2", "--rounds", "1", "--final", "top2")
    tourney("event", "new", "League", *people, "--sizes", "4", "--rounds", "1")
    tourney("event", "pair", "League")
    tourney("match", "result", "League/r1/t1", "A=9", "B=7", "C=6", "D=5")
    tourney("player", "add", "Meii")


def _records(tourney: Tourney) -> None:
    tourney("samples", "-q")
    tourney(*RUN, "--deals", "3", "--name", "before", "-q")
    people = ("--players", "Ann,Bob,Cid,Eve", "--game", "diams", "-O", "length=quick")
    tourney("event", "new", "Cup", *people, "--sizes", "2", "--rounds", "1", "--seed", "1")
    tourney("event", "pair", "Cup")
    tourney("match", "result", "Cup/r1/t1", "A=9", "B=6")
    match = tourney("match", "list", "--format", "csv", "--columns", "match").out.split()[-1]
    text = tourney("export", "tmr", match).out
    Path("right.tmr").write_text(text.replace("A9", "A7"))
    Path("results.csv").write_text(RESULTS)


def _program(tourney: Tourney) -> None:
    for name in ("first", "second"):
        part = ("--part", f"{len(name) - 4}/2", "--seed", "1", "--name", "x")
        tourney(*RUN, "--deals", "2", *part, "--db", f"{name}.db", "-q")
    tourney(*RUN, "--deals", "1", "-q")
    for name in ("Ann", "Bob"):
        tourney("player", "add", name)


BEFORE: dict[str, Callable[[Tourney], None]] = {
    "begin": lambda tourney: None,
    "run": _runs,
    "bot": _bots,
    "table": _table,
    "event": _event,
    "played": _played,
    "records": _records,
    "program": _program,
}
"""What is in the folder before the examples of a part."""


@pytest.mark.full
@pytest.mark.parametrize("part", BEFORE)
def test_examples_work(
    part: str, tourney: Tourney, monkeypatch: pytest.MonkeyPatch, once: Once
) -> None:
    del once
    BEFORE[part](tourney)
    wrong = []
    for line in parts()[part]:
        words = shlex.split(line)[1:]
        if words[0] == "serve":
            continue  # it serves until Ctrl-C; tests/serve has it
        if words[0] == "record":
            typed(
                monkeypatch,
                *(["Aiko 11, Ben 10"] if "--result-only" in words else ["none", "quit"]),
            )
        elif words[0] == "play":
            typed(monkeypatch, *repeat("1", 3000))
        result = tourney(*words, "--yes")
        if result.code:
            wrong.append(f"{line}\n{result.code}: {result.err}")
    assert wrong == []


def test_the_parts_are_known() -> None:
    assert list(parts()) == list(BEFORE)
