"""Why a decision cost something, in facts: what is true of the move played and not of a better one.

A concept is true or false of a move, such as "breaks up a pair". Most concepts depend on nothing
that is hidden. Such a fact accounts for what the best move gains over the best one of which the
same is true as of the move played. Other concepts depend on cards that the seat does not see, and
are asked in every world in which the moves were tried: a fact accounts for what is gained in the
worlds where it makes the difference, as far as more is lost there than elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from operator import mul
from typing import Any, Final, NamedTuple, TypeAlias

from engines.api import Seat, State
from engines.games import Registry
from engines.messages import Argument, Message, Player, say

LEAST_SHARE: Final = 0.25
"""Of a loss, for which a fact accounts that is told."""
LEAST_CHANCE: Final = 1e-9
"""Of the worlds in which a fact makes no difference; they may be as good as impossible."""
MOST_FACTS: Final = 2
"""Facts that are told of a decision."""

Arguments: TypeAlias = dict[str, int | str]
"""What a sentence names: numbers, cards; a seat in `SEATS`, the code of a word in `WORDS`."""
SEATS: Final = frozenset({"whom"})
WORDS: Final = frozenset({"suit", "colour", "special"})


class Concept(NamedTuple):
    """Something that a good player says of a move; `code` is that of its sentence.

    `holds` is asked with the position before the move: None, or what the sentence names. If the
    concept is `hidden`, it may look at cards that the seat does not see.
    """

    code: str
    holds: Callable[[Any, Seat, Any], Arguments | None]
    hidden: bool = False


class MoveFact(NamedTuple):
    """A concept that holds for the move played, or for the `better` one, but not for the other.

    It makes this difference in so many `worlds` `of` all, which are together so likely, in per
    cent; of 0 if no hidden card matters. `share` is the part of the loss for which it accounts.
    A fact consists of plain values.
    """

    code: str
    better: bool
    worlds: int
    of: int
    chance: int
    share: float
    arguments: Arguments

    def message(self) -> Message:
        """The fact as a sentence."""
        named: dict[str, Argument] = {}
        for name, value in self.arguments.items():
            if name in SEATS:
                named[name] = Player(int(value))
            else:
                named[name] = say(str(value)) if name in WORDS else value
        what = say(self.code, **named)
        if self.worlds == self.of:  # it is so whatever the hidden cards are
            return say("insight.better" if self.better else "insight.played", what=what)
        code = "insight.better-in" if self.better else "insight.played-in"
        return say(code, what=what, worlds=self.worlds, of=self.of, chance=self.chance)


def told(found: Sequence[MoveFact]) -> Message | None:
    """The facts of a decision as one message; None if there are none."""
    message: Message | None = None
    for fact in found:
        next_one = fact.message()
        message = say("insight.and", first=message, next=next_one) if message else next_one
    return message


CONCEPTS: Final[Registry[Sequence[Concept]]] = Registry(
    {
        "blue-border": "tourney.insight.facts.blue_border:CONCEPTS",
        "diamond-boxes": "tourney.insight.facts.diamond_boxes:OPEN_CONCEPTS",
        "diamond-boxes-2": "tourney.insight.facts.diamond_boxes:COLOUR_CONCEPTS",
        "diamonds": "tourney.insight.facts.diamonds:CONCEPTS",
        "diams": "tourney.insight.facts.diams:CONCEPTS",
    }
)
"""The concepts of each game; where two account for as much, the first one is told."""


def explain(
    concepts: Sequence[Concept],
    worlds: Sequence[State[Any]],
    weights: Sequence[float],
    seat: Seat,
    candidates: Sequence[Any],
    played: int,
    values: Sequence[Sequence[Sequence[float]]],
) -> tuple[MoveFact, ...]:
    """The facts that account for most of a loss, by the values of the candidates in each world.

    `weights` say how likely the worlds are.
    """
    weight = [one / sum(weights) for one in weights]
    own = [[one[seat] for one in found] for found in values]
    means = [sum(map(mul, row, weight)) for row in own]
    best = means.index(max(means))
    if means[best] <= means[played]:
        return ()
    found: list[tuple[float, MoveFact, Difference]] = []
    for concept in concepts:
        asked = worlds if concept.hidden else worlds[:1]
        pair = [
            [concept.holds(world, seat, candidates[at]) for world in asked] for at in (played, best)
        ]
        # Of other moves it is asked only where it makes a difference between these two.
        unlike = [(one is None) != (two is None) for one, two in zip(*pair, strict=True)]
        said = [
            [
                concept.holds(world, seat, move) if differs else None
                for world, differs in zip(asked, unlike, strict=True)
            ]
            for move in candidates
        ]
        said[played], said[best] = pair
        if not concept.hidden:
            said = [row * len(worlds) for row in said]
        if any(unlike):
            found += _effects(concept, said, own, weight, played, best)
    found.sort(key=lambda each: -each[0])
    # Two concepts that make the same difference tell no more than one.
    first: dict[Difference, MoveFact] = {}
    for _, fact, difference in found:
        first.setdefault(difference, fact)
    return tuple(first.values())[:MOST_FACTS]


Difference: TypeAlias = tuple[tuple[bool, ...], ...]
"""For each world in which a fact counts: of which moves it is not as of the one played."""


def _effects(
    concept: Concept,
    said: Sequence[Sequence[Arguments | None]],
    values: Sequence[Sequence[float]],
    weight: Sequence[float],
    played: int,
    best: int,
) -> Iterator[tuple[float, MoveFact, Difference]]:
    """The facts by a concept, from what is said of each move in each world, and their weights."""
    means = [sum(map(mul, row, weight)) for row in values]
    losses = [
        part * (high - low)
        for part, high, low in zip(weight, values[best], values[played], strict=True)
    ]
    total = sum(losses)
    for better, (of, other) in enumerate(((played, best), (best, played))):
        only = [
            one if two is None else None for one, two in zip(said[of], said[other], strict=True)
        ]
        met = [one for one in only if one is not None]
        if not met:
            continue
        # The sentence names one seat: the one of which it is true in most worlds.
        arguments = max(met, key=met.count)
        there = [world for world, one in enumerate(only) if one == arguments]
        gained = apart = 0.0
        difference = []
        for world in there:
            row = [own[world] for own in values]
            unlike = tuple((one[world] is None) != (said[played][world] is None) for one in said)
            difference.append(unlike)
            alike = [move for move, differs in enumerate(unlike) if not differs]
            # What the best move gains over those that are like the one played in this respect.
            gained += weight[world] * (row[best] - row[max(alike, key=means.__getitem__)])
            same = sum([row[move] for move in alike])
            apart += weight[world] * ((sum(row) - same) / sum(unlike) - same / len(alike))
        # A difference in half of the worlds has half of the loss by chance, so it counts only as
        # far as more was lost there than elsewhere.
        chance = sum([weight[world] for world in there])
        lost = sum([losses[world] for world in there])
        if len(there) < len(weight):
            lost -= chance * (total - lost) / max(1 - chance, LEAST_CHANCE)
        share = min(gained, lost) / total
        if share >= LEAST_SHARE:
            seen = (len(there), len(weight), round(100 * chance)) if concept.hidden else (0, 0, 100)
            fact = MoveFact(concept.code, bool(better), *seen, share, arguments)
            # First those that part good moves from bad ones, not only the one played.
            yield min(share, apart / total), fact, tuple(difference)
