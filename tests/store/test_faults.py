"""Errors of database drivers become lines that say what to do."""

import psycopg
import pytest

from tourney.store.faults import DatabaseGone, fault_of


@pytest.mark.parametrize(
    "words",
    [
        "FATAL: sorry, too many clients already",
        'FATAL: too many connections for role "club"',
        "FATAL: remaining connection slots are reserved for non-replication superuser connections",
    ],
)
def test_a_server_without_a_free_connection_is_not_called_silent(words: str) -> None:
    fault = fault_of(psycopg.OperationalError(words), "postgresql://h/t", None)
    assert isinstance(fault, DatabaseGone)  # --wait waits for a connection
    assert "'postgresql://h/t' has no free connection: repeat the command" in str(fault)
