"""The rounds of an event: drawn, taken back, changed, dated and explained."""

import re
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any, Final

from engines.messages import Message, Player, Sentence, say
from tourney.app.event_session import EventSession
from tourney.app.event_views import tables_table
from tourney.domain.errors import Conflict, NotFound, UsageFault, quoted
from tourney.domain.event_log import EntrantId, EventRow, Pod
from tourney.domain.match_values import PairedMatch
from tourney.domain.names import names_of, parts_of
from tourney.events import decisions, stages
from tourney.events.attendance import playing_in
from tourney.events.decisions import dated, known_rounds, stage_plans
from tourney.events.draws import MANUAL, Wanted, as_draw, restrictions_of, situation
from tourney.events.event_plan import NONE, Restrictions, StagePlan, read_dates, shown, slot_text
from tourney.events.event_state import EventState, RoundState, StageState
from tourney.events.stage_standings import points
from tourney.render.text_tables import Column, Row, Table, fixed
from tourney.store.matches import unfinished_matches

AUTO = "auto"
FIGURES: Final[Mapping[str, Sentence]] = {
    "repeats": Sentence("app.event-repeats"),
    "spread": Sentence("app.event-spread"),
    "small tables": Sentence("app.event-small-tables"),
    "most meetings of a pair": Sentence("app.event-most-meetings"),
    "fewest meetings of a pair": Sentence("app.event-fewest-meetings"),
    "seats": Sentence("app.event-seats"),
    "time limit": Sentence("app.event-time-limit"),
}
"""What a measure of a round says; `least` is the smallest value that is known to be possible."""
USUAL: Final[Mapping[str, int]] = {"small tables": 0, "time limit": 0, "seats": 1}
"""Values up to which a measure is not worth a line."""


def draw(
    session: EventSession, wanted: Wanted, number: int | None = None, stage: str | None = None
) -> None:
    """Draw the next round of a stage, or take the wanted tables, and show them."""
    if not wanted.pods and not wanted.sizes and stage is None:
        # The next stage begins if the newest cannot go on and those who play in it are decided.
        state, known = session.state, session.rules
        over = not decisions.can_go_on(state, known, state.stage)
        if over and stages.next_is_ready(state, known):
            begin(session, None, None)
    rows = session.change(
        lambda state, _: decisions.paired(state, session.rules, wanted, number, stage)
    )
    _show_drawn(session, rows[-1])


def draw_all(session: EventSession, stage: str | None) -> None:
    """Draw all coming rounds of a schedule and show their tables."""
    rows = session.change(lambda state, _: decisions.all_paired(state, session.rules, stage))
    first, last = rows[0].details, rows[-1].details
    words = {"first": first["round"], "last": last["round"], "stage": first["stage"]}
    session.say(say("app.event-all-drawn", **words))
    drawn = decisions.begun_stage(session.state, first["stage"])
    session.host.show(tables_table(session, range(first["round"], last["round"] + 1), [drawn]))
    which = () if drawn is session.state.stage else ("--stage", drawn.plan.name)
    session.undo("unpair", "--round", str(first["round"]), *which, names=(session.event.name,))


