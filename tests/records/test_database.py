"""Text to database and back is identical byte by byte, for imported records and played matches."""

from collections.abc import Iterator
from itertools import count

import pytest
from hypothesis import given

from engines.api import Outcome
from tests.examples import examples
from tests.records.said import said
from tests.records.strategies import matches, records
from tests.store.sample import add
from tourney.domain.match_values import Entries, Fixture, PlayedMatch, StoredMatch
from tourney.domain.run_spec import BotEntry, RunSpec
from tourney.records import check, engine_record, read, record, stored, write
from tourney.store import Database, open_store
from tourney.store.match_writer import MatchWriter
from tourney.store.matches import match_named
from tourney.store.runs import add_run


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    with open_store(str(tmp_path_factory.mktemp("db") / "t.db"), create=True) as opened:
        yield opened


NUMBER = count()


def in_and_out(store: Database, text: str) -> tuple[StoredMatch, StoredMatch]:
    """The first match of a text before and after storing, under a unique name."""
    fresh = text.replace("match: ", f"match: {next(NUMBER)}-", 1)
    before = stored(read(fresh).matches[0])
    add(store, before)
    return before, match_named(store, before.name)


@given(text=records())
@examples(25)
def test_a_record_comes_out_as_it_went_in(store: Database, text: str) -> None:
    before, after = in_and_out(store, text)
    assert record(after) == before.text == write(read(before.text or ""))
    assert after.entries == before.entries
    assert (after.headers, after.players) == (before.headers, before.players)


@given(match=matches(broken_off=False))
@examples(15)
def test_a_match_played_here_comes_out_as_its_record(store: Database, match: StoredMatch) -> None:
    name = f"run{next(NUMBER)}"
    seats = len(match.players)
    bots = tuple(BotEntry(f"b{seat}", "random", "1") for seat in range(seats))
    options = match.options
    spec = RunSpec(name, match.game, 1, options, bots, seats, 1, "fixed", "none", "7", "77")
    run = add_run(store, spec)
    assert all(score is not None for score in match.scores)
    outcome = Outcome(match.scores, match.places)  # type: ignore[arg-type]
    with MatchWriter(store, run) as writer:
        fixture = Fixture(1, 0, 0, 0, tuple(range(seats)))
        writer.add(PlayedMatch(fixture, outcome, "complete", Entries.of(match.entries)))
    text = record(match_named(store, f"{name}/1"))
    again = stored(read(text).matches[0])
    assert (again.entries, again.scores, again.places) == (
        match.entries,
        match.scores,
        match.places,
    )
    assert engine_record(match_named(store, f"{name}/1")) == write(read(text))
    assert said(check(read(text).matches[0]).confirmed) == ("result", "rank")
