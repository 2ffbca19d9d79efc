"""Parts of a run, played into databases of their own and merged, are the run as played at once."""

import os
import random
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from engines.api import Outcome
from tests.conftest import Tourney
from tests.play.tables import mine
from tests.store.sample import BOTS, played, spec
from tests.until import until
from tourney.domain.errors import Conflict, NotFound, UsageFault
from tourney.domain.match_values import Fault, PlayedMatch
from tourney.exports.standings_fields import standings_table
from tourney.records import engine_record
from tourney.runs.missing_matches import RunSession
from tourney.runs.run_merge import MergeSource, MergeTarget, merge
from tourney.runs.run_plan import Plan, Prepared, prepare
from tourney.runs.run_schedule import WHOLE_RUN, Part, Portion, Schedule, missing, read_part
from tourney.runs.stored_results import read_sums
from tourney.store import Database, open_store
from tourney.store.match_writer import MatchWriter
from tourney.store.matches import match_count, run_faults, run_matches
from tourney.store.runs import add_run, all_runs, run_named

FULL = partial(pytest.param, marks=pytest.mark.full)


def settings(**changes: Any) -> Prepared:
    plan: dict[str, Any] = {
        "name": "x", "game": "diams", "options": {"length": "quick"}, "seats": 2, "deals": 5,
        "bots": {"a": "random", "b": "random", "c": "random"}, "seed": "6", "log": "packed",
    }  # fmt: skip
    return prepare(Plan(**{**plan, **changes}))


def play(file: Path, prepared: Prepared, part: Part = WHOLE_RUN, most: int | None = None) -> None:
    """Plays a part into a database; a session that stops after `most` matches."""
    with open_store(str(file), create=True) as store:
        run = next(iter(all_runs(store)), None) or add_run(store, prepared.spec)
        session = RunSession(store, run, prepared, part=part)
        session.play(
            lambda snapshot: None, lambda: most is not None and session.snapshot().played >= most
        )


def content(file: Path) -> tuple[object, ...]:
    """Records, faults and standings of a run."""
    with open_store(str(file)) as store:
        run = run_named(store, "x")
        records = [engine_record(match) for match in run_matches(store, run)]
        table = standings_table(read_sums(store, run))
        return records, list(run_faults(store, run)), list(table.rows)


def into(name: str, store: Database) -> MergeTarget:
    """An existing database as the target of a merge."""
    return MergeTarget(name, store, lambda: store)


def merge_files(target: Path, files: Iterable[Path]) -> list[Any]:
    opened = [MergeSource(str(file), open_store(str(file))) for file in files]
    with open_store(str(target), create=True) as store:
        found = merge(into(str(target), store), opened)
    for source in opened:
        source.store.close()
    return found


