"""`tourney fmt`: write records in canonical form."""

import re

import click

from engines.messages import say
from tourney.cli.base import App, command
from tourney.cli.failures import failure
from tourney.cli.output import RECORD_ENDINGS, Output
from tourney.cli.records import STDIN, content, parsed
from tourney.domain.errors import DataFault, TourneyError, UsageFault
from tourney.records import to_json, write
from tourney.records.problems import full
from tourney.render.text import visible
from tourney.render.text_changes import unified


@command("fmt", endings=RECORD_ENDINGS)
@click.argument("files", nargs=-1, metavar="[FILE|-]…")
@click.option("--check", is_flag=True)
@click.option("--diff", is_flag=True)
@click.option("-i", "--in-place", is_flag=True)
def fmt(app: App, files: tuple[str, ...], check: bool, diff: bool, in_place: bool) -> int:
    """Write records as canonical text, or as JSON with --format json; both forms can be read."""
    names = files or (STDIN,)
    if in_place and STDIN in names:
        raise UsageFault(say("cli.stdin-in-place"))
    codes = []
    for name in names:
        try:
            codes.append(_one(app, name, check=check, diff=diff, in_place=in_place))
        except (TourneyError, OSError) as error:  # the other files are written
            found = failure(error, app.lang)
            if found is None or len(names) == 1:
                raise
            app.say(f"tourney: {found.message}", error=True)
            codes.append(found.exit_code)
    return max(codes)


def _one(app: App, name: str, *, check: bool, diff: bool, in_place: bool) -> int:
    data = content(name)
    document = parsed(data, name)
    faults = document.faults()
    if faults:
        for problem in faults:
            click.echo(full(problem, name, document.source, app.lang), err=True)
        return DataFault.exit_code
    text = to_json(document) if app.format == "json" else write(document)
    same = text.encode() == data
    if check or diff:
        before, after = _lines(data.decode("utf-8")), _lines(text)
        shown = visible(name)
        canonical = say("cli.canonical", name=shown).text(app.lang)
        for line in unified(before, after, (shown, canonical)):
            cut = app.text(say("cli.fmt-no-line-end"))
            app.write(line if line.endswith("\n") else f"{line}\n\\ {cut}\n")
        return DataFault.exit_code if check and not same else 0
    if not in_place:
        (app.write_json if app.format == "json" else app.write)(text)
    elif not same:
        with Output(name) as file:
            file.write(text)
        app.say(say("cli.wrote", name=name).text(app.lang))
    return 0


def _lines(text: str) -> list[str]:
    """The lines of a text with their line breaks."""
    return re.findall(r"[^\n]*\n|[^\n]+", text)
