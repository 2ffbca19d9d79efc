"""The topics of `tourney help`; the reference pages of the documentation show the same texts.

Exit codes, settings, formats and games are taken from the code, so that the texts stay correct.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from engines.messages import Sentence
from tourney.cli.fault_help import faults
from tourney.cli.settings import FORMATS, SETTINGS
from tourney.domain import errors

WIDTH: Final = 80
NAMES: Final = 20
"""Columns of a text, and those of the names in a list of tie-breaks."""


@dataclass(frozen=True, slots=True)
class Topic:
    """A topic: a short description and its text."""

    short: str
    text: Callable[[], str]


def _columns(rows: Iterable[tuple[str, str]], width: int = 22) -> str:
    return "\n".join(f"  {left:{width}}{right}".rstrip() for left, right in rows)


def notation(lang: str = "en") -> str:
    """The notation of moves, game by game."""
    from engines.games import GAMES

    parts = [
        f"{game.title[lang]} ({game.name})\n\n{game.notation.template(lang).strip()}"
        for game in GAMES.values()
    ]
    return "\n\n".join(parts) + "\n"


def tie_breaks(lang: str = "en") -> str:
    """All tie-breaks with one sentence each."""
    from tourney.render.text import wrapped
    from tourney.scoring.meaning_messages import HEADS, MEANINGS, NOTES

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
    return "\n\n".join(parts) + "\n"


def records() -> str:
    """The format of a record file, and the commands that read one."""
    return RECORDS


def run_file(lang: str = "en") -> str:
    """The keys of a file of `tourney run`."""
    from tourney.render.text import wrapped
    from tourney.runs.messages import KEYS

    head = "\n".join(wrapped(Sentence("runs.keys-head").template(lang), WIDTH))
    keys = _columns(((key, meaning.template(lang)) for key, meaning in KEYS.items()), 16)
    return f"{head}\n\n{keys}\n\n{Sentence('runs.keys-example').template(lang)}\n\n{RUN_FILE}"


def protocol() -> str:
    """The messages between tourney and a bot that is a program."""
    return PROTOCOL


def exit_codes() -> str:
    """The exit codes and their causes."""
    kinds = [errors.UsageFault, errors.DataFault, errors.NotFound, errors.Conflict]
    causes = {kind.exit_code: _sentence(kind.__doc__) for kind in kinds}
    rows = {
        0: "Success.",
        1: "A failure of the system: disk full, no permission, no answer from a server.",
        **causes,
        4: "More bot faults than --max-faults allows, or a bot that did not start.",
        130: "Interrupted by Ctrl-C, SIGTERM or SIGHUP; runs can be resumed.",
    }
    return _columns(((str(code), rows[code]) for code in sorted(rows)), 6) + "\n"


def _sentence(text: str | None) -> str:
    return " ".join((text or "").split())


def environment() -> str:
    """The variables and files from which settings are read."""
    rows = [(f"TOURNEY_{name.upper()}", kind.help) for name, kind in SETTINGS.items()]
    rows += [
        ("TOURNEY_PROJECT", "folder of the project"),
        ("NO_COLOR", "if set, no colour unless --color always is given"),
        ("XDG_CONFIG_HOME", "folder of your own settings file, tourney/config.toml"),
    ]
    order = (
        "The value of a setting is taken from the first of these sources that has one: an option,\n"
        "an environment variable, the nearest tourney.toml in this folder or above, your own\n"
        "config.toml, the default. tourney config show prints the source of every setting.\n"
        "Without any of them, lang is the language of the system: LC_ALL, LC_MESSAGES or LANG.\n\n"
    )
    return order + _columns(rows) + "\n"


def formats() -> str:
    """The output formats of --format."""
    return (
        _columns(((name, FORMAT_HELP[name]) for name in FORMATS), 12)
        + "\n\ncsv, tsv, json and jsonl have stable keys as column names; the others have titles.\n"
        "With -o, tables can also be xlsx and parquet files.\n"
        "--columns KEY,KEY selects columns and their order; -o FILE writes to a file,\n"
        "whose ending decides the format.\n"
    )


FORMAT_HELP: Final = {
    "table": "lines and colour, fitted to the terminal",
    "plain": "aligned columns without lines",
    "csv": "comma-separated values with a header line of keys",
    "tsv": "tab-separated values with a header line of keys",
    "json": "one list of objects",
    "jsonl": "one object per line",
    "markdown": "a Markdown table",
    "latex": "a LaTeX tabular for the package booktabs",
    "html": "an HTML table",
}

RUN_FILE: Final = """\
  game = "diams"
  deals = 200
  until = "ci<0.1"

  [options]
  length = "quick"

  [bots]
  mine = "./mybot.py"
  greedy = "greedy"
