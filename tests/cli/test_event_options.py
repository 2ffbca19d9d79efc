"""Game options of events with several games, and of tables that somebody has left."""

import json
from pathlib import Path

import pytest

from tests.cli.people import first_moves
from tests.conftest import Tourney
from tourney.store import open_store
from tourney.store.matches import stored_matches

BOTS = Path(__file__).parents[1] / "play" / "bots.py"

PLAYERS = ("event", "new", "Cup", "--players", "A,B,C,D,E,F,G,H")
TABLES = "A,B,C,D;E,F,G,H"


def test_an_option_holds_for_every_game_that_has_it(tourney: Tourney) -> None:
    games = ("--game", "diamonds,diams", "--sizes", "4", "-O", "length=quick", "-O", "rounds=2")
    assert tourney(*PLAYERS, *games).code == 0
    for number in ("r1", "r2"):
        assert tourney("event", "pair", "--pods", TABLES).code == 0
        assert tourney("match", "result", f"{number}/t1", "A=6", "B=4", "C=2", "D=0").code == 0
        assert tourney("match", "result", f"{number}/t2", "E=6", "F=4", "G=2", "H=0").code == 0
    shown = [tourney("match", "show", f"cup/{number}/t2").out for number in ("r1", "r2")]
    told = [line for text in shown for line in text.splitlines() if line.startswith("options:")]
    assert told == ["options: rounds=2", "options: length=quick"]


def test_options_that_no_table_can_have_are_refused(tourney: Tourney) -> None:
    for words, fault in (
        (("--game", "diamonds,diams", "-O", "lenth=quick"),
         "no option 'lenth' in diamonds, diams; there is perfect, rounds, show, teams, length, "
         "closing"),
        (("--game", "diams", "-O", "length=quik"),
         "diams at a table of 2 (see --sizes): 'quik' is not valid for option length; use standard "
         "or quick"),
        (("--game", "diamonds", "--sizes", "3-4", "-O", "teams=on"),
         "diamonds at a table of 3 (see --sizes): 'teams=on' is for 4 or 6 seats, not 3; leave it "
         "out, or change the number of seats"),
    ):  # fmt: skip
        made = tourney(*PLAYERS, *words)
        assert (made.code, made.err) == (2, f"tourney: {fault}\n")


def test_a_table_that_is_too_small_for_teams_plays_without(tourney: Tourney) -> None:
    assert tourney(*PLAYERS, "--game", "diamonds", "--sizes", "4", "-O", "teams=on").code == 0
    assert tourney("event", "pair", "--pods", TABLES).code == 0
    gone = tourney("event", "no-show", "A")
    assert "A is absent: table 1 of round 1 plays with 3, without teams=on\n" in gone.err
    assert (
        tourney("match", "result", "r1/t1", "B=2", "C=3", "D=4").out == "D 4.00  C 2.00  B 0.00\n"
    )
    two = tourney("match", "result", "r1/t2", "E=9", "F=2", "G=9", "H=2")
    assert two.code == 0, two.err
    assert tourney("event", "replay").code == 0


def test_a_table_played_at_the_terminal_has_the_options_of_its_game_alone(
    tourney: Tourney, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = ("--game", "diams,blue-border", "--sizes", "2", "-O", "length=quick", "-O", "bl=8")
    assert tourney("event", "new", "Cup", "--players", "A", "--bot", "b=random", *games).code == 0
    assert tourney("event", "pair", "--pods", "A,b").code == 0
    assert tourney("match", "result", "r1/t1", "A=4", "b=3").code == 0
    assert tourney("event", "pair", "--pods", "A,b").code == 0
    first_moves(monkeypatch, ("resign", "y"))
    played = tourney("play", "--event", "Cup", "--round", "2", "--table", "1")
    assert (played.code, "round 2 is complete" in played.err) == (0, True), played.err
    (one,) = json.loads(tourney("match", "list", "--json").out)[1:]
    assert "\noptions: bl=8\n" in tourney("match", "show", one["match"]).out


def test_bots_at_a_table_with_people_have_the_limits_of_the_event(
    tourney: Tourney, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A person who resigns forfeits although random moves are played for bots."""
    bots = ("--bot", f"fly={BOTS}:Cheat", "--bot", f"slow={BOTS}:Dawdles")
    rules = ("--on-fault", "random-move", "--time-per-move", "0.05")
    plan = ("--game", "diams", "--sizes", "3", "-O", "length=quick", *rules)
    assert tourney("event", "new", "Cup", "--players", "A", *bots, *plan).code == 0
    assert tourney("event", "pair", "--pods", "fly,slow,A").code == 0
    first_moves(monkeypatch, ("1", "1", "resign", "y"))
    played = tourney("play", "--event", "Cup", "--table", "1")
    with open_store("tourney.db") as store:
        (match,) = stored_matches(store)
    assert [(fault.seat, fault.code) for fault in match.faults] == [(2, "resigned")]
    assert (match.status, match.places[2]) == ("forfeit", 3)
    assert {"warning: seat A: illegal", "warning: seat B: timeout"} <= set(played.err.splitlines())
