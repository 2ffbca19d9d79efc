"""Errors of a database, of a file or on a server."""

from tourney.domain.errors import Conflict, Unreachable


class DatabaseGone(Unreachable):
    """The connection to a server is lost, or it does not answer."""


class Damaged(Conflict):
    """A database with content that this program did not store."""
