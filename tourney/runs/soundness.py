"""Whether the stored matches of a run are those of its schedule, played by its bots.

The database cannot know that: a schedule follows from a run's settings. Knows nothing of moves.
"""

from collections.abc import Iterator
from typing import Final

from tourney.domain.errors import TourneyError
from tourney.runs.schedule import Schedule
from tourney.store import Store, StoredRun
from tourney.store.reads import Seating

NAMED: Final = 5
"""Matches that are named by number; the others are counted."""
OUTSIDE: Final = "that the schedule of the run does not have"
STRANGERS: Final = "with players that the run does not have"
ELSEWHERE: Final = "stored with another deal, seating or order of bots than the schedule has"


def problems(store: Store) -> list[str]:
    """One line for each way in which matches of a run do not fit its schedule."""
    return [line for run in store.runs() for line in _of(store, run)]


def _of(store: Store, run: StoredRun) -> Iterator[str]:
    found: dict[str, list[int]] = {}
    try:
        schedule = Schedule(run.spec)
    except TourneyError as error:
        yield f"run '{run.spec.name}': {error}"
        return
    names = {bot.name for bot in run.spec.bots}
    for match in store.seatings(run):
        if wrong := _wrong(run, schedule, names, match):
            found.setdefault(wrong, []).append(match.number)
    for words, numbers in found.items():
        many = "1 match" if len(numbers) == 1 else f"{len(numbers)} matches"
        more = ", …" if len(numbers) > NAMED else ""
        shown = ", ".join(map(str, numbers[:NAMED]))
        yield f"run '{run.spec.name}': {many} {words} (number {shown}{more})"


def _wrong(run: StoredRun, schedule: Schedule, names: set[str], match: Seating) -> str:
    """What is wrong with a match; empty if it is the one that the schedule has."""
    if not 1 <= match.number <= schedule.total:
        return OUTSIDE
    if not names.issuperset(name for name in match.bots if name is not None):
        return STRANGERS
    planned = schedule.fixture(match.number)
    seated = tuple(run.spec.bots[bot].name for bot in planned.seats)
    same_place = (match.deal, match.lineup, match.rotation) == (
        planned.deal, planned.lineup, planned.rotation,
    )  # fmt: skip
    # Before random seeds the order at the table was drawn in another way.
    same_order = seated == match.bots or not run.spec.bot_seed
    return "" if same_place and same_order else ELSEWHERE
