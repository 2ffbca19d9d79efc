"""Reads the results of a run from the database."""

from typing import TYPE_CHECKING

from engines.messages import Message, say
from tourney.app.choose import choose_run, counted
from tourney.cli.base import App

if TYPE_CHECKING:
    from tourney.results.sums import ResultSums


def load_sums(app: App, run: str | None, by: str, tiebreak: str | None) -> "ResultSums":
    """Sums over the results of a run; prints how many matches are missing and the stopping rule."""
    from tourney.runs.run_schedule import total
    from tourney.runs.stored_results import read_sums
    from tourney.runs.until import verdict
    from tourney.scoring import tiebreak_names
    from tourney.store.matches import void_matches

    names = tiebreak_names(tiebreak)
    store = app.store()
    chosen = choose_run(store, run, app.say)
    sums = read_sums(store, chosen, by, names)
    void = void_matches(store, chosen)
    if words := _incomplete(sums, total(chosen.spec) - len(void), chosen.spec.seats):
        app.say(say("cli.run-state", run=chosen.spec.name, state=words))
    if void:
        app.say(
            say(
                "app.standings-void",
                what=say("events.run", name=chosen.spec.name),
                matches=counted(void),
            )
        )
    status = verdict(store, chosen)
    if status is not None:
        app.say(say("cli.run-state", run=chosen.spec.name, state=status.message()))
    return sums


def _incomplete(sums: "ResultSums", planned: int, seats: int) -> Message | str:
    """How many matches are missing or abandoned; empty if all have a result."""
    from tourney.render.code_words import listed

    abandoned = sums.abandoned.total() // seats
    played = sums.matches + abandoned
    parts = [say("cli.run-played-of", count=played, total=planned)] if played < planned else []
    if abandoned and parts:
        parts.append(say("cli.run-abandoned-of-them", count=abandoned))
    elif abandoned:
        parts.append(say("cli.run-abandoned-of", count=abandoned, total=planned))
    if any(map(sums.withheld, sums.abandoned)):
        parts.append(say("cli.run-no-intervals"))
    if gone := [name for name in sums.abandoned if name not in sums.ledger.records]:
        parts.append(say("cli.run-no-result-of", bots=", ".join(gone)))
    return listed(parts) if parts else ""


def shows_standings(app: App) -> bool:
    """Whether a run ends with its standings on stdout; with JSON it ends with one object."""
    return app.format == "csv" or (not app.quiet and app.format not in {"json", "jsonl"})


def refuse_unknown_columns(app: App) -> None:
    """UsageFault if the standings at the end of a run would lack a column of --columns."""
    from tourney.exports.standings_fields import FIELDS
    from tourney.render.text_tables import Table

    if app.columns and shows_standings(app):
        Table([column for column, _ in FIELDS], ()).select(app.columns)
