"""Games move by move: the rules of the engine, the dealer's luck from a seed."""

from random import Random

import pytest

import tourney
from engines.games import GAMES


@pytest.mark.parametrize("name", GAMES)
def test_random_moves_lead_to_the_end_and_to_a_record_that_passes(name: str) -> None:
    game = tourney.game(name)
    state, luck = game.start(seed=7), Random(1)
    before = state.clone()
    moves: list[tuple[int, str]] = []
    while state.pending():
        seat = state.pending()[0]
        moves.append((seat, luck.choice(state.legal_moves(seat))))
        state.apply(*moves[-1])
    found = state.outcome()
    assert found is not None
    assert len(found["scores"]) == game.seats[0]
    for seat, move in moves:  # the copy goes the same way, with the same cards
        before.apply(seat, move)
    assert before.log == state.log
    assert before.ply == state.ply > 0


def test_the_seed_decides_the_cards() -> None:
    game = tourney.game("diams")
    one, same, other = (game.start(seats=3, seed=seed).view() for seed in (7, "7", 8))
    assert one == same != other


def test_a_move_against_the_rules_names_the_rule() -> None:
    state = tourney.game("diams").start(seats=3, seed=7, players=("Ann", "Ben", "Cleo"))
    (seat,) = state.pending()
    before = state.view()
    with pytest.raises(tourney.UsageFault, match=r"DI-R\d"):
        state.apply(seat, "discard 1")
    with pytest.raises(tourney.UsageFault):
        state.apply(seat, "dance")
    with pytest.raises(tourney.UsageFault) as caught:
        state.apply((seat + 1) % 3, "draw")
    assert caught.value.code == "library.not-to-move"
    assert state.view() == before


@pytest.mark.parametrize(
    ("seats", "options"), [(9, {}), (3, {"length": "never"}), (3, {"weight": "1"})]
)
def test_a_wrong_start_is_one_line(seats: int, options: dict[str, str]) -> None:
    with pytest.raises(tourney.UsageFault) as caught:
        tourney.game("diams").start(seats=seats, options=options)
    assert "\n" not in str(caught.value)
    with pytest.raises(tourney.UsageFault, match="diams"):
        tourney.game("dimas")


def test_a_game_describes_itself() -> None:
    game = tourney.game("diams", lang="ja")
    assert (game.name, game.engine) == ("diams", GAMES["diams"])
    assert set(game.options) == {"length", "closing"}
