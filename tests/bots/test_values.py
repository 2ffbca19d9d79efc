"""Value functions: their shares, their weights, and the bot that looks one move ahead with them."""

import re
from collections.abc import Mapping
from importlib import import_module
from math import isfinite, log
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engines.api import CHANCE, Game, State
from engines.games import GAMES
from tourney.agents.loaded_bot import checked_version
from tourney.botlab.ladder import Duel, measured
from tourney.botlab.trials import Trial
from tourney.bots import BOTS
from tourney.bots.guide import best_by_value
from tourney.bots.heuristics import likely
from tourney.bots.values import (
    FEATURES,
    WEIGHTS,
    Features,
    WeightsFault,
    digest,
    read_value,
    value_of,
)
from tourney.domain.observation import Observation
from tourney.work.executors import ALONE

TABLES = [(name, seats) for name in FEATURES for seats in GAMES[name].seats]


def positions(
    game: Game[Any], seats: int, seed: int, every: int = 7, options: Mapping[str, str] = {}
) -> list[State[Any]]:
    """Some positions of a random match, its first and last ones among them."""
    rng, state, found = Random(seed), game.start(game.options(options, seats), seats), []
    count = 0
    while owing := state.pending():
        if count % every == 0:
            found.append(state.clone())
        count += 1
        seat = owing[0]
        chance = seat == CHANCE
        state.apply(seat, game.shuffle(state, rng) if chance else state.sample(seat, rng))
    return [*found, state]


def test_shares_follow_from_the_chances_against_each_other_seat() -> None:
    # A utility that is log 3 higher wins three times of four.
    assert likely([0.0, log(3)], 1.0) == pytest.approx([0.25, 0.75])
    # 1/2 against the equal seat and 1/4 against the third: 3/8; the third 3/4.
    assert likely([1.0, 1.0, 1 + log(3)], 1.0) == pytest.approx([0.375, 0.375, 0.75])
    # However far apart: certain, and no number is too large.
    assert likely([1e9, -1e9], 1.0) == pytest.approx([1.0, 0.0])


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_of_every_position_the_shares_add_up_to_half_the_seats(name: str, seats: int) -> None:
    game, value = GAMES[name], value_of(name)
    assert value is not None
    stages = []
    for state in positions(game, seats, 5):
        value.features.settle(state, Random(1))
        rows = value.features.rows(state)
        assert {len(row) for row in rows} == {len(value.features.names)}
        assert all(isfinite(number) for row in rows for number in row)
        assert sum(value.shares(state)) == pytest.approx(seats / 2)
        stages.append(value.features.stage(state))
    assert all(0 <= stage <= 1 for stage in stages)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_quiet_position_is_left_as_it_is(name: str, seats: int) -> None:
    features = FEATURES[name]
    for state in positions(GAMES[name], seats, 6):
        features.settle(state, Random(1))
        key = state.key()
        assert features.quiet(state)
        features.settle(state, Random(2))
        assert state.key() == key


@pytest.mark.parametrize("name", FEATURES)
def test_the_winner_of_a_finished_match_has_the_highest_value(name: str) -> None:
    game, value = GAMES[name], value_of(name)
    assert value is not None
    right = 0
    for seed in range(10):
        state = positions(game, game.seats[0], seed)[-1]
        outcome, worth = state.outcome(), value.shares(state)
        assert outcome is not None
        right += outcome.places[worth.index(max(worth))] == 1
    assert right >= 9  # scores can be equal and decided by what features leave out


@pytest.mark.parametrize("name", FEATURES)
def test_weights_are_small_and_named_by_their_digest(name: str) -> None:
    value, file = value_of(name), WEIGHTS / f"{name}.json"
    assert value is not None
    assert value.about == f"{name}-{digest(name, value.features.names, value.weights)}"
    assert file.stat().st_size <= 200 * 1024
    assert tuple(value.weights) == tuple(value.features.variants)
    assert {tuple(tables) for tables in value.weights.values()} == {tuple(GAMES[name].seats)}


def test_weights_of_other_features_are_refused() -> None:
    class Mine(Features):
        names = ("mine",)

    told = r"other features \(points, points, late, .*, …\) than the class \(mine\); pass the class"
    with pytest.raises(WeightsFault, match=told):
        read_value(WEIGHTS / "diamonds.json", Mine())


def test_of_long_lists_of_names_those_around_the_first_difference_are_told() -> None:
    with pytest.raises(WeightsFault, match=r"\(…, match\) than the class \(…, match, mine\)"):
        read_value(WEIGHTS / "diams.json", extended("diams"))


