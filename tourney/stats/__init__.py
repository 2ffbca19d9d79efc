"""The uncertainty of means by deal block: intervals, confidence sequences, sequential tests."""

from tourney.stats.blocks import BlockMeans, Blocks
from tourney.stats.interval import Interval
from tourney.stats.lengths import Lengths
from tourney.stats.paired import Paired
from tourney.stats.prior import Prior
from tourney.stats.rules import Meter, Quantity, RuleState, RuleWatch, StoppingRule, rule
from tourney.stats.running import Running
from tourney.stats.shares import share_interval
from tourney.stats.student import t_quantile

__all__ = [
    "BlockMeans",
    "Blocks",
    "Interval",
    "Lengths",
    "Meter",
    "Paired",
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
