"""Diam's: two to five players collect diamonds in hidden vaults."""

from engines.diams.game import GAME

__all__ = ["GAME"]
