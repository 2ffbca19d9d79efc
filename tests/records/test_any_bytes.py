"""For any input bytes, the reader reports problems and never raises an exception."""

import json
from contextlib import suppress

from hypothesis import example, given
from hypothesis import strategies as st

from tests.examples import examples
from tests.records.strategies import edited, matches, records
from tourney.domain.errors import DataFault
from tourney.domain.match_values import StoredMatch
from tourney.records import check, from_json, read, read_bytes, to_json, write
from tourney.records.problems import full

HEAD = "match: x\ngame: diams\noptions: length=quick\nseat A: a\nseat B: b\n\n"


def looked_at(data: bytes) -> None:
    """Reads the bytes and formats every problem; checks and writes the text if it has none."""
    document = read_bytes(data)
    for problem in document.faults():
        shown = full(problem, "x", document.source)
        assert shown.startswith(f"x:{problem.line}:{problem.column}: error[T-")
        assert "\n" not in problem.text()
    if not document.faults():
        again = write(document)
        assert write(read(again)) == again
        for match in document.matches:
            for problem in check(match).problems:
                assert full(problem, "x", document.source)


@given(st.binary(max_size=200))
@examples(150)
@example(b"\xef\xbb\xbfmatch: x")
@example(b"\xff\xfem\x00a\x00")
def test_any_bytes(data: bytes) -> None:
    looked_at(data)


@given(st.text(max_size=60))
@examples(60)
@example("match: \u00a8")
@example("seat A: \u0338[x")
@example("A:draw\x85 7")
@example("-- note \uff02a\uff02 \uff03 b")
@example("-- check points A99999999999999999999999999999999999999")
@example("-- round " + "9" * 5000 + " first A")
@example("-- market 1?? 2 3")
@example("A: vault ?x99; vault ?x99")
@example("result: A " + "1" * 5000)
@example("A: draw 7 # \u2028 x")
@example("A: ^")
@example("A: ~!")
@example("--")
@example('-- note "')
def test_any_line_of_a_record(line: str) -> None:
    looked_at((HEAD + line + "\n").encode("utf-8", "surrogatepass"))


@given(records(), st.data())
@examples(100)
def test_a_record_that_was_damaged(text: str, data: st.DataObject) -> None:
    raw = text.encode()
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(raw)))
        end = min(len(raw), start + data.draw(st.sampled_from((0, 0, 1, 2, 40))))
        raw = raw[:start] + data.draw(st.binary(max_size=3)) + raw[end:]
    looked_at(raw)


@given(records(), st.data())
@examples(100)
def test_a_record_whose_words_were_shuffled(text: str, data: st.DataObject) -> None:
    words = text.replace("\n", " \n ").split(" ")
    for _ in range(data.draw(st.integers(1, 4))):
        here, there = (data.draw(st.integers(0, len(words) - 1)) for _ in range(2))
        words[here], words[there] = words[there], words[here]
    looked_at(" ".join(words).encode())


@given(records(), st.floats(0, 1))
@examples(40)
def test_a_record_that_was_cut_off(text: str, where: float) -> None:
    looked_at(text.encode()[: int(where * len(text.encode()))])


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=6,
)


@given(matches(), st.data())
@examples(80)
def test_json_of_any_shape(match: StoredMatch, data: st.DataObject) -> None:
    values = json.loads(to_json(read(edited(match, (), 0))))
    where = values
    while isinstance(where, dict | list) and where:
        keys = list(where) if isinstance(where, dict) else list(range(len(where)))
        key = data.draw(st.sampled_from(keys))
        if data.draw(st.booleans()) or not isinstance(where[key], dict | list):
            where[key] = data.draw(VALUES)
            break
        where = where[key]
    with suppress(DataFault):
        from_json(json.dumps(values))
