"""Every transcript in README and docs is what the program prints."""

import sys
from pathlib import Path

import pytest

from tests.docs.transcripts import ROOT, faults, matches, missing, pages, rewritten, session

PAGE = """
```text file=note.txt
one
two
```

```console
$ cat note.txt
one
...
$ echo a 12.5 s b; \\
>   echo c
a 3 s ...
c
```
"""


@pytest.mark.full  # `make check` runs it too
@pytest.mark.parametrize("page", pages(), ids=str)
def test_a_page_shows_what_the_program_prints(page: Path) -> None:
    text = (ROOT / page).read_text("utf-8")
    assert "\n\n".join(faults(text)) == ""
    if lacking := missing(text):
        pytest.skip(f"passed without the blocks that need {', '.join(lacking)}: not installed")


def test_a_page_that_tells_the_truth_has_no_faults() -> None:
    assert list(faults(PAGE)) == []


def test_a_page_starts_in_an_empty_folder_outside_the_checkout() -> None:
    page = "```console\n$ ls -A\n```\n"
    assert list(faults(page)) == []
    with session() as folder:
        assert not folder.resolve().is_relative_to(ROOT.resolve())


@pytest.mark.parametrize(
    ("true", "false"),
    [("\none\n...", "\nzwei\n..."), ("\nc\n", "\nc\nd\n"), ("cat note", "cat no")],
)
def test_a_page_that_lies_is_found(true: str, false: str) -> None:
    assert len(list(faults(PAGE.replace(true, false)))) == 1


def test_a_block_is_left_out_where_its_program_is_missing() -> None:
    page = "```console needs={}\n$ echo a\nb\n```\n"
    for absent in ("no-such-program", "python:no_such_library"):
        assert list(faults(page.format(absent))) == []
        assert missing(page.format(absent)) == [absent]
    for present in ("sh", "python:json", Path(sys.executable).name):
        assert len(list(faults(page.format(present)))) == 1
        assert missing(page.format(present)) == []


def test_rewriting_corrects_a_lie_and_keeps_the_rest() -> None:
    assert rewritten(PAGE.replace("\nc\n", "\nx\n")) == PAGE.replace("a 3 s ...", "a 12.5 s b")
    assert rewritten(PAGE) == PAGE


@pytest.mark.parametrize(
    ("said", "shown", "same"),
    [
        (["1 match in 0.5 s"], "1 match in 12.25 s\n", True),
        (["1 match in 0.5 s"], "2 match in 0.5 s\n", False),
        (["a", "...", "z"], "a\nb\nc\nz\n", True),
        (["a", "...", "z"], "a\nb\n", False),
        (["at 2026-01-02T10:00:00"], "at 2027-11-12 09:30\n", True),
        ([], "", True),
        ([], "a\n", False),
    ],
)
def test_comparison(said: list[str], shown: str, same: bool) -> None:
    assert matches(said, shown) is same
