"""Dive: draw cards one by one, and come up before the sea takes them."""

from dive.game import GAME

__all__ = ["GAME"]