def _show_drawn(session: EventSession, row: EventRow) -> None:
    """Say how a round was drawn, and show its tables."""
    details = row.details
    words: dict[str, Any] = {
        "round": details["round"],
        "stage": details["stage"],
        "count": len(details["pods"]),
        "game": details["game"],
    }
    if "program" in details:
        session.say(say("app.event-paired-by", **words, program=details["program"]))
    elif details["how"] == MANUAL:
        session.say(say("app.event-given", **words))
    else:
        session.say(say("app.event-drawn", **words, seed=str(details["seed"])))
    if details["byes"]:
        session.say(say("app.event-byes", who=tuple(map(Player, details["byes"]))))
    # Of the row, not of a new search: what is said is what the log proves.
    draw_of_row = as_draw(details)
    if draw_of_row.cost is not None and draw_of_row.bound is not None:
        if draw_of_row.cost == draw_of_row.bound:  # proven
            session.say(say("app.event-best"))
        else:
            session.say(say("app.event-cost", cost=draw_of_row.cost, bound=draw_of_row.bound))
    for name, (value, least) in draw_of_row.figures.items():
        sentence = FIGURES.get(name)
        if sentence is None or value <= USUAL.get(name, -1):
            continue
        if name == "repeats" and not value:
            session.say(say("app.event-no-repeats"))
        else:
            smallest = (
                say("app.event-nothing")
                if least is None
                else say("app.event-least", least=_number(least))
            )
            session.say(sentence(value=_number(value), least=smallest))
    drawn = session.state.stage
    session.host.show(tables_table(session, [drawn.rounds[-1].number], [drawn]))
    for one in drawn.rounds[:-1]:
        if missing := len(one.missing()):  # a schedule does not wait for them
            words = {"count": missing, "tables": len(one.tables), "round": one.number}
            session.say(say("app.event-still-open", **words))
    session.undo("unpair", names=(session.event.name,))
    if not drawn.rounds[-1].tables:
        command = session.next_step()
        session.say(
            say("app.event-nobody-has-to-play", round=drawn.rounds[-1].number, command=command)
        )


def draw_again(session: EventSession) -> None:
    """Take back the last round and draw it again, in one change."""
    newest = session.state.stage
    _require_nothing_begun(session, newest.plan.name, len(newest.rounds))
    rows = session.change(lambda state, _: decisions.paired_again(state, session.rules))
    _show_drawn(session, rows[-1])


def wanted_tables(session: EventSession, text: str) -> Wanted:
    """Tables written `auto`, as sizes or as names; UsageFault."""
    plain = text.strip()
    if plain.lower() == AUTO:
        return Wanted()
    # Short numbers are sizes, whatever players are called: one player alone is no table.
    parts = parts_of(plain.replace("+", ","))
    if all(word.isascii() and word.isdecimal() and len(word) < 3 for word in parts):
        return Wanted(sizes=tuple(map(int, parts)))
    pods: tuple[Pod, ...] = tuple(
        tuple(map(session.entrant, names_of(part)))
        for part in re.split("[;；]", plain)
        if part.strip()
    )
    if not pods or any(not pod for pod in pods):
        raise UsageFault(say("app.event-bad-pods", text=quoted(text)))
    return Wanted(pods=pods)


def _number(value: Any) -> str:
    return str(value) if value.denominator == 1 else fixed(value, 2)


def take_back(session: EventSession, number: int | None, stage: str | None) -> None:
    """Take back a round of a stage with those after it, by default the last of the newest stage."""
    with session.naming():
        changes = decisions.unpaired_from(session.state, number, stage)
    # Before anything is taken back: the rounds are one change, or none of them.
    for change in changes:
        _require_nothing_begun(session, change.details["stage"], change.details["round"])
    rows = session.change(lambda state, _: decisions.unpaired_from(state, number, stage))
    for row in rows:
        session.say(say("app.event-undrawn", **row.details))
    # The log keeps one round that was taken back. Of a schedule, of which more can be taken back
    # at once, the same rounds are drawn again.
    if len(rows) == 1:
        session.undo("unpair", "--undo", names=(session.event.name,))
    else:
        which = () if stage is None else ("--stage", stage)
        session.undo("pair", "--all", *which, names=(session.event.name,))


def put_back(session: EventSession) -> None:
    """Restore the round that was just taken back."""
    (row,) = session.change(lambda state, _: [decisions.put_back(state)])
    session.say(say("app.event-redrawn", **row.details))
    name = row.details["stage"]
    which = () if name == session.state.stage.plan.name else ("--stage", name)
    session.undo("unpair", *which, names=(session.event.name,))


