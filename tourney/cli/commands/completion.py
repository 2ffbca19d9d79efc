"""`tourney completion`: print a script with which a shell completes commands and options."""

import click
from click.shell_completion import get_completion_class

from tourney.cli.base import App, command
from tourney.cli.usage import OneWordOf


@command("completion", endings=None)
@click.argument("shell", type=OneWordOf(["bash", "zsh", "fish"]))
def completion(app: App, shell: str) -> None:
    """Print the completion script of SHELL."""
    from tourney.cli.root import root

    kind = get_completion_class(shell)
    assert kind is not None
    app.write(kind(root, {}, "tourney", "_TOURNEY_COMPLETE").source() + "\n")
