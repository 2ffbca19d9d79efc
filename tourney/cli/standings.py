"""`tourney standings`: who is ahead in a run, and is it real."""

from typing import TYPE_CHECKING

import click

from tourney.cli.base import App, command
from tourney.cli.choose import choose_run

if TYPE_CHECKING:
    from tourney.exports.board import Board


@command("standings", short_help="who is ahead in a run, and is it real")
@click.argument("run", required=False)
@click.option("--by", metavar="POINTS", default="scaled", help="Point system.  [default: scaled]")
@click.option("--tiebreak", metavar="A,B,…", help="Tie-breaks in order; none: shared places.")
@click.option("--ci", is_flag=True, help="Show both ends of the 95 % intervals.")
def standings(app: App, run: str | None, by: str, tiebreak: str | None, ci: bool) -> None:
    """Rank the players of RUN by points per match.

    RUN may be left out where the database holds one run. Intervals are of the points per match,
    at 95 %, from deal blocks: all matches played on one deal are one piece of evidence. P(best)
    is how likely a player has the highest true mean of them all.
    Point systems are scaled (4 for the first place evenly down to 0), chips, wins and score;
    tie-breaks head-to-head, wins, score and chips.
    """
    from tourney.exports.standings import standings_table

    app.show(standings_table(load_board(app, run, by, tiebreak), bounds=ci))


def load_board(app: App, run: str | None, by: str, tiebreak: str | None) -> "Board":
    """The board of a run, read from the database; says what is still missing of it."""
    from tourney.exports.board import Board
    from tourney.runs.schedule import total
    from tourney.runs.until import verdict
    from tourney.scoring import DEFAULT_TIEBREAKS
    from tourney.store import BY, NumberRange

    names = DEFAULT_TIEBREAKS if tiebreak is None else _names(tiebreak)
    board = Board(by=by, tiebreaks=names)
    store = app.store()
    chosen = choose_run(store, run)
    sums = store.sums(chosen) if by == BY else None
    if sums is not None:
        board.begin(sums.matches, sums.ledger, sums.means)
    for result in store.results(chosen, NumberRange(after=sums.upto if sums else 0)):
        board.add(result)
    planned = total(chosen.spec)
    if board.matches < planned:
        app.say(f"run {chosen.spec.name}: {board.matches} of {planned} matches played so far")
    said = verdict(store, chosen)
    if said is not None:
        app.say(f"run {chosen.spec.name}: {said}")
    return board


def _names(text: str) -> tuple[str, ...]:
    names = (name.strip() for name in text.split(","))
    return tuple(name for name in names if name not in ("", "none"))
