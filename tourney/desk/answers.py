"""What the desk answers: accepted, refused, or a correction that later lines contradict."""

from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from engines.api import Blank, Seat
from engines.messages import Message


class RecordChange(NamedTuple):
    """A change of the record: from line `at` on, `before` was replaced by `after`."""

    at: int
    before: tuple[str, ...]
    after: tuple[str, ...]

    def reversed(self) -> "RecordChange":
        """The change that takes this one back."""
        return RecordChange(self.at, self.after, self.before)


NO_CHANGE: Final = RecordChange(0, (), ())


@dataclass(frozen=True, slots=True)
class Accepted:
    """Text that was understood: the lines as written in the record, and what followed."""

    lines: tuple[str, ...]
    news: tuple[Message, ...] = ()
    change: RecordChange = NO_CHANGE


@dataclass(frozen=True, slots=True)
class Refused:
    """Text that changed nothing: why, the rule that it breaks, and how to correct it.

    `line` is an earlier line of the record that it contradicts, counted from 0, and `there` is a
    note on it. `markable` is whether it can be let stand with `^`. `meant` is the line in notation
    if a short form was typed.
    """

    message: Message
    rule: str = ""
    remedy: Message | None = None
    line: int | None = None
    there: Message | None = None
    markable: bool = False
    meant: str = ""


@dataclass(frozen=True, slots=True)
class Broken:
    """A correction that a later line contradicts; nothing has changed yet.

    `line` is the first line that does not fit any more, as it is counted in the record.
    """

    line: int
    text: str
    refused: Refused
    lines: tuple[str, ...] = field(default=())


@dataclass(frozen=True, slots=True)
class DeskDue:
    """What is typed next: who must do what, and what may be typed.

    `row` is a seat with the first word of its line, such as "hand", if one is asked for. `only` is
    the text that `.` stands for, empty if there are several. `ends` is whether the match is over if
    nothing more happens. With `seats`, these may act before the `blanks` are filled in. `unseen` is
    the decision that Enter stands for, since nobody saw what it revealed. `sure` is whether it is
    known that the first of `seats` has to act.
    """

    what: Message | None = None
    seats: tuple[Seat, ...] = ()
    row: tuple[Seat, str] | None = None
    blanks: tuple[Blank, ...] = ()
    choices: tuple[str, ...] = ()
    only: str = ""
    over: bool = False
    ends: bool = False
    unseen: str = ""
    sure: bool = True

    @property
    def players(self) -> tuple[Seat, ...]:
        """The seats without the dealer."""
        return tuple(seat for seat in self.seats if seat >= 0)


class Refusing(Exception):
    """Stops the work on a text that is refused; `item` is the line that was tried."""

    def __init__(self, refused: Refused, item: Any = None, action: int = 0, at: int = -1) -> None:
        super().__init__(refused)
        self.refused = refused
        self.item = item
        self.action = action
        self.at = at
