"""Every format that draws tables passes the contract of formats."""

from tourney.contracts import contract
from tourney.formats.formats import FORMATS

globals().update(contract("format", *(name for name in FORMATS if name != "manual")))
