"""A long file of records read in pieces gives the same result as the whole file."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.records.strategies import records
from tourney.records import lines as lines_module
from tourney.records import read_bytes
from tourney.records.lines import pieces

HEAD = "match: {}\ngame: diams\nseat A: ann\nseat B: bo\n"


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every match is large enough to be a piece."""
    monkeypatch.setattr(lines_module, "PIECE", 1)


@pytest.mark.usefixtures("small")
@given(st.lists(records(), min_size=1, max_size=5), st.sampled_from(["\n", "\r\n"]))
@settings(max_examples=25, deadline=None)
def test_pieces_hold_whole_matches_and_together_the_file(texts: list[str], end: str) -> None:
    named = [text.replace("match: ", f"match: {n}-", 1) for n, text in enumerate(texts)]
    data = "\n".join(named).replace("\n", end).encode()
    found = list(pieces(data))
    assert b"".join(found) == data
    assert len(found) == len(texts)
    assert [m for piece in found for m in read_bytes(piece).matches] == list(
        read_bytes(data).matches
    )


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize(
    "second",
    ["match: b\n", "  match :b\n", "ｍａｔｃｈ： b\n", "# about b\n\n# and more\nmatch: b\n"],
)
def test_a_match_begins_where_the_reader_sees_it_begin(second: str) -> None:
    first = "\ufeff#!tmr 1\n" + HEAD.format("a") + "# the end of a\n\n"
    data = (first + HEAD.format("b").replace("match: b\n", second)).encode()
    found = list(pieces(data))
    assert b"".join(found) == data
    assert [[m.name for m in read_bytes(piece).matches] for piece in found] == [["a"], ["b"]]
    whole = read_bytes(data).matches
    assert [read_bytes(piece).matches[0] for piece in found] == list(whole)


def test_a_file_without_a_match_is_one_piece() -> None:
    for data in (b"", b"nonsense\n", b"# a comment"):
        assert list(pieces(data)) == [data]


def test_pieces_are_of_bounded_size() -> None:
    data = b"".join(HEAD.format(n).encode() for n in range(20_000))
    found = list(pieces(data))
    assert b"".join(found) == data
    assert len(found) > 2
    assert max(map(len, found)) < lines_module.PIECE + 100
