"""Names that look alike: compared with a plain edit distance over folded names."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import examples
from tourney.domain.names import NameIndex, alike, names_of, parts_of

SAME = [
    ("Aiko", "aiko"), ("Aiko", "ＡＩＫＯ"), ("あいこ", "アイコ"), ("あいこ", "ｱｲｺ"),
    ("がく", "ガク"), ("José", "Jose"), ("Ken Ito", "ken  ito"), ("Ken-Ito", "Ken Ito"),
    ("Chiek", "Cheik"),
    ("Anna", "Annna"), ("Tomoko", "Tomokoo"), ("Emily", "Emilx"),
]  # fmt: skip
OTHERS = [
    ("Ann", "Bo"), ("Ann 1", "Ann 2"), ("Dan", "Don"), ("かく", "がく"), ("たろう", "じろう"),
    ("Aiko", "Keiko"), ("Player 11", "Player 1"),
]  # fmt: skip


def test_commas_of_any_width_separate() -> None:
    assert names_of("Ann , Bo\uff0cCy  Dee\u3001,") == ["Ann", "Bo", "Cy Dee"]
    assert parts_of("11-28\uff0c\u3001 11-30 ") == ["11-28", "", "11-30"]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_spelling_width_case_and_kana_do_not_make_another_person(one: str, other: str) -> None:
    assert alike(one, other)
    assert alike(other, one)
    assert NameIndex(["Zoe", one]).find(other) == one


@pytest.mark.parametrize(("one", "other"), OTHERS)
def test_short_and_numbered_names_are_not_alike(one: str, other: str) -> None:
    assert not alike(one, other)
    assert NameIndex([one]).find(other) is None


def distance(one: str, other: str) -> int:
    """The number of wrong, missing, extra or swapped letters, by the textbook."""
    far = {(-1, -1): 0}
    far |= {(i, -1): i + 1 for i in range(len(one))} | {(-1, j): j + 1 for j in range(len(other))}
    for i, j in product(range(len(one)), range(len(other))):
        same = one[i] == other[j]
        far[i, j] = min(far[i - 1, j] + 1, far[i, j - 1] + 1, far[i - 1, j - 1] + (not same))
        if i and j and (one[i], one[i - 1]) == (other[j - 1], other[j]):
            far[i, j] = min(far[i, j], far[i - 2, j - 2] + 1)
    return far[len(one) - 1, len(other) - 1]


@given(st.lists(st.text("ab", min_size=4, max_size=7), min_size=1), st.text("ab", min_size=4))
@examples(60)
def test_the_index_finds_a_name_one_letter_away_and_no_other(known: list[str], name: str) -> None:
    expected = {other for other in known if distance(other, name) <= 1}
    found = NameIndex(known).find(name)
    assert found in expected if expected else found is None
    assert name not in known or found == name
