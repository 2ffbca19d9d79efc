"""Blue Border: dive along shades of blue, and call who goes too far."""

from engines.blue_border.game import GAME

__all__ = ["GAME"]
