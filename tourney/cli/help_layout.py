"""Headings of long lists in the help: which commands and options stand under which.

The words of a heading are in `help.toml`, as `heading begin`. Lists that are not here are short and
have no headings.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

SECTIONS: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = {
    "": {
        "begin": ("demo", "samples", "games", "help"),
        "bots": ("run", "watch", "runs", "bot", "compare"),
        "at-the-table": ("play", "record", "sheet"),
        "events": ("event", "player", "serve"),
        "results": ("standings", "season", "crosstable", "ratings", "analyse", "stats", "plot"),
        "records": ("match", "replay", "report", "check", "fmt", "import", "export", "verify"),
        "program": ("plugins", "plugin", "undo", "db", "config", "completion"),
    },
    "event": {
        "an-event": ("new", "formats", "list", "show", "open", "close", "reopen", "rm"),
        "who-plays": ("add-player", "drop", "return", "no-show", "replace", "add-bot",
                      "change-bot", "restrict"),
        "rounds": ("pair", "play", "unpair", "swap", "lock", "dates", "final"),
        "on-paper": ("sheet", "explain", "seal", "witness", "replay"),
    },
    "run": {
        "what-is-played": ("--game", "--option", "--bot", "--seats", "--block", "--schedule",
                           "--seed", "--bot-seed"),
        "how-long": ("--deals", "--until", "--hours"),
        "where": ("--jobs", "--executor", "--ship", "--wait", "--trust-bots", "--part"),
        "limits": ("--time-per-move", "--time-per-match", "--memory", "--isolation",
                   "--on-fault", "--max-faults"),
        "what-is-stored": ("--name", "--log", "--commit", "--beacon", "--dry-run", "--progress"),
        "again": ("--resume", "--extend", "--changed", "--replay-faults", "--only", "--trace"),
    },
    "event new": {
        "who-plays": ("--players", "--bot", "--fill", "--on-similar"),
        "what-is-played": ("--game", "--option", "--schedule", "--set", "--rounds", "--dates",
                           "--final", "--duplicate", "--seed"),
        "tables": ("--sizes", "--prefer", "--no-repeats", "--max-meetings", "--never", "--apart",
                   "--fixed-seat", "--fixed-table", "--new-seats", "--time-limit"),
        "points": ("--points", "--tiebreak", "--bye", "--missed", "--policy"),
        "limits": ("--time-per-move", "--time-per-match", "--memory", "--isolation",
                   "--on-fault"),
        "what-is-stored": ("--plan", "--dry-run", "--by"),
    },
}  # fmt: skip
"""By the words of a command: headings, and under each its commands, or its options by long name."""

EXAMPLES: Final = Path(__file__).with_name("examples.txt")
"""Examples of commands; a line that is indented continues the one before."""


def examples(*words: str) -> Iterator[str]:
    """The examples of a command, each of one line or more."""
    begin = " ".join(("tourney", *words))
    for line in EXAMPLES.read_text("utf-8").replace("\n  ", "\0  ").splitlines():
        if f"{line} ".startswith(f"{begin} "):
            yield line.replace("\0", "\n")
