"""`tourney games NAME`: the page fits a terminal and shows the right default values."""

import json

import pytest

from engines.games import GAMES
from tests.conftest import Tourney


@pytest.mark.parametrize("game", GAMES)
def test_the_page_of_a_game_fits_a_terminal(tourney: Tourney, game: str) -> None:
    result = tourney("games", game)
    assert result.code == 0
    assert max(map(len, result.out.splitlines())) <= 80
    notation = result.out.partition("\nNotation:\n\n")[2].splitlines()
    assert 8 <= len(notation) <= 22


@pytest.mark.parametrize("game", GAMES)
def test_an_option_with_its_default_says_nothing(tourney: Tourney, game: str) -> None:
    options = json.loads(tourney("games", game, "--json").out)["options"]
    assert [option["key"] for option in options] == list(GAMES[game].option_help)
    for seats in GAMES[game].seats:
        for option in options:
            if option["default"]:
                given = {option["key"]: option["default"]}
                assert GAMES[game].options_text(GAMES[game].options(given, seats)) == ""


def test_only_what_hangs_on_seats_or_other_options_has_no_default_to_show(
    tourney: Tourney,
) -> None:
    open_ones = [
        (name, option["key"])
        for name in GAMES
        for option in json.loads(tourney("games", name, "--json").out)["options"]
        if not option["default"]
    ]
    assert open_ones == [("diamonds", "rounds"), ("blue-border", "bt")]
