"""Events on the pure fold: a simple format, and organisers who do everything in random order."""

import json
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import combinations
from random import Random

from tourney.domain.errors import TourneyError, UsageFault
from tourney.domain.event_log import (
    RESULT,
    Draw,
    EnteredBot,
    EntrantId,
    EventChange,
    EventResult,
    EventRow,
    Situation,
    Sizes,
)
from tourney.events import decisions, stages
from tourney.events.draws import EventRules, Wanted
from tourney.events.event_plan import POLICIES, EventPlan, Restrictions, StagePlan, StageSource
from tourney.events.event_state import EventState, apply, state_of
from tourney.events.plan_check import check_plan
from tourney.formats.format_settings import Format
from tourney.formats.formats import FORMATS

SEATS = {"diams": range(2, 6), "diamonds": range(2, 7)}


def by_lot(situation: Situation) -> Draw:
    """Tables by lot; too many entrants for the tables have a bye, the lowest without one first."""
    count = len(situation.entrants)
    byes = next(n for n in range(count + 1) if split(count - n, situation.sizes.allowed))
    low = sorted(
        situation.entrants,
        key=lambda one: (situation.byes.get(one, 0), situation.points.get(one, 0), -one),
    )
    resting = low[:byes]
    rest = [one for one in situation.entrants if one not in resting]
    Random(situation.seed).shuffle(rest)
    pods = []
    for size in split(count - byes, situation.sizes.allowed) or ():
        pods.append(tuple(rest[:size]))
        rest = rest[size:]
    return Draw(tuple(pods), tuple(resting))


def split(count: int, sizes: Sequence[int]) -> tuple[int, ...] | None:
    """Tables for so many, the largest first; None if there are none."""
    if not count:
        return ()
    for size in sorted(sizes, reverse=True):
        rest = split(count - size, sizes) if size <= count else None
        if rest is not None:
            return (size, *rest)
    return None


SLOTS = (
    ("top 4 of main",),
    ("winners of round 2 of main", "best 2 runners-up of round 2 of main"),
    ("winner of match 1 of main", "losers of table 1 of round 3 of main"),
)
"""Where the entrants of the final come from."""
BY_LOT = Format(
    settings={},
    draw=by_lot,
    reasons=lambda situation, draw, entrant: (),
)
RULES = EventRules({"lots": BY_LOT, "one-table": FORMATS["one-table"]}, SEATS)


def simple_plan(**changes: object) -> EventPlan:
    """Three rounds at tables of 3 to 5, then a final of the best four."""
    main = StagePlan("main", "lots", ("diamonds",), Sizes((3, 4, 5), 4), rounds=3)
    last = StagePlan("final", "one-table", ("diams",), Sizes((2, 3, 4, 5), 4), rounds=1,
                     sources=(StageSource("main", 1, 4),))  # fmt: skip
    values: dict[str, object] = {"stages": (main, last), "bye": Fraction(2)}
    return EventPlan(**{**values, **changes})  # type: ignore[arg-type]


@dataclass
class Organiser:
    """An event with its rows; every command is one call, and refused ones change nothing."""

    plan: EventPlan
    count: int = 9
    seed: str = "7"
    fillers: int = 0
    rules: EventRules = RULES
    rows: list[EventRow] = field(default_factory=list)
    refused: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        bots = [EnteredBot(number, "greedy", "1") for number in range(1, self.fillers + 1)]
        people = range(101, 101 + self.count)
        self.write(decisions.new(self.plan, self.seed, people, bots, self.fillers))
        self.state = state_of(self.rows)
        self.players = 100 + self.count
        self.matches = 0

    def write(self, change: EventChange) -> None:
        """Append a row as it comes back from the database."""
        details = json.loads(json.dumps(change.details))
        self.rows.append(EventRow(len(self.rows) + 1, change.what, details))

    def do(self, *changes: EventChange) -> None:
        """Write rows and change the state."""
        for change in changes:
            self.write(change)
            apply(self.state, self.rows[-1])

    def persons(self) -> dict[EntrantId, int]:
        people = ((number, one.player) for number, one in self.state.entrants.items())
        return {number: player for number, player in people if player is not None}

    def pair(self, *pods: tuple[int, ...], sizes: tuple[int, ...] = ()) -> None:
        self.do(*decisions.paired(self.state, self.rules, Wanted(pods, sizes)))

    def enter(self, player: int | None = None) -> None:
        self.players += 1
        self.do(decisions.added(self.state, player or self.players, self.state.entered))

    def replace(self, entrant: EntrantId, back: EntrantId | None = None) -> None:
        """A new player takes the place of an entrant, or somebody who was replaced does again."""
        self.players += 1
        player = self.persons()[back] if back else self.players
        self.do(decisions.replaced(self.state, entrant, player, self.state.entered))

    def result(
        self, number: int, table: int, scores: Sequence[int], *, match: int | None = None,
        stage: str = "", status: str = "complete", forfeits: tuple[int, ...] = ()
    ) -> None:  # fmt: skip
        """A result of those who are present, as the store would write it."""
        at = self.state.stage_named(stage)
        assert at is not None
        seats = at.rounds[number - 1].tables[table - 1].present()
        places = tuple(1 + sum(other > mine for other in scores) for mine in scores)
        if match is None:
            self.matches += 1
        self.put(
            EventResult(stage, str(number), str(table), match or self.matches, status, seats,
                        tuple(scores), places, forfeits)
        )  # fmt: skip

    def put(self, result: EventResult) -> None:
        """Check a result and write its row."""
        decisions.check_result(self.state, result)
        self.do(EventChange(RESULT, result.details()))

    def void(self, stage: str, number: int, table: int, match: int) -> None:
        self.put(EventResult(stage, str(number), str(table), match, "void"))

    def play(self) -> None:
        """Results for all open tables: the first seat wins."""
        for stage, number, table in self.state.missing():
            found = self.state.stage_named(stage)
            assert found is not None
            seats = found.rounds[number - 1].tables[table - 1].present()
            self.result(number, table, range(len(seats), 0, -1), stage=stage)


