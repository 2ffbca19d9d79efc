"""Doors for learning libraries: every game as an OpenSpiel game and as a PettingZoo environment.

Needs the extra `rl`. Nothing else in the house imports this room, and it knows the games
through their contract alone; what helps with one game in particular stands in a file of its own.
"""
