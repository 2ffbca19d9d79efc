"""Low Card: the player of the lowest card loses a point."""

from engines.low_card.game import GAME

__all__ = ["GAME"]
