"""`tourney replay`: interactive on a terminal, plain text elsewhere."""

import os
import signal
import termios
from pathlib import Path

import pytest

from tests.cli.pty_session import Session
from tests.conftest import Tourney
from tests.render.scenery import Played, columns
from tourney.cli.terminal.screen import CLEAR_BELOW, CLEAR_LINE, Terminal

EXAMPLE = Path(__file__).parents[2] / "data" / "records" / "spring-diams.tmr"


def watch(*args: str, size: tuple[int, int] = (80, 24), folder: Path | None = None) -> Session:
    return Session(["replay", *args], folder or EXAMPLE.parent, size)


def test_a_match_is_stepped_through_with_keys() -> None:
    with watch(EXAMPLE.name) as session:
        shown = session.until(
            "ply 1-5 of 42 view: open", "> 1 -- round 1 first A", "► A rho hand 5* 7 8"
        )
        assert len(shown) == 24
        session.press("right")
        session.until("ply 6 of 42", "> 6 A: reveal 5 7*")
        session.press("down", "down", "up")
        session.until("ply 8 of 42", "> 8 B: draw 2*")
        session.press("left", "left")
        session.until("ply 6 of 42")
        session.press("end")
        session.until("ply 41-42 of 42", "the match is over", "26 points")
        session.press("home", "3", "4")
        session.until("to ply 34_")
        session.press("enter")
        session.until("ply 34 of 42", "rho cracks a safe and asks for 6*")
        session.press("q")
        assert session.ended() == (0, "")
        assert session.restored()


def test_the_view_is_switched_to_a_seat_a_spectator_and_back() -> None:
    with watch(EXAMPLE.name, "--as", "B", "--from", "35") as session:
        session.until("ply 35 of 42 view: seat B", "B: give 6*")
        session.press("c")
        shown = session.until("view: seat C", "B: give ?")
        assert not any("draw 7" in line for line in shown)
        session.press("s")
        session.until("view: spectator", "B: give ?")
        session.press("o")
        session.until("view: open", "B: give 6*")
        session.press("?")
        session.until("view of a spectator")
        session.press("x")
        session.until("B: give 6*")


def test_the_screen_follows_the_size_of_the_terminal() -> None:
    with watch(EXAMPLE.name, "--ascii", size=(120, 40)) as session:
        shown = session.until(" | > ", "1 -- round 1 first A")
        assert len(shown) == 40
        for width, height in ((40, 20), (20, 8), (80, 24), (5, 2)):
            session.resize(width, height)
            while len(session.screen()) != height:
                session.until("")
                session.read(0.2)
            assert max(columns(line) for line in session.screen()) <= width
        session.press("q")
        assert session.ended()[0] == 0


@pytest.mark.parametrize("seats", [5])
@pytest.mark.full
def test_colour_goes_with_no_color_and_the_match_stays_readable(tmp_path: Path, seats: int) -> None:
    (tmp_path / "x.tmr").write_text(Played(seats, 3).record(), "utf-8")
    for value, coloured in (("", True), ("1", False)):
        with Session(["replay", "x.tmr"], tmp_path, (80, 24), NO_COLOR=value) as session:
            session.until("► ", "E pE")
            drawn = session.raw().replace(CLEAR_LINE, "").replace(CLEAR_BELOW, "")
            assert ("\x1b[" in drawn) is coloured


@pytest.mark.full
def test_nothing_is_cleared_behind_a_line_for_it_may_fill_its_row(tmp_path: Path) -> None:
    """Clearing to the end of the line after a full row erases its last column."""
    (tmp_path / "x.tmr").write_text(Played(3, 3).record(), "utf-8")
    with Session(["replay", "x.tmr"], tmp_path, (80, 24)) as session:
        session.until("► ")
        rows = session.raw().split("\r\n")
    assert [row.rfind(CLEAR_LINE) for row in rows[:-1]] == [0] * 23
    assert rows[-1].rfind(CLEAR_BELOW) == 0


@pytest.mark.parametrize(
    ("number", "code"),
    [
        (signal.SIGHUP, 130),
        *(
            pytest.param(number, code, marks=pytest.mark.full)
            for number, code in ((signal.SIGTERM, 130), (signal.SIGQUIT, -3), (signal.SIGINT, 130))
        ),
    ],
)
def test_a_signal_leaves_the_terminal_as_it_was(number: int, code: int) -> None:
    with watch(EXAMPLE.name) as session:
        session.until("ply 1-5 of 42")
        assert not session.restored()
        if number == signal.SIGINT:
            session.press("ctrl-c")
        else:
            session.signal(number)
        assert session.ended()[0] == code
        assert session.restored()


