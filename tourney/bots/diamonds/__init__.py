"""Diamonds as the built-in bots understand it."""