def extended(name: str) -> Features:
    """The features of a game and one more, as a user writes them."""

    class Mine(type(FEATURES[name])):  # type: ignore[misc]
        names = (*FEATURES[name].names, "mine")

        def rows(self, state: State[Any]) -> list[list[float]]:
            return [[*row, 7.0] for row in super().rows(state)]

    made: Features = Mine()
    return made


@pytest.mark.parametrize(
    ("name", "seats", "options"),
    [
        *((name, seats, {}) for name, seats in TABLES),
        ("diams", 3, {"length": "quick"}),
        ("blue-border", 3, {"rounds": "3"}),
        ("diamonds", 4, {"teams": "on"}),
    ],
)
def test_added_features_stand_after_those_of_the_game(
    name: str, seats: int, options: dict[str, str]
) -> None:
    own, mine = FEATURES[name], extended(name)
    for state in positions(GAMES[name], seats, 8, options=options):
        own.settle(state, Random(1))
        assert mine.rows(state) == [[*row, 7.0] for row in own.rows(state)]
        assert {len(row) for row in mine.rows(state)} == {len(mine.names)}
        assert mine.stage(state) == own.stage(state)
        assert mine.variant(state) == own.variant(state)


def test_the_page_names_the_class_of_each_game() -> None:
    page = (Path(__file__).parents[2] / "docs" / "howto-value.md").read_text("utf-8")
    rows = re.findall(r"^\| `([\w-]+)` \| `([\w.]+)\.(\w+)` \|", page, re.MULTILINE)
    assert {game for game, _, _ in rows} == {*FEATURES}
    for game, module, word in rows:
        assert type(FEATURES[game]) is getattr(import_module(module), word)


def test_the_name_of_a_value_function_is_a_version_of_a_bot() -> None:
    for name in FEATURES:
        value = value_of(name)
        assert value is not None
        assert checked_version("mine.py", value.about) == value.about


def test_without_a_value_function_the_first_move_of_the_heuristic_is_taken() -> None:
    game = GAMES["diamonds"]
    options = game.options({}, 3)
    state, rng = game.start(options, 3), Random(4)
    while state.pending()[0] == CHANCE:
        state.apply(CHANCE, game.shuffle(state, rng))
    look = Observation(game, state, state.pending()[0])
    assert best_by_value(look, None, Random(1), 4) in look.legal()


@pytest.mark.full
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_the_guide_beats_greedy(name: str, seats: int) -> None:
    # By rule 1 with four seats it does so by least: a share of 0.559 ± 0.03 (docs/benchmarks.md).
    deals = 160 if (name, seats) == ("diamond-boxes", 4) else 40
    duel = Duel("guide", Trial(name, seats, {}, deals, "guide", "greedy"))
    assert measured(duel, ALONE, lambda played: None).result == "stronger"


def test_the_guide_is_a_bot_like_others() -> None:
    assert BOTS["guide"].version == "2"
    with pytest.raises(ValueError, match="worlds"):
        BOTS["guide"](worlds="0")


def test_features_of_a_game_can_be_changed_by_a_user() -> None:
    class Mine(type(FEATURES["diamonds"])):  # type: ignore[misc]
        def rows(self, state: State[Any]) -> list[list[float]]:
            return [[2 * number for number in row] for row in super().rows(state)]

    state = positions(GAMES["diamonds"], 3, 2)[-1]
    plain, mine = FEATURES["diamonds"].rows(state), Mine().rows(state)
    assert mine == [[2 * number for number in row] for row in plain]


def test_partners_have_the_same_value() -> None:
    game = GAMES["diamonds"]
    state, rng = game.start(game.options({"teams": "on"}, 4), 4), Random(3)
    value = value_of("diamonds")
    assert value is not None
    for _ in range(60):
        seat = state.pending()[0]
        chance = seat == CHANCE
        state.apply(seat, game.shuffle(state, rng) if chance else state.sample(seat, rng))
    value.features.settle(state, rng)
    worth = value.shares(state)
    assert worth[:2] == pytest.approx(worth[2:])
    assert sum(worth) == pytest.approx(2)


def test_weights_that_were_changed_are_refused(tmp_path: Path) -> None:
    text = (WEIGHTS / "diamonds.json").read_text("utf-8")
    for number, wrong in enumerate((text.replace("0.1", "0.2", 1), text[:-9], "{}", "[]", "")):
        file = tmp_path / f"{number}.json"
        file.write_text(wrong, "utf-8")
        with pytest.raises(WeightsFault, match="no file of weights"):
            read_value(file, FEATURES["diamonds"])
