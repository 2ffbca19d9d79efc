"""The progress of a long task as text: a line, a bar, a duration."""

from typing import Final

BAR: Final = 30


def duration(seconds: float) -> str:
    """`0:07`, `12:30`, `3:05:00`."""
    minutes, left = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{left:02}" if hours else f"{minutes}:{left:02}"


def bar(done: int, total: int, width: int = BAR, *, ascii: bool = False) -> str:
    """A bar that is full exactly when everything is done."""
    full = width * done // total if total else width
    left, right = ("#", ".") if ascii else ("█", "░")
    return left * full + right * (width - full)


def pace(rate: float) -> str:
    """A rate per second, with one decimal below 10."""
    return f"{rate:.0f}" if rate >= 10 else f"{rate:.1f}"


def line(health: str, done: int, total: int, rate: float | None, eta: float | None) -> str:
    """Health, progress, speed and remaining time in one line."""
    left = "" if eta is None else f", {duration(eta)} left"
    speed = "" if rate is None else f" | {pace(rate)} a second{left}"
    share = 100 * done // total if total else 100
    return f"{health} | {done} of {total} matches ({share} %){speed}"
