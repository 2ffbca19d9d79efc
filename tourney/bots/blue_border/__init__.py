"""Blue Border as the built-in bots understand it."""
