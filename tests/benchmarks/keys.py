"""The keys that a match costs at the desk: `python -m tests.benchmarks.keys`.

A typist who wastes no key types matches of every game, played by greedy bots and at random, with
all hands and with none, in the short forms of both languages. Enter counts as a key. A turn is a
line of the record, in Diamonds a trick. Every record must be the canonical one.

Prints the keys of a turn, and the same with what the program asks between turns; then what becomes
of a wrong key in each turn of Diam's.
"""

import sys
from collections import Counter
from collections.abc import Callable
from itertools import product
from random import Random
from typing import Any, Final, NamedTuple

from engines.api import EVERYTHING, Game, State, Who
from tests.desk.recorder import Recorder, blanks_of
from tests.desk.truth import plain
from tests.desk.typist import BriskTypist, Choice, at_random, played
from tourney.bots import GreedyBot
from tourney.desk import Accepted
from tourney.domain.observation import Observation
from tourney.records import check, read

TABLES: Final = (
    ("diams", 2, {"length": "quick"}),
    ("diams", 3, {"length": "quick"}),
    ("diams", 5, {}),
    ("diamonds", 4, {}),
    ("diamonds", 5, {}),
    ("diamond-boxes", 3, {}),
    ("diamond-boxes-2", 3, {}),
    ("blue-border", 4, {}),
)
MATCHES: Final = 5


class Keys(NamedTuple):
    """The keys of the turns of some matches, those of all questions, and the turns."""

    typed: int = 0
    asked: int = 0
    turns: int = 0

    @property
    def of_a_turn(self) -> float:
        """The keys of a turn alone."""
        return self.typed / self.turns

    @property
    def with_questions(self) -> float:
        """The keys of a turn with its share of what is asked between turns."""
        return (self.typed + self.asked) / self.turns


def greedily(game: Game[Any], state: State[Any], rng: Random) -> Any:
    """The move of a greedy bot."""
    return GreedyBot().choose(Observation(game, state, state.pending()[0]), rng)


Table = tuple[str, int, dict[str, str]]
Typed = Callable[[Recorder, str], None]
"""What happens to a text that has just been typed."""


def keys(
    table: Table, seed: int, who: Who, lang: str, choice: Choice, then: Typed | None = None
) -> Keys:
    """The keys of a match, typed into a desk; AssertionError if the record differs."""
    name, seats, options = table
    truth = plain(played(name, seats, options, Random(seed), who, choice))
    recorder, typist = Recorder(truth), BriskTypist(truth.setup, lang)
    turns = [0]
    while len(recorder.lines) < len(truth.lines):
        at, before = len(recorder.lines), recorder.keys
        line, due = truth.lines[at], recorder.desk.due()
        if due.row and line[1] == ":" and line[3:].split()[0] != due.row[1]:
            recorder.skip()
        elif line.startswith("-"):
            _directive(recorder, line)
        else:
            text = _turn(recorder, typist, line)
            if line[3:].split()[0] not in ("hand", "pass"):
                turns.append(recorder.keys - before)
                if then:
                    then(recorder, text)
        assert recorder.lines[at : at + 1] in ((line,), ()), (line, recorder.lines[-1])
        assert recorder.keys > before, line
    assert recorder.finish() in truth.texts()
    return Keys(sum(turns), recorder.keys - sum(turns), len(turns) - 1)


def _directive(recorder: Recorder, line: str) -> None:
    due, values = recorder.desk.due(), blanks_of(recorder.desk, line)
    if due.row:
        recorder.skip()
    elif due.only == line:
        recorder.dot("")
    elif values is not None:
        proposed = [blank.proposed for blank in due.blanks]
        glued = recorder.truth.setup.game == "diams"  # its cards need no blanks
        answer = recorder.fill([value.replace(" ", "") if glued else value for value in values])
        assert isinstance(answer, Accepted), line
        both = zip(proposed, values, strict=True)
        recorder.keys -= sum(len(value) for one, value in both if one == value)
    else:
        assert isinstance(recorder.enter(line), Accepted), line


def _turn(recorder: Recorder, typist: BriskTypist, line: str) -> str:
    """Type the shortest text that gives this line; the text."""
    before, row = recorder.keys, recorder.desk.due().row
    texts = typist.row(line) if row else typist.texts(line)
    for text in texts:
        recorder.keys = before
        answer = recorder.enter(text)
        if isinstance(answer, Accepted) and answer.lines[:1] == (line,):
            return text
        if isinstance(answer, Accepted):
            recorder.back(turn=True)
    raise AssertionError(f"nothing that means {line!r}: {texts}")


def slips(table: Table, seed: int, who: Who, choice: Choice) -> Counter[str]:
    """What becomes of one wrong key in each turn; AssertionError if it becomes an impossible line.

    A key is left out, is another digit, or a digit is typed too much.
    """
    rng, seen = Random(seed), Counter[str]()

    def slip(recorder: Recorder, text: str) -> None:
        before, at = recorder.lines, rng.randrange(len(text))
        digit = rng.choice("123456789".replace(text[at], ""))
        wrong = text[:at] + rng.choice(("", digit, text[at] + digit)) + text[at + 1 :]
        recorder.back(turn=True)
        answer = recorder.enter(wrong)
        if isinstance(answer, Accepted):
            record = [*recorder.truth.setup.head(), "", *recorder.lines, "", "status: adjudicated"]
            document = read("\n".join([*record, ""]))
            assert not document.faults(), wrong
            assert check(document.matches[0]).passed, wrong
            seen["the same" if recorder.lines == before else "possible"] += 1
            recorder.back(turn=True)
        else:
            seen["refused"] += 1
        recorder.enter(text)
        assert recorder.lines == before, (wrong, recorder.lines)

    keys(table, seed, who, "en", choice, slip)
    return seen


def matches(table: Table, who: Who, lang: str, choice: Choice, count: int) -> Keys:
    """The keys of several matches of a table."""
    found = [keys(table, seed, who, lang, choice) for seed in range(count)]
    return Keys(*map(sum, zip(*found, strict=True)))


def main() -> int:
    """Print the keys of a turn."""
    print("game              seats  hands  lang  greedy (with questions)  random (with questions)")
    for table in TABLES:
        for who in (None, EVERYTHING):
            for lang in ("en", "ja"):
                choices: tuple[Callable[..., Any], ...] = (greedily, at_random)
                found = [matches(table, who, lang, choice, MATCHES) for choice in choices]
                shown = "   ".join(
                    f"{one.of_a_turn:13.1f} ({one.with_questions:5.1f})" for one in found
                )
                hands = "none" if who is None else "all"
                print(f"{table[0]:17} {table[1]:5}  {hands:5}  {lang}   {shown}", flush=True)
    for who in (None, EVERYTHING):
        every = product(TABLES[:3], range(MATCHES), (greedily, at_random))
        seen = sum((slips(table, seed, who, choice) for table, seed, choice in every), Counter())
        print(
            f"slips in Diam's, hands {'none' if who is None else 'all'}: {dict(seen)}", flush=True
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
