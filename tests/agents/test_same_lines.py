"""The runner and the small driver of these tests send a bot the same lines."""

import json
import shlex
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from engines.games import GAMES
from tests.agents.pipes import Match, Piped
from tests.examples import usual
from tourney.agents.loader import load
from tourney.domain.match_values import Fixture
from tourney.play.luck import deal_seed, dealer_rng
from tourney.play.referee import MatchSetup, Referee, Texts

LISTENER = """
import json
import sys

file, *want = sys.argv[1:]


def say(**message):
    print(json.dumps(message), flush=True)


with open(file, "wb") as heard:
    for line in sys.stdin.buffer:
        heard.write(line)
        heard.flush()
        message = json.loads(line)
        kind, m, id = (message.get(key) for key in ("t", "m", "id"))
        if kind == "hello":
            games = [rules.split("/")[0] for rules in message["games"]]
            say(t="hello", proto="tmbp/1", name="x", version="1", games=games, want=want)
        elif kind == "match":
            say(t="ready", m=m)
        elif kind == "act" and "legal" not in message:
            say(t="legal", m=m, id=id)
        elif kind in ("act", "legal"):
            say(t="move", m=m, id=id, move=message["legal"][-1])
        elif kind == "quit":
            break
"""
SEED, DEAL = "11", 3


class SameCards(Match):
    """A match with the cards of deal `DEAL` of a run with seed `SEED`."""

    def dealt(self) -> Any:
        return self.game.shuffle(self.state, dealer_rng(deal_seed(SEED, DEAL), self.state.chance()))


def heard(file: Path) -> list[dict[str, Any]]:
    """The lines that a bot received after the hello, without match names and random seeds."""
    lines = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    assert lines[0]["t"] == "hello"
    return [{k: v for k, v in line.items() if k not in ("m", "rng")} for line in lines[1:]]


def commands(folder: Path, side: str, wants: Sequence[str]) -> list[list[str]]:
    (folder / "listener.py").write_text(LISTENER)
    program = [sys.executable, str(folder / "listener.py")]
    return [
        [*program, str(folder / f"{side}{seat}"), *want.split()] for seat, want in enumerate(wants)
    ]


@pytest.mark.parametrize("game", usual(("diamonds",), GAMES))
def test_runner_and_test_driver_send_the_same_lines(tmp_path: Path, game: str) -> None:
    options = GAMES[game].variants[0]
    wants = ("events view legal", "legal", "events")
    with ExitStack() as stack:
        targets = ["cmd:" + shlex.join(words) for words in commands(tmp_path, "run", wants)]
        bots = [load(target) for target in targets]
        for bot in bots:
            stack.callback(bot.close)
        rules = GAMES[game]
        setup = MatchSetup(rules, rules.options(options, 3), 3, SEED, SEED, "abort", Texts(rules))
        agents = [bot.sit(0) for bot in bots]
        played = Referee(setup, Fixture(1, DEAL, 0, 0, (0, 1, 2)), agents).play()
    assert played.status == "complete"

    piped = [Piped(words) for words in commands(tmp_path, "own", wants)]
    SameCards(game, options, 3, seed=0).play(dict(enumerate(piped)))
    for one in piped:
        assert one.close() == 0
        one.kill()
    for seat in range(3):
        assert len(heard(tmp_path / f"run{seat}")) > 4
        assert heard(tmp_path / f"run{seat}") == heard(tmp_path / f"own{seat}")
