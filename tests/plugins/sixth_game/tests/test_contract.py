"""The game passes the contract of all games."""

from hidden import DiveSecrets

from tourney.contracts import contract

globals().update(contract("game", "dive", secrets={"dive": DiveSecrets()}))
