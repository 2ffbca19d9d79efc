"""Plays tables of a round of an event at which only bots sit.

Every table is a match of its own with a number, seats and a deal that the pairing decides; tables
with equally many seats share their settings. Does not depend on the database or on events.
"""

from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import NamedTuple, Self

from tourney.agents.inprocess import CallNotes
from tourney.domain.match_values import Fixture
from tourney.domain.run_spec import BotEntry, BotRules, RunSpec
from tourney.play.luck import derived_bot_seed
from tourney.runs.batches import (
    Batch,
    BatchPlayer,
    Matches,
    batches,
    keep_words,
    lost_match,
    require_isolation,
)
from tourney.runs.run_plan import Prepared, reload, stored_options
from tourney.runs.run_schedule import Generation, Sitting, in_turns, sittings
from tourney.work.executors import Workers
from tourney.work.worker_process import Job


class TableSeats(NamedTuple):
    """A table of a round: its number, its deal, and its bots by seat."""

    number: int
    deal: int
    bots: tuple[BotEntry, ...]


@dataclass(frozen=True, slots=True)
class RoundSetting:
    """What all tables of a round share: the event, the game and the seed of its cards.

    `options_at` are the options of a table with so many seats.
    """

    name: str
    game: str
    rules: int
    options_at: Callable[[int], Mapping[str, str]]
    seed: str
    bot_rules: BotRules = field(default_factory=BotRules)


class TableRun(NamedTuple):
    """Tables with equally many seats: their settings, and the match of each number."""

    spec: RunSpec
    fixtures: Mapping[int, Fixture]


def table_runs(setting: RoundSetting, tables: Sequence[TableSeats]) -> list[TableRun]:
    """The tables by their number of seats."""
    rules, found = setting.bot_rules, []
    for seats in sorted({len(table.bots) for table in tables}):
        same = [table for table in tables if len(table.bots) == seats]
        bots = tuple(dict.fromkeys(bot for table in same for bot in table.bots))
        spec = RunSpec(
            name=setting.name,
            game=setting.game,
            rules=setting.rules,
            options=stored_options(setting.game, setting.options_at(seats), seats),
            bots=bots,
            seats=seats,
            deals=1,
            schedule="fixed",
            block="none",
            seed=setting.seed,
            bot_seed=derived_bot_seed(setting.seed),
            on_fault=rules.on_fault,
            move_ms=rules.move_ms,
            bank_ms=rules.bank_ms,
            memory_mb=rules.memory_mb,
            isolation=rules.isolation,
        )
        fixtures = {
            table.number: Fixture(
                table.number, table.deal, 0, 0, tuple(map(bots.index, table.bots))
            )
            for table in same
        }
        found.append(TableRun(spec, fixtures))
    return found


class TablesTask(NamedTuple):
    """The tables for a worker, the folder for its notes of calls, and that for last words of bots.

    An empty folder: they are not kept. `confined`: bots that are programs must have the isolation
    of the event, not a weaker one.
    """

    runs: tuple[TableRun, ...]
    notes: str = ""
    words: str = ""
    confined: bool = False


