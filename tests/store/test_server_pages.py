"""What the pages show is what the program prints with a database on a server, too."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.docs.transcripts import ROOT, faults
from tests.store import servers
from tourney.store.connect import address

PAGES = (
    "howto-evening", "howto-event", "howto-correct", "howto-notes", "howto-standings",
    "howto-long-runs", "howto-league", "howto-compare",
)  # fmt: skip

pytestmark = pytest.mark.full


@pytest.fixture
def database(tmp_path: Path) -> Iterator[str]:
    """The URL of an empty database."""
    try:
        with servers.server(tmp_path / "postgres") as url, servers.new_database(url) as database:
            yield database
    except servers.NoServer as reason:
        pytest.skip(str(reason))


@pytest.mark.parametrize("page", PAGES)
def test_a_page_is_right_for_a_server(page: str, database: str) -> None:
    text = (ROOT / f"docs/{page}.md").read_text("utf-8")
    names = dict.fromkeys((database, address(database).shown), "tourney.db")
    different = faults(text, shown_as=names, TOURNEY_DB=database)
    assert "\n\n".join(different) == ""
