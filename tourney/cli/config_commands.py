"""`tourney config`: show and change settings."""

import json
import os
import re
from pathlib import Path

import click

from engines.build import BUILD, ROOT, WHY_PURE
from engines.messages import Sentence, say
from tourney.cli.base import App, AppGroup
from tourney.cli.output import Output
from tourney.cli.settings import SETTINGS, read_value, refuse_password, settings_files
from tourney.cli.usage import OneWordOf
from tourney.domain.documents import read_toml
from tourney.domain.errors import DataFault, UsageFault, quoted
from tourney.domain.safe_text import is_text, without_password

config = AppGroup("config")
"""Show and change settings."""


@config.command("show")
def show(app: App) -> None:
    """Show all settings with their values and sources, and the build; a password is hidden."""
    from tourney.render.text_tables import Column, Table

    columns = (
        Column("name", say("cli.config-h-name")),
        Column("value", say("cli.config-h-value")),
        Column("source", say("cli.config-h-source"), typed=True),
    )
    rows = []
    for setting in app.settings.values():
        is_default = setting.source == "default"
        source = say("cli.setting-default") if is_default else setting.source
        rows.append((setting.name, without_password(_text(setting.value)), source))
    # Not a setting, but what one looks for here: which modules run.
    rows.append(("build", BUILD, say(f"cli.pure-{WHY_PURE}") if WHY_PURE else ROOT))
    app.show(Table(columns, rows))


@config.command("get", endings=None)
@click.argument("name", metavar="KEY", type=OneWordOf(list(SETTINGS)))
def get(app: App, name: str) -> None:
    """Print the value of the setting KEY."""
    app.write(_text(app.settings[name].value) + "\n")


@config.command("set")
@click.argument("name", metavar="KEY", type=OneWordOf(list(SETTINGS)))
@click.argument("value")
@click.option("--user", is_flag=True)
def set_(app: App, name: str, value: str, user: bool) -> None:
    """Set KEY to VALUE in the tourney.toml of the project; its comments are kept."""
    own, of_project = settings_files(os.environ, Path.cwd())
    path = own if user else of_project
    refuse_password(value)
    read = read_value(name, value, say("cli.setting-command-line"))
    before = set_key(path, name, read)
    wrote = Sentence("cli.setting-wrote") if before else Sentence("cli.setting-wrote-new")
    now, then = without_password(_text(read)), without_password(before or "")
    app.say(wrote(name=name, value=now, file=str(path), before=then))


@config.command("path")
def path(app: App) -> None:
    """Print the configuration files in use; settings in the first take precedence."""
    for file in reversed(settings_files(os.environ, Path.cwd())):
        if file.is_file():
            app.write(f"{file}\n")


def _text(value: str | bool) -> str:
    return str(value).lower() if isinstance(value, bool) else value


def set_key(path: Path, name: str, value: str | bool) -> str | None:
    """Write `name = value`; the previous value as written, or None."""
    if isinstance(value, str) and not is_text(value):
        raise UsageFault(say("cli.setting-no-text", name=name, value=quoted(value)))
    text = path.read_text("utf-8") if path.is_file() else ""
    read_toml(text.encode(), str(path))  # a broken file is not made worse
    # The file is changed as text, so that comments and order stay; values of JSON are those of
    # TOML for texts and switches. After the first table, a key would belong to that.
    line = f"{name} = {json.dumps(value, ensure_ascii=False)}"
    table = re.search(r"^[ \t]*\[", text, re.MULTILINE)
    head, rest = (text[: table.start()], text[table.start() :]) if table else (text, "")
    old = re.search(rf"^{name}[ \t]*=[ \t]*(.*)$", head, re.MULTILINE)
    if old:
        head = head[: old.start()] + line + head[old.end() :]
    else:
        head = (head + "\n" if head and not head.endswith("\n") else head) + line + "\n"
    # A value of several lines, or a key in quotes, is not found by the pattern above.
    if read_toml((head + rest).encode(), str(path)).get(name) != value:
        raise DataFault(say("cli.setting-unsafe", name=quoted(name), file=str(path)))
    path.parent.mkdir(parents=True, exist_ok=True)
    with Output(str(path)) as file:
        file.write(head + rest)
    return old.group(1).strip() if old else None
