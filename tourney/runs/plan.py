"""The settings of a run as a user gives them, in a TOML file or as flags; not yet checked.

Module `spec` turns a plan into a run. Knows the keys of a plan and the types of their values, but
neither games nor bots.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from datetime import date, datetime
from pathlib import Path
from typing import Any, Final

from engines.messages import Message, say
from tourney.domain.errors import DataFault, NotFound, UsageFault, quoted
from tourney.domain.toml import read_toml


@dataclass(frozen=True, slots=True)
class Plan:
    """The given settings; None for those not given. `bots` maps names to targets.

    Times are in seconds, memory in megabytes.
    """

    name: str | None = None
    game: str | None = None
    seats: int | None = None
    deals: int | None = None
    schedule: str | None = None
    block: str | None = None
    seed: str | None = None
    bot_seed: str | None = None
    on_fault: str | None = None
    log: str | None = None
    until: str | None = None
    time_per_move: float | None = None
    time_per_match: float | None = None
    memory: int | None = None
    isolation: str | None = None
    max_faults: str | None = None
    event: str | None = None
    date: str | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    bots: Mapping[str, str] = field(default_factory=dict)


SEEDS_OF: Final = "run:"
"""The prefix of a seed that names a run whose seeds are used again."""
TABLES: Final = ("options", "bots")
NUMBERS: Final = ("seats", "deals", "memory")
SECONDS: Final = ("time_per_move", "time_per_match")
KEYS: Final = tuple(item.name for item in fields(Plan))


def overlaid(below: Plan, above: Plan) -> Plan:
    """The settings of `above`, completed by those of `below`; tables are merged."""
    given: dict[str, Any] = {
        key: getattr(above, key)
        for key in KEYS
        if key not in TABLES and getattr(above, key) is not None
    }
    given |= {key: {**getattr(below, key), **getattr(above, key)} for key in TABLES}
    return replace(below, **given)


def read_plan(path: Path) -> Plan:
    """The plan in a TOML file."""
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        raise NotFound(say("runs.no-file", path=str(path))) from None
    given = read_toml(content, str(path))
    return plan_of(str(path), given)


def plan_of(file: str, given: Mapping[str, object]) -> Plan:
    """The plan that values of a TOML file mean; DataFault for one of a wrong type."""
    return Plan(**{key: _value(Path(file), key, value) for key, value in given.items()})


def _value(path: Path, key: str, value: object) -> Any:
    if key not in KEYS:
        raise _fault(path, say("runs.unknown-key", key=key, known=", ".join(KEYS)))
    if key in TABLES:
        if not isinstance(value, dict):
            raise _fault(path, say("runs.not-a-table", key=key))
        return {name: _text(path, f"{key}.{name}", item) for name, item in value.items()}
    if key in NUMBERS:
        if not isinstance(value, int) or isinstance(value, bool):
            raise _fault(path, say("runs.not-whole", key=key, value=quoted(value)))
        return value
    if key in SECONDS:
        if not isinstance(value, int | float) or isinstance(value, bool):
            raise _fault(path, say("runs.not-seconds", key=key, value=quoted(value)))
        return float(value)
    return _text(path, key, value)


def _text(path: Path, key: str, value: object) -> str:
    """A value as text; numbers, dates and booleans need no quotes."""
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, datetime | date):
        return value.isoformat()
    if isinstance(value, str | int):
        return str(value)
    raise _fault(path, say("runs.not-text", key=key, value=quoted(value)))


def _fault(path: Path, fault: Message) -> DataFault:
    return DataFault(say("runs.in-file", path=str(path), fault=fault))


def option_pairs(written: Iterable[str]) -> dict[str, str]:
    """Options of the game given as `key=value`; a text may hold several, separated by blanks."""
    found: dict[str, str] = {}
    for pair in (pair for text in written for pair in text.split() or [text]):
        key, sign, value = pair.partition("=")
        if not (key and sign and value):
            raise UsageFault(say("runs.option-no-value", option=quoted(pair)))
        if key in found:
            raise UsageFault(say("runs.option-twice", option=quoted(key)))
        found[key] = value
    return found


def bot_pairs(written: Iterable[str]) -> dict[str, str]:
    """Bots given as `NAME=TARGET`, or as a target alone, which is then also the name."""
    bots: dict[str, str] = {}
    for text in written:
        name, sign, target = text.partition("=")
        if not sign or ":" in name or "/" in name:  # the "=" belongs to the settings of a target
            name, target = text, text
        if not target:
            raise UsageFault(say("runs.no-target", bot=name, name=name or "NAME"))
        if name in bots:
            raise UsageFault(say("runs.two-bots", bot=name))
        bots[name] = target
    return bots
