"""Stores times of moves with a run, as the process that plays it does."""

from collections.abc import Mapping
from pathlib import Path

from tourney.runs.heartbeat import RunStatus, packed
from tourney.runs.run_snapshot import MoveCost, Snapshot
from tourney.store import open_store
from tourney.store.runs import run_named, set_run_state


def store_times(folder: Path, name: str, times: Mapping[str, tuple[int, float]]) -> None:
    """Number of moves and milliseconds by bot."""
    cost = {bot: MoveCost(*each) for bot, each in times.items()}
    status = RunStatus("session", "stopped", Snapshot(name, 9, 6, 6, 1.0, cost=cost))
    with open_store(str(folder / "tourney.db")) as store:
        set_run_state(store, run_named(store, name), lambda before: packed(status))
