"""The effect of each key on the viewer's screen."""

from functools import cache

import pytest

from engines.api import EVERYTHING
from tests.render.scenery import Played
from tourney.cli.terminal.viewer import press
from tourney.records import read
from tourney.records.record_positions import replay_of
from tourney.render.frames import MatchReplay
from tourney.render.replay_screen import ScreenState


@cache
def shown() -> MatchReplay:
    return replay_of(read(Played(3, 9).record()).matches[0])


def after(keys: str, screen: ScreenState | None = None) -> ScreenState | None:
    screen = screen or ScreenState(0)
    for key in keys.split():
        assert screen is not None
        screen = press(shown(), 3, screen, key)
    return screen


@pytest.mark.parametrize(
    ("keys", "same"),
    [
        ("right right left", "right"),
        ("space backspace", ""),
        ("left", ""),
        ("end right", "end"),
        ("end pgup pgup pgup pgup", "home"),
        ("end home", ""),
        ("1 7 enter", "4 7 backspace backspace 1 7 enter"),
        ("right 9 escape", "right"),
        ("right 9 x", "right"),
        ("? b", ""),
        ("? resize", "?"),
        ("b o", ""),
        ("d", ""),
        ("B", "b"),
        ("9 9 9 9 9 9 9 9 9 9 enter", "end"),
        ("0 enter", ""),
        ("ö", ""),
    ],
)
def test_keys_that_come_to_the_same(keys: str, same: str) -> None:
    assert after(keys) == after(same)


def test_views_can_be_switched() -> None:
    seen = [screen.who for screen in map(after, ("a", "c", "s", "s o")) if screen]
    assert seen == [0, 2, None, EVERYTHING]


def test_going_to_a_ply_shows_the_frame_that_holds_it() -> None:
    screen = after("4 0 enter")
    assert screen is not None
    first, last = shown().numbers(screen.at)
    assert first <= 40 <= last


def test_a_page_is_a_round_and_an_arrow_down_a_turn() -> None:
    screen = after("pgdn")
    assert screen is not None
    assert shown().text(shown().entries_of(screen.at)[0], None).startswith("-- round 2 first ")
    one, two = after("down"), after("down down")
    assert one is not None
    assert two is not None
    owners = [shown().text(shown().entries_of(at)[0], None)[0] for at in (one.at, two.at)]
    assert (ord(owners[0]) - ord("A") + 1) % 3 == ord(owners[1]) - ord("A")


def test_q_quits_but_not_while_a_number_is_typed() -> None:
    assert after("q") is None
    assert after("5 q") == ScreenState(0)
