"""The account of a match adds up, its luck is fair, and its errors are errors."""

from collections.abc import Sequence
from math import exp
from operator import mul
from random import Random
from statistics import mean, stdev

import pytest

from engines.games import GAMES
from tests.bots.positions import EVERYWHERE, begin, played_out
from tests.examples import times, tries_all, usual
from tourney.bots import BOTS
from tourney.bots.values import Value, value_of
from tourney.insight.account import Account, Judge, JudgedMove, account, marks, verdict

pytestmark = pytest.mark.slow

LEAST = 1e-9
GREEDY = BOTS["greedy"]()


def analysed(
    name: str, seats: int, variant: int, judge: Judge, seed: int, most: int | None = None
) -> Account:
    """The account of a match, or of its first moves."""
    game = GAMES[name]
    options = game.options(game.variants[variant], seats)
    moves = played_out(game, options, seats, Random(f"{name} {seed}"), GREEDY, 0.8)
    return account(game, options, seats, moves[:most], judge, Random(seed))


@pytest.mark.parametrize(("name", "seats", "variant"), EVERYWHERE)
def test_the_lines_add_up_to_the_result_and_each_over_the_seats(
    name: str, seats: int, variant: int
) -> None:
    judges = (Judge(2, 0), Judge(2, 1, fair=False))
    # `make test` has one of them at the smallest tables, the other one at the largest.
    for judge in judges if tries_all() else judges[min(1, seats - 2) :][:1]:
        most = None if tries_all() or name != "diams" else 60
        book = analysed(name, seats, variant, judge, 1, most)
        assert sum(book.result) == pytest.approx(seats / 2, abs=LEAST)
        assert sum(book.start) == pytest.approx(seats / 2, abs=LEAST)
        for line in (book.deal, book.draws, book.unexplained, book.unknown):
            assert sum(line) == pytest.approx(0, abs=LEAST)
        for seat in range(seats):
            assert book.total(seat) == pytest.approx(book.result[seat], abs=LEAST)
        gifts = sum(book.received(seat) for seat in range(seats))
        assert gifts == pytest.approx(sum(book.errors), abs=LEAST)
        # Every line is the sum of its entries.
        for seat in range(seats):
            luck = sum(one.luck[seat] for one in book.chances)
            assert luck == pytest.approx(book.deal[seat] + book.draws[seat], abs=LEAST)
            cost = sum(one.loss for one in book.decisions if one.seat == seat)
            assert cost == pytest.approx(book.errors[seat], abs=LEAST)


