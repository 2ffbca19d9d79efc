"""Reads the results of a run from the database."""

from typing import TYPE_CHECKING

from tourney.cli.base import App
from tourney.cli.choose import choose_run

if TYPE_CHECKING:
    from tourney.results import ResultSums


def load_sums(app: App, run: str | None, by: str, tiebreak: str | None) -> "ResultSums":
    """Sums over the results of a run; prints how many matches are missing and the stopping rule."""
    from tourney.results import ResultSums, design
    from tourney.runs.schedule import total
    from tourney.runs.until import verdict
    from tourney.scoring import DEFAULT_TIEBREAKS
    from tourney.store import BY, NumberRange

    names = DEFAULT_TIEBREAKS if tiebreak is None else _names(tiebreak)
    store = app.store()
    chosen = choose_run(store, run)
    empty = ResultSums(by=by, tiebreaks=names, design=design(chosen.spec))
    upto, sums = (by == BY and store.sums(chosen, names)) or (0, empty)
    for ending in store.endings(chosen, NumberRange(after=upto)):
        sums.take(ending)
    planned = total(chosen.spec)
    if sums.matches < planned:
        app.say(f"run {chosen.spec.name}: {sums.matches} of {planned} matches played")
    status = verdict(store, chosen)
    if status is not None:
        app.say(f"run {chosen.spec.name}: {status}")
    return sums


def _names(text: str) -> tuple[str, ...]:
    names = (name.strip() for name in text.split(","))
    return tuple(name for name in names if name not in ("", "none"))
