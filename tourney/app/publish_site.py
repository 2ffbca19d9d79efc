"""The web site of a database is written into a folder, and what is said about it."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from engines.messages import LANGUAGES, say
from tourney.app.host import Host
from tourney.domain.errors import Conflict, quoted
from tourney.domain.names import NAME_STYLES, VIEW_STYLES
from tourney.store.log import SHORT, first_hash

if TYPE_CHECKING:
    from tourney.reports.folder import SiteCount
    from tourney.reports.site import Progress
    from tourney.store import Database

PUBLIC: Final = "public"
"""The folder of a site for which no other one is set, beside the database."""


class AskedSite(NamedTuple):
    """What somebody wants of a site; None for what stays as it was written last."""

    lang: str | None = None
    title: str | None = None
    names: str | None = None
    base_url: str | None = None
    views: str | None = None


KNOWN_WORDS: Final = {"lang": LANGUAGES, "names": NAME_STYLES, "views": VIEW_STYLES}
"""What of a manifest is taken only if it is one of these words: somebody may have changed it."""


def write_site(
    store: "Database",
    asked: AskedSite,
    folder: Path,
    progress: "Progress",
    *,
    lang: str = LANGUAGES[0],
    again: bool = False,
) -> "SiteCount":
    """Write events, runs, players, matches, rules and data; only what has changed.

    The folder knows how its site is made. So whoever writes it next, at the desk or on the command
    line, shows no name in full that is not to be seen there. A new one is in `lang`.

    Conflict if the folder is a file, if it has files of others or the site of another database
    (unless that is made `again`), or if somebody writes it now.
    """
    if folder.exists() and not folder.is_dir():
        raise Conflict(say("reports.report-not-a-folder", path=quoted(str(folder))))
    # The matrices of the ratings are small: several threads would wait longer than they compute.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from tourney.reports.folder import SiteFolder
    from tourney.reports.site import Site
    from tourney.reports.source import PageSettings, PageSource

    with SiteFolder(folder) as place:
        own, made = first_hash(store)[:SHORT], place.made
        if not again and "" not in (own, of := made.get("database", "")) and own != of:
            raise Conflict(say("reports.report-other-database", folder=quoted(str(folder))))
        wanted = {key: one for key, one in asked._asdict().items() if one is not None}
        known = {
            key: one
            for key, one in made.items()
            if key in AskedSite._fields and one in KNOWN_WORDS.get(key, [one])
        }
        settings = PageSettings(**{"lang": lang, **known, **wanted})
        place.make({**{key: getattr(settings, key) for key in AskedSite._fields}, "database": own})
        return Site(PageSource(store, settings), place, progress).build()


def say_written(host: Host, folder: Path, done: "SiteCount") -> None:
    """Say where a site is, and which of its files somebody has changed."""
    words = {"written": done.written, "same": done.same, "removed": done.removed}
    host.say(say("reports.report-wrote", folder=quoted(str(folder)), **words))
    for path in done.kept:
        host.say(say("reports.report-kept", path=quoted(path)))
