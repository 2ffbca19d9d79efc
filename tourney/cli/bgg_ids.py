"""The ids of games on BoardGameGeek, which the setting `bgg_ids` gives."""

from collections.abc import Mapping

from tourney.app.choose import find_game
from tourney.cli.base import App
from tourney.cli.settings import bgg_pairs


def bgg_ids(app: App) -> Mapping[str, int]:
    """The id of each game that has one; UsageFault for an unknown game."""
    pairs = bgg_pairs(str(app.settings["bgg_ids"].value))
    return {find_game(name).name: number for name, number in pairs.items()}
