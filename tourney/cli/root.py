"""The root command: imports only the command that is called and translates its failures.

`COMMANDS` lists all commands in the order of the reference; `help.toml` has the texts of the help,
and `help_layout.py` the headings under which they stand.
"""

import gc
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

import click

from engines.build import BUILD, WHY_PURE
from engines.games import Registry
from engines.messages import say
from tourney import __version__
from tourney.cli.base import CommandGroup, OutputLanguage, add_global_options
from tourney.cli.failures import failure
from tourney.cli.terminal.signals import end_like_ctrl_c
from tourney.cli.terminal.streams import prepare_streams
from tourney.domain.errors import UsageFault

COMMANDS: Final[Registry[click.Command]] = Registry(
    {
        "demo": "tourney.cli.demo_commands:demo",
        "samples": "tourney.cli.demo_commands:samples",
        "games": "tourney.cli.help_commands:games",
        "help": "tourney.cli.help_commands:help_",
        "run": "tourney.cli.run_commands:run",
        "watch": "tourney.cli.watch_commands:watch",
        "runs": "tourney.cli.run_commands:runs",
        "bot": "tourney.cli.bot_commands:bot",
        "compare": "tourney.cli.standings_commands:compare",
        "play": "tourney.cli.play_commands:play",
        "record": "tourney.cli.record_commands:record",
        "sheet": "tourney.cli.record_commands:sheet",
        "event": "tourney.cli.event_commands:event",
        "player": "tourney.cli.player_commands:player",
        "serve": "tourney.cli.serve_commands:serve",
        "standings": "tourney.cli.standings_commands:standings",
        "season": "tourney.cli.standings_commands:season_",
        "crosstable": "tourney.cli.standings_commands:crosstable",
        "ratings": "tourney.cli.rating_commands:ratings",
        "analyse": "tourney.cli.analyse_commands:analyse",
        "stats": "tourney.cli.standings_commands:stats",
        "plot": "tourney.cli.plot_commands:plot",
        "match": "tourney.cli.match_commands:match",
        "replay": "tourney.cli.replay_commands:replay",
        "report": "tourney.cli.page_commands:report",
        "check": "tourney.cli.record_file_commands:check_",
        "verify": "tourney.cli.proof_commands:verify",
        "fmt": "tourney.cli.record_file_commands:fmt",
        "import": "tourney.cli.record_file_commands:import_",
        "export": "tourney.cli.export_commands:export",
        "undo": "tourney.cli.database_commands:undo",
        "plugins": "tourney.cli.plugin_commands:plugins_",
        "plugin": "tourney.cli.plugin_commands:plugin",
        "db": "tourney.cli.database_commands:db",
        "config": "tourney.cli.config_commands:config",
        "completion": "tourney.cli.help_commands:completion",
    }
)


root = CommandGroup("tourney", context_settings={"help_option_names": ["-h", "--help"]})
root.commands = COMMANDS  # type: ignore[assignment]  # nothing is ever added
click.version_option(__version__, message=f"tourney %(version)s ({BUILD})")(root)
add_global_options(root, hidden=False)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command line and return the exit code; bugs are raised as exceptions."""
    args = list(sys.argv[1:] if argv is None else argv)
    speech = OutputLanguage(args)
    try:
        try:
            if BUILD == "pure" and os.environ.get("TOURNEY_REQUIRE_COMPILED") == "1":
                raise UsageFault(say("cli.not-compiled", why=say(f"cli.pure-{WHY_PURE}")))
            # Not root.main(), which would print errors in click's words and end the process.
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
