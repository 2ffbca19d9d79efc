"""Adapters for learning libraries: every game as an OpenSpiel game and a PettingZoo environment.

Needs the extra `rl`, except for features and codings, which exports of observations use. Uses only
the contract of the games; each file with a game's name adds an encoding for that game.
"""
