"""The root command: imports only the command that is called and translates its failures.

`COMMANDS` lists all commands in the order of the reference: name -> (module:attribute, help).
The modules are in `tourney.cli.commands`.
"""

import gc
import importlib
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

import click

from tourney import __version__
from tourney.cli.base import CommandGroup, OutputLanguage, add_global_options
from tourney.cli.failures import Failure, failure
from tourney.cli.settings import wanted_language
from tourney.cli.signals import end_like_ctrl_c
from tourney.cli.streams import prepare_streams

COMMAND_MODULES: Final = "tourney.cli.commands"
COMMANDS: Final[dict[str, tuple[str, str]]] = {
    "demo": ("demo:demo", "play a short tournament of the built-in bots"),
    "samples": ("samples:samples", "copy sample records, run files and bots"),
    "games": ("games:games", "list the games, their seats, options and notation"),
    "run": ("run:run", "play bot matches and store every move"),
    "watch": ("watch:watch", "watch a run that another process plays"),
    "runs": ("runs:runs", "list, show, stop and remove runs"),
    "bot": ("bot:bot", "create, test and inspect bots"),
    "play": ("play:play", "play at the terminal, with bots and other people"),
    "record": ("record:record", "record a match that people play at a table"),
    "sheet": ("sheet:sheet", "print a sheet on which to write down a match by hand"),
    "event": ("event:event", "events: players, rounds, tables, finals"),
    "player": ("player:player", "add, list, edit, join and forget players"),
    "match": ("match:match", "list, show and correct stored matches"),
    "replay": ("replay:replay", "step through a match in the terminal"),
    "report": (
        "report:report",
        "write web pages of matches, events, runs, players, or a whole site",
    ),
    "standings": (
        "standings:standings",
        "rank the players of a run or an event",
    ),
    "season": ("season:season_", "add up the points of several events"),
    "crosstable": (
        "crosstable:crosstable",
        "show how often each player finished above each other",
    ),
    "ratings": ("ratings:ratings", "rate players by the results of all their matches"),
    "compare": (
        "compare:compare",
        "measure what a change to a bot gained, deal by deal",
    ),
    "stats": (
        "stats:stats",
        "statistics of seats, match lengths and faults",
    ),
    "plot": ("plot:plot", "draw standings, ratings and statistics as SVG or PNG"),
    "export": ("export:export", "write results, moves and records to files"),
    "check": (
        "check:check_",
        "check records against the rules",
    ),
    "fmt": ("fmt:fmt", "write records in canonical form"),
    "import": ("importing:import_", "add records to the database"),
    "db": ("db:db", "manage the database: status, upgrade, backup, copy, log"),
    "config": ("config:config", "show and change settings"),
    "completion": (
        "completion:completion",
        "print a completion script for bash, zsh or fish",
    ),
    "help": (
        "help:help_",
        "explain a topic, a command, a rule or an error code",
    ),
}


class Root(CommandGroup):
    """The commands of `COMMANDS`; each is imported when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names in the order of `COMMANDS`."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the command's module; None for an unknown name."""
        if cmd_name not in COMMANDS:
            return None
        module, attribute = COMMANDS[cmd_name][0].split(":")
        found = getattr(importlib.import_module(f"{COMMAND_MODULES}.{module}"), attribute)
        assert isinstance(found, click.Command)
        return found

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List all commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, words) for name, (_, words) in COMMANDS.items()])


@click.group(
    "tourney",
    cls=Root,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Run 'tourney COMMAND --help' for a command, 'tourney help' for a list of topics.",
)
@click.version_option(__version__, message="tourney %(version)s")
def root() -> None:
    """Tournaments of card games: every move stored, checked and ranked."""


add_global_options(root, hidden=False)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command line and return the exit code; bugs are raised as exceptions."""
    args = list(sys.argv[1:] if argv is None else argv)
    speech = OutputLanguage()
    try:
        try:
            return _run(args, speech)
        finally:
            sys.stdout.flush()
    except (Exception, KeyboardInterrupt) as error:
        found = failure(error, speech.lang or wanted_language(args, os.environ))
        if found is None:
            raise
        return _report(found)


def _run(args: list[str], speech: OutputLanguage) -> int:
    try:
        with root.make_context("tourney", [*args], obj=speech) as ctx:
            root.invoke(ctx)
    except click.exceptions.Exit as end:
        return end.exit_code
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    return 0


def _report(found: Failure) -> int:
    prefix = "" if "\n" in found.message else "tourney: "
    with suppress(BrokenPipeError):
        if found.message:
            click.echo(f"{prefix}{found.message}", err=True)
    return found.exit_code


def script() -> None:
    """The console script."""
    if "_TOURNEY_COMPLETE" in os.environ:
        root.main(prog_name="tourney")
    prepare_streams()
    end_like_ctrl_c()
    code = main()
    gc.freeze()  # Python's own exit would look for garbage among all modules several times
    # Python would report at exit what could not be written to a closed pipe.
    with suppress(OSError, ValueError):
        sys.stdout.flush()
        sys.exit(code)
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(code)
