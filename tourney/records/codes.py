"""What every error code of `tourney check` means and what helps.

`tourney help error:CODE` prints one, the reference page of the errors shows them all.
"""

from typing import Final

KINDS: Final = {
    "T": "the text cannot be read",
    "R": "a move breaks a rule of the game",
    "K": "the text can be read, but what it states does not agree",
}

CODES: Final = {
    "T-action": (
        "An action is not written as this game writes actions, or names a card that there is not.",
        "tourney help notation shows how moves are written; a game may also be named wrongly.",
    ),
    "T-control": (
        "The line holds a character that cannot be seen, such as an escape or a stray tab.",
        "Take it out; text copied from a terminal often brings such characters along.",
    ),
    "T-date": (
        "A date is neither a date nor a part of one.",
        "Write 2026-11-14, 2026-11, 2026-11-14T19:05+09:00, or ? for what is not known.",
    ),
    "T-directive": (
        "A line that starts with -- has a word that is none, or lacks something after it.",
        "The message says what was expected there and how such a line is written.",
    ),
    "T-encoding": (
        "The file is not UTF-8 text, or it is no text at all.",
        "Save it as UTF-8. A database or a compressed file is no record.",
    ),
    "T-forfeit": (
        "A forfeit names no seat of the match, or a reason that is none.",
        "Write the seat and a reason, such as D left or B timeout.",
    ),
    "T-game": (
        "The game is not one that this program knows.",
        "tourney games lists the games by the names that records use.",
    ),
    "T-id": (
        "What follows match: is not an id.",
        "An id is one word without blanks, such as spring/17.",
    ),
    "T-key": (
        "A header has a key that records do not have.",
        "Look for a slip of the pen; keys of your own start with x-.",
    ),
    "T-line": (
        "The line is no header, seat, turn, directive or comment.",
        "Turns start with a seat letter and a colon, comments with #.",
    ),
    "T-long": (
        "A line, a name or an action is too long, or a letter has too many accents.",
        "Lines have at most 65536 bytes, names 200 characters, actions 400, letters 30 accents.",
    ),
    "T-mark": (
        "The reason after ! is none, or the action in front of it has no mark.",
        "Write ^ or ~, the action, ! and revoke, otetsuki, turn, count or other.",
    ),
    "T-missing": (
        "The match lacks a line that every match needs.",
        "match:, game: and a seat line for every seat have to be there.",
    ),
    "T-option": (
        "An option is not one of this game, or has a value that it cannot have.",
        "tourney games GAME lists the options with their values.",
    ),
    "T-order": (
        "A line stands where such a line cannot stand.",
        "Headers come first, then seats, turns, and the result at the end.",
    ),
    "T-quote": (
        "A text in quotes does not end on its line.",
        'Close it with ".',
    ),
    "T-rank": (
        "The rank is not written as a rank, or a seat is missing in it.",
        "Write every seat once: A > B = C, where = is a shared place.",
    ),
    "T-result": (
        "The result is not written as a result, or a seat is missing in it.",
        "Write every seat with its score, ? for one that is not known: A 26, B 8, C ?.",
    ),
    "T-rules": (
        "The record was made with a version of the rules that this program does not have.",
        "Check it with the version of tourney that wrote it, or with a newer one.",
    ),
    "T-seat": (
        "A seat line has no name, or something in brackets that is no attribute.",
        "Write seat B: NAME, and [bot 1.0], [id ID] or [new] if needed.",
    ),
    "T-seats": (
        "A line names a seat that is not there, names one twice, or leaves one out.",
        "Seats go from A on without gaps, and the game says how many there may be.",
    ),
    "T-source": (
        "The source is none of engine, table, notes, import.",
        "Leave the line out if none of them is right.",
    ),
    "T-status": (
        "The status is none that a match can have.",
        "complete, forfeit, abandoned, adjudicated, unfinished or void.",
    ),
    "T-twice": (
        "Something that may be there once is there twice: a header, a result, a match id.",
        "Keep one of the lines; give one of two matches another id.",
    ),
    "T-value": (
        "A header has a key and nothing after it.",
        "Write the value, or leave the line out.",
    ),
    "T-version": (
        "The first line names a version of the record format that this program does not read.",
        "Use a newer tourney.",
    ),
    "K-card": (
        "A card is shown more often than there are such cards.",
        "One of the places is wrong; the message shows an earlier one.",
    ),
    "K-check": (
        "A -- check line states something else than follows from the entries above it.",
        "Either the count at the table was wrong, or an entry above it is.",
    ),
    "K-due": (
        "Something else has to come here: a hand, a refill, the end of a round, a seat's decision.",
        "A line was left out, or stands in another place than it happened.",
    ),
    "K-forfeit": (
        "The turns, the status and the forfeit lines do not agree on who forfeited.",
        "Every seat that stopped playing has a forfeit: line at the end.",
    ),
    "K-irregular": (
        "An action marked with ^ was let stand although it breaks a rule. Not an error by itself.",
        "With --strict it is one.",
    ),
    "K-over": (
        "The match is over by the rules, and yet it goes on.",
        "Lines of another match may have got in here, or a closing card is written too early.",
    ),
    "K-rank": (
        "The rank is another than the scores and the rules give.",
        "The message has the one that follows from the replay. A team takes one place.",
    ),
    "K-result": (
        "The result is another than the replay gives.",
        "Correct it, or look for the entry that is wrong; -- check lines help to find it.",
    ),
    "K-revealed": (
        "An entry does not show what it must by the rules: too few cards, or others.",
        "The message has how it would read.",
    ),
    "K-ruling": (
        "A ruling changes a count that the game does not have, or takes more than is there.",
        "Write the counts as the game names them; none can fall below zero.",
    ),
    "K-status": (
        "The status says that the match is over and it is not, or the other way round.",
        "Write the lines that are missing, or the status that is right.",
    ),
    "K-turn": (
        "What belongs to one turn stands on several lines, or several turns on one.",
        "Write each turn on a line of its own, its actions separated by ;.",
    ),
}


def meaning(code: str) -> str | None:
    """What `code` says and what helps; None for one that is not in the table."""
    if code not in CODES:
        return None
    said, remedy = CODES[code]
    return f"{code}: {KINDS[code[0]]}\n\n{said}\n{remedy}\n"
