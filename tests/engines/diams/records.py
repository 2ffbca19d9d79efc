"""Records of Diam's: see `tests.records.strategies`."""

from random import Random

from tests.records import diams_gaps
from tests.records.strategies import Kept, body
from tests.records.test_slips import CARD


def unknown_card(rng: Random, lines: list[str]) -> None:
    """Makes the last card of a hand or of a draw unknown or tentative."""
    places = [i for i in body(lines) if lines[i][1:7] in (": draw", ": hand", ": reve")]
    places = [i for i in places if "#" not in lines[i] and "END" not in lines[i]]
    if places:
        place = rng.choice(places)
        start, _, rest = lines[place].partition("; ")
        words = start.split(" ")
        last = next((i for i in range(len(words) - 1, 1, -1) if words[i][0] != "+"), 1)
        if words[last][-1] not in "?-" and last > 1:
            words[last] = rng.choice(("?", f"{words[last]}?"))
            lines[place] = " ".join(words) + (f"; {rest}" if rest else "")


RECORDS = {
    "diams": Kept(
        diams_gaps.opened,
        CARD,
        unknown_card,
        ("-- check", "-- end", "-- round", "-- reveal"),
        {"length": "quick"},
    )
}
