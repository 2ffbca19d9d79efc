"""The error codes of `tourney check`: their meaning and how to correct the error.

`tourney help error:CODE` prints one; the reference page shows all.
"""

from typing import Final

KINDS: Final = {
    "T": "the text cannot be read",
    "R": "a move breaks a rule of the game",
    "K": "the record contradicts the rules or itself",
}

CODES: Final = {
    "T-action": (
        "An action does not follow the notation of the game, or names a card that does not exist.",
        "See tourney help notation. The game in the game: line may also be wrong.",
    ),
    "T-control": (
        "The line contains an invisible control character, such as an escape.",
        "Remove it. Text copied from a terminal often contains such characters.",
    ),
    "T-date": (
        "The value is not a date or part of a date.",
        "Write 2026-11-14, 2026-11 or 2026-11-14T19:05+09:00; write ? for unknown digits.",
    ),
    "T-directive": (
        "A line that starts with -- has an unknown word, or lacks something after the word.",
        "The message shows what was expected and the form of such a line.",
    ),
    "T-encoding": (
        "The file is not UTF-8 text.",
        "Save it as UTF-8. Databases and compressed files are not records.",
    ),
    "T-forfeit": (
        "A forfeit has an unknown seat or an unknown reason.",
        "Write a seat and a reason, such as D left or B timeout.",
    ),
    "T-game": (
        "Unknown game.",
        "tourney games lists the known games.",
    ),
    "T-gap": (
        "A record of the program itself (source: engine) says that turns are missing.",
        "Write the turns, or the source from which the record really comes.",
    ),
    "T-id": (
        "The value of match: is not an id.",
        "An id is one word without blanks, such as spring/17.",
    ),
    "T-key": (
        "Unknown header key.",
        "Check the spelling. Private keys start with x-.",
    ),
    "T-line": (
        "The line is not a header, seat, turn, directive or comment.",
        "Turns start with a seat letter and a colon, directives with --, comments with #.",
    ),
    "T-long": (
        "A line, a name or an action is too long, or a letter has too many accents.",
        "Lines have at most 65536 bytes, names 200 characters, actions 400, letters 30 accents.",
    ),
    "T-mark": (
        "Unknown reason after !, or the action before it has no mark.",
        "Write ^ or ~, the action, and ! with revoke, otetsuki, turn, count or other.",
    ),
    "T-missing": (
        "A required line is missing.",
        "Every match needs match:, game: and a seat line for each seat.",
    ),
    "T-option": (
        "Unknown option of this game, or invalid value.",
        "tourney games GAME lists the options with their values.",
    ),
    "T-order": (
        "The line is in the wrong place.",
        "The order is headers, seats, turns, result.",
    ),
    "T-quote": (
        "A text in quotes is not closed on its line.",
        'Close it with ".',
    ),
    "T-rank": (
        "The rank cannot be read, or a seat is missing in it.",
        "Write every seat once, such as A > B = C; = marks a shared place.",
    ),
    "T-result": (
        "The result cannot be read, or a seat is missing in it.",
        "Write every seat with its score, or ? if unknown: A 26, B 8, C ?.",
    ),
    "T-rules": (
        "The record needs a version of the rules that this program does not have.",
        "Check it with the version of tourney that wrote it, or with a newer one.",
    ),
    "T-seat": (
        "A seat line has no name, or an unknown attribute in brackets.",
        "Write seat B: NAME, and [bot 1.0], [id ID] or [new] if needed.",
    ),
    "T-seats": (
        "An unknown, repeated or missing seat.",
        "Seats are A, B, … without gaps; tourney games lists the number of seats of each game.",
    ),
    "T-source": (
        "Unknown source. Known: engine, table, notes, import.",
        "Remove the line if none of them applies.",
    ),
    "T-status": (
        "Unknown status.",
        "Write complete, forfeit, abandoned, adjudicated, unfinished or void.",
    ),
    "T-twice": (
        "A header, a result or a match id appears twice.",
        "Keep one of the lines, or give one of the matches another id.",
    ),
    "T-value": (
        "A header has no value.",
        "Write the value, or remove the line.",
    ),
    "T-version": (
        "The first line names a version of the record format that this program cannot read.",
        "Use a newer version of tourney.",
    ),
    "K-card": (
        "A card is shown more often than it exists in the game.",
        "Correct one of the places; the message shows an earlier one.",
    ),
    "K-check": (
        "A -- check line differs from the entries above it.",
        "Correct the -- check line or one of the entries above it.",
    ),
    "K-due": (
        "Another entry is required here: a hand, a refill, the end of a round, or a decision.",
        "A line is missing or in the wrong place.",
    ),
    "K-forfeit": (
        "Turns, status and forfeit lines contradict each other.",
        "Write a forfeit: line at the end for every seat that stopped playing.",
    ),
    "K-gap": (
        "-- gap stands where so many turns cannot be missing.",
        "Correct the number, leave it out, or write a gap in each round.",
    ),
    "K-irregular": (
        "An action marked ^ breaks a rule but was accepted at the table.",
        "This is an error only with --strict.",
    ),
    "K-over": (
        "The match is over by the rules, but the record continues.",
        "Remove lines of another match, or correct a card that ends the match too early.",
    ),
    "K-rank": (
        "The rank differs from the rank by the rules.",
        "The message shows the rank by the replay. Partners share one place.",
    ),
    "K-result": (
        "The result differs from the replay.",
        "Correct the result, or find the wrong entry; -- check lines help to find it.",
    ),
    "K-revealed": (
        "An entry does not show the cards that the rules require.",
        "The message shows the entry by the rules.",
    ),
    "K-ruling": (
        "A ruling changes an unknown count, or makes a count negative.",
        "Use the names of counts of this game; no count can be negative.",
    ),
    "K-status": (
        "The status contradicts the turns: the match is over, or is not over.",
        "Add the missing lines, or correct the status.",
    ),
    "K-turn": (
        "A turn is split over several lines, or a line holds several turns.",
        "Write each turn on one line, with its actions separated by ;.",
    ),
}


def meaning(code: str) -> str | None:
    """The meaning of a code and the remedy; None for an unknown code."""
    if code not in CODES:
        return None
    fault, remedy = CODES[code]
    return f"{code}: {KINDS[code[0]]}\n\n{fault}\n{remedy}\n"
