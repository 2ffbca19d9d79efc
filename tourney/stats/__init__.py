"""How sure a mean is, by deal block: intervals, sequences, tests. Pure; knows no points system."""

from tourney.stats.blocks import BlockMeans, Blocks, Interval
from tourney.stats.rules import Quantity, Rule, State, Watch, rule
from tourney.stats.running import Running
from tourney.stats.shares import share_interval
from tourney.stats.student import t_quantile

__all__ = [
    "BlockMeans",
    "Blocks",
    "Interval",
    "Quantity",
    "Rule",
    "Running",
    "State",
    "Watch",
    "rule",
    "share_interval",
    "t_quantile",
]
