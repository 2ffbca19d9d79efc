"""Diam's: the options of a match and their written form."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from engines.kit.options import Pickled, check_keys, check_seats, choice

VALUES: Final[Mapping[str, tuple[str, ...]]] = {
    "length": ("standard", "quick"),
    "closing": ("standard", "fixed"),
}
DEFAULTS: Final[Mapping[str, str]] = {"length": "standard", "closing": "standard"}
VARIANTS: Final[tuple[Mapping[str, str], ...]] = (
    {},
    {"length": "quick"},
    {"closing": "fixed"},
    {"closing": "fixed", "length": "quick"},
)
SEATS: Final = range(2, 6)


@dataclass(frozen=True)
class DiamsOptions(Pickled):
    """The number of rounds, and where in the deck the closing card may be."""

    length: str = "standard"
    closing: str = "standard"


STANDARD: Final = DiamsOptions()


def parse_options(game: str, given: Mapping[str, str], seats: int) -> DiamsOptions:
    """Options from their written form; OptionError if they are wrong."""
    check_seats(game, seats, SEATS)
    check_keys(game, given, VALUES)
    return DiamsOptions(**{key: choice(given, key, words) for key, words in VALUES.items()})


def options_text(options: DiamsOptions) -> str:
    """`key=value` for each option that is not standard, sorted by key."""
    pairs = {"closing": options.closing, "length": options.length}
    return " ".join(f"{key}={value}" for key, value in pairs.items() if value != "standard")
