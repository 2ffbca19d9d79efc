"""Size and time of packed logs: as they are stored, with zlib alone, and with zstd.

    python -m tests.benchmarks.packing [--deals N] [--write GAME]

Plays matches of every game at every number of seats with random and greedy bots. Dictionaries of
zstd are trained on every second deal (needs `zstandard`, which is not a dependency); all ways are
measured on the other deals. Sizes are relative to zlib at level 1, times are of the processor and
the best of several rounds. The seed is another one than that of the dictionaries that `--write`
makes.
"""

import argparse
import subprocess
import sys
import tempfile
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from heapq import heapify, heappop, heappush
from pathlib import Path
from time import process_time
from typing import TypeAlias

from engines.games import GAMES
from tourney.domain.match_values import Entries
from tourney.play import packed_logs
from tourney.play.packed_logs import LEVEL, compressed, decompressed, pack, stored_dictionaries
from tourney.store import open_store
from tourney.store.matches import run_matches
from tourney.store.runs import all_runs

SIZE = 4096
"""Bytes of a dictionary; twice as much saves another hundredth and takes longer to search."""
SEGMENT, GRAM = 32, 6
TRAINED_ON, MEASURED_ON = "dictionary", "measured"
"""Seeds."""
Way: TypeAlias = tuple[str, Callable[[bytes], bytes], Callable[[bytes], object]]


def logs(game: str, deals: int, seed: str) -> list[Entries]:
    """Logs of matches at every number of seats, one match of each deal after the other."""
    found = []
    with tempfile.TemporaryDirectory() as folder:
        db = str(Path(folder) / "x.db")
        for seats in GAMES[game].seats:
            bots = [
                f"--bot=b{seat}={'random' if seat % 3 == 1 else 'greedy'}" for seat in range(seats)
            ]
            command = (
                sys.executable, "-m", "tourney", "run", "-g", game, *bots, "--deals", str(deals),
                "--block", "none", "--seed", f"{seed}-{seats}", "--name", str(seats), "-q",
                "--db", db,
            )  # fmt: skip
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        with open_store(db) as store:
            for run in all_runs(store):
                found += [Entries.of(list(match.entries)) for match in run_matches(store, run)]
    return found


def text_of(entries: Entries) -> bytes:
    """What is packed."""
    return zlib.decompress(pack(entries))


def chosen(texts: Sequence[bytes], size: int = SIZE) -> bytes:
    """The segments of the texts that most texts share, the best ones last."""
    shared = Counter[bytes]()
    for text in texts:
        shared.update(set(_grams(text)))
    segments = sorted(
        {text[at : at + SEGMENT] for text in texts for at in range(0, len(text), SEGMENT)}
    )
    queue = [(-sum(shared[gram] for gram in set(_grams(part))), part) for part in segments]
    heapify(queue)
    found: list[bytes] = []
    while queue and sum(map(len, found)) < size:
        _, part = heappop(queue)
        worth = sum(shared[gram] for gram in set(_grams(part)))
        if queue and worth < -queue[0][0]:  # parts of it were taken since
            heappush(queue, (-worth, part))
            continue
        found.append(part)
        for gram in _grams(part):
            shared[gram] = 0
    return b"".join(reversed(found))[-size:]


def _grams(text: bytes) -> Iterator[bytes]:
    return (text[at : at + GRAM] for at in range(len(text) - GRAM + 1))


def write(game: str, deals: int) -> None:
    """Write the next dictionary of a game."""
    folder = Path(packed_logs.__file__).parent / "dictionaries"
    number = 1 + sum(name == game for name, _ in stored_dictionaries())
    file = folder / f"{game}-{number}.txt"
    file.write_bytes(chosen([text_of(log) for log in logs(game, deals, TRAINED_ON)]))
    print(f"wrote {file.name}")


def ways(game: str, training: Sequence[bytes]) -> Iterator[Way]:
    """The ways to pack texts."""
    yield "zlib 1", lambda text: zlib.compress(text, 1), zlib.decompress
    yield "zlib 6", lambda text: zlib.compress(text, 6), zlib.decompress
    yield f"zlib {LEVEL}, dictionary", lambda text: compressed(text, game), decompressed
    try:
        import zstandard
    except ModuleNotFoundError:
        return
    plain = zstandard.ZstdCompressor(level=3)
    yield "zstd 3", plain.compress, zstandard.ZstdDecompressor().decompress
    trained = zstandard.train_dictionary(SIZE, list(training))
    packer = zstandard.ZstdCompressor(3, dict_data=trained, write_dict_id=False)
    yield "zstd 3, dictionary", packer.compress, zstandard.ZstdDecompressor(trained).decompress


def cost(work: Callable[[bytes], object], pieces: Sequence[bytes], rounds: int = 9) -> float:
    """Microseconds of the processor for a piece, in the best round."""
    found = []
    for _ in range(rounds):
        began = process_time()
        for piece in pieces:
            work(piece)
        found.append(process_time() - began)
    return min(found) * 1e6 / len(pieces)


def main() -> None:
    """Print the table, or write a dictionary."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--deals", type=int, default=60, help="for each number of seats")
    options.add_argument("--write", metavar="GAME", choices=list(GAMES))
    given = options.parse_args()
    if given.write:
        write(given.write, given.deals)
        return
    print(f"{'':22} bytes  of zlib 1   us to pack   to unpack")
    for game in GAMES:
        played = [text_of(log) for log in logs(game, given.deals, MEASURED_ON)]
        training, measured = played[::2], played[1::2]
        print(f"{game}, {sum(map(len, measured)) / len(measured):.0f} bytes a log")
        first = 0.0
        for name, packing, unpacking in ways(game, training):
            pieces = [packing(text) for text in measured]
            size = sum(map(len, pieces)) / len(pieces)
            first = first or size
            times = f"{cost(packing, measured):12.1f} {cost(unpacking, pieces):11.1f}"
            print(f"  {name:20} {size:5.0f} {size / first:10.2f} {times}", flush=True)


if __name__ == "__main__":
    main()
