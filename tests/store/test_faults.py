"""Errors of database drivers become lines that say what to do."""

import psycopg
import pytest
from psycopg import errors

from tourney.domain.errors import Conflict, NotFound, TourneyError, UsageFault
from tourney.store.database_faults import Busy, Damaged, DatabaseGone, fault_of


def told(error: Exception) -> TourneyError:
    """The error to report for one of the driver."""
    fault = fault_of(error, "postgresql://h/t", None)
    assert fault is not None
    return fault


@pytest.mark.parametrize(
    "words",
    [
        "FATAL: sorry, too many clients already",
        'FATAL: too many connections for role "club"',
        "FATAL: remaining connection slots are reserved for non-replication superuser connections",
    ],
)
def test_a_server_without_a_free_connection_is_not_called_silent(words: str) -> None:
    fault = told(psycopg.OperationalError(words))
    assert isinstance(fault, DatabaseGone)  # --wait waits for a connection
    assert "'postgresql://h/t' has no free connection: repeat the command" in str(fault)


@pytest.mark.parametrize(
    ("kind", "reported", "remedy"),
    [
        (errors.LockNotAvailable, Busy, "wait until it ends"),
        (errors.DeadlockDetected, Busy, "wait until it ends"),
        (errors.TooManyConnections, DatabaseGone, "raise max_connections"),
        (errors.InvalidCatalogName, NotFound, "create it on the server"),
        (errors.InsufficientPrivilege, TourneyError, "let its owner grant the right"),
        (errors.ReadOnlySqlTransaction, TourneyError, "name the server that is written to"),
        (errors.DiskFull, TourneyError, "free some disk space there"),
        (errors.OutOfMemory, TourneyError, "raise max_locks_per_transaction"),
        (errors.IoError, TourneyError, "see the log of the server"),
        (errors.DataCorrupted, Damaged, "restore a backup"),
        (errors.UntranslatableCharacter, Conflict, "with encoding UTF8"),
        (errors.AdminShutdown, DatabaseGone, "check the address and the server"),
    ],
)
def test_the_state_of_an_error_decides_not_the_language_of_the_server(
    kind: type[psycopg.Error], reported: type[TourneyError], remedy: str
) -> None:
    fault = told(kind("何かがおかしい"))
    assert type(fault) is reported
    assert remedy in str(fault)
    assert "\n" not in str(fault)


@pytest.mark.parametrize(
    ("words", "reported", "remedy"),
    [
        ('FATAL: password authentication failed for user "ann"', TourneyError, "PGPASSWORD"),
        ("fe_sendauth: no password supplied", TourneyError, "PGPASSWORD"),
        ('FATAL: role "ann" does not exist', TourneyError, "check the name"),
        ('FATAL: no pg_hba.conf entry for host "::1"', TourneyError, "check the name"),
        ("received invalid response to SSL negotiation: H", TourneyError, "check host and port"),
        ('invalid port number: "x"', UsageFault, "write postgresql://USER@HOST/NAME"),
        ("FATAL: could not write init file", TourneyError, "see the log of the server"),
        ('could not open certificate file "/x.pem"', TourneyError, "check sslcert"),
        ('private key file "/x" has group or world access', TourneyError, "check sslcert"),
        ('definition of service "x" not found', UsageFault, "write postgresql://"),
        ('FATAL: unrecognized configuration parameter "x"', UsageFault, "write postgresql://"),
        ('FATAL: permission denied for database "t"', TourneyError, "grant the right"),
        ('socket "/x/.s.PGSQL.1" failed: Permission denied', DatabaseGone, "check the address"),
        ('FATAL: database "t" does not exist', NotFound, "create it on the server"),
        ("Connection refused\nIs the server running?", DatabaseGone, "running; check the address"),
    ],
)
def test_a_connection_that_is_not_made_says_why_and_is_waited_for_only_if_that_can_help(
    words: str, reported: type[TourneyError], remedy: str
) -> None:
    fault = told(psycopg.OperationalError(words))
    assert type(fault) is reported
    assert remedy in str(fault)
    assert "\n" not in str(fault)


def test_a_wrong_statement_stays_an_error_of_the_program() -> None:
    assert fault_of(errors.UndefinedColumn("x"), "postgresql://h/t", None) is None
    assert fault_of(errors.UniqueViolation("x"), "postgresql://h/t", None) is None
