"""The last day that the date of a record may mean."""

import pytest

from tourney.domain.rating_values import last_possible_day


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2026-11-07", "2026-11-07"),
        ("2026-11-07T19:30", "2026-11-07"),
        ("2024-02", "2024-02-29"),
        ("2025-02-??", "2025-02-28"),
        ("2026", "2026-12-31"),
        ("2026-1?-05", "2026-12-31"),
        ("20??-11-07", ""),
        ("?", ""),
        ("", ""),
    ],
)
def test_unknown_parts_are_the_latest_possible(text: str, day: str) -> None:
    assert last_possible_day(text) == day
