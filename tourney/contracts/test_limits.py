"""No match of any game ends outside of the limits that its game has for typed results."""

from random import Random
from typing import Any

from engines.api import EVERYTHING, Game, Outcome, Seat
from tourney.contracts.playing import (
    CHOOSERS,
    AnyState,
    Case,
    Chooser,
    every_case,
    every_game,
    played,
    times,
)
from tourney.records.field_values import limit_fault, rank_fault


def wanting(own: int) -> Chooser:
    """Seat 0 wants many points, cards or crystals (1) or few (-1), and the others the opposite."""

    def choose(game: Game[Any], state: AnyState, seat: Seat, rng: Random) -> Any:
        def worth(move: Any) -> int:
            after = state.clone()
            after.apply(seat, move)
            own_part = after.view(EVERYTHING)["players"][seat]
            counts = [own_part.get(key) for key in ("score", "points", "hand_count")]
            return next((count for count in counts if isinstance(count, int)), 0)

        moves = [state.sample(seat, rng) for _ in range(3)]
        return max(moves, key=lambda move: own * (1 if seat == 0 else -1) * worth(move))

    return choose


def refused(case: Case, outcome: Outcome) -> object:
    """What the game and the records say against an outcome."""
    game, options = case.game, case.game.options(case.given, case.seats)
    scores, places = outcome.scores, outcome.places
    return (
        limit_fault(game, options, scores)
        or rank_fault(game, options, scores, places)
        or game.result_fault(options, scores, places)
        or game.result_fault(options, scores, ())
        or game.result_fault(options, (None, *scores[1:]), places)
    )


@every_case
def test_no_match_ends_outside_of_the_limits_of_its_game(case: Case) -> None:
    for seed, choose in enumerate((*CHOOSERS, wanting(1), wanting(-1)) * times(20, 1)):
        outcome = played(case, seed, choose).state.outcome()
        assert outcome is not None
        assert refused(case, outcome) is None, outcome


@every_game
def test_limits_refuse_what_is_outside_of_them(case: Case) -> None:
    """A million is no result, nor are fewer than none."""
    game, options = case.game, case.game.options(case.given, case.seats)
    for score in (-1, 1_000_000):
        assert limit_fault(game, options, (score, *(None,) * (case.seats - 1))) is not None
