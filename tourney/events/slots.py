"""Slots: which places of an earlier stage are filled into the next one.

slot = slot_of("places 1-2 of each group of groups")
str(slot)                               the same words in their usual form

A slot takes places of the standings of a whole stage, of its groups, or of its tables.
"""

import re
from dataclasses import dataclass
from typing import Any, Final, Self

from engines.messages import say
from tourney.domain.errors import UsageFault, quoted

GROUP: Final = "group"
TABLE: Final = "table"
MATCH: Final = "match"

_NUMBER: Final = r"\d{1,4}"
_SLOT: Final = re.compile(
    rf"(?:top (?P<top>{_NUMBER})"
    rf"|(?:best (?:(?P<best>{_NUMBER}) (?:of )?)?)?"
    rf"(?:places? (?P<first>{_NUMBER})(?: ?- ?(?P<last>{_NUMBER}))?"
    r"|(?P<word>winners?|losers?|runners?-up)))"
    rf" of (?:(?:(?P<each>each (?:group|table))|(?P<kind>group|table|match) (?P<number>{_NUMBER}))"
    rf" of )?(?:(?:round (?P<round>{_NUMBER})|(?P<end>last round)) of )?(?P<stage>\S+)"
)
_WORDS: Final = {"winner": (1, 1), "runner-up": (2, 2), "runners-up": (2, 2), "loser": (2, None)}
_SECOND: Final = 2
_BEST: Final = ("best runner-up", "runners-up")


@dataclass(frozen=True, slots=True)
class StageSource:
    """Places of an earlier stage whose holders go on; with `last` None, all from `first` on.

    `part` is empty for the whole stage, or says of what the places are: of a group, of a table of a
    round, or of a match; matches are numbered through all rounds. `number` is the number of the
    part, None for each of them. `round` None is the last round. With `best`, only so many of the
    holders go on: those who did best in their stage.
    """

    stage: str
    first: int
    last: int | None
    part: str = ""
    number: int | None = None
    round: int | None = None
    best: int | None = None

    @property
    def each(self) -> bool:
        """Whether the places are those of each group or of each table."""
        return self.part in (GROUP, TABLE) and self.number is None

    def __str__(self) -> str:
        if not self.part and self.first == 1 and self.last != 1:
            return f"top {self.last} of {self.stage}"
        who, where = self._who(), f"{self._part()}{self.stage}"
        if (
            self.part == TABLE
            and self.each
            and (who in ("winners", "losers", _BEST[0]) or who.endswith(_BEST[1]))
        ):
            where = where.removeprefix("each table of ")
        return f"{who} of {where}"

    def _who(self) -> str:
        """The holders of the places."""
        if self.best is not None and self.first == self.last == _SECOND:
            return _BEST[0] if self.best == 1 else f"best {self.best} {_BEST[1]}"
        if self.best is not None:
            return f"best {self.best} of {self._places()}"
        if self.first == self.last == 1 and self.part:
            return "winners" if self.part == TABLE and self.each else "winner"
        return "losers" if self.last is None else self._places()

    def _places(self) -> str:
        if self.last == self.first:
            return f"place {self.first}"
        return f"places {self.first}-{self.last}"

    def _part(self) -> str:
        if not self.part:
            return ""
        part = f"each {self.part}" if self.number is None else f"{self.part} {self.number}"
        if self.part != TABLE:
            return f"{part} of "
        return f"{part} of {'last round' if self.round is None else f'round {self.round}'} of "

    @classmethod
    def from_json(cls, value: Any) -> Self:
        """A slot as a plan in the log has it: its text, or a list in older logs."""
        if isinstance(value, str):
            return cls._parsed(value)
        stage, first, last, each_group = value
        return cls(stage, first, last, GROUP if each_group else "")

    @classmethod
    def _parsed(cls, text: str) -> Self:
        found = _SLOT.fullmatch(" ".join(text.split()))
        if found is None:
            raise UsageFault(say("events.plan-bad-source", text=quoted(text)))
        first, last = _range(found)
        part, number = _part_of(found)
        slot = cls(
            found["stage"], first, last, part, number,
            int(found["round"]) if found["round"] else None, _best(found),
        )  # fmt: skip
        if not slot._sound():
            raise UsageFault(say("events.plan-bad-source", text=quoted(text)))
        return slot

    def _sound(self) -> bool:
        """Whether the words mean something together."""
        if self.first < 1 or (self.last is not None and self.last < self.first):
            return False
        if 0 in (self.number, self.round, self.best):
            return False
        if self.round is not None and self.part != TABLE:
            return False
        if self.last is None and not self.part:
            return False
        return self.best is None or (self.each and self.last is not None)


def _range(found: re.Match[str]) -> tuple[int, int | None]:
    """The places that a text names."""
    if found["top"]:
        return 1, int(found["top"])
    if found["word"]:
        word = found["word"]
        return _WORDS[word if word in _WORDS else word.removesuffix("s")]
    return int(found["first"]), int(found["last"] or found["first"])


def _part_of(found: re.Match[str]) -> tuple[str, int | None]:
    """Of what the places are: the kind of the part and its number."""
    if found["each"]:
        return found["each"].removeprefix("each "), None
    if found["kind"]:
        return found["kind"], int(found["number"])
    return (TABLE if found["round"] or found["end"] else ""), None


def _best(found: re.Match[str]) -> int | None:
    """How many of the holders go on; None for all of them."""
    if not found[0].startswith("best"):
        return None
    return int(found["best"] or 1)


def slot_of(text: str) -> StageSource:
    """The slot that a text means, such as `winner of match 5 of main`; UsageFault."""
    return StageSource.from_json(text)
