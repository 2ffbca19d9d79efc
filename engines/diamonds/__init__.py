"""Diamonds: trick taking for two to six, with the thief token."""

from engines.diamonds.game import GAME

__all__ = ["GAME"]
