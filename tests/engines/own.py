"""Test data and adapters of each game: modules and files in `tests/engines/FAMILY`.

secrets.py      SECRETS: what a seat cannot know, for tests with twin worlds
records.py      RECORDS: how to create records and make cards in them unknown
playthroughs/   whole matches as text, written by `python -m tests.engines.golden`
japanese/       faulty records, each with its error page in Japanese
"""

from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from engines.games import GAMES

HERE = Path(__file__).parent


def family(name: str) -> str:
    """The folder of a game in `engines`; one folder may contain two games."""
    return type(GAMES[name]).__module__.split(".")[1]


def folder(name: str) -> Path:
    """The folder with the test data and adapters of a game."""
    return HERE / family(name)


def own(name: str, module: str) -> ModuleType | None:
    """A module of that folder; None if it does not exist."""
    path = f"tests.engines.{family(name)}.{module}"
    return import_module(path) if (folder(name) / f"{module}.py").is_file() else None


def adapter(name: str) -> Any:
    """What a seat cannot know in a game, from the module `secrets` of that folder."""
    module = own(name, "secrets") if name in GAMES else None
    return None if module is None else module.SECRETS.get(name)
