"""Passwords do not belong into arguments, which everybody on the machine can read."""

from engines.messages import say
from tourney.domain.errors import UsageFault, quoted
from tourney.domain.safe_text import without_password


def refuse_password(database: str) -> None:
    """UsageFault if an argument names a database with a password."""
    shown = without_password(database)
    if shown != database:
        raise UsageFault(say("cli.password-in-argument", database=quoted(shown)))
