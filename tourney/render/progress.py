"""How far a long task is: one line of words anywhere, a bar that moves on a terminal.

Gets plain numbers and ready words; knows nothing of runs.
"""

from types import TracebackType
from typing import IO, Final, Self

from rich.console import Console
from rich.live import Live
from rich.text import Text

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
    """How many a second, with a decimal where that matters."""
    return f"{rate:.0f}" if rate >= 10 else f"{rate:.1f}"


def line(health: str, done: int, total: int, rate: float, eta: float | None) -> str:
    """Health first, then how far, how fast, how long."""
    left = "" if eta is None else f", {duration(eta)} left"
    share = 100 * done // total if total else 100
    return f"{health} | {done} of {total} matches ({share} %) | {pace(rate)} a second{left}"


class Bar:
    """A line on a terminal that is drawn anew with every `show`, and gone at the end."""

    def __init__(self, stream: IO[str], *, ascii: bool, color: bool) -> None:
        self._console = Console(file=stream, no_color=not color, highlight=False)
        self._live = Live(console=self._console, auto_refresh=False, transient=True)
        self._ascii = ascii

    def __enter__(self) -> Self:
        self._live.__enter__()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._live.__exit__(kind, error, trace)

    def show(
        self, health: str, healthy: bool, done: int, total: int, rate: float, eta: float | None
    ) -> None:
        """Draw the line for these numbers."""
        words = line(health, done, total, rate, eta).removeprefix(health)
        drawn = bar(done, total, ascii=self._ascii)
        text = Text.assemble(
            (health, "green" if healthy else "bold red"), " ", (drawn, "cyan"), words
        )
        text.truncate(self._console.width, overflow="crop")
        self._live.update(text, refresh=True)