def _require_nothing_begun(session: EventSession, name: str, number: int) -> None:
    """Conflict if a match of a round of a stage is being recorded or played."""
    stage = decisions.begun_stage(session.state, name)
    for one in unfinished_matches(session.store):
        at = PairedMatch.of(one.name, dict(one.headers))
        # A recording that names no stage may be meant for this one.
        here = at.event == session.event.name and at.stage in ("", stage.plan.name)
        if here and at.round == str(number) and not one.practice:
            words = {"match": quoted(one.name), "id": one.name, "command": one.command}
            raise Conflict(say("app.event-in-progress", round=number, **words))


def exchange(session: EventSession, name: str, other: str, number: int | None) -> None:
    """Exchange two places in the last round, or in the one of this number."""
    a, b = session.entrant(name), session.entrant(other)
    with session.naming():
        place = decisions.swapped(session.state, a, b, number).details
    name, at = place["stage"], place["round"]
    stage = decisions.begun_stage(session.state, name)
    _require_nothing_begun(session, name, at)
    # Only meetings that the exchange brings are said: the others were there before.
    before = {one: set(decisions.meet_again(stage, at, one)) for one in (a, b)}
    session.change(lambda state, _: [decisions.swapped(state, a, b, number)])
    session.say(say("app.event-swapped", a=Player(a), b=Player(b), round=at))
    stage = decisions.begun_stage(session.state, name)
    for one in (a, b):
        again = decisions.meet_again(stage, at, one)
        if not before[one].issuperset(again):
            session.say(
                say("app.event-meets-again", who=Player(one), others=tuple(map(Player, again)))
            )
    only = () if number is None else ("--round", str(number))
    session.undo("swap", *only, names=(session.names[a], session.names[b]))


def protect(session: EventSession, number: int | None, stage: str | None, *, undo: bool) -> None:
    """Lock the last round of a stage, or unlock it."""
    act = decisions.unlocked if undo else decisions.locked
    (row,) = session.change(lambda state, _: [act(state, number, stage)])
    sentence = Sentence("app.event-is-unlocked") if undo else Sentence("app.event-is-locked")
    session.say(sentence(round=row.details["round"]))
    which = () if stage is None else ("--stage", stage)
    words = ("lock", *(() if undo else ("--undo",)), *which)
    session.undo(*words, names=(session.event.name,))


def begin(
    session: EventSession,
    top: int | None,
    game: str | None,
    *,
    lots: bool = False,
    ahead: Sequence[str] = (),
) -> None:
    """Begin the next stage, or a final of the best `top` in a game."""
    lines: list[Message] = []
    first = [session.entrant(one) for one in ahead]

    def decide(state: EventState, _: object) -> list[Any]:
        plan = None
        if top is not None:
            planned = state.next_plan()
            of = game or (planned or state.stage.plan).games[-1]
            plan = stages.final_plan(state, top, game, session.rules.seats[of])
        change, goes_on = stages.begun(
            state, session.rules, added_plan=plan, lots=lots, ahead=first
        )
        # A change that another process overtakes is decided again: only its last lines are said.
        lines[:] = [
            say(
                "app.event-by-lots",
                who=tuple(map(Player, line.equals)),
                places=line.places,
                source=slot_text(line.source),
            )
            for line in goes_on.lines
            if not line.decided
        ]
        return [change]

    (row,) = session.change(decide)
    who = tuple(map(Player, row.details["entrants"]))
    session.say(say("app.event-begun", stage=row.details["plan"]["name"], count=len(who), who=who))
    for line in lines:
        session.say(line)
    session.undo("final", "--undo", names=(session.event.name,))


