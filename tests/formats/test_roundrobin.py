"""Round robins, from published tables to entrants who come late and go early."""

import tracemalloc
from dataclasses import replace
from itertools import chain, combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.messages import Message
from tests.examples import examples
from tests.formats.stages import TWO, Stage, meetings, seats, situation, sizes
from tourney.domain.errors import UsageFault
from tourney.domain.event_log import Met, Pod
from tourney.formats.formats import FORMATS

ROBIN = FORMATS["roundrobin"]

# FIDE Handbook C.05, annex 1: Berger tables.
BERGER = {
    4: "1-4 2-3  4-3 1-2  2-4 3-1",
    6: "1-6 2-5 3-4  6-4 5-3 1-2  2-6 3-1 4-5  6-5 1-4 2-3  3-6 4-2 5-1",
    8: "1-8 2-7 3-6 4-5  8-5 6-4 7-3 1-2  2-8 3-1 4-7 5-6  8-6 7-5 1-4 2-3  3-8 4-2 5-1 6-7  "
    "8-7 1-6 2-5 3-4  4-8 5-3 6-2 7-1",
}


def published(entrants: int) -> list[tuple[Pod, ...]]:
    """The rounds of a published table."""
    return [
        tuple(tuple(map(int, pair.split("-"))) for pair in line.split())
        for line in BERGER[entrants].split("  ")
    ]


@pytest.mark.parametrize("entrants", BERGER)
def test_two_seats_follow_the_berger_tables(entrants: int) -> None:
    stage = Stage(ROBIN, situation(entrants, TWO)).play()
    assert [draw.pods for draw in stage.draws] == published(entrants)


@pytest.mark.parametrize("entrants", [3, 5, 7])
def test_with_an_odd_number_the_opponent_of_the_last_place_has_a_bye(entrants: int) -> None:
    stage = Stage(ROBIN, situation(entrants, TWO)).play()
    for draw, pairs in zip(stage.draws, published(entrants + 1), strict=True):
        last = next(pair for pair in pairs if entrants + 1 in pair)
        assert draw.byes == tuple(set(last) - {entrants + 1})
        assert draw.pods == tuple(pair for pair in pairs if pair != last)


def test_a_double_round_robin_repeats_with_other_seats_and_no_seat_three_times_in_a_row() -> None:
    """The last two rounds of the first cycle are exchanged, as annex 1 of C.05 advises."""
    stage = Stage(ROBIN, situation(8, TWO, settings={"cycles": "2"})).play()
    rounds, table = [draw.pods for draw in stage.draws], published(8)
    assert rounds[:7] == [*table[:5], table[6], table[5]]
    assert rounds[7:] == [tuple(pod[::-1] for pod in pods) for pods in table]
    for who in range(1, 9):
        had = "".join(str(pod.index(who)) for pods in rounds for pod in pods if who in pod)
        assert "000" not in had
        assert "111" not in had


def test_five_thousand_entrants_need_no_memory_that_grows_with_their_square() -> None:
    first = situation(5000, TWO, round=1234)
    tracemalloc.start()
    try:
        draw = ROBIN.draw(first)
        used = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert len(draw.pods) == 2500
    assert ROBIN.rounds(first) == 4999
    assert used < 5000 * 5000 // 4


def test_everyone_meets_once_in_a_single_round_robin_of_an_affine_plane() -> None:
    stage = Stage(ROBIN, situation(16, sizes(4))).play()
    pods = [pod for draw in stage.draws for pod in draw.pods]
    assert set(meetings(pods).values()) == {1}
    assert len(meetings(pods)) == 16 * 15 // 2
    for counts in seats(pods).values():
        assert sorted(counts.values()) == [1, 1, 1, 2]


def test_a_draw_has_the_balance_of_the_schedule_and_the_best_that_is_possible() -> None:
    stage = Stage(ROBIN, situation(13, sizes(4), rounds=4)).play()
    draw = stage.draws[0]
    met = meetings(pod for draw in stage.draws for pod in draw.pods)
    assert draw.cost == draw.bound == sum(m * (m - 1) for m in met.values())
    assert draw.figures["most meetings of a pair"] == (max(met.values()), 2)
    assert ROBIN.draw(situation(16, sizes(4))).figures["fewest meetings of a pair"] == (1, 1)


