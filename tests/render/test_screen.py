"""The screen of a replay: its size, its marks, and what each viewer may see."""

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.api import EVERYTHING
from tests.render.scenery import DIAMS, Played, columns
from tourney.render.frames import MatchReplay, ReplayLine
from tourney.render.replay_screen import MatchHeading, ScreenState, compose
from tourney.render.scenes import Theme

CAST = MatchHeading(
    "spring/17", ("\x1b[2Jann", "[red]ben", "ダイヤモンドの王様", "\u202eevil", "e")
)


@cache
def shown() -> MatchReplay:
    match = Played(5, 12)
    return MatchReplay(DIAMS, [ReplayLine((ply,)) for ply in match.log], match.states)


shots = st.builds(
    ScreenState,
    st.integers(0, 150),
    st.sampled_from([EVERYTHING, None, 0, 4]),
    st.sampled_from(["", "17", "999999"]),
    st.booleans(),
)
themes = st.builds(Theme, st.integers(1, 200), st.booleans(), st.booleans())


@given(shots, themes, st.integers(1, 70))
def test_a_screen_fits_its_terminal(screen: ScreenState, theme: Theme, height: int) -> None:
    lines = compose(shown(), CAST, screen, theme, height)
    assert len(lines) <= height
    assert max(columns(line.plain) for line in lines) <= theme.width
    assert all(char.isprintable() for line in lines for char in line.plain)


@given(st.integers(0, 150), st.integers(36, 200), st.integers(24, 60))
def test_the_last_entry_of_the_frame_is_marked(at: int, width: int, height: int) -> None:
    lines = [line.plain for line in compose(shown(), CAST, ScreenState(at), Theme(width), height)]
    number = shown().numbers(at)[1]
    entry = next(entry for entry in shown().entries if entry.number == number)
    text = f"> {number:>{len(str(shown().last))}} {shown().text(entry, EVERYTHING)}"
    assert any(text[: width // 3] in line for line in lines)


@pytest.mark.parametrize(("width", "height"), [(80, 24), (120, 40), (60, 30)])
def test_five_seats_fit_a_usual_terminal(width: int, height: int) -> None:
    for at in range(0, len(shown().frames), 7):
        lines = [
            line.plain for line in compose(shown(), CAST, ScreenState(at), Theme(width), height)
        ]
        text = "\n".join(lines)
        assert "taller window" not in text
        assert text.count("hand ") - text.count(": hand ") == 5
        assert len(lines) == height
        assert "q quit" in lines[-1]


def test_the_screen_of_a_seat_shows_no_card_of_another() -> None:
    replay = shown()
    for at in range(0, len(replay.frames), 5):
        text = "\n".join(
            line.plain for line in compose(replay, CAST, ScreenState(at, 1), Theme(80), 60)
        )
        assert "view: seat B" in text
        for row in text.splitlines():
            if "hand " in row and "[red]" not in row and ": hand" not in row:
                assert set(row.partition("hand ")[2].split()[0]) <= set("░-")