def cancel(session: EventSession) -> None:
    """Take back the beginning of a stage."""
    (row,) = session.change(lambda state, _: [stages.cancelled(state)])
    session.say(say("app.event-not-begun", stage=row.details["stage"]))
    begun = next(one for one in reversed(session.view.rows) if one.what == "event final")
    # What undoes this are the options that begin the stage as it was begun.
    details, options = begun.details, list[str]()
    # A final that the organiser added is in no plan: it is asked for again by size and game.
    plan, planned = StagePlan.from_json(details["plan"]), session.state.next_plan()
    if plan != planned:
        options += ["--top", str(plan.sources[0].last), "--game", plan.games[-1]]
    if details["ahead"]:
        options += ["--ahead", ",".join(session.names[one] for one in details["ahead"])]
    if details["lots"]:
        options.append("--lots")
    session.undo("final", *options, names=(session.event.name,))


def reasons(
    session: EventSession, name: str, number: int | None, stage_name: str | None
) -> Sequence[Message]:
    """Why an entrant has this table in a round; by default in the newest stage of theirs."""
    who, state = session.entrant(name), session.state
    if stage_name is not None:
        with session.naming():
            stage = decisions.begun_stage(state, stage_name)
    else:  # the newest one of the entrant, unless it only leads to the newest of all
        own = [one for one in state.stages if one.rounds and who in one.seeding]
        stage = max(own, key=lambda one: one.newest, default=state.stage)
        if stage.plan.name in {source.stage for source in state.stage.plan.sources}:
            stage = state.stage
    round_ = stage.round(number if number is not None else len(stage.rounds))
    if round_ is None:
        words: dict[str, Any] = {"stage": stage.plan.name, "round": number or 1}
        raise NotFound(say("app.event-no-round", **words, count=len(stage.rounds)))
    # A draw is explained with what was known before it, not with the results that came after.
    before = StageState(stage.plan, stage.seeding, stage.rounds[: round_.number - 1], stage.joined)
    worth = points(state, before)
    first = [_sits(round_, who, worth), *_not_playing(state, stage, round_, who)]
    format_ = session.rules.formats.get(stage.plan.format)
    allowed = session.rules.seats[round_.game]
    where = situation(state, stage, allowed, rounds=round_.number - 1)
    table = round_.table_of(who)
    own_limits = restrictions_of(where, tuple(table.seats) if table else (), who)
    if round_.details["how"] == MANUAL or format_ is None:
        return [*first, say("app.event-no-reasons", round=round_.number), *own_limits]
    if who not in playing_in(stage, round_.number):
        return first
    # Bots that fill empty seats were not drawn.
    as_drawn = next((set(pod) for pod in round_.details["pods"] if who in pod), set())
    filled = {bot for _, _, bot in round_.details["filled"]}
    if as_drawn != (set(table.seats) - filled if table else set()):
        return [*first, say("app.event-changed-table", round=round_.number), *own_limits]
    return [*first, *format_.reasons(where, as_draw(round_.details), who), *own_limits]


def _not_playing(
    state: EventState, stage: StageState, round_: RoundState, who: EntrantId
) -> list[Message]:
    """Why an entrant plays no match of a round, if it is not for the format to say."""
    # The order matters: who was replaced is away, too, but that is not the reason.
    one, table = state.entrants[who], round_.table_of(who)
    if table is not None:
        return [say("app.event-did-not-appear", who=Player(who))] if who in table.absent else []
    if one.fills:
        return [say("app.event-only-fills", who=Player(who))]
    if who not in stage.seeding:
        return [say("app.event-not-in-stage", who=Player(who), stage=stage.plan.name)]
    other, joined = one.replaced_by, stage.joined.get(who, 0)
    if other is not None and (round_.table_of(other) or other in round_.byes):
        return [say("app.event-plays-instead", who=Player(who), other=Player(other))]
    if who in round_.details["away"]:
        return [say("app.event-had-left", who=Player(who), round=round_.number)]
    if joined >= round_.number:
        return [say("app.event-drawn-from", who=Player(who), round=joined + 1)]
    return []


