"""The game passes the contract of all games."""

from hidden import StarterSecrets

from tourney.contracts import contract

globals().update(contract("game", "starter", secrets={"starter": StarterSecrets()}))