class PreparedTables:
    """Tables whose bots are loaded; a context manager that ends the processes of the bots."""

    def __init__(self, runs: Sequence[TableRun], *, other_bots: bool = False) -> None:
        """Load the bots; Conflict if one has changed, unless `other_bots` are accepted."""
        self.runs = tuple(runs)
        self._stack = ExitStack()
        with ExitStack() as stack:
            self.prepared: list[Prepared] = []
            for run in runs:
                loaded = reload(run.spec, other_bots=other_bots)
                self.prepared.append(stack.enter_context(loaded))
            self._stack = stack.pop_all()

    def close(self) -> None:
        """End the processes of the bots."""
        self._stack.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *failure: object) -> None:
        self.close()

    def changed(self) -> dict[str, BotEntry]:
        """The bots that differ from those of the pairing, as they are now, by name."""
        found: dict[str, BotEntry] = {}
        for each in self.prepared:
            for old, new in zip(each.spec.bots, each.changed().spec.bots, strict=True):
                if old.differs(new.version, new.content):
                    found[new.name] = new
        return found

    def accept(self) -> None:
        """Play with the bots as they are now."""
        self.prepared = [each.changed() for each in self.prepared]
        pairs = zip(self.runs, self.prepared, strict=True)
        self.runs = tuple(run._replace(spec=each.spec) for run, each in pairs)

    def find(self, number: int) -> tuple[Prepared, Fixture]:
        """The settings and the match of a table."""
        for run, each in zip(self.runs, self.prepared, strict=True):
            if number in run.fixtures:
                return each, run.fixtures[number]
        raise LookupError(number)

    @property
    def bots(self) -> list[BotEntry]:
        """The bots of all tables, as their stderr output is numbered."""
        return [bot for each in self.prepared for bot in each.spec.bots]

    def stderr(self) -> dict[int, str]:
        """What the bots' processes wrote to stderr since the last call, by the index in `bots`."""
        found: dict[int, str] = {}
        first = 0
        for each in self.prepared:
            found |= {first + bot: text for bot, text in each.stderr().items()}
            first += len(each.spec.bots)
        return found

    def numbers(self) -> list[int]:
        """The tables that are to be played, in order."""
        return sorted(number for run in self.runs for number in run.fixtures)

    def leave(self, number: int) -> None:
        """Leave a table out."""
        self.runs = tuple(
            run._replace(fixtures={n: one for n, one in run.fixtures.items() if n != number})
            for run in self.runs
        )

    def play(self, workers: Workers, go_on: Callable[[], bool]) -> Generator[Batch, None, None]:
        """Play the tables in the order of their numbers."""
        numbers = self.numbers()
        deals = {number: self.find(number)[1].deal for number in numbers}
        bots = [bot for each in self.prepared for bot in each.loaded_bots]
        outside = any(bot.outside for bot in bots)
        confined = outside and workers.confines
        matches = Matches(
            items=sittings(sorted(numbers, key=deals.__getitem__), deals.__getitem__, bots),
            job=lambda notes, words: Job(
                playing_tables, TablesTask(self.runs, notes, words, confined)
            ),
            here=lambda: TablesPlayer(self),
            lost=lambda number: lost_match(*self.find(number)),
            clock=self.prepared[0].setup.clock,
            total=len(set(deals.values())),
            games=tuple({each.spec.game for each in self.prepared}),
            inside=any(bot.inside for bot in bots),
            outside=outside,
        )
        return batches(matches, workers.at_most(len(numbers)), go_on)


class TablesPlayer:
    """Plays tables by their numbers, in this process or in a worker."""

    def __init__(
        self, tables: PreparedTables, notes: CallNotes | None = None, words: str = ""
    ) -> None:
        """Prepare; `words` is the folder for the last words of bots."""
        self._tables, self._words = tables, words
        generation = Generation(bot for each in tables.prepared for bot in each.loaded_bots)
        self._players = {
            number: player
            for run, each in zip(tables.runs, tables.prepared, strict=True)
            for player in [BatchPlayer(each, notes, run.fixtures.__getitem__, generation)]
            for number in run.fixtures
        }

    def work(self, items: Sequence[Sitting]) -> Batch:
        """Play the tables with these numbers."""
        found = [self._players[number].play(((number,),)) for number in in_turns(items)]
        return Batch(
            [match for batch in found for match in batch.matches],
            [line for batch in found for line in batch.complaints],
            self._tables.stderr(),
            starts=sum(batch.starts for batch in found),
        )

    def last_words(self) -> dict[int, str]:
        """End the processes of the bots; what they wrote to stderr since the last batch."""
        self._tables.close()
        return self._tables.stderr()

    def close(self) -> None:
        """End the processes of the bots, and keep their last words for the runner."""
        keep_words(self._words, self.last_words())


def playing_tables(given: TablesTask) -> TablesPlayer:
    """A player of tables in a worker process."""
    for run in given.runs if given.confined else ():
        require_isolation(run.spec)
    notes = CallNotes(given.notes) if given.notes else None
    return TablesPlayer(PreparedTables(given.runs), notes, given.words)
