"""The file with the proof of a run: one line of JSON for everything, in one form only.

    sealed text        as it was committed to
    opening            its SHA-256, the beacon, the seeds, the number of matches, the judge
    match, match, …    in the order of their numbers
    foot               the Merkle root over the matches, standings, sums of accounts

A line of a match or foot ends with its own hash, so that a changed byte is found where it stands.
The hashes of the matches are leaves of a Merkle tree as in RFC 6962, so that a single match can be
shown to belong to a root. Written and read line by line: the length of a run costs no memory.
"""

import gzip
import json
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, NamedTuple

from engines.api import CHANCE, Outcome, Seat, seat_letter
from engines.messages import Message, say
from tourney.domain.errors import DataFault, NotFound, quoted
from tourney.domain.match_values import Entries, Fault, Fixture, KeptMatch, Standing
from tourney.insight.totals import LINES, AccountTotals
from tourney.play.packed_logs import unpack
from tourney.proofs.commitment import Commitment, canonical

OPENING: Final = ("commitment", "beacon", "seed", "bot_seed", "matches", "judge")
MATCH: Final = (
    *("match", "deal", "lineup", "rotation", "bots", "log", "faults"),
    *("status", "scores", "places", "hash"),
)
DEALER: Final = "@"
LONGEST: Final = 1 << 24
"""Bytes of the longest line that is read."""
GZIP: Final = b"\x1f\x8b"

# The Merkle tree of RFC 6962, section 2.1.


def leaf_hash(data: bytes) -> bytes:
    """The hash of a leaf."""
    return sha256(b"\0" + data).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """The hash of a node with two children."""
    return sha256(b"\1" + left + right).digest()


@dataclass(slots=True)
class MerkleTree:
    """The root over leaves that come one by one; keeps one hash for each bit of their number."""

    leaves: int = 0
    _peaks: list[bytes] = field(default_factory=list)

    def add(self, leaf: bytes) -> None:
        """Add the hash of the next leaf."""
        # As in binary counting: two trees of one size become one of twice the size.
        carried, count = leaf, self.leaves
        while count & 1:
            carried = node_hash(self._peaks.pop(), carried)
            count >>= 1
        self._peaks.append(carried)
        self.leaves += 1

    def root(self) -> bytes:
        """The root; of no leaves the hash of nothing."""
        if not self._peaks:
            return sha256().digest()
        found = self._peaks[-1]
        for peak in reversed(self._peaks[:-1]):
            found = node_hash(peak, found)
        return found


# Lines that end with their own hash.


def hashed(given: dict[str, Any]) -> tuple[str, bytes]:
    """An object as a line with its hash as the last key, and this hash."""
    text = canonical(given)
    found = leaf_hash(text.encode())
    return f'{text[:-1]},"hash":"{found.hex()}"}}', found


def own_hash(line: bytes) -> bytes:
    """The hash that a line in this form must have, whatever it states."""
    return leaf_hash(line[: line.rindex(b',"hash":')] + b"}")


def seat_of(letter: str) -> Seat:
    """The seat of a letter in a proof; ValueError for others."""
    if letter == DEALER:
        return CHANCE
    if len(letter) != 1 or not "A" <= letter <= "H":
        raise ValueError(letter)
    return ord(letter) - ord("A")


def letter_of(seat: Seat) -> str:
    """The letter of a seat, `@` for the dealer."""
    return DEALER if seat < 0 else seat_letter(seat)


class ProofMatch(NamedTuple):
    """A match as a proof has it; `bots` are names by seat."""

    match: int
    deal: int
    lineup: int
    rotation: int
    bots: Sequence[str]
    log: Sequence[str]
    faults: Sequence[Sequence[Any]]
    status: str
    scores: Sequence[int]
    places: Sequence[int]

    @classmethod
    def of(cls, kept: KeptMatch, names: Sequence[str]) -> "ProofMatch":
        """A match of a run whose bots have these names."""
        log: list[tuple[Seat, str]] = []
        if isinstance(kept.log, bytes):
            log = unpack(kept.log)
        elif isinstance(kept.log, Entries):
            log = kept.log.listed()
        at = kept.fixture
        return cls(
            *at[:4],
            bots=[names[bot] for bot in at.seats],
            log=[f"{letter_of(seat)} {text}" for seat, text in log],
            faults=[[letter_of(one.seat), one.code, one.ply, one.evidence] for one in kept.faults],
            status=kept.status,
            scores=list(kept.outcome.scores),
            places=list(kept.outcome.places),
        )

    def kept(self, fixture: Fixture) -> KeptMatch:
        """The match; ValueError for entries or faults of no seat."""
        entries = [(seat_of(text[:1]), text[2:]) for text in self.log]
        faults = [Fault(seat_of(letter), *rest) for letter, *rest in self.faults]
        outcome = Outcome(tuple(self.scores), tuple(self.places))
        return KeptMatch(fixture, outcome, self.status, tuple(faults), Entries.of(entries))


