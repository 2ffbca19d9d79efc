"""Exports of matches pass the contract of exports."""

from tourney.contracts import contract

globals().update(contract("export", "results", "matches", "moves", "tmr", "standings"))
