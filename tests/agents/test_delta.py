"""A bot that wants only what changed in a view knows the whole view all the same."""

import importlib.util
import json
import shutil
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.api import CHANCE, Game, Seat
from engines.games import GAMES
from tests.agents.reference import CLIENT
from tests.examples import examples, times, usual
from tourney.agents.loader import load
from tourney.agents.protocol import Requests, line
from tourney.botlab.trials import Trial, play
from tourney.domain.observation import Changes, Observation
from tourney.play.agent import Seating
from tourney.play.clock import NO_CLOCK, Timer

pytestmark = pytest.mark.slow

spec = importlib.util.spec_from_file_location("tmbp", CLIENT)
assert spec is not None
assert spec.loader is not None
tmbp = importlib.util.module_from_spec(spec)
spec.loader.exec_module(tmbp)

VIEWER = """
import json
import sys
import zlib

from tmbp import Bot, run


class Viewer(Bot):
    version = "1"
    want = sys.argv[1:]

    def choose(self, view, legal):
        return legal[zlib.crc32(json.dumps(view).encode()) % len(legal)]


run(Viewer)
"""


class Follower:
    """A bot's end of the requests to one seat of a match: the view as the client builds it."""

    def __init__(self, game: Game[Any], seat: Seat, seats: int) -> None:
        seating = Seating(game, game.options({}, seats), seat, seats)
        self._requests = Requests(seating, ("view", "delta"))
        self._number = 0
        self.view: Any = None
        self.sent = 0

    def ask(self, observation: Observation[Any]) -> None:
        self._number += 1
        request = self._requests.act(self._number, 0, observation, Timer(NO_CLOCK))
        message = json.loads(request)
        assert ("view" in message) == (self._number == 1) != ("delta" in message)
        if "view" in message:
            self.view = message["view"]
        else:
            self.view = tmbp.merged(self.view, message["delta"])
        self.sent += len(request)


def play_match(game: Game[Any], seats: int, seed: int) -> float:
    """Compare all requests of a random match; the bytes sent, as a share of whole views."""
    rng, state = Random(seed), game.start(game.options({}, seats), seats)
    bots = [Follower(game, seat, seats) for seat in range(seats)]
    whole = 0
    while owing := state.pending():
        seat = owing[0]
        if seat == CHANCE:
            state.apply(seat, game.shuffle(state, rng))
            continue
        bots[seat].ask(Observation(game, state, seat))
        view = state.view(seat)
        assert json.dumps(bots[seat].view) == json.dumps(view)
        whole += len(line(view))
        state.apply(seat, state.sample(seat, rng))
    return sum(bot.sent for bot in bots) / whole


@pytest.mark.parametrize("name", GAMES)
def test_the_view_rebuilt_from_changes_is_the_view_at_every_request(name: str) -> None:
    game = GAMES[name]
    shares = [play_match(game, seats, seed) for seats in game.seats for seed in range(times(20, 1))]
    assert max(shares) < 1.1  # `act` and its other fields come on top of a short view


def test_what_changed_is_shorter() -> None:
    assert play_match(GAMES["diams"], 4, 1) < 0.7


# No field of a view is now a number and now a truth value, and Python takes 1 for True.
scalars = st.none() | st.booleans() | st.integers(2, 9) | st.text(max_size=3)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=2), inner),
    max_leaves=6,
)


@st.composite
def views(draw: st.DrawFn) -> list[dict[str, Any]]:
    """Views of one match: the same fields and as many players throughout."""
    names = draw(st.sets(st.text(max_size=4).filter(lambda name: name != "players"), min_size=1))
    fields = sorted(names)
    seats = draw(st.integers(1, 4))
    player = st.dictionaries(st.text(max_size=2), values, max_size=3)
    return [
        {
            **{name: draw(values) for name in fields},
            "players": draw(st.lists(player, min_size=seats, max_size=seats)),
        }
        for _ in range(draw(st.integers(2, 5)))
    ]


@given(views())
@examples(300, 12)
def test_any_view_is_rebuilt(shown: list[dict[str, Any]]) -> None:
    changes, first = Changes(), shown[0]
    assert changes.since(first) is None
    rebuilt = json.loads(line(first))
    for view in shown[1:]:
        delta = changes.since(view)
        assert delta is not None
        rebuilt = tmbp.merged(rebuilt, json.loads(line(delta)))
        assert json.dumps(rebuilt) == json.dumps(view)
        same = changes.since(json.loads(line(view)))
        assert same == {}


@pytest.mark.parametrize("name", usual(("diamond-boxes",), GAMES))
def test_a_bot_plays_the_same_with_whole_views_and_with_changes(tmp_path: Path, name: str) -> None:
    shutil.copy(CLIENT, tmp_path)
    (tmp_path / "viewer.py").write_text(VIEWER)
    command = f"cmd:python3 {tmp_path / 'viewer.py'} view legal"
    with closing(load(command)) as whole, closing(load(f"{command} delta")) as changed:
        trial = Trial(name, 3, deals=times(2, 1))
        entries = [[one.match.entries for one in play(trial, bot)] for bot in (whole, changed)]
    assert entries[0] == entries[1]
