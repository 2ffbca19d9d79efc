"""Gauntlet, stepladder, groups, arena and schedules that an organiser writes."""

from collections import Counter
from dataclasses import replace
from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import examples
from tests.formats.stages import TWO, Stage, meetings, seats, situation, sizes
from tourney.domain.errors import UsageFault
from tourney.domain.event_log import Met
from tourney.formats.formats import FORMATS

GAUNTLET, LADDER, GROUPS, ARENA, MANUAL = (
    FORMATS[name] for name in ("gauntlet", "stepladder", "groups", "arena", "manual")
)


def test_the_champion_meets_each_of_the_others_once_in_alternating_seats() -> None:
    stage = Stage(GAUNTLET, situation(5, TWO, settings={"champion": "3"})).play()
    pods = [pod for draw in stage.draws for pod in draw.pods]
    assert [set(pod) for pod in pods] == [{3, 1}, {3, 2}, {3, 4}, {3, 5}]
    assert seats(pods)[3] == {0: 2, 1: 2}


def test_a_gauntlet_of_four_seats_has_three_challengers_at_a_time() -> None:
    stage = Stage(GAUNTLET, situation(9, sizes(4, (3, 4)))).play()
    tables = [set(draw.pods[0]) for draw in stage.draws]
    assert tables == [{1, 2, 3, 4}, {1, 5, 6, 7}, {1, 8, 9}]


def test_a_late_challenger_comes_last() -> None:
    stage = Stage(GAUNTLET, situation(4, TWO))
    stage.next_round()
    stage.late(5)
    stage.play()
    assert [set(draw.pods[0]) for draw in stage.draws] == [{1, 2}, {1, 3}, {1, 4}, {1, 5}]


def test_an_unknown_champion_is_refused() -> None:
    with pytest.raises(UsageFault, match="champion='9' is not the number of an entrant"):
        GAUNTLET.draw(situation(4, TWO, settings={"champion": "9"}))


def test_a_stepladder_starts_with_the_lowest_seeds() -> None:
    """The best seed waits for the final, as in televised bowling finals (PBA): 4-3, 2, 1."""
    lowest_wins = lambda pod, _: tuple(sorted(pod)[::-1].index(each) + 1 for each in pod)  # noqa: E731
    stage = Stage(LADDER, situation(4, TWO), lowest_wins).play()
    assert [set(draw.pods[0]) for draw in stage.draws] == [{3, 4}, {2, 4}, {1, 4}]
    assert LADDER.order(stage.now) == ((4,), (1,), (2,), (3,))


def test_a_stepladder_at_larger_tables_ends_with_a_full_one() -> None:
    stage = Stage(LADDER, situation(9, sizes(4, (3, 4)))).play()
    assert [set(draw.pods[0]) for draw in stage.draws] == [{7, 8, 9}, {4, 5, 6, 7}, {1, 2, 3, 4}]
    assert LADDER.order(stage.now) == tuple((number,) for number in range(1, 10))


def test_a_ladder_that_cannot_be_filled_is_refused_with_the_numbers() -> None:
    with pytest.raises(UsageFault, match="9 entrants do not fill a stepladder with tables of 4 fr"):
        LADDER.draw(situation(9, sizes(4, (4,))))


def test_groups_are_dealt_back_and_forth_and_play_side_by_side() -> None:
    stage = Stage(GROUPS, situation(8, TWO, settings={"groups": "2"})).play()
    assert len(stage.draws) == 3
    for draw in stage.draws:
        assert draw.groups == (0, 0, 1, 1)
    met = meetings(pod for draw in stage.draws for pod in draw.pods)
    first, second = (1, 4, 5, 8), (2, 3, 6, 7)
    expected = {(a, b) for group in (first, second) for a in group for b in group if a < b}
    assert set(met) == expected
    assert set(met.values()) == {1}


def test_groups_of_different_size_end_after_different_rounds() -> None:
    stage = Stage(GROUPS, situation(7, TWO, settings={"groups": "2"})).play()
    played = Counter(chain.from_iterable(pod for draw in stage.draws for pod in draw.pods))
    assert sorted(played.values()) == [2, 2, 2, 3, 3, 3, 3]


def test_a_late_entrant_joins_the_smallest_group() -> None:
    stage = Stage(GROUPS, situation(7, TWO, settings={"groups": "2"}))
    stage.next_round()
    stage.late(8)
    stage.play()
    opponents = {a + b - 8 for a, b in meetings(chain.from_iterable(d.pods for d in stage.draws))
                 if 8 in (a, b)}  # fmt: skip
    assert opponents <= {2, 3, 6}
    assert len(opponents) == 2


def test_too_many_groups_are_refused_with_the_numbers() -> None:
    text = "9 entrants in 4 groups are 2 in the smallest group, but a table needs 3"
    with pytest.raises(UsageFault, match=text):
        GROUPS.draw(situation(9, sizes(3, (3, 4)), settings={"groups": "4"}))


