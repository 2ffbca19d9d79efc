"""The plan of an event: its stages with their slots, options and dates, and what holds in all.

A plan is stored in the log as JSON. It has no names of people. A slot says which places of an
earlier stage go on, such as `places 1-2 of each group of groups`.
"""

import re
import unicodedata
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from datetime import date, datetime
from fractions import Fraction
from typing import Any, Final, Self

from engines.api import OptionError
from engines.games import GAMES
from engines.messages import Argument, Message, Sentence, say
from tourney.domain.errors import UsageFault, quoted
from tourney.domain.event_log import EntrantId, Sizes
from tourney.domain.names import parts_of
from tourney.domain.run_spec import BotRules
from tourney.scoring import DEFAULT_TIEBREAKS, PointSystem, point_system

# The parts of a stage whose places a slot names.
GROUP: Final = "group"
TABLE: Final = "table"
MATCH: Final = "match"
_NUMBER: Final = r"\d{1,4}"
_SLOT: Final = re.compile(
    rf"(?:top (?P<top>{_NUMBER})"
    rf"|(?:best (?:(?P<best>{_NUMBER}) (?:of )?)?)?"
    rf"(?:places? (?P<first>{_NUMBER})(?: ?- ?(?P<last>{_NUMBER}))?"
    r"|(?P<word>winners?|losers?|runners?-up)))"
    rf" of (?:(?:(?P<each>each (?:group|table))|(?P<kind>group|table|match) (?P<number>{_NUMBER}))"
    rf" of )?(?:(?:round (?P<round>{_NUMBER})|(?P<end>last round)) of )?(?P<stage>\S+)"
)
_WORDS: Final = {"winner": (1, 1), "runner-up": (2, 2), "runners-up": (2, 2), "loser": (2, None)}
_SECOND: Final = 2
_BEST: Final = ("best runner-up", "runners-up")


@dataclass(frozen=True, slots=True)
class StageSource:
    """Places of an earlier stage whose holders go on; with `last` None, all from `first` on.

    `part` is empty for the whole stage, or says of what the places are: of a group, of a table of a
    round, or of a match; matches are numbered through all rounds. `number` is the number of the
    part, None for each of them. `round` None is the last round. With `best`, only so many of the
    holders go on: those who did best in their stage.
    """

    stage: str
    first: int
    last: int | None
    part: str = ""
    number: int | None = None
    round: int | None = None
    best: int | None = None

    @property
    def each(self) -> bool:
        """Whether the places are those of each group or of each table."""
        return self.part in (GROUP, TABLE) and self.number is None

    def __str__(self) -> str:
        # The log has slots as texts: what is written here is read by `from_text` for ever.
        if not self.part and self.first == 1 and self.last != 1:
            return f"top {self.last} of {self.stage}"
        who, where = self._who(), f"{self._part()}{self.stage}"
        if (
            self.part == TABLE
            and self.each
            and (who in ("winners", "losers", _BEST[0]) or who.endswith(_BEST[1]))
        ):
            where = where.removeprefix("each table of ")
        return f"{who} of {where}"

    def _who(self) -> str:
        """The holders of the places."""
        if self.best is not None and self.first == self.last == _SECOND:
            return _BEST[0] if self.best == 1 else f"best {self.best} {_BEST[1]}"
        if self.best is not None:
            return f"best {self.best} of {self._places()}"
        if self.first == self.last == 1 and self.part:
            return "winners" if self.part == TABLE and self.each else "winner"
        return "losers" if self.last is None else self._places()

    def _places(self) -> str:
        if self.last == self.first:
            return f"place {self.first}"
        return f"places {self.first}-{self.last}"

    def _part(self) -> str:
        if not self.part:
            return ""
        part = f"each {self.part}" if self.number is None else f"{self.part} {self.number}"
        if self.part != TABLE:
            return f"{part} of "
        return f"{part} of {'last round' if self.round is None else f'round {self.round}'} of "

    @classmethod
    def from_text(cls, text: str) -> Self:
        """The slot that a text means, such as `winner of match 5 of main`; UsageFault."""
        words = _SLOT.fullmatch(" ".join(text.split()))
        if words is None:
            raise UsageFault(say("events.plan-bad-source", text=quoted(text)))
        # The places.
        word = words["word"]
        last: int | None
        if words["top"]:
            first, last = 1, int(words["top"])
        elif word:
            first, last = _WORDS[word if word in _WORDS else word.removesuffix("s")]
        else:
            first, last = int(words["first"]), int(words["last"] or words["first"])
        # Of what they are: the kind of the part and its number.
        part, number = (TABLE if words["round"] or words["end"] else ""), None
        if words["each"]:
            part = words["each"].removeprefix("each ")
        elif words["kind"]:
            part, number = words["kind"], int(words["number"])
        # How many of the holders go on; None for all of them.
        best = int(words["best"] or 1) if words[0].startswith("best") else None
        round_ = int(words["round"]) if words["round"] else None
        slot = cls(words["stage"], first, last, part, number, round_, best)
        if not slot._sound():
            raise UsageFault(say("events.plan-bad-source", text=quoted(text)))
        return slot

    def _sound(self) -> bool:
        """Whether the words mean something together."""
        if self.first < 1 or (self.last is not None and self.last < self.first):
            return False
        if 0 in (self.number, self.round, self.best):
            return False
        if self.round is not None and self.part != TABLE:
            return False
        if self.last is None and not self.part:
            return False
        return self.best is None or (self.each and self.last is not None)


