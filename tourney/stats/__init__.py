"""The uncertainty of means by deal block: intervals, confidence sequences, sequential tests."""

from tourney.stats.best import PlaceRange, Prior
from tourney.stats.block_means import BlockMeans, Lengths, Paired
from tourney.stats.confidence import Interval, share_interval, t_quantile
from tourney.stats.stopping import (
    Known,
    Meter,
    Quantity,
    RuleState,
    RuleWatch,
    StoppingRule,
    rule,
)

__all__ = [
    "BlockMeans",
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
    "StoppingRule",
    "rule",
    "share_interval",
    "t_quantile",
]
