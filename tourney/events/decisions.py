"""What may be done with an event: each function checks a change and returns the row of the log.

An impossible change is an error of one line. Entrants are numbers; a message that names one holds a
`Player` with that number, and the caller knows the names.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from itertools import chain, combinations
from typing import Any, Final

from engines.messages import Player, Sentence, say
from tourney.domain.bounds import ROUNDS
from tourney.domain.errors import Conflict, NotFound, TourneyError, UsageFault, quoted
from tourney.domain.event_log import (
    ADD_BOT,
    ADD_PLAYER,
    BEACON,
    CHECK_IN,
    ENTRY_UNDO,
    NEW,
    PUT_BACK,
    REPORT,
    SEAL,
    EnteredBot,
    EntrantId,
    EventChange,
    EventResult,
    EventRow,
    ReportedResult,
)
from tourney.domain.safe_text import in_one_form, one_form
from tourney.events.draws import EventRules, Wanted, drawn
from tourney.events.event_plan import MATCH, TABLE, EventPlan, Restrictions, StagePlan
from tourney.events.event_state import (
    CLOSED,
    OPEN,
    EventState,
    RoundState,
    StageState,
    TableState,
    after,
    apply,
    state_of,
)
from tourney.formats.formats import FORMATS
from tourney.render.code_words import stage_code

SECRET: Final = re.compile("[0-9a-f]{32}")
"""A seed that nobody can guess, as the program chooses it."""
MOST_NAMED: Final = 5
"""How many tables a message lists."""


def new(
    plan: EventPlan,
    seed: str,
    players: Sequence[int],
    bots: Sequence[EnteredBot] = (),
    fillers: int = 0,
) -> EventChange:
    """A new event; entrants are numbered in the order of `players`, which are ids, then bots.

    The last `fillers` of the bots only fill empty seats.
    """
    entrants = [[number, player] for number, player in enumerate(players, start=1)]
    details: dict[str, Any] = {"plan": plan.as_json(), "seed": seed, "entrants": entrants}
    if bots:
        details["bots"] = [[number, *bot] for number, bot in enumerate(bots, len(players) + 1)]
    if fillers:
        # Missing keys mean none: rows of events without bots stay as they always were.
        details["fillers"] = [bot[0] for bot in details["bots"][-fillers:]]
    return EventChange(NEW, details)


def sealed_text(state: EventState, source: str) -> str:
    """The text of which the commitment of an event is the SHA-256, before its beacon is known.

    Entrants are not in it: their numbers in a database say nothing elsewhere.
    """
    values = {"plan": state.plan.as_json(), "secret": state.seed, "source": source}
    whole = {"tourney-event": 1, **values}
    return json.dumps(whole, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def sealed(state: EventState, source: str) -> EventChange:
    """The event is committed to its plan, its seed and a public draw that is not known yet."""
    if state.sealed.commitment:
        raise Conflict(say("events.sealed-already", commitment=state.sealed.commitment))
    if any(stage.rounds for stage in state.stages) or len(state.stages) > 1:
        raise Conflict(say("events.seal-drawn"))
    # Anybody could find a short seed that fits the commitment.
    if not SECRET.fullmatch(state.seed):
        raise UsageFault(say("events.seal-guessable", seed=quoted(state.seed)))
    _require_one_form(source)
    found = sha256(sealed_text(state, source).encode()).hexdigest()
    return EventChange(SEAL, {"commitment": found, "source": source})


def _require_one_form(text: str) -> None:
    """UsageFault for a beacon or its source in another form, chosen among many for good draws."""
    if not in_one_form(text):
        raise UsageFault(say("events.beacon-form", text=quoted(text), form=quoted(one_form(text))))


def beacon_given(state: EventState, beacon: str) -> EventChange:
    """The public draw of a sealed event was made, once and for all."""
    if not state.sealed.commitment:
        raise Conflict(say("events.not-sealed"))
    if state.sealed.beacon:
        raise Conflict(say("events.other-beacon", beacon=quoted(state.sealed.beacon)))
    _require_one_form(beacon)
    return EventChange(BEACON, {"beacon": beacon})


def opened(state: EventState) -> EventChange:
    """The event begins."""
    if state.phase == CLOSED:
        raise Conflict(say("events.closed"))
    if state.phase == OPEN:
        raise Conflict(say("events.open-already"))
    return EventChange("event open")


def closed(state: EventState) -> EventChange:
    """The event ends; Conflict while results are missing."""
    require_open(state)
    require_results(state)
    return EventChange("event close")


def reopened(state: EventState) -> EventChange:
    """A closed event goes on."""
    if state.phase != CLOSED:
        raise Conflict(say("events.not-closed"))
    return EventChange("event reopen")


def require_open(state: EventState) -> None:
    """Conflict if the event is closed."""
    if state.phase == CLOSED:
        raise Conflict(say("events.closed"))


def require_results(state: EventState, only: StageState | None = None) -> None:
    """Conflict while results are missing, of all stages or of one."""
    missing = [place for place in state.missing() if only is None or place[0] == only.plan.name]
    if not missing:
        return
    stage, number, _ = missing[0]
    tables = [table for name, round_, table in missing if (name, round_) == (stage, number)]
    shown = ", ".join(map(str, tables[:MOST_NAMED])) + (", …" if len(tables) > MOST_NAMED else "")
    words: dict[str, Any] = {"round": number, "tables": shown, "count": len(tables)}
    if len(state.stages) > 1:
        raise Conflict(say("events.missing-in", **words, stage=stage))
    raise Conflict(say("events.missing", **words))


def added(
    state: EventState, player: int, entered: Mapping[int, EntrantId], *, signed_up: bool = False
) -> EventChange:
    """A late entry, or another entry before the first round; `entered` are the players so far.

    Who had `signed_up` waits again for the organiser if the entry is taken back.
    """
    require_open(state)
    # By id: under another name the same player has entered, too.
    number = entered.get(player)
    if number is not None:
        away = state.entrants[number].away
        raise Conflict(
            Sentence("events.entered-away" if away else "events.entered")(who=Player(number))
        )
    _require_open_to_all(state)
    details: dict[str, Any] = {"entrant": len(state.entrants) + 1, "player": player}
    return EventChange(ADD_PLAYER, {**details, "signed_up": True} if signed_up else details)


def _require_open_to_all(state: EventState) -> None:
    """Conflict for a stage whose entrants come from an earlier one."""
    if len(state.stages) > 1 or state.stage.plan.sources:
        raise Conflict(say("events.stage-has-sources", stage=state.stage.plan.name))


def added_bot(state: EventState, bot: EnteredBot) -> EventChange:
    """A bot enters; the caller has checked that its name is new in the event."""
    require_open(state)
    _require_open_to_all(state)
    return EventChange(ADD_BOT, {"entrant": len(state.entrants) + 1, "bot": list(bot)})


def withdrawn(state: EventState, entrant: EntrantId) -> EventChange:
    """An entry was a mistake: Conflict unless it is the newest one and was in no draw since."""
    require_open(state)
    # The number is given again, so nothing may rest on it.
    drawn = [round_ for stage in state.stages for round_ in stage.rounds]
    seated = chain(*(table.seats for one in drawn for table in one.tables))
    later = any(entrant in stage.seeding for stage in state.stages if stage is not state.stage)
    restricted = chain(*state.plan.restrictions.never, state.plan.restrictions.fixed,
                       state.plan.restrictions.tables)  # fmt: skip
    if (
        entrant != len(state.entrants)
        or entrant not in state.stage.joined
        or later
        or entrant in chain(seated, *(one.byes for one in drawn), restricted)
    ):
        raise Conflict(say("events.entry-is-used", who=Player(entrant)))
    return EventChange(ENTRY_UNDO, {"entrant": entrant})


def changed_bot(state: EventState, entrant: EntrantId, bot: EnteredBot) -> EventChange:
    """A bot plays in another version from now on."""
    require_open(state)
    return EventChange("event change-bot", {"entrant": entrant, "bot": list(bot)})


def dropped(state: EventState, entrant: EntrantId) -> EventChange:
    """Somebody leaves; a table of a drawn round is still played."""
    require_open(state)
    _require_here(state, entrant)
    return EventChange("event drop", {"entrant": entrant})


def _require_here(state: EventState, entrant: EntrantId) -> None:
    if state.entrants[entrant].away:
        raise Conflict(say("events.away-already", who=Player(entrant)))


def _require_drawn(state: EventState, entrant: EntrantId) -> None:
    """Conflict for a bot that only fills empty seats, perhaps at several tables."""
    if state.entrants[entrant].fills:
        raise Conflict(say("events.fills", who=Player(entrant)))


def came_back(
    state: EventState, entrant: EntrantId, *, undo: bool = False, number: int | None = None
) -> EventChange:
    """Somebody comes back, also to a table without a result of a round that is still played.

    That is a table which was missed because somebody left by not appearing, not one of a no-show
    in a single round. With `undo` the last no-show was a mistake: the round may be over, and who
    had left before stays away; with the number of a round, that of this round alone.
    """
    require_open(state)
    one = state.entrants[entrant]
    alone = undo and number is not None
    # A table has the row by which somebody left, or 0 for a no-show in this round alone. An undo
    # frees the tables of the last no-show, a return those of all of them.
    since = 0 if alone else max(1, one.no_show) if undo else 1
    missed = [
        (round_.number, table)
        for round_ in _open_rounds(state, number)
        for table in round_.tables
        if table.absent.get(entrant, -1) >= since
        and table.match is None
        and (undo or round_.missing())
    ]
    if alone:
        _require_here(state, entrant)
    if not (missed if alone else one.away):
        raise Conflict(say("events.here-already", who=Player(entrant)))
    if one.replaced_by is not None:
        by = Player(one.replaced_by)
        raise Conflict(say("events.was-replaced", who=Player(entrant), by=by))
    away = {"away": True} if undo and not alone and one.left_before else {}
    details = {"entrant": entrant, "tables": _for_log(state, missed), **away}
    return EventChange("event return", details)


def _open_rounds(
    state: EventState, number: int | None = None, stage: StageState | None = None
) -> list[RoundState]:
    """The rounds of a stage that can be played now: all of a schedule, else the last.

    By default of the newest stage. With a number only this round; Conflict if it is not among them.
    """
    stage = stage or state.stage
    rounds = stage.rounds if is_schedule(stage) else stage.rounds[-1:]
    if number is None:
        return list(rounds)
    wanted = [round_ for round_ in rounds if round_.number == number]
    if not wanted:
        _last_round(state, number, stage.plan.name)
        raise Conflict(say("events.not-drawn-yet", round=number, last=len(stage.rounds)))
    return wanted


def _open_tables(
    state: EventState, entrant: EntrantId, number: int | None = None
) -> list[tuple[int, TableState]]:
    """The tables of an entrant without a match, each with its round.

    Of rounds before the last only those that can still be played: somebody who waited there alone
    keeps the points for it.
    """
    # In the last round a table is also open on which too few are left to play.
    last = state.stage.rounds[-1:]
    return [
        (round_.number, table)
        for round_ in _open_rounds(state, number)
        for table in round_.tables
        if entrant in table.seats and table.match is None and (round_ in last or table.missing)
    ]


def _for_log(state: EventState, tables: Iterable[tuple[int, TableState]]) -> list[list[Any]]:
    """Tables of the newest stage as a row of the log has them: stage, round, table."""
    return [[state.stage.plan.name, number, table.number] for number, table in tables]


def no_show(state: EventState, entrant: EntrantId, number: int | None = None) -> EventChange:
    """Somebody does not appear: absent at a table without a result, and away from then on.

    In a schedule, at all such tables; with the number of a round only there, and not away.
    """
    require_open(state)
    open_ = _open_tables(state, entrant, number)
    tables = _for_log(state, (one for one in open_ if entrant not in one[1].absent))
    if number is not None:
        if not tables:
            raise Conflict(say("events.no-open-table", who=Player(entrant), round=number))
        return EventChange("event no-show", {"entrant": entrant, "tables": tables, "stays": True})
    if not tables:
        _require_here(state, entrant)
    return EventChange("event no-show", {"entrant": entrant, "tables": tables})


def replaced(
    state: EventState, entrant: EntrantId, player: int, entered: Mapping[int, EntrantId]
) -> EventChange:
    """Another player takes the seats of an entrant at tables without a result, and enters late.

    In a schedule or a bracket the other one has the place of the entrant from then on. Somebody who
    was replaced by the entrant takes the place back.
    """
    require_open(state)
    _require_here(state, entrant)
    _require_drawn(state, entrant)
    # The entrant who was replaced by this one, and now takes the place back.
    known = entered.get(player)
    # Only from who has the place now: a chain of substitutes is undone step by step.
    back = known if known and state.entrants[known].replaced_by == entrant else None
    _require_open_to_all(state)
    by = back or added(state, player, entered).details["entrant"]
    tables = _open_tables(state, entrant)
    # Rounds before the first seat that is taken over were played without the substitute.
    first = min((number for number, _ in tables), default=len(state.stage.rounds) + 1) - 1
    stored = {"player": player} if not back else {}
    before = state.stage.joined.get(by)
    joined = first if not back else None if before is None else min(before, first)
    named = _for_log(state, tables)
    details = {"entrant": entrant, "by": by, **stored, "tables": named, "joined": joined}
    return EventChange("event replace", details)


def paired(
    state: EventState,
    rules: EventRules,
    wanted: Wanted,
    number: int | None = None,
    name: str | None = None,
) -> list[EventChange]:
    """The next round of a stage, by default of the first one that can go on.

    Only a schedule, whose rounds depend on no result, does not wait for the rounds before.
    """
    require_open(state)
    stage = stage_to_draw(state, rules, name)
    stage_name, following = stage.plan.name, len(stage.rounds) + 1
    if not is_schedule(stage):
        require_results(state, stage)
    if number is not None and number < following:
        raise Conflict(say("events.drawn-already", round=number))
    if number is not None and number > following:
        raise Conflict(say("events.first-draw", round=number, next=following))
    length = rules.length(state, stage)
    if length is not None and following > length:
        # Fewer rounds because a champion has left are not the end that was planned.
        if needed := rules.needed(state, stage):
            who = tuple(map(Player, needed))
            raise Conflict(say("events.not-without", stage=stage_name, who=who))
        # The error says how it goes on: with the next stage, or not at all.
        more = state.next_plan() is not None
        over = Sentence("events.all-drawn-next" if more else "events.all-drawn")
        raise Conflict(over(stage=stage_name, count=length))
    details = drawn(state, stage, rules, wanted)
    # Only a bracket or a schedule can go on after a round without a match.
    goes_on = details["pods"] or (
        details["byes"]
        and (rules.decides(state, stage) or any(one.pods for one in rules.coming(state, stage)))
    )
    if not goes_on:
        raise Conflict(say("events.nobody-plays", stage=stage_name))
    return [EventChange("event pair", details)]


def all_paired(state: EventState, rules: EventRules, name: str | None = None) -> list[EventChange]:
    """All coming rounds of a schedule; UsageFault for a stage whose rounds depend on results."""
    stage = stage_to_draw(state, rules, name)
    name = stage.plan.name
    if not is_schedule(stage):
        raise UsageFault(say("events.one-by-one", stage=name, format=stage.plan.format))
    changes = paired(state, rules, Wanted(), name=name)
    while True:
        state = after(state, changes[-1])
        if not can_go_on(state, rules, begun_stage(state, name)):
            return changes
        changes += paired(state, rules, Wanted(), name=name)


def is_schedule(stage: StageState) -> bool:
    """Whether the rounds of a stage depend on no result."""
    format_ = FORMATS.get(stage.plan.format)
    fixed = format_ is not None and format_.scheduled
    return fixed or bool(stage.plan.settings.get("schedule"))


def stage_to_draw(state: EventState, rules: EventRules, name: str | None = None) -> StageState:
    """The stage whose next round is drawn: the named one, else the newest that can go on.

    If none can, it is the one whose results are missing, so that an error says which.
    """
    if name is not None:
        return begun_stage(state, name)
    if can_go_on(state, rules, state.stage):
        return state.stage
    others = [stage for stage in state.stages if stage is not state.stage]
    for stage in others:
        # An older stage with an open end goes on only if it is named.
        if rules.length(state, stage) is not None and can_go_on(state, rules, stage):
            return stage
    return next((one for one in (state.stage, *others) if one.missing()), state.stage)


def can_go_on(state: EventState, rules: EventRules, stage: StageState) -> bool:
    """Whether a stage has another round, and all results that it needs for it."""
    length = rules.length(state, stage)
    ready = is_schedule(stage) or not stage.missing()
    return ready and (length is None or len(stage.rounds) < length)


def begun_stage(state: EventState, name: str) -> StageState:
    """The begun stage of this name; NotFound."""
    stage = state.stage_named(name)
    if stage is None:
        known = ", ".join(stage.plan.name for stage in state.stages)
        raise NotFound(say("events.no-such-stage", stage=quoted(name), known=known))
    return stage


def _last_round(
    state: EventState, number: int | None = None, name: str | None = None
) -> tuple[RoundState, dict[str, Any]]:
    """The round of a stage that was drawn last, by default of the newest stage; also for the log.

    Conflict for another number or if none is drawn.
    """
    require_open(state)
    stage = state.stage if name is None else begun_stage(state, name)
    if not stage.rounds:
        raise Conflict(say("events.nothing-drawn", stage=stage.plan.name))
    last = stage.rounds[-1]
    if number is not None and number != last.number:
        raise Conflict(say("events.only-last", round=number, last=last.number))
    return last, {"stage": stage.plan.name, "round": last.number}


def _require_unlocked(round_: RoundState) -> None:
    if round_.locked:
        raise Conflict(say("events.locked", round=round_.number))


def unpaired_from(
    state: EventState, number: int | None = None, name: str | None = None
) -> list[EventChange]:
    """Take a round of a stage back, by default the last, with those after it; the last first."""
    last = _last_round(state, None, name)[0].number
    # A number beyond the last round is refused by the first of them, with its message.
    changes = [unpaired(state, number if number is None or number > last else None, name)]
    for _ in range(last - (number or last)):
        state = after(state, changes[-1])
        changes.append(unpaired(state, None, name))
    return changes


def unpaired(state: EventState, number: int | None = None, name: str | None = None) -> EventChange:
    """Take the last round of a stage back; Conflict if it is locked or a match of it is stored."""
    round_, place = _last_round(state, number, name)
    _require_unlocked(round_)
    # A stage that took places of this one would have other entrants. Slots of a table or a match
    # only look at a round that has been played.
    for other in state.stages:
        sources = (source for source in other.plan.sources if source.part not in (TABLE, MATCH))
        if any(source.stage == place["stage"] for source in sources):
            raise Conflict(say("events.feeds", stage=place["stage"], following=other.plan.name))
    stored = [table.number for table in round_.tables if table.match is not None]
    if stored:
        raise Conflict(say("events.has-results", round=round_.number, table=stored[0]))
    return EventChange("event unpair", place)


def put_back(state: EventState) -> EventChange:
    """The round that was just taken back as it was; Conflict if something else came after."""
    require_open(state)
    kept = state.taken_back
    if kept is None:
        raise Conflict(say("events.not-taken-back"))
    return EventChange(PUT_BACK, {"stage": kept.stage, "round": kept.round.number})


def paired_again(state: EventState, rules: EventRules) -> list[EventChange]:
    """Take back the last round and draw it again with those who are here now."""
    back = unpaired(state)
    # In the stage of the round: after it is taken back another one may be the newest.
    again = paired(after(state, back), rules, Wanted(), name=state.stage.plan.name)
    return [back, *again]


def swapped(
    state: EventState, a: EntrantId, b: EntrantId, number: int | None = None
) -> EventChange:
    """Two entrants exchange their seats in the last round, or a seat and a bye.

    With a number in this round, if it is the last one or one of a schedule. The stage is the newest
    in which both are drawn. UsageFault if entrants who may not share a table would; Conflict for a
    second bye.
    """
    stage = _stage_of(state, a, b, number)
    round_, _ = _last_round(state, name=stage.plan.name)
    # In a schedule the rounds after this one are drawn already; none of them depends on it.
    if number is not None:
        round_ = _open_rounds(state, number, stage)[0]
    _require_unlocked(round_)
    tables = [_swappable(state, round_, one) for one in (a, b)]
    if a == b or (tables[0] is None and tables[1] is None):
        raise Conflict(say("events.same-place", a=Player(a), b=Player(b)))
    for table, gone, come in ((tables[0], a, b), (tables[1], b, a)):
        # At one table they only change seats.
        if tables[0] is tables[1]:
            break
        if table is None:
            if stage.byes().get(come, 0):
                raise Conflict(say("events.second-bye", who=Player(come), other=Player(gone)))
            continue
        for other in table.seats:
            if other != gone and frozenset((come, other)) in state.plan.never:
                raise UsageFault(say("events.never-together", a=Player(come), b=Player(other)))
            if other != gone and not state.plan.repeats and _have_met(stage, round_, come, other):
                raise Conflict(say("events.swap-repeats", a=Player(come), b=Player(other)))
    place = {"stage": stage.plan.name, "round": round_.number}
    return EventChange("event swap", {**place, "a": a, "b": b})


def _stage_of(state: EventState, a: EntrantId, b: EntrantId, number: int | None) -> StageState:
    """The newest stage in whose last round two entrants have a seat or a bye, else the newest.

    With a number in this round, if it can be changed.
    """
    for stage in sorted(state.stages, key=lambda one: one.newest, reverse=True):
        drawn = stage.rounds if is_schedule(stage) else stage.rounds[-1:]
        at = [round_ for round_ in drawn if number in (None, round_.number)][-1:]
        if at and all(at[0].table_of(one) or one in at[0].byes for one in (a, b)):
            return stage
    return state.stage


def _swappable(state: EventState, round_: RoundState, entrant: EntrantId) -> TableState | None:
    """The table of an entrant without a stored match, None for a bye; Conflict."""
    _require_drawn(state, entrant)
    table = round_.table_of(entrant)
    if table is None and entrant not in round_.byes:
        raise Conflict(say("events.not-in-round", who=Player(entrant), round=round_.number))
    if table is not None and table.match is not None:
        raise Conflict(say("events.has-results", round=round_.number, table=table.number))
    return table


def meet_again(stage: StageState, number: int, entrant: EntrantId) -> list[EntrantId]:
    """Those at the table of an entrant in a round who meet the entrant in another round, too."""
    round_ = stage.rounds[number - 1]
    table = round_.table_of(entrant)
    seats = table.seats if table else []
    return [one for one in seats if one != entrant and _have_met(stage, round_, entrant, one)]


def _have_met(stage: StageState, but: RoundState, a: EntrantId, b: EntrantId) -> bool:
    """Whether two share a table in another round than this one."""
    others = (
        table.present() for round_ in stage.rounds if round_ is not but for table in round_.tables
    )
    return any(a in here and b in here for here in others)


def locked(state: EventState, number: int | None = None, name: str | None = None) -> EventChange:
    """The pairing of the last round of a stage is published and stays as it is."""
    round_, place = _last_round(state, number, name)
    _require_unlocked(round_)
    return EventChange("event lock", place)


def unlocked(state: EventState, number: int | None = None, name: str | None = None) -> EventChange:
    """The pairing of the last round of a stage may be changed again."""
    round_, place = _last_round(state, number, name)
    if not round_.locked:
        raise Conflict(say("events.not-locked", round=round_.number))
    return EventChange("event unlock", place)


def check_result(state: EventState, result: EventResult) -> None:
    """Raise the error for a result that does not fit the pairing of the event."""
    require_open(state)
    # What takes a match away fits wherever the match was.
    if not result.places and result.status in ("void", "removed", "moved"):
        return
    _, round_, table = check_place(state, result.stage, result.round, result.table)
    here, given = table.present(), result.entrants
    place: dict[str, Any] = {"round": round_.number, "table": table.number}
    for entrant in given:
        if entrant not in here:
            absent = entrant in table.absent
            there = Sentence("events.absent-there" if absent else "events.not-at-table")
            raise UsageFault(there(who=Player(entrant), **place))
    for one in here:
        if given.count(one) != 1:
            twice = one in given
            wrong = Sentence("events.seated-twice-at" if twice else "events.left-out")
            raise UsageFault(wrong(who=Player(one), **place))
    if table.match not in (None, result.match):
        raise Conflict(say("events.table-taken", round=round_.number, table=table.number))


def check_place(
    state: EventState, name: str, number: str, seated: str
) -> tuple[StageState, RoundState, TableState]:
    """Stage, round and table that the headers of a match name; NotFound."""
    stage, round_, table = state.place(name, number, seated)
    stage = stage or begun_stage(state, name)
    if round_ is None:
        where, count = stage.plan.name, len(stage.rounds)
        raise NotFound(say("events.no-such-round", round=quoted(number), stage=where, count=count))
    if table is None:
        counts = {"round": round_.number, "count": len(round_.tables)}
        raise NotFound(say("events.no-such-table", table=quoted(seated), **counts))
    return stage, round_, table


def reported(
    state: EventState,
    place: tuple[str, int, int],
    entrant: EntrantId,
    report: ReportedResult,
) -> EventChange:
    """Somebody at a table says how its match ended; `place` is stage, round and table.

    That is possible until the next round is drawn on the results, also against what others at the
    table said: then the organiser decides.
    """
    require_open(state)
    name, number, seated = place
    stage, round_, table = check_place(state, name, str(number), str(seated))
    words: dict[str, Any] = {"round": round_.number, "table": table.number}
    if not table.playable:
        raise Conflict(say("events.report-nobody-to-play", **words))
    if round_ not in _open_rounds(state, stage=stage):
        raise Conflict(say("events.report-too-late", **words))
    if entrant not in state.entrants:
        raise NotFound(say("events.no-such-entrant", number=entrant))
    if entrant not in table.present():
        absent = Sentence(
            "events.absent-there" if entrant in table.absent else "events.not-at-table"
        )
        raise UsageFault(absent(who=Player(entrant), **words))
    seats = len(table.present())
    if sorted(report.entrants) != sorted(table.present()) or not (
        len(report.scores) == len(report.places) == seats
    ):
        raise Conflict(say("events.report-other-players", **words))
    details = {name: list(values) for name, values in report._asdict().items()}
    where = {"stage": stage.plan.name, "round": round_.number, "table": table.number}
    return EventChange(REPORT, {**where, "entrant": entrant, **details})


def checked_in(state: EventState, entrant: EntrantId, status: str) -> EventChange:
    """Somebody is `here`, will come `late`, or neither if that was a mistake."""
    require_open(state)
    _require_here(state, entrant)
    return EventChange(CHECK_IN, {"entrant": entrant, "status": status})


def restricted(state: EventState, more: Restrictions) -> EventChange:
    """More restrictions, from the next draw on; a table that is taken is refused."""
    require_open(state)
    now = state.plan.restrictions
    tables = {**now.tables, **more.tables}
    for a, b in combinations(sorted(tables), 2):
        if tables[a] == tables[b]:
            who = {"a": Player(a), "b": Player(b)}
            raise UsageFault(say("events.plan-table-twice", **who, table=tables[a]))
    changed = Restrictions(now.never | more.never, {**now.fixed, **more.fixed}, tables)
    return EventChange("event restrict", changed.as_json())


def lifted(state: EventState, who: Sequence[EntrantId]) -> EventChange:
    """No restriction among these entrants any more; for one of them, none at all."""
    require_open(state)
    now, named = state.plan.restrictions, set(who)
    # Of one entrant everything is lifted, of several only what is between them.
    alone = len(named) == 1
    never = (pair for pair in now.never if not (pair & named if alone else pair <= named))
    fixed, tables = (
        {one: value for one, value in given.items() if not (alone and one in named)}
        for given in (now.fixed, now.tables)
    )
    changed = Restrictions(frozenset(never), fixed, tables)
    if changed == now:
        raise NotFound(say("events.no-restriction", who=tuple(map(Player, who))))
    return EventChange("event restrict", changed.as_json())


def unrestricted(state: EventState) -> EventChange:
    """Take back the last change of restrictions."""
    require_open(state)
    if not state.earlier:
        raise Conflict(say("events.nothing-restricted"))
    return EventChange("event restrict undo")


def stage_plans(state: EventState) -> list[StagePlan]:
    """The plans of all stages, those that have not begun last."""
    begun = [stage.plan for stage in state.stages]
    names = {plan.name for plan in begun}
    return [*begun, *(plan for plan in state.plan.stages if plan.name not in names)]


def planned_rounds(state: EventState, rules: EventRules, plan: StagePlan) -> int | None:
    """How many rounds a stage has; None if nobody knows yet."""
    stage = next((stage for stage in state.stages if stage.plan.name == plan.name), None)
    if stage is None:
        return plan.rounds
    length = rules.length(state, stage)
    return None if length is None else max(length, len(stage.rounds))


def known_rounds(state: EventState, rules: EventRules, plan: StagePlan) -> int:
    """How many rounds of a stage are planned, drawn or have a date."""
    drawn = next((len(stage.rounds) for stage in state.stages if stage.plan.name == plan.name), 0)
    dated = (number for name, number in state.dates if name == plan.name)
    return max(planned_rounds(state, rules, plan) or 0, drawn, *dated)


def dated(
    state: EventState, rules: EventRules, stage: str | None, first: int, dates: Sequence[str]
) -> EventChange:
    """Dates of a round and those after it, in the stage of this name or in the newest one.

    NotFound for a stage that does not exist; UsageFault for more dates than rounds.
    """
    require_open(state)
    plans = {one.name: one for one in stage_plans(state)}
    name = state.stage.plan.name if stage is None else stage
    plan = plans.get(name) or plans.get(stage_code(name))
    if plan is None:
        raise NotFound(say("events.no-stage-named", stage=quoted(name), known=", ".join(plans)))
    rounds = planned_rounds(state, rules, plan)
    last, most = first + len(dates) - 1, ROUNDS if rounds is None else rounds
    if last > most:
        raise UsageFault(say("events.date-beyond", round=last, stage=plan.name, count=most))
    return EventChange("event dates", {"stage": plan.name, "round": first, "dates": list(dates)})


def check_results(
    before: Sequence[EventRow], new: Sequence[EventRow], names: Mapping[EntrantId, str]
) -> None:
    """Raise an error for results that do not fit an event, with the names of the entrants."""
    state = state_of(before)
    listed = ("", *(names.get(entrant, f"#{entrant}") for entrant in state.entrants))
    # Each result is checked in the state after those before it: an import may hold two of a table.
    for row in new:
        try:
            check_result(state, EventResult.of(row.details))
        except TourneyError as fault:
            message = fault.message
            raise type(fault)(
                message if isinstance(message, str) else message.named(listed)
            ) from None
        apply(state, row)