FEWER_SEATS: Final = "fewer-seats"
WALKOVER: Final = "walkover"
COMPARISON: Final = "comparison"
"""The points of a duplicate event: every seat is compared with the same seat at other tables."""
POLICIES: Final = (FEWER_SEATS, WALKOVER)
"""What an absent player is to the others at the table: an empty seat, or the last place."""
VERSION: Final = 2
"""The rules by which events are counted; plans in the log name them."""


@dataclass(frozen=True, slots=True)
class StagePlan:
    """A part of an event with one format.

    `games` has one game for each round; the last one is also played in all later rounds. Without
    `sources` all entrants of the event play. `rounds` is None if the format decides. `dates` are
    those of the first rounds; a date is empty if there is none. Standings are by the points of all
    rounds, or `per_match` where nobody knows who missed one; only of records.
    """

    name: str
    format: str
    games: tuple[str, ...]
    sizes: Sizes
    rounds: int | None = None
    points: str = "scaled"
    tiebreaks: tuple[str, ...] = DEFAULT_TIEBREAKS
    sources: tuple[StageSource, ...] = ()
    settings: Mapping[str, str] = field(default_factory=dict)
    options: Mapping[str, str] = field(default_factory=dict)
    dates: tuple[str, ...] = ()
    per_match: bool = False

    @property
    def system(self) -> PointSystem:
        """The point system for single results; that of a comparison has the same mean."""
        return point_system("scaled" if self.points == COMPARISON else self.points)

    def game(self, number: int) -> str:
        """The game of a round, counted from 1."""
        return self.games[min(number, len(self.games)) - 1]

    def as_json(self) -> dict[str, Any]:
        """The plan as JSON values."""
        return {
            "name": self.name,
            "format": self.format,
            "games": list(self.games),
            "sizes": [list(self.sizes.allowed), self.sizes.preferred],
            "rounds": self.rounds,
            "points": self.points,
            "tiebreaks": list(self.tiebreaks),
            "sources": list(map(str, self.sources)),
            "settings": dict(self.settings),
            "options": dict(self.options),
            **({"dates": list(self.dates)} if self.dates else {}),
        }

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Self:
        """The inverse of `as_json`."""
        allowed, preferred = values["sizes"]
        return cls(
            name=values["name"],
            format=values["format"],
            games=tuple(values["games"]),
            sizes=Sizes(tuple(allowed), preferred),
            rounds=values["rounds"],
            points=values["points"],
            tiebreaks=tuple(values["tiebreaks"]),
            sources=tuple(map(StageSource.from_text, values["sources"])),
            settings=dict(values["settings"]),
            options=dict(values["options"]),
            dates=tuple(values.get("dates", ())),
        )


