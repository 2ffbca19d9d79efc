"""Diamonds: a trick-taking game with a thief token for two to six players."""

from engines.diamonds.game import GAME

__all__ = ["GAME"]
