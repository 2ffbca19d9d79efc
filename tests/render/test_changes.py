"""A diff transforms the old text into the new one and has the format of `diff -u`."""

from collections.abc import Iterator, Sequence
from difflib import unified_diff

from hypothesis import example, given
from hypothesis import strategies as st

from tourney.render.text import AHEAD, unified

TEXTS = st.lists(st.sampled_from(("a\n", "b\n", "c\n", "\n", "d")), max_size=40)


def patched(old: Sequence[str], diff: Sequence[str]) -> Iterator[str]:
    """The text after applying the diff, as `patch` would."""
    at = 0
    for line in diff[2:]:
        if line.startswith("@@"):
            start, _, count = line.split()[1][1:].partition(",")
            first = int(start) - (count != "0")
            yield from old[at:first]
            at = first
        elif line[0] == "+":
            yield line[1:]
        else:
            assert old[at] == line[1:]
            at += 1
            yield from [line[1:]] if line[0] == " " else []
    yield from old[at:]


@given(TEXTS, TEXTS)
@example(["a\n"] * 500, ["b\n"] * 300)
@example(["a\n"], [])
def test_a_diff_makes_the_one_text_of_the_other(old: list[str], new: list[str]) -> None:
    diff = list(unified(old, new, ("x", "y")))
    assert list(patched(old, diff)) == new
    assert bool(diff) == (old != new)


def test_it_looks_as_people_know_it() -> None:
    old = [f"{number}\n" for number in range(40)]
    new = [*old[:5], "five\n", *old[6:20], "more\n", *old[20:30], *old[31:]]
    assert list(unified(old, new, ("x", "y"))) == list(unified_diff(old, new, "x", "y"))


def test_texts_that_meet_nowhere_near_are_shown_one_after_the_other() -> None:
    old, new = ["a\n"] * AHEAD, ["b\n"] * AHEAD
    assert list(unified([*old, "c\n"], [*new, "c\n"], ("x", "y")))[3:] == [
        *["-a\n"] * AHEAD,
        *["+b\n"] * AHEAD,
        " c\n",
    ]
