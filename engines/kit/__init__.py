"""Shared by all games: options, notation, matching, the order of a deck, common messages."""
