"""Suggested commands that can be pasted into a shell."""

from collections.abc import Sequence

from tourney.cli.base import App
from tourney.domain.shell import shell_line


def database_words(app: App) -> tuple[str, ...]:
    """The option that names the database, if it would not be found otherwise."""
    named = app.settings["db"].source in {"--db", "--project"}
    return ("--db", app.database) if named else ()


def next_command(app: App, *words: str, names: Sequence[str] = ()) -> str:
    """A suggested command, with --db if the database would not be found otherwise.

    `names` come last; they may look like options.
    """
    where = database_words(app)
    if any(name.startswith("-") for name in names):
        return shell_line(("tourney", *words, *where, "--", *names))
    return shell_line(("tourney", *words, *names, *where))
