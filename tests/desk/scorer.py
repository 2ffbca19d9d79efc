"""A simulated person who keeps the score: types a match, makes mistakes, finds and corrects them.

The person compares the record on the screen with what happened at the table. So each step depends
only on the lines that the program has: it works as well after the program was killed.
"""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Final

from tests.desk.recorder import Answer, Recorder, blanks_of, is_incident
from tests.desk.typist import Typist
from tourney.desk import Accepted, Refused
from tourney.records import check, read
from tourney.records.problems import headline

WAYS: Final = ("stand", "retype", "")
CODES: Final = ("", "revoke", "otetsuki", "turn", "count", "other")
BLIND: Final = 4
"""Most inputs after a slip before the person sees it."""


class Scorer:
    """Types the lines of `recorder.truth`; `seen` counts what happened to the slips.

    `faults` are answers of the program that contradict the rules.
    """

    def __init__(self, recorder: Recorder, rng: Random, typist: Typist, slips: float = 0.1) -> None:
        self.recorder = recorder
        self.truth = recorder.truth
        self.rng = rng
        self.typist = typist
        self.slips = slips
        self.tries = 0
        self.seen: Counter[str] = Counter()
        self.faults: list[str] = []

    def run(self) -> str:
        """Type everything; the stored record."""
        while list(self.recorder.lines) != self.truth.lines:
            self._step()
        return self.recorder.finish()

    def _step(self) -> None:
        at, begun = self._right()
        if begun is None:
            self._repair(at)
            return
        self.tries = 0
        luck = self.rng.random()
        if luck < self.slips:
            self._slip(at, begun)
        elif luck < 1.3 * self.slips:
            self._back_and_forth()
        elif luck < 1.6 * self.slips:
            self._miscorrect()
        else:
            self._type(at, begun)

    def _right(self) -> tuple[int, int | None]:
        """The first line that is not whole, and its parts so far; None if something is wrong."""
        lines, true = self.recorder.lines, self.truth.lines
        at = 0
        while at < min(len(lines), len(true)) and lines[at] == true[at]:
            at += 1
        if at == len(lines):
            return at, 0
        if at < len(lines) - 1 or at >= len(true) or lines[at][:2] != true[at][:2]:
            return at, None
        parts = self.typist.parts(lines[at])
        right = self.typist.parts(true[at])
        fits = lines[at][1] == ":" and parts == right[: len(parts)]
        noted = "#" in lines[at] or ("#" in true[at] and parts == right)
        return at, len(parts) if fits and not noted else None

    # -- typing

    def _type(self, at: int, begun: int) -> None:
        """Type the next piece, or several lines at once."""
        line, recorder = self.truth.lines[at], self.recorder
        if not begun and not self.typist.slowest and self.rng.random() < 0.1:
            count = self.rng.randint(2, 6)
            self._must(recorder.enter("\n".join(self.truth.lines[at : at + count])), line)
        elif line.startswith(("-", "#")):
            self._directive(line)
        else:
            self._turn(at, begun)

    def _directive(self, line: str) -> None:
        due, values = self.recorder.desk.due(), blanks_of(self.recorder.desk, line)
        if due.row and self.rng.random() < 0.5:
            self.recorder.skip()
        elif due.only == line and self.rng.random() < 0.7:
            self._must(self.recorder.dot(self.rng.choice((".", ""))), line)
        elif values is not None and self.rng.random() < 0.5:
            self._must(self.recorder.fill(values), line)
        elif is_incident(line) and self.rng.random() < 0.7:
            self._must(self.recorder.incident(line), line)
        else:
            self._must(self.recorder.enter(self.typist.directive(line)), line)

    def _turn(self, at: int, begun: int) -> None:
        """Type the rest of a turn or its next action, with or without its player."""
        line = self.truth.lines[at]
        pieces = self.typist.pieces(line, begun)
        if not pieces:  # only what follows by the rules is left
            pieces = [" ".join(self.typist.parts(line)[begun:])]
        single = len(pieces) > 1 and (self.typist.slowest or self.rng.random() < 0.4)
        body = pieces[0] if single else self.typist.game.joint.join(pieces)
        comment = line.partition("  #")[1:] if not single else ("", "")
        note = "  #" + comment[1] if comment[0] else ""
        row, word = self.recorder.desk.due().row, body.partition(" ")[0]
        named = self._next(line, begun)
        if row and row == (ord(named) - ord("A"), word) and self.rng.random() < 0.7:
            body = body.partition(" ")[2]
            self._must(self.recorder.enter(self.typist.spelled(body) + note), line)
        elif begun and self.rng.random() < 0.8:
            self._must(self.recorder.enter(self.typist.spelled(body) + note), line)
        elif self.rng.random() < 0.3:
            self._nameless(line, self.typist.spelled(body) + note)
        else:
            self._must(self.recorder.enter(self.typist.said(named, body) + note), line)

    def _next(self, line: str, begun: int) -> str:
        """The player of the next action; in a trick the players take turns."""
        if self.truth.setup.game != "diamonds":
            return line[0]
        played = [part for part in self.typist.parts(line)[:begun] if part[0] != "~"]
        return "ABCDEF"[(ord(line[0]) - ord("A") + len(played)) % len(self.truth.setup.players)]

    def _nameless(self, line: str, text: str) -> None:
        """Type a turn without its player; the program may ask who it was."""
        answer = self.recorder.enter(text)
        if isinstance(answer, Refused):
            self.seen["asked who"] += 1
        elif isinstance(answer, Accepted) and self._right()[1] is None:
            self.seen["understood otherwise"] += 1

    def _must(self, answer: Answer | None, text: str) -> None:
        """The program must accept what really happened, where it happened."""
        if isinstance(answer, Refused):
            self._fault(f"refused, though true: {text!r}: {answer.message.text()}")
        elif answer is not None and self._right()[1] is None:
            self._fault(f"understood as something else: {text!r}")

    def _fault(self, text: str) -> None:
        last = self.recorder.lines[-2:]
        self.faults.append(f"{text}, after {last}")
        assert len(self.faults) < 20, self.faults

    # -- slips

    def _slip(self, at: int, begun: int) -> None:
        """Type a line with a mistake, and go on until it is seen."""
        line = self.truth.lines[at].partition("  #")[0]
        wrong = self.typist.slip(line)
        if wrong == line:
            return
        before = self.recorder.lines
        known = before[:at] if begun else before
        if begun:
            self.recorder.back(turn=True)
            if self.recorder.lines != known:
                return  # killed before it went back
        self.seen["slips"] += 1
        text = wrong if wrong.startswith(("-", "#")) else self.typist.said(wrong[0], wrong[3:])
        answer = self.recorder.enter(text)
        if isinstance(answer, Refused):
            self.seen["refused at once"] += 1
            if not self._problem([*known, wrong]):
                self._fault(f"refused, though possible: {wrong!r}: {answer.message.text()}")
            if answer.markable and self.rng.random() < 0.3:
                self.recorder.stand(self.rng.choice(CODES))
                self._consistent(f"let stand: {wrong!r}")
        elif answer is not None:
            self._unseen(wrong, at + 1)

    def _unseen(self, wrong: str, at: int) -> None:
        """A slip was accepted: sees it at once, or goes on typing until something is refused."""
        self._consistent(f"accepted: {wrong!r}")
        for line in self.truth.lines[at : at + self.rng.randint(0, BLIND)]:
            if self.recorder.lines[-1:] == (line,) or line.startswith(("-", "#")):
                continue
            due = self.recorder.desk.due()
            if due.row or (due.blanks and not due.players):
                break  # the program asks for something else
            before = self.recorder.lines
            answer = self.recorder.enter(line)
            if isinstance(answer, Refused):
                self.seen["named later"] += 1
                if not self._problem([*before, line]):
                    self._fault(f"after a slip refused, though possible: {line!r}")
                return
            self._consistent(f"after the slip {wrong!r}: {line!r}")
        self.seen["possible, seen by the typist"] += 1

    def _consistent(self, text: str) -> None:
        """What the program has accepted must be possible by a check of the whole record."""
        problem = self._problem(self.recorder.lines)
        if problem:
            self._fault(f"accepted, though impossible: {text}: {problem}")

    def _problem(self, lines: Sequence[str]) -> str:
        """What a check of the whole record finds, taken as a match that was broken off."""
        end = ["status: adjudicated"]
        left = [line.split()[2:] for line in lines if line.startswith("-- forfeit")]
        end += [f"forfeit: {seat} {code}" for seat, code, *_ in left]
        text = "\n".join([*self.truth.setup.head(), "", *lines, "", *end, ""])
        document = read(text)
        problems = document.faults() or check(document.matches[0]).problems
        return headline(problems[0], "") if problems else ""

    def _back_and_forth(self) -> None:
        """Take back some actions and enter them again."""
        recorder, before = self.recorder, self.recorder.lines
        answers = [recorder.back() for _ in range(self.rng.randint(1, 3))]
        changed = [one for one in answers if isinstance(one, Accepted) and one.lines]
        done = [recorder.redo() for _ in changed]
        if None not in (*answers, *done) and recorder.lines != before:
            self._fault(f"not the same after < and >: {before[-2:]}")

    def _miscorrect(self) -> None:
        """Correct a right action to a wrong one."""
        count = self.recorder.desk.plies()
        if not count:
            return
        number = self.rng.randint(1, count)
        found = self.recorder.desk.action(number)
        assert found is not None
        way = self.rng.choice(WAYS)
        before = self.recorder.lines
        answer = self.recorder.replace(number, self.typist.slip(found[1]), way)
        self.seen[f"correction {way or 'left'}"] += 1
        if isinstance(answer, Accepted):
            self._consistent(f"correction {number} by {way!r}")
        elif answer is not None and self.recorder.lines != before:
            self._fault(f"a refused correction of {number} has changed lines")

    # -- repairing

    def _repair(self, at: int) -> None:
        """Come closer to the true lines, of which all before `at` are there."""
        recorder, luck = self.recorder, self.rng.random()
        self.tries += 1
        before = recorder.desk.body.entries_before(at)
        if self.tries > 6 or luck < 0.3:
            recorder.back()
        elif luck < 0.5:
            recorder.back(turn=True)
        elif luck < 0.7 and before < recorder.desk.plies():
            recorder.back_to(before)
        else:
            self._set_right(at)

    def _set_right(self, at: int) -> None:
        """Correct the first wrong action of a line."""
        lines, true = self.recorder.lines, self.truth.lines
        if at >= min(len(lines), len(true)) or lines[at][:2] != true[at][:2] or lines[at][1] != ":":
            return
        game, desk = self.typist.game, self.recorder.desk
        here, right = self.typist.parts(lines[at]), self.typist.parts(true[at])
        first = next((n for n, pair in enumerate(zip(here, right, strict=False))
                      if pair[0] != pair[1]), None)  # fmt: skip
        for number, entry in enumerate(desk.body.entries(at), desk.body.entries_before(at) + 1):
            if first is not None and entry.action <= first < entry.upto:
                wanted = filter(None, map(game.unasserted, right[entry.action : entry.upto]))
                self.seen["set right"] += 1
                self.recorder.replace(number, game.joint.join(wanted), self.rng.choice(WAYS))
                return
