"""Names as parts of addresses: distinct, stable and harmless, whatever the name is."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import examples
from tourney.reports.paths import RESERVED, distinct, match_path, slug

HARD = st.one_of(
    st.text(max_size=30),
    st.sampled_from(
        ["..", "/", "a/../b", "con", "index", "A b", "a-b", "a/b", "\0", "é", "e\u0301"]
    ),
    st.text(alphabet="aA-/. \u202e\0", max_size=8),
)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Club night 14 Nov", "club-night-14-nov"),
        ("../../etc/passwd", "etc-passwd"),
        ("秋のリーグ 第1回", "秋のリーグ-第1回"),
        ("ﾀﾞｲﾔ Ｃｌｕｂ", "ダイヤ-club"),
        ("Łódź/Zürich", "łódź-zürich"),
        ("\u202egnp.exe\u202c", "gnp-exe"),
        ("<script>alert(1)</script>", "script-alert-1-script"),
        ("…!?", ""),
    ],
)
def test_a_slug_has_the_words_of_the_name(name: str, expected: str) -> None:
    assert slug(name) == expected


def test_long_names_are_cut_between_letters() -> None:
    assert slug("x" * 10_000) == "x" * 80
    assert slug("秋" * 10_000) == "秋" * 26


@examples(30)
@given(st.lists(HARD, unique=True, max_size=12))
def test_slugs_are_distinct_and_stay_in_their_folder(names: list[str]) -> None:
    found = distinct([(name, name) for name in names], "event")
    assert len(set(found.values())) == len(names)
    for one in found.values():
        assert one not in RESERVED
        assert len(one.encode()) < 120
        assert re.fullmatch(r"[^\W_A-Z][^\s/\\.<>\"'&#?%:*|\0]*", one), one


@examples(30)
@given(st.lists(HARD, unique=True, max_size=8), HARD)
def test_a_name_that_comes_later_changes_no_earlier_slug(names: list[str], more: str) -> None:
    before = distinct([(name, name) for name in names], "event")
    after = distinct([*((name, name) for name in names), ("more", more)], "event")
    assert {name: after[name] for name in names} == before


@examples(30)
@given(st.lists(HARD, unique=True, max_size=12))
def test_paths_of_matches_are_distinct_and_stay_in_their_folder(names: list[str]) -> None:
    paths = [match_path(name) for name in names]
    assert len({path.casefold() for path in paths}) == len(names)
    for path in paths:
        parts = path.split("/")
        assert not {"", ".", ".."} & set(parts)
        assert re.fullmatch(r"[^\s\\<>\"'&#?%:*|\0]+", path)


def test_an_ordinary_id_stays_as_it_is() -> None:
    assert match_path("club-2026-11-14/5") == "club-2026-11-14/5"
    assert match_path("Club/5") == "club-5-" + match_path("Club/5")[-10:]
    taken = match_path("Club/5")
    assert match_path(taken) != taken
