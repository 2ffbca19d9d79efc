"""Writes a site and says what was written."""

import os
from pathlib import Path
from typing import TYPE_CHECKING

from engines.messages import say
from tourney.cli.base import App
from tourney.cli.work_bar import WorkBar
from tourney.domain.errors import quoted

if TYPE_CHECKING:
    from tourney.reports.folder import SiteCount
    from tourney.reports.source import PageSettings
    from tourney.store import Database


def write_site(app: App, store: "Database", settings: "PageSettings", folder: Path) -> "SiteCount":
    """Write the site of a database into a folder, with a progress bar."""
    # The matrices of the ratings are small: several threads would wait longer than they compute.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from tourney.reports.folder import SiteFolder
    from tourney.reports.site import Site
    from tourney.reports.source import PageSource

    source = PageSource(store, settings)
    with SiteFolder(folder) as place, WorkBar(app, app.text(say("reports.report-building"))) as bar:
        done = Site(source, place, bar).build()
    words = {"written": done.written, "same": done.same, "removed": done.removed}
    app.say(say("reports.report-wrote", folder=quoted(str(folder)), **words))
    app.say(say("reports.report-open-it", path=str(folder / "index.html")))
    return done
