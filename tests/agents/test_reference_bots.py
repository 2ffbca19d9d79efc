"""The reference bots play every game over a driver written from the protocol's page alone."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from engines.api import OptionError
from engines.games import GAMES
from tests.agents.pipes import LONG, Match, Piped
from tests.agents.reference import NAMES, command
from tests.examples import times, usual
from tests.until import AGES

Start = Callable[[str], Piped]
every_bot = pytest.mark.parametrize("bot", usual(["python", "listener"], [*NAMES, "listener"]))
"""All languages in `make full`; in `make test` each plays one match (see the list too long)."""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder for compiled bots."""
    return tmp_path_factory.mktemp("bots")


@pytest.fixture
def start(built: Path) -> Iterator[Start]:
    """Starts reference bots by name and kills them after the test."""
    running: list[Piped] = []

    def begin(name: str) -> Piped:
        running.append(Piped(command(name, built)))
        return running[-1]

    yield begin
    for piped in running:
        piped.kill()


def settings(name: str) -> Iterator[tuple[Mapping[str, str], int]]:
    """Every variant of a game with every number of seats that the variant allows."""
    for given in GAMES[name].variants:
        for seats in GAMES[name].seats:
            try:
                GAMES[name].options(given, seats)
            except OptionError:
                continue
            yield given, seats


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("bot", usual(["c"], NAMES))
def test_it_plays_legally_with_every_option_at_every_number_of_seats(
    start: Start, bot: str, game: str
) -> None:
    piped = start(bot)
    assert game in piped.card["games"]
    for number, (options, seats) in enumerate(settings(game)):
        assert Match(game, options, seats, seed=number).play({number % seats: piped})
    assert piped.close() == 0


def test_the_events_only_bot_needs_neither_view_nor_list(start: Start) -> None:
    piped = start("listener")
    assert (piped.card["want"], piped.card["games"]) == (["events"], ["diamonds"])
    for seed in range(times(4, 1)):
        for number, (options, seats) in enumerate(settings("diamonds")):
            Match("diamonds", options, seats, seed).play({(number + seed) % seats: piped})
    assert piped.close() == 0


@pytest.mark.parametrize("bot", usual(["python", "c"], NAMES))
def test_it_asks_for_a_list_too_long_to_be_sent_unasked(start: Start, bot: str) -> None:
    piped = start(bot)
    asked: list[int] = []
    say = piped.say

    def listening(**message: Any) -> None:
        if message["t"] == "legal":
            asked.append(len(message["legal"]))
        say(**message)

    piped.say = listening  # type: ignore[method-assign]
    Match("diamond-boxes", {}, 2, seed=1).play({0: piped})
    assert asked
    assert min(asked) > LONG


@every_bot
def test_the_same_luck_gives_the_same_match_alone_and_after_others(start: Start, bot: str) -> None:
    piped = start(bot)
    first = Match("diamonds", {}, 3, seed=5).play({1: piped})
    Match("diamonds", {}, 4, seed=6).play({0: piped})
    assert Match("diamonds", {}, 3, seed=5).play({1: piped}) == first
    assert Match("diamonds", {}, 3, seed=5).play({1: start(bot)}) == first


@pytest.mark.parametrize("bot", usual(["python", "c"], NAMES))
def test_another_luck_gives_other_moves(start: Start, bot: str) -> None:
    piped = start(bot)
    first = [
        Match("blue-border", {}, 2, seed=5).play({0: piped}),
        Match("blue-border", {}, 2, seed=6).play({0: piped}),
    ]
    assert first[0] != first[1]


@pytest.mark.parametrize(
    ("bot", "game", "least"),
    [
        ("python", "diams", 0.5),
        pytest.param("c", "diams", 0.5, marks=pytest.mark.full),
        ("node", "diamonds", 0.45),
        ("listener", "diamonds", 0.45),
    ],
)
def test_it_has_a_plan_that_beats_two_who_play_by_lot(
    start: Start, bot: str, game: str, least: float
) -> None:
    piped, wins, matches = start(bot), 0, times(40, 20)
    for seed in range(matches):
        match = Match(game, GAMES[game].variants[1 if game == "diams" else 0], 3, seed)
        match.play({seed % 3: piped})
        outcome = match.state.outcome()
        wins += outcome is not None and outcome.places[seed % 3] == 1
    assert wins / matches > least


@every_bot
def test_what_it_does_not_know_it_leaves_alone(start: Start, bot: str) -> None:
    piped = start(bot)
    piped.write(b'\n{"t":"weather","sky":"grey"}\n  \n{"t":"ping","n":7,"why":{"a":[1,"}"]}}\n')
    assert piped.hear() == {"t": "pong", "n": 7}


@every_bot
def test_it_ends_when_there_is_nothing_more_to_read(start: Start, bot: str) -> None:
    piped = start(bot)
    assert piped.process.stdin
    piped.process.stdin.close()
    assert piped.process.wait(AGES) == 0
