"""What a bot run is: the settings that, with a match number, decide everything about a match."""

from dataclasses import dataclass


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
    Cards and seat orders follow from `seed`, any text; the random numbers that bots are given
    follow from `bot_seed` alone. Both are secret while the run is played.
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
    seed: str
    bot_seed: str
    event: str = ""
    date: str = ""
    on_fault: str = "forfeit"
    move_ms: int = 0
    bank_ms: int = 0
    memory_mb: int = 0
    isolation: str = "limits"
    log: str = "rows"
    until: str = ""
