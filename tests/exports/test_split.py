"""Records split over files: safe names, the same ones every time, nothing lost."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import Tourney
from tests.examples import examples
from tourney.domain.safe_text import LONGEST, safe_name, unique_names

MATCH = """\
match: {name}
game: diamonds
{headers}source: table
seat A: Ann
seat B: Bo
seat C: Cy

result: A 9, B 5, C 4
rank: A > B > C
status: complete
"""
NAMES = {"club/1": "event: Cup\nround: 1\n", "club/2": "event: Cup\nround: 2\n",
         "Club/1": "event: Cup\nround: 1\n", "../x": "event: ../../etc\n", "con": ""}  # fmt: skip


@pytest.mark.parametrize(
    ("split", "files"),
    [
        ("match", ["Club-1-2.tmr", "club-1.tmr", "club-2.tmr", "con-.tmr", "x.tmr"]),
        pytest.param("round", ["Cup-r1.tmr", "Cup-r2.tmr", "etc.tmr"], marks=pytest.mark.full),
        pytest.param("event", ["Cup.tmr", "etc.tmr"], marks=pytest.mark.full),
    ],
)
def test_records_are_split(tourney: Tourney, tmp_path: Path, split: str, files: list[str]) -> None:
    texts = [MATCH.format(name=name, headers=headers) for name, headers in NAMES.items()]
    (tmp_path / "all.tmr").write_text("\n".join(texts), "utf-8")
    assert tourney("import", "all.tmr").code == 0
    wanted = list(NAMES) if split == "match" else ["event:Cup", "../x"]
    assert tourney("export", "tmr", *wanted, "--split", split, "-o", "out/records").code == 0
    folder = tmp_path / "out" / "records"
    assert sorted(path.name for path in folder.iterdir()) == files
    whole = "".join(sorted(path.read_text("utf-8") for path in folder.iterdir()))
    for name in wanted if split == "match" else [*list(NAMES)[:4]]:
        assert f"match: {name}\n" in whole
    assert tourney("check", *map(str, sorted(folder.iterdir()))).code == 0


def test_the_folder_of_split_records_may_have_a_slash_and_be_there(
    tourney: Tourney, tmp_path: Path
) -> None:
    (tmp_path / "one.tmr").write_text(MATCH.format(name="club/1", headers=""), "utf-8")
    assert tourney("import", "one.tmr").code == 0
    for folder in ("new/", "new/", "new"):
        assert tourney("export", "tmr", "club/1", "--split", "match", "-o", folder).code == 0
        assert [path.name for path in (tmp_path / "new").iterdir()] == ["club-1.tmr"]
    assert tourney("export", "tmr", "-o", "new/").code == 2
    file = tourney("export", "tmr", "club/1", "--split", "match", "-o", "one.tmr/")
    assert (file.code, len(file.err.splitlines())) == (5, 1)
    assert tourney("export", "results", "-o", "new/").code == 2


def test_split_needs_a_folder_and_records(tourney: Tourney) -> None:
    assert tourney("export", "tmr", "--split", "match").code == 2
    assert tourney("export", "results", "--split", "match", "-o", "x").code == 2


@examples(60)
@given(st.lists(st.text(max_size=300), max_size=5, unique=True))
def test_any_text_gives_a_safe_name_of_its_own(texts: list[str]) -> None:
    name_of = unique_names()
    names = [name_of(text) for text in texts]
    assert len({name.casefold() for name in names}) == len(texts)
    assert [name_of(text) for text in texts] == names
    for name in map(safe_name, texts):
        assert 0 < len(name) <= LONGEST + 1
        assert not set(name) & set('/\\:*?"<>|\0 \n')
        assert not name.startswith((".", "-"))
