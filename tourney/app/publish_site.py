"""The web site of a database is written into a folder, and what is said about it."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Final

from engines.messages import say
from tourney.app.host import Host
from tourney.domain.errors import Conflict, quoted

if TYPE_CHECKING:
    from tourney.reports.folder import SiteCount
    from tourney.reports.site import Progress
    from tourney.reports.source import PageSettings
    from tourney.store import Database

PUBLIC: Final = "public"
"""The folder of a site for which no other one is set, beside the database."""


def write_site(
    store: "Database", settings: "PageSettings", folder: Path, progress: "Progress"
) -> "SiteCount":
    """Write events, runs, players, matches, rules and data; only what has changed.

    Conflict if the folder is a file, if it has files of others, or if somebody writes it now.
    """
    if folder.exists() and not folder.is_dir():
        raise Conflict(say("reports.report-not-a-folder", path=quoted(str(folder))))
    # The matrices of the ratings are small: several threads would wait longer than they compute.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from tourney.reports.folder import SiteFolder
    from tourney.reports.site import Site
    from tourney.reports.source import PageSource

    with SiteFolder(folder) as place:
        return Site(PageSource(store, settings), place, progress).build()


def say_written(host: Host, folder: Path, done: "SiteCount") -> None:
    """Say where a site is, and which of its files somebody has changed."""
    words = {"written": done.written, "same": done.same, "removed": done.removed}
    host.say(say("reports.report-wrote", folder=quoted(str(folder)), **words))
    for path in done.kept:
        host.say(say("reports.report-kept", path=quoted(path)))
