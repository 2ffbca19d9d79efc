"""Plans of events as people write them: a TOML file with stages, which flags also make.

A `PlanReader` checks the values of a file, or those that flags mean, and gives an `EventDraft`;
`toml_text` is the file that means the same.
"""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from fractions import Fraction
from itertools import combinations
from typing import Any, Final

from engines.messages import Message, say
from tourney.domain.bounds import ROUNDS
from tourney.domain.errors import DataFault, UsageFault, quoted
from tourney.domain.event_log import EntrantId, Sizes
from tourney.domain.run_spec import BotRules
from tourney.events.event_plan import (
    COMPARISON,
    FEWER_SEATS,
    NONE,
    EventPlan,
    StagePlan,
    StageSource,
    read_date,
)
from tourney.events.plan_check import check_sound
from tourney.events.stage_standings import mean_of_table
from tourney.formats.formats import format_of
from tourney.formats.seating import split
from tourney.scoring import DEFAULT_TIEBREAKS, point_system

EVENT_KEYS: Final = ("name", "players", "bots", "fill", "seed", "bye", "missed", "policy",
                     "repeats", "duplicate", "never", "fixed", "tables", "new_seats",
                     "stage")  # fmt: skip
STAGE_KEYS: Final = ("name", "format", "games", "rounds", "points", "tiebreaks", "sizes", "prefer",
                     "from", "settings", "options", "dates")  # fmt: skip
USUAL_FORMAT: Final = "swiss"
"""The format of a first stage: it can be drawn in every game, for any number of players who fill a
table, and for any number of rounds."""
_STAGE_NAME: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,29}")
_FINAL: Final = re.compile(r"top ?(?P<top>\d{1,4})(?::(?P<game>\S+))?")

Seats = Callable[[str], Sequence[int]]
"""The numbers of seats of a game; raises an error for an unknown game."""


SEATS: Final = "ABCDEFGH"


@dataclass(frozen=True, slots=True)
class EventDraft:
    """An event that is planned and not stored: players by name, in the order of entry.

    `bots` are the targets of bots by name; bots enter after the players. Those in `fill` only take
    empty seats.
    """

    name: str
    players: tuple[str, ...]
    plan: EventPlan
    seed: str
    bots: Mapping[str, str] = field(default_factory=dict)
    fill: Mapping[str, str] = field(default_factory=dict)
    readings: Mapping[str, str] = field(default_factory=dict)
    """The readings of players that a file has."""
    told: Message | None = None
    """How that file was read, if it was a guess."""

    @property
    def entrants(self) -> tuple[str, ...]:
        """The names of those who are drawn, in the order of their numbers."""
        return (*self.players, *self.bots)


