"""Invented runs and matches for the tests of the store; their moves form no legal game."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random

import pytest

from engines.api import Outcome, Seat
from tourney.domain.match_values import Entries, Fault, Fixture, PlayedMatch, StoredMatch
from tourney.domain.run_spec import BotEntry, RunSpec
from tourney.store import Database, open_store
from tourney.store.imports import import_records
from tourney.store.match_writer import MatchWriter
from tourney.store.matches import match_named
from tourney.store.runs import StoredRun, add_run

on_both_kinds = pytest.mark.parametrize("any_store", ["sqlite", "postgresql"], indirect=True)
"""For a small number of tests that use a server in `make test`, too."""

BOTS = (
    BotEntry("rho", "random", "1"),
    BotEntry("greedy", "greedy", "0.9"),
    BotEntry("ucb", "./ucb.py", "2.0"),
)
TEXTS = ("draw 7", "reveal 3 10*", "market 9 = 1+3+5", "vault 1x3 5x2", "give 9*", "discard 2 8 CV")


def unchecked(*_given: object) -> None:
    """The check of results for events whose rows mean nothing."""


def spec(name: str = "spring", **changes: object) -> RunSpec:
    """A run of three bots, all of them in every match unless `changes` says otherwise."""
    fields: dict[str, object] = {
        "name": name,
        "game": "diams",
        "rules": 1,
        "options": (("closing", "fixed"), ("length", "quick")),
        "bots": BOTS,
        "seats": 3,
        "deals": 100,
        "schedule": "fixed",
        "block": "rotation",
        "seed": "7",
        "bot_seed": "77",
    }
    return RunSpec(**{**fields, **changes})  # type: ignore[arg-type]


@cache
def entries_of(number: int) -> tuple[tuple[Seat, str], ...]:
    """Those of a match with this number; many tests store the same matches."""
    luck = Random(number)
    return tuple((luck.randrange(-1, 3), luck.choice(TEXTS)) for _ in range(40))


def played(
    number: int,
    entries: Sequence[tuple[Seat, str]] | None = None,
    *,
    status: str = "complete",
    faults: tuple[Fault, ...] = (),
) -> PlayedMatch:
    """Match `number` of such a run; the number determines everything else."""
    seats = tuple((seat + number) % 3 for seat in range(3))
    fixture = Fixture(number, deal=(number - 1) // 3, lineup=0, rotation=number % 3, seats=seats)
    outcome = Outcome((number, number % 7, 0), (1, 2, 3))
    if entries is None:
        entries = entries_of(number)
    return PlayedMatch(fixture, outcome, status, Entries.of(entries), faults)


def fill(
    store: Database, numbers: Sequence[int], name: str = "spring", batch: int = 100
) -> StoredRun:
    """Stores these matches of a new run, in the given order."""
    run = add_run(store, spec(name))
    with MatchWriter(store, run, batch=batch) as writer:
        for number in numbers:
            writer.add(played(number))
    return run


def new_store(folder: Path) -> Database:
    """A new database in `folder`."""
    return open_store(str(folder / "tourney.db"), create=True)


def add(store: Database, new: StoredMatch) -> int:
    """Imports a record unless it is stored already; returns its id."""
    import_records(store, lambda: [new], check=unchecked)
    return match_named(store, new.name).id


def record(name: str = "club/1", text: str = "match: club/1\n", **changes: object) -> StoredMatch:
    """An imported record."""
    fields: dict[str, object] = {
        "id": 0,
        "name": name,
        "game": "diams",
        "rules": 1,
        "options": (("length", "quick"),),
        "headers": (("event", "Club night"), ("source", "table"), ("x-mood", "fröhlich")),
        "players": ("Ann", "?", "greedy"),
        "versions": (None, None, "0.9"),
        "scores": (4, None, 2),
        "places": (1, None, 2),
        "status": "abandoned",
        "entries": [(-1, "round 1 first A"), (0, "hand ? ? ?"), (0, "draw ?")],
        "faults": (Fault(1, "left", 3, ""),),
        "text": text,
    }
    return StoredMatch(**{**fields, **changes})  # type: ignore[arg-type]
