"""A site of ten thousand matches: one pass, flat memory, and nothing to do the second time."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.transcripts import ROOT

MATCHES = 10_000
MOST_GROWTH = 24.0
"""Megabytes of memory that ten thousand matches may need beyond those of a thousand."""


@pytest.mark.full
def test_ten_thousand_matches_take_one_pass_and_flat_memory(tmp_path: Path) -> None:
    figures = {}
    for matches in (MATCHES // 10, MATCHES):
        words = ("-m", "tests.benchmarks.site", "--matches", str(matches), "--json")
        folder = tmp_path / str(matches)
        done = subprocess.run(
            [sys.executable, *words, "--folder", folder], cwd=ROOT, check=True, capture_output=True
        )
        figures[matches] = json.loads(done.stdout)
        assert figures[matches]["pages"] > matches
        assert figures[matches]["second_written"] == 0
    small, large = figures.values()
    assert large["megabytes"] < small["megabytes"] + MOST_GROWTH
    assert large["size"] < 12 * small["size"]
