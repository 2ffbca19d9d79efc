"""Diamond Boxes: lay cards over each other so that their diamonds match; two rule sets."""

from engines.diamond_boxes.game import GAME1, GAME2

__all__ = ["GAME1", "GAME2"]
