"""Refuses plans that cannot be played, with the arithmetic."""

from itertools import combinations
from typing import Any

from engines.api import seat_letter
from engines.messages import Player, say
from tourney.agents.isolation import LEVELS
from tourney.domain import bounds
from tourney.domain.documents import WrongValue, path_text, typed
from tourney.domain.errors import UsageFault, quoted
from tourney.domain.event_schema import PlanShape
from tourney.events.actions import EventRules
from tourney.events.dates import read_date
from tourney.events.drawing import MANUAL
from tourney.events.game_options import check_options
from tourney.events.plan import COMPARISON, POLICIES, EventPlan, StagePlan
from tourney.events.rehearsal import Rehearsal
from tourney.events.slot_check import coming
from tourney.formats.format_settings import TIME_LIMIT
from tourney.formats.table_sizes import sizes_text, split
from tourney.render.code_words import listed, typed_word
from tourney.scoring import point_system
from tourney.scoring.tiebreaks import require_plan


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
