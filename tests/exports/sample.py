"""A run of three bots worked out by hand: three deals planned, two of them played."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from engines.api import CHANCE, Outcome
from tourney.domain.match_values import Entries, Fault, Fixture, PlayedMatch
from tourney.domain.run_spec import BotEntry, RunSpec
from tourney.runs.run_schedule import Schedule
from tourney.store import open_store
from tourney.store.match_writer import MatchWriter
from tourney.store.runs import add_run

BOTS = ("ann", "ben", "さくら")
SPEC = RunSpec(
    name="spring",
    game="diams",
    rules=1,
    options=(("length", "quick"),),
    bots=tuple(BotEntry(name, "random", "1") for name in BOTS),
    seats=3,
    deals=3,
    schedule="fixed",
    block="rotation",
    seed="7",
    bot_seed="77",
    event="Spring, open",
)
SCORES: tuple[Mapping[str, int], ...] = tuple(
    dict(zip(BOTS, scores, strict=True))
    for scores in ((10, 5, 1), (10, 5, 1), (9, 9, 1), (5, 1, 7), (6, 6, 6), (4, 8, 2))
)
ENTRIES = [(CHANCE, "round 1 first A"), (0, "draw 7"), (0, "market 7 = -"), (1, "pass")]


def played(fixture: Fixture, scores: Sequence[int], forfeits: Sequence[int] = ()) -> PlayedMatch:
    """A match with these scores by seat; `forfeits` are seats that timed out."""
    places = tuple(
        1 + sum((i in forfeits, -s) < (seat in forfeits, -own) for i, s in enumerate(scores))
        for seat, own in enumerate(scores)
    )
    faults = tuple(Fault(seat, "timeout", 2, "too late") for seat in forfeits)
    status = "forfeit" if forfeits else "complete"
    return PlayedMatch(fixture, Outcome(tuple(scores), places), status, Entries.of(ENTRIES), faults)


def store_run(folder: Path, spec: RunSpec = SPEC) -> None:
    """Stores the run in `tourney.db` of a folder."""
    with open_store(str(folder / "tourney.db"), create=True) as store:
        schedule = Schedule(spec)
        with MatchWriter(store, add_run(store, spec)) as writer:
            for number, scores in enumerate(SCORES, start=1):
                fixture = schedule.fixture(number)
                writer.add(played(fixture, [scores[BOTS[bot]] for bot in fixture.seats]))
