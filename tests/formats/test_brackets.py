"""Eliminations: knockout, double elimination, heats."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import examples, times, usual
from tests.formats.stages import TWO, Stage, situation, sizes
from tourney.domain.errors import UsageFault
from tourney.domain.event_log import Met, Pod
from tourney.formats.brackets import bracket_line
from tourney.formats.formats import FORMATS
from tourney.formats.heats import require_second_chance, snake

KNOCKOUT, DOUBLE, HEATS = (FORMATS[name] for name in ("knockout", "double-elimination", "heats"))


def by_lot(seed: int) -> "object":
    """Results by lot, without shared places."""

    def places(pod: Pod, number: int) -> tuple[int, ...]:
        order = list(range(1, len(pod) + 1))
        Random(f"{seed} {number} {pod}").shuffle(order)
        return tuple(order)

    return places


def pods(stage: Stage) -> list[Pod]:
    return [pod for draw in stage.draws for pod in draw.pods]


def test_a_bracket_keeps_the_best_seeds_apart() -> None:
    """The line of a tennis draw of eight (ATP rulebook): 1-8, 4-5, 2-7 or 3-6 below."""
    assert bracket_line(tuple(range(1, 9))) == [1, 8, 4, 5, 2, 7, 3, 6]
    assert bracket_line((1, 2, 3, 4, 5)) == [1, None, 4, 5, 2, None, 3, None]


def test_favourites_meet_in_the_order_of_the_seeding() -> None:
    stage = Stage(KNOCKOUT, situation(8, TWO, settings={"third": "yes"})).play()
    assert [[set(pod) for pod in draw.pods] for draw in stage.draws] == [
        [{1, 8}, {4, 5}, {2, 7}, {3, 6}],
        [{1, 4}, {2, 3}],
        [{1, 2}, {3, 4}],
    ]
    assert KNOCKOUT.order(stage.now) == ((1,), (2,), (3,), (4,), (5, 6, 7, 8))


def test_without_a_match_for_third_place_the_losers_of_the_semifinals_are_equal() -> None:
    stage = Stage(KNOCKOUT, situation(4, TWO)).play()
    assert KNOCKOUT.order(stage.now) == ((1,), (2,), (3, 4))


@pytest.mark.parametrize("entrants", usual((2, 3, 5, 8, 13), range(2, 18)))
def test_a_knockout_has_one_match_less_than_entrants(entrants: int) -> None:
    stage = Stage(KNOCKOUT, situation(entrants, TWO), by_lot(entrants)).play()
    assert len(pods(stage)) == entrants - 1
    order = KNOCKOUT.order(stage.now)
    assert order is not None
    assert len(order[0]) == 1
    assert sorted(sum(order, ())) == list(range(1, entrants + 1))


def losses(stage: Stage) -> Counter[int]:
    return Counter(
        entrant
        for one in stage.now.met
        for entrant, place in zip(one.pod, one.places or (), strict=True)
        if place == 2
    )


@pytest.mark.parametrize("reset", ["yes", "no"])
@pytest.mark.parametrize("entrants", usual((2, 3, 5, 8, 13), range(2, 18)))
def test_double_elimination_has_twice_as_many_matches(entrants: int, reset: str) -> None:
    """2n - 2 matches, or 2n - 1 if the final is played again: all but the winner lose twice."""
    now = situation(entrants, TWO, settings={"reset": reset})
    stage = Stage(DOUBLE, now, by_lot(entrants)).play()
    order, lost = DOUBLE.order(stage.now), losses(stage)
    assert order is not None
    assert len(pods(stage)) in (2 * entrants - 2, 2 * entrants - 1)
    assert sum(lost.values()) == len(pods(stage))
    assert {lost[each] for each in range(1, entrants + 1) if each not in order[0]} <= {1, 2}
    if reset == "yes":
        assert lost[order[0][0]] <= 1
        assert all(lost[each] == 2 for group in order[1:] for each in group)
    else:
        assert len(pods(stage)) == 2 * entrants - 2


def first_rematch(stage: Stage) -> int:
    """The first round in which two meet again; the final is not counted."""
    seen: set[frozenset[int]] = set()
    for number, draw in enumerate(stage.draws, 1):
        for pod in draw.pods:
            if frozenset(pod) in seen:
                return number
            seen.add(frozenset(pod))
    return len(stage.draws) + 1


# By the pigeonhole principle no order that inverts digits avoids rematches for longer: the lower
# bracket has 2, 4, 6 and 8 rounds, played from round 2 on.
@pytest.mark.parametrize("case", usual([(8, 4)], [(4, 3), (8, 4), (16, 5), (32, 6)]))
def test_rematches_come_late(case: tuple[int, int]) -> None:
    entrants, earliest = case
    found = []
    for seed in range(6):
        stage = Stage(DOUBLE, situation(entrants, TWO), by_lot(seed)).play()
        found.append(first_rematch(stage))
    assert min(found) >= earliest


def test_all_results_of_four_in_double_elimination() -> None:
    """Brute force: whoever wins which match, two losses and nothing else put somebody out."""

    def outcome(results: Iterator[bool]) -> Counter[int]:
        now = situation(4, TWO, settings={"reset": "no"})
        return losses(Stage(DOUBLE, now, lambda pod, _: (1, 2) if next(results) else (2, 1)).play())

    for results in product((False, True), repeat=6):
        left = iter(results)
        lost = outcome(left)
        assert sorted(lost[each] for each in range(1, 5)) in ([0, 2, 2, 2], [1, 1, 2, 2])
        assert next(left, None) is None


def test_the_opponent_of_an_absent_entrant_goes_on() -> None:
    stage = Stage(KNOCKOUT, situation(8, TWO))
    draw = stage.next_round(absent={1})
    assert draw.byes == (8,)
    stage.next_round(absent={1})
    assert {4, 8} in [set(pod) for pod in stage.draws[1].pods]


def test_a_walkover_is_seen_from_the_number_of_byes_alone() -> None:
    now = situation(4, TWO, round=2, byes={4: 1}, met=(Met(1, (2, 3), (1, 2)),))
    assert [set(pod) for pod in KNOCKOUT.draw(now).pods] == [{2, 4}]


def test_who_left_and_comes_back_gains_nothing() -> None:
    """Entrant 1 has a bye in round 1 as best seed, is absent in round 2 and is there again."""
    stage = Stage(KNOCKOUT, situation(7, TWO))
    stage.next_round()
    stage.next_round(absent={1})
    draw = stage.next_round()
    assert {frozenset(pod) for pod in draw.pods} == {frozenset((4, 2))}


def test_seats_marked_as_absent_lose() -> None:
    now = situation(4, TWO)
    met = (Met(1, (1, 4), (1, 2), absent=(0,)), Met(1, (2, 3), (1, 2)))
    draw = KNOCKOUT.draw(replace(now, round=2, met=met))
    assert [set(pod) for pod in draw.pods] == [{2, 4}]


def test_pods_that_the_organiser_changed_count_as_they_were_played() -> None:
    now = situation(4, TWO)
    met = (Met(1, (1, 3), (2, 1)), Met(1, (2, 4), (2, 1)))
    draw = KNOCKOUT.draw(replace(now, round=2, met=met))
    assert [set(pod) for pod in draw.pods] == [{3, 4}]


def test_a_missing_result_is_named() -> None:
    now = replace(situation(4, TWO), round=2, met=(Met(1, (1, 4), (1, 2)), Met(1, (2, 3))))
    with pytest.raises(UsageFault, match="table 2 of round 1 has no result yet"):
        KNOCKOUT.draw(now)
    assert KNOCKOUT.order(now) == ((1, 2, 3, 4),)
    assert KNOCKOUT.rounds(now) == 2


@pytest.mark.parametrize(("ties", "winner"), [("seed", 1), ("lots", None)])
def test_a_tie_across_the_line_needs_a_rule(ties: str, winner: int | None) -> None:
    now = situation(4, TWO, round=2, met=(Met(1, (1, 4), (1, 1)), Met(1, (2, 3), (1, 2))))
    with pytest.raises(UsageFault, match="B and E share a place at table 1 of round 1"):
        KNOCKOUT.draw(now)
    [pod] = KNOCKOUT.draw(replace(now, settings={"ties": ties})).pods
    assert winner is None or winner in pod
    assert len({1, 4} & set(pod)) == 1


def test_the_snake_gives_tables_with_equal_sums_of_seeds() -> None:
    """Sixteen in fours: 1-8-9-16, 2-7-10-15, 3-6-11-14, 4-5-12-13, each with the sum 34."""
    tables = snake(range(1, 17), (4, 4, 4, 4))
    assert tables == [(1, 8, 9, 16), (2, 7, 10, 15), (3, 6, 11, 14), (4, 5, 12, 13)]


# Top two of tables of three and four; the numbers are those of the research for the project.
@pytest.mark.parametrize(("entrants", "rounds"), [
    (16, [[4, 4, 4, 4], [4, 4], [4]]),
    (24, [[4] * 6, [4, 4, 4], [3, 3], [4]]),
    (13, [[4, 3, 3, 3], [4, 4], [4]]),
    (18, [[4, 4, 4, 3, 3], [4, 3, 3], [3, 3], [4]]),
])  # fmt: skip
def test_the_best_two_of_each_table_go_on(entrants: int, rounds: list[list[int]]) -> None:
    stage = Stage(HEATS, situation(entrants, sizes(4, (3, 4))), by_lot(entrants))
    assert HEATS.rounds(stage.now) == len(rounds)
    stage.play()
    assert [sorted(map(len, draw.pods), reverse=True) for draw in stage.draws] == rounds
    order = HEATS.order(stage.now)
    assert order is not None
    assert sorted(sum(order, ())) == list(range(1, entrants + 1))


def test_the_best_runners_up_fill_holes() -> None:
    """Six tables of three: the winners and two more make two tables of four (Terra Mystica)."""
    rules = {"advance": "1", "fill": "full"}
    stage = Stage(HEATS, situation(18, sizes(3, (3, 4)), settings=rules))
    stage.now = replace(stage.now, sizes=sizes(3, (3,)))
    stage.next_round()
    stage.now = replace(stage.now, sizes=sizes(4, (3, 4)))
    assert [len(pod) for pod in HEATS.draw(stage.now).pods] == [4, 4]


def test_double_elimination_with_heats() -> None:
    """Sixteen: 4x4; 2x4 above and 2x4 below; 1x4 and 2x4; 2x3 below; the final of four."""
    now = situation(16, sizes(4, (3, 4)), settings={"losers": "double"})
    stage = Stage(HEATS, now, by_lot(3)).play()
    assert [[len(pod) for pod in draw.pods] for draw in stage.draws] == [
        [4, 4, 4, 4], [4, 4, 4, 4], [4, 4, 4], [3, 3], [4],
    ]  # fmt: skip
    order = HEATS.order(stage.now)
    assert order is not None
    assert [len(group) for group in order[:4]] == [1, 1, 1, 1]
    assert set(stage.draws[-1].pods[0]) == set(sum(order[:4], ()))


@pytest.mark.parametrize(
    ("count", "on"), [(6, "4 go on from round 1, and of the 2 others 2"),
                              (13, "8 go on from round 1, and of the 5 others 1")],
)  # fmt: skip
def test_a_repechage_in_which_somebody_cannot_lose_is_refused(count: int, on: str) -> None:
    """Six at tables of 3 and 4: all would play again; thirteen: one would come back for nothing."""
    with pytest.raises(UsageFault, match=on):
        require_second_chance(situation(count, sizes(4, (3, 4)), settings={"losers": "repechage"}))
    for losers in ("out", "double"):
        require_second_chance(situation(count, sizes(4, (3, 4)), settings={"losers": losers}))


def test_every_other_repechage_puts_somebody_out() -> None:
    """Up to 40 entrants: nobody comes back without a match, and fewer play round 3."""
    played = 0
    most = times(40, 18)
    for count in range(3, most + 1):
        now = situation(count, sizes(4, (3, 4)), settings={"losers": "repechage"})
        try:
            require_second_chance(now)
        except UsageFault:
            continue
        stage = Stage(HEATS, now).play()
        if len(stage.draws) > 2:
            _first, second, third = stage.draws[:3]
            assert not second.byes
            assert sum(map(len, third.pods)) + len(third.byes) < count
            played += 1
    assert played > most // 2


def test_a_repechage_that_nobody_could_lose_is_left_out() -> None:
    """The two who lost round 1 make no table; all six would play again."""
    now = situation(6, sizes(4, (3, 4)), settings={"losers": "repechage"})
    assert [len(draw.pods) for draw in Stage(HEATS, now).play().draws] == [2, 1]


def test_a_repechage_brings_back_half_of_those_who_lost_in_the_first_round() -> None:
    now = situation(16, sizes(4), settings={"losers": "repechage"})
    stage = Stage(HEATS, now).play()
    first, second, third = ({e for pod in draw.pods for e in pod} for draw in stage.draws[:3])
    assert len(first) == 16
    assert second == {9, 10, 11, 12, 13, 14, 15, 16}
    assert third == {*range(1, 13)}


@examples(60)
@given(st.data())
def test_every_elimination_ends_with_a_whole_order(data: st.DataObject) -> None:
    """Whoever is absent when: no crash, and everybody is in the order once."""
    name = data.draw(st.sampled_from(["knockout", "double-elimination", "heats"]))
    tables = TWO if name != "heats" else data.draw(st.sampled_from([sizes(4), sizes(3, (3, 4))]))
    settings = {"losers": data.draw(st.sampled_from(["out", "repechage", "double"]))}
    entrants = data.draw(st.integers(3, 14))
    now = situation(entrants, tables, settings=settings if name == "heats" else {})
    stage = Stage(FORMATS[name], now, by_lot(data.draw(st.integers(0, 99))))
    for _ in range(12):
        if stage.now.round > (stage.format.rounds(stage.now) or 0):
            break
        absent = data.draw(st.sets(st.integers(1, entrants), max_size=3))
        draw = stage.next_round(absent)
        for who in range(1, entrants + 1):
            assert stage.format.reasons(stage.now, draw, who)
    order = stage.format.order(stage.now)
    assert order is not None
    assert sorted(sum(order, ())) == list(range(1, entrants + 1))
    assert stage.now.round > (stage.format.rounds(stage.now) or 0)


def test_a_reason_says_where_the_opponents_come_from() -> None:
    stage = Stage(KNOCKOUT, situation(8, TWO))
    stage.next_round()
    draw = KNOCKOUT.draw(stage.now)
    names = ["", "Ken", "Mei", "Yui", "Ren", "Aiko", "Ono", "Tomo", "Jun"]
    [reason] = KNOCKOUT.reasons(stage.now, draw, 1)
    assert reason.text("en", names) == (
        "Ken (winner of table 1 of round 1) plays against Ren (winner of table 2 of round 1)"
    )
    [seed] = KNOCKOUT.reasons(situation(8, TWO), KNOCKOUT.draw(situation(8, TWO)), 1)
    assert seed.text("en", names) == "Ken (seed 1) plays against Jun (seed 8)"


def test_a_late_entrant_is_not_in_the_bracket() -> None:
    stage = Stage(KNOCKOUT, situation(4, TWO))
    stage.next_round()
    stage.late(5)
    draw = KNOCKOUT.draw(stage.now)
    said = [str(KNOCKOUT.reasons(stage.now, draw, who)[0]) for who in (5, 4)]
    assert said == [
        "F came after the bracket was drawn and has no place in it",
        "E (place 2 at table 1 of round 1) is out of the bracket",
    ]
    stage.play()
    assert KNOCKOUT.order(stage.now) == ((1,), (2,), (3, 4), (5,))


def test_a_pair_that_may_never_meet_is_named() -> None:
    now = situation(4, TWO, never=frozenset([frozenset((1, 4))]))
    with pytest.raises(UsageFault, match="B and E may not share a table, but the bracket"):
        KNOCKOUT.draw(now)
