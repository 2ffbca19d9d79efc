"""The stored results of a run: their sums, and the faults of its bots."""

from collections.abc import Iterator
from contextlib import closing
from typing import TYPE_CHECKING, NamedTuple

from engines.messages import Message, say
from tourney.domain.match_values import Fault, Fixture
from tourney.domain.run_spec import RunSpec
from tourney.results.sums import ResultSums, design
from tourney.runs.run_schedule import Schedule
from tourney.scoring import DEFAULT_TIEBREAKS
from tourney.store import Database
from tourney.store.matches import NumberRange, finished_numbers, run_endings, run_faults
from tourney.store.run_sums import BY, run_sums
from tourney.store.runs import StoredRun

if TYPE_CHECKING:
    from tourney.exports.run_statistics import FaultBook


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


def fault_book(store: Database, run: StoredRun) -> "FaultBook":
    """The faults of the bots of a run, and the matches and deals that they played."""
    from tourney.exports.run_statistics import RUNNER, FaultBook  # slow to import, only for `stats`

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


def named_faults(
    spec: RunSpec, fixture: Fixture, faults: tuple[Fault, ...]
) -> Iterator[tuple[str, str]]:
    """Bot and code of every fault of a match; faults of the program itself have no bot."""
    for fault in faults:
        bot = "" if fault.seat < 0 else spec.bots[fixture.seats[fault.seat]].name
        yield bot, fault.code


class PlacedFault(NamedTuple):
    """A fault of a bot in a run, and where it happened, with its evidence."""

    bot: str
    code: str
    where: Message
    evidence: str


def all_faults(store: Database, run: StoredRun) -> Iterator[PlacedFault]:
    """Each fault in a run, by match."""
    schedule = Schedule(run.spec)
    for number, fault in run_faults(store, run):
        ((bot, code),) = named_faults(run.spec, schedule.fixture(number), (fault,))
        told: dict[str, str | int] = {"number": number, "evidence": fault.evidence}
        at = say("runs.fault-at-ply", ply=fault.ply, **told) if fault.ply else None
        yield PlacedFault(bot, code, at or say("runs.fault-at", **told), fault.evidence)


def first_faults(store: Database, run: StoredRun) -> dict[tuple[str, str], PlacedFault]:
    """The first fault of each kind in a run, by (bot, code)."""
    found = dict[tuple[str, str], PlacedFault]()
    for fault in all_faults(store, run):
        found.setdefault((fault.bot, fault.code), fault)
    return found
