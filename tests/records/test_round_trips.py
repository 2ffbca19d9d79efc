"""Reading and writing preserve form, comments, marks, unknown cards and irregular parts."""

from hypothesis import given
from hypothesis import strategies as st

from tests.examples import examples
from tests.records.strategies import files, matches, records, typed
from tourney.domain.match_values import StoredMatch
from tourney.records import engine_record, from_json, read, to_json, write


@given(files())
@examples(60)
def test_canonical_text_comes_back_byte_for_byte(text: str) -> None:
    document = read(text)
    assert document.faults() == []
    once = write(document)
    assert write(read(once)) == once
    assert read(once) == document


@given(records())
@examples(60)
def test_what_is_canonical_already_is_not_changed(text: str) -> None:
    assert write(read(text)) == text


@given(matches())
@examples(40)
def test_a_match_played_here_is_written_canonically(match: StoredMatch) -> None:
    text = engine_record(match)
    assert write(read(text)) == text


@given(records(), st.integers(0, 1 << 16))
@examples(80)
def test_blanks_letter_case_width_and_line_ends_do_not_matter(text: str, seed: int) -> None:
    document = read(typed(text, seed))
    assert document.faults() == []
    assert write(document) == text


@given(files())
@examples(40)
def test_json_is_lossless(text: str) -> None:
    document = read(text)
    values = to_json(document)
    back = from_json(values)
    assert back == document
    assert write(back) == write(document)
    assert to_json(back) == values
