"""Made-up results of players with known strengths, for ratings.

Orders of finish are drawn from the Plackett-Luce model, by adding Gumbel noise to strengths. Then
two neighbours share their place with a probability that is highest if both orders of them are
equally likely; so a tie says that each of its orders was as likely as the others.
"""

from array import array
from typing import Any, NamedTuple

import numpy as np

from tourney.domain.rating_values import MatchSetting, RatedPlayer, ResultColumns

Floats = np.ndarray[Any, np.dtype[np.float64]]


class World(NamedTuple):
    """Results and the truth behind them: strengths of players, effects of seats by table size."""

    columns: ResultColumns
    strengths: Floats
    seats: dict[int, Floats]


def world(
    rng: np.random.Generator,
    players: int,
    matches: int,
    sizes: tuple[int, ...] = (3, 4, 5, 6),
    *,
    ties: float = 0.0,
    seat: float = 0.2,
    spread: float = 1.0,
) -> World:
    """Matches of random players. `ties` is the share of matches in which a tie is attempted.

    The first seat has an advantage of `seat`, the last one the same disadvantage.
    """
    strengths = rng.normal(0, spread, players)
    strengths -= strengths.mean()
    effects = {size: np.linspace(seat, -seat, size) for size in sizes}
    size_of = rng.choice(sizes, matches)
    parts = {size: np.flatnonzero(size_of == size) for size in sizes}
    first = np.concatenate([[0], np.cumsum(size_of)])
    seated = np.zeros(first[-1], dtype=np.int64)
    places = np.zeros(first[-1], dtype=np.int64)
    for size, rows in parts.items():
        who = random_line_ups(rng, players, len(rows), size)
        found = finishing_places(rng, strengths[who] + effects[size], ties)
        at = first[rows][:, None] + np.arange(size)
        seated[at], places[at] = who, found
    return World(columns_of(size_of, seated, places, players), strengths, effects)


def played(rng: np.random.Generator, strengths: Floats, line_ups: list[Any]) -> World:
    """Matches of these players by seat, in arrays of one size each; some end in ties."""
    places = [finishing_places(rng, strengths[who], 0.2) for who in line_ups]
    sizes = [who.shape[1] for who in line_ups for _ in who]
    flat = (np.concatenate([one.ravel() for one in part]) for part in (line_ups, places))
    effects = {size: np.zeros(size) for size in set(sizes)}
    return World(columns_of(sizes, *flat, len(strengths)), strengths, effects)


def clubs(seed: int, joined: int, size: int = 2, members: int = 10) -> World:
    """Two clubs, the second weaker by 2.0 (347 points), joined by few matches or none.

    Every member plays thirty matches in the club.
    """
    rng = np.random.default_rng(seed)
    half = size // 2
    strengths = np.concatenate([rng.normal(mean, 0.6, members) for mean in (1, -1)])
    inside = [
        members * club + random_line_ups(rng, members, 30 * members // size, size)
        for club in (0, 1)
    ]
    bridge = [
        rng.permutation(
            [*rng.permutation(members)[:half], *rng.permutation(members)[:half] + members]
        )
        for _ in range(joined)
    ]
    return played(rng, strengths, [*inside, np.array(bridge, dtype=np.int64).reshape(joined, size)])


def newcomers(seed: int, each: int, size: int, stronger: float = -2.0) -> World:
    """Forty players who met in a thousand matches, and twenty others who met few of them."""
    rng = np.random.default_rng(seed)
    strengths = np.concatenate([rng.normal(0, 0.5, 40), rng.normal(stronger, 0.5, 20)])
    known = random_line_ups(rng, 40, 1000, 4)
    new = [
        rng.permutation([40 + player, *rng.permutation(40)[: size - 1]])
        for player in range(20)
        for _ in range(each)
    ]
    return played(rng, strengths, [known, np.array(new)])


def columns_of(sizes: Any, seated: Any, places: Any, players: int) -> ResultColumns:
    """Columns of matches of one game with these sizes, in order."""
    kinds = sorted(set(map(int, sizes)))
    ids = np.arange(1, len(sizes) + 1)
    matches = np.column_stack([ids, sizes, -ids])
    seats = np.column_stack([np.repeat(ids, sizes), seated, places])
    return ResultColumns(
        people=[RatedPlayer(f"p{number}") for number in range(players)],
        kinds=[MatchSetting("game", tuple(range(size))) for size in kinds],
        player_codes={number: number for number in range(players)},
        kind_codes={size: number for number, size in enumerate(kinds)},
        matches=array("q", matches.ravel()),
        seats=array("q", seats.ravel()),
    )


def random_line_ups(rng: np.random.Generator, players: int, matches: int, size: int) -> Any:
    """Different players for each match."""
    who = rng.integers(0, players, (matches, size))
    while True:
        ordered = np.sort(who, axis=1)
        twice = (ordered[:, 1:] == ordered[:, :-1]).any(axis=1)
        if not twice.any():
            return who
        who[twice] = rng.integers(0, players, (int(twice.sum()), size))


def finishing_places(rng: np.random.Generator, strengths: Floats, ties: float) -> Any:
    """The places of seats with these strengths, with some ties of two neighbours."""
    matches, size = strengths.shape
    order = np.argsort(-(strengths + rng.gumbel(size=strengths.shape)), axis=1)
    worth = np.exp(np.take_along_axis(strengths, order, axis=1))
    left = np.cumsum(worth[:, ::-1], axis=1)[:, ::-1]
    rows, at = np.arange(matches), rng.integers(0, size - 1, matches)
    # The other order of the two has another set left after the first of them.
    other = left[rows, at] - worth[rows, at + 1]
    tied = rng.random(matches) < ties * np.minimum(1, left[rows, at + 1] / other)
    ranks = np.tile(np.arange(1, size + 1), (matches, 1))
    ranks[rows[tied], at[tied] + 1] -= 1
    places = np.empty_like(ranks)
    np.put_along_axis(places, order, ranks, axis=1)
    return places
