"""The standings of a stage from the rows of the log, a second implementation.

Rules as in docs/howto-event.md: points by place from 4 down to 0 in equal steps, shared by equals;
a bye and a late entry are worth what the plan says; away and not appearing are worth nothing. With
walkovers those who did not appear are last at their table and have no points.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

Row = tuple[int, int, Fraction, int]
"""Place, entrant, points, matches."""


@dataclass
class NaiveTable:
    seats: list[int]
    least: int
    absent: set[int] = field(default_factory=set)
    result: Mapping[str, Any] | None = None

    def here(self) -> list[int]:
        return [one for one in self.seats if one not in self.absent]


@dataclass
class NaiveRound:
    tables: list[NaiveTable]
    byes: list[int]
    away: list[int]


class NaiveStage:
    """A stage: who is in it, since when, and its rounds."""

    def __init__(self, entrants: list[int], format_: str) -> None:
        self.entrants, self.format = entrants, format_
        self.since: dict[int, int] = {}
        self.rounds: list[NaiveRound] = []
        self.kept: tuple[NaiveRound, dict[int, int]] | None = None


class NaiveEvent:
    """Reads the rows one by one."""

    def __init__(self, rows: Sequence[Any]) -> None:
        first = rows[0].details
        self.plan = first["plan"]
        bots = [one[0] for one in first.get("bots", ())]
        self.fillers = set(first.get("fillers", ()))
        people = [one[0] for one in first["entrants"]] + bots
        self.away: set[int] = set()
        self.stages = {self.plan["stages"][0]["name"]: NaiveStage(
            [one for one in people if one not in self.fillers],
            self.plan["stages"][0]["format"])}  # fmt: skip
        for row in rows[1:]:
            self.read(row.what, row.details)

    @property
    def last(self) -> NaiveStage:
        return list(self.stages.values())[-1]

    def read(self, what: str, row: Mapping[str, Any]) -> None:
        entrant = row.get("entrant", 0)
        if what == "event add-player":
            self.last.entrants.append(entrant)
            self.last.since[entrant] = len(self.last.rounds)
        elif what == "event add undo":
            self.last.entrants.remove(entrant)
            del self.last.since[entrant]
        elif what == "event drop":
            self.away.add(entrant)
        elif what in ("event no-show", "event return"):
            here = what == "event return"
            if here or not row.get("stays"):
                (self.away.discard if here and not row.get("away") else self.away.add)(entrant)
            self.there(entrant, row["tables"], here=here)
        elif what == "event replace":
            self.replace(row)
        elif what == "event pair":
            self.draw(row)
        elif what == "event unpair":
            stage = self.stages[row["stage"]]
            stage.kept = stage.rounds.pop(), dict(stage.since)
            stage.since = {one: min(n, len(stage.rounds)) for one, n in stage.since.items()}
        elif what == "event unpair undo":
            stage = self.stages[row["stage"]]
            assert stage.kept
            stage.rounds.append(stage.kept[0])
            stage.since = stage.kept[1]
        elif what == "event swap":
            self.swap(self.stages[row["stage"]].rounds[row["round"] - 1], row["a"], row["b"])
        elif what == "event final":
            self.stages[row["plan"]["name"]] = NaiveStage(
                list(row["entrants"]), row["plan"]["format"]
            )
        elif what == "event final undo":
            del self.stages[row["stage"]]
        elif what == "event result":
            self.result(row)

    def table(self, stage: str, number: int, table: int) -> NaiveTable:
        return self.stages[stage].rounds[number - 1].tables[table - 1]

    def there(self, entrant: int, tables: Sequence[Any], *, here: bool) -> None:
        for place in tables:
            absent = self.table(*place).absent
            (absent.discard if here else absent.add)(entrant)

    def replace(self, row: Mapping[str, Any]) -> None:
        old, new, stage = row["entrant"], row["by"], self.last
        if new not in stage.entrants:
            stage.entrants.append(new)
        if row["joined"] is not None:
            stage.since[new] = row["joined"]
        self.away.add(old)
        self.away.discard(new)
        for place in row["tables"]:
            table = self.table(*place)
            table.seats[table.seats.index(old)] = new
            table.absent.discard(old)
        seated = [table.seats for one in stage.rounds for table in one.tables]
        was_here = len(stage.rounds) - stage.since.get(old, -1) > len(row["tables"])
        if not was_here and not any(old in who for who in (*seated, *self.byes())):
            stage.since[old] = len(stage.rounds)

    def byes(self) -> list[list[int]]:
        return [one.byes for stage in self.stages.values() for one in stage.rounds]

    def draw(self, row: Mapping[str, Any]) -> None:
        tables = [NaiveTable(list(pod), row["least"]) for pod in row["pods"]]
        for number, seat, bot in row["filled"]:
            tables[number - 1].seats.insert(seat, bot)
        found = NaiveRound(tables, list(row["byes"]), list(row["away"]))
        self.stages[row["stage"]].rounds.append(found)

    def swap(self, round_: NaiveRound, a: int, b: int) -> None:
        other = {a: b, b: a}
        gone = set().union(*(table.absent for table in round_.tables))
        for table in round_.tables:
            table.seats = [other.get(one, one) for one in table.seats]
            table.absent = gone & set(table.seats)
        round_.byes = [other.get(one, one) for one in round_.byes]

    def result(self, row: Mapping[str, Any]) -> None:
        name = row.get("stage") or next(iter(self.stages))
        table = self.table(name, int(row["round"]), int(row["table"]))
        table.result = row if row.get("places") else None

    def standings(self, name: str) -> list[Row]:
        """The rows of a stage: default tie-breaks, shared places in the order of numbers."""
        return NaiveStandings(self, self.stages[name]).rows()


@dataclass
class Played:
    """A ranked seat: its points, score and chips, and the finish of each other player."""

    end: tuple[int, int]
    sides: int
    score: int
    gone: bool
    others: Mapping[int, int]


class NaiveStandings:
    """Every player with the rounds that were played and missed."""

    def __init__(self, event: NaiveEvent, stage: NaiveStage) -> None:
        self.event, self.stage = event, stage
        self.walkover = event.plan["policy"] == "walkover"
        self.played: dict[int, list[Played]] = {one: [] for one in stage.entrants}
        self.missed: dict[int, list[Fraction]] = {one: [] for one in stage.entrants}
        self.stayed_away = dict.fromkeys(stage.entrants, 0)
        took_part: set[int] = set()
        lost = dict.fromkeys(stage.entrants, 0)
        for at, round_ in enumerate(stage.rounds):
            for table in round_.tables:
                took_part.update(table.seats)
                self.play(table)
            took_part.update(round_.byes)
            for one in stage.entrants:
                kind = self.kind(one, at)
                if kind == "out":
                    took_part.add(one)
                if kind == "away" and lost[one] >= LIVES.get(stage.format, 99):
                    kind = "out"  # others would have played the rounds after the last lost match
                beaten = (end[1] > 1 for table in round_.tables for end in self.ends(table)
                          if end[0] == one)  # fmt: skip
                lost[one] += kind in ("away", "no-show") or any(beaten)
                if kind is not None:
                    self.missed[one].append(self.worth(kind))
                    self.stayed_away[one] += kind in ("no-show", "away", "late")
        self.shown = [one for one in stage.entrants if one in took_part or one not in event.away]

    def play(self, table: NaiveTable) -> None:
        ends = self.ends(table)
        for one, first, last, score in ends:
            others = {other: best for other, best, _, _ in ends if other != one}
            seat = Played((first, last), len(ends), score, one in table.absent, others)
            self.played.setdefault(one, []).append(seat)

    def ends(self, table: NaiveTable) -> list[tuple[int, int, int, int]]:
        """Entrant, best and worst place, score of all who are ranked at a table."""
        gone = [one for one in table.seats if one in table.absent] if self.walkover else []
        ranked: list[tuple[int, tuple[bool, int], int]] = []
        if table.result is not None:
            row = table.result
            left = row.get("forfeits", ())
            seats = zip(row["entrants"], row["places"], row["scores"], strict=True)
            ranked = [(one, (at in left, place), n) for at, (one, place, n) in enumerate(seats)]
        elif self.too_few(table) and gone:
            ranked = [(one, (False, 1), 0) for one in table.here()]
        if ranked:
            ranked += [(one, (True, 99), 0) for one in gone]
        return [
            (one, 1 + sum(o < mine for _, o, _ in ranked), sum(o <= mine for _, o, _ in ranked), n)
            for one, mine, n in ranked
        ]

    @staticmethod
    def too_few(table: NaiveTable) -> bool:
        return len(table.here()) < table.least

    def kind(self, one: int, at: int) -> str | None:
        """Why there was no match for somebody in a round; None for a match."""
        round_ = self.stage.rounds[at]
        for table in round_.tables:
            if one in table.seats:
                if one in table.absent:
                    return None if self.ends(table) and self.walkover else "no-show"
                return "alone" if self.too_few(table) and not self.walkover else None
        if one in round_.byes:
            return "bye"
        if one in round_.away:
            return "away"
        return "late" if at < self.stage.since.get(one, 0) else "out"

    def worth(self, kind: str) -> Fraction:
        value = {"bye": "bye", "alone": "bye", "late": "missed"}.get(kind)
        if value == "bye" and self.stage.format in BRACKETS:
            return Fraction(0)
        return Fraction(self.event.plan[value]) if value else Fraction(0)

    def points(self, one: int) -> Fraction:
        made = [scaled(*seat.end, seat.sides) for seat in self.played[one] if not seat.gone]
        return sum(made + self.missed[one], Fraction(0))

    def per_round(self, one: int, value: Callable[[Played], Fraction]) -> Fraction:
        """Who stays away has one match more, who has a bye does not."""
        rounds = len(self.played[one]) + self.stayed_away[one]
        return sum(map(value, self.played[one]), Fraction(0)) / (rounds or 1)

    def head_to_head(self, group: Sequence[int]) -> dict[int, Fraction] | None:
        found = dict.fromkeys(group, Fraction(0))
        for one in group:
            for other in set(group) - {one}:
                common = [s for s in self.played[one] if other in s.others]
                if not common:
                    return None
                won = sum((s.end[0] < s.others[other]) + (s.end[0] <= s.others[other])
                          for s in common)  # fmt: skip
                found[one] += Fraction(won, 2 * len(common))
        return found

    def split(self, group: list[int], breaks: Sequence[str]) -> list[list[int]]:
        """The group in order, equals together."""
        if len(group) == 1 or not breaks:
            return [group]
        name, *later = breaks
        values: dict[int, Fraction] | None
        if name == "head-to-head":
            values = self.head_to_head(group)
        else:
            values = {one: self.per_round(one, BREAKS[name]) for one in group}
        if values is None or len(set(values.values())) == 1:
            return self.split(group, later)
        parts = [[one for one in group if values[one] == value]
                 for value in sorted(set(values.values()), reverse=True)]  # fmt: skip
        return [deep for part in parts for deep in self.split(part, breaks)]

    def rows(self) -> list[Row]:
        worth = {one: self.points(one) for one in self.shown}
        found: list[Row] = []
        bots = self.event.fillers
        for value in sorted(set(worth.values()), reverse=True):
            group = [one for one in self.shown if worth[one] == value]
            for part in self.split(group, ("head-to-head", "even", "wins", "score", "chips")):
                place = len(found) + 1
                found += [(place, one, value, len(self.played[one])) for one in sorted(part)]
        assert not bots & set(self.shown)
        return found


def scaled(first: int, last: int, sides: int) -> Fraction:
    each = [Fraction(4 * (sides - place), sides - 1) for place in range(first, last + 1)]
    return sum(each, Fraction(0)) / len(each)


LIVES = {"knockout": 1, "double-elimination": 2}
BRACKETS = ("knockout", "double-elimination", "heats", "stepladder")

EVEN = {2: 1148, 3: 703, 4: 513, 5: 406, 6: 336}
"""Half of 840ths between two places: 336 times the standard deviation of a place of six, divided by
that of a place of so many."""

BREAKS: Mapping[str, Callable[[Played], Fraction]] = {
    "even": lambda seat: (
        2 + Fraction(EVEN.get(seat.sides, 0) * (seat.sides + 1 - sum(seat.end)), 840)
    ),
    "wins": lambda seat: Fraction(seat.end[0] == 1, seat.end[1]),
    "score": lambda seat: Fraction(seat.score),
    "chips": lambda seat: Fraction((4, 3, 2, 1, 0)[min(seat.end[1], 5) - 1]),
}
