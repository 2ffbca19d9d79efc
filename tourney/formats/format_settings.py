"""A format as a record, its settings, which are texts, and how much work a search may do."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypeAlias

from engines.messages import Message, say
from tourney.domain.bounds import DIGITS
from tourney.domain.errors import UsageFault, quoted
from tourney.domain.event_log import Draw, EntrantId, Situation

# Entrants from best to worst, in groups of equals.
Order: TypeAlias = tuple[tuple[EntrantId, ...], ...]


class Passage(NamedTuple):
    """What a bracket knows of its rounds beyond who is still in.

    `unbeaten` are those who had not lost before each round, where one has to lose twice. `broken`
    has the orders of those who shared a place although not all could go on, by round and table.
    """

    unbeaten: Sequence[Collection[EntrantId]] = ()
    broken: Mapping[tuple[int, int], Sequence[EntrantId]] = {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """How the rounds of a stage are drawn.

    Its functions are pure: they have no clock, no files and no random numbers except those made
    from the seed of the situation.
    """

    settings: Mapping[str, str]  # the settings that the format knows, with their defaults as text
    # The next round; UsageFault with the arithmetic if there is none.
    draw: Callable[[Situation], Draw]
    # Why an entrant has this pod: who could not be met and why, what other pods would cost.
    reasons: Callable[[Situation, Draw, EntrantId], Sequence[Message]]
    rounds_of_stage: Callable[[Situation], int | None] | None = None  # None: the plan says it
    # The number of rounds where the plan has none; None if the organiser ends the stage.
    unplanned_rounds: int | None = None
    # The final order that the format itself decides, such as a bracket; None: by points.
    order: Callable[[Situation], Order | None] = lambda situation: None
    # UsageFault, before an event, for settings that only a later round would refuse.
    check: Callable[[Situation], None] = lambda situation: None
    # The number of the group that each entrant belongs to, where a stage has groups.
    group_of: Callable[[Situation], Mapping[EntrantId, int]] | None = None
    scheduled: bool = False  # all pairings are fixed before the first round
    # An entrant has a place in a schedule or a bracket, which a substitute takes.
    keeps_places: bool = False
    partial: bool = False  # a round is not for everybody, or has groups
    one_at_a_time: bool = False  # one table in each round; the others only wait
    continuous: bool = False  # a table starts whenever enough entrants wait: nobody has a bye
    # Of a bracket: who came through its rounds, and how.
    passage: Callable[[Situation], Passage] = lambda situation: Passage()
    # A match decides who goes on: points decide nothing, and a bye has none.
    elimination: bool = False
    # In a bracket in which two play at a table, lost matches after which somebody is out.
    lives: int = 0

    def rounds(self, situation: Situation) -> int | None:
        """How many rounds a stage has; None if the organiser ends it."""
        if self.rounds_of_stage is None:
            return situation.rounds or self.unplanned_rounds
        return self.rounds_of_stage(situation)


# Settings of a format, which are texts, as numbers and as yes or no.

# The setting of formats that search: seconds, which stand for numbers of steps (`Effort`).
TIME_LIMIT: Final = "time-limit"
USUAL_SECONDS: Final = "10"


def search_seconds(settings: Mapping[str, str]) -> int:
    """The seconds that a round may be searched for; the usual ones if none are given.

    Formats that search read the setting as a number as well, and name a wrong one.
    """
    text = settings.get(TIME_LIMIT, USUAL_SECONDS)
    return int(text if text.isascii() and text.isdigit() else USUAL_SECONDS)


def text_setting(situation: Situation, defaults: Mapping[str, str], name: str) -> str:
    """The text of a setting, or its default."""
    for given in situation.settings:
        if given not in defaults:
            known = tuple(defaults) or ("-",)
            raise UsageFault(say("formats.unknown-setting", name=quoted(given), known=known))
    return situation.settings.get(name, defaults[name])


def count_setting(
    situation: Situation, defaults: Mapping[str, str], name: str, least: int = 1
) -> int:
    """A whole number that is not below the least one."""
    text = text_setting(situation, defaults, name)
    plain = text.isascii() and text.isdigit() and len(text) <= DIGITS
    if not plain or int(text) < least:
        raise UsageFault(say("formats.not-a-number", name=name, value=quoted(text), least=least))
    return int(text)


def optional_count(
    situation: Situation, defaults: Mapping[str, str], name: str, least: int = 1
) -> int | None:
    """A whole number that may be left out."""
    if not text_setting(situation, defaults, name):
        return None
    return count_setting(situation, defaults, name, least)


def choice_setting(
    situation: Situation, defaults: Mapping[str, str], name: str, choices: tuple[str, ...]
) -> str:
    """One of some words."""
    text = text_setting(situation, defaults, name)
    if text not in choices:
        raise UsageFault(
            say("formats.not-a-choice", name=name, value=quoted(text), choices=choices)
        )
    return text


def yes_setting(situation: Situation, defaults: Mapping[str, str], name: str) -> bool:
    """Whether a setting is yes."""
    return choice_setting(situation, defaults, name, ("yes", "no")) == "yes"


def numbered(situation: Situation) -> dict[str, EntrantId]:
    """The entrants by their numbers, also by those of entrants who were replaced."""
    own = {str(entrant): entrant for entrant in situation.seeding}
    return own | {str(old): new for old, new in situation.places.items()}


def require_round(situation: Situation, rounds: int) -> None:
    """UsageFault for a round after the last one."""
    if situation.round > rounds:
        raise UsageFault(say("formats.no-such-round", round=situation.round, rounds=rounds))


# How much work a search may do: steps are counted, because a clock differs between machines.
#
# A time limit in seconds stands for a number of steps at fixed rates. So the same plan and the
# same seed give the same round on every machine, whatever else that machine does; only how long
# the search takes differs.

# Exchanges of two entrants that a second of the time limit stands for: about half of what a usual
# machine tries in a second.
STEPS: Final = 500_000
NODES: Final = 20  # nodes of a solver's search tree that a second stands for


@dataclass(slots=True)
class Effort:
    """The steps that are left to a search, the nodes of each call of a solver, and whether a search
    wanted more steps than were left.
    """

    steps: int
    nodes: int = field(default=0)
    exceeded: bool = False

    @classmethod
    def of(cls, seconds: int) -> "Effort":
        """What a time limit stands for."""
        return cls(STEPS * seconds, NODES * seconds)

    def granted(self, wanted: int) -> int:
        """How many of the wanted steps a search may plan; it counts those it does."""
        self.exceeded = self.exceeded or wanted > self.steps
        return min(wanted, max(self.steps, 0))
