"""Progress displays: the bar is full only at the end, and times have a readable format."""

import pytest

from tourney.render.progress import bar, duration, line


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


def test_health_comes_first_and_the_end_last() -> None:
    assert line("no faults", 50, 200, 10.0, 15.0) == (
        "no faults | 50 of 200 matches (25 %) | 10 a second, 0:15 left"
    )
    assert line("no faults", 0, 200, 0.0, None).endswith("| 0.0 a second")
    assert line("no faults", 200, 200, None, None) == "no faults | 200 of 200 matches (100 %)"
