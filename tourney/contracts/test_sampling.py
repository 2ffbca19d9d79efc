"""`sample` chooses every legal move with the same probability, `play_on` chooses as `sample`."""

from collections import Counter
from random import Random
from typing import Any

from engines.api import CHANCE
from tourney.contracts.playing import Case, every_case, every_game, positions

EACH = 60  # draws per legal move
SHORT = 120  # longest list that is always tested; of the longer ones only a few are


def too_uneven(counts: Counter[Any], moves: list[Any]) -> bool:
    """Whether chi-square against equal counts is more than eight standard deviations too large."""
    expected = counts.total() / len(moves)
    statistic = sum((counts[move] - expected) ** 2 / expected for move in moves)
    degrees = len(moves) - 1
    return bool(statistic > degrees + 8 * (2 * degrees) ** 0.5 + 8)


@every_game
def test_samples_are_uniform_over_the_legal_moves(case: Case) -> None:
    rng = Random(f"samples {case}")
    lists: dict[str, list[int]] = {}
    for at in positions(case, 1):
        for seat in range(case.seats):
            moves = list(at.state.legal_moves(seat))
            done = lists.setdefault(at.state.phase(), [])
            enough = 12 if len(moves) <= SHORT else 1
            if len(moves) < 2 or len(moves) > 10 * SHORT or len(done) > enough:
                continue
            if len(moves) in done:
                continue
            done.append(len(moves))
            counts = Counter(at.state.sample(seat, rng) for _ in range(EACH * len(moves)))
            assert set(counts) == set(moves)
            assert not too_uneven(counts, moves)
    assert any(lists.values())


@every_game
def test_every_sample_is_legal(case: Case) -> None:
    for number, at in enumerate(positions(case, 2)):
        for seat in at.state.pending():
            moves = at.state.legal_moves(seat)
            if moves:
                assert at.state.sample(seat, Random(number)) in moves


@every_game
def test_the_same_luck_gives_the_same_sample(case: Case) -> None:
    for number, at in enumerate(positions(case, 3)):
        for seat in range(case.seats):
            if at.state.legal_moves(seat):
                again = at.state.clone().sample(seat, Random(number))
                assert at.state.sample(seat, Random(number)) == again


@every_case
def test_playing_on_in_one_call_makes_the_moves_of_the_samples(case: Case) -> None:
    for number, at in enumerate(positions(case, 4)):
        if number % 7:
            continue
        one, two = at.state.clone(), at.state.clone()
        luck, same = Random(number), Random(number)
        one.play_on(luck)
        while (owing := two.pending()) and owing[0] != CHANCE:
            two.apply(owing[0], two.sample(owing[0], same))
        assert one.key() == two.key()
        assert one.pending() == two.pending()
        assert one.view(None) == two.view(None)
        assert luck.getstate() == same.getstate()
