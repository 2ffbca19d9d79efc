"""Progress displays: the bar is full only at the end, and times have a readable format."""

import pytest

from tourney.render.live_screens import bar, gauge_bar, line, open_line
from tourney.render.screen_values import Gauge
from tourney.render.text import duration


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [(0, "0:00"), (7.4, "0:07"), (59.6, "1:00"), (754, "12:34"), (11100, "3:05:00")],
)
def test_durations(seconds: float, shown: str) -> None:
    assert duration(seconds) == shown


def test_a_bar_is_full_exactly_when_everything_is_done() -> None:
    bars = [bar(done, 1000, 20, ascii=True) for done in range(1001)]
    assert bars[0] == "." * 20
    assert bars.count("#" * 20) == 1
    assert bars == sorted(bars, reverse=True)


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (0.0, "........"),
        (1.0, "....##.."),
        (9.0, "....####"),
        (-2.0, "####...."),
        (-1.0, "..##...."),
    ],
)
def test_a_gauge_is_filled_between_0_and_its_figure(value: float, shown: str) -> None:
    assert gauge_bar(Gauge("x", value, -2.0, 2.0), 8, ascii=True) == shown


def test_the_line_of_a_run_with_a_rule_has_no_share_and_no_end() -> None:
    ratio = Gauge("log-likelihood ratio", 0.5, -2.94, 2.94)
    assert open_line("no faults", 50, 2000, 10.0, ratio) == (
        "no faults | 50 of at most 2000 matches"
        " | log-likelihood ratio +0.50, bounds -2.94 and +2.94 | 10 a second"
    )
    assert open_line("no faults", 5, 9, None, None) == "no faults | 5 of at most 9 matches"


def test_health_comes_first_and_the_end_last() -> None:
    assert line("no faults", 50, 200, 10.0, 15.0) == (
        "no faults | 50 of 200 matches (25 %) | 10 a second, 0:15 left"
    )
    assert line("no faults", 0, 200, 0.0, None).endswith("| 0.0 a second")
    assert line("no faults", 200, 200, None, None) == "no faults | 200 of 200 matches (100 %)"
