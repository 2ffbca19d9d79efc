"""The rating over all games: a common strength, with intervals that allow for the games."""

from array import array

import numpy as np
import pytest

from tests.ratings.worlds import finishing_places, random_line_ups
from tourney.domain.rating_values import MatchSetting, RatedPlayer, RatingTable, ResultColumns
from tourney.ratings import MEAN, POINTS, ResultArrays, rate

GAMES = ("bridge", "chess", "go")
PLAYERS = 24
SEATS = 3


def several_games(rng: np.random.Generator, common: np.ndarray, matches: int) -> ResultColumns:
    """Matches of three games; a third of the players plays only one of them.

    The strength in a game is the common one and a part of its own.
    """
    columns = ResultColumns(
        people=[RatedPlayer(f"p{number}") for number in range(PLAYERS)],
        kinds=[MatchSetting(game, tuple(range(SEATS))) for game in GAMES],
        player_codes={number: number for number in range(PLAYERS)},
        kind_codes={number: number for number in range(len(GAMES))},
    )
    for game in range(len(GAMES)):
        own = common + rng.normal(0, 0.5, PLAYERS)
        here = np.array([n for n in range(PLAYERS) if n % 3 or n // 3 % 3 == game])
        who = here[random_line_ups(rng, len(here), matches, SEATS)]
        places = finishing_places(rng, own[who], 0.2)
        ids = 1 + game * matches + np.arange(matches)
        rows = np.column_stack([ids, np.full(matches, game), -ids])
        seats = np.column_stack([np.repeat(ids, SEATS), who.ravel(), places.ravel()])
        columns.matches.extend(array("q", rows.ravel()))
        columns.seats.extend(array("q", seats.ravel()))
    return columns


def overall(columns: ResultColumns) -> RatingTable:
    results = ResultArrays(columns)
    return rate(results, results.whole, overall=True)


def test_who_plays_one_game_only_has_a_wider_interval() -> None:
    rng = np.random.default_rng(3)
    table = overall(several_games(rng, rng.normal(0, 0.75**0.5, PLAYERS), 400))
    halves = {int(row.player.name[1:]): row.rating.half for row in table.rows}
    assert min(halves[n] for n in halves if n % 3 == 0) > max(halves[n] for n in halves if n % 3)
    assert len(table.parts()) == 1


@pytest.mark.full
def test_the_common_strength_is_covered() -> None:
    inside, places = [], []
    for number in range(60):
        rng = np.random.default_rng(number)
        common = rng.normal(0, 0.75**0.5, PLAYERS)
        table = overall(several_games(rng, common, 300))
        truth = common - common.mean()
        order = [int(row.player.name[1:]) for row in table.rows]
        inside += [
            abs(row.rating.value - MEAN - POINTS * truth[n]) < row.rating.half
            for n, row in zip(order, table.rows, strict=True)
        ]
        places += [
            row.best <= 1 + (truth > truth[n]).sum() <= row.worst
            for n, row in zip(order, table.rows, strict=True)
        ]
    assert 0.92 < np.mean(inside) < 0.98
    assert np.mean(places) > 0.9