def test_what_is_not_known_stands_in_a_line_of_its_own() -> None:
    game = GAMES["blue-border"]
    options = game.options({}, 3)
    moves = played_out(game, options, 3, Random(5), GREEDY, 0.8)
    whole = account(game, options, 3, moves, Judge(2), Random(1))
    places = [3, 1, 2]
    for count in (0, 2, len(moves) // 2):
        book = account(game, options, 3, moves[:count], Judge(2), Random(1), places)
        assert book.result == [0, 1, 0.5]
        assert any(book.unknown)
        for seat in range(3):
            assert book.total(seat) == pytest.approx(book.result[seat], abs=LEAST)
    assert not any(whole.unknown)
    # A forfeit or a ruling may decide otherwise than the last move.
    ruled = account(game, options, 3, moves, Judge(2), Random(1), places)
    assert ruled.result == [0, 1, 0.5]
    assert ruled.unexplained == whole.unexplained
    for seat in range(3):
        assert ruled.unknown[seat] == pytest.approx(ruled.result[seat] - whole.result[seat])


def test_the_error_of_the_luck_is_that_of_other_draws() -> None:
    """The same match, analysed with other luck each time."""
    game = GAMES["blue-border"]
    options = game.options({}, 2)
    moves = played_out(game, options, 2, Random(3), GREEDY, 0.8)
    moves = moves[: times(len(moves), 12)]
    books = [
        account(game, options, 2, moves, Judge(4, fair=False), Random(seed))
        for seed in range(times(400, 30))
    ]
    actual = stdev(book.deal[0] + book.draws[0] for book in books)
    stated = mean(book.noise[0] for book in books) ** 0.5
    assert stated == pytest.approx(actual, rel=0.35)


@pytest.mark.parametrize("ahead", [0, 1])
def test_more_worlds_tell_the_luck_of_a_deal_better(ahead: int) -> None:
    """Also in Diamonds, where nothing is drawn after the deal."""
    game = GAMES["diamonds"]
    options = game.options({"rounds": "1"}, 3)
    moves = played_out(game, options, 3, Random(3), GREEDY, 0.8)
    few, many = (
        account(game, options, 3, moves, Judge(worlds, ahead, fair=False), Random(1)).noise[0]
        for worlds in (4, 64)
    )
    assert 0 < many < few / 4


def test_only_a_move_that_draws_has_luck() -> None:
    for name in ("blue-border", "diamond-boxes-2"):
        game = GAMES[name]
        options = game.options({}, 2)
        moves = played_out(game, options, 2, Random(3), GREEDY, 0.8)
        moves = moves[: times(len(moves), 25)]
        book = account(game, options, 2, moves, Judge(3, 1, fair=False), Random(1))
        lucky = {one.ply for one in book.chances}
        silent = [one.ply for one in moves if one.move == game.silent]
        assert lucky
        assert not lucky & set(silent if name == "blue-border" else ())
        assert len(lucky) < len(moves)


def senseless(name: str) -> Value:
    """A value function with random weights."""
    value, rng = value_of(name), Random(name)
    assert value is not None
    weights = {
        variant: {
            seats: tuple([rng.gauss(0, 0.3) for _ in column] for column in columns)
            for seats, columns in tables.items()
        }
        for variant, tables in value.weights.items()
    }
    return Value(value.features, weights, "random weights")  # type: ignore[arg-type]


LUCKY = [(name, sense) for name in GAMES for sense in (True, False)]


@pytest.mark.parametrize(
    "judged", usual([("blue-border", True), ("blue-border", False)], LUCKY), ids=str
)
def test_luck_is_nothing_in_the_mean_whatever_the_judge_believes(judged: tuple[str, bool]) -> None:
    name, sense = judged
    judge = Judge(2, 0, fair=False, value=None if sense else senseless(name))
    most = None if tries_all() else 20
    books = [analysed(name, 2, 0, judge, seed, most) for seed in range(times(400, 20))]
    for line in ("deal", "draws"):
        luck = [getattr(book, line)[0] for book in books]
        error = stdev(luck) / len(luck) ** 0.5
        assert abs(mean(luck)) <= 4 * error


# -- errors, by numbers whose truth is known


def guessed(
    rng: Random, truth: Sequence[float], played: int, worlds: int, noise: float
) -> JudgedMove:
    """The verdict on a decision of the first of two seats, with values as worlds give them."""
    values = []
    for true in truth:
        shares = [true + rng.gauss(0, noise) for _ in range(worlds)]
        values.append([[share, 1 - share] for share in shares])
    texts = [str(number) for number in range(len(truth))]
    return verdict(0, 0, texts, played, values, [1.0] * worlds)


def test_a_move_as_good_as_others_costs_nothing_in_the_mean() -> None:
    """The best of six by luck would seem to be 0.06 better."""
    rng = Random(1)
    losses = [guessed(rng, [0.5] * 6, 0, 16, 0.2).loss for _ in range(times(20_000, 1_000))]
    assert abs(mean(losses)) < 4 * stdev(losses) / len(losses) ** 0.5


def test_an_error_costs_what_it_costs_and_never_more_in_the_mean() -> None:
    rng = Random(2)
    for gap in (0.05, 0.2):
        found = [guessed(rng, [0.5, 0.5 + gap, 0.4], 0, 32, 0.1) for _ in range(times(20_000, 800))]
        loss = mean(one.loss for one in found)
        doubt = stdev(one.loss for one in found) / len(found) ** 0.5
        assert gap - 0.005 - 4 * doubt < loss < gap + 4 * doubt
        # The error that each verdict states is that of the verdicts, where the best move is clear;
        # else the choice adds a part.
        stated = mean(one.error**2 for one in found) ** 0.5
        actual = stdev(one.loss for one in found)
        assert 0.7 * actual < stated < 1.15 * actual
        assert gap < 0.1 or stated == pytest.approx(actual, rel=0.1)


def unequal(rng: Random, gap: float, slope: float) -> tuple[JudgedMove, float]:
    """The verdict on a move that another one beats by `gap` in truth, and its lead in all worlds.

    The worlds are drawn from a normal distribution with mean 0, but the true one has mean 1; the
    lead of the other move grows by `slope` with what is drawn.
    """
    hidden = [rng.gauss(0, 1) for _ in range(16)]
    weights = [exp(one - max(hidden)) for one in hidden]
    leads = [gap + slope * (one - 1) + rng.gauss(0, 0.1) for one in hidden]
    values = [[[0.5, 0.5] for _ in hidden], [[0.5 + one, 0.5 - one] for one in leads]]
    lead = sum(map(mul, weights, leads)) / sum(weights)
    return verdict(0, 0, ["a", "b"], 0, values, weights), lead


@pytest.mark.parametrize("slope", [-0.05, 0.05])
def test_worlds_count_by_their_weight_in_both_halves(slope: float) -> None:
    rng, losses, errors = Random(6), list[float](), list[float]()
    for _ in range(times(20_000, 1_000)):
        found, lead = unequal(rng, 0.3, slope)
        # Where both halves agree on the best move, nothing is lost by having halved the worlds.
        assert found.loss == pytest.approx(lead) or found.loss < lead
        losses.append(found.loss)
        errors.append(found.error**2)
    actual = stdev(losses)
    assert abs(mean(losses) - 0.3) < 0.01 + 4 * actual / len(losses) ** 0.5
    assert mean(errors) ** 0.5 == pytest.approx(actual, rel=0.12)


def test_who_does_not_err_gets_no_mark_and_planted_errors_do() -> None:
    rng, matches = Random(3), times(2_000, 60)
    marked = found = 0
    for _ in range(matches):
        honest = [guessed(rng, [0.5] * 4, 0, 16, 0.15)._replace(ply=n) for n in range(30)]
        marked += "?" in "".join(marks(honest))
        blunder = guessed(rng, [0.5, 0.75, 0.5], 0, 16, 0.1)._replace(ply=30)
        found += marks([*honest, blunder])[30] == "??"
    assert marked <= max(1, matches / 200)
    assert found >= 0.8 * matches


def test_the_only_good_move_has_a_mark() -> None:
    rng = Random(4)
    only = [guessed(rng, [0.6, 0.4, 0.3], 0, 16, 0.05) for _ in range(50)]
    assert sum(mark == "!" for mark in marks(only)) >= 45
    for truth, played in (([0.6, 0.57, 0.3], 0), ([0.6, 0.4, 0.3], 1), ([0.5, 0.5], 0)):
        others = [guessed(rng, truth, played, 16, 0.05) for _ in range(50)]
        assert "!" not in marks(others)


@pytest.mark.parametrize("weights", [[1.0], [1.0, 0.02, 0.02]])
def test_one_world_alone_proves_nothing(weights: Sequence[float]) -> None:
    """All moves are equal in truth; in the only likely world one of them is luckier."""
    rng = Random(5)
    for _ in range(200):
        values = [[[share, 1 - share] for share in (rng.random() for _ in weights)] for _ in "abc"]
        found = verdict(0, 0, ["a", "b", "c"], 0, values, weights)
        assert not found.counted
        assert marks([found]) == [""]


def test_the_best_move_of_an_endgame_with_open_cards_costs_nothing() -> None:
    """In Diamonds with the true hands nothing is drawn, so values have no error."""
    game, state = begin("diamonds", 2, 1)
    options = game.options(game.variants[1], 2)
    moves = played_out(game, options, 2, Random(7), GREEDY, 0.8)
    book = account(game, options, 2, moves, Judge(4, 0, fair=False), Random(1))
    assert state.seats == 2
    for one in book.decisions:
        assert one.error == 0
        assert one.loss >= -LEAST
        assert (one.loss < LEAST) == (one.best == one.played or one.loss == 0)
    assert not any(book.draws)
