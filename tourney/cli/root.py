"""The root command: imports only the command that is called and translates its failures.

`COMMANDS` lists all commands in the order of the reference: name -> module:attribute.
The modules are in `tourney.cli`, the texts of the help in `help.toml`.
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
from tourney.cli.failures import failure
from tourney.cli.terminal.signals import end_like_ctrl_c
from tourney.cli.terminal.streams import prepare_streams

COMMANDS: Final = {
    "demo": "demo_commands:demo",
    "samples": "demo_commands:samples",
    "games": "help_commands:games",
    "run": "run_commands:run",
    "watch": "watch_commands:watch",
    "runs": "run_commands:runs",
    "bot": "bot_commands:bot",
    "play": "play_commands:play",
    "record": "record_commands:record",
    "sheet": "record_commands:sheet",
    "event": "event_commands:event",
    "player": "player_commands:player",
    "match": "match_commands:match",
    "replay": "replay_commands:replay",
    "report": "page_commands:report",
    "standings": "standings_commands:standings",
    "season": "standings_commands:season_",
    "crosstable": "standings_commands:crosstable",
    "ratings": "rating_commands:ratings",
    "compare": "standings_commands:compare",
    "stats": "standings_commands:stats",
    "plot": "plot_commands:plot",
    "export": "export_commands:export",
    "check": "record_file_commands:check_",
    "fmt": "record_file_commands:fmt",
    "import": "record_file_commands:import_",
    "db": "database_commands:db",
    "config": "config_commands:config",
    "completion": "help_commands:completion",
    "help": "help_commands:help_",
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
        module, attribute = COMMANDS[cmd_name].split(":")
        called = getattr(importlib.import_module(f"tourney.cli.{module}"), attribute)
        assert isinstance(called, click.Command)
        return called


@click.group(
    "tourney",
    cls=Root,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, message="tourney %(version)s")
def root() -> None:
    """Tournaments of card games: every move stored, checked and ranked."""


add_global_options(root, hidden=False)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command line and return the exit code; bugs are raised as exceptions."""
    args = list(sys.argv[1:] if argv is None else argv)
    speech = OutputLanguage(args)
    try:
        try:
            with root.make_context("tourney", [*args], obj=speech) as ctx:
                root.invoke(ctx)
            return 0
        except click.exceptions.Exit as end:
            return end.exit_code
        except SystemExit as end:
            return end.code if isinstance(end.code, int) else int(end.code is not None)
        finally:
            sys.stdout.flush()  # a full disk is a failure of this command
    except (Exception, KeyboardInterrupt) as error:
        ended = failure(error, speech.wanted())
        if ended is None:
            raise
        # More than one line is a help, which is no failure to be prefixed.
        prefix = "" if "\n" in ended.message else "tourney: "
        with suppress(BrokenPipeError):
            if ended.message:
                click.echo(f"{prefix}{ended.message}", err=True)
        return ended.exit_code


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
