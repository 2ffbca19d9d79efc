"""The browser of these tests, which are skipped where there is none."""

import gc
from collections.abc import Generator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final

import pytest

from tests.browser.chromium import missing, started

HERE: Final = Path(__file__).parent
_until_closed: Final = ExitStack()
_browsers: Final[list[Any]] = []
"""The browser of this process, once there is one."""


@pytest.fixture(scope="module")
def chromium() -> Any:
    """One browser for all tests of this folder; each opens a context of its own."""
    if why := missing():
        pytest.skip(why)
    if not _browsers:
        _browsers.append(_until_closed.enter_context(started()))
    return _browsers[0]


@pytest.fixture(scope="module")
def warm(tmp_path_factory: pytest.TempPathFactory, chromium: Any) -> None:
    """A browser and a server that have shown a page: they close what they needed only to start."""
    from tests.browser.hall import hall, opened

    with (
        hall(tmp_path_factory.mktemp("warm")) as place,
        opened(chromium, f"{place.address}/screen"),
        opened(chromium, f"{place.address}/") as visit,
    ):
        visit.page.wait_for_selector(".table")
    gc.collect()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> Generator[None]:
    """Close the browser before tests of other folders, because it keeps an event loop running."""
    try:
        return (yield)
    finally:
        if nextitem is None or HERE not in nextitem.path.parents:
            pytest_sessionfinish()


def pytest_sessionfinish() -> None:
    """Close the browser if there is one, also where the tests stop early."""
    _browsers.clear()
    _until_closed.close()
