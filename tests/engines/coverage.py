"""Counts how often the differential tests use each rule.

`python -m tests.engines.coverage GAME [N]` plays N whole matches (default 448) and the hand-made
positions in both implementations. The naive implementation counts the rules.
"""

import sys
from collections import Counter
from collections.abc import Callable
from functools import partial

from tests.engines.blue_border import crafted as blue_border
from tests.engines.diamond_boxes import twice as diamond_boxes
from tests.engines.diamonds import twice as diamonds
from tests.engines.diams import crafted as diams
from tests.engines.naive import (
    blue_border_hits,
    diamond_boxes_hits,
    diamonds_hits,
    diams_hits,
)

HITS = {
    "diams": diams_hits.HITS,
    "diamonds": diamonds_hits.HITS,
    "blue-border": blue_border_hits.HITS,
    "diamond-boxes": diamond_boxes_hits.HITS_1,
    "diamond-boxes-2": diamond_boxes_hits.HITS_2,
}
COUNTED: dict[str, Callable[[int], Counter[str]]] = {
    "diams": diams.coverage,
    "diamonds": diamonds.coverage,
    "blue-border": blue_border.coverage,
    "diamond-boxes": partial(diamond_boxes.coverage, 1),
    "diamond-boxes-2": partial(diamond_boxes.coverage, 2),
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
