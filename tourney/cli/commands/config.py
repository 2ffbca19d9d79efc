"""`tourney config`: which settings hold here, where each came from, and changing them."""

import os
from pathlib import Path

import click

from tourney.cli.base import App, command, group
from tourney.cli.settings import PROJECT_FILE, SETTINGS, project_file, read_value, user_file
from tourney.cli.toml_edit import set_key


@group("config", short_help="settings and where each came from")
def config() -> None:
    """Show and change settings: flags, TOURNEY_*, tourney.toml, your own configuration file."""


@command("show", short_help="every setting, its value and its source")
def show(app: App) -> None:
    """Print every setting with its value and where it came from."""
    from tourney.render.tables import Column, Table

    columns = (Column("name", "setting"), Column("value", "value"), Column("source", "from"))
    rows = tuple((s.name, _text(s.value), s.source) for s in app.settings.values())
    app.show(Table(columns, rows))


@command("get", short_help="the value of one setting")
@click.argument("name", metavar="KEY", type=click.Choice(list(SETTINGS)))
def get(app: App, name: str) -> None:
    """Print the value of setting KEY."""
    app.write(_text(app.settings[name].value) + "\n")


@command("set", short_help="write a setting into tourney.toml")
@click.argument("name", metavar="KEY", type=click.Choice(list(SETTINGS)))
@click.argument("value")
@click.option("--user", is_flag=True, help="Write your own configuration file instead.")
def set_(app: App, name: str, value: str, user: bool) -> None:
    """Set KEY to VALUE in the project's tourney.toml; comments in it are kept."""
    path = user_file(os.environ) if user else _project_path()
    read = read_value(name, value, "the command line")
    before = set_key(path, name, read)
    undo = f"was {before}" if before else "was not set"
    app.say(f"wrote {name} = {_text(read)} to {path} ({undo})")


@command("path", short_help="the configuration files that are read")
def path(app: App) -> None:
    """Print the configuration files in use, the one that wins first."""
    found = [project_file(Path.cwd()), user_file(os.environ)]
    for file in found:
        if file is not None and file.is_file():
            app.write(f"{file}\n")


def _project_path() -> Path:
    return project_file(Path.cwd()) or Path.cwd() / PROJECT_FILE


def _text(value: str | bool) -> str:
    return str(value).lower() if isinstance(value, bool) else value


for each in (show, get, set_, path):
    config.add_command(each)
