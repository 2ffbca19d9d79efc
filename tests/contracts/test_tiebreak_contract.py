"""Every tie-break passes its contract."""

from tourney.contracts import contract
from tourney.scoring.tiebreaks import TIEBREAKS

globals().update(contract("tiebreak", *TIEBREAKS))
