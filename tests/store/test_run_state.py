"""What followers of a run read: ranges of its matches, and the status its process stores."""

from datetime import UTC, datetime, timedelta
from threading import Thread

import pytest

from tests.store.sample import fill, played, spec
from tourney.domain.errors import NotFound
from tourney.domain.match_values import Fault
from tourney.store import Database
from tourney.store.match_writer import MatchWriter
from tourney.store.matches import NumberRange, finished_numbers, run_faults, run_results
from tourney.store.runs import add_run, delete_run, run_named, run_state, set_run_state

LATE = Fault(1, "timeout", 3, "2.1 s")


@pytest.mark.parametrize(
    ("stretch", "numbers"),
    [
        (NumberRange(), [1, 2, 3, 5, 6]),
        (NumberRange(2), [3, 5, 6]),
        (NumberRange(2, 5), [3, 5]),
        (NumberRange(0, 2), [1, 2]),
        (NumberRange(6), []),
    ],
)
def test_a_number_range_selects_matches_between_its_ends(
    any_store: Database, stretch: NumberRange, numbers: list[int]
) -> None:
    run = fill(any_store, [5, 2, 1, 3, 6])
    other = add_run(any_store, spec("other"))
    with MatchWriter(any_store, other) as writer:
        writer.add(played(4))
    assert list(finished_numbers(any_store, run, stretch)) == numbers
    assert [result.match_id for result in run_results(any_store, run, stretch)] == numbers


def test_consecutive_number_ranges_cover_the_whole_run(any_store: Database) -> None:
    run = add_run(any_store, spec())
    with MatchWriter(any_store, run) as writer:
        for number in range(1, 31):
            faults = (LATE,) if number % 4 == 0 else ()
            writer.add(played(number, status="forfeit" if faults else "complete", faults=faults))
    ends = [NumberRange(0, 7), NumberRange(7, 8), NumberRange(8, 30)]
    assert [r for s in ends for r in run_results(any_store, run, s)] == list(
        run_results(any_store, run)
    )
    assert [f for s in ends for f in run_faults(any_store, run, s)] == list(
        run_faults(any_store, run)
    )


def test_a_run_state_stays_until_it_is_replaced(any_store: Database) -> None:
    run = add_run(any_store, spec())
    assert run_state(any_store, run) is None
    heard = []
    for word in ("one", "two"):

        def change(before: str | None, word: str = word) -> str:
            heard.append(before)
            return word

        set_run_state(any_store, run, change)
    assert heard == [None, "one"]
    told = run_state(any_store, run)
    assert told is not None
    assert told.text == "two"
    assert abs(datetime.now(UTC) - told.seen) < timedelta(minutes=1)


def test_concurrent_changes_of_a_run_state_are_not_lost(any_store: Database) -> None:
    run = add_run(any_store, spec())
    set_run_state(any_store, run, lambda before: "0")

    def count() -> None:
        for _ in range(20):
            set_run_state(any_store, run, lambda before: str(int(before or 0) + 1))

    threads = [Thread(target=count) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    told = run_state(any_store, run)
    assert told is not None
    assert told.text == "60"


def test_the_state_of_a_deleted_run_cannot_be_set(any_store: Database) -> None:
    run = add_run(any_store, spec())
    set_run_state(any_store, run, lambda before: "here")
    delete_run(any_store, run_named(any_store, "spring"))
    with pytest.raises(NotFound, match="no longer in the database"):
        set_run_state(any_store, run, lambda before: "still here")
    assert run_state(any_store, run) is None
