"""New databases for tests: a file, and where a claim is about any database a server as well."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.store import servers
from tests.store.sample import new_store
from tourney.store import Store, open_store
from tourney.store.models import SQLModel


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """An empty database in `tmp_path`."""
    with new_store(tmp_path) as opened:
        yield opened


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The URL of a PostgreSQL server; skips where there is none."""
    with ExitStack() as stack:
        try:
            url = stack.enter_context(servers.server())
        except servers.NoServer as reason:
            pytest.skip(str(reason))
        yield url


@pytest.fixture
def database(postgres: str) -> Iterator[str]:
    """The URL of an empty database on the server."""
    with servers.new_database(postgres) as url:
        yield url


@pytest.fixture(scope="session")
def server_store(postgres: str) -> Iterator[Store]:
    """One database on the server, which tests leave filled."""
    with servers.new_database(postgres) as url, open_store(url, create=True) as opened:
        yield opened


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.full)])
def any_store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """An empty database of either kind; a server is asked by all tests in `make full` alone."""
    if request.param == "sqlite":
        with new_store(tmp_path) as opened:
            yield opened
        return
    opened = request.getfixturevalue("server_store")
    tables = ", ".join(f'"{name}"' for name in SQLModel.metadata.tables)
    with opened.database.writing() as connection:
        connection.exec_driver_sql(f"TRUNCATE {tables} RESTART IDENTITY")
    yield opened
    opened.close()  # connections of other threads; the next test opens its own