@dataclass(frozen=True, slots=True)
class Restrictions:
    """What holds for the tables and seats of single entrants, as in `EventPlan`."""

    never: frozenset[frozenset[EntrantId]] = frozenset()
    fixed: Mapping[EntrantId, int] = field(default_factory=dict)
    tables: Mapping[EntrantId, int] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """The restrictions as JSON values."""
        return {
            "never": sorted(sorted(pair) for pair in self.never),
            "fixed": sorted([entrant, seat] for entrant, seat in self.fixed.items()),
            "tables": sorted([entrant, table] for entrant, table in self.tables.items()),
        }

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Self:
        """The inverse of `as_json`."""
        return cls(
            frozenset(frozenset(pair) for pair in values["never"]),
            dict(values["fixed"]),
            dict(values["tables"]),
        )


@dataclass(frozen=True, slots=True)
class EventPlan:
    """The stages of an event in their order, and what holds in all of them.

    `bye` and `missed` are points: for a bye, and for each round before a late entry. Pairs in
    `never` may not share a table; `fixed` gives entrants a seat, counted from 0, and `tables` a
    table, counted from 1. With `new_seats` nobody has a seat again before all others, if that is
    possible. Without `repeats` a draw in which two entrants meet again is refused. With `duplicate`
    all tables of a round have the same cards. `bot_rules` are for tables of bots.
    """

    stages: tuple[StagePlan, ...]
    bye: Fraction = Fraction(0)
    missed: Fraction = Fraction(0)
    policy: str = FEWER_SEATS
    repeats: bool = True
    never: frozenset[frozenset[EntrantId]] = frozenset()
    fixed: Mapping[EntrantId, int] = field(default_factory=dict)
    tables: Mapping[EntrantId, int] = field(default_factory=dict)
    new_seats: bool = False
    duplicate: bool = False
    bot_rules: BotRules = field(default_factory=BotRules)

    @property
    def restrictions(self) -> Restrictions:
        """What holds for the tables and seats of single entrants."""
        return Restrictions(self.never, self.fixed, self.tables)

    def restricted(self, to: Restrictions) -> Self:
        """The same plan with other restrictions."""
        return replace(self, never=to.never, fixed=to.fixed, tables=to.tables)

    def as_json(self) -> dict[str, Any]:
        """The plan as JSON values."""
        return {
            "stages": [stage.as_json() for stage in self.stages],
            "bye": str(self.bye),
            "missed": str(self.missed),
            "policy": self.policy,
            "repeats": self.repeats,
            **self.restrictions.as_json(),
            "new_seats": self.new_seats,
            "duplicate": self.duplicate,
            "bot_rules": asdict(self.bot_rules),
            "version": VERSION,
        }

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Self:
        """The inverse of `as_json`."""
        restrictions = Restrictions.from_json(values)
        return cls(
            stages=tuple(map(StagePlan.from_json, values["stages"])),
            bye=Fraction(values["bye"]),
            missed=Fraction(values["missed"]),
            policy=values["policy"],
            repeats=values["repeats"],
            new_seats=values["new_seats"],
            duplicate=values["duplicate"],
            bot_rules=BotRules(**values["bot_rules"]),
            never=restrictions.never,
            fixed=restrictions.fixed,
            tables=restrictions.tables,
        )


_PARTS: Final = {
    (GROUP, True): Sentence("events.of-each-group"),
    (GROUP, False): Sentence("events.of-group"),
    (TABLE, True): Sentence("events.of-each-table"),
    (TABLE, False): Sentence("events.of-table"),
    (MATCH, False): Sentence("events.of-match"),
}


