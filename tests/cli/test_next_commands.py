"""An organiser who knows nothing but what is printed: every `next:` of an event is executed."""

import json
import re
import shlex

import pytest

from tests.conftest import Result, Tourney
from tests.examples import usual
from tourney.cli.event_commands import FORMATS_SHOWN
from tourney.formats.formats import FORMATS

NEXT = re.compile(r"(?:^|; )next: (tourney .*)$", re.MULTILINE)
MOST = 40
"""Commands after which an event is over: none has so many rounds."""
NEW = ("event", "new", "cup", "--game", "diamonds", "--seed", "5")
DEFAULTS = (("--players", "Ann,Bob"), ("--players", "A1,B2,C3,D4,E5,F6,G7"))
SETTINGS = {
    "roundrobin": ("--sizes", "2"),
    "knockout": ("--sizes", "2"),
    "double-elimination": ("--sizes", "2"),
    "heats": ("--sizes", "3-4"),
    "groups": ("--sizes", "2-3"),
    "stepladder": ("--sizes", "2"),
    "gauntlet": ("--sizes", "2"),
    "one-table": ("--rounds", "2"),
    "arena": ("--rounds", "2", "--sizes", "2-3"),
    "manual": ("--rounds", "3", "--sizes", "2-3"),
    "swiss": ("--rounds", "3", "--final", "top3"),
}
"""What each format is given beside its players."""
PEOPLE = {"heats": "A1,B2,C3,D4,E5,F6,G7,H8,I9", "one-table": "A1,B2,C3,D4"}
USUAL_PEOPLE = "A1,B2,C3,D4,E5,F6,G7"


def suggested(result: Result) -> list[str]:
    return [found[1] for found in NEXT.finditer(result.err)]


def enter_open(tourney: Tourney) -> Result | None:
    """Type a result for every open table; scores by seat, all different."""
    last = None
    for row in json.loads(tourney("event", "show", "cup", "--json").out):
        if row["table"] and not row["match"]:
            letters = "ABCDEFGH"[: len(row["players"])]
            scores = [f"{letter}={11 - 2 * at}" for at, letter in enumerate(letters)]
            stage = [] if row["stage"] == "main" else [row["stage"]]
            name = "/".join(["cup", *stage, f"r{row['round']}", f"t{row['table']}"])
            last = tourney("match", "result", name, *scores)
            assert last.code == 0, last
    return last


def play(tourney: Tourney, *new: str) -> int:
    """Follow every suggestion until the event is closed; the number of rounds that were drawn."""
    told = tourney(*NEW, *new)
    assert told.code == 0, told
    for rounds in range(MOST):
        commands = suggested(told)
        assert len(commands) == 1, told
        words = shlex.split(commands[0])[1:]
        told = tourney(*words)
        assert told.code == 0, (words, told)
        if "close" in words:
            return rounds
        told = enter_open(tourney) or told
    raise AssertionError("the event does not end")


@pytest.mark.parametrize("players", DEFAULTS)
def test_an_event_without_a_format_can_be_drawn(tourney: Tourney, players: tuple[str, ...]) -> None:
    assert play(tourney, *players, "--rounds", "2") == 2


@pytest.mark.parametrize("name", usual(("heats",), SETTINGS))
def test_every_next_command_of_every_format_works(tourney: Tourney, name: str) -> None:
    people = PEOPLE.get(name, USUAL_PEOPLE)
    assert play(tourney, "--schedule", name, "--players", people, *SETTINGS[name]) >= 2


def test_all_formats_are_tried_and_listed_where_they_are_asked_for(tourney: Tourney) -> None:
    assert set(SETTINGS) == set(FORMATS_SHOWN) == set(FORMATS)
    shown = tourney("event", "new", "--help").out
    wrong = tourney(*NEW, "--players", "A,B", "--schedule", "knock-out")
    usual = tourney(*NEW, "--players", "A,B")
    assert wrong.code == 2
    for name in FORMATS:
        assert name in re.sub(r"\s+|(?<=-)\s+", " ", shown).replace("- ", "-")
        assert name in wrong.err
        assert name in re.sub(r"\s+", " ", usual.err)
