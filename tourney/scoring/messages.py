"""Why a player is above the next one, the names and meanings of tie-breaks, and what they lack."""

from collections.abc import Mapping
from typing import Final

from engines.messages import Sentence

BREAKS: Final[Mapping[str, Sentence]] = {
    "head-to-head": Sentence("scoring.head-to-head"),
    "even": Sentence("scoring.even"),
    "wins": Sentence("scoring.wins"),
    "score": Sentence("scoring.score"),
    "chips": Sentence("scoring.chips"),
    "seconds": Sentence("scoring.seconds"),
    "thirds": Sentence("scoring.thirds"),
    "opponents": Sentence("scoring.opponents"),
    "opponents-cut1": Sentence("scoring.opponents-cut1"),
    "sonneborn-berger": Sentence("scoring.sonneborn-berger"),
    "beaten": Sentence("scoring.beaten"),
    "table-share": Sentence("scoring.table-share"),
    "margin": Sentence("scoring.margin"),
    "performance": Sentence("scoring.performance"),
    "BH": Sentence("scoring.BH"),
    "BH-C1": Sentence("scoring.BH-C1"),
    "BH-C2": Sentence("scoring.BH-C2"),
    "BH-M1": Sentence("scoring.BH-M1"),
    "BH-M2": Sentence("scoring.BH-M2"),
    "FB": Sentence("scoring.FB"),
    "AOB": Sentence("scoring.AOB"),
    "SB": Sentence("scoring.SB"),
    "SB-C1": Sentence("scoring.SB-C1"),
    "DE": Sentence("scoring.DE"),
    "PS": Sentence("scoring.PS"),
    "KS": Sentence("scoring.KS"),
    "WIN": Sentence("scoring.WIN"),
    "WON": Sentence("scoring.WON"),
    "BPG": Sentence("scoring.BPG"),
    "BWG": Sentence("scoring.BWG"),
    "REP": Sentence("scoring.REP"),
    "ARO": Sentence("scoring.ARO"),
    "TPR": Sentence("scoring.TPR"),
    "lots": Sentence("scoring.lots"),
}
"""The name of every tie-break in reasons."""
