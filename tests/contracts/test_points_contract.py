"""Every point system passes its contract."""

from tourney.contracts import contract
from tourney.scoring.points import POINT_SYSTEMS

globals().update(contract("points", *POINT_SYSTEMS))
