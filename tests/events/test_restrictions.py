"""Restrictions: who may sit with whom, at which table and in which seat."""

import json
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from tests.conftest import Tourney
from tests.events.simulated import SEATS
from tests.formats.situations import first_round, next_round
from tourney.domain.errors import UsageFault
from tourney.domain.event_log import Draw, Met, Sizes
from tourney.events.draws import EventRules, at_fixed_tables
from tourney.events.event_plan import EventPlan, StagePlan
from tourney.events.plan_check import check_plan
from tourney.formats.formats import FORMATS
from tourney.formats.seating import seated

RULES = EventRules(FORMATS, SEATS)
NEVER = frozenset(map(frozenset, ((1, 2), (1, 3), (2, 3), (7, 8))))
FIXED = {4: 0, 5: 1, 6: 0}
TABLES = {9: 2, 10: 1}


@pytest.mark.parametrize(("format_", "count", "sizes"), [
    ("swiss", 10, (2, 3, 4)), ("swiss", 12, (2,)), ("roundrobin", 12, (3,)), ("arena", 12, (3,))
])  # fmt: skip
def test_every_restriction_is_kept_in_every_round(
    format_: str, count: int, sizes: tuple[int, ...]
) -> None:
    where = first_round(count, sizes, sizes[0], seed=3, never=NEVER, fixed=FIXED, tables=TABLES,
                        rounds=3)  # fmt: skip
    rng = Random(1)
    for _ in range(3):
        draw = at_fixed_tables(FORMATS[format_].draw(where), where)
        pairs = {frozenset(pair) for pod in draw.pods for pair in combinations(pod, 2)}
        assert not pairs & NEVER
        seats = {entrant: seat for pod in draw.pods for seat, entrant in enumerate(pod)}
        assert {entrant: seats[entrant] for entrant in FIXED} == FIXED
        at = {entrant: number for number, pod in enumerate(draw.pods, 1) for entrant in pod}
        assert {entrant: at[entrant] for entrant in TABLES} == TABLES
        where = next_round(where, draw, rng)


def test_at_one_table_everybody_has_every_seat_before_one_again() -> None:
    met: list[Met] = []
    for number in range(1, 5):
        [pod] = seated([(1, 2, 3, 4)], met, {}, number, new=True)
        met.append(Met(number, pod, (1, 2, 3, 4)))
    for entrant in range(1, 5):
        assert sorted(one.pod.index(entrant) for one in met) == [0, 1, 2, 3]


def test_a_round_with_fewer_tables_has_the_fixed_entrant_at_its_last_one() -> None:
    where = first_round(6, (2,), 2, tables={1: 9, 2: 1})
    draw = at_fixed_tables(Draw(((1, 3), (5, 6), (2, 4)), groups=(0, 1, 2)), where)
    assert (draw.pods, draw.groups) == (((2, 4), (5, 6), (1, 3)), (2, 1, 0))


