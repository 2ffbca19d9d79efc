"""What a screen shows of a run or an event; does not depend on terminals."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from engines.messages import Sentence
from tourney.render.text_tables import Table

# The names of the figures that stopping rules watch, by their names in data.
FIGURES: Final = {"log-likelihood ratio": Sentence("render.screen-ratio")}


class Gauge(NamedTuple):
    """A figure that ends a task when it reaches one of its bounds, which lie around 0."""

    name: str
    value: float
    low: float
    high: float

    def text(self, lang: str) -> str:
        """The name of the figure in a language."""
        return FIGURES[self.name]().text(lang) if self.name in FIGURES else self.name


@dataclass(frozen=True, slots=True)
class BotRow:
    """A bot in the standings: mean per match with its interval, and milliseconds per move.

    Values are None until they are known. `leads` marks a bot that is surely ahead of all others.
    """

    place: int
    name: str
    mean: float
    low: float | None = None
    high: float | None = None
    p_best: float | None = None
    ms: float | None = None
    leads: bool = False


@dataclass(frozen=True, slots=True)
class RunView:
    """A run at one moment.

    `faults` are counts by (bot, code); an empty bot name is the program itself. `seconds` and `eta`
    are None if the run is not being played. `rule` is the state of the stopping rule, `gauge` its
    figure between two bounds. `notes` are shown at the end. If it is not `ranked`, the standings
    and the rule are left out, and the time per move has a line.
    """

    run: str
    about: str
    done: int
    total: int
    rate: float = 0.0
    seconds: float | None = None
    eta: float | None = None
    faults: Mapping[tuple[str, str], int] = field(default_factory=dict)
    rows: Sequence[BotRow] = ()
    notes: Sequence[str] = ()
    rule: str = ""
    ranked: bool = True
    gauge: Gauge | None = None

    @property
    def open(self) -> bool:
        """Whether a rule decides when the run ends; `total` is then only the greatest number."""
        return bool(self.rule) and self.done < self.total


@dataclass(frozen=True, slots=True)
class EventPicture:
    """An event at one moment: parts with a title each, and notes at the end."""

    title: str
    about: str
    parts: Sequence[tuple[str, Table]]
    notes: Sequence[str] = ()
