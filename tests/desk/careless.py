"""A simulated person at the desk: types a match with slips and corrections, and notes the changes.

The journal of changes must always give the lines of the desk: it is what a database stores.
"""

from collections.abc import Sequence
from random import Random

from tests.desk.typist import Played, Typist
from tourney.desk import Accepted, Broken, Desk, RecordChange, Refused


class Careless:
    """Types the record of a match with mistakes, and takes each of them back."""

    def __init__(self, match: Played, rng: Random) -> None:
        self.match = match
        self.rng = rng
        self.desk = Desk(match.setup)
        self.typist = Typist(match.setup, rng)
        self.journal: list[str] = []

    def type_all(self) -> Sequence[str]:
        """Types every line; the lines that the desk has at the end."""
        for at, line in enumerate(self.match.lines):
            if at < len(self.desk.lines()):
                continue  # it followed from the line before
            if self.rng.random() < 0.15:
                self.slip(line)
            if self.rng.random() < 0.05:
                self.go_back_and_forth()
            if self.rng.random() < 0.05 and self.desk.plies():
                self.correct(self.rng.randrange(1, self.desk.plies() + 1))
            for text in self.typist.typed(line):
                self.must(self.desk.accept(text), text)
        return self.desk.lines()

    def slip(self, line: str) -> None:
        """Types a line with a mistake; if the desk cannot know better, takes it back."""
        before = self.desk.lines()
        self.noted(self.desk.accept(self.typist.slip(line)))
        while self.desk.lines() != before:
            self.must(self.desk.back(), "<")

    def go_back_and_forth(self) -> None:
        """Takes back some actions and enters them again."""
        before = self.desk.lines()
        answers = [self.noted(self.desk.back()) for _ in range(self.rng.randint(1, 3))]
        for answer in answers:
            if isinstance(answer, Accepted):
                self.must(self.desk.redo(), ">")
        assert self.desk.lines() == before

    def correct(self, number: int) -> None:
        """Replaces an earlier action by a wrong one; if it is accepted, by the right one again."""
        before = self.desk.lines()
        found = self.desk.action(number)
        assert found is not None
        wrong = self.noted(self.desk.replace(number, self.typist.slip(found[1])))
        if isinstance(wrong, Accepted):
            self.must(self.desk.replace(number, found[1]), found[1])
        assert self.desk.lines() == before

    def must(self, answer: Accepted | Refused | Broken, text: str) -> None:
        assert isinstance(self.noted(answer), Accepted), (text, answer, self.desk.lines()[-2:])

    def noted(self, answer: Accepted | Refused | Broken) -> Accepted | Refused | Broken:
        """Repeats a change in the journal."""
        if isinstance(answer, Accepted):
            self.repeat(answer.change)
        assert tuple(self.journal) == self.desk.lines()
        return answer

    def repeat(self, change: RecordChange) -> None:
        assert tuple(self.journal[change.at :]) == change.before
        self.journal[change.at :] = change.after
