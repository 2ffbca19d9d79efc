"""Starter: whoever plays the highest card of a round gets a point."""

from starter.game import GAME

__all__ = ["GAME"]
