"""`tourney samples`: sample records, run files and bots to try the other commands on."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path

import click

from engines.messages import say
from tourney.cli.base import App, command
from tourney.domain.safe_text import file_word

EXAMPLES = (
    ("check", "records/spring-diams.tmr", say("cli.sample-check")),
    ("replay", "records/table-blue-border.tmr", say("cli.sample-replay")),
    ("run", "runs/quick-cup.toml", say("cli.sample-run")),
)


@command("samples")
@click.argument(
    "folder", metavar="[DIR]", default="samples", type=click.Path(path_type=Path, readable=False)
)
def samples(app: App, folder: Path) -> None:
    """Copy sample records, run files and bots into the folder DIR (default: samples)."""
    from tourney.domain.new_files import copy_samples, sample_names

    is_new = not folder.exists()
    written = copy_samples(folder)
    for line in _written(app, folder, written):
        app.say(line)
    if not written:
        app.say(say("cli.sample-all-there", folder=str(folder), count=len(sample_names())))
    for line in _examples(app, folder):
        app.say(line)
    if is_new:
        app.say(say("app.undo", command=f"rm -r {file_word(folder)}"))


def _written(app: App, folder: Path, names: Sequence[str]) -> Iterator[str]:
    """The files of each subfolder, in lines of up to 100 characters."""
    from textwrap import wrap

    for parent, members in groupby(map(Path, names), lambda name: name.parent):
        files = " ".join(name.name for name in members)
        line = app.text(say("cli.sample-wrote", folder=str(folder / parent), files=files))
        yield from wrap(line, 100, subsequent_indent="  ", break_on_hyphens=False)


def _examples(app: App, folder: Path) -> Iterator[str]:
    commands = [f"tourney {words} {file_word(folder / name)}" for words, name, _ in EXAMPLES]
    width = max(map(len, commands))
    for line, (_, _, purpose) in zip(commands, EXAMPLES, strict=True):
        yield f"  {line:{width}}    {app.text(purpose)}"
