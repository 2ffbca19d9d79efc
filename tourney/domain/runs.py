"""What a bot run is: the settings that, with a match number, decide everything about a match."""

from collections.abc import Mapping
from dataclasses import dataclass

from engines import GAMES
from engines.api import OptionError


@dataclass(frozen=True, slots=True)
class BotEntry:
    """A bot of a run: the name it plays under, where it comes from, its version."""

    name: str
    target: str
    version: str


@dataclass(frozen=True, slots=True)
class RunSpec:
    """A scheduled bot run; every field but `name` takes part in what is played.

    `options` are the game's options as written, non-default ones only, sorted by key.
    `schedule` is fixed, roundrobin or gauntlet:NAME; `block` rotation, swap, all or none;
    `on_fault` what becomes of a bot that fails: forfeit, random-move or abort. `move_ms` is the
    time for a move, `bank_ms` the overtime for a match, `memory_mb` what a bot's process may take;
    0 is no limit.
    `isolation` is none, limits or bwrap; `log` how matches are kept: rows, packed or results.
    `until` is the rule that ends the run before its last deal, empty for none.
    """

    name: str
    game: str
    rules: int
    options: tuple[tuple[str, str], ...]
    bots: tuple[BotEntry, ...]
    seats: int
    deals: int
    schedule: str
    block: str
    seed: int
    event: str = ""
    date: str = ""
    on_fault: str = "forfeit"
    move_ms: int = 0
    bank_ms: int = 0
    memory_mb: int = 0
    isolation: str = "limits"
    log: str = "rows"
    until: str = ""


def sides(game: str, options: Mapping[str, str], seats: int) -> tuple[int, ...]:
    """The side every seat plays for; each for itself under rules that are not ours."""
    alone = tuple(range(seats))
    if game not in GAMES:
        return alone
    try:
        return GAMES[game].sides(GAMES[game].options(options, seats), seats)
    except OptionError:
        return alone


def fewer_wins(game: str) -> bool:
    """Whether the lower score is the better one; not in a game that is not ours."""
    return game in GAMES and GAMES[game].fewer_wins