def random_event(seed: int) -> Organiser:
    """An event whose organiser does everything in random order, also what is not possible."""
    luck = Random(seed)
    fillers = max(0, luck.randrange(-3, 3))
    plan = _random_plan(luck)
    main, last = plan.stages
    sources = tuple(map(StageSource.from_text, luck.choice(SLOTS)))
    count = luck.randrange(5, 14)
    chosen = replace(plan, stages=(main, replace(last, sources=sources)))
    with suppress(UsageFault):  # one table has no two runners-up: the best of main go on instead
        check_plan(chosen, count, RULES)
        plan = chosen
    return _random_steps(Organiser(plan, count, str(seed), fillers), luck)


def event_of_format(name: str, seed: int) -> Organiser:
    """The same with a format of the program, at tables of two or of three to five."""
    luck = Random(f"{name} {seed}")
    plan = _random_plan(luck)
    two = name in TWO_SEATS or (name not in PODS and luck.random() < 0.5)
    sizes = Sizes((2,), 2) if two else Sizes((3, 4, 5), 4)
    settings = {key: luck.choice(values) for key, values in CHOICES.get(name, {}).items()}
    main = replace(
        plan.stages[0], format=name, sizes=sizes, settings=settings,
        rounds=4 if name in ("swiss", "arena", "one-table") else None
    )  # fmt: skip
    count = 4 if name == "one-table" else luck.randrange(4 if two else 6, 13)
    plan = replace(plan, stages=(main, plan.stages[1]), never=frozenset())
    with suppress(UsageFault):
        check_plan(plan, count, REAL)
        return _random_steps(Organiser(plan, count, str(seed), rules=REAL), luck)
    # Six at two heats of three leave no table for those who would come back: they are out.
    main = replace(main, settings={**settings, "losers": "out"})
    plan = replace(plan, stages=(main, plan.stages[1]))
    check_plan(plan, count, REAL)
    return _random_steps(Organiser(plan, count, str(seed), rules=REAL), luck)


REAL = EventRules(FORMATS, SEATS)
TWO_SEATS = ("knockout", "double-elimination")
PODS = ("heats", "one-table")
TIES = {"ties": ("seed", "lots")}
CHOICES: dict[str, dict[str, tuple[str, ...]]] = {
    "knockout": {**TIES, "third": ("yes", "no")},
    "double-elimination": {**TIES, "reset": ("yes", "no")},
    "heats": {**TIES, "losers": ("out", "repechage", "double"), "fill": ("needed", "full")},
    "stepladder": TIES,
    "roundrobin": {"cycles": ("1", "2")},
}
"""Settings that an event of a format has by lot."""


def _random_plan(luck: Random) -> EventPlan:
    return simple_plan(
        policy=luck.choice(POLICIES), bye=Fraction(luck.choice((0, 2, 3))),
        missed=Fraction(luck.choice((0, 1))),
        never=frozenset(frozenset(luck.sample(range(1, 6), 2)) for _ in range(luck.randrange(2)))
    )  # fmt: skip


def _random_steps(one: Organiser, luck: Random) -> Organiser:
    for _ in range(luck.randrange(20, 60)):
        _step(one, luck)
    return one


def _step(one: Organiser, luck: Random) -> None:
    action = luck.choices(list(STEPS), list(STEPS.values()))[0]
    before = len(one.rows)
    try:
        action(one, luck)
    except TourneyError as fault:
        code = fault.message if isinstance(fault.message, str) else fault.message.code
        one.refused[code] += 1
        assert len(one.rows) == before


