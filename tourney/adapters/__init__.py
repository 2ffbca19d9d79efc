"""Adapters for learning libraries: every game as an OpenSpiel game and a PettingZoo environment.

Needs the extra `rl`. No other package imports this one. Uses only the contract of the games; each
file with a game's name adds an encoding for that game.
"""
