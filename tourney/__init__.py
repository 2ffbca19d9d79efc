"""Tournaments of card games: bots and people, every move stored and checked."""

import os.path

from engines import CATALOGUES

__version__ = "0.1.0"

CATALOGUES.append(os.path.dirname(__file__))