"""

PROTOCOL: Final = """\
A bot given as cmd:"…" is a program that reads lines from stdin and writes lines to
stdout. Each line is a JSON object. These are the messages to the bot; -> marks the answer:

  {"t":"hello","proto":"tmbp/1","runner":…,"games":["diams/1",…],"limits":{…}}
    -> {"t":"hello","proto":"tmbp/1","name":…,"version":…,"games":["diams"],
        "want":["events","view","legal"]}
  {"t":"match","m":…,"rules":"diams/1","options":{…},"seat":0,"seats":3,
   "names":["you","?","?"],"rng":"5f0c…","clock":{"move_ms":…,"bank_ms":…}}
    -> {"t":"ready","m":…}
  {"t":"event","m":…,"n":7,"seat":1,"text":"reveal 3 10*"}
  {"t":"act","m":…,"id":17,"n":7,"phase":…,"view":{…},"legal":["draw",…]}
    -> {"t":"move","m":…,"id":17,"move":"draw"}
  {"t":"act",…,"legal_count":4012}               too many moves to list: ask for them
    -> {"t":"legal","m":…,"id":17}
  {"t":"legal","m":…,"id":17,"legal":[…]}
    -> {"t":"move",…}
  {"t":"error",…}  {"t":"end","m":…,"places":[2,1,3],"scores":[…],"reason":…}
  {"t":"ping","n":3}
    -> {"t":"pong","n":3}
  {"t":"quit"}                                   the bot must exit

A bot ignores unknown messages, unknown fields and empty lines. It takes its random numbers
only from the seed in rng.

  tourney bot new NAME [--lang LANG]    create a bot that does all this; LANG: python, c, node,
                                        go, rust, java or ruby
  tourney bot sample GAME | ./mybot     see its answers
  tourney bot check 'cmd:./mybot'       test it

A line that breaks these rules is a fault with the code protocol; tourney help faults lists all.
"""

RECORDS: Final = """\
A record file (.tmr) is plain text with one match after another:

  match: spring/17                headers: id, game, options, players by seat
  game: diams
  options: length=quick
  seat A: rho [bot 1.3]
  seat B: greedy [bot 0.9]

  -- round 1 first A              cards laid out by the dealer
  A: reveal 5 7*; market 5*       a turn: actions and the cards that they revealed
  B: draw 2*; market 2*

  result: A 26, B 8               the score of every seat
  rank: A > B                     finishing order; = marks a shared place
  status: complete

An unknown card is written ?; it is never guessed. # starts a comment.

  tourney check FILE              check it against the rules
  tourney fmt FILE                print it in canonical form
  tourney replay FILE             step through it
  tourney export tmr RUN          write the records of a run

tourney help notation explains the moves of every game, tourney help rule:DI-R8 a rule.
"""

TOPICS: Final = {
    "notation": Topic("notation of moves, game by game", notation),
    "records": Topic("format of record files (.tmr)", records),
    "run-file": Topic("keys of a file of tourney run", run_file),
    "protocol": Topic("messages between tourney and a bot", protocol),
    "faults": Topic("codes of bot faults; each code is a topic, too", faults),
    "exit-codes": Topic("exit codes and their causes", exit_codes),
    "environment": Topic("environment variables and configuration files", environment),
    "formats": Topic("output formats of --format", formats),
    "tie-breaks": Topic("tie-breaks of standings", tie_breaks),
}
