"""Passwords do not belong into arguments, which everybody on the machine can read."""

from tourney.cli.messages import PASSWORD_IN_ARGUMENT
from tourney.domain.errors import UsageFault, quoted
from tourney.domain.texts import without_password


def refuse_password(database: str) -> None:
    """UsageFault if an argument names a database with a password."""
    shown = without_password(database)
    if shown != database:
        raise UsageFault(PASSWORD_IN_ARGUMENT(database=quoted(shown)))
