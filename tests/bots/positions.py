"""Positions for tests of bots: from matches with a fixed seed, or written in notation."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from engines.api import CHANCE, Game, OptionError, State, View
from engines.games import GAMES
from tourney.domain.observation import Bot, Observation
from tourney.insight.account import KnownMove

DIAMS = GAMES["diams"]


def _playable(game: Game[Any], seats: int, variant: int) -> bool:
    try:
        game.options(game.variants[variant], seats)
    except OptionError:
        return False
    return True


def _usual(game: Game[Any], number: int, variant: int) -> bool:
    return number in (0, len(game.seats) - 1) and variant == number % len(game.variants)


EVERYWHERE = [
    pytest.param(
        *(name, seats, variant),
        marks=[] if _usual(game, number, variant) else [pytest.mark.full],
    )
    for name, game in GAMES.items()
    for number, seats in enumerate(game.seats)
    for variant in range(len(game.variants))
    if _playable(game, seats, variant)
]
"""All games, numbers of seats and variants; `make test` takes the smallest and largest tables."""


def begin(name: str, seats: int, variant: int) -> tuple[Game[Any], State[Any]]:
    game = GAMES[name]
    return game, game.start(game.options(game.variants[variant], seats), seats)


def met(
    game: Game[Any], state: State[Any], rng: Random, bot: Bot | None = None, share: float = 0.7
) -> Iterator[Observation]:
    """Every decision of a match, played at random or, in a share of the decisions, by `bot`."""
    while owing := state.pending():
        seat = owing[0]
        if seat == CHANCE:
            state.apply(seat, game.shuffle(state, rng))
            continue
        observation = Observation(game, state, seat)
        yield observation
        advised = bot is not None and (share == 1 or rng.random() < share)
        state.apply(seat, bot.choose(observation, rng) if advised else observation.sample(rng))


def played_out(
    game: Game[Any], options: Any, seats: int, rng: Random, bot: Bot, share: float = 1.0
) -> list[KnownMove]:
    """All moves of a match with those of the dealer, by `bot` in a share of the decisions."""
    state = game.start(options, seats)
    moves: list[KnownMove] = []
    while owing := state.pending():
        seat = owing[0]
        if seat == CHANCE:
            move = game.shuffle(state, rng)
        else:
            observation = Observation(game, state, seat)
            advised = share == 1 or rng.random() < share
            move = bot.choose(observation, rng) if advised else observation.sample(rng)
        moves.append(KnownMove(seat, move, len(moves) + 1))
        state.apply(seat, move)
    return moves


def seen(
    hand: str,
    market: str = "",
    vault: str = "",
    *,
    phase: str = "play",
    deck: int = 30,
    **more: Any,
) -> View:
    """The view of seat A of two, cards as in records; B has three cards and a vault of six."""
    own = {"hand": hand.split(), "vault": vault.split(), "chips": [], "points": []}
    own |= {"hand_count": len(own["hand"]), "vault_count": len(own["vault"])}
    other = {"hand": None, "hand_count": 3, "vault": None, "vault_count": 6}
    return {
        "game": "diams",
        "schema": 1,
        "seats": 2,
        "you": 0,
        "options": {"length": "quick", "closing": "standard"},
        "phase": phase,
        "pending": [0],
        "round": 1,
        "first": 0,
        "turn": 0,
        "market": market.split(),
        "deck": deck,
        "discards": [],
        "closing": None,
        "asked": None,
        "players": [own, other | {"chips": [], "points": []}],
    } | more
