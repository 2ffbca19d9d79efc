"""How often the differential tests meet every rule: `python -m tests.engines.coverage GAME [N]`.

N whole matches (default 448) and the positions set up by hand, counted by the naive
implementation while nothing differs from the engine.
"""

import sys
from collections import Counter
from collections.abc import Callable

from tests.engines.blue_border import crafted as blue_border
from tests.engines.diamonds import twice as diamonds
from tests.engines.diams import crafted as diams
from tests.engines.naive import blue_border_hits, diamonds_hits, diams_hits

HITS = {
    "diams": diams_hits.HITS,
    "diamonds": diamonds_hits.HITS,
    "blue-border": blue_border_hits.HITS,
}
COUNTED: dict[str, Callable[[int], Counter[str]]] = {
    "diams": diams.coverage,
    "diamonds": diamonds.coverage,
    "blue-border": blue_border.coverage,
}


def main(arguments: list[str]) -> None:
    game = arguments[0] if arguments else "diams"
    count = int(arguments[1]) if len(arguments) > 1 else 448
    hits = COUNTED[game](count)
    print(f"{game}: {count} matches, and positions set up by hand")
    for name in HITS[game]:
        print(f"{hits[name]:8d}  {name}")


if __name__ == "__main__":
    main(sys.argv[1:])
