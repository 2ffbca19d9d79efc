"""The texts of `tourney help faults` and of `tourney help CODE` for each fault of a bot."""

from typing import Final, NamedTuple


class FaultHelp(NamedTuple):
    """What a fault means, and what its causes usually are."""

    meaning: str
    causes: str


FAULTS: Final = {
    "illegal": FaultHelp(
        "The answer is not a move, or the move breaks a rule.",
        "The evidence quotes the answer and names the rule; tourney help rule:ID explains it. A\n"
        "bot that wants legal receives the legal moves as texts: send one of them back unchanged.",
    ),
    "timeout": FaultHelp(
        "The time for the move and the bank of the match were used up.",
        "Without a clock a bot has one minute for each move. A bot that answers, but is late\n"
        "every time, may not flush its output after each line. tourney bot bench measures moves.",
    ),
    "crash": FaultHelp(
        "The process ended during a match, or a Python class raised an exception.",
        "The evidence has the exit status or signal, or the exception with file and line. The\n"
        "last lines on stderr follow it.",
    ),
    "protocol": FaultHelp(
        "A line is not JSON, has no t or id or an unknown kind, or asks twice for the list.",
        "Write nothing to stdout but answers; print messages for yourself to stderr.",
    ),
    "startup": FaultHelp(
        "Its hello or ready is missing, late or wrong, or a Python class cannot be created.",
        "A program must answer hello and match within 10 s each, and flush its output after each\n"
        "line. It must play the game: see games in its hello. After two matches in a row a bot is\n"
        "not started again in this session and forfeits its other matches; --resume tries it.",
    ),
    "oom": FaultHelp(
        "The processes of the bot used more memory than the run allows.",
        "--memory MB sets the limit for all processes of one bot together.",
    ),
    "flood": FaultHelp(
        "A line of more than 65,536 bytes, or 1,000 answers in a match without a request.",
        "Write one line for each request, with the id of the request.",
    ),
    "resigned": FaultHelp(
        "The bot gave up the match with the message resign.",
        "The match counts as a forfeit.",
    ),
    "runner": FaultHelp(
        "The program itself failed; no bot loses anything by it.",
        "The match is stored as abandoned. If it happens again, the traceback is worth a report.",
    ),
}
"""By code, as records, the database and the protocol write it."""

AFTER: Final = """\
The option --on-fault of a run says what follows: forfeit (the bot takes the last place, the
default), random-move (a random move is made, the bot plays on if it can) or abort (the match has
no result).

  tourney bot logs NAME                     the faults of a bot, with commands that repeat them
  tourney bot check TARGET                  look for faults in all games
  tourney run --resume RUN --replay-faults  play the matches with faults again
"""


def faults() -> str:
    """All codes of faults and their meanings."""
    rows = "".join(f"  {code:10}{found.meaning}\n" for code, found in FAULTS.items())
    head = "A fault of a bot has one of these codes; tourney help CODE says more about each:\n"
    return f"{head}\n{rows}\n{AFTER}"


def fault(code: str) -> str | None:
    """The meaning of a code, its usual causes and what follows; None for an unknown code."""
    found = FAULTS.get(code)
    return f"{code}: {found.meaning}\n\n{found.causes}\n\n{AFTER}" if found else None