def _sits(round_: RoundState, who: EntrantId, worth: Any) -> Message:
    words: dict[str, Any] = {"who": Player(who), "points": fixed(worth.get(who, 0), 2)}
    table = round_.table_of(who)
    if table is None:
        if who in round_.byes:
            return say("app.event-has-bye", **words)
        return say("app.event-not-drawn", **words, round=round_.number)
    others = tuple(
        say("app.event-with-points", who=Player(one), points=fixed(worth.get(one, 0), 2))
        for one in table.seats
        if one != who
    )
    return say("app.event-sits", **words, table=table.number, others=others)


def dates_table(session: EventSession) -> Table:
    """Every round that is planned, drawn or has a date."""
    columns = (
        Column("stage", importance=5),
        Column("round", align="right", importance=9),
        Column("date", importance=8),
        Column("game"),
        Column("tables", align="right"),
    )
    state, rows = session.state, list[Row]()
    begun = {stage.plan.name: stage for stage in state.stages}
    for plan in stage_plans(state):
        for number in range(1, known_rounds(state, session.rules, plan) + 1):
            date = shown(state.dates.get((plan.name, number), ""))
            drawn = begun[plan.name].round(number) if plan.name in begun else None
            tables = len(drawn.tables) if drawn else None
            rows.append((plan.name, number, date or None, plan.game(number), tables))
    return Table(columns, rows)


def set_dates(session: EventSession, stage: str | None, first: int, text: str) -> None:
    """Set the dates of a round and those after it."""
    # The state changes in place, so that the dates that undo the change are copied before it.
    dates, before = read_dates(text), dict(session.state.dates)
    (row,) = session.change(lambda state, _: [dated(state, session.rules, stage, first, dates)])
    name = row.details["stage"]
    old = [before.get((name, number), "") for number in range(first, first + len(dates))]
    for number, date in enumerate(dates, start=first):
        words = {"round": number, "stage": name}
        session.say(
            say("app.event-has-date", date=shown(date), **words)
            if date
            else say("app.event-no-date", **words)
        )
    back = ",".join(date or NONE for date in old)
    options = ("--stage", name, "--round", str(first), "--dates", back)
    session.undo("dates", *options, names=(session.event.name,))


def restrict(
    session: EventSession,
    never: Sequence[Sequence[str]],
    seats: Sequence[tuple[str, int]],
    tables: Sequence[tuple[str, int]],
) -> None:
    """Add restrictions that hold from the next draw on."""
    groups = [[session.entrant(name) for name in names] for names in never]
    for group, names in zip(groups, never, strict=True):
        if len(set(group)) < 2:
            raise UsageFault(say("app.event-never-alone", text=quoted(",".join(names))))
    more = Restrictions(
        frozenset(frozenset(pair) for group in groups for pair in combinations(group, 2)),
        {session.entrant(name): seat for name, seat in seats},
        {session.entrant(name): table for name, table in tables},
    )
    if more == Restrictions():
        raise UsageFault(say("app.event-restrict-what"))
    session.change(lambda state, _: [decisions.restricted(state, more)])
    _say_restricted(
        session, sorted({*(one for group in groups for one in group), *more.fixed, *more.tables})
    )


def lift(session: EventSession, names: Sequence[str]) -> None:
    """Lift restrictions among some entrants, or all of one."""
    who = [session.entrant(name) for name in names]
    session.change(lambda state, _: [decisions.lifted(state, who)])
    _say_restricted(session, who)


def restrict_as_before(session: EventSession) -> None:
    """Take back the last change of restrictions."""
    session.change(lambda state, _: [decisions.unrestricted(state)])
    session.say(say("app.event-restricted-as-before"))


def _say_restricted(session: EventSession, who: Sequence[EntrantId]) -> None:
    """Say that the restrictions of some entrants have changed, and how to undo it."""
    names = tuple(map(Player, who))
    session.say(say("app.event-restricted", who=names, round=len(session.state.stage.rounds) + 1))
    session.undo("restrict", "--undo", names=(session.event.name,))
