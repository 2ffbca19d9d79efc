"""What every tie-break means, one sentence each."""

from collections.abc import Mapping
from typing import Final

from engines.messages import Sentence

HEADS: Final[Mapping[str, Sentence]] = {
    "head-to-head": Sentence("scoring.meaning-head-sums"),
    "opponents": Sentence("scoring.meaning-head-tables"),
    "BH": Sentence("scoring.meaning-head-duels"),
}
"""The heading above a tie-break."""

MEANINGS: Final[Mapping[str, Sentence]] = {
    "head-to-head": Sentence("scoring.meaning-head-to-head"),
    "even": Sentence("scoring.meaning-even"),
    "wins": Sentence("scoring.meaning-wins"),
    "score": Sentence("scoring.meaning-score"),
    "chips": Sentence("scoring.meaning-chips"),
    "seconds": Sentence("scoring.meaning-seconds"),
    "thirds": Sentence("scoring.meaning-thirds"),
    "opponents": Sentence("scoring.meaning-opponents"),
    "opponents-cut1": Sentence("scoring.meaning-opponents-cut1"),
    "sonneborn-berger": Sentence("scoring.meaning-sonneborn-berger"),
    "beaten": Sentence("scoring.meaning-beaten"),
    "table-share": Sentence("scoring.meaning-table-share"),
    "margin": Sentence("scoring.meaning-margin"),
    "performance": Sentence("scoring.meaning-performance"),
    "BH": Sentence("scoring.meaning-BH"),
    "BH-C1": Sentence("scoring.meaning-BH-C1"),
    "BH-C2": Sentence("scoring.meaning-BH-C2"),
    "BH-M1": Sentence("scoring.meaning-BH-M1"),
    "BH-M2": Sentence("scoring.meaning-BH-M2"),
    "FB": Sentence("scoring.meaning-FB"),
    "AOB": Sentence("scoring.meaning-AOB"),
    "SB": Sentence("scoring.meaning-SB"),
    "SB-C1": Sentence("scoring.meaning-SB-C1"),
    "DE": Sentence("scoring.meaning-DE"),
    "PS": Sentence("scoring.meaning-PS"),
    "KS": Sentence("scoring.meaning-KS"),
    "WIN": Sentence("scoring.meaning-WIN"),
    "WON": Sentence("scoring.meaning-WON"),
    "BPG": Sentence("scoring.meaning-BPG"),
    "BWG": Sentence("scoring.meaning-BWG"),
    "REP": Sentence("scoring.meaning-REP"),
    "ARO": Sentence("scoring.meaning-ARO"),
    "TPR": Sentence("scoring.meaning-TPR"),
    "lots:SEED": Sentence("scoring.meaning-lots"),
}
"""The meaning of every tie-break by its name."""

NOTES: Final[tuple[Sentence, ...]] = (
    Sentence("scoring.meaning-order"),
    Sentence("scoring.meaning-per-match"),
    Sentence("scoring.meaning-older"),
    Sentence("scoring.meaning-points"),
    Sentence("scoring.meaning-unplayed"),
)
"""What holds for all of them, in paragraphs."""
