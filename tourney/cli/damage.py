"""Errors that are caused by damage in a database."""

from engines.messages import Message, say
from tourney.domain.errors import TourneyError, UsageFault
from tourney.runs.integrity import schedule_problems, settings_problems
from tourney.store import Database, open_store
from tourney.store.care import opened
from tourney.store.connect import address
from tourney.store.database_faults import Damaged
from tourney.store.integrity import problems
from tourney.store.runs import all_runs


def damage(target: str, error: Exception) -> TourneyError | None:
    """The error to report instead of `error`; None if the database at `target` is not the cause."""
    try:
        if isinstance(error, UsageFault):
            return _settings(target, error)
        with opened(target) as database:
            found = problems(database)
    except Damaged as damaged:
        return damaged
    except TourneyError:
        return None
    return _damaged(target, found[0]) if found else None


def _settings(target: str, error: UsageFault) -> Damaged | None:
    """The error to report if the settings of a stored run cause `error`."""
    with open_store(target) as store:
        found = [problem for problem in settings_problems(all_runs(store)) if problem.causes(error)]
    return _damaged(target, found[0].message()) if found else None


def _damaged(target: str, problem: Message | str) -> Damaged:
    return Damaged(say("cli.db-damaged", database=address(target).shown, problem=problem))


def run_problems(store: Database) -> list[Message]:
    """One line for each run whose settings or matches are damaged."""
    wrong = (problem.message() for problem in settings_problems(all_runs(store)))
    return [*wrong, *schedule_problems(store)]
