"""Diamonds: the options of a match and their written form."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from engines.api import OptionError
from engines.diamonds.setup import ROUNDS
from engines.kit.options import Pickled, check_keys, check_seats, choice, number
from engines.messages import Sentence, say

SEATS: Final = range(2, 7)
SWITCHES: Final = ("perfect", "teams", "show")
HELP: Final[Mapping[str, Sentence]] = {
    "perfect": Sentence("diamonds.perfect-help"),
    "rounds": Sentence("diamonds.rounds-help"),
    "show": Sentence("diamonds.show-help"),
    "teams": Sentence("diamonds.teams-help"),
}


@dataclass(frozen=True)
class DiamondsOptions(Pickled):
    """The options of Diamonds; `rounds` 0 means the usual number for the number of players."""

    perfect: bool = False
    teams: bool = False
    show: bool = False
    rounds: int = 0


def read(given: Mapping[str, str], seats: int) -> DiamondsOptions:
    """Options from their written form."""
    check_seats("diamonds", seats, SEATS)
    check_keys("diamonds", given, HELP)
    on = {key: choice(given, key, ("off", "on")) == "on" for key in SWITCHES}
    if on["teams"] and seats not in (4, 6):
        raise OptionError(say("diamonds.no-teams", seats=seats), "teams")
    return DiamondsOptions(**on, rounds=_rounds(given.get("rounds"), seats))


def _rounds(given: str | None, seats: int) -> int:
    if given is None:
        return 0
    rounds = number("rounds", given, range(1, 100))
    return 0 if rounds == ROUNDS[seats] else rounds


def written(options: DiamondsOptions) -> str:
    """Options that differ from the default, sorted by key."""
    pairs = {key: "on" for key in SWITCHES if getattr(options, key)}
    if options.rounds:
        pairs["rounds"] = str(options.rounds)
    return " ".join(f"{key}={pairs[key]}" for key in sorted(pairs))