def slot_text(slot: StageSource) -> Message:
    """Places of an earlier stage."""
    who = _places(slot)
    if slot.best is not None:
        second = slot.first == slot.last == 2
        best = {"count": slot.best}
        who = say("events.runners-up", **best) if second else say("events.best-of", **best, who=who)
    words: dict[str, Argument] = {"who": who, "stage": slot.stage}
    if not slot.part:
        return say("events.of-stage", **words)
    if slot.part == TABLE:
        words["round"] = (
            say("events.last-round")
            if slot.round is None
            else say("events.round-number", round=slot.round)
        )
    if slot.number is not None:
        words["number"] = slot.number
    return _PARTS[slot.part, slot.each](**words)


def _places(slot: StageSource) -> Message:
    if slot.last is None:
        return say("events.losers")
    if slot.first == 1 and not slot.part and slot.last != 1:
        return say("events.top", last=slot.last)
    if slot.first == slot.last:
        return say("events.place", first=slot.first)
    return say("events.places", first=slot.first, last=slot.last)


def game_options(stage: StagePlan, game: str, seats: int) -> Mapping[str, str]:
    """The options of a stage at a table: each option holds for every game that has it.

    A table that is smaller because somebody is absent plays without the options that are not
    possible there, such as teams of two with three seats.
    """
    options = _of_game(stage, game)
    # One option after the other is left out until the rest is possible.
    while True:
        try:
            GAMES[game].options(options, seats)
        except OptionError as fault:
            if fault.key not in options:  # the number of seats itself is wrong
                return options
            del options[fault.key]
        else:
            return options


def lost_options(stage: StagePlan, game: str, seats: int) -> list[str]:
    """The options of a stage, as `key=value`, that a table with so many seats plays without."""
    kept = game_options(stage, game, seats)
    given = _of_game(stage, game).items()
    return [f"{key}={value}" for key, value in given if key not in kept]


def _of_game(stage: StagePlan, game: str) -> dict[str, str]:
    has = GAMES[game].option_help
    return {key: value for key, value in sorted(stage.options.items()) if key in has}


def check_options(stage: StagePlan) -> None:
    """Refuse options that no game of a stage has, and values that a table of it cannot have."""
    games = dict.fromkeys(stage.games)
    known = dict.fromkeys(key for game in games for key in GAMES[game].option_help)
    for key in stage.options:
        if key not in known:
            words = {"games": ", ".join(games), "name": quoted(key), "known": ", ".join(known)}
            raise UsageFault(say("events.plan-unknown-option", **words))
    for game in games:
        for size in stage.sizes.allowed:
            try:
                GAMES[game].options(_of_game(stage, game), size)
            except OptionError as fault:
                table: dict[str, Argument] = {"game": game, "size": size}
                why = say("events.plan-option-at-table", **table, why=fault.message)
                raise UsageFault(why) from None


NONE: Final = "-"
"""What is written for a round without a date."""
_DATE: Final = re.compile(
    r"(?:19|2[01])\d\d-\d\d-\d\d(?:[T ]\d\d:\d\d(?:Z|[+-]\d\d:\d\d)?)?", re.ASCII
)


def read_date(text: str) -> str:
    """The date of a round as the log has it; empty for `-`. UsageFault."""
    # Full-width digits, as Japanese keyboards type them.
    plain = unicodedata.normalize("NFKC", text).strip().upper()
    if plain == NONE:
        return ""
    if _DATE.fullmatch(plain):
        with suppress(ValueError):
            at = moment(plain)
            return at.isoformat(timespec="minutes") if isinstance(at, datetime) else at.isoformat()
    raise UsageFault(say("events.bad-round-date", text=quoted(text)))


def read_dates(text: str) -> tuple[str, ...]:
    """Dates separated by commas; UsageFault."""
    return tuple(map(read_date, parts_of(text)))


def moment(text: str) -> date | datetime:
    """A stored date as a day or a time; a time without a zone is that of the place."""
    day_alone = len(text) == len("2026-11-28")
    return date.fromisoformat(text) if day_alone else datetime.fromisoformat(text)


def shown(text: str) -> str:
    """A stored date for people."""
    return text.replace("T", " ")
