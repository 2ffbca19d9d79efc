"""The topics of `tourney help`; the reference pages of the documentation show the same texts.

Exit codes, settings, formats and games are taken from the code, so that the texts stay correct;
what is said about each is in the catalogue `help.toml`.
"""

from collections.abc import Callable, Iterable
from typing import Final

from engines.messages import Sentence, catalogue
from tourney.cli.help_texts import text
from tourney.cli.settings import FORMATS, SETTINGS

WIDTH: Final = 80
NAMES: Final = 20
"""Columns of a text, and those of the names in a list of tie-breaks."""

EXIT_CODES: Final = (0, 1, 2, 3, 4, 5, 6, 130)
VARIABLES: Final = ("TOURNEY_PROJECT", "NO_COLOR", "XDG_CONFIG_HOME")
"""Variables besides those of single settings."""
FAULTS: Final = (
    "illegal", "timeout", "crash", "protocol", "startup", "oom", "flood", "resigned", "runner",
)  # fmt: skip
"""Codes of faults of bots, as records, the database and the protocol write them."""


def _columns(rows: Iterable[tuple[str, str]], lang: str, width: int = 22) -> str:
    """Names and texts in two columns; English texts are as long as their columns are wide."""
    from tourney.render.text import wrapped

    lines = []
    for left, right in rows:
        parts = [right] if lang == "en" else wrapped(right, WIDTH - width - 2)
        lines += [f"  {left:{width}}{parts[0]}".rstrip()]
        lines += [" " * (width + 2) + part for part in parts[1:]]
    return "\n".join(lines)


def prose(lang: str, words: str) -> str:
    """A text with its own lines; Japanese paragraphs are one line each and are wrapped here."""
    from tourney.render.text import hanging

    if lang == "en":
        return words
    lines: list[str] = []
    for line in words.split("\n"):
        plain = line.lstrip()
        indent = line[: len(line) - len(plain)]
        row = plain.startswith("|")  # of a table
        lines += (
            [line] if row else (indent + one for one in hanging(plain, WIDTH - len(indent), ""))
        )
    return "\n".join(lines)


def notation(lang: str) -> str:
    """The notation of moves, game by game."""
    from engines.games import GAMES

    parts = [
        f"{game.title[lang]} ({game.name})\n\n{game.notation.template(lang).strip()}"
        for game in GAMES.values()
    ]
    return "\n\n".join(parts)


def tie_breaks(lang: str) -> str:
    """All tie-breaks with one sentence each."""
    from tourney.render.text import wrapped
    from tourney.scoring.tiebreaks import HEADS, MEANINGS, NOTES

    blank = " " * NAMES
    parts = ["\n".join(wrapped(note.template(lang), WIDTH)) for note in NOTES]
    for name, meaning in MEANINGS.items():
        first, *rest = wrapped(meaning.template(lang), WIDTH - NAMES)
        lines = [f"  {name:{NAMES - 2}}{first}", *(blank + line for line in rest)]
        if name in HEADS:
            head = wrapped(HEADS[name].template(lang), WIDTH)
            parts.append("\n".join([*head, *lines]))
        else:
            parts[-1] += "\n" + "\n".join(lines)
    return "\n\n".join(parts)


def run_file(lang: str) -> str:
    """The keys of a file of `tourney run`."""
    from tourney.render.text import wrapped

    head = "\n".join(wrapped(Sentence("runs.keys-head").template(lang), WIDTH))
    meanings = (key for key in catalogue("runs") if key.startswith("key-"))
    rows = ((key.removeprefix("key-"), Sentence(f"runs.{key}").template(lang)) for key in meanings)
    example = Sentence("runs.keys-example").template(lang)
    return f"{head}\n\n{_columns(rows, lang, 16)}\n\n{example}\n\n{RUN_FILE}"


RUN_FILE: Final = """\
  game = "diams"
  deals = 200
  until = "ci<0.1"

  [options]
  length = "quick"

  [bots]
  mine = "./mybot.py"
  greedy = "greedy\"\
"""


def exit_codes(lang: str) -> str:
    """The exit codes and their causes."""
    rows = ((str(code), text(lang, "exit-code", str(code))) for code in EXIT_CODES)
    return _columns(rows, lang, 6)


def environment(lang: str) -> str:
    """The variables and files from which settings are read."""
    rows = [(f"TOURNEY_{name.upper()}", text(lang, "setting", name)) for name in SETTINGS]
    rows += [(name, text(lang, "setting", name)) for name in VARIABLES]
    return f"{prose(lang, text(lang, 'topic environment text'))}\n\n{_columns(rows, lang)}"


def formats(lang: str) -> str:
    """The output formats of --format."""
    rows = ((name, text(lang, "format", name)) for name in FORMATS)
    return f"{_columns(rows, lang, 12)}\n\n{prose(lang, text(lang, 'topic formats text'))}"


def faults(lang: str) -> str:
    """All codes of faults and their meanings."""
    rows = ((code, text(lang, "fault", code)) for code in FAULTS)
    head, after = text(lang, "faults"), prose(lang, text(lang, "after-fault"))
    return f"{head}\n\n{_columns(rows, lang, 10)}\n\n{after}"


def fault(code: str, lang: str) -> str:
    """The meaning of a code of a fault, its usual causes and what follows."""
    meaning, causes = text(lang, "fault", code), text(lang, "fault", code, "text")
    return prose(lang, f"{code}: {meaning}\n\n{causes}\n\n{text(lang, 'after-fault')}")


def records(lang: str) -> str:
    """The format of a record file, and the commands that read one."""
    return prose(lang, text(lang, "topic records text"))


def protocol(lang: str) -> str:
    """The messages between tourney and a bot that is a program."""
    return prose(lang, text(lang, "topic protocol text"))


TOPICS: Final[dict[str, Callable[[str], str]]] = {
    "notation": notation,
    "records": records,
    "run-file": run_file,
    "protocol": protocol,
    "faults": faults,
    "exit-codes": exit_codes,
    "environment": environment,
    "formats": formats,
    "tie-breaks": tie_breaks,
}
