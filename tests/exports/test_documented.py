"""The page about exports names every kind, column and field."""

import re
import sqlite3
from pathlib import Path

import pytest

from tourney.cli.export_commands import EXPORTS
from tourney.exports.bgstats import BGG_COLUMNS
from tourney.exports.given_results import USED
from tourney.exports.match_tables import FAULT_COLUMNS, MATCH_COLUMNS, MOVE_COLUMNS, RESULT_COLUMNS
from tourney.exports.people_tables import PLAYER_COLUMNS
from tourney.store.snapshot_file import SnapshotFile

PAGE = (Path(__file__).parents[2] / "docs" / "exports.md").read_text("utf-8")


def section(title: str) -> set[str]:
    """The words in code style below a heading."""
    text = re.split(rf"^#+ {title}$", PAGE, flags=re.MULTILINE)[1]
    own = re.split(r"^#", text, flags=re.MULTILINE)[0]
    return set(re.findall(r"`([^`]+)`", own))


@pytest.mark.parametrize(
    ("title", "columns"),
    [
        ("results", RESULT_COLUMNS),
        ("matches", MATCH_COLUMNS),
        ("moves", MOVE_COLUMNS),
        ("faults", FAULT_COLUMNS),
        ("players", PLAYER_COLUMNS),
        ("bgg", BGG_COLUMNS),
    ],
)
def test_every_column_is_explained(title: str, columns: tuple[object, ...]) -> None:
    keys = {str(getattr(column, "key", column)) for column in columns}
    assert keys - section(title) == set()


def test_every_kind_is_listed() -> None:
    listed = section("Files for other programs, and from them")
    assert set(EXPORTS) <= listed


def test_every_column_of_a_view_is_explained(tmp_path: Path) -> None:
    with SnapshotFile(tmp_path / "s.db") as file:
        file.add("standing", [])
    with sqlite3.connect(tmp_path / "s.db") as snapshot:
        for view, title in (
            ("v_results", "results"), ("v_faults", "faults"), ("v_moves", "The snapshot"),
            ("v_standings", "The snapshot"),
        ):  # fmt: skip
            columns = {row[1] for row in snapshot.execute(f"PRAGMA table_info({view})")}
            assert columns - section(title) - {"table_no"} == set()
    snapshot.close()


def test_every_column_of_an_import_is_explained() -> None:
    assert USED - {"source"} - section("Import") - section("results") == set()
