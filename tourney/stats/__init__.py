"""The uncertainty of means by deal block: intervals, confidence sequences, sequential tests."""

from tourney.stats.block_sums import Blocks
from tourney.stats.blocks import BlockMeans
from tourney.stats.interval import Interval
from tourney.stats.lengths import Lengths
from tourney.stats.paired import Paired
from tourney.stats.places import PlaceRange
from tourney.stats.prior import Prior
from tourney.stats.rules import Known, Meter, Quantity, RuleState, RuleWatch, StoppingRule, rule
from tourney.stats.running import Running
from tourney.stats.shares import share_interval
from tourney.stats.student import t_quantile

__all__ = [
    "BlockMeans",
    "Blocks",
    "Interval",
    "Known",
    "Lengths",
    "Meter",
    "Paired",
    "PlaceRange",
    "Prior",
    "Quantity",
    "RuleState",
    "RuleWatch",
    "Running",
    "StoppingRule",
    "rule",
    "share_interval",
    "t_quantile",
]
