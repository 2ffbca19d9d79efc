"""Writes a site and says what was written."""

import os
from pathlib import Path
from typing import TYPE_CHECKING

from tourney.cli.base import App
from tourney.cli.work_bar import WorkBar
from tourney.domain.errors import quoted

if TYPE_CHECKING:
    from tourney.reports.folder import SiteCount
    from tourney.reports.source import PageSettings
    from tourney.store import Store


def write_site(app: App, store: "Store", settings: "PageSettings", folder: Path) -> "SiteCount":
    """Write the site of a database into a folder, with a progress bar."""
    # The matrices of the ratings are small: several threads would wait longer than they compute.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from tourney.reports import page_messages as say
    from tourney.reports.folder import SiteFolder
    from tourney.reports.site import Site
    from tourney.reports.source import PageSource

    source = PageSource(store, settings)
    with SiteFolder(folder) as place, WorkBar(app, app.text(say.BUILDING())) as bar:
        done = Site(source, place, bar).build()
    words = {"written": done.written, "same": done.same, "removed": done.removed}
    app.say(say.WROTE(folder=quoted(str(folder)), **words))
    app.say(say.OPEN_IT(path=str(folder / "index.html")))
    return done
