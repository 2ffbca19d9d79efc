"""Blue Border: the options of a match, and the smallest deck that is enough."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from engines.api import OptionError
from engines.blue_border.cards import CARDS, POINTS
from engines.kit.options import Pickled, check_keys, number, numbers
from engines.messages import Message, Sentence, say

# BB-R3: the largest difference between neighbours; the least number at D is `default_bottoms`.
BORDERLINE: Final = 9


# BB-R21: the options of the game; `sight` and `limit` are additions of this program.
@dataclass(frozen=True)
class BlueBorderOptions(Pickled):
    """The options of Blue Border; `borderlines` and `bottoms` have one value per round."""

    borderlines: tuple[int, ...] = (BORDERLINE,)
    bottoms: tuple[int, ...] = (25,)
    cards: int = CARDS
    rounds: int = 1
    sight: int = 4
    limit: int = 500


# BB-Q4: the top quarter of the deck.
def default_bottoms(cards: int) -> int:
    """The least number allowed at D, by the number of cards: 25 for 32 cards."""
    return cards - cards // 4 + 1


# BB-Q5: with one line at G and all others at F, five cards are left.
def least_cards(seats: int) -> int:
    """The smallest number of cards in play."""
    return (POINTS - 1) * (seats - 1) + POINTS + 5


def read_options(given: Mapping[str, str], seats: int) -> BlueBorderOptions:
    """Options from their written form."""
    check_keys("blue-border", given, HELP)
    allowed = range(least_cards(seats), CARDS + 1)
    cards = _number(given, "cards", CARDS, allowed, say("kit.for-seats", seats=seats))
    rounds = _number(given, "rounds", 1, range(1, 10))
    borderlines = _per_round(given, "bl", BORDERLINE, cards, rounds)
    bottoms = _per_round(given, "bt", default_bottoms(cards), cards, rounds)
    sight = _number(given, "sight", 4, range(1, CARDS + 1))
    limit = _number(given, "limit", 500, range(1, 100_001))
    return BlueBorderOptions(borderlines, bottoms, cards, rounds, sight, limit)


def _number(
    given: Mapping[str, str], key: str, default: int, limits: range, where: Message | None = None
) -> int:
    return number(key, given[key], limits, where) if key in given else default


def _per_round(
    given: Mapping[str, str], key: str, default: int, cards: int, rounds: int
) -> tuple[int, ...]:
    text = given.get(key)
    if text is None:
        return (default,) * rounds
    values = numbers(key, text, range(1, cards + 1))
    if len(values) == 1:
        return values * rounds
    if len(values) != rounds:
        raise OptionError(
            say("blue-border.option-values", text=text, n=len(values), key=key, rounds=rounds), key
        )
    return values


def write_options(options: BlueBorderOptions) -> str:
    """Options that differ from the default, sorted by key."""
    pairs = {}
    if options.borderlines != (BORDERLINE,) * options.rounds:
        pairs["bl"] = _joined(options.borderlines)
    if options.bottoms != (default_bottoms(options.cards),) * options.rounds:
        pairs["bt"] = _joined(options.bottoms)
    numbers = {"cards": (options.cards, CARDS), "limit": (options.limit, 500)}
    numbers |= {"rounds": (options.rounds, 1), "sight": (options.sight, 4)}
    for key, (value, default) in numbers.items():
        if value != default:
            pairs[key] = str(value)
    return " ".join(f"{key}={pairs[key]}" for key in sorted(pairs))


def _joined(values: tuple[int, ...]) -> str:
    return str(values[0]) if len(set(values)) == 1 else ",".join(map(str, values))


HELP: Final[Mapping[str, Sentence]] = {
    "bl": Sentence("blue-border.help-bl"),
    "bt": Sentence("blue-border.help-bt"),
    "cards": Sentence("blue-border.help-cards"),
    "limit": Sentence("blue-border.help-limit"),
    "rounds": Sentence("blue-border.help-rounds"),
    "sight": Sentence("blue-border.help-sight"),
}
DEFAULTS: Final = {
    "bl": "9",
    "cards": "32",
    "limit": "500",
    "rounds": "1",
    "sight": "4",
}
