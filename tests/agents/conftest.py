"""Folders for bots that play within bubblewrap."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest


@pytest.fixture
def tmp_path() -> Iterator[Path]:
    """A folder on the disk, because bubblewrap hides what lies in memory."""
    with TemporaryDirectory(prefix="tourney-agents-") as folder:
        yield Path(folder)
