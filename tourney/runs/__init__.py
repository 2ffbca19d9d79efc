"""A scheduled bot run: what it is, what it plays, how it goes on after a break."""
