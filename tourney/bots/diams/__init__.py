"""The heuristic of Diam's for the built-in bots."""
