"""`tourney play` on a pipe: to the end in every game, left and resumed, practice, wrong answers."""

import os
import re
import signal
import sqlite3
import subprocess
from contextlib import closing
from itertools import islice, repeat
from pathlib import Path

import pytest

from engines.games import GAMES
from tests.cli.people import careless, first_moves, silent_pipe, typed, without_dates
from tests.conftest import Tourney
from tests.program import Program
from tests.until import until
from tourney.events.event_records import event_standings
from tourney.records import check, read
from tourney.store import open_store
from tourney.store.matches import match_named, stored_matches
from tourney.store.open_matches import add_decision, decisions_of, open_matches

HOUSE = Path(__file__).parents[2]
BOTS = HOUSE / "tests" / "play" / "bots.py"
SHORT = {"diams": ("-O", "length=quick"), "diamonds": ("-O", "rounds=1")}
USUAL = {("diams", 3), ("diamond-boxes", 2), ("blue-border", 4)}
TABLES = [
    pytest.param(name, seats, marks=[] if (name, seats) in USUAL else [pytest.mark.full])
    for name, game in GAMES.items()
    for seats in game.seats
]
QUICK = ("play", "diams", "-O", "length=quick", "--seed", "3", "--me", "Aiko")


def the_record(folder: Path) -> str:
    """The text of the only record in the database."""
    with open_store(str(folder / "tourney.db")) as store:
        (match,) = stored_matches(store)
        assert open_matches(store) == []
    assert match.text is not None
    return match.text


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_a_person_plays_to_the_end(
    tourney: Tourney, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, game: str, seats: int
) -> None:
    careless(monkeypatch, seats)
    bots = [word for n in range(2, seats + 1) for word in ("--bot", f"b{n}=greedy")]
    words = (*SHORT.get(game, ()), "--me", "Aiko", *bots, "--seed", "4")
    code, out, err = tourney("play", game, *words)
    assert code == 0
    text = the_record(tmp_path)
    (match,) = read(text).matches
    assert check(match).passed
    assert sorted(match.names) == sorted(["Aiko", *(f"b{n}" for n in range(2, seats + 1))])
    assert text.count("[bot ") == seats - 1
    assert f"stored as match {match.name}" in err
    places = [line.split() for line in out.splitlines()[-seats:]]
    assert sorted(row[1] for row in places) == sorted(match.names)
    assert match.name in tourney("match", "list").out
    assert tourney("replay", f"match:{match.name}", "--as", "A").code == 0


def others() -> list[str]:
    """Bots with and without a memory."""
    return ["--bot", "rei=random", "--bot", f"mio={BOTS}:Dice"]


