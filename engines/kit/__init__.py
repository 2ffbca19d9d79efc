"""Shared by all games: options, tokens of notation, matching, the order of a deck, sentences."""
