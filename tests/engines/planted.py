"""Planted bugs: each is put into a copy of the tree, where the tests of the engines must fail.

`python -m tests.engines.planted [WORD …]` runs those whose name holds a word (all without) and
prints what killed each. Every patch is one place of the source; a text that is not there exactly
once is an error, so that the list cannot go stale unseen.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Final, NamedTuple

HOUSE = Path(__file__).parents[2]
COPIED = ("engines", "tourney", "tests/engines", "pyproject.toml")
# Cheap ones first; not the golden files, which see any change and explain none.
ORDER = ("diams/test_examples.py", "diams/test_rules.py", "diams/test_rulings.py", "contract", "")


class Bug(NamedTuple):
    """A mistake one could make: where, and the text it replaces."""

    name: str
    file: str
    right: str
    wrong: str


def diams(name: str, file: str, right: str, wrong: str) -> Bug:
    return Bug(name, f"engines/diams/{file}.py", right, wrong)


BUGS: Final = (
    diams(
        "leak: everybody sees vaults",
        "views",
        '"vault": [NAMES[card] for card in vault] if shown else None',
        '"vault": [NAMES[card] for card in vault]',
    ),
    diams(
        "leak: a view gives away whether specials are held",
        "views",
        '"hand_count": len(hand),',
        '"hand_count": len(hand) if shown or hand[-1:] != [20] else -1,',
    ),
    diams(
        "leak: a drawn card is told to all",
        "facts",
        'tuple((Fact("draw", (card,), (seat,)),)',
        'tuple((Fact("draw", (card,), None),)',
    ),
    diams("leak: what is stored is told to all", "state", "seen=(seat,))  # DI-Q22", "seen=None)"),
    diams(
        "leak: what a victim gave is told to all",
        "state",
        "Ply(seat, move, (), (), (thief, seat))",
        "Ply(seat, move, (), ())",
    ),
    diams("a victim does not see what the thief got", "state", "(thief, seat)))", "(thief,)))"),
    diams(
        "round end: one turn too many", "state", "self.left = self.seats\n", "self.left = self.seats + 1\n"
    ),
    diams("round end: one turn too few", "state", "self.left = self.seats\n", "self.left = self.seats - 1\n"),
    diams("shared places: everybody one lower", "scoring", "1 + sum(other > own for", "sum(other >= own for"),
    diams("chips: tied seats get the better ones", "scoring", "5 - sum(other >= own", "4 - sum(other > own"),
    diams("purity: a tie pays in full", "scoring", "5 if counts.count(most) == 1 else 2", "5"),
    diams("purity: a bonus for nobody's nothing", "scoring", "if not most:", "if most < 0:"),
    diams("hand bonus: paid on a tie", "scoring", "3 if sums.count(most) == 1 else 0", "3"),
    diams("value table: one cell", "cards", "(0, 0, 0, 9, 12, 17)", "(0, 0, 0, 9, 12, 16)"),
    diams("the thief is asked, not the victim", "state", "self._owing = ALONE[victim]", "self._owing = ALONE[self.turn]"),
    diams("the victim is asked without a match", "state", "if not matching(self.vaults[victim], named):", "if not self.vaults[victim]:"),
    diams("a victim with a bare quality named keeps the starred one", "moves", "(named, named + 1) if kind in vault", "(named,) if kind in vault"),
    diams("closing card: the draw stops at it", "state", "end = start + 1 if start < len(order) else start", "end = start + 1 if start == self.top < len(order) else start"),
    diams("closing card: the last 16", "state", "return 15 if self.seats <= 3 else 5", "return 16 if self.seats <= 3 else 5"),
    diams("closing card: not noticed in a refill", "state", "if ended:\n            self._close(seat)  # DI-Q21", "if ended and self.left:\n            self._close(seat)"),
    diams("clone: shares the market", "state", "twin.market = self.market[:]", "twin.market = self.market"),
    diams("clone: shares hands", "state", "twin.hands = [hand[:] for hand in self.hands]", "twin.hands = self.hands[:]"),
    diams("moves: sets for the vault unsorted", "moves", "found.append((VAULT, *(card for cards, _ in parts for card in cards)))\n    found.sort()", "found.insert(0, (VAULT, *(card for cards, _ in parts for card in cards)))"),
    diams("moves: the same discard twice", "moves", "if i == start or hand[i] != hand[i - 1]:", "if hand:"),
    diams("moves: an extension alone", "moves", "if any(collection for _, collection in parts):", "if any(cards for cards, _ in parts):"),
    diams("moves: a convoy of anything", "moves", "for kind, n in _kinds(hand).items() if QUALITY[kind] in stored]", "for kind, n in _kinds(hand).items()]"),
    diams("is_legal: a sum with one card wrong", "refusals", "if total != QUALITY[card]:", "if total > QUALITY[card]:"),
    diams("is_legal: any opponent, oneself too", "refusals", "if other == seat or not 0 <= other < state.seats:", "if not 0 <= other < state.seats:"),
    diams("hand limit: four", "state", "if len(self.hands[seat]) > HAND_LIMIT:", "if len(self.hands[seat]) >= HAND_LIMIT:"),
    diams("market: the starred one of a quality stays", "state", "taken = (plain,) * market[plain] + (plain + 1,) * market[plain + 1]\n        market[plain] = market[plain + 1] = 0", "taken = (plain,) * market[plain]\n        market[plain] = 0"),
    diams("forced sale: takes on a miss", "state", "taken = self._take_quality(seat, card) if shown else ()", "taken = self._take_quality(seat, card)"),
    diams("refill: before cards are given up", "state", "if len(self.hands[seat]) > HAND_LIMIT:\n            self.step", "if not self.lying:\n            self._refill(seat, log)\n        if len(self.hands[seat]) > HAND_LIMIT:\n            self.step"),
    diams("refill: not after the last turn", "state", "if not self.lying:\n            self._refill", "if not self.lying and self.left != 1:\n            self._refill"),
    diams("refill: specials are lost", "state", "self.discards.extend(out)", "self.discards.extend(out[:0])"),
    diams("tie-break: by the first round", "scoring", "zip(scores, rounds[1], strict=True)", "zip(scores, rounds[0], strict=True)"),
    diams("early end: a tie will do", "scoring", "(a > b and c > d)", "(a >= b and c > d)"),
    diams("the same seat begins every round", "state", "self.first = (self.first + 1) % seats", "self.first = self.first % seats"),
    diams("sample: never the last play", "listing", "pick = int(rng.random() * (total + len(others)))", "pick = int(rng.random() * (total + len(others) - 1))"),
    diams("resample: reads the hands", "state", "        twin.hands = world.hands\n", ""),
    diams("resample: reads the deck", "state", "twin.order = world.order", "twin.order = (*self.order,)"),
    diams("resample: keeps an old story", "state", "twin.story = None", "twin.story = self.story"),
    diams("resample: forgets a look into a vault", "worlds", "return not vault[named] and (bool(named & 1) or not vault[named + 1])", "return True"),
    diams("resample: forgets who showed what", "knowledge", "yield Step(NONE, move[1], (move[2] & 30, move[2] | 1))", "yield Step(NONE, move[1], ())"),
    diams("notation: a group hides its star", "notation", 'star = "*" if any(_certain(card) & 1 for card in of_quality) else ""', 'star = ""'),
    diams("records: END on top of what was drawn with it", "segments", "return (*drawn[:-1], END, drawn[-1]) if len(diamonds) == full else (*drawn, END)", "return (END, *drawn)"),
)  # fmt: skip


def source(bug: Bug) -> str:
    """The file the bug goes into; its place must be there exactly once."""
    text = (HOUSE / bug.file).read_text("utf-8")
    if text.count(bug.right) != 1:
        raise LookupError(f"{bug.name}: {text.count(bug.right)} places in {bug.file}")
    return text


def survives(bug: Bug | None) -> str:
    """The name of a test that fails with the bug planted; "" if all pass."""
    with tempfile.TemporaryDirectory() as folder:
        house = Path(folder)
        for name in COPIED:
            copy = shutil.copytree if (HOUSE / name).is_dir() else shutil.copy
            (house / name).parent.mkdir(parents=True, exist_ok=True)
            copy(HOUSE / name, house / name)
        if bug:
            (house / bug.file).write_text(source(bug).replace(bug.right, bug.wrong), "utf-8")
        command = [sys.executable, "-m", "pytest", "-x", "-q", "--no-header", "-p", "no:xdist"]
        quiet = ["-p", "no:cacheprovider", "--tb=no", "-k", "not planted and not golden"]
        done = subprocess.run(
            [*command, *quiet, *(f"tests/engines/{part}" for part in ORDER)],
            cwd=house,
            env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
            capture_output=True,
            text=True,
            check=False,
        )
    failed = re.search(r"^(?:FAILED|ERROR) \S*?([^/\s]+)$", done.stdout, re.M)
    failed = failed or re.search(r"^(?:FAILED|ERROR) (\S+)", done.stdout, re.M)
    if done.returncode == 0:
        return ""
    assert done.returncode in (1, 2), done.stdout + done.stderr
    return failed[1].rpartition("/")[2] if failed else done.stdout[-200:]


def main(words: list[str]) -> int:
    """Plant each, print the table; 1 if one survived."""
    chosen = [bug for bug in BUGS if not words or any(word in bug.name for word in words)]
    assert not survives(None), "the tests fail without a bug"
    alive = 0
    for bug in chosen:
        start = time.monotonic()
        killer = survives(bug)
        alive += not killer
        seconds = time.monotonic() - start
        print(f"{bug.name:60} {seconds:4.0f} s  {killer or 'ALIVE'}", flush=True)
    print(f"{len(chosen) - alive} of {len(chosen)} killed")
    return 1 if alive else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
