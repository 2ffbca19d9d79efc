"""`tourney games`: the games with their seats, options and notation."""

import json
from typing import Any

import click

from engines.api import Game
from engines.messages import Sentence, say
from tourney.app.choose import find_game
from tourney.cli.base import App, command
from tourney.render.text import wrapped

WIDTH = 80
INDENT = 6


@command("games")
@click.argument("game", required=False)
def games(app: App, game: str | None) -> None:
    """List the games, or show the seats, options and notation of GAME."""
    if game is None:
        _show_all(app)
    elif app.format in {"json", "jsonl"}:
        app.write(json.dumps(_facts(find_game(game)), ensure_ascii=False) + "\n")
    else:
        app.write(sheet(find_game(game), app.lang))


def sheet(game: Game[Any], lang: str) -> str:
    """One page about a game: seats, options with defaults, notation."""

    head = say(
        "cli.game-head",
        title=_title(game, lang),
        name=game.name,
        seats=_seats(game),
        rules=_rules(game),
    )
    options = [f"  {_preset(one)}\n{_indented(one['help'])}" for one in _options(game, lang)]
    lines = [head.text(lang)]
    if options:
        lines += ["", say("cli.options-head").text(lang), "", *options]
    notation = game.notation.template(lang).strip()
    return "\n".join([*lines, "", say("cli.notation-head").text(lang), "", notation, ""])


def _indented(text: str) -> str:
    return "\n".join(" " * INDENT + line for line in wrapped(text, WIDTH - INDENT))


def _show_all(app: App) -> None:
    from engines.games import GAMES
    from tourney.render.tables import Column, Table

    heads = {
        "game": Sentence("cli.game"),
        "title": Sentence("cli.title"),
        "seats": Sentence("cli.seats"),
        "rules": Sentence("cli.rules"),
        "options": Sentence("cli.options"),
    }
    columns = tuple(
        Column(key, head().text(app.lang), typed=key == "game") for key, head in heads.items()
    )
    rows = tuple(
        (g.name, _title(g, app.lang), _seats(g), _rules(g), _defaults(g)) for g in GAMES.values()
    )
    app.show(Table(columns, rows))


def _facts(game: Game[Any]) -> dict[str, Any]:
    return {
        "game": game.name,
        "title": dict(game.title),
        "seats": [game.seats[0], game.seats[-1]],
        "rules": _rules(game),
        "options": _options(game),
        "notation": str(game.notation),
    }


def _options(game: Game[Any], lang: str = "en") -> list[dict[str, str]]:
    default = game.option_defaults
    return [
        {"key": key, "default": default.get(key, ""), "help": text.template(lang)}
        for key, text in game.option_help.items()
    ]


def _preset(option: dict[str, str]) -> str:
    return f"{option['key']}={option['default'] or '…'}"


def _defaults(game: Game[Any]) -> str:
    return " ".join(map(_preset, _options(game)))


def _title(game: Game[Any], lang: str) -> str:
    return game.title.get(lang, game.title["en"])


def _seats(game: Game[Any]) -> str:
    low, high = game.seats[0], game.seats[-1]
    return str(low) if low == high else f"{low}-{high}"


def _rules(game: Game[Any]) -> str:
    return f"{game.name}/{game.version}"
