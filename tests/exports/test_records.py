"""All records of a run in one file: complete, canonical, and equal wherever it was played."""

from pathlib import Path

import pytest

from tests.conftest import Tourney
from tourney.domain.match_values import StoredMatch
from tourney.exports.match_tables import record_texts

RUN = (
    *("run", "-g", "diams", "-O", "length=quick", "--bot", "r1=random", "--bot", "r2=random"),
    "--seed",
    "5" * 32,
    *("--deals", "4", "--seed", "7", "--name", "x"),
)


def test_a_run_exported_is_canonical_and_passes_the_check(tourney: Tourney, tmp_path: Path) -> None:
    assert tourney(*RUN).code == 0
    result = tourney("export", "tmr", "x", "-o", "x.tmr")
    assert (result.code, result.out) == (0, "")
    text = (tmp_path / "x.tmr").read_text("utf-8")
    assert text.count("\nmatch: x/") + text.startswith("match: x/1\n") == 8
    assert tourney("check", "x.tmr").code == 0
    assert tourney("fmt", "--check", "x.tmr").code == 0


def test_the_same_run_in_another_folder_exports_the_same_bytes(
    tourney: Tourney, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = set()
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        monkeypatch.chdir(tmp_path / name)
        assert tourney(*RUN).code == 0
        texts.add(tourney("export", "tmr", "x").out)
    assert len(texts) == 1


def test_matches_are_exported_in_the_order_named(tourney: Tourney) -> None:
    tourney(*RUN)
    lines = tourney("export", "tmr", "x/3", "match:x/1").out.splitlines()
    assert [line for line in lines if line.startswith("match:")] == ["match: x/3", "match: x/1"]


def test_a_record_that_came_in_keeps_its_bytes() -> None:
    def came_in(text: str) -> StoredMatch:
        return StoredMatch(
            1, "x", "diams", 1, (), (), ("a",), (None,), (None,), (None,), "", [], text=text
        )

    texts = ["match: a\r\n# full of  blanks", "match: b\n"]
    assert "".join(record_texts(map(came_in, texts))) == f"{texts[0]}\n\n{texts[1]}"
    assert list(record_texts([])) == []
