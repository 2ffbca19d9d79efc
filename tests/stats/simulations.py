"""How often the figures of runs err, by simulation with a known truth.

    python -m tests.stats.simulations [WORD]

prints each claim (that contains WORD) with the error that it allows, the error before, and the
error of the program now. Before: the usual figures for the same luck, computed without the
correction in question. Luck is seeded, so the table is always the same. It takes some minutes.
"""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from tests.stats.errors import (
    Rates,
    aborted_leads,
    best_as_claimed,
    champion_beaten,
    champion_missed,
    compared,
    crashes_compared,
    crashes_that_pay,
    many_looks,
    misses,
    places_missed,
    rare_at_some_look,
    rare_losses,
    rare_missed,
    sure_of_equals,
    wrong_decisions,
)
from tests.stats.worlds import RARE, WORLDS


@dataclass(frozen=True, slots=True)
class Claim:
    """A figure of the program, the error that it may have, and a simulation of that error."""

    text: str
    allowed: float
    measure: Callable[[], Rates]
    runs: int = 1000


def _intervals() -> list[Claim]:
    """The 36 cells of few deals, and intervals from ten deals on."""
    few = [(world, seats, deals) for seats in (2, 3, 4) for world in WORLDS for deals in (2, 3, 5)]
    more = [(w, s, d) for s in (2, 4) for w in ("equal bots", "cards decide") for d in (10, 20, 50)]
    return [
        Claim(
            f"95 % interval misses: {seats} seats, {world}, {deals} deals",
            0.05,
            partial(misses, deals, seats, world),
        )
        for world, seats, deals in few + more
    ]


CLAIMS = (
    *(Claim(f"crashing when behind is called better by sprt: {policy}", 0.05,
            partial(crashes_that_pay, policy), 100) for policy in ("forfeit", "abort")),
    Claim("aborting a fifth of the losses is better by compare", 0.05, crashes_compared, 300),
    Claim("aborting lost matches gives P(best) of 0.95", 0.05, aborted_leads, 100),
    *_intervals(),
    # Coins: five deals are all alike in 1 of 16 runs, which no variance of the rest can show.
    *(Claim(f"95 % interval misses: 2 seats, one match a deal, {deals} deals", allowed,
            partial(misses, deals, 2, seatings=1))
      for deals, allowed in ((3, 0.05), (5, 1 / 16), (10, 0.05), (20, 0.05), (50, 0.05))),
    *(Claim(f"compare misses: {d} deals", 0.05, partial(compared, d)) for d in (2, 3, 5)),
    *(Claim(f"P(best) of one of two equal bots is 0.95: {d} deals", 0.1, partial(sure_of_equals, d))
      for d in (2, 3, 5, 10, 40)),
    Claim("a beaten champion is called the best", 0.05, champion_beaten, 100),
    *(Claim(f"difference from the champion misses: {d} deals", 0.05, partial(champion_missed, d))
      for d in (2, 3, 5, 20)),
    *(Claim(f"ci<{width} misses: {rare:.2%} of deals lost, else {mean}", 0.05,
            partial(rare_losses, width, rare, mean), 400)
      for width, rare, mean in (
          (0.1, 0.013, "0"), (0.1, 0.026, "0"), (0.1, 0.05, "0"), (0.2, 0.026, "0"),
          (0.2, 0.052, "0"), (0.2, 0.1, "0"), (0.1, 0.013, "3.8"), (0.2, 0.026, "3.8"))),
    *(Claim(f"sprt(0,0.4) decides wrongly: {kind}, true difference {true}", 0.05,
            partial(wrong_decisions, true, kind), 300)
      for kind in ("2 seats", "4 seats", "rare losses") for true in (0.0, 0.4)),
    *(Claim(f"equal bots look different at one of 57 looks: {figure}", 0.05,
            partial(many_looks, figure), 150) for figure in ("interval", "P(best)", "lead")),
    *(Claim(f"95 % interval misses: {world}, {deals} deals", 0.05,
            partial(rare_missed, world, deals), 2000)
      for world in RARE for deals in (5, 10, 20, 60, 200, 500)),
    *(Claim(f"some look misses: {world}", 0.05, partial(rare_at_some_look, world), 300)
      for world in RARE),
    *(Claim(f"P(best) differs from the share of right leaders: {bots} bots", 0.05,
            partial(best_as_claimed, bots), 200) for bots in (4, 6, 10)),
    *(Claim(f"a place is outside its range: {bots} bots, skill ± {spread}, {deals} deals", 0.05,
            partial(places_missed, bots, spread, deals), 400)
      for bots in (4, 6, 10) for spread in (0, 0.15, 0.5) for deals in (20, 100, 500)),
)  # fmt: skip


def main() -> None:
    """Print the table."""
    word = " ".join(sys.argv[1:])
    print(f"{'claim':<68}{'claimed':>8}{'before':>8}{'now':>8}")
    for claim in (claim for claim in CLAIMS if word in claim.text):
        usual, now, note = claim.measure()
        before = "" if usual is None else f"{usual:.3f}"
        print(f"{claim.text:<68}{claim.allowed:>8.3f}{before:>8}{now:>8.3f}  {note}", flush=True)


if __name__ == "__main__":
    main()