def test_a_table_of_the_arena_starts_with_those_who_have_waited_longest() -> None:
    now = situation(9, sizes(4))
    draw = ARENA.draw(now)
    assert list(map(set, draw.pods)) == [{1, 2, 3, 4}, {5, 6, 7, 8}]
    met = (Met(1, draw.pods[0], (1, 2, 3, 4)), Met(1, draw.pods[1]))
    later = replace(now, round=2, met=met)
    [pod] = ARENA.draw(later).pods
    assert 9 in pod
    assert set(pod) < {1, 2, 3, 4, 9}


def test_who_is_at_a_table_does_not_wait() -> None:
    now = replace(situation(6, sizes(4)), round=2, met=(Met(1, (1, 2, 3, 4)),))
    with pytest.raises(UsageFault, match="2 entrants wait, but a table starts with 4"):
        ARENA.draw(now)
    [pod] = ARENA.draw(replace(now, settings={"start": "least"})).pods
    assert set(pod) == {5, 6}


def test_in_the_arena_opponents_change() -> None:
    stage = Stage(ARENA, situation(16, sizes(4)))
    for _ in range(4):
        stage.next_round()
    met = meetings(chain.from_iterable(draw.pods for draw in stage.draws))
    assert max(met.values()) <= 2


@examples(40)
@given(st.data())
def test_in_the_arena_nobody_waits_for_ever(data: st.DataObject) -> None:
    entrants = data.draw(st.integers(6, 12))
    never = frozenset([frozenset((1, 2))])
    stage = Stage(ARENA, situation(entrants, sizes(3, (3, 4)), never=never))
    for _ in range(2 * entrants):
        stage.next_round(data.draw(st.sets(st.integers(1, entrants), max_size=entrants - 5)))
    stage.next_round()
    stage.next_round()
    pods = [pod for draw in stage.draws for pod in draw.pods]
    assert set(chain.from_iterable(pods)) == set(range(1, entrants + 1))
    assert not any({1, 2} <= set(pod) for pod in pods)


def test_a_written_schedule_is_played_as_it_is() -> None:
    text = "1,2,3; 4,5,6 / 1,4 ; 2,5,3,6"
    stage = Stage(MANUAL, situation(7, sizes(3), settings={"schedule": text})).play()
    assert [draw.pods for draw in stage.draws] == [
        ((1, 2, 3), (4, 5, 6)), ((1, 4), (2, 5, 3, 6)),
    ]  # fmt: skip
    assert stage.draws[0].byes == (7,)


@pytest.mark.parametrize(("schedule", "text"), [
    ("1,2,x", "'x' in the pod '1,2,x' of the schedule is not the number of an entrant"),
    ("1,2;2,3", "entrant 2 is at two tables in round 1 of the schedule"),
    ("1,2,3,4,5,6,7", "round 1 of the schedule has a pod of 7; allowed: 2, 3, 4, 5 and 6"),
    ("", "the stage has no schedule, so round 1 cannot be drawn; give its tables"),
])  # fmt: skip
def test_a_wrong_schedule_is_refused_in_one_line(schedule: str, text: str) -> None:
    with pytest.raises(UsageFault) as fault:
        MANUAL.draw(situation(7, sizes(3), settings={"schedule": schedule}))
    assert fault.value.text().startswith(text)


PLAYED = ["gauntlet", "groups", "stepladder"]


@examples(30)
@given(st.data())
def test_absent_and_late_entrants_break_no_format(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(PLAYED))
    tables = data.draw(st.sampled_from([TWO, sizes(3), sizes(4, (3, 4, 5))]))
    entrants = newest = data.draw(st.integers(8, 12))
    stage = Stage(FORMATS[name], situation(entrants, tables, rounds=None))
    for _ in range(5):
        if stage.now.round > (stage.format.rounds(stage.now) or 0):
            break
        if data.draw(st.integers(0, 3)) == 0 and name != "stepladder":
            newest += 1
            stage.late(newest, known=stage.now.round > 1)
        absent = data.draw(st.sets(st.integers(1, newest), max_size=2))
        here = tuple(who for who in stage.now.seeding if who not in absent)
        left = stage.format.rounds(replace(stage.now, entrants=here)) or 0
        if name == "gauntlet" and stage.now.round > left:
            break  # it ends without its champion
        draw = stage.next_round(absent)
        assert stage.format.reasons(stage.now, draw, stage.now.seeding[-1])


@pytest.mark.parametrize(("name", "who", "text"), [
    ("gauntlet", 2, "N1 plays against all others in turn: round 1 of 7"),
    ("gauntlet", 3, "N3 plays in another round of the gauntlet"),
    ("groups", 4, "N4 plays in group 1"),
    ("arena", 3, "N3 was number 3 of those who waited (last table: round 0); of the longest "
     "waiting, opponents met least often were chosen"),
    ("stepladder", 1, "N1 has no table in this round and waits for a later one"),
])  # fmt: skip
def test_reasons_are_plain_sentences(name: str, who: int, text: str) -> None:
    now = situation(8, TWO)
    names = [f"N{number}" for number in range(9)]
    reasons = FORMATS[name].reasons(now, FORMATS[name].draw(now), who)
    assert reasons[0].text("en", names) == text
    assert all(one.text("ja", names) for one in reasons)
