"""`tourney games`: what can be played, with how many, under which options, written how."""

import json
from textwrap import fill
from typing import Any

import click

from engines.api import Game
from tourney.cli.base import App, command
from tourney.cli.lookup import find_game

WIDTH = 80


@command("games", short_help="games, seats, options and notation")
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
    """Everything on one page: seats, options with defaults, how moves are written."""
    options = [f"  {_preset(option)}\n{_indented(option['help'])}" for option in _options(game)]
    head = [f"{_title(game, lang)} ({game.name}), {_seats(game)} seats, rules {_rules(game)}"]
    if options:
        head += ["", "Options, with what holds when nothing is said:", "", *options]
    return "\n".join([*head, "", "Notation:", "", str(game.notation).strip(), ""])


def _indented(text: str) -> str:
    return fill(text, WIDTH, initial_indent=" " * 6, subsequent_indent=" " * 6)


def _show_all(app: App) -> None:
    from engines import GAMES
    from tourney.render.tables import Column, Table

    columns = (
        Column("game", "game"),
        Column("title", "title"),
        Column("seats", "seats"),
        Column("rules", "rules"),
        Column("options", "options"),
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


def _options(game: Game[Any]) -> list[dict[str, str]]:
    return [
        {"key": key, "default": game.option_defaults.get(key, ""), "help": str(text)}
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