def fits(value: Any, shape: Any) -> bool:
    """Whether a JSON value has a shape: a type, or a list, tuple or dictionary of shapes."""
    if isinstance(shape, list):
        return type(value) is list and all(fits(one, shape[0]) for one in value)
    if isinstance(shape, tuple):
        same = type(value) is list and len(value) == len(shape)
        return same and all(map(fits, value, shape))
    if isinstance(shape, dict):
        # In this order: another one would be another text.
        same = type(value) is dict and tuple(value) == tuple(shape)
        return same and all(fits(value[key], one) for key, one in shape.items())
    return type(value) is shape


SHAPES: Final[dict[str, dict[str, Any]]] = {
    "opening": dict(zip(OPENING, (str, str, str, str, int, str), strict=True)),
    "match": dict(
        zip(
            MATCH,
            (int, int, int, int, [str], [str], [(str, str, int, str)], str, [int], [int], str),
            strict=True,
        )
    ),
    "foot": {
        "root": str,
        "standings": [{"place": int, "player": str, "matches": int, "points": str}],
        "account": [{"player": str, "matches": int, **dict.fromkeys(LINES, str)}],
        "hash": str,
    },
}


class Unfit(Exception):
    """A line that is not in the one form; `column`, from 1, is where that shows."""

    def __init__(self, what: Message, column: int) -> None:
        super().__init__(what, column)
        self.what = what
        self.column = column


def read_line(line: bytes, kind: str) -> dict[str, Any]:
    """The object in a line of this kind; Unfit if it is written otherwise than a proof is."""
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Unfit(say("proofs.not-utf8"), error.start + 1) from None
    try:
        found: dict[str, Any] = json.loads(text)
    except json.JSONDecodeError as error:
        raise Unfit(say("proofs.not-json"), error.pos + 1) from None
    except (RecursionError, ValueError):  # a number with thousands of digits
        raise Unfit(say("proofs.not-json"), 1) from None
    written = canonical(found)
    if written != text:
        same = zip(written, text, strict=False)
        column = next((at for at, (one, other) in enumerate(same) if one != other), None)
        raise Unfit(say("proofs.other-form"), 1 + (len(written) if column is None else column))
    if not fits(found, SHAPES[kind]):
        raise Unfit(say("proofs.other-keys", keys=", ".join(SHAPES[kind])), 1)
    return found


# Writing a proof.


def foot(root: bytes, standings: Iterable[Standing], totals: AccountTotals) -> str:
    """The last line; the totals are empty if the run is not analysed."""
    values = {
        "root": root.hex(),
        "standings": standings_rows(standings),
        "account": account_rows(totals),
    }
    return hashed(values)[0]


def standings_rows(standings: Iterable[Standing]) -> list[dict[str, Any]]:
    """The standings with exact points."""
    return [
        {
            "place": row.place,
            "player": row.player,
            "matches": row.matches,
            "points": str(row.points),
        }
        for row in standings
    ]


def account_rows(totals: AccountTotals) -> list[dict[str, Any]]:
    """The mean of each line of the account by player, in thousand-millionths of a share."""
    return [
        {
            "player": name,
            "matches": found.matches,
            **{line: f"{found.lines[line] / found.matches:.9f}" for line in LINES},
        }
        for name, found in sorted(totals.players.items())
    ]


def proof_lines(
    commitment: Commitment,
    beacon: str,
    matches: Iterable[KeptMatch],
    count: int,
    judge: str,
    end: Callable[[bytes], str],
) -> Iterator[str]:
    """The lines of the proof of a run with so many matches; `end` makes the foot from the root.

    The judge, of whose accounts the foot has the sums, is empty if the run is not analysed.
    """
    yield commitment.text()
    spec = commitment.seeded(beacon)
    values = (commitment.digest, beacon, spec.seed, spec.bot_seed, count, judge)
    yield canonical(dict(zip(OPENING, values, strict=True)))
    names, tree = [bot.name for bot in spec.bots], MerkleTree()
    for match in matches:
        line, leaf = hashed(ProofMatch.of(match, names)._asdict())
        tree.add(leaf)
        yield line
    yield end(tree.root())


# Reading a proof.


class ProofLine(NamedTuple):
    """A line of a proof without its end, numbered from 1; `whole` if it has an end."""

    number: int
    content: bytes
    whole: bool = True


@contextmanager
def opened_proof(path: str) -> Iterator[Iterator[ProofLine]]:
    """The lines of a file, which may be packed by gzip; NotFound or DataFault."""
    if not Path(path).exists():
        raise NotFound(say("proofs.no-file", file=quoted(path)))
    with Path(path).open("rb") as file:
        packed = file.peek(2)[:2] == GZIP
        with gzip.open(file) if packed else file as stream:
            yield _lines(stream, path)


def _lines(stream: Any, path: str) -> Iterator[ProofLine]:
    number = 0
    try:
        while line := stream.readline(LONGEST):
            number += 1
            if len(line) == LONGEST:
                raise DataFault(say("proofs.long-line", file=quoted(path), line=number))
            whole = line.endswith(b"\n")
            yield ProofLine(number, line[:-1] if whole else line, whole)
    except (EOFError, zlib.error, gzip.BadGzipFile):
        raise DataFault(say("proofs.damaged-gzip", file=quoted(path), line=number + 1)) from None
