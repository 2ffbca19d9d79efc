"""`tourney bot sample`: its output can be piped into a bot and contains every kind of request."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from engines.games import GAMES
from tests.agents.pipes import Match, Piped
from tests.agents.reference import command
from tests.conftest import Tourney
from tests.examples import times


def lines(tourney: Tourney, *args: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in tourney("bot", "sample", *args).out.splitlines()]


FEW = {"python": ("blue-border",), "c": ("diams",), "node": ("diamonds",)}
"""The games with which `make test` tries each bot; `make full` tries all."""


class Witness(Match):
    """A match of random moves that collects the phases in which its seats decided."""

    phases: set[str]

    def asked(self, bot: Piped, seat: int) -> str:
        self.phases.add(self.state.phase())
        return self.game.move_text(self.state.sample(seat, self.rng))


class Nobody(Piped):
    """A stand-in for a bot that only confirms the start of a match."""

    def __init__(self) -> None:
        self.card = {"want": []}

    def say(self, **message: Any) -> None:
        self.heard = message

    def hear(self) -> dict[str, Any]:
        return {"t": "ready", "m": self.heard["m"]}


@pytest.mark.parametrize("game", GAMES)
def test_there_is_a_request_of_every_phase_once(tourney: Tourney, game: str) -> None:
    Witness.phases = set()
    for seed in range(times(12, 4)):
        Witness(game, {}, 2, seed).play({0: Nobody(), 1: Nobody()})
    asked = [line["phase"] for line in lines(tourney, game) if line["t"] == "act"]
    assert set(asked) >= Witness.phases
    assert len(asked) == len(set(asked))


@pytest.mark.parametrize(
    ("bot", "game"),
    [
        pytest.param(bot, game, marks=[] if game in FEW[bot] else [pytest.mark.full])
        for bot in FEW
        for game in GAMES
    ],
)
def test_a_bot_answers_it_and_ends(tourney: Tourney, tmp_path: Path, bot: str, game: str) -> None:
    text = tourney("bot", "sample", game, "--seats", "3").out
    done = subprocess.run(
        command(bot, tmp_path), input=text.encode(), capture_output=True, check=True, timeout=120
    )
    asked = [json.loads(line) for line in text.splitlines()]
    said = [json.loads(line) for line in done.stdout.splitlines()]
    wanted = [line["id"] for line in asked if line["t"] == "act"]
    assert [line["id"] for line in said if line["t"] == "move"] == wanted
    for line in asked:
        if "legal" in line:
            (move,) = (
                one["move"] for one in said if one["t"] == "move" and one["id"] == line["id"]
            )
            assert move in line["legal"]


def test_a_long_list_follows_as_if_asked_for(tourney: Tourney) -> None:
    found = lines(tourney, "diamonds", "-O", "perfect=on")
    (asked,) = (line for line in found if line.get("phase") == "pass")
    listed = found[found.index(asked) + 1]
    assert (listed["t"], listed["id"]) == ("legal", asked["id"])
    assert "legal" not in asked
    assert len(listed["legal"]) == asked["legal_count"] == 560  # ways to pass 3 of 16 cards


def test_it_is_always_the_same_and_numbers_miss_none(tourney: Tourney) -> None:
    found = lines(tourney, "diams", "--seats", "4", "-O", "length=quick")
    assert found == lines(tourney, "diams", "--seats", "4", "-O", "length=quick")
    assert found[1]["options"] == {"length": "quick"}
    told = [line["n"] for line in found if line["t"] == "event"]
    assert told == list(range(1, len(told) + 1))
    hands = [line["text"] for line in found if line.get("text", "").startswith("hand ")]
    assert sum("?" not in text for text in hands) == 1


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("diamonds", "--seats", "9"), "diamonds has 2 to 6 seats, not 9"),
        (("diams", "-O", "x=1"), "diams has no option 'x'"),
        (("dams",), "did you mean 'diams'?"),
    ],
)
def test_what_there_is_no_sample_of(tourney: Tourney, args: tuple[str, ...], words: str) -> None:
    done = tourney("bot", "sample", *args)
    assert (done.code, done.out) == (2, "")
    assert words in done.err
