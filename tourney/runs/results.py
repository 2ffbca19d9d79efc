"""The stored results of a run: their sums, and the faults of its bots."""

from contextlib import closing

from tourney.exports.statistics import RUNNER, FaultBook
from tourney.results.sums import ResultSums, design
from tourney.runs.play import named_faults
from tourney.runs.schedule import Schedule
from tourney.scoring import DEFAULT_TIEBREAKS
from tourney.store import BY, Database, NumberRange, StoredRun
from tourney.store.matches import finished_numbers, run_endings, run_faults, run_sums


def read_sums(
    store: Database,
    run: StoredRun,
    by: str | None = None,
    tiebreaks: tuple[str, ...] | None = None,
) -> ResultSums:
    """Sums over the results of a run, by default those that are stored with it."""
    by = BY if by is None else by
    names = DEFAULT_TIEBREAKS if tiebreaks is None else tiebreaks
    empty = ResultSums(by=by, tiebreaks=names, design=design(run.spec))
    upto, sums = (by == BY and run_sums(store, run, names)) or (0, empty)
    with closing(run_endings(store, run, NumberRange(after=upto))) as endings:
        for ending in endings:
            sums.take(ending)
    return sums


def fault_book(store: Database, run: StoredRun) -> FaultBook:
    """The faults of the bots of a run, and the matches and deals that they played."""
    schedule, book = Schedule(run.spec), FaultBook()
    names = [bot.name for bot in run.spec.bots]
    for number in finished_numbers(store, run):
        fixture = schedule.fixture(number)
        book.match(fixture.deal, [names[bot] for bot in fixture.seats])
    for number, fault in run_faults(store, run):
        fixture = schedule.fixture(number)
        for bot, code in named_faults(run.spec, fixture, (fault,)):
            book.fault(bot or RUNNER, code, fixture.deal)
    return book
