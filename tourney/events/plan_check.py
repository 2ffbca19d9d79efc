"""Refuses plans that cannot be played, with the arithmetic.

Each stage is tried out with as many entrants as it gets, as if the better seed always won.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import combinations
from typing import Any

from engines.api import seat_letter
from engines.messages import Player, Sentence, say
from tourney.agents.isolation import LEVELS
from tourney.domain import bounds
from tourney.domain.bounds import ROUNDS
from tourney.domain.documents import WrongValue, path_text, typed
from tourney.domain.errors import UsageFault, quoted
from tourney.domain.event_log import Met, Situation, Sizes
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
from tourney.formats.format_settings import TIME_LIMIT
from tourney.formats.history import apart
from tourney.formats.seating import sizes_text, split
from tourney.render.code_words import listed, typed_word
from tourney.scoring import point_system
from tourney.scoring.tiebreaks import require_plan


class Rehearsal:
    """A stage with so many entrants; number 1 is the best seed.

    The restrictions of the `plan` apply to its first stage, because only its entrants are known.
    """

    def __init__(self, plan: EventPlan, stage: StagePlan, count: int, rules: EventRules) -> None:
        self.stage = stage
        self.count = count
        self._format = rules.formats.get(stage.format)
        self._rules = rules
        self._plan = plan

    @cached_property
    def _where(self) -> Situation:
        """The situation before round 1."""
        everybody = tuple(range(1, self.count + 1))
        stage, plan = self.stage, self._plan
        # Settings of formats are tried with the seed 0: no draw of the event is shown here.
        seats = self._rules.seats[stage.game(1)]
        allowed = tuple(size for size in stage.sizes.allowed if size in seats)
        sizes = Sizes(allowed, stage.sizes.preferred)
        where = Situation(
            everybody, everybody, 1, sizes, 0, rounds=stage.rounds, settings=stage.settings
        )
        if stage is not plan.stages[0]:
            return where
        return replace(
            where, never=plan.never, fixed=plan.fixed, tables=plan.tables, new_seats=plan.new_seats
        )

    @cached_property
    def format_rounds(self) -> int | None:
        """How many rounds the format has, whatever the plan says."""
        return self._format.rounds(self._where) if self._format else None

    @property
    def rounds(self) -> int | None:
        """How many rounds the stage has; None if the organiser ends it."""
        known = [one for one in (self.format_rounds, self.stage.rounds) if one is not None]
        return min(known, default=None)

    def draw_all(self) -> None:
        """Draw the first round, and all rounds of a schedule that has to keep restrictions."""
        # Without a schedule only the organiser can make these rounds.
        given = self.stage.format == MANUAL and not self.stage.settings.get("schedule")
        if self._format is None or given or self._format.continuous:
            return
        self._format.check(self._where)
        scheduled = self._format.scheduled and apart(self._where)
        for number in range(1, (self.rounds or 1) + 1 if scheduled else 2):
            at = replace(self._where, round=number)
            at_fixed_tables(self._format.draw(at), at)

    @property
    def groups(self) -> tuple[int, ...]:
        """How many entrants each group has; empty for a format without groups."""
        if self._format is None or "groups" not in self._format.settings:
            return ()
        number = int(self.stage.settings.get("groups", self._format.settings["groups"]))
        share, more = divmod(self.count, number)
        return tuple(share + (at < more) for at in range(number))

    def tables(self, number: int) -> Sequence[int]:
        """The sizes of the tables of a round, in their order."""
        if self._format is not None and self._format.scheduled:
            draw = self._format.draw(replace(self._where, round=number))
            return tuple(map(len, draw.pods))
        if self.bracket:
            return self.bracket[number - 1]
        return split(self.count, self.stage.sizes).tables

    @cached_property
    def bracket(self) -> Sequence[Sequence[int]]:
        """The tables of all rounds of a bracket; empty for other formats."""
        if self._format is None or self._format.order(self._where) is None:
            return ()
        # Whom the restrictions keep apart changes no sizes.
        where = replace(self._where, never=frozenset())
        rounds: list[Sequence[int]] = []
        for number in range(1, min(self.rounds or 0, ROUNDS) + 1):
            draw = self._format.draw(replace(where, round=number))
            rounds.append(tuple(map(len, draw.pods)))
            # The better seeds win.
            ends = (tuple(1 + sorted(pod).index(one) for one in pod) for pod in draw.pods)
            met = [Met(number, *played) for played in zip(draw.pods, ends, strict=True)]
            byes = {entrant: (*where.bye_rounds.get(entrant, ()), number) for entrant in draw.byes}
            counts = {entrant: where.byes.get(entrant, 0) + 1 for entrant in draw.byes}
            where = replace(
                where,
                met=(*where.met, *met),
                byes={**where.byes, **counts},
                bye_rounds={**where.bye_rounds, **byes},
            )
        return rounds


def check_sound(plan: EventPlan, count: int) -> None:
    """Raise UsageFault for a plan beyond its limits, or that contradicts itself.

    It needs no games and no formats.
    """
    try:
        # In the form of the log: a plan that is accepted must be readable from there.
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
    restricted = {entrant for pair in plan.never for entrant in pair} | {*plan.fixed, *plan.tables}
    for entrant in sorted(restricted):
        if not 0 < entrant <= count:
            raise UsageFault(say("events.plan-not-an-entrant", number=entrant, count=count))


def check_plan(plan: EventPlan, count: int, rules: EventRules) -> None:
    """Raise UsageFault for a plan that cannot be played with so many entrants.

    Of an event that nobody has entered yet, numbers are checked when its rounds are drawn.
    """
    for stage in plan.stages:
        _check_names(stage, rules)
        for game in stage.games:
            seats = rules.seats[game]
            wrong = [size for size in stage.sizes.allowed if size not in seats]
            if wrong or not stage.sizes.allowed:
                size, ends = wrong[0] if wrong else 0, {"low": seats[0], "high": seats[-1]}
                raise UsageFault(say("events.plan-game-size", game=game, size=size, **ends))
        check_options(stage)
        require_plan(stage.tiebreaks, stage.system, stage.sizes.allowed)
    if not count:
        return
    _check_fixed(plan, count)
    for rehearsed in rehearsals(plan, count, rules):
        stage = rehearsed.stage
        _check_tables(plan, stage, rehearsed.count)
        length, planned = rehearsed.format_rounds, stage.rounds
        if planned is not None and length is not None and length < planned:
            counts = {"count": rehearsed.count, "length": length, "rounds": planned}
            raise UsageFault(say("events.plan-format-rounds", format=stage.format, **counts))
        # The format refuses what it cannot draw, with its arithmetic.
        rehearsed.draw_all()
        # Every round of a bracket is tried: a late one may have too few for its tables.
        _ = rehearsed.bracket


def _check_names(stage: StagePlan, rules: EventRules) -> None:
    """Refuse games, formats, settings and points that do not exist."""
    for game in stage.games:
        if game not in rules.seats:
            known = ", ".join(rules.seats)
            raise UsageFault(say("events.plan-unknown-game", game=quoted(game), known=known))
    format_ = rules.formats.get(stage.format)
    if format_ is None and stage.format != MANUAL:
        formats = listed([typed_word(one) for one in dict.fromkeys((*rules.formats, MANUAL))])
        words = {"format": quoted(stage.format), "known": formats}
        raise UsageFault(say("events.plan-unknown-format", **words))
    settings = format_.settings if format_ is not None else {}
    for name in stage.settings:
        if name not in settings:
            shown = ", ".join(settings) or say("events.plan-no-settings")
            words = {"format": stage.format, "name": quoted(name), "known": shown}
            raise UsageFault(say("events.plan-unknown-setting", **words))
    if stage.points != COMPARISON:
        point_system(stage.points)


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
    rehearsed: list[Rehearsal] = []
    for at, stage in enumerate(plan.stages):
        earlier = {one.stage.name: one for one in rehearsed}
        # The first stage has everybody, whatever slots it might name.
        entrants = _coming(stage, earlier) if at else count
        rehearsed.append(Rehearsal(plan, stage, entrants, rules))
    return rehearsed


def _check_tables(plan: EventPlan, stage: StagePlan, count: int) -> None:
    """Refuse tables that cannot be filled, and too many rounds for them."""
    low, high = stage.sizes.allowed[0], stage.sizes.allowed[-1]
    given: dict[str, Any] = {"stage": stage.name, "count": count, "low": low, "high": high}
    if count < low:
        raise UsageFault(say("events.plan-few-for-table", **given))
    if stage.format == "one-table" and count not in stage.sizes.allowed:
        raise UsageFault(say("events.plan-many-for-table", **given))
    tables, byes = split(count, stage.sizes)
    text, rounds = sizes_text(tables), stage.rounds
    # A seat is compared with the same seat at a table of the same size.
    if stage.points == COMPARISON and len(set(tables)) == len(tables):
        words: dict[str, Any] = {"stage": stage.name, "count": count, "tables": text}
        raise UsageFault(say("events.plan-few-to-compare", **words))
    if rounds is None:
        return
    # Nobody may have a second bye before all have had one: there are not enough for that.
    if byes * rounds > count:
        counts = {"rounds": rounds, "byes": byes, "need": byes * rounds, "count": count}
        raise UsageFault(say("events.plan-too-many-byes", **counts))
    if plan.repeats and not (stage.format == "swiss" and stage.settings.get("meetings") == "1"):
        return
    # Without repeats everybody needs new opponents in every round. Those who share a table in
    # round 2 come from different tables of round 1, or had a bye.
    playing, smallest = count - byes, min(tables)
    need = rounds * (smallest - 1) + 1
    if need > playing:
        apart_ = max(smallest - byes, 0) if rounds > 1 else 0
        need = max(need, apart_ * smallest)
        counts = {"rounds": rounds, "size": smallest, "need": need, "count": playing}
        raise UsageFault(say("events.plan-too-many-rounds", **counts))
    if rounds > 1 and tables[0] - byes > len(tables):
        words = {"size": tables[0], "count": playing, "tables": text}
        raise UsageFault(say("events.plan-tables-too-large", **words))


def _coming(stage: StagePlan, earlier: Mapping[str, Rehearsal]) -> int:
    """How many entrants a stage gets from earlier stages; UsageFault with the arithmetic."""
    for one, other in combinations(stage.sources, 2):
        # Whether they surely name the same entrant.
        # Not `best`: who holds such a place depends on results.
        same = (one.stage, one.part, one.round) == (other.stage, other.part, other.round)
        numbers = one.number is None or other.number is None or one.number == other.number
        ends = [each.last for each in (one, other) if each.last]
        meet = not ends or max(one.first, other.first) <= min(ends)
        if same and numbers and meet and not one.best and not other.best:
            slots = {"one": quoted(str(one)), "other": quoted(str(other))}
            raise UsageFault(say("events.plan-slot-twice", stage=stage.name, **slots))
    return sum(_holders(stage, source, earlier) for source in stage.sources)


def _holders(stage: StagePlan, source: StageSource, earlier: Mapping[str, Rehearsal]) -> int:
    """How many entrants hold the places of a slot."""
    of = earlier.get(source.stage)
    if of is None:
        known = ", ".join(earlier)
        raise UsageFault(say("events.plan-no-source", name=quoted(source.stage), known=known))
    words: dict[str, Any] = {
        "stage": stage.name, "slot": quoted(str(source)), "source": source.stage
    }  # fmt: skip
    # How many entrants each part has: the stage, its groups, or tables.
    sizes: Sequence[int] = (of.count,)
    missing, rounds = Sentence("events.plan-no-such-table"), of.rounds
    if source.part == GROUP:
        missing, sizes = Sentence("events.plan-no-such-group"), of.groups
        if not sizes:
            raise UsageFault(say("events.plan-without-groups", **words, format=of.stage.format))
    elif source.part == TABLE:
        if source.round is not None and rounds is not None and source.round > rounds:
            words |= {"rounds": rounds, "count": of.count}
            raise UsageFault(say("events.plan-no-such-round", **words))
        sizes = of.tables(source.round or rounds or 1)
    elif source.part == MATCH:
        # Without an end if the organiser ends the stage.
        missing, number = Sentence("events.plan-no-such-match"), source.number or 0
        numbers = range(1, (number if rounds is None else rounds) + 1)
        sizes = [size for round_ in numbers for size in of.tables(round_)]
    if source.part and source.number is not None:
        if source.number > len(sizes):
            raise UsageFault(missing(**words, count=len(sizes), sizes=sizes_text(sizes)))
        sizes = sizes[source.number - 1 : source.number]
    least, last = min(sizes, default=0), source.last or source.first
    if last > least and not source.part:
        counts = {"last": last, "count": of.count}
        raise UsageFault(say("events.plan-few-for-source", stage=stage.name, **counts))
    if last > least:
        words |= {"last": last, "least": least, "sizes": sizes_text(sizes)}
        raise UsageFault(say("events.plan-few-in-part", **words))
    # Without a last place all from the first on, such as the losers of a table.
    count = sum((source.last or size) - source.first + 1 for size in sizes)
    if source.best is not None and source.best > count:
        raise UsageFault(say("events.plan-few-for-best", **words, count=count, best=source.best))
    return count if source.best is None else source.best
