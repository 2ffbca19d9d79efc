"""The settings of a bot run, which with a match number determine everything about a match.

And what a sealed run is committed to.
"""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class BotEntry:
    """A bot of a run: its name, target and version, and a hash of its files if known."""

    name: str
    target: str
    version: str
    content: str = field(default="", compare=False)

    def differs(self, version: str, content: str) -> bool:
        """Whether a bot with this version and this hash of its files is another one."""
        known = bool(self.content and content)
        return self.version != version or (known and self.content != content)


@dataclass(frozen=True, slots=True)
class BotRules:
    """What bots may do and what happens after a fault; values as in `RunSpec`."""

    on_fault: str = "forfeit"
    move_ms: int = 0
    bank_ms: int = 0
    memory_mb: int = 0
    isolation: str = "limits"


@dataclass(frozen=True, slots=True)
class RunSpec:
    """A scheduled bot run; every field except `name` affects the matches.

    `options` are the options of the game that are not defaults, as text, sorted by key.
    `schedule` is fixed, roundrobin or gauntlet:NAME; `block` is rotation, swap, all or none;
    `on_fault`, the policy after a bot fault, is forfeit, random-move or abort. `move_ms` is the
    time limit of a move, `bank_ms` the extra time for a match, `memory_mb` the memory limit of a
    bot process; 0 means no limit. `isolation` is none, limits or bwrap; `log`, the form in which
    moves are stored, is rows, packed or results. `until` is the stopping rule, empty for none.
    Cards and seat orders follow from `seed`, any text; random numbers for bots follow from
    `bot_seed` and the names of the bots. Both seeds are secret while the run is played.
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


@dataclass(frozen=True, slots=True)
class Sealing:
    """The sealed text of a run, which has its secret, and what has happened since.

    `beacon` is what a public draw gave, empty before that and for a run without one. The run was
    `stopped` for good, as far as anybody said so, and `opened` at this time, empty before.
    """

    text: str
    beacon: str = ""
    stopped: bool = False
    opened: str = ""