@pytest.mark.parametrize(("parts", "deals"), [(4, 5), FULL(16, 40), FULL(16, 3)])
def test_parts_in_any_order_with_overlaps_are_the_whole_run(
    tmp_path: Path, parts: int, deals: int
) -> None:
    luck = random.Random(parts)
    prepared = settings(deals=deals)
    play(tmp_path / "whole.db", prepared)
    files = [tmp_path / f"{number}.db" for number in range(1, parts + 1)]
    for number, file in enumerate(files, 1):
        play(file, prepared, Part(number, parts), most=1 if number in (2, 3) else None)
    play(files[0], prepared, Part(1, parts + 1))  # a part of another division
    luck.shuffle(files)
    (first,) = merge_files(tmp_path / "all.db", files[: parts // 2])
    (rest,) = merge_files(tmp_path / "all.db", files[parts // 2 - 1 :])
    assert first.added + rest.added + rest.missing == prepared.schedule.total
    assert rest.missing > 0
    play(tmp_path / "all.db", prepared)  # as --resume does
    assert content(tmp_path / "all.db") == content(tmp_path / "whole.db")


@pytest.mark.parametrize(
    ("parts", "deals", "block"), [(1, 3, "rotation"), (3, 10, "rotation"), (7, 5, "all")]
)
def test_every_match_is_in_exactly_one_part_and_no_block_is_divided(
    parts: int, deals: int, block: str
) -> None:
    schedule = Schedule(spec(schedule="roundrobin", deals=deals, seats=2, block=block))
    everything = [range(1, schedule.total + 1)]
    found = [Portion(schedule, Part(k, parts)) for k in range(1, parts + 1)]
    numbers = [list(portion.numbers(everything)) for portion in found]
    assert sorted(chain.from_iterable(numbers)) == list(everything[0])
    assert [portion.total for portion in found] == list(map(len, numbers))
    unit = schedule.deal_size if deals >= parts else schedule.block_size
    units = [{(number - 1) // unit for number in mine} for mine in numbers]
    assert sum(map(len, units)) == len(set().union(*units))
    holes = missing(schedule.total, [1, 2, 5, 9])
    assert [portion.count(holes) for portion in found] == [
        sum(number not in (1, 2, 5, 9) for number in mine) for mine in numbers
    ]


@pytest.mark.parametrize("text", ["", "3", "0/4", "5/4", "-1/4", "1/4/2", "a/b", "1/9999999"])
def test_other_parts_are_refused(text: str) -> None:
    with pytest.raises(UsageFault, match="part"):
        read_part(text)


Stored = Callable[..., MergeSource]


@pytest.fixture
def stored(tmp_path: Path) -> Iterator[Stored]:
    """Makes databases with a run of invented matches."""
    with ExitStack() as stack:

        def new(name: str, *matches: PlayedMatch, **changes: object) -> MergeSource:
            store = stack.enter_context(open_store(str(tmp_path / name), create=True))
            run = add_run(store, spec("x", **changes))
            with MatchWriter(store, run) as writer:
                for match in matches:
                    writer.add(match)
            return MergeSource(name, store)

        yield new


@pytest.fixture
def target(tmp_path: Path) -> Iterator[MergeTarget]:
    """An empty database."""
    with open_store(str(tmp_path / "all.db"), create=True) as store:
        yield into("all.db", store)


def fails(target: MergeTarget, *sources: MergeSource) -> str:
    with pytest.raises(Conflict) as failure:
        merge(target, sources)
    return failure.value.text()


def test_a_match_played_in_two_ways_is_refused_with_both_names_and_nothing_is_merged(
    target: MergeTarget, stored: Stored
) -> None:
    match = played(4)
    other = match._replace(outcome=Outcome((9, 9, 9), match.outcome.places))
    assert fails(target, stored("1.db", played(3), match), stored("2.db", other)) == (
        "match 4 of run 'x' in '1.db' differs from that in '2.db'; nothing was merged: play it "
        "again in both (tourney run --resume x --only 4), and leave out the file that is wrong"
    )
    assert all_runs(target.create()) == []


def test_runs_with_other_settings_or_bots_are_refused_with_both_names(
    target: MergeTarget, stored: Stored
) -> None:
    newer = (replace(BOTS[0], version="2"), *BOTS[1:])
    one = stored("1.db", played(1))
    assert fails(target, one, stored("2.db", rules=2)) == (
        "run 'x' has rules '1' in '1.db' and '2' in '2.db'; "
        "only runs with the same settings can be merged"
    )
    merge(target, [one])
    assert fails(target, stored("3.db", bots=newer)) == (
        "run 'x' has bot rho 'version 1, content unknown' in 'all.db' and "
        "'version 2, content unknown' in '3.db'; only runs with the same settings can be merged"
    )


def test_a_match_whose_bot_did_not_start_is_left_out(target: MergeTarget, stored: Stored) -> None:
    failed = played(2, [], status="forfeit", faults=(Fault(0, "startup", 0, "not found"),))
    sources = [stored("1.db", played(1), failed), stored("2.db", played(2), played(3))]
    (merged,) = merge(target, sources)
    assert (merged.added, merged.repeated) == (3, 1)
    assert [match.faults for match in run_matches(target.create(), merged.run)] == [(), (), ()]


RUN = (
    "-g",
    "diams",
    "-O",
    "length=quick",
    "--bot",
    "a=random",
    "--bot",
    "b=random",
    "--deals",
    "4",
)


def test_the_commands(tourney: Tourney) -> None:
    """The journey of a user: two parts, one of them twice, a merge, and what is still missing."""
    run = ("run", *RUN, "--deals", "4", "--seed", "5", "--name", "x", "-q")
    for _ in range(2):
        assert tourney(*run, "--part", "1/3", "--db", "1.db").code == 0
    assert tourney(*run, "--part", "3/3", "--db", "3.db").code == 0
    found = tourney("db", "merge", "3.db", "1.db", "--db", "all.db", "--format", "csv")
    assert found.out.splitlines() == ["run,added,repeated,stored,missing", "x,6,0,6,2"]
    assert found.err == (
        "run 'x' lacks 2 matches (3-4); play them with: tourney run --resume x --db all.db\n"
    )
    assert "8 of 8 matches stored" in tourney("run", "--resume", "x", "--db", "all.db").err
    assert tourney("db", "integrity", "--db", "all.db").code == 0


def test_what_the_commands_refuse(tourney: Tourney) -> None:
    assert tourney("run", *RUN, "--part", "1/2").err == (
        "tourney: --part needs a seed that all parts share; add --seed TEXT\n"
    )
    unset = tourney("run", *RUN, "--seed", "1", "--part", "")
    assert (unset.code, "write number and count, as in 3/16" in unset.err) == (2, True)
    ruled = tourney("run", *RUN, "--part", "1/2", "--seed", "1", "--until", "ci<0.1")
    assert (ruled.code, "remove --until" in ruled.err) == (2, True)
    tourney("run", *RUN, "--deals", "1", "--seed", "1", "--name", "x", "--db", "a.db", "-q")
    same = tourney("db", "merge", "./a.db", "--db", "a.db")
    assert (same.code, same.err) == (
        2, "tourney: 'a.db' cannot be merged into itself; name another target with --db\n",
    )  # fmt: skip
    assert tourney("db", "merge", "none.db", "--db", "all.db").code == 5
    assert tourney("db", "merge", "a.db", "--run", "y", "--db", "all.db").code == 5
    tourney("run", *RUN, "--deals", "1", "--seed", "2", "--name", "x", "--db", "b.db", "-q")
    differing = tourney("db", "merge", "a.db", "b.db", "--db", "all.db")
    assert (differing.code, "run 'x' has seed" in differing.err) == (6, True)
    assert not Path("all.db").exists()


@pytest.mark.full
def test_killed_parts_merged_and_resumed_are_the_whole_run(tmp_path: Path) -> None:
    """Sixteen processes with a bot that fails sometimes; two of them are killed half-way."""
    prepared = settings(deals=200, bots={"a": "random", "b": "greedy", "c": mine("Fickle")})
    play(tmp_path / "whole.db", prepared)
    words = ("-g", "diams", "-O", "length=quick", "--bot", "a=random", "--bot", "b=greedy",
             "--bot", f"c={mine('Fickle')}", "--seats", "2", "--deals", "200", "--seed", "6",
             "--log", "packed", "--name", "x", "-q")  # fmt: skip
    files = [tmp_path / f"{number}.db" for number in range(1, 17)]
    for number, file in enumerate(files, 1):
        part = ("--part", f"{number}/16", "--db", str(file))
        command = [sys.executable, "-m", "tourney", "run", *words, *part]
        process = subprocess.Popen(command, env={**os.environ, "TMPDIR": str(tmp_path)})
        if number in (5, 11):
            until(lambda file=file: stored_matches(file) > 5)  # type: ignore[misc]
            process.send_signal(signal.SIGKILL)
        process.wait()
    play(files[0], prepared, Part(2, 16))
    random.Random(1).shuffle(files)
    (merged,) = merge_files(tmp_path / "all.db", files)
    assert merged.missing > 0
    play(tmp_path / "all.db", prepared)
    assert content(tmp_path / "all.db") == content(tmp_path / "whole.db")


def stored_matches(file: Path) -> int:
    if not file.exists():
        return 0
    try:
        with open_store(str(file)) as store:
            return sum(match_count(store, run) for run in all_runs(store))
    except (Conflict, NotFound):  # the tables are being created
        return 0
