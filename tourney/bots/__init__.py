"""The built-in bots and what a bot may look at when it decides."""
