"""Whether stored runs are sound: their settings can be used, and their matches fit their schedule.

The database cannot check this: settings may be damaged or written by a newer program, and the
schedule follows from the settings. Does not check moves.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple

from tourney.domain.errors import TourneyError, UsageFault
from tourney.domain.runs import RunSpec
from tourney.runs.schedule import Schedule
from tourney.runs.spec import check_game
from tourney.stats import rule
from tourney.store import Store, StoredRun
from tourney.store.reads import StoredSeating

NAMED: Final = 5
"""How many matches are listed by number; the others are counted."""
OUTSIDE: Final = "not in the schedule of the run"
STRANGERS: Final = "with players that are not bots of the run"
ELSEWHERE: Final = "with a deal, seating or order of bots that differs from the schedule"


class SettingsProblem(NamedTuple):
    """A run with settings that cannot be used, and the error that using them causes."""

    run: str
    error: Exception

    def causes(self, error: Exception) -> bool:
        """Whether another error is the same one."""
        return type(error) is type(self.error) and error.args == self.error.args

    def __str__(self) -> str:
        return f"run '{self.run}': {self.error}"


def settings_problems(runs: Iterable[StoredRun]) -> Iterator[SettingsProblem]:
    """The runs with unusable settings, one problem for each use that fails."""
    for run in runs:
        for use in USES:
            try:
                use(run.spec)
            except (UsageFault, TypeError, ValueError) as error:
                yield SettingsProblem(run.spec.name, error)


def _end(spec: RunSpec) -> None:
    if spec.until:
        rule(spec.until)


USES: Final[tuple[Callable[[RunSpec], object], ...]] = (Schedule, check_game, _end)


def schedule_problems(store: Store) -> Iterator[str]:
    """One line for each way in which matches of a run do not fit its schedule."""
    for run in store.runs():
        try:
            schedule = Schedule(run.spec)
        except (TourneyError, TypeError, ValueError):
            continue  # settings_problems reports it
        yield from _misfits(store, run, schedule)


def _misfits(store: Store, run: StoredRun, schedule: Schedule) -> Iterator[str]:
    found: dict[str, list[int]] = {}
    names = {bot.name for bot in run.spec.bots}
    for match in store.seatings(run):
        if wrong := _wrong(run, schedule, names, match):
            found.setdefault(wrong, []).append(match.number)
    for words, numbers in found.items():
        many = "1 match" if len(numbers) == 1 else f"{len(numbers)} matches"
        more = ", …" if len(numbers) > NAMED else ""
        shown = ", ".join(map(str, numbers[:NAMED]))
        yield f"run '{run.spec.name}': {many} {words} (number {shown}{more})"


def _wrong(run: StoredRun, schedule: Schedule, names: set[str], match: StoredSeating) -> str:
    """The fault of a match; empty if it agrees with the schedule."""
    if not 1 <= match.number <= schedule.total:
        return OUTSIDE
    if not names.issuperset(name for name in match.bots if name is not None):
        return STRANGERS
    planned = schedule.fixture(match.number)
    seated = tuple(run.spec.bots[bot].name for bot in planned.seats)
    same_place = (match.deal, match.lineup, match.rotation) == (
        planned.deal, planned.lineup, planned.rotation,
    )  # fmt: skip
    return "" if same_place and seated == match.bots else ELSEWHERE