@dataclass(frozen=True, slots=True)
class PlanReader:
    """Reads the values of a plan; errors name the file, or the flags."""

    file: str
    seats: Seats

    def read(self, values: Mapping[str, Any]) -> EventDraft:
        """The event that the values mean; DataFault or UsageFault."""
        self._known(values, EVENT_KEYS)
        players = tuple(self._texts(values, "players"))
        bots, fill = self._targets(values, "bots"), self._targets(values, "fill")
        names = (*players, *bots)
        given = self._list(values.get("stage", []), "stage")
        if not given:
            raise DataFault(say("events.plan-missing-key", file=self.file, key="stage"))
        duplicate = self._flag(values, "duplicate", False)
        stages = tuple(
            self._stage(one, at, duplicate, 0 if at else len(names)) for at, one in enumerate(given)
        )
        fixed: dict[EntrantId, int] = {}
        for name, letter in self._table(values, "fixed").items():
            entrant = self._entrant(names, name, "fixed")
            if not isinstance(letter, str) or len(letter) != 1 or letter not in SEATS:
                raise self._wrong("fixed", letter, "A-H")
            fixed[entrant] = SEATS.index(letter)
        at_tables = self._table(values, "tables")
        tables = {
            self._entrant(names, name, "tables"): self._number(at_tables, name) or 1
            for name in at_tables
        }
        plan = EventPlan(
            stages=stages,
            bye=self._points(values, "bye", mean_of_table(stages[0])),
            missed=self._points(values, "missed", Fraction(0)),
            policy=self._text(values, "policy", FEWER_SEATS),
            repeats=self._flag(values, "repeats", True),
            duplicate=duplicate,
            never=self._never(values, names),
            fixed=fixed,
            tables=tables,
            new_seats=self._flag(values, "new_seats", False),
        )
        check_sound(plan, len(names))
        title = self._text(values, "name", "")
        return EventDraft(title, players, plan, self._text(values, "seed", ""), bots, fill)

    def _never(
        self, values: Mapping[str, Any], names: Sequence[str]
    ) -> frozenset[frozenset[EntrantId]]:
        """All pairs of every group of entrants who may not share a table."""
        pairs: set[frozenset[EntrantId]] = set()
        for group in self._list(values.get("never", []), "never"):
            who = [self._entrant(names, one, "never") for one in self._list(group, "never")]
            if len(set(who)) < 2:
                raise self._wrong("never", group, '[["A", "B"], …]')
            pairs |= {frozenset(pair) for pair in combinations(sorted(set(who)), 2)}
        return frozenset(pairs)

    def _targets(self, values: Mapping[str, Any], key: str) -> dict[str, str]:
        given = self._table(values, key)
        return {name: self._text(given, name, "") for name in given}

    def _stage(self, values: Any, at: int, duplicate: bool, count: int) -> StagePlan:
        """A stage; `count` is the number of its entrants, as far as it is known."""
        if not isinstance(values, dict):
            raise self._wrong("stage", values, "[[stage]]")
        self._known(values, STAGE_KEYS)
        games = tuple(self._texts(values, "games"))
        if not games:
            raise DataFault(say("events.plan-missing-key", file=self.file, key="games"))
        # The usual names, which slots and `--stage` name: `main`, `stage-2`, …
        name = self._text(values, "name", "main" if at == 0 else f"stage-{at + 1}")
        if not _STAGE_NAME.fullmatch(name):
            raise DataFault(say("events.plan-bad-stage-name", name=quoted(name)))
        format_ = self._text(values, "format", USUAL_FORMAT if at == 0 else "one-table")
        # One table has none to be compared with.
        compares = duplicate and format_ != "one-table"
        sizes = self._sizes(values, games)
        # At tables of different sizes `scaled` would favour the small ones.
        enough = count >= min(sizes.allowed, default=count + 1)
        tables = split(count, sizes).tables if enough else ()
        unequal = len(set(tables)) > 1 and not format_of(format_).lives
        usual = "even" if unequal else "scaled"
        points = self._text(values, "points", COMPARISON if compares else usual)
        if points != COMPARISON:
            point_system(points)
        return StagePlan(
            name=name,
            format=format_,
            games=games,
            sizes=sizes,
            rounds=self._number(values, "rounds"),
            points=points,
            tiebreaks=tuple(self._texts(values, "tiebreaks", DEFAULT_TIEBREAKS)),
            sources=tuple(map(StageSource.from_text, self._texts(values, "from"))),
            settings={k: str(v) for k, v in self._table(values, "settings").items()},
            options={k: str(v) for k, v in self._table(values, "options").items()},
            dates=self._dates(values),
        )

    def _dates(self, values: Mapping[str, Any]) -> tuple[str, ...]:
        """The dates of the first rounds, as texts or as dates of TOML."""
        dates = self._list(values.get("dates", []), "dates")
        given = (
            # A datetime is a date, too: it is asked for first.
            one.isoformat(timespec="minutes") if isinstance(one, datetime)
            else one.isoformat() if isinstance(one, date) else one
            for one in dates
        )  # fmt: skip
        return tuple(map(read_date, self._texts({"dates": list(given)}, "dates")))

    def _sizes(self, values: Mapping[str, Any], games: Sequence[str]) -> Sizes:
        """The sizes as given, else those that all games take."""
        common = sorted(set.intersection(*(set(self.seats(game)) for game in games)))
        text = values.get("sizes")
        allowed = sizes_of(str(text)) if text is not None else tuple(common)
        prefer = self._number(values, "prefer")
        # Without sizes the largest but one: where 3, 4 and 5 can play, most tables have 4 players.
        if prefer is None:
            prefer = allowed[-1] if text is not None or len(allowed) < 3 else allowed[-2]
        return Sizes(allowed, prefer)

    def _known(self, values: Mapping[str, Any], known: Collection[str]) -> None:
        for key in values:
            if key not in known:
                words = {"key": quoted(key), "known": ", ".join(known)}
                raise DataFault(say("events.plan-unknown-key", file=self.file, **words))

    def _text(self, values: Mapping[str, Any], key: str, default: str) -> str:
        value = values.get(key, default)
        # `sizes = 4` is meant like `sizes = "4"`; `true` is a number in Python, but not here.
        if isinstance(value, int) and not isinstance(value, bool):
            value = str(value)
        if not isinstance(value, str):
            raise self._wrong(key, value, '"text"')
        return value

    def _list(self, value: Any, key: str) -> list[Any]:
        if not isinstance(value, list | tuple):
            raise self._wrong(key, value, "[a, b]")
        return list(value)

    def _texts(self, values: Mapping[str, Any], key: str, default: Sequence[str] = ()) -> list[str]:
        texts = self._list(values.get(key, default), key)
        for value in texts:
            if not isinstance(value, str):
                raise self._wrong(key, value, '["a", "b"]')
        return texts

    def _table(self, values: Mapping[str, Any], key: str) -> Mapping[str, Any]:
        table = values.get(key, {})
        if not isinstance(table, dict):
            raise self._wrong(key, table, "{a = b}")
        return table

    def _number(self, values: Mapping[str, Any], key: str) -> int | None:
        value = values.get(key)
        if value is None:
            return None
        # `true` is an int for Python.
        if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= ROUNDS:
            raise self._wrong(key, value, f"1-{ROUNDS}")
        return value

    def _flag(self, values: Mapping[str, Any], key: str, default: bool) -> bool:
        value = values.get(key, default)
        if not isinstance(value, bool):
            raise self._wrong(key, value, "true, false")
        return value

    def _points(self, values: Mapping[str, Any], key: str, default: Fraction) -> Fraction:
        value = values.get(key)
        return default if value is None else points_of(str(value))

    def _entrant(self, players: Sequence[str], name: Any, key: str) -> int:
        if name not in players:
            raise DataFault(say("events.plan-not-a-player", name=quoted(name), key=key))
        return players.index(name) + 1

    def _wrong(self, key: str, value: Any, form: str) -> DataFault:
        shown = quoted(value) if isinstance(value, str) else str(value)
        words = {"file": self.file, "key": key, "value": shown, "form": form}
        return DataFault(say("events.plan-wrong-value", **words))


