"""A record with errors becomes an unfinished one that passes, and no line of it is lost."""

from pathlib import Path
from random import Random

import pytest

from tests.examples import usual
from tourney.records import check, read
from tourney.records.record_edits import UNREAD, as_unfinished

RECORDS = sorted((Path(__file__).parents[2] / "data" / "records").glob("*.tmr"))
BROKEN = ("B: nonsense", "-- what", "B: ?? ;", "A: hand", "Z", "-- end round 9", "\ufffd")


def passes(text: str) -> bool:
    document = read(text)
    return (
        bool(document.matches)
        and not document.faults()
        and all(check(match).passed for match in document.matches)
    )


@pytest.mark.parametrize("path", usual([RECORDS[1]], RECORDS), ids=lambda path: path.stem)
def test_every_line_is_kept_as_it_was_or_as_a_comment(path: Path) -> None:
    rng = Random(path.name)
    lines = path.read_text("utf-8").split("\n")
    first = next(n for n, line in enumerate(lines) if line.startswith(("--", "A:", "B:")))
    for text in BROKEN:
        broken = [*lines]
        broken.insert(rng.randrange(first, len(lines)), text)
        found = as_unfinished("\n".join(broken))
        assert found is not None
        assert passes(found.text)
        kept = [line.removeprefix(UNREAD) for line in found.text.split("\n")]
        status = ("status: ", "status: unfinished")
        assert [line for line in kept if not line.startswith(status)] == [
            line for line in broken if not line.startswith(status)
        ]
        assert found.unread == found.text.count(f"\n{UNREAD}")


MATCH = """\
match: b/1
game: blue-border
seat A: Aiko
seat B: Ben

-- start A
A: pass -> 1
B: pass -> 2
"""


def test_a_match_that_only_stops_loses_nothing() -> None:
    found = as_unfinished(f"{MATCH}\nstatus: complete\n")
    assert found == (f"{MATCH}\nstatus: unfinished\n", 0)


def test_what_follows_an_error_is_a_comment() -> None:
    found = as_unfinished(f"{MATCH}B: pass -> 3\nA: pass -> 4\n")
    assert found == (
        f"{MATCH}#? B: pass -> 3\n#? A: pass -> 4\nstatus: unfinished\n",
        2,
    )


@pytest.mark.parametrize("text", ["", "match: x\ngame: chess\n", MATCH.replace("seat A", "seat ")])
def test_a_record_with_a_wrong_head_stays_as_it_is(text: str) -> None:
    assert as_unfinished(text) is None
