"""The heuristic of Blue Border for the built-in bots."""
