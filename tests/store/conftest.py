"""A new database for a test."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.store.sample import new_store
from tourney.store import Store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """An empty database in `tmp_path`."""
    with new_store(tmp_path) as opened:
        yield opened
