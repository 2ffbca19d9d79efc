"""The browser of a module of tests; the tests are skipped where there is none."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.browser.chromium import missing, started


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """One browser for all tests of a module."""
    if why := missing():
        pytest.skip(why)
    with started() as browser:
        yield browser
