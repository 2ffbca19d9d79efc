"""Events that older versions of the program made keep their rules, and are called altered only if
they were.

`older/events.jsonl` was written by the version before 2026-11-27: the rows of random events, and
what that version printed when it replayed them. In the second round robin a lot decides now whether
two with different fixed tables meet in round 2; in the third a no-show was taken back that an
earlier round has, too; in the second event with groups two of different groups were exchanged
before round 2. The last events were made without a version of its rules while the program already
had the newer ones. `older/cup.json` was exported by the same
version, from a Swiss event with byes whose final is played.
"""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Tourney
from tests.events.simulated import REAL, Organiser
from tourney.domain.draws import Sizes
from tourney.domain.errors import DataFault
from tourney.domain.event_log import EventRow
from tourney.events.event_plan import EventPlan, StagePlan
from tourney.events.log_replay import replay

FOLDER = Path(__file__).parent / "older"
LINES = (FOLDER / "events.jsonl").read_text("utf-8").splitlines()
EVENTS: list[dict[str, Any]] = list(map(json.loads, LINES))
OLDER = [one for one in EVENTS if one["format"] != "between"]
BETWEEN = [one for one in EVENTS if one["format"] == "between"]


def rows_of(event: dict[str, Any]) -> list[EventRow]:
    return [EventRow(*row) for row in event["rows"]]


@pytest.mark.parametrize("event", OLDER, ids=[one["format"] for one in OLDER])
def test_an_older_event_has_the_standings_that_the_version_printed_which_made_it(
    event: dict[str, Any],
) -> None:
    assert replay(rows_of(event), REAL).text.splitlines() == event["replay"]


@pytest.mark.parametrize("event", BETWEEN)
def test_an_event_without_a_version_may_have_gone_on_by_newer_rules(event: dict[str, Any]) -> None:
    """Also one in which an absence was noted for the last round alone, of several open ones."""
    assert replay(rows_of(event), REAL).state.plan.version == 1


@pytest.mark.parametrize("event", [one for one in EVENTS if "event final" in str(one["rows"])])
def test_who_is_put_into_the_final_of_an_older_event_by_hand_is_found(
    event: dict[str, Any],
) -> None:
    rows = rows_of(event)
    at = next(at for at, row in enumerate(rows) if row.what == "event final")
    qualified, everybody = rows[at].details["entrants"], len(rows[0].details["entrants"])
    out = next(one for one in range(1, everybody + 1) if one not in qualified)
    rows[at] = rows[at]._replace(details={**rows[at].details, "entrants": [out, *qualified[1:]]})
    with pytest.raises(DataFault, match=f"row {rows[at].number} of the log"):
        replay(rows[: at + 1], REAL)


def two_rounds(plan: EventPlan) -> Organiser:
    """Three players at tables of two: 1 has the bye of round 2 and wins round 1."""
    one = Organiser(plan, 3, rules=REAL)
    one.pair((1, 2))
    one.result(1, 1, (2, 1))
    one.pair((2, 3))
    one.result(2, 1, (2, 1))
    return one


def test_a_bye_costs_wins_per_match_in_older_events_only() -> None:
    """Worked by hand: one win in one match is 1; with the bye as a match without points, 1/2."""
    stage = StagePlan("main", "manual", ("diamonds",), Sizes((2,), 2), tiebreaks=("wins",))
    for version, wins in ((1, "1/2"), (2, "1")):
        one = two_rounds(replace(EventPlan((stage,)), version=version))
        assert one.rows[0].details["plan"].get("version", 1) == version
        (row,) = (each for each in one.rules.standings(one.state, one.state.stage)
                  if each.entrant == 1)  # fmt: skip
        assert str(dict(row.tiebreaks)["wins"]) == wins
        assert EventPlan.from_json(one.plan.as_json()) == one.plan


def test_a_plan_with_even_points_is_not_older_also_without_a_version() -> None:
    plan = EventPlan((StagePlan("main", "swiss", ("diamonds",), Sizes((4,), 4)),)).as_json()
    del plan["version"]
    assert EventPlan.from_json(plan).version == 2


PRINTED = """\
1,Ren,10.666666666666666,3,,0.6666666666666666,3.6666666666666665
2,Shohei,8,3,,0.3333333333333333,3
3,Jun,7.333333333333333,2,bye 1,0.3333333333333333,2
4,Rin,6.666666666666667,3,,0.3333333333333333,2.6666666666666665
5,Yui,5.333333333333333,3,,0.3333333333333333,2.3333333333333335
6,Aoi,5.333333333333333,3,,0,2.3333333333333335
7,Emi,4,2,absent 2,0,1.6666666666666667
8,Mei,2.6666666666666665,3,,0,1.6666666666666667
9,Ken,2,2,bye 3,0,0.6666666666666666
"""
"""What the older version printed of the first stage: without `why`, whose words are others now."""


def test_the_document_of_an_older_event_is_imported_goes_on_and_comes_out_again(
    tourney: Tourney,
) -> None:
    assert tourney("import", "--as", "event", str(FOLDER / "cup.json"), "-q").code == 0
    assert tourney("export", "event").out == (FOLDER / "cup.json").read_text("utf-8")
    assert tourney("db", "integrity").code == 0
    replayed = tourney("event", "replay")
    assert (replayed.code, "S1 keeps the rules of the version" in replayed.err) == (0, True)
    found = tourney("standings", "S1", "--stage", "main", "--format", "csv")
    rows = found.out.splitlines()[1:]
    assert "".join(f"{row.rpartition(',')[0]}\n" for row in rows) == PRINTED
    assert "S1 keeps the rules of the version that made it" in found.err
    assert tourney("event", "reopen", "-q").code == tourney("event", "close", "-y", "-q").code == 0
    assert tourney("db", "integrity").code == 0
