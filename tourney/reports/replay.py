"""The page of a match: its replay, its record, its result; one file that needs nothing else.

`replay_page` gives the whole page, `replay_part` the part that another page can hold. Positions
come from the engine. Only the views that are asked for are in the page: without the open view it
has neither comments nor seeds, and nothing that the other views hide.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from markupsafe import Markup

from engines.api import EVERYTHING, Who
from engines.games import GAMES
from engines.messages import say
from tourney.domain.match_values import StoredMatch
from tourney.render.scenes import known
from tourney.reports.page import STYLE, Page, part, render
from tourney.reports.replay_model import ReplayModel

REPLAY_STYLE: Final = "replay.css"
"""The style sheet of replays, after those of the page."""
SCRIPTS = ("replay.js",)
"""The scripts of a page with replays."""
FORBIDDEN: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")
"""Characters that no web page may have."""


@dataclass(frozen=True, slots=True)
class ReplayOptions:
    """How to show a match.

    `rules` is the path to the pages of the rules (`../games/`), None if there are none. `key` is
    the beginning of all ids, for a page with several replays. `about` is false if the page itself
    shows result, date and event; `level` is that of its headings.
    """

    views: Sequence[Who] = (EVERYTHING,)
    lang: str = "en"
    rules: str | None = None
    key: str = ""
    about: bool = True
    level: int = 2


def replay_page(match: StoredMatch, options: ReplayOptions | None = None) -> str:
    """The text of the page of a match; RecordFault if its record cannot be read.

    The names in it are those of `match`: see `ShownNames` for others.
    """
    asked = options or ReplayOptions()
    title = GAMES[match.game].title[asked.lang]
    players = ", ".join(known(match.players))
    description = say("reports.description", game=title, players=players).text(asked.lang)
    page = Page(
        title=FORBIDDEN.sub("\ufffd", f"{match.name}: {title}"),
        description=FORBIDDEN.sub("\ufffd", description),
        lang=asked.lang,
        styles=(STYLE, REPLAY_STYLE),
        scripts=SCRIPTS,
    )
    return render("replay.html", page, part=_part(match, asked))


def replay_part(match: StoredMatch, options: ReplayOptions | None = None) -> Markup:
    """The replay of a match as a part of a page that has `REPLAY_STYLE` and `SCRIPTS`."""
    return _part(match, options or ReplayOptions())


def _part(match: StoredMatch, asked: ReplayOptions) -> Markup:
    model = ReplayModel(match, asked.views, asked.lang, rules=asked.rules, key=asked.key)
    told = {"about": asked.about, "level": asked.level}
    text = part("replay_part.html", asked.lang, r=model, **told)
    return Markup(FORBIDDEN.sub("\ufffd", text))
