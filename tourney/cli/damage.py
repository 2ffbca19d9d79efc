"""Errors that are caused by damage in a database."""

from tourney.domain.errors import TourneyError, UsageFault
from tourney.runs.integrity import schedule_problems, settings_problems
from tourney.store import Store, open_store
from tourney.store.care import opened
from tourney.store.connect import address
from tourney.store.faults import Damaged
from tourney.store.integrity import problems


def damage(target: str, error: Exception) -> TourneyError | None:
    """The error to report instead of `error`; None if the database at `target` is not the cause."""
    try:
        if isinstance(error, UsageFault):
            found = _settings(target, error)
        elif isinstance(error, TourneyError):
            return None
        else:
            with opened(target) as database:
                found = problems(database)
    except Damaged as damaged:
        return damaged
    except TourneyError:
        return None
    return _told(target, found[0]) if found else None


def _settings(target: str, error: UsageFault) -> list[str]:
    """One line for each run whose settings cause the error."""
    with open_store(target) as store:
        faults = list(settings_problems(store.runs()))
    return [f"run '{name}': {why}" for name, why in faults if str(error).startswith(why)]


def _told(target: str, problem: str) -> Damaged:
    shown = address(target).shown
    return Damaged(
        f"'{shown}' is damaged ({problem}): see tourney db integrity, go back to a backup"
    )


def run_problems(store: Store) -> list[str]:
    """One line for each fault in the settings of a run and in what its schedule asks for."""
    settings = [f"run '{name}': {why}" for name, why in settings_problems(store.runs())]
    return [*settings, *schedule_problems(store)]
