"""Tournaments of card games: bots and people, every move stored and checked."""

__version__ = "0.1.0"
