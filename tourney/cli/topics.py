"""The topics of `tourney help`; the reference pages of the documentation show the same texts.

Where the program itself knows the facts - exit codes, settings, formats, games - they are asked
for and not written down a second time.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from tourney.cli.settings import FORMATS, SETTINGS
from tourney.domain import errors


@dataclass(frozen=True, slots=True)
class Topic:
    """A topic: a line about it, and its text."""

    short: str
    text: Callable[[], str]


def _columns(rows: Iterable[tuple[str, str]], width: int = 22) -> str:
    return "\n".join(f"  {left:{width}}{right}".rstrip() for left, right in rows)


def notation() -> str:
    """How moves of every game are written."""
    from engines.games import GAMES

    parts = [
        f"{game.title['en']} ({game.name})\n\n{str(game.notation).strip()}"
        for game in GAMES.values()
    ]
    return "\n\n".join(parts) + "\n"


def records() -> str:
    """What a record file looks like and which commands take one."""
    return RECORDS


def protocol() -> str:
    """What a bot that is a program hears and says."""
    return PROTOCOL


def exit_codes() -> str:
    """What the process ends with, by cause."""
    kinds = [errors.UsageFault, errors.DataFault, errors.NotFound, errors.Conflict]
    causes = {kind.exit_code: _sentence(kind.__doc__) for kind in kinds}
    rows = {
        0: "Everything went well.",
        1: "The machine failed: disk full, no permission, a server or a database file gone.",
        **causes,
        4: "A run finished, with more bot faults than it allows.",
        130: "Interrupted by Ctrl-C, SIGTERM or SIGHUP; a run can be resumed.",
    }
    return _columns(((str(code), rows[code]) for code in sorted(rows)), 6) + "\n"


def _sentence(text: str | None) -> str:
    return " ".join((text or "").split())


def environment() -> str:
    """Variables and files that settings come from."""
    rows = [(f"TOURNEY_{name.upper()}", kind.help) for name, kind in SETTINGS.items()]
    rows += [
        ("TOURNEY_PROJECT", "the project's folder"),
        ("NO_COLOR", "no colour, unless --color always is given"),
        ("XDG_CONFIG_HOME", "where your own file lies: tourney/config.toml"),
    ]
    order = (
        "A setting comes from the first of these that has it: a flag, its variable, the nearest\n"
        "tourney.toml in this folder or above, your own config.toml, the default.\n"
        "tourney config show says which it was.\n\n"
    )
    return order + _columns(rows) + "\n"


def formats() -> str:
    """What --format offers."""
    return (
        _columns(((name, FORMAT_HELP[name]) for name in FORMATS), 12)
        + "\n\njson, jsonl and csv use stable keys; the others use titles for people.\n"
        "--columns KEY,KEY picks and orders columns, -o FILE writes to a file.\n"
    )


FORMAT_HELP: Final = {
    "table": "lines and colour, as wide as the terminal",
    "plain": "aligned columns, nothing drawn",
    "csv": "comma-separated values, a header line with the keys",
    "json": "one list of objects",
    "jsonl": "one object per line",
    "markdown": "a Markdown table",
    "latex": "a LaTeX tabular",
    "html": "an HTML table",
}

PROTOCOL: Final = """\
A bot given as cmd:"…" reads lines from stdin and writes lines to stdout, each a
JSON object. What it hears, and, where an answer is due, what it answers at once:

  {"t":"hello","proto":"tmbp/1","runner":…,"games":["diams/1",…],"limits":{…}}
    -> {"t":"hello","proto":"tmbp/1","name":…,"version":…,"games":["diams"],
        "want":["events","view","legal"]}
  {"t":"match","m":…,"rules":"diams/1","options":{…},"seat":0,"seats":3,
   "names":["you","?","?"],"rng":"5f0c…","clock":{"move_ms":…,"bank_ms":…}}
    -> {"t":"ready","m":…}
  {"t":"event","m":…,"n":7,"seat":1,"text":"reveal 3 10*"}
  {"t":"act","m":…,"id":17,"n":7,"phase":…,"view":{…},"legal":["draw",…]}
    -> {"t":"move","m":…,"id":17,"move":"draw"}
  {"t":"act",…,"legal_count":4012}               too many to be sent unasked
    -> {"t":"legal","m":…,"id":17}
  {"t":"legal","m":…,"id":17,"legal":[…]}
    -> {"t":"move",…}
  {"t":"error",…}  {"t":"end","m":…,"places":[2,1,3],"scores":[…],"reason":…}
  {"t":"ping","n":3}
    -> {"t":"pong","n":3}
  {"t":"quit"}                                   it ends

What it does not know it leaves alone: kinds, fields, empty lines. Luck comes from rng alone.

  tourney bot new NAME [--lang python|c|node]    a bot that does all this
  tourney bot sample GAME | ./mybot              does it answer?
  tourney bot check 'cmd:./mybot'                does it always?
"""

RECORDS: Final = """\
A record is plain text, one match after another, in a file that ends in .tmr:

  match: spring/17                headers: an id, the game, its options, who sat where
  game: diams
  options: length=quick
  seat A: rho [bot 1.3]
  seat B: greedy [bot 0.9]

  -- round 1 first A              what the dealer laid out
  A: reveal 5 7*; market 5*       a turn: every action with what it revealed
  B: draw 2*; market 2*

  result: A 26, B 8               the score of every seat
  rank: A > B                     who finished before whom, = for a shared place
  status: complete

What was not seen is written ? and is never guessed. # starts a comment.

  tourney check FILE              does it keep the rules, and do the totals agree?
  tourney fmt FILE                the same in canonical form
  tourney replay FILE             step through it
  tourney export tmr RUN          the records of a run

tourney help notation has the moves of every game; tourney help rule:DI-R8 a rule by its number.
"""

TOPICS: Final = {
    "notation": Topic("how moves are written, game by game", notation),
    "records": Topic("what a .tmr file looks like", records),
    "protocol": Topic("what a bot that is a program hears and says", protocol),
    "exit-codes": Topic("what the process ends with, by cause", exit_codes),
    "environment": Topic("variables and configuration files", environment),
    "formats": Topic("what --format offers", formats),
}