def test_a_stopped_replay_gives_the_terminal_back_and_takes_it_again() -> None:
    with watch(EXAMPLE.name) as session:
        session.until("ply 1-5 of 42")
        session.signal(signal.SIGTSTP)
        _, status = os.waitpid(session.process.pid, os.WUNTRACED)
        assert os.WIFSTOPPED(status)
        while session.read(0.2):
            pass
        assert session.restored()
        session.output = ""
        session.signal(signal.SIGCONT)
        session.until("ply 1-5 of 42")
        session.press("q")
        assert session.ended() == (0, "")
        assert session.restored()


def fail_on(terminal: int) -> None:
    with Terminal(terminal, terminal):
        assert not termios.tcgetattr(terminal)[3] & termios.ECHO
        raise ZeroDivisionError


def test_an_exception_leaves_the_terminal_as_it_was() -> None:
    master, slave = os.openpty()
    try:
        before = termios.tcgetattr(slave)
        with pytest.raises(ZeroDivisionError):
            fail_on(slave)
        assert termios.tcgetattr(slave) == before
        told = os.read(master, 1000)
        while not told.endswith(b"\x1b[?1049l"):
            told += os.read(master, 1000)
    finally:
        os.close(master)
        os.close(slave)


@pytest.mark.parametrize(
    ("sent", "keys"),
    [
        (b"\x1b[A\x1bOB", ["up", "down"]),
        (b"\x1b[5~\x1b[6~\x1b[1;5C", ["pgup", "pgdn", ""]),
        (b"\x1b", ["escape"]),
        (b"\xe3\x83\x80q", ["", "", "", "q"]),
        (b"\r \x7f7", ["enter", "space", "backspace", "7"]),
    ],
)
def test_keys_are_told_apart(sent: bytes, keys: list[str]) -> None:
    master, slave = os.openpty()
    try:
        with Terminal(slave, slave) as terminal:
            os.write(master, sent)
            assert [terminal.key() for _ in keys] == keys
    finally:
        os.close(master)
        os.close(slave)


def test_elsewhere_every_ply_comes_with_the_scene_after_it(tourney: Tourney) -> None:
    result = tourney("replay", str(EXAMPLE))
    assert (result.code, result.err) == (0, "")
    assert "\x1b" not in result.out
    blocks = result.out.split("\n\n")
    assert blocks[0] == "spring-diams/r3-t1: A rho  B greedy  C ucb  (view: open)"
    assert blocks[2].splitlines() == [
        " 6 A: reveal 5 7*",
        "Diam's, round 1: play",
        "  market 2  5 5  7*  10   deck ░░░ 40   discards -",
        "► A rho    hand 5*  7  8   vault -",
        "  B greedy hand 4  6 6*    vault -",
        "  C ucb    hand 5  8  10   vault -",
    ]
    assert len(blocks) == 1 + 37
    assert "26 points" in blocks[-1]


def test_a_seat_is_told_only_what_it_saw(tourney: Tourney) -> None:
    told = tourney("replay", str(EXAMPLE), "--as", "c", "--from", "34").out
    assert "34 A: crack B 6*" in told
    assert "35 B: give ?" in told
    assert "37 B: vault ?x4" in told
    assert "33 A: reveal" not in told


@pytest.mark.parametrize(
    ("args", "code", "words"),
    [
        (("nothing.tmr",), 5, "nothing.tmr"),
        (("match:spring/1",), 5, "tourney.db"),
        ((str(EXAMPLE), "--as", "D"), 2, "no seat 'D' in this match; use A to C"),
        ((str(EXAMPLE), "--as", "north"), 2, "spectator or open"),
        ((str(EXAMPLE), "--from", "0"), 2, "--from"),
        ((str(EXAMPLE), "--match", "other"), 2, "it holds spring-diams/r3-t1"),
    ],
)
def test_what_is_not_there_is_one_line(
    tourney: Tourney, args: tuple[str, ...], code: int, words: str
) -> None:
    result = tourney("replay", *args)
    assert (result.code, result.out) == (code, "")
    assert words in result.err
    assert result.err.count("\n") == 1


def test_one_match_of_a_file_is_chosen_by_its_id(tourney: Tourney, tmp_path: Path) -> None:
    text = EXAMPLE.read_text("utf-8")
    both = tmp_path / "both.tmr"
    both.write_text(text + "\n" + text.replace("r3-t1", "r3-t2"), "utf-8")
    result = tourney("replay", "both.tmr")
    assert result.code == 2
    assert "--match (spring-diams/r3-t1, spring-diams/r3-t2)" in result.err
    assert tourney("replay", "both.tmr", "--match", "spring-diams/r3-t2").code == 0


def test_a_result_without_moves_has_nothing_to_step_through(
    tourney: Tourney, tmp_path: Path
) -> None:
    lines = ["match: x", "game: diams", "seat A: a", "seat B: b", "", "rank: A > B", ""]
    (tmp_path / "x.tmr").write_text("\n".join(lines), "utf-8")
    assert tourney("replay", "x.tmr").err == (
        "tourney: match 'x' has no moves: only its result was recorded\n"
    )
