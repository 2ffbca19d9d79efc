"""Refuses plans that cannot be played, with the arithmetic.

Each stage is tried out with as many entrants as it gets, as if the better seed always won.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import combinations
from typing import Any, Final

from engines.api import seat_letter
from engines.messages import Player, Sentence, say
from tourney.agents.isolation import LEVELS
from tourney.domain import bounds
from tourney.domain.bounds import ROUNDS
from tourney.domain.documents import WrongValue, path_text, typed
from tourney.domain.draws import Draw, EntrantId, Met, Situation, Sizes
from tourney.domain.errors import UsageFault, quoted
from tourney.domain.event_schema import PlanShape
from tourney.events.draws import MANUAL, EventRules, at_fixed_tables
from tourney.events.event_plan import (
    COMPARISON,
    GROUP,
    MATCH,
    POLICIES,
    TABLE,
    EventPlan,
    StagePlan,
    StageSource,
    check_options,
    read_date,
)
from tourney.events.stage_standings import SCHEDULED
from tourney.formats.format_settings import TIME_LIMIT
from tourney.formats.history import apart
from tourney.formats.table_sizes import sizes_text, split
from tourney.render.code_words import listed, typed_word
from tourney.scoring import point_system
from tourney.scoring.tiebreaks import require_plan

CONTINUOUS: Final = "arena"
"""The format in which players come and go, so that a table may start later."""


class Rehearsal:
    """A stage with so many entrants; number 1 is the best seed.

    The restrictions of the `plan` apply to its first stage, because only its entrants are known.
    """

    def __init__(self, plan: EventPlan, stage: StagePlan, count: int, rules: EventRules) -> None:
        self.stage = stage
        self.count = count
        self._format = rules.formats.get(stage.format)
        self._rules = rules
        self._first = stage is plan.stages[0]
        self._plan = plan

    def _situation(self) -> Situation:
        everybody = tuple(range(1, self.count + 1))
        seats = self._rules.seats[self.stage.game(1)]
        sizes = Sizes(
            tuple(size for size in self.stage.sizes.allowed if size in seats),
            self.stage.sizes.preferred,
        )
        where = Situation(
            everybody, everybody, 1, sizes, 0,
            rounds=self.stage.rounds, settings=self.stage.settings,
        )  # fmt: skip
        if not self._first:
            return where
        plan = self._plan
        return replace(
            where,
            never=plan.never,
            fixed=plan.fixed,
            tables=plan.tables,
            new_seats=plan.new_seats,
        )

    @cached_property
    def rounds(self) -> int | None:
        """How many rounds the stage has; None if the organiser ends it."""
        found = self._format.rounds(self._situation()) if self._format else None
        planned = self.stage.rounds
        return found if planned is None else planned if found is None else min(planned, found)

    @property
    def format_rounds(self) -> int | None:
        """How many rounds the format has, whatever the plan says."""
        return self._format.rounds(self._situation()) if self._format else None

    def draw_all(self) -> None:
        """Draw the first round, and all rounds of a schedule that has to keep restrictions."""
        given = self.stage.format == MANUAL and not self.stage.settings.get("schedule")
        if self._format is None or given or self.stage.format == CONTINUOUS:
            return
        where = self._situation()
        self._format.check(where)
        scheduled = self.stage.format in SCHEDULED and apart(where)
        for number in range(1, (self.rounds or 1) + 1 if scheduled else 2):
            at = replace(where, round=number)
            at_fixed_tables(self._format.draw(at), at)

    @cached_property
    def groups(self) -> tuple[int, ...]:
        """How many entrants each group has; empty for a format without groups."""
        if self._format is None or "groups" not in self._format.settings:
            return ()
        number = int(self.stage.settings.get("groups", self._format.settings["groups"]))
        share, more = divmod(self.count, number)
        return tuple(share + (at < more) for at in range(number))

    def tables(self, number: int) -> Sequence[int]:
        """The sizes of the tables of a round, in their order."""
        if self._format is not None and self.stage.format in SCHEDULED:
            draw = self._format.draw(replace(self._situation(), round=number))
            return tuple(map(len, draw.pods))
        if self._decides:
            return self.bracket[number - 1]
        return split(self.count, self.stage.sizes).tables

    @cached_property
    def _decides(self) -> bool:
        return self._format is not None and self._format.order(self._situation()) is not None

    @cached_property
    def bracket(self) -> Sequence[Sequence[int]]:
        """The tables of all rounds of a bracket; empty for other formats."""
        if self._format is None or not self._decides:
            return ()
        where = replace(self._situation(), never=frozenset())
        found: list[Sequence[int]] = []
        for number in range(1, min(self.rounds or 0, ROUNDS) + 1):
            draw = self._format.draw(replace(where, round=number))
            found.append(tuple(map(len, draw.pods)))
            where = _played(where, draw, number)
        return found


def check_sound(plan: EventPlan, count: int) -> None:
    """Raise UsageFault for a plan beyond its limits, or that contradicts itself.

    It needs no games and no formats.
    """
    try:
        typed(plan.as_json(), PlanShape)
    except WrongValue as wrong:
        raise UsageFault(
            say("events.plan-in-plan", path=path_text(wrong.path), fault=wrong.fault)
        ) from None
    seen: set[str] = set()
    for stage in plan.stages:
        if stage.name in seen:
            raise UsageFault(say("events.plan-stage-twice", name=quoted(stage.name)))
        seen.add(stage.name)
        if stage.rounds is not None and len(stage.dates) > stage.rounds:
            raise UsageFault(
                say("events.plan-more-dates", dates=len(stage.dates), rounds=stage.rounds)
            )
        seconds = stage.settings.get(TIME_LIMIT, "")
        if seconds.isdigit() and (len(seconds) > bounds.DIGITS or int(seconds) > bounds.SEARCH):
            raise UsageFault(
                say("events.plan-long-search", value=quoted(seconds), most=bounds.SEARCH)
            )
        for text in filter(None, stage.dates):
            read_date(text)
        if stage.points == COMPARISON and not plan.duplicate:
            raise UsageFault(say("events.plan-not-duplicate"))
    if plan.policy not in POLICIES:
        known = ", ".join(POLICIES)
        raise UsageFault(say("events.plan-bad-policy", name=quoted(plan.policy), known=known))
    for points in (plan.bye, plan.missed):
        if abs(points) >= bounds.POINTS or points.denominator > bounds.POINTS:
            raise UsageFault(say("events.plan-bad-points", text=quoted(str(points))))
    if plan.bot_rules.isolation not in LEVELS:
        known = ", ".join(LEVELS)
        raise UsageFault(
            say("events.plan-bad-isolation", name=quoted(plan.bot_rules.isolation), known=known)
        )
    restricted = {one for pair in plan.never for one in pair} | {*plan.fixed, *plan.tables}
    for entrant in sorted(restricted):
        if not 0 < entrant <= count:
            raise UsageFault(say("events.plan-not-an-entrant", number=entrant, count=count))


def check_plan(plan: EventPlan, count: int, rules: EventRules) -> None:
    """Raise UsageFault for a plan that cannot be played with so many entrants."""
    for stage in plan.stages:
        _check_names(stage, rules)
        _check_sizes(stage, rules)
        check_options(stage)
        require_plan(stage.tiebreaks, stage.system, stage.sizes.allowed)
    _check_fixed(plan, count)
    for rehearsed in rehearsals(plan, count, rules):
        _check_tables(plan, rehearsed.stage, rehearsed.count)
        _check_format(rehearsed)


def _check_names(stage: StagePlan, rules: EventRules) -> None:
    for game in stage.games:
        if game not in rules.seats:
            known = ", ".join(rules.seats)
            raise UsageFault(say("events.plan-unknown-game", game=quoted(game), known=known))
    if stage.format not in rules.formats and stage.format != MANUAL:
        formats = listed([typed_word(one) for one in dict.fromkeys((*rules.formats, MANUAL))])
        raise UsageFault(
            say("events.plan-unknown-format", format=quoted(stage.format), known=formats)
        )
    known_settings = rules.formats[stage.format].settings if stage.format in rules.formats else {}
    for name in stage.settings:
        if name not in known_settings:
            shown = ", ".join(known_settings) or say("events.plan-no-settings")
            raise UsageFault(
                say(
                    "events.plan-unknown-setting",
                    format=stage.format,
                    name=quoted(name),
                    known=shown,
                )
            )
    if stage.points != COMPARISON:
        point_system(stage.points)


def _check_sizes(stage: StagePlan, rules: EventRules) -> None:
    """Every size must be possible in every game of the stage."""
    for game in stage.games:
        seats = rules.seats[game]
        wrong = [size for size in stage.sizes.allowed if size not in seats]
        if wrong or not stage.sizes.allowed:
            size = wrong[0] if wrong else 0
            raise UsageFault(
                say("events.plan-game-size", game=game, size=size, low=seats[0], high=seats[-1])
            )


def _check_fixed(plan: EventPlan, count: int) -> None:
    """Refuse fixed tables and seats that the first stage does not have."""
    stage = plan.stages[0]
    if plan.tables or plan.fixed:
        tables = split(count, stage.sizes).tables
        largest = stage.sizes.allowed[-1]
        for entrant, table in sorted(plan.tables.items()):
            if table > len(tables):
                given: dict[str, Any] = {"table": table, "last": len(tables), "count": count}
                text = sizes_text(tables)
                raise UsageFault(
                    say("events.plan-table-beyond", who=Player(entrant), tables=text, **given)
                )
        for entrant, seat in sorted(plan.fixed.items()):
            if seat >= largest:
                sizes = ", ".join(map(str, stage.sizes.allowed))
                letters = {"seat": seat_letter(seat), "last": seat_letter(largest - 1)}
                raise UsageFault(
                    say("events.plan-seat-beyond", who=Player(entrant), sizes=sizes, **letters)
                )
    for a, b in combinations(sorted(plan.tables), 2):
        if plan.tables[a] == plan.tables[b]:
            table = plan.tables[a]
            raise UsageFault(say("events.plan-table-twice", a=Player(a), b=Player(b), table=table))


def rehearsals(plan: EventPlan, count: int, rules: EventRules) -> list[Rehearsal]:
    """Every stage with the number of its entrants; UsageFault for slots that nobody can hold."""
    found: list[Rehearsal] = []
    for at, stage in enumerate(plan.stages):
        earlier = {one.stage.name: one for one in found}
        entrants = coming(stage, earlier) if at else count
        found.append(Rehearsal(plan, stage, entrants, rules))
    return found


def _check_tables(plan: EventPlan, stage: StagePlan, count: int) -> None:
    """Refuse tables that cannot be filled, and too many rounds for them."""
    low, high = stage.sizes.allowed[0], stage.sizes.allowed[-1]
    given: dict[str, Any] = {"stage": stage.name, "count": count, "low": low, "high": high}
    if count < low:
        raise UsageFault(say("events.plan-few-for-table", **given))
    if stage.format == "one-table" and count not in stage.sizes.allowed:
        raise UsageFault(say("events.plan-many-for-table", **given))
    tables, byes = split(count, stage.sizes)
    if stage.points == COMPARISON and len(set(tables)) == len(tables):
        text = sizes_text(tables)
        raise UsageFault(
            say("events.plan-few-to-compare", stage=stage.name, count=count, tables=text)
        )
    if stage.rounds is None:
        return
    if byes * stage.rounds > count:
        raise UsageFault(
            say(
                "events.plan-too-many-byes",
                rounds=stage.rounds,
                byes=byes,
                need=byes * stage.rounds,
                count=count,
            )
        )
    if not plan.repeats or (stage.format == "swiss" and stage.settings.get("meetings") == "1"):
        _check_repeats(stage, count, byes)


def _check_repeats(stage: StagePlan, everybody: int, byes: int) -> None:
    """Without repeats everybody needs new opponents in every round.

    Those who share a table in round 2 come from different tables of round 1, or had a bye.
    """
    rounds, count = stage.rounds or 0, everybody - byes
    tables = split(everybody, stage.sizes).tables
    smallest = min(tables)
    need = rounds * (smallest - 1) + 1
    if need > count:
        apart = max(smallest - byes, 0) if rounds > 1 else 0
        need = max(need, apart * smallest)
        raise UsageFault(
            say("events.plan-too-many-rounds", rounds=rounds, size=smallest, need=need, count=count)
        )
    if rounds > 1 and tables[0] - byes > len(tables):
        raise UsageFault(
            say(
                "events.plan-tables-too-large",
                size=tables[0],
                count=count,
                tables=sizes_text(tables),
            )
        )


def _check_format(stage: Rehearsal) -> None:
    """Draw a stage in advance: UsageFault with the arithmetic of its format."""
    planned, length = stage.stage.rounds, stage.format_rounds
    if planned is not None and length is not None and length < planned:
        raise UsageFault(
            say(
                "events.plan-format-rounds",
                format=stage.stage.format,
                count=stage.count,
                length=length,
                rounds=planned,
            )
        )
    stage.draw_all()
    _ = stage.bracket


def coming(stage: StagePlan, earlier: Mapping[str, Rehearsal]) -> int:
    """How many entrants a stage gets from earlier stages; UsageFault with the arithmetic."""
    for one, other in combinations(stage.sources, 2):
        if _overlap(one, other):
            fault = say(
                "events.plan-slot-twice",
                stage=stage.name,
                one=quoted(str(one)),
                other=quoted(str(other)),
            )
            raise UsageFault(fault)
    return sum(_SlotCheck(stage, source, earlier).holders() for source in stage.sources)


def _overlap(one: StageSource, other: StageSource) -> bool:
    """Whether two slots surely name the same entrant."""
    same = (one.stage, one.part, one.round) == (other.stage, other.part, other.round)
    numbers = one.number is None or other.number is None or one.number == other.number
    if not same or not numbers or one.best or other.best:
        return False
    first, last = max(one.first, other.first), [each.last for each in (one, other) if each.last]
    return not last or first <= min(last)


class _SlotCheck:
    """One slot of a stage, and the stage from which it takes entrants."""

    def __init__(
        self, stage: StagePlan, source: StageSource, earlier: Mapping[str, Rehearsal]
    ) -> None:
        if source.stage not in earlier:
            known = ", ".join(earlier)
            raise UsageFault(say("events.plan-no-source", name=quoted(source.stage), known=known))
        self.source = source
        self.of = earlier[source.stage]
        self._words: dict[str, Any] = {
            "stage": stage.name, "slot": quoted(str(source)), "source": source.stage,
        }  # fmt: skip
        self._stage = stage

    def holders(self) -> int:
        """How many entrants hold the places."""
        source = self.source
        sizes = self._sizes()
        self._require_places(sizes)
        count = sum((source.last or size) - source.first + 1 for size in sizes)
        if source.best is not None and source.best > count:
            raise self._fault(Sentence("events.plan-few-for-best"), count=count, best=source.best)
        return count if source.best is None else source.best

    def _fault(self, sentence: Sentence, **more: Any) -> UsageFault:
        return UsageFault(sentence(**self._words, **more))

    def _sizes(self) -> Sequence[int]:
        """How many entrants each part has: the stage, its groups, or tables."""
        if self.source.part == GROUP:
            return self._picked(self._groups(), Sentence("events.plan-no-such-group"))
        if self.source.part == TABLE:
            return self._picked(self._round(), Sentence("events.plan-no-such-table"))
        if self.source.part == MATCH:
            return self._picked(tuple(self._matches()), Sentence("events.plan-no-such-match"))
        return (self.of.count,)

    def _picked(self, sizes: Sequence[int], sentence: Sentence) -> Sequence[int]:
        number = self.source.number
        if number is None:
            return sizes
        if number > len(sizes):
            raise self._fault(sentence, count=len(sizes), sizes=sizes_text(sizes))
        return sizes[number - 1 : number]

    def _groups(self) -> Sequence[int]:
        if not self.of.groups:
            raise self._fault(Sentence("events.plan-without-groups"), format=self.of.stage.format)
        return self.of.groups

    def _round(self) -> Sequence[int]:
        rounds, wanted = self.of.rounds, self.source.round
        if wanted is not None and rounds is not None and wanted > rounds:
            raise self._fault(
                Sentence("events.plan-no-such-round"), rounds=rounds, count=self.of.count
            )
        return self.of.tables(wanted or rounds or 1)

    def _matches(self) -> Iterator[int]:
        """The sizes of all tables; without an end if the organiser ends the stage."""
        number, rounds = self.source.number or 0, self.of.rounds
        for round_ in range(1, (number if rounds is None else rounds) + 1):
            yield from self.of.tables(round_)

    def _require_places(self, sizes: Sequence[int]) -> None:
        """UsageFault if a part has fewer entrants than the last place."""
        least, last = min(sizes, default=0), self.source.last or self.source.first
        if last <= least:
            return
        if not self.source.part:
            raise UsageFault(
                say(
                    "events.plan-few-for-source",
                    stage=self._stage.name,
                    last=last,
                    count=self.of.count,
                )
            )
        raise self._fault(
            Sentence("events.plan-few-in-part"), last=last, least=least, sizes=sizes_text(sizes)
        )


def _played(where: Situation, draw: Draw, number: int) -> Situation:
    """The situation after a round in which the better seeds won."""
    met = tuple(Met(number, pod, tuple(_places(pod))) for pod in draw.pods)
    byes = {one: (*where.bye_rounds.get(one, ()), number) for one in draw.byes}
    counts = {one: where.byes.get(one, 0) + 1 for one in draw.byes}
    return replace(
        where,
        met=where.met + met,
        byes={**where.byes, **counts},
        bye_rounds={**where.bye_rounds, **byes},
    )


def _places(pod: Sequence[EntrantId]) -> list[int]:
    ranked = sorted(pod)
    return [1 + ranked.index(one) for one in pod]
