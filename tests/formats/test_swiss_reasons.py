"""What the program says about a Swiss round is true: against all rounds of few entrants."""

from collections.abc import Iterator
from fractions import Fraction

import pytest

from engines.messages import Message, Player
from tests.examples import usual
from tests.formats.situations import SWISS, all_rounds, first_round, rounds, worth
from tourney.domain.event_log import Draw, Met, Situation

NAMES = ("", "Ken", "Yui", "Mei", "Ren", "Aiko", "Ono", "Taro", "Nami")


def texts(situation: Situation, draw: Draw, entrant: int, lang: str = "en") -> list[str]:
    return [one.text(lang, NAMES) for one in SWISS.reasons(situation, draw, entrant)]


def leaders() -> tuple[Situation, Draw]:
    """Ken and Yui lead and have met; Ken may not meet Ren."""
    points = {1: Fraction(4), 2: Fraction(4), 3: Fraction(5, 3), 4: Fraction(1)}
    met = (Met(1, (1, 2)), Met(1, (3, 4)))
    never = frozenset({frozenset({1, 4})})
    situation = first_round(4, (2,), 2, round=2, points=points, met=met, never=never)
    return situation, SWISS.draw(situation)


def test_an_earlier_meeting_is_named_with_its_round() -> None:
    situation, draw = leaders()
    assert texts(situation, draw, 1) == [
        "Yui (4) would have been closer in points than Mei, but has met Ken in round 1",
    ]


def test_the_reasons_are_in_japanese() -> None:
    situation, draw = leaders()
    (found,) = texts(situation, draw, 1, "ja")
    assert found == "Yui (4点) の方がMeiより点が近いのですが、Kenと1回対戦しました (第1回戦)"


def test_restrictions_are_named() -> None:
    points = {1: Fraction(4), 2: Fraction(4), 5: Fraction(4)}
    situation = first_round(
        6, (3,), 3, round=2, points=points, never=frozenset({frozenset({1, 2})}), fixed={1: 0, 5: 0}
    )
    found = " / ".join(texts(situation, SWISS.draw(situation), 1))
    assert "Yui (4) would have been closer in points than" in found
    assert "but may never sit with Ken" in found
    assert "but has the same fixed seat as Ken" in found


def test_a_bye_is_explained_by_those_who_have_had_one() -> None:
    points = {1: Fraction(8), 2: Fraction(4), 3: Fraction(2), 4: Fraction(2), 5: Fraction(1)}
    situation = first_round(5, (4,), 4, round=3, points=points, byes={5: 1})
    assert texts(situation, SWISS.draw(situation), 4) == [
        "of those who may have a bye, nobody has fewer points than Ren",
        "Aiko (1) has fewer points, but has had a bye",
    ]


def test_a_bye_by_restriction_is_explained() -> None:
    situation = first_round(
        5, (4,), 4, round=2, points={1: Fraction(1), 2: Fraction(1)},
        never=frozenset({frozenset({1, 2})}),
    )  # fmt: skip
    assert texts(situation, SWISS.draw(situation), 2) == [
        "Aiko (0), Ren (0) and Mei (0) may have a bye and have fewer points than Yui, but then the "
        "restrictions could not be kept"
    ]


def test_sizes_and_restrictions_can_stand_against_a_table() -> None:
    """If Ken and Yui played each other, Mei and Ren would have to."""
    points = {1: Fraction(4), 2: Fraction(4)}
    never = frozenset({frozenset({3, 4})})
    situation = first_round(4, (2,), 2, round=2, points=points, never=never)
    (found,) = texts(situation, SWISS.draw(situation), 1)
    assert found.startswith("Yui (4) would have been closer in points than ")
    assert found.endswith(
        "but no round with both Yui and Ken at one table keeps the restrictions and the sizes of "
        "the tables"
    )


EVENTS = [(8, (4,), 1), (7, (3, 4), 1), (8, (2,), 1)]
MORE = [(count, sizes, seed) for count, sizes, _ in [*EVENTS, (6, (3,), 1)] for seed in range(2, 8)]


@pytest.mark.parametrize("event", usual(EVENTS, [*EVENTS, *MORE]))
def test_every_reason_is_true(event: tuple[int, tuple[int, ...], int]) -> None:
    count, sizes, seed = event
    for situation, draw in rounds(first_round(count, sizes, max(sizes), seed), 4, seed):
        for entrant in situation.entrants:
            if entrant not in draw.byes:
                check(situation, draw, entrant)


def check(situation: Situation, draw: Draw, entrant: int) -> None:
    found = SWISS.reasons(situation, draw, entrant)
    (pod,) = [pod for pod in draw.pods if entrant in pod]
    points = {one: situation.points.get(one, Fraction(0)) for one in situation.entrants}
    far = max(abs(points[one] - points[entrant]) for one in pod)
    closer = {
        one
        for one in situation.entrants
        if one not in pod and abs(points[one] - points[entrant]) < far
    }
    none = ("formats.swiss-nobody-closer", "formats.swiss-same-points")
    named = [one for one in found if one.code not in none]
    assert (found[0].code == "formats.swiss-same-points") == (far == 0)
    assert {entrant_of(one, "other") for one in named} <= closer
    assert bool(named) == bool(closer)
    for one in named:
        check_one(situation, draw, entrant, one)


def check_one(situation: Situation, draw: Draw, entrant: int, message: Message) -> None:
    given = dict(message.arguments)
    other = entrant_of(message, "other")
    met = [one.round for one in situation.met if {entrant, other} <= set(one.pod)]
    if message.code == "formats.swiss-met":
        assert given["rounds"] == tuple(met)
        return
    assert met == []
    assert str(given["how"]) == "the best round with both at one table"
    best = min(worth(situation, pods) for pods in with_both(situation, draw, entrant, other))
    now = worth(situation, draw.pods)
    if message.code == "formats.swiss-equal":
        assert best <= now
        return
    assert message.code == "formats.swiss-price"
    price = given["price"]
    assert isinstance(price, Message)
    if price.code == "formats.swiss-repeats":
        assert dict(price.arguments)["count"] == best[0] - now[0]
    elif price.code == "formats.swiss-differences":
        assert best[0] == now[0]
    else:
        assert best[0] == now[0]
        assert best[1] <= now[1]


def with_both(
    situation: Situation, draw: Draw, one: int, other: int
) -> Iterator[list[tuple[int, ...]]]:
    playing = [each for pod in draw.pods for each in pod]
    for pods in all_rounds(playing, [len(pod) for pod in draw.pods]):
        if any({one, other} <= set(pod) for pod in pods):
            yield pods


def entrant_of(message: Message, name: str) -> int:
    value = dict(message.arguments)[name]
    assert isinstance(value, Player)
    return value.seat


@pytest.mark.full
def test_for_many_entrants_the_best_exchange_is_compared() -> None:
    *_, (situation, draw) = rounds(first_round(32, (4,), 4), 3, 4)
    names = tuple(f"N{number}" for number in range(33))
    found = [
        one.text("en", names)
        for entrant in situation.entrants
        for one in SWISS.reasons(situation, draw, entrant)
        if one.code in ("formats.swiss-price", "formats.swiss-equal")
    ]
    assert found
    assert all(one.endswith("(the best exchange of two entrants)") for one in found)
