"""Diam's as the built-in bots understand it."""
