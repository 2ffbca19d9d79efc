"""How long texts may be and how large numbers: one place for what is typed, planned or imported.

Whatever a command refuses, a plan file and a document of an event may not contain either.
"""

from typing import Final

# Characters of the name of an event: it is a column of tables and a part of the ids of matches.
EVENT_NAME: Final = 100
PLAYER_NAME: Final = 100  # characters of the name of a person
BOT_NAME: Final = 64  # characters of the name of a bot, and of a name that is typed for an entrant
RECORD_NAME: Final = 200  # characters of a name of a player, match, event and so on in a record
READING: Final = 200  # characters of the reading of a name
AUTHOR: Final = 100  # characters of the name of the author of a change
REASON: Final = 2000  # characters of the reason for a correction
SEED: Final = 200  # characters of a seed
TARGET: Final = 4096  # characters of the target of a bot: a path or a command
SETTING: Final = 200  # characters of the name or value of a setting or an option
DIGITS: Final = 9  # digits of a number in a setting

ROUNDS: Final = 1000  # rounds of a stage
STAGES: Final = 100  # stages of an event
TABLE: Final = 999  # the largest number of a fixed table
SEATS: Final = 8  # seats of a table, A to H
SEARCH: Final = 3600  # seconds for which the best tables of a round are searched
# Points for a bye or a missed round are below it, and so are their denominators.
POINTS: Final = 10**6
SCORE: Final = 10**9  # a score is below it
CLOCK_MS: Final = 86_400_000  # the longest clock, in milliseconds: a day
LEAST_MB: Final = 16  # the smallest limit of memory, in megabytes
MOST_MB: Final = 2**20  # the largest limit of memory, in megabytes
# The largest whole number that a database can hold, and that TOML promises.
WHOLE: Final = 2**63 - 1
ANALYSIS_SEED: Final = "1"  # the seed of the worlds of analyses, if nobody asks for another one
BEACON: Final = 200  # characters of what a public draw gives, and of where it comes from
