"""Suggested commands that can be pasted into a shell."""

from collections.abc import Sequence

from tourney.cli.base import App
from tourney.domain.shell import shell_line


def next_command(app: App, *words: str, names: Sequence[str] = ()) -> str:
    """A suggested command, with --db if the database would not be found otherwise.

    `names` come last; they may look like options.
    """
    named = app.settings["db"].source in {"--db", "--project"}
    where = ("--db", app.db) if named else ()
    if any(name.startswith("-") for name in names):
        return shell_line(("tourney", *words, *where, "--", *names))
    return shell_line(("tourney", *words, *names, *where))
