"""Published tournaments between two players as crosstables, and ledgers made from them.

`w9+` is a win with White against player 9, `b9=` a draw, `w9-` a loss; `9F+` a win because player 9
did not appear, `9F-` the reverse; `U` a bye from the pairing, `H` a bye on request with half a
point, `Z` one without points.
"""

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction as F

from tourney.domain.match_values import MatchResult
from tourney.scoring import Ledger

Crosstable = Mapping[str, Sequence[str]]

# FIDE Technical Commission, Exercises in Tie-Breaking (18 March 2024), page 5. The players are
# rated 2200, 2150, … 1450.
TEC_SWISS = """
1  w9+ b13= w2= b15+ w4=
2  b10+ w7+ b1= w16+ b3=
3  w11= b6+ w8+ b4= w2=
4  b12+ H w13+ w3= b1=
5  w13- b15- w11+ b7= w10+
6  b14- w3- U w10+ b8+
7  w15+ b2- b16- w5= b11-
8  b16= w14+ b3- w13+ w6-
9  b1- w10- H 11F- U
10 w2- b9+ w15- b6- b5-
11 b3= w16- b5- 9F+ w7+
12 w4- U 14F+ Z Z
13 b5+ w1= b4- b8- w14-
14 w6+ b8- 12F- Z b13+
15 b7- w5+ b10+ w1- b16-
16 w8= b11+ w7+ b2- w15+
"""

# The same, page 43: nine rounds, for the direct encounter.
TEC_NINE_ROUNDS = """
1  w9+ b13= w2= b15+ w4= b6= b3= w16= b8+
2  b10+ w7+ b1= w16+ b3+ w4= w6- b15= w5=
3  w11= b6+ w8+ b4= w2- b16+ w1= w14+ b10+
4  b12+ H w13+ w3= b1= b2= w16= b6= w15+
5  w13- b15- w11+ b7= w10+ b14- b9+ w8- b2=
6  b14- w3- U w10+ b8+ w1= b2+ w4= b16+
7  w15+ b2- b16- w5= b11- b10- w13+ w9+ b14+
8  b16= w14+ b3- w13+ w6- b11= w15= b5+ w1-
9  b1- w10- H 11F- U b13+ w5- b7- w12=
10 w2- b9+ w15- b6- b5- w7+ b12+ w11+ w3-
11 b3= w16- b5- 9F+ w7+ w8= b14- b10- w13=
12 w4- U 14F+ Z Z b15- w10- b13= b9=
13 b5+ w1= b4- b8- w14- w9- b7- w12= b11=
14 w6+ b8- 12F- Z b13+ w5+ w11+ b3- w7-
15 b7- w5+ b10+ w1- b16- w12+ b8= w2= b4-
16 w8= b11+ w7+ b2- w15+ w3- b4= b1= w6-
"""

# The same, page 6: a round robin.
TEC_ROUND_ROBIN = """
1 w5= w2+ b3+ w4- b6+
2 w6+ b1- w5+ w3= b4+
3 w4+ b6+ w1- b2= w5+
4 b3- b5- w6= b1+ w2-
5 b1= w4+ b2- 6F- b3-
6 b2- w3- b4= 5F+ w1-
"""

# P. Lapeyre, Tie-break exercises (2026), by the version of March 2026.
LAPEYRE = """
1  w8+ b5- b14+ w3+ b2+
2  b9+ w7+ w5= b6+ w1-
3  w10+ b6= w4= b1- w7+
4  b11= w9+ b3= w5= w6=
5  w12+ w1+ b2= b4= w11+
6  b13+ w3= 11F+ w2- b4=
7  w14+ b2- w10+ b11- b3-
8  b1- w11- b12= w9= b13=
9  w2- b4- w13+ b8= w10=
10 b3- w13+ b7- w14= b9=
11 w4= b8+ 6F- w7+ b5-
12 b5- Z w8= b13- b14-
13 w6- b10- b9- w12+ w8=
14 b7- U w1- b10= w12+
"""

AWARDED = {"U": ("bye", F(1)), "H": ("requested", F(1, 2)), "Z": ("absent", F(0))}
FORFEITS = {"+": ("walkover", F(1)), "-": ("no-show", F(0))}
PLACES = {"+": (1, 2), "=": (1, 1), "-": (2, 1)}
CELL = re.compile(r"([wb])(\d+)([-=+])")


def crosstable(text: str) -> Crosstable:
    """The cells of every player."""
    rows = (line.split() for line in text.split("\n") if line)
    return {player: cells for player, *cells in rows}


def ledger_of(table: Crosstable, scheduled: bool = False) -> Ledger:
    """The ledger of a crosstable, with 1 point for a win and ½ for a draw."""
    ledger = Ledger(keep=True, scheduled=scheduled)
    for player, cells in table.items():
        for number, cell in enumerate(cells, start=1):
            if cell.startswith("w"):
                ledger.add(match_of(player, cell), round=number)
            elif cell in AWARDED:
                ledger.unplayed(player, number, *AWARDED[cell])
            elif "F" in cell:
                opponent, _, sign = cell.partition("F")
                ledger.unplayed(player, number, *FORFEITS[sign], opponent=opponent)
    return ledger


def match_of(player: str, cell: str) -> MatchResult:
    found = CELL.fullmatch(cell)
    assert found is not None
    return duel(player, found[2], found[3])


def duel(white: str, black: str, sign: str) -> MatchResult:
    """A match that White wins (+), draws (=) or loses (-)."""
    return MatchResult(0, (white, black), (0, 0), PLACES[sign])
