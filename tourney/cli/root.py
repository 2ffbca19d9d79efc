"""The root command: finds a command by name, imports only that one, translates every failure.

`COMMANDS` is the one table of commands: name -> (module:attribute, help), in the order of the
reference. The modules are those of `tourney.cli.commands`.
"""

import importlib
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

import click

from tourney import __version__
from tourney.cli.base import OutputLanguage, add_global_options
from tourney.cli.failures import Failure, failure
from tourney.cli.signals import end_like_ctrl_c
from tourney.cli.streams import prepare_streams
from tourney.domain.errors import quoted

COMMAND_MODULES: Final = "tourney.cli.commands"
COMMANDS: Final[dict[str, tuple[str, str]]] = {
    "demo": ("demo:demo", "a short tournament of the built-in bots"),
    "samples": ("samples:samples", "copy sample records, run files and bots"),
    "games": ("games:games", "games, seats, options and notation"),
    "run": ("run:run", "play bot matches and store every move"),
    "watch": ("watch:watch", "follow a run that is played elsewhere"),
    "runs": ("runs:runs", "list, show, stop and remove runs"),
    "bot": ("bot:bot", "begin a bot, test it, see its faults"),
    "match": ("match:match", "list stored matches, show one"),
    "replay": ("replay:replay", "step through a match in the terminal"),
    "standings": (
        "standings:standings",
        "who is ahead in a run, and is it real",
    ),
    "crosstable": (
        "crosstable:crosstable",
        "how often each player finished above each other",
    ),
    "compare": (
        "compare:compare",
        "what a change to a bot was worth, deal by deal",
    ),
    "stats": (
        "stats:stats",
        "what seats are worth, how long matches are, faults",
    ),
    "export": ("export:export", "results, moves and records as files"),
    "check": (
        "check:check_",
        "records against the rules: every move, count, result",
    ),
    "fmt": ("fmt:fmt", "records in canonical form"),
    "import": ("importing:import_", "records into the database"),
    "db": ("db:db", "the database: status, upgrade, backup, copy"),
    "config": ("config:config", "settings and where each came from"),
    "completion": (
        "completion:completion",
        "shell completion for bash, zsh or fish",
    ),
    "help": (
        "help:help_",
        "notation, records, bot protocol, exit codes, formats, rules",
    ),
}


class Root(click.Group):
    """The commands of `COMMANDS`, each imported when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """In the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the command's module; None for an unknown name."""
        if cmd_name not in COMMANDS:
            return None
        module, attribute = COMMANDS[cmd_name][0].split(":")
        found = getattr(importlib.import_module(f"{COMMAND_MODULES}.{module}"), attribute)
        assert isinstance(found, click.Command)
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click does, naming the commands that an unknown one resembles."""
        name = args[0]
        if name not in COMMANDS and not name.startswith("-") and not ctx.resilient_parsing:
            from difflib import get_close_matches

            near = get_close_matches(name, COMMANDS, 3, 0.5)
            remedy = f"did you mean {' or '.join(map(repr, near))}?" if near else ""
            raise click.UsageError(f"unknown command {quoted(name)}{remedy and '; ' + remedy}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List every command from the table, importing none."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, words) for name, (_, words) in COMMANDS.items()])


@click.group(
    "tourney",
    cls=Root,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Topics: tourney help. Every command: tourney COMMAND --help.",
)
@click.version_option(__version__, message="tourney %(version)s")
def root() -> None:
    """Tournaments of card games: every move stored, checked and ranked."""


add_global_options(root, hidden=False)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command line; the exit code. Bugs come out as exceptions."""
    speech = OutputLanguage()
    try:
        try:
            return _run(list(sys.argv[1:] if argv is None else argv), speech)
        finally:
            sys.stdout.flush()
    except (Exception, KeyboardInterrupt) as error:
        told = failure(error, speech.lang)
        if told is None:
            raise
        return _tell(told)


def _run(args: list[str], speech: OutputLanguage) -> int:
    try:
        with root.make_context("tourney", args, obj=speech) as ctx:
            root.invoke(ctx)
    except click.exceptions.Exit as end:
        return end.exit_code
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    return 0


def _tell(told: Failure) -> int:
    prefix = "" if "\n" in told.message else "tourney: "
    with suppress(BrokenPipeError):
        if told.message:
            click.echo(f"{prefix}{told.message}", err=True)
    return told.exit_code


def script() -> None:
    """The console script."""
    if "_TOURNEY_COMPLETE" in os.environ:
        root.main(prog_name="tourney")
    prepare_streams()
    end_like_ctrl_c()
    code = main()
    # What a closed pipe left in the buffer would be complained about at exit.
    with suppress(OSError, ValueError):
        sys.stdout.flush()
        sys.exit(code)
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(code)
