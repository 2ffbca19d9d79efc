"""A scheduled bot run: its settings, its matches, and how it is resumed."""