def sizes_of(text: str) -> tuple[int, ...]:
    """Sizes of tables written `4`, `3,4` or `4-5`; UsageFault."""
    sizes: set[int] = set()
    for part in text.replace(" ", "").split(","):
        first, dash, last = part.partition("-")
        if not _is_size(first) or (dash and not _is_size(last)):
            raise UsageFault(say("events.plan-bad-sizes", text=quoted(text)))
        sizes.update(range(int(first), int(last or first) + 1))
    if not sizes:
        raise UsageFault(say("events.plan-bad-sizes", text=quoted(text)))
    return tuple(sorted(sizes))


def _is_size(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 3 and int(text) > 1


def points_of(text: str) -> Fraction:
    """Points written `2`, `1.5` or `4/3`; UsageFault."""
    if not re.fullmatch(r"-?\d{1,6}(\.\d{1,6}|/[1-9]\d{0,5})?", text.strip(), re.ASCII):
        raise UsageFault(say("events.plan-bad-points", text=quoted(text)))
    return Fraction(text.strip())


def final_values(text: str, game: str) -> dict[str, Any]:
    """The stage that a final written `top4` or `top4:GAME` means; UsageFault."""
    parts = _FINAL.fullmatch(text.strip())
    if parts is None:
        raise UsageFault(say("events.plan-bad-final", text=quoted(text)))
    return {
        "name": "final",
        "format": "one-table",
        "games": [parts["game"] or game],
        "rounds": 1,
        "from": [f"top {int(parts['top'])} of main"],
    }


def toml_text(draft: EventDraft) -> str:
    """The plan as a TOML file."""
    plan = draft.plan
    lines = [f"name = {_toml(draft.name)}"]
    lines += [f"seed = {_toml(draft.seed)}"] if draft.seed else []
    lines += ["players = [", *(f"    {_toml(name)}," for name in draft.players), "]"]
    lines += [f"bye = {_toml(str(plan.bye))}", f"missed = {_toml(str(plan.missed))}"]
    lines += [f"policy = {_toml(plan.policy)}", f"repeats = {_toml(plan.repeats)}"]
    lines += ["duplicate = true"] if plan.duplicate else []
    lines += ["new_seats = true"] if plan.new_seats else []
    lines += _rule_lines(plan.bot_rules)
    # A plan has numbers of entrants, a file their names.
    name = dict(enumerate(draft.entrants, start=1))
    never = [sorted(name[entrant] for entrant in pair) for pair in plan.never]
    lines += [f"never = {_toml(sorted(never))}"] if never else []
    for stage in plan.stages:
        lines += ["", "[[stage]]", *_stage_lines(stage)]
    seats = {name[one]: SEATS[seat] for one, seat in plan.fixed.items()}
    tables = {name[one]: table for one, table in plan.tables.items()}
    for key, given in (("fixed", seats), ("tables", tables)):
        # Tables of TOML come last: keys after them would belong to them.
        rows = [f"{_toml(who)} = {_toml(value)}" for who, value in given.items()]
        lines += ["", f"[{key}]", *rows] if rows else []
    for key, bots in (("bots", draft.bots), ("fill", draft.fill)):
        targets = [f"{_toml(who)} = {_toml(target)}" for who, target in bots.items()]
        lines += ["", f"[{key}]", *targets] if bots else []
    return "".join(f"{line}\n" for line in lines)


def _rule_lines(rules: BotRules) -> list[str]:
    """What holds for bots, as far as it is not usual; times are in seconds."""
    usual = BotRules()
    values = {
        "on_fault": rules.on_fault if rules.on_fault != usual.on_fault else None,
        "time_per_move": rules.move_ms / 1000 or None,
        "time_per_match": rules.bank_ms / 1000 or None,
        "memory": rules.memory_mb or None,
        "isolation": rules.isolation if rules.isolation != usual.isolation else None,
    }
    return [f"{key} = {_toml(value)}" for key, value in values.items() if value is not None]


def _stage_lines(stage: StagePlan) -> list[str]:
    values: dict[str, Any] = {"name": stage.name, "format": stage.format}
    values["games"] = list(stage.games)
    if stage.rounds is not None:
        values["rounds"] = stage.rounds
    values |= {"points": stage.points, "tiebreaks": list(stage.tiebreaks)}
    values |= {"sizes": ",".join(map(str, stage.sizes.allowed)), "prefer": stage.sizes.preferred}
    if stage.sources:
        values["from"] = list(map(str, stage.sources))
    if stage.dates:
        values["dates"] = [one or NONE for one in stage.dates]
    values |= {key: dict(getattr(stage, key)) for key in ("settings", "options")}
    return [f"{key} = {_toml(value)}" for key, value in values.items() if value != {}]


def _toml(value: Any) -> str:
    """A value in TOML; JSON strings are TOML strings."""
    import json

    if isinstance(value, dict):
        return "{" + ", ".join(f"{_toml(k)} = {_toml(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return json.dumps(value, ensure_ascii=False)
