"""What a Python program uses of tourney: `import tourney`. Types, words and examples of each name.

Everything here is a thin form of the use cases in `app`; `tourney/__init__.py` has the names.
"""