def test_the_seed_of_the_round_does_not_change_the_schedule() -> None:
    draws = [ROBIN.draw(situation(16, sizes(4), seed=seed)).pods for seed in (1, 2)]
    assert draws[0] == draws[1]


def test_another_seed_of_the_stage_gives_other_tables() -> None:
    draws = [ROBIN.draw(situation(16, sizes(4), stage_seed=seed)).pods for seed in (1, 2)]
    assert draws[0] != draws[1]


def test_a_late_entrant_takes_the_free_place_of_a_berger_table() -> None:
    stage = Stage(ROBIN, situation(5, TWO))
    stage.next_round()
    stage.late(6)
    stage.play()
    expected = [*published(6)]
    assert stage.draws[0].pods == expected[0][1:]
    assert [draw.pods for draw in stage.draws[1:]] == expected[1:]


def test_a_late_entrant_without_a_free_place_still_meets_everybody() -> None:
    stage = Stage(ROBIN, situation(6, TWO))
    for _ in range(2):
        stage.next_round()
    stage.late(7)
    stage.play()
    met = meetings(pod for draw in stage.draws for pod in draw.pods)
    assert met == dict.fromkeys(combinations(range(1, 8), 2), 1)
    assert len(stage.draws) <= 9


@pytest.mark.parametrize("seed", range(12))
def test_a_round_that_is_drawn_anew_brings_those_at_different_fixed_tables_together_last(
    seed: int,
) -> None:
    """1 and 2 are at other tables. Round 2 of eight has many pairings in which they do not meet."""
    stage = Stage(ROBIN, situation(6, TWO))
    stage.next_round()
    stage.late(7)
    stage.late(8)
    stage.now = replace(stage.now, seed=seed, tables={1: 1, 2: 2})
    assert stage.next_round().byes == ()


def test_a_late_entrant_takes_the_free_place_of_a_small_table() -> None:
    stage = Stage(ROBIN, situation(15, sizes(4)))
    first = stage.next_round()
    stage.late(16)
    later = [stage.next_round() for _ in range(4)]
    assert sorted(map(len, first.pods)) == [3, 4, 4, 4]
    assert [sorted(map(len, draw.pods)) for draw in later] == [[4, 4, 4, 4]] * 4
    met = meetings(pod for draw in stage.draws for pod in draw.pods)
    assert set(met.values()) == {1}


def test_after_rounds_with_other_tables_the_rest_is_drawn_again() -> None:
    stage = Stage(ROBIN, situation(12, sizes(4), rounds=4))
    stage.next_round()
    stage.next_round()
    stage.now = replace(stage.now, sizes=sizes(3))
    draw = ROBIN.draw(stage.now)
    known = meetings(pod for draw in stage.draws for pod in draw.pods)
    assert sorted(map(len, draw.pods)) == [3, 3, 3, 3]
    assert not set(meetings(draw.pods)) & set(known)
    assert ROBIN.reasons(stage.now, draw, 1)[0].code == "formats.round-drawn-again"


def test_a_single_round_that_the_organiser_changed_does_not_change_the_schedule() -> None:
    stage = Stage(ROBIN, situation(8, TWO))
    stage.next_round()
    stage.next_round()
    now = replace(stage.now, round=4, met=(*stage.now.met, Met(3, (1, 2)), Met(3, (3, 4))))
    assert ROBIN.draw(now).pods == published(8)[3]


def test_who_is_absent_in_the_first_round_keeps_the_place() -> None:
    stage = Stage(ROBIN, situation(8, TWO))
    stage.next_round(absent={8})
    stage.play()
    assert [draw.pods for draw in stage.draws[1:]] == published(8)[1:]
    assert stage.draws[0].byes == (1,)


def test_a_table_that_is_too_small_is_divided_among_others() -> None:
    stage = Stage(ROBIN, situation(16, sizes(4, (3, 4, 5))))
    two = stage.format.draw(stage.now).pods[0][:2]
    draw = stage.next_round(absent=set(two))
    assert sorted(map(len, draw.pods)) == [4, 5, 5]
    assert draw.byes == ()


