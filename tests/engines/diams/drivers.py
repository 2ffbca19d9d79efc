"""Players of Diam's that reach positions which random play rarely reaches.

They choose among move texts; some look at all cards of the naive position.
"""

from collections.abc import Callable
from random import Random
from typing import TypeAlias

from tests.engines.naive.diams import NaiveDiams
from tests.engines.naive.diams_cards import SPECIALS

Driver: TypeAlias = Callable[[NaiveDiams, list[str], Random], str]


def by_verb(moves: list[str]) -> dict[str, list[str]]:
    kinds: dict[str, list[str]] = {}
    for move in moves:
        kinds.setdefault(move.split()[0], []).append(move)
    return kinds


def takes(moves: list[str]) -> list[str]:
    """Market plays that take a card."""
    return [move for move in moves if move.startswith("market") and not move.endswith("-")]


def uniform(game: NaiveDiams, moves: list[str], rng: Random) -> str:
    return rng.choice(moves)


def even(game: NaiveDiams, moves: list[str], rng: Random) -> str:
    """Plays every kind of move with the same probability."""
    kinds = by_verb(moves)
    return rng.choice(kinds[rng.choice(sorted(kinds))])


def collect(game: NaiveDiams, moves: list[str], rng: Random) -> str:
    """Stores and takes as much as possible."""
    kinds = by_verb(moves)
    for verb in ("vault", "convoy", "crack", "magic", "force"):
        if verb in kinds and rng.random() < 0.8:
            return rng.choice(kinds[verb]) if verb == "crack" else max(kinds[verb], key=len)
    return max(takes(moves), key=len, default="") or even(game, moves, rng)


def give(game: NaiveDiams, moves: list[str], rng: Random) -> str:
    """Plays to the market and takes nothing, so that hands run out."""
    gifts = [move for move in moves if move.endswith("= -")]
    return rng.choice(gifts) if gifts else even(game, moves, rng)


def draw(game: NaiveDiams, moves: list[str], rng: Random) -> str:
    """Never reveals, so that the deck lasts and hands fill."""
    return "draw" if "draw" in moves else even(game, moves, rng)


def sweep(game: NaiveDiams, moves: list[str], rng: Random) -> str:
    """Empties the market."""
    if "draw" in moves:
        return "draw"
    kinds = by_verb(moves)
    if "vault" in kinds:
        return max(kinds["vault"], key=len)
    if "magic" in kinds and (len(game.market) == 1 or rng.random() < 0.05):
        return kinds["magic"][0]
    if takes(moves):
        return min(takes(moves), key=lambda move: (" = " in move, -move.count("+")))
    if "discard" in kinds:
        return max(moves, key=lambda move: sum(card in SPECIALS for card in move.split()))
    return rng.choice(moves)


def rob(game: NaiveDiams, moves: list[str], rng: Random) -> str:
    """Keeps the safecracker until it hits; stores and extends collections."""
    kinds = by_verb(moves)
    hits = [move for move in kinds.get("crack", []) if _hits(game, move)]
    for few in (hits, kinds.get("vault", []), kinds.get("convoy", [])):
        if few:
            return rng.choice(few) if few is hits else max(few, key=len)
    grabs = takes(moves) + kinds.get("magic", [])
    if grabs:
        return max(grabs, key=len)
    keeps = [move for move in moves if "CR" not in move and not move.startswith("crack")]
    return rng.choice(keeps or moves)


def _hits(game: NaiveDiams, move: str) -> bool:
    _, letter, kind = move.split()
    vault = game.vaults["ABCDE".index(letter)]
    return any(kind in (card, card.rstrip("*")) for card in vault)


DRIVERS: dict[str, Driver] = {
    "uniform": uniform,
    "even": even,
    "collect": collect,
    "give": give,
    "draw": draw,
    "sweep": sweep,
    "rob": rob,
}