def _pair(one: Organiser, luck: Random) -> None:
    try:
        one.pair()
    except TourneyError:
        change, _ = stages.begun(one.state, one.rules, lots=True)
        one.do(change)


def _restrict(one: Organiser, luck: Random) -> None:
    """A fixed table, or the last change of restrictions is taken back."""
    if luck.random() < 0.3:
        one.do(decisions.unrestricted(one.state))
        return
    more = Restrictions(tables={_some(one, luck): luck.randrange(1, 4)})
    one.do(decisions.restricted(one.state, more))


def _some(one: Organiser, luck: Random) -> EntrantId:
    return luck.choice(list(one.state.entrants))


def _round(one: Organiser, luck: Random) -> int | None:
    """A round of a schedule in which somebody does not appear, or None: the player leaves."""
    rounds = len(one.state.stage.rounds)
    if not rounds or not decisions.is_schedule(one.state.stage) or luck.random() < 0.5:
        return None
    return luck.randint(1, rounds)


def _result(one: Organiser, luck: Random) -> None:
    open_tables = one.state.missing()
    if not open_tables:
        return
    stage, number, table = luck.choice(open_tables)
    found = one.state.stage_named(stage)
    assert found is not None
    seats = found.rounds[number - 1].tables[table - 1].present()
    scores = [luck.randrange(6) for _ in seats]
    gone = tuple(seat for seat in range(len(seats)) if luck.random() < 0.05)
    one.result(number, table, scores, stage=stage, forfeits=gone)


def _stored(one: Organiser, luck: Random) -> tuple[str, int, int, int] | None:
    found = [
        (stage.plan.name, round_.number, table.number, table.match)
        for stage in one.state.stages
        for round_, table in stage.tables()
        if table.match is not None
    ]
    return luck.choice(found) if found else None


def _correct(one: Organiser, luck: Random) -> None:
    at = _stored(one, luck)
    if at is not None:
        stage, number, table, match = at
        found = one.state.stage_named(stage)
        assert found is not None
        seats = found.rounds[number - 1].tables[table - 1].present()
        one.result(number, table, [luck.randrange(6) for _ in seats], stage=stage, match=match)


def _void(one: Organiser, luck: Random) -> None:
    at = _stored(one, luck)
    if at is not None:
        one.void(*at)


def _close(one: Organiser, luck: Random) -> None:
    one.do(decisions.closed(one.state))
    if luck.random() < 0.9:
        one.do(decisions.reopened(one.state))


def _replace_back(one: Organiser, luck: Random) -> None:
    gone = [each for each in one.state.entrants.values() if each.replaced_by is not None]
    if gone:
        back = luck.choice(gone)
        assert back.replaced_by is not None
        one.replace(back.replaced_by, back.number)


STEPS = {
    _pair: 8,
    _result: 30,
    _correct: 3,
    _void: 1,
    lambda one, luck: one.enter(): 3,
    lambda one, luck: one.enter(luck.choice(list(one.persons().values()))): 1,
    lambda one, luck: one.do(decisions.dropped(one.state, _some(one, luck))): 2,
    lambda one, luck: one.do(decisions.came_back(one.state, _some(one, luck))): 2,
    lambda one, luck: one.do(
        decisions.came_back(one.state, _some(one, luck), undo=True, number=_round(one, luck))
    ): 1,
    lambda one, luck: one.do(decisions.no_show(one.state, _some(one, luck), _round(one, luck))): 2,
    lambda one, luck: one.replace(_some(one, luck)): 1,
    lambda one, luck: one.do(decisions.unpaired(one.state)): 2,
    lambda one, luck: one.do(*decisions.paired_again(one.state, RULES)): 1,
    _restrict: 1,
    lambda one, luck: one.do(
        decisions.swapped(one.state, _some(one, luck), _some(one, luck), _round(one, luck))
    ): 2,
    lambda one, luck: one.do(decisions.locked(one.state)): 1,
    lambda one, luck: one.do(decisions.unlocked(one.state)): 1,
    lambda one, luck: one.do(decisions.opened(one.state)): 1,
    lambda one, luck: one.do(stages.cancelled(one.state)): 1,
    _close: 1,
    lambda one, luck: one.do(decisions.put_back(one.state)): 1,
    _replace_back: 1,
}
"""What an organiser does, and how often."""


def met(state: EventState) -> Counter[frozenset[EntrantId]]:
    """How often each pair shared a table."""
    return Counter(
        frozenset(pair)
        for stage in state.stages
        for _, table in stage.tables()
        for pair in combinations(table.present(), 2)
    )
