"""Any TOML file gives values or one fault that names its place."""

import tomllib
from contextlib import suppress

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tourney.domain.documents import PARTS, read_toml
from tourney.domain.errors import DataFault

PIECES = st.sampled_from(
    ("a", ".", "=", "1", "0x", '"', "'", '"""', "[", "]", "[[", "{", "}", ",", "\n", "\\", "#", " ",
     "nan", "2026-01-01", "\ufeff", "\x00", "\ud800", "é", "_", "-", "e", "true", '"b"')
)  # fmt: skip


@given(st.lists(PIECES, max_size=40).map("".join) | st.text(max_size=40))
@example("a." * 40 + "b = 1")
@example("a = 0x" + "f" * 5000)
@example("a = [[{b = -0x" + "f" * 5000 + "}]]")
def test_any_text_is_read_as_toml_or_refused(text: str) -> None:
    with suppress(DataFault):
        found = read_toml(text.encode("utf-8", "surrogatepass"), "x.toml")
        assert str(found) == str(tomllib.loads(text.removeprefix("\ufeff")))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "x = 1\n" + "a." * PARTS + "a = 1",
            "x.toml:2: a key with more than 32 parts; remove dots",
        ),
        ("x = 1\n[" + "a ." * PARTS + "a]", "x.toml:2: a key with more than 32 parts"),
        ("x = {" + "'a' . " * PARTS + "a = 1}", "x.toml:1: a key with more than 32 parts"),
        ('"\\"".' * PARTS + "a = 1", "x.toml:1: a key with more than 32 parts"),
        ("x = 9223372036854775808", "x.toml: malformed TOML: a number with too many digits"),
        ("x = [{y = 0xfffffffffffffffff}]", "x.toml: malformed TOML: a number with too many"),
        ("x = " + "9" * 5000, "x.toml: malformed TOML: a number with too many digits"),
    ],
)
def test_what_takes_too_long_or_is_too_large_is_told_in_a_line(text: str, said: str) -> None:
    with pytest.raises(DataFault) as caught:
        read_toml(text.encode(), "x.toml")
    assert str(caught.value).startswith(said)


@pytest.mark.parametrize(
    "text",
    [
        "a." * (PARTS - 1) + "a = 1",
        "x = 9223372036854775807",
        'x = "' + "1. " * 20 + '"',
        "x = 1.5",
    ],
)
def test_what_is_long_enough_is_read(text: str) -> None:
    assert read_toml(text.encode(), "x.toml") == tomllib.loads(text)
