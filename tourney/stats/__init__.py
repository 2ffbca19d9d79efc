"""How sure a mean is: intervals by deal block. Pure; knows no points system and no table."""

from tourney.stats.blocks import BlockMeans, Blocks, Interval
from tourney.stats.student import t_quantile

__all__ = ["BlockMeans", "Blocks", "Interval", "t_quantile"]
