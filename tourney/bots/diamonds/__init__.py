"""The heuristic of Diamonds for the built-in bots."""
