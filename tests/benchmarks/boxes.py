"""Costs of a late position of Diamond Boxes: `python -m tests.benchmarks.boxes`.

Random play never reaches such positions, so they come from players who cover as much as they can:
by rule 1 thirty cards on the board and eight in hand. The cost of listing legal moves is also
given per placement; `is_legal` and `sample` work without the list. Times are CPU times, the best of
several repetitions. The rate of random play is given as a ratio to OpenSpiel's hearts, both
measured in turn as in `tests.benchmarks.engines`.
"""

from collections.abc import Callable, Iterator
from random import Random
from typing import Final

from engines.api import Game, State
from engines.diamond_boxes import GAME1, GAME2
from engines.diamond_boxes.cards import Move
from tests.benchmarks.engines import BARS, cost, hearts, measured, self_play
from tests.engines.diamond_boxes.drivers import late

LISTING_BAR: Final = 0.3  # most microseconds per placement in a long list
LATE: Final = ((GAME1, 30, 8, 355), (GAME2, 30, 5, 0))


def late_costs() -> Iterator[str]:
    """Both games, one line per operation on a late position."""
    for game, cards, hand, seed in LATE:
        state = late(game, cards, hand, seed)
        count = len(state.legal_moves(state.pending()[0]))
        yield f"{game.name}: {cards} cards on the board, {hand} in hand, {count} legal moves"
        for name, seconds in costs(game, state):
            yield f"  {name:24} {seconds * 1e6:8.2f} µs"
            if name == "legal moves":
                bar = f"  (bar {LISTING_BAR})" if game is GAME1 else ""
                yield f"  {'… per move listed':24} {seconds * 1e6 / count:8.2f} µs{bar}"


def costs(game: Game[Move], state: State[Move]) -> Iterator[tuple[str, float]]:
    """Name and seconds of each operation, averaged over 200 calls."""
    seat = state.pending()[0]
    move = state.legal_moves(seat)[-1]
    rng = Random(4)
    actions: dict[str, Callable[[State[Move]], object]] = {
        "legal moves": lambda state: state.legal_moves(seat),
        "is_legal": lambda state: state.is_legal(seat, move),
        "sample": lambda state: state.sample(seat, rng),
        "clone": lambda state: state.clone(),
        "view": lambda state: state.view(seat),
        "resample": lambda state: game.resample(state, seat, rng),
    }
    for name, action in actions.items():
        yield name, cost(action, [state] * 200)


def rates() -> Iterator[str]:
    """Random moves per second, with the ratio to the hearts loop."""
    games = (GAME1, GAME2)
    loops = {
        f"{game.name} {seats} seats": self_play(game, seats, {}, logged=False)
        for game in games
        for seats in game.seats
    }
    reference = hearts()
    if reference:
        loops["OpenSpiel hearts"] = reference
    found = measured(loops)
    whole = found.pop("OpenSpiel hearts", 0.0)
    yield f"random moves per second; bar {BARS[GAME1.name][0]} of the hearts loop"
    for name, rate in found.items():
        yield f"  {name:24} {rate:10,.0f}" + (f"  {rate / whole:5.2f} x" if whole else "")


def main() -> None:
    """Print both tables."""
    for part in (late_costs(), rates()):
        for line in part:
            print(line, flush=True)


if __name__ == "__main__":
    main()