def test_who_may_never_meet_sits_at_different_tables() -> None:
    never = frozenset(map(frozenset, [(1, 2), (3, 4), (5, 6)]))
    stage = Stage(ROBIN, situation(16, sizes(4), never=never)).play()
    met = meetings(pod for draw in stage.draws for pod in draw.pods)
    assert not {(1, 2), (3, 4), (5, 6)} & set(met)


def test_a_pair_that_may_never_meet_has_byes_at_two_seats() -> None:
    never = frozenset([frozenset((1, 4))])
    draw = ROBIN.draw(situation(4, TWO, never=never))
    assert draw.pods == ((2, 3),)
    assert draw.byes == (1, 4)


def test_a_fixed_seat_is_kept() -> None:
    stage = Stage(ROBIN, situation(16, sizes(4), fixed={5: 0, 9: 3})).play()
    found = seats(pod for draw in stage.draws for pod in draw.pods)
    assert set(found[5]) == {0}
    assert set(found[9]) == {3}


@examples(30)
@given(st.data())
def test_absent_and_late_entrants_never_break_a_schedule(data: st.DataObject) -> None:
    tables = data.draw(st.sampled_from([TWO, sizes(3, (3, 4)), sizes(4), sizes(4, (4,))]))
    entrants = data.draw(st.integers(max(4, tables.preferred), 10))
    stage = Stage(ROBIN, situation(entrants, tables, rounds=None if tables == TWO else 3))
    newest = entrants
    for _ in range(4):
        if stage.now.round > (ROBIN.rounds(stage.now) or 0):
            break
        if data.draw(st.integers(0, 3)) == 0 and newest < entrants + 3:
            newest += 1
            stage.late(newest, known=stage.now.round > 1)
        absent = data.draw(st.sets(st.integers(1, newest), max_size=3))
        draw = stage.next_round(absent)
        present = set(stage.now.seeding) - absent
        assert {*chain.from_iterable(draw.pods), *draw.byes} == present
        for who in data.draw(st.sets(st.sampled_from(sorted(present)), max_size=2)):
            assert all(isinstance(one, Message) for one in ROBIN.reasons(stage.now, draw, who))
    if tables == TWO and newest == entrants:
        assert max(meetings(pod for draw in stage.draws for pod in draw.pods).values()) == 1


def test_a_reason_names_the_round_and_who_meets_again() -> None:
    stage = Stage(ROBIN, situation(8, sizes(4)))
    stage.next_round()
    draw = ROBIN.draw(stage.now)
    names = [f"P{number}" for number in range(9)]
    said = [one.text("en", names) for one in ROBIN.reasons(stage.now, draw, 1)]
    assert said[0] == "round 2 of 7 of the schedule that was drawn at the start"
    assert said[1].startswith("P1 has met P")
    assert said[2] == (
        "in this schedule a pair meets up to 3 times; in every schedule of this length some pair "
        "meets 3 times or more"
    )


def test_more_rounds_than_there_are_opponents_are_refused_with_the_numbers() -> None:
    many = situation(16, sizes(4), rounds=6, settings={"repeats": "no"})
    with pytest.raises(UsageFault, match="6 rounds give each entrant 18 meetings with 15 others"):
        ROBIN.draw(many)


@pytest.mark.parametrize(("name", "value", "text"), [
    ("cycles", "0", "setting cycles is '0'; use a whole number from 1 on"),
    ("cycles", "two", "setting cycles is 'two'; use a whole number from 1 on"),
    ("cycle", "2", "unknown setting 'cycle'; known for this format: cycles, repeats, meetings and "
     "time-limit"),
])  # fmt: skip
def test_a_wrong_setting_is_refused(name: str, value: str, text: str) -> None:
    with pytest.raises(UsageFault) as fault:
        ROBIN.draw(situation(6, TWO, settings={name: value}))
    assert fault.value.text() == text


def test_a_round_after_the_last_one_is_refused() -> None:
    with pytest.raises(UsageFault, match="round 6 cannot be drawn: the stage has 5 rounds"):
        ROBIN.draw(situation(6, TWO, round=6))