def plan(
    format_: str, sizes: tuple[int, ...], rounds: int | None = None, **more: object
) -> EventPlan:
    settings = more.pop("settings", {})
    stage = StagePlan("main", format_, ("diamonds",), Sizes(sizes, sizes[-1]), rounds=rounds,
                      settings=settings)  # type: ignore[arg-type]  # fmt: skip
    return EventPlan((stage,), **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("of", "fault"),
    [
        (plan("roundrobin", (2,), fixed={1: 0, 2: 0}),
         "B and C meet in round 2, but both have the same fixed seat; free one of them, or choose "
         "a format that need not bring them together"),
        (plan("roundrobin", (2,), tables={1: 1, 2: 2}), "B and C meet in round 2, but have "
         "different fixed tables; free one of them, or choose a format that need not bring them "
         "together"),
        (plan("roundrobin", (2,), settings={"cycles": "2", "meetings": "1"}),
         "cycles=2 lets every pair meet 2 times, and meetings=1 allows fewer; change one of them"),
        (plan("roundrobin", (4,), rounds=6, settings={"meetings": "2"}),
         "6 rounds give each entrant 18 meetings with 7 others, and in the best schedule found a "
         "pair meets 3 times (allowed: 2); play fewer rounds or change meetings"),
        (plan("one-table", (4,), never=frozenset([frozenset((1, 3))])),
         "B and D may not share a table, but there is only one; lift the restriction with tourney "
         "event restrict --lift, or choose another format"),
        (plan("swiss", (4,), rounds=2, settings={"meetings": "1"}),
         "8 entrants make 4+4: those at a table of 4 cannot all sit at different tables in round "
         "2, so some would meet again; use smaller --sizes or allow repeats"),
        (plan("swiss", (4,), tables={1: 3}),
         "B has the fixed table 3, but 8 entrants make 4+4: 2 tables"),
        (plan("swiss", (4,), tables={1: 2, 4: 2}),
         "B and E have the same fixed table 2, and would sit together in every round; change one "
         "of them"),
        (plan("swiss", (4,), fixed={3: 4}),
         "D has the fixed seat E, but tables have 4 seats; choose a seat from A to D"),
        (plan("swiss", (4,), never=frozenset(map(frozenset, combinations((1, 2, 3), 2)))),
         "no round of 8 entrants was found that keeps all restrictions; remove a restriction, a "
         "fixed seat or the limit of meetings")
    ]
)  # fmt: skip
def test_restrictions_that_cannot_be_kept_are_refused_before_the_event(
    of: EventPlan, fault: str
) -> None:
    """A player without a known name is called by a letter; number 1 is B."""
    stage = of.stages[0]
    count = 4 if stage.format == "one-table" or stage.sizes.preferred == 2 else 8
    with pytest.raises(UsageFault) as found:
        check_plan(of, count, RULES)
    assert str(found.value) == fault


FAMILIES = "name,family\nKen,Mori\nMei,mori\nYui,\nRen,\nAiko,Sato\nOno,Sato\n"


def test_families_of_a_file_are_kept_apart_and_every_change_is_in_the_log(tourney: Tourney) -> None:
    Path("p.csv").write_text(FAMILIES, "utf-8")
    made = ("event", "new", "Cup", "--players", "p.csv", "--game", "diams", "--sizes", "3",
            "--schedule", "swiss", "--rounds", "2", "--apart", "family", "--fixed-seat", "Yui=b",
            "--fixed-table", "Ren=2", "--new-seats", "--max-meetings", "2",
            "--seed", "1")  # fmt: skip
    text = tourney(*made, "--dry-run").out
    assert 'never = [["Aiko", "Ono"], ["Ken", "Mei"]]' in text
    Path("plan.toml").write_text(text, "utf-8")
    assert tourney("event", "new", "--plan", "plan.toml", "--dry-run").out == text
    assert tourney(*made).code == 0
    assert tourney("event", "restrict", "--never", "Yui,Ren").code == 0
    assert tourney("event", "restrict", "--lift", "Ken,Mei").code == 0
    assert tourney("event", "restrict", "--undo").code == 0
    assert tourney("event", "restrict", "--lift", "Ken,Yui").err == (
        "tourney: there is no restriction to lift for Ken and Yui; see tourney event explain\n"
    )
    assert tourney("event", "pair").code == 0
    rows = json.loads(tourney("event", "show", "--json").out)
    tables = [row["players"] for row in rows]
    assert "Ren" in tables[1]
    assert tables[0][1] == "Yui"
    assert all(len({"Ken", "Mei"} & set(table)) == 1 for table in tables)
    said = tourney("event", "explain", "Ren").out.splitlines()
    assert said[-3:] == [
        "Ren has the fixed table 2",
        "Ren may never share a table with Yui",
        "two players may meet 2 times; with this round Ren has met nobody at the table more than 1 "
        "time",
    ]
    assert tourney("event", "replay").code == 0