def test_a_match_left_and_resumed_is_the_same_as_undisturbed(
    tourney: Tourney, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    first_moves(monkeypatch)
    assert tourney(*QUICK, *others(), "--db", "whole.db").code == 0
    with open_store(str(tmp_path / "whole.db")) as store:
        (whole,) = stored_matches(store)
    typed(monkeypatch, "1", "1")
    code, _, err = tourney(*QUICK, *others())
    assert code == 130
    assert "continue with tourney play --resume diams-" in err
    for lines in (0, 1, 3):
        typed(monkeypatch, *repeat("1", lines), "quit")
        code, _, err = tourney("play", "--resume")
        assert code == 0
        assert "saved; continue with" in err
    listed = tourney("match", "list", "--format", "csv").out.splitlines()[1:]
    assert [line.split(",")[-2] for line in listed] == ["playing"]
    first_moves(monkeypatch)
    assert tourney("play", "--resume").code == 0
    assert the_record(tmp_path) == whole.text


def killed_after(lines: int, folder: Path) -> None:
    """Play in a process of its own, and kill it when it asks for the answer after `lines`."""
    with Program(
        (*QUICK, *others()),
        cwd=folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b"1\n" * lines)
        process.stdin.flush()
        os.set_blocking(process.stdout.fileno(), False)
        seen = bytearray()

        def asked() -> bool:
            seen.extend(process.stdout.read() or b"" if process.stdout else b"")
            return seen.count(b"> ") > lines or process.poll() is not None

        until(asked)
        os.kill(process.pid, signal.SIGKILL)
        process.wait()


@pytest.mark.parametrize(
    "lines", [7, *(pytest.param(n, marks=pytest.mark.full) for n in (0, 1, 2, 5, 10, 14))]
)
def test_a_killed_match_goes_on_with_the_same_cards(
    tourney: Tourney, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, lines: int
) -> None:
    killed_after(lines, tmp_path)
    first_moves(monkeypatch)
    _, _, err = tourney("play", "--resume")
    assert "continues after" in err
    killed = the_record(tmp_path)
    assert tourney(*QUICK, *others(), "--db", "whole.db").code == 0
    with open_store(str(tmp_path / "whole.db")) as store:
        assert [match.text for match in stored_matches(store)] == [killed]


def test_a_move_taken_back_makes_the_match_practice(
    tourney: Tourney, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The first two decisions are taken back; then the match goes on as if they were others."""
    first_moves(monkeypatch, ("back", "1", "1", "back", "no", "back", "はい", "back", "2"))
    code, out, err = tourney(*QUICK, "--bot", "rei=greedy")
    assert code == 0
    assert "you have made no decision yet" in out
    said = " ".join(out.split())
    assert said.count("its result counts in no standings and in no rating; take it back?") == 2
    assert out.count("the match still counts") == 1
    assert out.count("this match is practice from now on") == 1
    assert "this match was practice: its result counts nowhere" in err
    (match,) = read(the_record(tmp_path)).matches
    assert match.header("stage") == "practice"
    assert check(match).passed
    drawn = [line.split()[1] for line in out.splitlines() if re.match("  Aiko (draw|reveal)", line)]
    assert drawn[:3] == ["draws", "draws", "reveals"]


def test_a_resigned_match_is_played_on_by_the_others(
    tourney: Tourney, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    typed(monkeypatch, "1", "resign", "no", "resign", "y")
    assert tourney(*QUICK, "--bot", "rei=greedy", "--bot", "mio=random").code == 0
    (match,) = read(the_record(tmp_path)).matches
    assert check(match).passed
    seat = match.names.index("Aiko")
    assert match.result.forfeits == ((seat, "resigned"),)
    assert match.result.places[seat] == 3


def test_a_person_without_an_answer_in_time_forfeits(
    tourney: Tourney, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    ends = silent_pipe(monkeypatch)
    code, out, _ = tourney(*QUICK, "--bot", "rei=greedy", "--time-per-move", "0.05")
    for end in ends:
        os.close(end)
    assert code == 0
    assert " 0:00> " in out
    (match,) = read(the_record(tmp_path)).matches
    assert match.result.forfeits == ((match.names.index("Aiko"), "timeout"),)


def test_a_deal_of_a_run_is_played_with_its_cards_and_its_bots(
    tourney: Tourney, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """In a rotation of three bots, each has had these cards once."""
    bots = ["--bot", "a=greedy", "--bot", "b=random", "--bot", "c=random"]
    words = ("-g", "diams", "-O", "length=quick", *bots, "--deals", "2", "--seed", "1")
    assert tourney("run", "-q", *words, "--name", "spring").code == 0
    first_moves(monkeypatch)
    code, out, err = tourney("play", "--deal-of", "spring/5", "--me", "Aiko@B")
    assert code == 0
    with open_store(str(tmp_path / "tourney.db")) as store:
        old = {match.name: match for match in stored_matches(store)}
    own = old[err.split()[1].rstrip(":")]
    run = old["spring/5"]
    assert own.entries[:5] == run.entries[:5]  # the round, the market, three hands
    assert own.players == (run.players[0], "Aiko", run.players[2])
    assert own.versions == (run.versions[0], None, run.versions[2])
    shown = out.partition("with the same cards at seat B in run spring:")[2].splitlines()[3:]
    found = {tuple(line.split()) for line in shown if line.strip("─ ")}
    matches = [old[f"spring/{number}"] for number in (4, 5, 6)] + [own]
    expected = {
        (str(one.places[1]), one.players[1], str(one.scores[1]), one.name) for one in matches
    }
    assert found == expected
    assert len({name for _, name, _, _ in expected}) == 4


@pytest.mark.full
def test_a_hint_makes_the_match_practice(
    tourney: Tourney, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    first_moves(monkeypatch, ("1", "hint", "y", "2"))
    code, out, _ = tourney(*QUICK, "--bot", "rei=greedy")
    assert code == 0
    hint = re.split("\n[AB]> ", out.partition("chance to be the best")[2])[0]
    rows = [
        line.replace("> 99", "99").replace("< 1", "1").rsplit(maxsplit=3)
        for line in hint.splitlines()
        if line.endswith("%")
    ]
    assert 1 < len(rows) <= 5
    points = [float(row[1]) for row in rows]
    assert points == sorted(points, reverse=True)
    assert all(0 <= one <= 4 for one in points)
    (match,) = read(the_record(tmp_path)).matches
    assert match.header("stage") == "practice"


def test_what_a_bot_writes_about_its_moves_is_stored(
    tourney: Tourney, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "talks.py").write_text(
        "class Talks:\n"
        "    def choose(self, view, legal):\n"
        "        return legal[0], f'first of {len(legal)}'\n"
    )
    words = ("play", "diamond-boxes", "--seed", "2", "--bot", "own=./talks.py", "--me", "Aiko@A")
    typed(monkeypatch, *repeat("1", 3), "quit")
    assert tourney(*words).code == 0
    first_moves(monkeypatch)
    assert tourney("play", "--resume").code == 0
    with open_store(str(tmp_path / "tourney.db")) as store:
        (name,) = [match.name for match in stored_matches(store)]
        match = match_named(store, name)
        own = [n for n, (seat, text) in enumerate(match.entries, 1) if seat == 1 and "@" in text]
        assert {info.text.rstrip("0123456789") for info in match.infos} == {"first of "}
        assert {info.seat for info in match.infos} == {1}
        assert [info.ply for info in match.infos] == own
    (tmp_path / "out.tmr").write_text(match.text or "")
    assert tourney("import", "--undo", "out.tmr").code == 0


@pytest.mark.full
def test_a_forgotten_person_has_another_name_in_unfinished_matches_too(
    tourney: Tourney, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    words = ("play", "blue-border", "--seed", "2", "--bot", "rei=greedy", "--me", "Aiko@A")
    first_moves(monkeypatch)
    assert tourney(*words).code == 0
    typed(monkeypatch, "1", "quit")
    name = tourney(*words).err.split()[1].rstrip(":")
    assert tourney("player", "forget", "Aiko", "--yes").code == 0
    first_moves(monkeypatch)
    assert tourney("play", "--resume").code == 0
    with open_store(str(tmp_path / "tourney.db")) as store:
        assert match_named(store, name).players == ("player-1", "rei")
        assert "Aiko" not in str(match_named(store, name).text)


@pytest.mark.full
def test_a_name_that_looks_like_a_known_one_is_named(
    tourney: Tourney, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ("play", "blue-border", "--seed", "2", "--bot", "rei=greedy", "--me")
    first_moves(monkeypatch)
    assert tourney(*words, "Aiko@A").code == 0
    typed(monkeypatch, "quit")
    assert "'ＡＩＫＯ' looks like the known player 'Aiko'" in tourney(*words, "ＡＩＫＯ").err
    typed(monkeypatch, "quit")
    assert "A Aiko, B rei" in tourney(*words, "ＡＩＫＯ@A", "--yes").err


def test_practice_counts_nowhere(
    tourney: Tourney, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    words = ("play", "blue-border", "--seed", "2", "--bot", "rei=greedy", "--me", "Aiko@A")
    for before in ((), ("1", "back", "y")):
        first_moves(monkeypatch, before)
        assert tourney(*words).code == 0
    with open_store(str(tmp_path / "tourney.db")) as store:
        found = event_standings(stored_matches(store))
        assert len(found.open) == 1
        assert [row.matches for row in found.sums.standings()] == [1, 1]


WRONG = """\
play diams --me Aiko: 2: diams is for 2 to 5 players, not 1; add --bot NAME=TARGET or --me NAME
play diams --bot a=greedy --bot b=greedy: 2: no person at the table; add --me NAME
play diams --me Aiko --bot Aiko=greedy: 2: two players are named 'Aiko'; give them different names
play diams --me Aiko@Z --bot b=greedy: 2: no seat 'Z' at this table; use A to B
play diams --me Aiko@A --me Ben@A: 2: seat A is given twice; choose another one
play diams --me [x] --bot b=greedy: 2: invalid player name '[x]'; use a word without '[' and ']'
play chess --me Aiko --bot b=greedy: 2: unknown game 'chess'; known games: GAMES
play --me Aiko: 2: no game given; name one of GAMES, or continue a match with --resume
play diams --resume x: 2: --resume uses a stored match; remove GAME
play diams --me Aiko --bot b=greedy --no-input: 2: play asks for moves; remove --no-input
play diams --me Aiko --bot b=greedy -O length=long: 2: 'long' is not valid for option length; \
use standard or quick
play --resume: 5: no database 'tourney.db'; tourney run, event new, record or import makes one, or \
name another with --db
""".replace("GAMES", ", ".join(GAMES))


@pytest.mark.parametrize("line", WRONG.splitlines(), ids=lambda line: line.split(":")[0])
def test_a_wrong_command_line_is_explained_in_one_line(tourney: Tourney, line: str) -> None:
    words, code, message = line.split(": ", 2)
    result = tourney(*words.split())
    assert (result.code, result.err.partition("; see")[0].strip()) == (
        int(code),
        f"tourney: {message}",
    )


def test_an_unfinished_match_is_found_by_its_name_or_removed(
    tourney: Tourney, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(2):
        typed(monkeypatch, "1")
        tourney(*QUICK, "--bot", "rei=greedy")
    typed(monkeypatch, "quit")
    name = tourney("play", "--resume").err.split()[1]
    assert name.endswith("-2")
    code, _, err = tourney("play", "--discard", name)
    assert (code, "confirm with --yes" in err) == (2, True)
    assert tourney("play", "--discard", "--yes").err.count(name) == 1
    assert tourney("play", "--discard", name, "--yes").code == 0
    assert "play discard" in tourney("db", "log").out
    code, _, err = tourney("play", "--resume", name)
    assert code == 5
    assert f"no unfinished match '{name}' in 'tourney.db'" in err
    assert tourney("play", "--discard", "--yes").err.count("-1; this cannot be undone") == 1
    assert tourney("play", "--discard", "--yes").code == 5


def test_a_second_process_cannot_go_on_with_the_same_match(
    tourney: Tourney, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    typed(monkeypatch, "1")
    tourney(*QUICK, "--bot", "rei=greedy")

    class Elsewhere:
        """While this process waits for an answer, another one stores a decision."""

        def isatty(self) -> bool:
            return False

        def readline(self) -> str:
            with open_store(str(tmp_path / "tourney.db")) as store:
                (match,) = open_matches(store)
                known = decisions_of(store, match)
                add_decision(store, match, len(known) + 1, known[0])
            return "1\n"

    monkeypatch.setattr("sys.stdin", Elsewhere())
    code, _, err = tourney("play", "--resume")
    assert code == 6
    assert "has been continued by another process" in err


@pytest.mark.parametrize(
    "damage", ["seat = 1 - seat", "move = 'juggle'", "move = 'magic 10*'"], ids=str
)
def test_decisions_changed_by_other_hands_do_not_go_on(
    tourney: Tourney, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, damage: str
) -> None:
    typed(monkeypatch, "1")
    tourney(*QUICK, "--bot", "rei=greedy")
    with closing(sqlite3.connect(tmp_path / "tourney.db")) as db, db:
        db.execute(f"UPDATE decision SET {damage} WHERE number = 1")
    code, _, err = tourney("play", "--resume")
    assert (code, "the stored decisions do not fit the rules" in err) == (6, True)


def test_a_changed_bot_does_not_go_on(
    tourney: Tourney, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    bot = tmp_path / "own.py"
    bot.write_text("class Own:\n    def choose(self, view, legal):\n        return legal[0]\n")
    typed(monkeypatch, "1")
    tourney(*QUICK, "--bot", "own=./own.py")
    bot.write_text(bot.read_text().replace("[0]", "[-1]"))
    code, _, err = tourney("play", "--resume")
    assert code == 6
    assert "bot 'own' has changed since match" in err


@pytest.mark.full
def test_a_bot_that_fails_forfeits_also_after_resuming(
    tourney: Tourney, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    words = (*QUICK, "--bot", f"own={BOTS}:CrashesLater")
    typed(monkeypatch, *islice(repeat("1"), 18))
    assert tourney(*words).code == 130
    first_moves(monkeypatch)
    assert tourney("play", "--resume").code == 0
    left = the_record(tmp_path)
    assert tourney(*words, "--db", "whole.db").code == 0
    with open_store(str(tmp_path / "whole.db")) as store:
        (match,) = stored_matches(store)
    assert match.text == left
    assert [(fault.code, match.players[fault.seat]) for fault in match.faults] == [("crash", "own")]


MOVES = ("DRAW ", "ｄｒａｗ", "d")
ANSWERS = {
    "market 7": "DI-R6: a turn must start with a draw",
    "crack rei 3": "DI-R6: a turn must start with a draw",
    "juggle": "unknown move 'juggle'; ? lists the legal moves",
    "market x": "'x' is not a ",
    "99": "there is no move 99; use 1 to 2",
    "0": "there is no move 0; use 1 to 2",
    "?": "  1) draw   2) reveal",
    "? rev": "  2) reveal",
    "? xyz": "no legal move with xyz",
    "notation": "specials  convoy 5x1",
    "table": "Diam's, round 1: draw",
    "hint x": "unknown move 'hint'",
    "9" * 5000: "there is no move\n999",
    "\udcff\x1b[2J\0": "unknown move",
    "": "",
}
"""An answer that is not a legal move, and the start of what it shows."""


def test_answers_are_read_laxly_or_explained(
    tourney: Tourney, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ("-O", "length=quick", "--seed", "5", "--bot", "rei=greedy", "--bot", "mio=random")
    typed(monkeypatch, *ANSWERS)
    _, out, _ = tourney("play", "diams", "--me", "Aiko@C", *words)
    shown = [part.partition("\n")[2] for part in out.split("\nC> ")[1:]]
    assert len(shown) == len(ANSWERS) + 1
    for text, (answer, start) in zip(shown[:-1], ANSWERS.items(), strict=True):
        assert start in text, answer
    for answer in MOVES:
        typed(monkeypatch, answer)
        _, out, _ = tourney("play", "diams", "--me", "Aiko@C", *words)
        assert "  Aiko draws " in out.split("C> ", 1)[1]


@pytest.mark.full
def test_the_dialogue_is_japanese_with_lang_ja_and_the_record_is_the_same(
    tourney: Tourney, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    words = ("play", "diamond-boxes", "--seed", "5", "--bot", "rei=greedy", "--me", "愛子")
    first_moves(monkeypatch, ["?", "juggle", "table"])
    english = tourney(*words, "--db", "en.db")
    first_moves(monkeypatch, ["?", "juggle", "盤面"])
    japanese = tourney(*words, "--lang", "ja")
    assert (english.code, japanese.code) == (0, 0)
    assert "前回の決定の後に起きたこと:" in japanese.out
    assert "愛子は" in japanese.out
    assert "「juggle」という手はありません" in japanese.out
    with open_store(str(tmp_path / "en.db")) as store:
        assert [match.text for match in stored_matches(store)] == [the_record(tmp_path)]
    assert without_dates(english.err).count("DATE") == without_dates(japanese.err).count("DATE")


def test_a_match_of_an_event_is_stored_with_its_round_and_table(
    tourney: Tourney, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """It counts in the event; the next match of today follows in its round."""
    words = ("play", "blue-border", "--seed", "2", "--bot", "rei=greedy", "--me", "Aiko@A")
    typed(monkeypatch, "1", "quit")
    assert tourney(*words, "--event", "Club", "--round", "2", "--table", "1").code == 0
    first_moves(monkeypatch)
    assert tourney("play", "--resume").code == 0
    text = the_record(tmp_path)
    assert "\nevent: Club\nround: 2\ntable: 1\ndate: " in text
    ended = tourney("play", "--resume", str(read(text).matches[0].name))
    assert (ended.code, "has ended and is stored" in ended.err) == (6, True)
    typed(monkeypatch, "quit")
    assert "event Club, round 3, table 1" in tourney(*words).err
    for free in (("--resume", "--event", "x"), ("--discard", "y", "--casual")):
        assert tourney("play", *free).code == 2


def test_a_match_can_be_left_when_the_screen_is_handed_over(
    tourney: Tourney, monkeypatch: pytest.MonkeyPatch
) -> None:
    typed(monkeypatch, "quit")
    code, out, err = tourney("play", "diams", "--me", "Aiko@A", "--me", "Ben@B", "--seed", "1")
    assert (code, "so far:" in out, "saved; continue with" in err) == (0, False, True)


def test_a_match_may_be_practice_from_its_beginning(
    tourney: Tourney, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Then nothing is asked before a move is taken back; a pairing of an event is no practice."""
    first_moves(monkeypatch, ("1", "back"))
    code, out, err = tourney(*QUICK, "--bot", "rei=greedy", "--practice")
    assert (code, "take it back?" in out) == (0, False)
    assert "this match was practice: its result counts nowhere" in err
    (match,) = read(the_record(tmp_path)).matches
    assert match.header("stage") == "practice"
    refused = tourney(*QUICK, "--bot", "rei=greedy", "--practice", "--event", "cup")
    assert (refused.code, refused.err.count("\n")) == (2, 1)
    assert "remove --practice" in refused.err


def test_placements_are_listed_by_what_they_cost_by_the_rules(
    tourney: Tourney, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A cell with nothing under it costs a card (DJ1-R14): the cheapest placement covers most."""
    words = ("play", "diamond-boxes", "--seed", "5", "--bot", "rei=greedy", "--me", "Aiko@A")
    lines = typed(monkeypatch, "?", "? /4", "1", "", "quit")
    out = tourney(*words).out
    assert lines.given > 4
    cheapest, *rest = re.findall(r"covers (\d), penalty (\d)", out.partition("A> ?\n")[2])
    assert cheapest == ("5", "1")
    assert all(int(covered) + int(penalty) == 6 for covered, penalty in [cheapest, *rest])
    first = re.search(r"covers 5, penalty 1: 1\) (\S+)", out)
    assert first
    card, place = first[1].split("@")
    assert f"Aiko places {card} at {place} over 5 cells and draws" in out


@pytest.mark.parametrize("ascii_only", [True, False])
def test_the_cells_of_cards_in_hand_are_drawn(
    tourney: Tourney, monkeypatch: pytest.MonkeyPatch, ascii_only: bool
) -> None:
    """Pattern 9 is white, black, black above black, white, white: as printed on the cards."""
    words = ("play", "diamond-boxes", "--seed", "5", "--bot", "rei=greedy", "--me", "Aiko@A")
    typed(monkeypatch, "quit")
    out = tourney(*words, *(("--ascii",) if ascii_only else ())).out
    black, white = "*o" if ascii_only else "●○"
    lines = out.splitlines()
    at = lines.index("  g9    g10   b1    b9    p7")
    assert lines[at + 1][2:5] == white + black + black
    assert lines[at + 2][2:5] == black + white + white
