"""Diamonds: the options of a match, and how they are written."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from engines.api import OptionError
from engines.diamonds.setup import ROUNDS
from engines.kit.options import Pickled, check_keys, check_seats, choice, number

SEATS: Final = range(2, 7)
SWITCHES: Final = ("perfect", "teams", "show")
HELP: Final[Mapping[str, str]] = {
    "perfect": "on: the whole deck is dealt, reduced to fit the seats · off: ten cards each",
    "rounds": "how many rounds; by default 4, 6, 4, 5, 6 for 2 to 6 seats",
    "show": "on: vaults are counted openly · off: they are hidden",
    "teams": "on: partners sit opposite and share vault and showroom (4 or 6 seats) · off",
}


@dataclass(frozen=True)
class Options(Pickled):
    """How a match of Diamonds is set up; `rounds` 0: as many as the number of players implies."""

    perfect: bool = False
    teams: bool = False
    show: bool = False
    rounds: int = 0


def read(given: Mapping[str, str], seats: int) -> Options:
    """Options from their written form."""
    check_seats("diamonds", seats, SEATS)
    check_keys("diamonds", given, HELP)
    on = {key: choice(given, key, ("off", "on")) == "on" for key in SWITCHES}
    if on["teams"] and seats not in (4, 6):
        fault = f"'teams=on' is for 4 or 6 seats, not {seats}"
        raise OptionError(f"{fault}; leave it away, or change the number of seats", "teams")
    return Options(**on, rounds=_rounds(given.get("rounds"), seats))


def _rounds(given: str | None, seats: int) -> int:
    if given is None:
        return 0
    rounds = number("rounds", given, range(1, 100))
    return 0 if rounds == ROUNDS[seats] else rounds


def written(options: Options) -> str:
    """What differs from the default, sorted by key."""
    pairs = {key: "on" for key in SWITCHES if getattr(options, key)}
    if options.rounds:
        pairs["rounds"] = str(options.rounds)
    return " ".join(f"{key}={pairs[key]}" for key in sorted(pairs))
