"""The progress of a long task as text: a line, a bar, a duration."""

from typing import Final, NamedTuple

BAR: Final = 30


class Gauge(NamedTuple):
    """A figure that ends a task when it reaches one of its bounds, which lie around 0."""

    name: str
    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.name} {self.value:+.2f}, bounds {self.low:+.2f} and {self.high:+.2f}"


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


def gauge_bar(gauge: Gauge, width: int = BAR, *, ascii: bool = False) -> str:
    """A bar from the lower to the upper bound, filled between 0 and the figure."""
    scale = width / (gauge.high - gauge.low)
    value = min(max(gauge.value, gauge.low), gauge.high)
    ends = sorted(round((at - gauge.low) * scale) for at in (0.0, value))
    full, empty = ("#", ".") if ascii else ("█", "░")
    return empty * ends[0] + full * (ends[1] - ends[0]) + empty * (width - ends[1])


def pace(rate: float) -> str:
    """A rate per second, with one decimal below 10."""
    return f"{rate:.0f}" if rate >= 10 else f"{rate:.1f}"


def line(health: str, done: int, total: int, rate: float | None, eta: float | None) -> str:
    """Health, progress, speed and remaining time in one line."""
    left = "" if eta is None else f", {duration(eta)} left"
    speed = "" if rate is None else f" | {pace(rate)} a second{left}"
    share = 100 * done // total if total else 100
    return f"{health} | {done} of {total} matches ({share} %){speed}"


def open_line(health: str, done: int, most: int, rate: float | None, gauge: Gauge | None) -> str:
    """The same for a task that a rule ends, after `most` matches at the latest."""
    parts = [health, f"{done} of at most {most} matches"]
    parts += [str(gauge)] if gauge else []
    return " | ".join([*parts, *([] if rate is None else [f"{pace(rate)} a second"])])
