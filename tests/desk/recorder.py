"""What a simulated person types into: a desk, with every key counted and every answer timed.

The times are of the processor; on a terminal they are of the clock.

The journal of changes must always give the lines of the desk: it is what a database stores.
"""

import re
import time
from collections.abc import Callable, Sequence

from tests.desk.truth import Truth
from tourney.desk import Accepted, Broken, Closing, Desk, Refused, finished
from tourney.desk.answers import NO_CHANGE

Answer = Accepted | Refused | Broken
INCIDENTS = {
    "4": r'-- ruling adjust (.*) reason "(.*)"',
    "5": r"-- forfeit ([A-F]) ([a-z-]+)",
    "6": r"-- pause (\S+)",
    "7": r"-- resume (\S+)",
    "10": r"-- gap ?([0-9]*)",
    "8": r'-- note "(.*)"',
}
"""The number of an incident and the directive that it writes, with its answers."""
WAYS = {"stand": "1", "retype": "2", "": "3"}


class Recorder:
    """A desk in this process. An answer is None if the program was killed meanwhile."""

    def __init__(self, truth: Truth) -> None:
        self.truth = truth
        self.desk = Desk(truth.setup)
        self.journal: list[str] = []
        self.keys = 0
        self.times: list[float] = []
        self.kills = 0

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines of the record so far."""
        return self.desk.lines()

    # -- what a person does

    def enter(self, text: str) -> Answer | None:
        """Type a text, or paste several lines."""
        return self._do([text], lambda: self.desk.accept(text))

    def fill(self, values: Sequence[str]) -> Answer | None:
        """Answer the questions about a new round."""
        return self._do(values, lambda: self.desk.fill(values))

    def dot(self, text: str) -> Answer | None:
        """Enter the only possible action by `.` or Enter alone."""
        return self._do([text], lambda: self.desk.accept("."))

    def incident(self, line: str) -> Answer | None:
        """Enter a directive through the list of incidents; it must be one of them."""
        number, *values = _incident(line)
        return self._do([f"!{number}", *values], lambda: self.desk.accept(line))

    def skip(self) -> None:
        """Leave out the cards that are asked for."""
        self._do([""], self._skipped)

    def back(self, *, turn: bool = False) -> Answer | None:
        """Take back an action or a turn."""
        return self._do(["<<" if turn else "<"], lambda: self.desk.back(turn=turn))

    def redo(self) -> Answer | None:
        """Enter again what was taken back."""
        return self._do([">"], self.desk.redo)

    def back_to(self, number: int) -> Answer | None:
        """Take back every action after this one."""
        return self._do([f"<{number}"], lambda: self.desk.back_to(number))

    def stand(self, code: str) -> Answer | None:
        """Let stand what was refused."""
        return self._do(["!3", code], lambda: self.desk.stand(code))

    def replace(self, number: int, text: str, way: str) -> Answer | None:
        """Correct an earlier action; `way` is what happens to later lines that do not fit."""
        answer = self._do(["!9", str(number), text], lambda: self.desk.replace(number, text))
        if not isinstance(answer, Broken):
            return answer
        change = (lambda: self.desk.replace(number, text, way)) if way else lambda: answer
        return self._do([WAYS[way]], change)

    def finish(self) -> str:
        """End the match; the record that is stored."""
        if self.truth.abandoned:
            return finished(self.desk, Closing(status="abandoned"))
        return finished(self.desk)

    # -- how it is done

    def _skipped(self) -> Answer:
        self.desk.skip()
        return Accepted(())

    def _do(self, inputs: Sequence[str], act: Callable[[], Answer]) -> Answer | None:
        """Type these inputs, of which the last one has this effect."""
        self.keys += sum(len(text) + 1 for text in inputs)
        before = time.process_time()
        answer = act()
        self.desk.due()
        self.times.append(1000 * (time.process_time() - before))
        self._noted(answer)
        return answer

    def _noted(self, answer: Answer) -> None:
        if isinstance(answer, Accepted) and answer.change != NO_CHANGE:
            change = answer.change
            assert tuple(self.journal[change.at :][: len(change.before)]) == change.before
            self.journal[change.at :] = change.after
        assert tuple(self.journal) == self.lines


def _incident(line: str) -> Sequence[str]:
    """The number of an incident and the answers that give this directive; empty for others."""
    for number, pattern in INCIDENTS.items():
        if found := re.fullmatch(pattern, line):
            return number, *found.groups()
    return ()


def is_incident(line: str) -> bool:
    """Whether a directive can be entered through the list of incidents."""
    return bool(_incident(line))


def blanks_of(desk: Desk, line: str) -> Sequence[str] | None:
    """The values of the questions that give this directive; None if they do not give it."""
    blanks = desk.due().blanks
    if not blanks or desk.due().players:
        return None
    form = " ".join(f"{re.escape(blank.before)} (.*?)" for blank in blanks)
    found = re.fullmatch(f"-- {form}", line)
    return found.groups() if found else None
