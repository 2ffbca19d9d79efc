"""Game options of events with several games, and of tables that somebody has left."""

from tests.conftest import Tourney

PLAYERS = ("event", "new", "Cup", "--players", "A,B,C,D,E,F,G,H")
TABLES = "A,B,C,D;E,F,G,H"


def test_an_option_holds_for_every_game_that_has_it(tourney: Tourney) -> None:
    games = ("--game", "diamonds,diams", "--sizes", "4", "-O", "length=quick", "-O", "rounds=2")
    assert tourney(*PLAYERS, *games).code == 0
    for number in ("r1", "r2"):
        assert tourney("event", "pair", "--pods", TABLES).code == 0
        assert tourney("match", "result", f"{number}/t1", "A=4", "B=3", "C=2", "D=1").code == 0
        assert tourney("match", "result", f"{number}/t2", "E=4", "F=3", "G=2", "H=1").code == 0
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
        tourney("match", "result", "r1/t1", "B=1", "C=2", "D=3").out == "D 4.00  C 2.00  B 0.00\n"
    )
    two = tourney("match", "result", "r1/t2", "E=9", "F=2", "G=9", "H=2")
    assert two.code == 0, two.err
    assert tourney("event", "replay").code == 0
