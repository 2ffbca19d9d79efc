"""The pages of docs/reference that are generated from the program.

python -m tests.docs.reference --write     writes them; without --write it lists outdated pages
"""

import ast
import sys
from collections.abc import Callable, Iterator
from functools import partial
from itertools import groupby
from pathlib import Path

import click

from engines.games import GAMES
from tests.engines.own import family
from tests.layers.measure import house
from tourney.cli import help_commands, help_texts
from tourney.cli.root import root
from tourney.records import problems

FOLDER = Path(__file__).parents[2] / "docs" / "reference"
MADE = "<!-- Made by `make docs` from the program; change it there. -->\n"


def cli(lang: str) -> str:
    """Every command with its arguments and options."""
    other = {"en": "[日本語](../ja/reference/cli.md)", "ja": "[English](../../reference/cli.md)"}[
        lang
    ]
    parts = [f"{other}\n", f"# {TITLE[lang]}\n", MADE]
    for ctx in every_command():
        parts += _command(ctx, lang)
    return "\n".join(parts)


TITLE = {"en": "Command line", "ja": "コマンドライン"}


def every_command(ctx: click.Context | None = None) -> Iterator[click.Context]:
    """A context of each command, in the order of the help."""
    ctx = ctx or click.Context(root, info_name="tourney", **root.context_settings)
    yield ctx
    if isinstance(ctx.command, click.Group):
        for name in ctx.command.list_commands(ctx):
            found = ctx.command.get_command(ctx, name)
            assert found is not None
            yield from every_command(click.Context(found, parent=ctx, info_name=name))


def _command(ctx: click.Context, lang: str) -> Iterator[str]:
    names = help_texts.path(ctx)
    yield f"{'###' if len(names) == 2 else '##'} {ctx.command_path}\n"
    usage = " ".join(ctx.command.collect_usage_pieces(ctx))
    yield f"```text\n{ctx.command_path} {usage}\n```\n"
    yield _help(help_texts.text(lang, *names, "text"))
    rows = [
        _option(p, help_texts.text(lang, help_texts.key_of(p, names)), lang)
        for p in ctx.command.params
        if isinstance(p, click.Option) and not p.hidden
    ]
    if rows:
        yield "\n".join(rows) + "\n"


def _help(text: str) -> str:
    """Help text of click as Markdown: a paragraph kept as it is becomes a code block."""
    parts = []
    for paragraph in "\n".join(line.strip(" ") for line in text.split("\n")).split("\n\n"):
        kept = paragraph.removeprefix("\b\n").rstrip()
        parts.append(
            f"```text\n{kept}\n```" if paragraph.startswith("\b") else " ".join(kept.split())
        )
    return "\n\n".join(parts) + "\n"


def _option(option: click.Option, words: str, lang: str) -> str:
    names = ", ".join([*option.opts, *option.secondary_opts])
    if isinstance(option.type, click.Choice):
        names += " " + "|".join(map(str, option.type.choices))
    elif not (option.is_flag or option.count):
        names += " " + (option.metavar or option.type.name.upper())
    more = {"en": ", repeatable", "ja": "(複数可)"}[lang] if option.multiple else ""
    return f"* `{names}`{more}: {' '.join(words.split())}"


def _topic(title: str, text: Callable[[str], str]) -> Callable[[], str]:
    return lambda: f"# {title}\n\n{MADE}\n```text\n{text('en').rstrip()}\n```\n"


def errors() -> str:
    """All codes of `tourney check`, grouped by kind."""
    parts = ["# Errors in records\n", MADE, ERRORS]
    for kind, words in problems.KINDS.items():
        parts.append(f"## {kind}: {words}\n")
        if kind == "R":
            parts.append(RULES)
        for code in problems.CODES:
            if code.startswith(kind):
                parts.append(f"### {code}\n\n{problems.meaning(code)}\n\n{problems.remedy(code)}\n")
    return "\n".join(parts)


