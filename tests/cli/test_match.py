"""`tourney match`: lists of stored matches and pages about one match."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from engines.api import Outcome
from tests.cli.pty_session import Session
from tests.conftest import Tourney
from tests.exports.sample import SPEC
from tests.render.scenery import DIAMS, Played
from tests.store.sample import add
from tourney.domain.matches import Fault, PlayedMatch
from tourney.domain.runs import BotEntry
from tourney.records import read, stored
from tourney.runs.schedule import Schedule
from tourney.store import open_store

EXAMPLE = Path(__file__).parents[2] / "data" / "records" / "spring-diams.tmr"
HOSTILE = ("\x1b]0;owned\x07ann", "[red]ben[/red]", "\u202eelo")


@pytest.fixture
def match(tmp_path: Path) -> Played:
    """A database with one match of run `spring` by bots with hostile names, and one import."""
    played = Played(3, 4, {"length": "quick"})
    outcome = played.states[max(played.states)].outcome() or Outcome((), ())
    entries = [(ply.seat, DIAMS.text(ply)) for ply in played.log]
    bots = tuple(BotEntry(name, "random", "1\x1b[2J") for name in HOSTILE)
    with open_store(str(tmp_path / "tourney.db"), create=True) as store:
        spec = replace(SPEC, bots=bots, event="\x1b[2JCup\nx")
        with store.writer(store.add_run(spec)) as writer:
            fixture = Schedule(spec).fixture(1)
            fault = Fault(1, "crash", 7, "Traceback:\n\x1b[1mboom")
            writer.add(PlayedMatch(fixture, outcome, "complete", entries, (fault,)))
        add(store, stored(read(EXAMPLE.read_text("utf-8")).matches[0]))
    return played


def test_runs_and_records_are_listed_with_players_in_seat_order(
    tourney: Tourney, match: Played
) -> None:
    rows = json.loads(tourney("match", "list", "--json").out)
    assert [(row["match"], row["status"]) for row in rows] == [
        ("spring/1", "complete"),
        ("spring-diams/r3-t1", "complete"),
    ]
    assert (rows[1]["players"], rows[1]["scores"], rows[1]["places"]) == (
        "rho, greedy, ucb",
        "26, 8, 12",
        "1, 3, 2",
    )
    assert [r["match"] for r in json.loads(tourney("match", "list", "spring", "--json").out)] == [
        "spring/1"
    ]


def test_a_list_that_stops_early_says_so(tourney: Tourney, match: Played) -> None:
    short = tourney("match", "list", "--limit", "1")
    assert "only the first 1 are listed; --limit 0 lists all" in short.err
    assert "r3-t1" not in short.out
    whole = tourney("match", "list", "--limit", "0")
    assert "r3-t1" in whole.out
    assert whole.err == ""


def test_a_stored_match_is_shown_with_every_turn_and_the_last_scene(
    tourney: Tourney, match: Played
) -> None:
    shown = tourney("match", "show", "spring/1").out
    turns = list(DIAMS.layout([(ply.seat, DIAMS.text(ply)) for ply in match.log]))
    assert "\n".join(turns) in shown
    assert "counted, the match is over" in shown
    assert "B crash at ply 7: Traceback:" in shown
    assert tourney("match", "show", "1").out == tourney("match", "show", "match:spring/1").out


@pytest.mark.parametrize("command", ["list", "show spring/1", "show spring/1 --as A"])
def test_hostile_names_are_shown_and_not_obeyed(
    tourney: Tourney, match: Played, command: str
) -> None:
    shown = tourney("match", *command.split()).out
    assert all(char.isprintable() for char in shown if char != "\n")
    assert "[red]ben[/red]" in shown
    assert "\\x1b]0;owned\\x07ann" in shown


def test_data_holds_lines_seats_faults_and_the_view_at_the_end(
    tourney: Tourney, match: Played
) -> None:
    facts = json.loads(tourney("match", "show", "spring/1", "--as", "b", "--json").out)
    assert (facts["match"], facts["game"], facts["rules"]) == ("spring/1", "diams", "diams/1")
    assert sorted(seat["player"] for seat in facts["seats"]) == sorted(HOSTILE)
    assert facts["faults"][0]["seat"] == "B"
    assert facts["position"] == match.views[max(match.views)][1]
    told = [(ply.seat, DIAMS.text(ply, 1)) for ply in match.log]
    assert facts["lines"] == list(DIAMS.layout(told))


def test_a_record_that_came_in_is_shown_as_well(tourney: Tourney, match: Played) -> None:
    shown = tourney("match", "show", "spring-diams/r3-t1").out
    assert "A: reveal 2 3; crack B 6* -> 6*" in shown
    assert "-- check points A26 B8 C12" in shown
    assert "seat A:  rho [bot 1.3]: place 1, score 26" in shown


def test_a_match_that_is_not_stored_is_not_found(tourney: Tourney, match: Played) -> None:
    result = tourney("match", "show", "spring/2")
    assert (result.code, result.out) == (5, "")
    assert "no match 'spring/2'" in result.err


def test_a_stored_match_with_hostile_names_is_stepped_through(
    match: Played, tmp_path: Path
) -> None:
    with Session(["replay", "match:spring/1", "--as", "A"], tmp_path, (100, 30)) as session:
        shown = session.until("view: seat A", "[red]ben[/red]")
        assert any("x1b]0;" in line for line in shown)
        assert "\x1b]0" not in session.output
        assert "\u202e" not in session.output
        session.press("q")
        assert session.ended() == (0, "")
