"""Blue Border: lay lines in shades of blue, and call cards that do not fit; two to four players."""

from engines.blue_border.game import GAME

__all__ = ["GAME"]
