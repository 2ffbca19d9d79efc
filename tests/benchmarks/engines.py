"""How fast the engines play: `python -m tests.benchmarks.engines [GAME …]`.

Measures random self-play in moves per second and compares it with the usual Python loop over
OpenSpiel's hearts, which is written in C++, and for Diamonds with RLCard's gin rummy and doudizhu;
all take turns in the same run (`pip install -e '.[bench]'`; without it the columns are empty).
Gives the cost of a clone, a list of legal moves, a view and a resampled world, in microseconds and
in random moves. Times are CPU times, the best of several repetitions.
"""

import sys
import time
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Final

from engines.api import CHANCE, Game, State
from engines.games import GAMES

# Ratios to the hearts loop: required and aimed at.
BARS: Final = {
    "diams": (0.5, 1.0),
    "diamonds": (3.0, 5.0),
    "blue-border": (3.0, 4.0),
    "diamond-boxes": (0.33, 0.4),
    "diamond-boxes-2": (0.33, 0.4),
}
RLCARD: Final = {"diamonds": ("gin-rummy", "doudizhu")}
RLCARD_BAR: Final = 20.0
CLONE_BAR: Final = 3.0  # most that a clone may cost, in random moves
CALLS: Final = 0.1  # share of sealed answers drawn at random, half of which are calls
TURNS: Final = 5
SECONDS: Final = 0.6  # CPU time of each turn

Loop = Callable[[float], float]
"""Seconds -> moves per second."""


def hearts() -> Loop | None:
    """The usual Python loop over OpenSpiel's hearts; None without OpenSpiel."""
    try:
        import pyspiel
    except ImportError:
        return None
    game = pyspiel.load_game("hearts")
    rng = Random(1)

    def loop(seconds: float) -> float:
        moves, start = 0, time.process_time()
        while time.process_time() - start < seconds:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    actions, chances = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(rng.choices(actions, chances)[0])
                else:
                    state.apply_action(rng.choice(state.legal_actions()))
                    moves += 1
        return moves / (time.process_time() - start)

    return loop


def rlcard(name: str) -> Loop | None:
    """The usual Python loop over one of RLCard's environments; None without RLCard."""
    try:
        from rlcard import make
    except ImportError:
        return None
    environment = make(name, config={"seed": 1})
    rng = Random(1)

    def loop(seconds: float) -> float:
        moves, start = 0, time.process_time()
        while time.process_time() - start < seconds:
            state, _ = environment.reset()
            while not environment.is_over():
                state, _ = environment.step(rng.choice(list(state["legal_actions"])))
                moves += 1
        return moves / (time.process_time() - start)

    return loop


def references(game: str) -> dict[str, Loop]:
    """The installed loops to compare a game with, by name."""
    found = {"hearts": hearts(), **{name: rlcard(name) for name in RLCARD.get(game, ())}}
    return {name: loop for name, loop in found.items() if loop}


def self_play(game: Game[Any], seats: int, setting: dict[str, str], *, logged: bool) -> Loop:
    """A loop over whole random matches, with few calls; the dealer's work is included."""
    options = game.options(setting, seats)
    rng = Random(1)
    silent = game.silent

    def loop(seconds: float) -> float:
        moves, start = 0, time.process_time()
        while time.process_time() - start < seconds:
            state = game.start(options, seats)
            log: list[Any] | None = [] if logged else None
            while pending := state.pending():
                seat = pending[0]
                if seat == CHANCE:
                    state.apply(seat, game.shuffle(state, rng), log)
                elif silent is not None and state.phase() == "call":
                    called = rng.random() < CALLS
                    state.apply(seat, state.sample(seat, rng) if called else silent, log)
                    moves += 1
                else:
                    state.apply(seat, state.sample(seat, rng), log)
                    moves += 1
            for ply in log or ():
                game.text(ply)
        return moves / (time.process_time() - start)

    return loop


def midgame(game: Game[Any], seats: int, setting: dict[str, str]) -> list[State[Any]]:
    """Positions from several matches, in each of which a seat has to decide."""
    rng = Random(2)
    found = []
    for _ in range(6):
        state = game.start(game.options(setting, seats), seats)
        while pending := state.pending():
            seat = pending[0]
            dealer = seat == CHANCE
            if not dealer and rng.random() < 0.2:
                found.append(state.clone())
            state.apply(seat, game.shuffle(state, rng) if dealer else state.sample(seat, rng))
    return found


def cost(action: Callable[[State[Any]], object], positions: list[State[Any]]) -> float:
    """Mean seconds of an action over the positions, the best of several repetitions."""
    best = float("inf")
    for _ in range(TURNS):
        rounds, start = 0, time.process_time()
        while time.process_time() - start < SECONDS / 4:
            for state in positions:
                action(state)
            rounds += 1
        best = min(best, (time.process_time() - start) / rounds / len(positions))
    return best


def measured(loops: dict[str, Loop]) -> dict[str, float]:
    """Best rate of each loop, measured in turn so that a busy machine slows all alike."""
    best = dict.fromkeys(loops, 0.0)
    for _ in range(TURNS):
        for name, loop in loops.items():
            best[name] = max(best[name], loop(SECONDS))
    return best


def lines(game: Game[Any]) -> Iterator[str]:
    """The table of one game."""
    bar, aim = BARS[game.name]
    loops: dict[str, Loop] = {}
    for seats in game.seats:
        for setting in game.variants[:2]:
            name = " ".join([f"{seats} seats", *(f"{k}={v}" for k, v in setting.items())])
            loops[name] = self_play(game, seats, dict(setting), logged=False)
            loops[f"{name}, log as text"] = self_play(game, seats, dict(setting), logged=True)
    others = references(game.name)
    rates = measured({**loops, **others})
    yield f"{game.name}: moves per second; bar {bar} of the hearts loop, aim {aim}"
    if game.name in RLCARD:
        yield f"  and {RLCARD_BAR:g} times RLCard's {' and '.join(RLCARD[game.name])}"
    for name, rate in rates.items():
        ratios = [f"  {rate / rates[other]:5.2f} x {other}" for other in others]
        yield f"  {name:40} {rate:10,.0f}" + "".join(ratios if name in loops else [])
    yield from costs(game)


def costs(game: Game[Any]) -> Iterator[str]:
    """Costs of operations on a position, in microseconds and in random moves of the game."""
    seats, setting = max(game.seats) - 1, dict(game.variants[:2][-1])
    positions = midgame(game, seats, setting)
    move = 1 / max(self_play(game, seats, setting, logged=False)(SECONDS) for _ in range(TURNS))
    rng = Random(3)
    actions: dict[str, Callable[[State[Any]], object]] = {
        "clone": lambda state: state.clone(),
        "legal moves": lambda state: state.legal_moves(state.pending()[0]),
        "view": lambda state: state.view(state.pending()[0]),
        "resample": lambda state: game.resample(state.clone(), state.pending()[0], rng),
        "resample again": lambda state: game.resample(state, state.pending()[0], rng),
    }
    yield f"{game.name}: costs at {seats} seats; a random move is {move * 1e6:.1f} µs"
    for name, action in actions.items():
        each = cost(action, positions)
        note = f"  (bar {CLONE_BAR:g})" if name == "clone" else ""
        yield f"  {name:40} {each * 1e6:8.1f} µs {each / move:6.2f} moves{note}"


def main(names: list[str]) -> None:
    """Print the tables of the games named, or of all games."""
    for name in names or list(GAMES):
        for line in lines(GAMES[name]):
            print(line, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
