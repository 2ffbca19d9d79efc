"""`tourney plugins` and `tourney plugin`: what packages add, and how to begin a package."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from engines.games import FAULTS, GAMES, KINDS, Registry, plugins
from engines.messages import Message, say
from tourney.cli.base import App, AppGroup, command
from tourney.cli.usage import OneWordOf
from tourney.domain.errors import TourneyError
from tourney.domain.safe_text import file_word


def _registries() -> Mapping[str, Registry[Any]]:
    """By kind, what there is and what plugins may add to; bots have no registry."""
    from tourney.cli.export_commands import EXPORTS
    from tourney.formats.formats import FORMATS
    from tourney.scoring import POINT_SYSTEMS, TIEBREAKS

    return {
        "game": GAMES,
        "format": FORMATS,
        "points": POINT_SYSTEMS,
        "tiebreak": TIEBREAKS,
        "export": EXPORTS,
    }


@command("plugins")
def plugins_(app: App) -> None:
    """List the games, bots and other things that installed packages add, and what is wrong."""
    from tourney.agents.loader import installed_bots, load
    from tourney.render.text_tables import Column, Row, Table

    # Imports all of them: what fails is known then.
    for registry in _registries().values():
        registry.added()
    broken: dict[str, Message | str] = {}
    for name in installed_bots():
        try:
            load(name).close()
        except TourneyError as error:
            broken[name] = error.message
    app.warns_of_plugins = False  # the table says it

    rows: list[Row] = []
    for kind in KINDS:
        for one in plugins(kind):
            fault = FAULTS.get(one) or (broken.get(one.name, "") if kind == "bot" else "")
            used = say("cli.plugin-not-used" if fault else "cli.plugin-used")
            what = say(f"cli.plugin-kind-{kind}")
            rows.append((what, one.name, used, one.distribution, one.version, one.place, fault))
    columns = (
        Column("kind", say("cli.plugin-h-kind")),
        Column("name", say("cli.plugin-h-name"), typed=True, whole=True),
        Column("state", say("cli.plugin-h-state")),
        Column("package", say("cli.plugin-h-package")),
        Column("version", say("cli.plugin-h-version")),
        Column("place", say("cli.plugin-h-place"), importance=3),
        Column("fault", say("cli.plugin-h-fault")),
    )
    app.show(Table(columns, rows))
    if not rows:
        app.say(say("cli.no-plugins"))


plugin = AppGroup("plugin")
"""Begin a package that adds something."""


@plugin.command("new")
@click.argument("kind", metavar="KIND", type=OneWordOf(tuple(KINDS)))
@click.argument("folder", metavar="NAME", type=click.Path(path_type=Path, readable=False))
def new(app: App, kind: str, folder: Path) -> None:
    """Create the folder NAME with a package that adds a thing of this kind."""
    from tourney.agents.loader import installed_bots
    from tourney.botlab.starters import new_plugin
    from tourney.bots import BOTS

    taken = _registries().get(kind, {*BOTS, *installed_bots()})
    made = new_plugin(kind, folder, app.text, taken)
    app.say(say("cli.bot-wrote", files=" ".join(map(str, made.files))))
    for words in made.commands:
        app.say(f"  {words}")
    app.say(say("app.undo", command=f"rm -r {file_word(folder)}"))
