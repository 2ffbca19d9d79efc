"""`tourney match`: lists of stored matches and pages about one match."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from engines.api import Outcome
from tests.cli.pty_session import Session
from tests.conftest import Once, Tourney
from tests.exports.sample import SPEC
from tests.render.scenery import DIAMS, Played
from tests.store.sample import add
from tourney.domain.match_values import Entries, Fault, MoveInfo, PlayedMatch
from tourney.domain.run_spec import BotEntry
from tourney.records import read, stored
from tourney.records.record_positions import replay_of
from tourney.render.replay_screen import ScreenState, log
from tourney.render.scenes import Theme
from tourney.runs.run_schedule import Schedule
from tourney.store import open_store
from tourney.store.match_writer import MatchWriter
from tourney.store.runs import add_run

EXAMPLE = Path(__file__).parents[2] / "data" / "records" / "spring-diams.tmr"
HOSTILE = ("\x1b]0;owned\x07ann", "[red]ben[/red]", "\u202eelo")


@pytest.fixture
def match(tmp_path: Path, once: Once) -> Played:
    """A database with one match of run `spring` by bots with hostile names, and one import."""
    played = Played(3, 4, {"length": "quick"})
    outcome = played.states[max(played.states)].outcome() or Outcome((), ())
    entries = [(ply.seat, DIAMS.text(ply)) for ply in played.log]
    bots = tuple(BotEntry(name, "random", "1\x1b[2J") for name in HOSTILE)

    def filled() -> None:
        with open_store(str(tmp_path / "tourney.db"), create=True) as store:
            spec = replace(SPEC, bots=bots, event="\x1b[2JCup\nx")
            with MatchWriter(store, add_run(store, spec)) as writer:
                fixture = Schedule(spec).fixture(1)
                fault = Fault(1, "crash", 7, "Traceback:\n\x1b[1mboom", "before\tafter\x1b[1m\n")
                writer.add(PlayedMatch(fixture, outcome, "complete", Entries.of(entries), (fault,)))
            add(store, stored(read(EXAMPLE.read_text("utf-8")).matches[0]))

    once(filled)
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
    assert "\n  | before\tafter\\x1b[1m\n" in shown
    assert tourney("match", "show", "1").out == tourney("match", "show", "match:spring/1").out


@pytest.mark.parametrize("command", ["list", "show spring/1", "show spring/1 --as A"])
def test_hostile_names_are_shown_and_not_obeyed(
    tourney: Tourney, match: Played, command: str
) -> None:
    shown = tourney("match", *command.split()).out
    assert all(char.isprintable() for char in shown if char not in "\n\t")
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


@pytest.mark.full
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


WRITES = """
import json, sys
for line in sys.stdin:
    m = json.loads(line)
    if m["t"] == "hello":
        m.update(name="w", games=["diams"], want=["legal"])
    elif m["t"] == "match":
        m = {"t": "ready", "m": m["m"]}
    elif m["t"] == "act":
        info = {"value": 1} if m["id"] == 2 else f"plays {m['legal'][0]}\\x1b[2J"
        m = {"t": "move", "m": m["m"], "id": m["id"], "move": m["legal"][0], "info": info}
    else:
        continue
    print(json.dumps(m), flush=True)
"""


def test_what_a_bot_writes_about_its_moves_is_shown_with_them(
    tourney: Tourney, tmp_path: Path
) -> None:
    """To all who see the match openly, and to its own seat; a value that is no text is ignored."""
    (tmp_path / "w.py").write_text(WRITES)
    bots = ("--bot", "r=random", "--bot", "w=cmd:python3 w.py")
    run = ("run", "-g", "diams", "-O", "length=quick", *bots, "--block", "none", "--deals", "1")
    assert tourney(*run, "--name", "x", "--seed", "1").code == 0
    facts = json.loads(tourney("match", "show", "x/1", "--json").out)
    seat = next(seat["seat"] for seat in facts["seats"] if seat["player"] == "w")
    first, third, *_ = facts["infos"]
    assert first == {"ply": first["ply"], "seat": seat, "text": "plays draw\x1b[2J"}
    lines = tourney("match", "show", "x/1").out.splitlines()
    assert [line for line in lines if not line.startswith("#")].index(facts["lines"][0]) > 0
    at = lines.index(f"# {seat}: plays draw\\x1b[2J")
    assert lines[at - 1].startswith(f"{seat}: draw ")
    shown = tourney("replay", "match:x/1", "--from", str(third["ply"])).out.splitlines()
    assert shown[2].startswith(f"{third['ply']} {seat}: ")
    assert shown[3].strip() == f"# {seat}: plays draw\\x1b[2J"
    other = "B" if seat == "A" else "A"
    for who, number in ((seat, len(facts["infos"])), (other, 0), ("spectator", 0)):
        for command in (("match", "show", "x/1"), ("replay", "match:x/1")):
            assert tourney(*command, "--as", who).out.count(": plays ") == number
    assert "plays" not in tourney("export", "tmr", "x").out
    assert tourney("db", "integrity").code == 0


def test_the_screen_shows_the_whole_text_of_the_current_move_only(match: Played) -> None:
    entries = [(ply.seat, DIAMS.text(ply)) for ply in match.log]
    text = "a long text about this move, " * 5 + "to its end"
    first = next(ply for ply, (_, words) in enumerate(entries, 1) if words.startswith("draw"))
    infos = [MoveInfo(first, entries[first - 1][0], text)]
    replay = replay_of(read(match.record()).matches[0], infos)
    for at, whole in ((first - 1, True), (0, False)):
        frame = replay.at_ply(at + 1)
        rows = log(replay, ScreenState(frame), Theme(60), 40)
        found = " ".join(row.plain.strip() for row in rows)
        assert ("to its end" in found) == whole
        assert "a long text" in found
        assert max(row.cell_len for row in rows) <= 60
