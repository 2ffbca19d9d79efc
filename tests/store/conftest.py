"""New databases for tests: a file, and, for tests of every kind of database, a server too."""

import os
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.store import servers
from tests.store.sample import new_store
from tourney.store import Database, open_store
from tourney.store.log import begin
from tourney.store.models import SQLModel


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Database]:
    """An empty database in `tmp_path`."""
    with new_store(tmp_path) as opened:
        yield opened


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of a PostgreSQL server, one for all workers; skips the test if there is none."""
    folder = tmp_path_factory.getbasetemp()
    shared = folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder
    with ExitStack() as stack:
        try:
            url = stack.enter_context(servers.server(shared / "postgres"))
        except servers.NoServer as reason:
            pytest.skip(str(reason))
        yield url


@pytest.fixture
def database(postgres: str) -> Iterator[str]:
    """The URL of an empty database on the server."""
    with servers.new_database(postgres) as url:
        yield url


@pytest.fixture(scope="session")
def server_store(postgres: str) -> Iterator[Database]:
    """One database on the server, shared by tests, which do not empty it."""
    with servers.new_database(postgres) as url, open_store(url, create=True) as opened:
        yield opened


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.full)])
def any_store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Database]:
    """An empty database of either kind; most tests use a server only in `make full`."""
    if request.param == "sqlite":
        with new_store(tmp_path) as opened:
            yield opened
        return
    opened = request.getfixturevalue("server_store")
    tables = ", ".join(f'"{name}"' for name in SQLModel.metadata.tables)
    with opened.writing() as connection:
        connection.exec_driver_sql(f"TRUNCATE {tables} RESTART IDENTITY")
        begin(connection)
    yield opened
    opened.close()  # closes the connections of other threads; the next test opens its own
