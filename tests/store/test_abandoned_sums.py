"""Sums that a version without counts of abandoned matches has stored."""

import json
from pathlib import Path

from sqlalchemy import select, update

from engines.api import Outcome
from tests.exports.sample import BOTS, SCORES, SPEC, played
from tourney.domain.matches import NO_ENTRIES, Fault, PlayedMatch
from tourney.runs.schedule import Schedule
from tourney.store import open_store
from tourney.store.models import TALLY


def test_abandoned_matches_are_counted_for_sums_of_an_older_version(tmp_path: Path) -> None:
    schedule = Schedule(SPEC)
    with open_store(str(tmp_path / "x.db"), create=True) as store:
        run = store.add_run(SPEC)
        with store.writer(run) as writer:
            for number, scores in enumerate(SCORES, start=1):
                at = schedule.fixture(number)
                crash = (Fault(0, "crash", 1, "so it was"),)
                gone = PlayedMatch(at, Outcome((), (), "abandoned"), "abandoned", NO_ENTRIES, crash)
                result = played(at, [scores[BOTS[bot]] for bot in at.seats])
                writer.add(gone if number == 2 else result)
        with store.database.writing() as connection:
            text = connection.execute(select(TALLY.c.sums)).scalar_one()
            older = json.dumps(json.loads(text)[:3])
            connection.execute(update(TALLY).values(sums=older))
        found = store.sums(run)
        assert found is not None
        assert found.sums.abandoned == dict.fromkeys(BOTS, 1)
        assert set(found.sums.chances().values()) == {None}, "one of six is more than 3 %"
