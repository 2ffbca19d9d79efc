"""Whether stored runs are sound: their settings can be used, and their matches fit their schedule.

The database cannot check this: settings may be damaged or written by a newer program, and the
schedule follows from the settings. Does not check moves.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple

from engines.messages import Message, Sentence, say
from tourney.domain.errors import TourneyError, UsageFault
from tourney.domain.run_spec import RunSpec
from tourney.runs.run_plan import check_game
from tourney.runs.run_schedule import Schedule
from tourney.stats import rule
from tourney.store import Database
from tourney.store.matches import run_seatings
from tourney.store.runs import StoredRun, all_runs

NAMED: Final = 5  # how many matches are listed by number; the others are counted
OUTSIDE: Final = Sentence("runs.outside-schedule")
STRANGERS: Final = Sentence("runs.strangers")
ELSEWHERE: Final = Sentence("runs.elsewhere")


class SettingsProblem(NamedTuple):
    """A run with settings that cannot be used, and the error that using them causes."""

    run: str
    error: Exception

    def causes(self, error: Exception) -> bool:
        """Whether another error is the same one."""
        return type(error) is type(self.error) and error.args == self.error.args

    def message(self) -> Message:
        """The run, and the error."""
        found = self.error
        why = found.message if isinstance(found, TourneyError) else str(found)
        return say("runs.bad-settings", run=self.run, why=why)


def settings_problems(runs: Iterable[StoredRun]) -> Iterator[SettingsProblem]:
    """The runs with unusable settings, one problem for each use that fails."""
    for run in runs:
        for use in USES:
            try:
                use(run.spec)
            except (UsageFault, TypeError, ValueError) as error:
                yield SettingsProblem(run.spec.name, error)


USES: Final[tuple[Callable[[RunSpec], object], ...]] = (
    Schedule,
    check_game,
    lambda spec: spec.until and rule(spec.until),
)


def schedule_problems(store: Database) -> Iterator[Message]:
    """One line for each way in which matches of a run do not fit its schedule."""
    for run in all_runs(store):
        try:
            schedule = Schedule(run.spec)
        except (TourneyError, TypeError, ValueError):
            continue  # settings_problems reports it
        wrong: dict[Sentence, list[int]] = {}
        names = {bot.name for bot in run.spec.bots}
        for match in run_seatings(store, run):
            if not 1 <= match.number <= schedule.total:
                fault = OUTSIDE
            elif not names.issuperset(name for name in match.bots if name is not None):
                fault = STRANGERS
            else:
                planned = schedule.fixture(match.number)
                seated = tuple(run.spec.bots[bot].name for bot in planned.seats)
                place = planned.deal, planned.lineup, planned.rotation
                if (match.deal, match.lineup, match.rotation) == place and seated == match.bots:
                    continue
                fault = ELSEWHERE
            wrong.setdefault(fault, []).append(match.number)
        for words, numbers in wrong.items():
            shown = ", ".join(map(str, numbers[:NAMED])) + (", …" if len(numbers) > NAMED else "")
            yield words(run=run.spec.name, count=len(numbers), numbers=shown)
