"""Every game of the program passes the contract of games."""

from engines.games import GAMES
from tests.examples import tries_all
from tourney.contracts import contract

globals().update(contract("game", *GAMES, thorough=tries_all()))
