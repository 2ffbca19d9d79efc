"""The heuristics of Diamond Boxes, both rule sets, for the built-in bots."""
