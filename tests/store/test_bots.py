"""Bots over all runs: versions, faults and the output of their processes, on any database."""

from dataclasses import replace

import pytest

from tests.store.sample import BOTS, played, spec
from tourney.domain.errors import NotFound
from tourney.domain.match_values import Fault
from tourney.store import Database
from tourney.store.bots import bot_faults, bot_histories, bot_sayings, keep_saying
from tourney.store.match_writer import MatchWriter
from tourney.store.runs import add_run


def test_a_bot_is_listed_by_version_with_its_runs_oldest_first(any_store: Database) -> None:
    changed = replace(BOTS[2], version="2.1")
    for name, third in (("zeta", BOTS[2]), ("alpha", BOTS[2]), ("next", changed)):
        add_run(any_store, spec(name, bots=(*BOTS[:2], third)))
    found = {one.bot: one.runs for one in bot_histories(any_store)}
    assert found[BOTS[2]] == ("zeta", "alpha")
    assert found[changed] == ("next",)


def test_faults_are_those_of_the_bot_at_the_seat_in_one_run_or_in_all(any_store: Database) -> None:
    for name in ("one", "two"):
        with MatchWriter(any_store, add_run(any_store, spec(name))) as writer:
            # Seats of match 4: greedy, ucb, rho; of match 6: rho, greedy, ucb.
            writer.add(played(6, faults=(Fault(2, "timeout", 3, "2 s", "tail"),)))
            writer.add(played(4, faults=(Fault(1, "crash", 9, "ended"), Fault(2, "oom", 9, "-"))))
    found = [(one.run, one.match, one.fault) for one in bot_faults(any_store, "ucb")]
    one = [(4, Fault(1, "crash", 9, "ended")), (6, Fault(2, "timeout", 3, "2 s", "tail"))]
    assert found == [("one", *rest) for rest in one] + [("two", *rest) for rest in one]
    assert {one.run for one in bot_faults(any_store, "ucb", "two")} == {"two"}
    assert list(bot_faults(any_store, "greedy")) == []
    with pytest.raises(NotFound, match="no bot 'x'"):
        bot_faults(any_store, "x")


def test_what_a_process_said_is_kept_by_run_and_version(any_store: Database) -> None:
    one, two = add_run(any_store, spec("one")), add_run(any_store, spec("two"))
    keep_saying(any_store, one, BOTS[2], "hello\n")
    keep_saying(any_store, two, BOTS[2], "again\n")
    keep_saying(any_store, two, BOTS[0], "other\n")
    said = bot_sayings(any_store, "ucb")
    assert [(s.run, s.version, s.text) for s in said] == [
        ("one", "2.0", "hello\n"),
        ("two", "2.0", "again\n"),
    ]
    assert [s.text for s in bot_sayings(any_store, "ucb", "two")] == ["again\n"]
    with pytest.raises(NotFound, match="no bot 'ucb' with version '3'"):
        keep_saying(any_store, one, replace(BOTS[2], version="3"), "")
