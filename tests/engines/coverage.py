"""How often the differential tests meet every rule: `python -m tests.engines.coverage diams [N]`.

N whole matches (default 448) and the positions set up by hand, counted by the naive
implementation while nothing differs from the engine.
"""

import sys
from collections import Counter

from tests.engines.diams.crafted import CRAFTED, play_on
from tests.engines.diams.twice import matches
from tests.engines.naive import diams_hits

HITS = {"diams": diams_hits.HITS}
SEEDS = 3  # times each position is played on


def coverage(game: str, count: int) -> Counter[str]:
    """Hits over so many matches and the positions set up by hand."""
    assert game in HITS
    total: Counter[str] = Counter()
    for _, hits in matches(count):
        total.update(hits)
    for number in range(len(CRAFTED)):
        for seed in range(SEEDS):
            total.update(play_on(number, seed))
    return total


def main(arguments: list[str]) -> None:
    game = arguments[0] if arguments else "diams"
    count = int(arguments[1]) if len(arguments) > 1 else 448
    hits = coverage(game, count)
    print(f"{game}: {count} matches and {len(CRAFTED)} positions, {SEEDS} times each")
    for name in HITS[game]:
        print(f"{hits[name]:8d}  {name}")


if __name__ == "__main__":
    main(sys.argv[1:])
