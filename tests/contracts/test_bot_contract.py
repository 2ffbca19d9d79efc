"""The built-in bots that need little time pass the contract of bots."""

from tourney.contracts import contract

globals().update(contract("bot", "random", "greedy"))