ERRORS = """\
`tourney check` tells an error in one line, `file:line:column: error[CODE]: message`, then shows
the line as it was typed, the spot, and a remedy if there is one. Exit code 3 if there was any.
`tourney help error:CODE` prints what stands here.
"""

RULES = """\
The code is `R-` and the number of the rule: `R-DI-R8`. `tourney help rule:DI-R8` prints it. What
comes after the first such error of a match cannot be judged and is counted as not checked.
"""


def games() -> str:
    """All games with their seats and links to their rules."""
    parts = ["# Games\n", MADE, GAMES_HEAD]
    for game in GAMES.values():
        rules = f"[{game.title['en']}](../../engines/{family(game.name)}/RULES.md)"
        seats = f"{game.seats[0]} to {game.seats[-1]}"
        view = f"[fields](view-{game.name}.md)"
        parts.append(f"| `{game.name}` | {rules} | {game.title['ja']} | {seats} | {view} |\n")
    return "\n".join(parts[:2]) + "\n" + "".join(parts[2:])


def view(name: str) -> str:
    """Every field of the views of a game, and a view of each phase."""
    game = GAMES[name]
    parts = [f"# Views of {game.title['en']}\n", MADE, f"{help_commands.INTRODUCTION}\n", VIEW_HEAD]
    for field in game.view_fields:
        meaning = f"{field.meaning}. Order: {field.order}" if field.order else field.meaning
        parts[-1] += f"| `{field.path}` | {field.kind} | {meaning} | {field.seen_by} |\n"
    for phase, shown in help_commands.examples(game).items():
        parts.append(f"## In the phase `{phase}`\n\n```json\n{shown}\n```\n")
    return "\n".join(parts)


def architecture() -> str:
    """The page on the architecture; its last section has every file and what it is for."""
    written, head, _ = (FOLDER / "../architecture.md").read_text("utf-8").partition(MAP_HEAD)
    rows = []
    sources = sorted(house().sources, key=lambda file: (file.path.parent, file.path))
    for folder, files in groupby(sources, lambda file: file.path.parent):
        rows.append(f"\n### {folder}\n\n")
        for file in files:
            if file.tree.body and file.path.name != "__init__.py":
                purpose = (ast.get_docstring(file.tree) or "").partition("\n\n")[0]
                rows.append(f"* `{file.path.name}`: {' '.join(purpose.split())}\n")
    return written + head + "".join(rows)


MAP_HEAD = f"""\
## Every file

{MADE}"""


VIEW_HEAD = """\
| field | type | meaning | seen by |
|---|---|---|---|
"""


GAMES_HEAD = """\
`tourney games GAME` shows the options of a game and how its moves are written.

| game | rules | | seats | view |
|---|---|---|---|---|
"""


PAGES: dict[str, Callable[[], str]] = {
    "cli.md": partial(cli, "en"),
    "../ja/reference/cli.md": partial(cli, "ja"),
    "exit-codes.md": _topic("Exit codes", help_commands.exit_codes),
    "environment.md": _topic("Environment and configuration", help_commands.environment),
    "games.md": games,
    "../architecture.md": architecture,
    "formats.md": _topic("Output formats", help_commands.formats),
    "tie-breaks.md": _topic("Tie-breaks", help_commands.tie_breaks),
    "run-file.md": _topic("Run files", help_commands.run_file),
    "errors.md": errors,
    "notation.md": _topic("Notation", help_commands.notation),
    **{f"view-{name}.md": partial(view, name) for name in GAMES},
}


def stale() -> list[str]:
    """The pages that differ from what the program generates now."""
    return [
        name
        for name, text in PAGES.items()
        if not (FOLDER / name).is_file() or (FOLDER / name).read_text("utf-8") != text()
    ]


if __name__ == "__main__":
    for name in stale():
        if "--write" in sys.argv:
            (FOLDER / name).parent.mkdir(parents=True, exist_ok=True)
            (FOLDER / name).write_text(PAGES[name](), "utf-8")
        print("wrote" if "--write" in sys.argv else "stale:", FOLDER / name)
