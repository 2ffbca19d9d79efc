"""Sealed runs of several games with their proofs, and single changes of a proof."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final

from tests.proofs import naive_verify
from tourney.cli.root import main
from tourney.proofs.match_checker import Difference
from tourney.proofs.proof_file import MerkleTree, leaf_hash
from tourney.proofs.verifier import AskedProof, Verification
from tourney.work.executors import ALONE

SHAKY: Final = """
class Shaky:
    version = "1"

    def start(self, game, seat, seats, rules, rng):
        self.rng = rng

    def choose(self, view, legal):
        luck = self.rng.random()
        if luck < 0.02:
            raise RuntimeError("shaky")
        return "nonsense" if luck < 0.04 else self.rng.choice(legal)
"""
"""A bot that fails now and then, always at the same moves."""
BOTS: Final = ("--bot", "a=greedy", "--bot", "b=random", "--bot", "c=greedy")
PLAIN: Final = (*BOTS, "--deals", "2")
FAILING: Final = ("--bot", "a=greedy", "--bot", "b=./shaky.py", "--bot", "c=random", "--deals", "3")
RUNS: Final[dict[str, tuple[str, ...]]] = {
    "diams": ("-g", "diams", "-O", "length=quick", *PLAIN),
    "diamonds": (
        "-g",
        "diamonds",
        *PLAIN,
        "--seats",
        "2",
        "--schedule",
        "gauntlet:b",
        "--block",
        "swap",
    ),
    "teams": (
        *("-g", "diamonds", "-O", "teams=on", "--schedule", "fixed", "--deals", "1"),
        *("--bot", "a=greedy", "--bot", "b=random", "--bot", "c=greedy", "--bot", "d=random"),
    ),
    "blue-border": ("-g", "blue-border", *PLAIN, "--block", "none", "--log", "packed"),
    "boxes": ("-g", "diamond-boxes", *BOTS, "--deals", "1", "--seats", "2", "--block", "all"),
    "boxes-2": ("-g", "diamond-boxes-2", *BOTS, "--deals", "1", "--schedule", "fixed"),
    "forfeits": ("-g", "diams", "-O", "length=quick", *FAILING),
    "random-moves": ("-g", "blue-border", *FAILING, "--on-fault", "random-move"),
    "abandoned": ("-g", "diamonds", *FAILING, "--on-fault", "abort"),
}


@cache
def proof(name: str) -> tuple[bytes, ...]:
    """The lines of the proof of one of these runs, each with its end."""
    import os

    here = Path.cwd()
    with TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            Path("shaky.py").write_text(SHAKY)
            quiet = ("-q", "-o", "standings.txt")
            assert main(["run", *RUNS[name], "--commit", "--name", name, *quiet]) == 0
            assert main(["export", "proof", name, "-q", "-o", "run.proof"]) == 0
            return tuple(Path("run.proof").read_bytes().splitlines(keepends=True))
        finally:
            os.chdir(here)


def verified(content: bytes, folder: Path, asked: AskedProof | None = None) -> list[Difference]:
    """What `tourney verify` finds in a file with this content."""
    file = folder / "changed.proof"
    file.write_bytes(content)
    verification = Verification(asked or AskedProof(), ALONE)
    return list(verification.differences(str(file), lambda done, total: None))


def naively(content: bytes, folder: Path) -> list[tuple[int, str]]:
    """What the naive verifier finds."""
    file = folder / "naive.proof"
    file.write_bytes(content)
    return list(naive_verify.differences(str(file)))


@dataclass(frozen=True, slots=True)
class Change:
    """A changed proof, and where a verifier must name the change: a line, perhaps an entry.

    `plain`: a program that knows no rules finds it, too.
    """

    kind: str
    content: bytes
    lines: Sequence[int]
    entry: int | None = None
    plain: bool = True


def written(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def signed(value: dict[str, Any]) -> bytes:
    """A line with the hash that it should have."""
    bare = {key: one for key, one in value.items() if key != "hash"}
    return written({**bare, "hash": leaf_hash(written(bare)[:-1]).hex()})


def rooted(lines: list[bytes]) -> bytes:
    """A whole proof whose root was made anew, as a careful cheat would do."""
    tree = MerkleTree()
    for line in lines[2:-1]:
        tree.add(bytes.fromhex(json.loads(line)["hash"]))
    foot = {**json.loads(lines[-1]), "root": tree.root().hex()}
    return b"".join([*lines[:-1], signed(foot)])


def change(lines: Sequence[bytes], rng: Random) -> Change:
    """One change of one kind, by lot."""
    return rng.choice(CHANGES)(list(lines), rng)


def _byte(lines: list[bytes], rng: Random) -> Change:
    at = rng.randrange(len(lines))
    line = bytearray(lines[at])
    place = rng.randrange(len(line))
    line[place] = rng.choice([byte for byte in range(256) if byte != line[place]])
    lines[at] = bytes(line)
    # A line that ends in its middle, or not at all, leaves two lines that are wrong.
    # Where opening and sealed text disagree, both lines are named.
    return Change("byte", b"".join(lines), (at + 1, at + 2) if at != 1 else (1, 2, 3))


def _some_match(lines: list[bytes], rng: Random) -> tuple[int, dict[str, Any]]:
    found = [at for at in range(2, len(lines) - 1) if json.loads(lines[at])["log"]]
    at = rng.choice(found)
    return at, json.loads(lines[at])


def _move(lines: list[bytes], rng: Random) -> Change:
    at, match = _some_match(lines, rng)
    entry = rng.randrange(len(match["log"]))
    texts = {text for line in lines[2:-1] for text in json.loads(line)["log"]}
    match["log"][entry] = rng.choice(sorted(texts - {match["log"][entry]}))
    lines[at] = signed(match)
    return Change("move", rooted(lines), (at + 1,), entry + 1, plain=False)


def _without_entry(lines: list[bytes], rng: Random) -> Change:
    at, match = _some_match(lines, rng)
    del match["log"][rng.randrange(len(match["log"]))]
    lines[at] = signed(match)
    return Change("missing entry", rooted(lines), (at + 1,), plain=False)


def _rank(lines: list[bytes], rng: Random) -> Change:
    at, match = _some_match(lines, rng)
    if not match["places"]:
        return _byte(lines, rng)
    key = rng.choice(("places", "scores"))
    seat = rng.randrange(len(match[key]))
    match[key][seat] += 1
    lines[at] = signed(match)
    # Scores are the rules' affair; the places of one seat alone change its points.
    return Change(key, rooted(lines), (at + 1,), plain=False)


def _fault(lines: list[bytes], rng: Random) -> Change:
    at, match = _some_match(lines, rng)
    match["faults"].append(["A", "crash", 1, "invented"])
    lines[at] = signed(match)
    return Change("fault", rooted(lines), (at + 1,), plain=False)


def _status(lines: list[bytes], rng: Random) -> Change:
    at, match = _some_match(lines, rng)
    match["status"] = {"complete": "forfeit"}.get(match["status"], "complete")
    lines[at] = signed(match)
    return Change("status", rooted(lines), (at + 1,), plain=False)


def _seed(lines: list[bytes], rng: Random) -> Change:
    key = rng.choice(("seed", "bot_seed", "beacon", "commitment"))
    opening = json.loads(lines[1])
    opening[key] = f"{opening[key]}0" if key == "beacon" else opening[key][::-1]
    lines[1] = written(opening)
    return Change(key, b"".join(lines), (1, 2))


def _secret(lines: list[bytes], rng: Random) -> Change:
    head = json.loads(lines[0])
    head["secret"] = head["secret"][::-1]
    lines[0] = written(head)
    return Change("secret", b"".join(lines), (1,))


def _order(lines: list[bytes], rng: Random) -> Change:
    at = rng.randrange(2, len(lines) - 2)
    lines[at : at + 2] = reversed(lines[at : at + 2])
    return Change("order", rooted(lines), (at + 1,))


def _missing(lines: list[bytes], rng: Random) -> Change:
    at = rng.randrange(2, len(lines) - 1)
    del lines[at]
    # Of the last match only the number of all says that it is missing.
    return Change("missing match", rooted(lines), (at + 1, 2))


def _twice(lines: list[bytes], rng: Random) -> Change:
    at = rng.randrange(2, len(lines) - 1)
    lines.insert(at, lines[at])
    return Change("match twice", rooted(lines), (at + 2, 2))


def _bots(lines: list[bytes], rng: Random) -> Change:
    at, match = _some_match(lines, rng)
    match["bots"] = [*match["bots"][1:], match["bots"][0]]
    lines[at] = signed(match)
    return Change("bots", rooted(lines), (at + 1,))


def _sealed_bots(lines: list[bytes], rng: Random) -> Change:
    head = json.loads(lines[0])
    head["bots"].reverse()
    lines[0] = written(head)
    return Change("sealed bots", b"".join(lines), (1,))


def _judge(lines: list[bytes], rng: Random) -> Change:
    at = rng.randrange(2)
    values = json.loads(lines[at])
    values["judge"] = "guide-2 (mine), fair, worlds=16, ahead=0, seed=1"
    lines[at] = written(values)
    return Change("judge", b"".join(lines), (at + 1,))


def _standings(lines: list[bytes], rng: Random) -> Change:
    foot = json.loads(lines[-1])
    if not foot["standings"]:  # every match was abandoned
        return _byte(lines, rng)
    row = rng.choice(foot["standings"])
    row["points"] = f"{row['points']}0"
    lines[-1] = signed(foot)
    if row["points"] == "00":
        row["points"] = "1"
        lines[-1] = signed(foot)
    return Change("standings", b"".join(lines), (len(lines),))


def _cards(lines: list[bytes], rng: Random) -> Change:
    at, match = _some_match(lines, rng)
    match["deal"] += 1
    lines[at] = signed(match)
    return Change("deal", rooted(lines), (at + 1,))


CHANGES: Final[tuple[Callable[[list[bytes], Random], Change], ...]] = (
    *(_byte, _byte, _byte, _move, _move, _without_entry, _rank, _rank, _fault, _status, _seed),
    *(_secret, _order, _missing, _twice, _bots, _sealed_bots, _judge, _standings, _cards),
)
