"""What a position is worth to each seat: learned value functions.

A position is described by numbers of each seat, its features. Their weighted sum is the utility of
the seat, and the share of the others that it will beat is the mean of its chances against each:

    u = sum of (start + change * stage) * feature      share = mean of 1 / (1 + exp(u' - u))

Here `stage` is the part of the match that has been played, and u' the utility of another seat. So
the shares add up to half the number of seats, as those of a result do. The features look at all
hands: a value function is asked about worlds, which a seat draws from what it knows.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any, ClassVar, Final, NamedTuple, TypeAlias

from mypy_extensions import mypyc_attr

from engines.api import State
from engines.games import Registry
from engines.messages import say
from tourney.bots.heuristics import likely

TRAINING: Final = "training"
"""Begins the seed of the deals of a training; so a run with its seed has other deals."""
SHOWN_DIGEST: Final = 12
SHOWN_NAMES: Final = 6
"""Names of features that a message shows."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Features:
    """The numbers by which a value function knows the positions of a game.

    Only differences between seats count, so a feature that is the same for all of them is useless.
    The partners of a team have the same.
    """

    names: ClassVar[tuple[str, ...]] = ()
    """A word for each feature, in the order of a row.

    A class that is derived from the features of a game may add some: `rows` of the game knows the
    names of its own class only.
    """

    variants: ClassVar[tuple[str, ...]] = ("",)
    """Options that need weights of their own, as text such as `length=quick`."""

    def variant(self, state: State[Any]) -> str:
        """The one of `variants` whose weights a position needs."""
        return ""

    def stage(self, state: State[Any]) -> float:
        """The part of the match that has been played: from 0, its start, to 1."""
        raise NotImplementedError

    def quiet(self, state: State[Any]) -> bool:
        """Whether a position can be judged; before the end of a trick the winner is not known."""
        return True

    def rows(self, state: State[Any]) -> list[list[float]]:
        """The features of each seat in a quiet position, at the end of the match, too."""
        raise NotImplementedError

    def settle(self, state: State[Any], rng: Random) -> None:
        """Play on as the game's heuristic does up to a quiet position."""


Weights: TypeAlias = dict[str, dict[int, tuple[list[float], list[float]]]]
"""By variant and number of seats: the weights at the start of a match, and their change."""


class Value:
    """A value function: features and their weights."""

    def __init__(self, features: Features, weights: Weights, about: str) -> None:
        self.features = features
        self.weights = weights
        self.about = about
        """The name of the game and the digest of the weights: `diamonds-3f1c…`.

        A bot can have it as its version; so a run notices other weights.
        """

    def shares(self, state: State[Any]) -> list[float]:
        """The expected share of the others that each seat beats, in a quiet position.

        Where nothing was learned for the variant or the number of seats, the weights of the first
        variant and of the nearest number are used, of two the lower.
        """
        rows = self.features.rows(state)
        variant, seats = self.features.variant(state), len(rows)
        if variant not in self.weights:
            variant = next(iter(self.weights))
        tables = self.weights[variant]
        if seats not in tables:
            seats = min([(abs(trained - seats), trained) for trained in tables])[1]
        start, change = tables[seats]
        stage = self.features.stage(state)
        weights: list[float] = []
        for index, weight in enumerate(start):
            weights.append(weight + stage * change[index])
        utilities: list[float] = []
        for row in rows:
            utility = 0.0
            for index, number in enumerate(row):
                utility += weights[index] * number
            utilities.append(utility)
        return likely(utilities, 1.0)


# -- weights as data


class WeightsFault(ValueError):
    """Weights that cannot be used."""


def stored(weights: Weights) -> dict[str, dict[str, list[list[float]]]]:
    """Weights as a file has them: variants in their order, numbers of seats ascending."""
    return {
        variant: {str(seats): [*tables[seats]] for seats in sorted(tables)}
        for variant, tables in weights.items()
    }


def digest(game: str, names: Sequence[str], weights: Weights) -> str:
    """The first digits of SHA-256 of what determines the values: game, features and weights."""
    text = json.dumps([game, list(names), stored(weights)], separators=(",", ":"))
    return sha256(text.encode()).hexdigest()[:SHOWN_DIGEST]


def read_value(path: str | Path, features: Features) -> Value:
    """The value function with the weights of a file; WeightsFault for a file without such weights.

    That is one of other features, or one that was changed after the training.
    """
    try:
        given = json.loads(Path(path).read_text("utf-8"))
        names, game = list(given["features"]), str(given["game"])
        weights: Weights = {
            variant: {
                int(seats): ([float(x) for x in start], [float(x) for x in change])
                for seats, (start, change) in tables.items()
            }
            for variant, tables in given["weights"].items()
        }
        right = given["digest"] == digest(game, names, weights)
    except (ValueError, KeyError, TypeError, AttributeError):
        right = False
    if not right:
        raise WeightsFault(say("bots.no-weights", file=str(path)))
    if names != list(features.names):
        # Of a long list the name before the first difference, and some after it.
        wanted, alike = list(features.names), 0
        while names[: alike + 1] == wanted[: alike + 1]:
            alike += 1
        own, known = _from(names, max(0, alike - 1)), _from(wanted, max(0, alike - 1))
        raise WeightsFault(say("bots.other-features", file=str(path), own=own, features=known))
    return Value(features, weights, f"{game}-{given['digest']}")


class TrainedOn(NamedTuple):
    """What the weights of a file were learned from: the game, the features and the deals."""

    game: str
    features: str
    """Where the features are: `file.py:Class`; empty for those of the game."""
    deals: str
    """The seed of the deals that were played; a run with it has the same ones."""


def origin(path: str | Path) -> TrainedOn:
    """Where the weights of a file come from; WeightsFault if it does not say so."""
    try:
        given = json.loads(Path(path).read_text("utf-8"))
        training = given["training"]
        deals = f"{TRAINING} {training['seed']}"
        return TrainedOn(str(given["game"]), str(training["features"]), deals)
    except (ValueError, KeyError, TypeError):
        raise WeightsFault(say("bots.no-weights", file=str(path))) from None


def _from(names: Sequence[str], first: int) -> str:
    """Some names from a place on; `…` stands for all others."""
    shown = [*names[first : first + SHOWN_NAMES]]
    if first:
        shown.insert(0, "…")
    if first + SHOWN_NAMES < len(names):
        shown.append("…")
    return ", ".join(shown)


FEATURES: Final[Registry[Features]] = Registry(
    {
        "blue-border": "tourney.bots.blue_border.value:FEATURES",
        "diamond-boxes": "tourney.bots.diamond_boxes.value:OPEN_FEATURES",
        "diamond-boxes-2": "tourney.bots.diamond_boxes.value:COLOUR_FEATURES",
        "diamonds": "tourney.bots.diamonds.value:FEATURES",
        "diams": "tourney.bots.diams.value:FEATURES",
    }
)
"""The features of each game; a game without them has no value function."""
WEIGHTS: Final = Path(__file__).parent / "weights"
"""A file of weights for each game with features."""


@cache
def value_of(game: str) -> Value | None:
    """The learned value function of a game, by the game's name; None if it has none."""
    if game not in FEATURES:
        return None
    return read_value(WEIGHTS / f"{game}.json", FEATURES[game])
