"""A thousand matches of every game and number of seats are played, stored and replayed cleanly."""

from collections.abc import Iterator
from time import perf_counter

import pytest

from engines.api import OptionError
from engines.games import GAMES
from tests.conftest import Tourney
from tests.examples import times

MATCHES = 1000
USUAL: dict[str, str] = {}


def settings() -> Iterator[tuple[str, int, dict[str, str]]]:
    """Every game and number of seats with its usual options and with every possible variant."""
    for name, game in GAMES.items():
        for seats in game.seats:
            for given in [USUAL, *(given for given in game.variants if given)]:
                try:
                    game.options(given, seats)
                except OptionError:  # this number of seats cannot be divided into such teams
                    continue
                yield name, seats, given


SETTINGS = list(settings())


def called(setting: tuple[str, int, dict[str, str]]) -> str:
    """The game, number of seats and options as one word, used as a test id."""
    game, seats, given = setting
    return "-".join([game, str(seats), *map("=".join, given.items())])


def command(game: str, seats: int, given: dict[str, str], deals: int) -> list[str]:
    """Arguments for a run named x: all bots random, each bot in every seat of each deal."""
    options = [part for pair in given.items() for part in ("-O", "=".join(pair))]
    bots = [f"--bot=r{number}=random" for number in range(seats)]
    asked = ["--deals", str(deals), "--seed", "2026", "--name", "x", "-q"]
    return ["run", "-g", game, *options, *bots, *asked]


def played_and_checked(tourney: Tourney, setting: tuple[str, int, dict[str, str]], n: int) -> str:
    """Plays and checks at least `n` matches; returns a line with figures."""
    game, seats, given = setting
    begin = perf_counter()
    assert tourney(*command(game, seats, given, deals=-(-n // seats))).code == 0
    middle = perf_counter()
    found = tourney("check", "run:x")
    end = perf_counter()
    lines = found.out.splitlines()
    assert found.code == 0, lines[0]
    assert len(lines) >= n
    assert all(line.endswith("verified all, result, rank") for line in lines)
    plies = sum(int(line.split(" plies")[0].split()[-1]) for line in lines)
    options = " ".join(map("=".join, given.items()))
    return (
        f"{game:16}{seats:2}  {options:40}{len(lines):5} matches {plies:8} plies"
        f"{middle - begin:8.1f} s played {end - middle:8.1f} s checked"
    )


FEW = (("blue-border", 3),)


@pytest.mark.parametrize(
    ("game", "seats"),
    [
        pytest.param(game, seats, marks=[] if (game, seats) in FEW else [pytest.mark.full])
        for game in GAMES
        for seats in GAMES[game].seats
    ],
)
def test_a_dozen_matches_are_replayed_clean(tourney: Tourney, game: str, seats: int) -> None:
    played_and_checked(tourney, (game, seats, USUAL), times(12, 4))


@pytest.mark.full
@pytest.mark.parametrize("setting", SETTINGS, ids=called)
def test_a_thousand_matches_are_replayed_clean(
    tourney: Tourney, setting: tuple[str, int, dict[str, str]], capfd: pytest.CaptureFixture[str]
) -> None:
    line = played_and_checked(tourney, setting, MATCHES)
    with capfd.disabled():
        print(f"\n{line}", end=" ")
