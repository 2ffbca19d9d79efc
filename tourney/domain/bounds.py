"""How long texts may be and how large numbers: one place for what is typed, planned or imported.

Whatever a command refuses, a plan file and a document of an event may not contain either.
"""

from typing import Final

EVENT_NAME: Final = 100
"""Characters of the name of an event: it is a column of tables and a part of the ids of matches."""
PLAYER_NAME: Final = 100
"""Characters of the name of a person."""
BOT_NAME: Final = 64
"""Characters of the name of a bot, and of a name that is typed for an entrant."""
RECORD_NAME: Final = 200
"""Characters of a name of a player, match, event and so on in a record."""
READING: Final = 200
"""Characters of the reading of a name."""
AUTHOR: Final = 100
"""Characters of the name of the author of a change."""
REASON: Final = 2000
"""Characters of the reason for a correction."""
SEED: Final = 200
"""Characters of a seed."""
TARGET: Final = 4096
"""Characters of the target of a bot: a path or a command."""
SETTING: Final = 200
"""Characters of the name or value of a setting or an option."""
DIGITS: Final = 9
"""Digits of a number in a setting."""

ROUNDS: Final = 1000
"""Rounds of a stage."""
STAGES: Final = 100
"""Stages of an event."""
TABLE: Final = 999
"""The largest number of a fixed table."""
SEATS: Final = 8
"""Seats of a table, A to H."""
SEARCH: Final = 3600
"""Seconds for which the best tables of a round are searched."""
POINTS: Final = 10**6
"""Points for a bye or a missed round are below it, and so are their denominators."""
SCORE: Final = 10**9
"""A score is below it."""
CLOCK_MS: Final = 86_400_000
"""The longest clock, in milliseconds: a day."""
LEAST_MB: Final = 16
"""The smallest limit of memory, in megabytes."""
MOST_MB: Final = 2**20
"""The largest limit of memory, in megabytes."""
WHOLE: Final = 2**63 - 1
"""The largest whole number that a database can hold, and that TOML promises."""
