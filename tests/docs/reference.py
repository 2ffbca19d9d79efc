"""The pages of docs/reference that are generated from the program.

python -m tests.docs.reference --write     writes them; without --write it lists outdated pages
"""

import ast
import json
import sys
from collections.abc import Callable, Iterator
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any

import click

from engines.api import Game
from engines.games import GAMES
from tests.engines.own import family
from tests.layers.measure import house
from tourney.bots import BOTS
from tourney.cli import help_commands, help_layout, help_texts
from tourney.cli.root import root
from tourney.formats.formats import FORMATS
from tourney.records import problems
from tourney.scoring import POINT_SYSTEMS, TIEBREAKS

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
    if not isinstance(ctx.command, click.Group):
        shown = "\n".join(one.replace("\n", "\n  ") for one in help_layout.examples(*names))
        yield f"{help_texts.text(lang, 'examples')}:\n\n```text\n{shown}\n```\n"


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


def _topic(title: str, text: Callable[[str], str], lang: str = "en") -> Callable[[], str]:
    return lambda: f"# {title}\n\n{MADE}\n```text\n{text(lang).rstrip()}\n```\n"


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


def api(title: str, *files: str) -> str:
    """What programs may use of some files: classes and functions with their docstrings."""
    parts = [f"# {title}\n", MADE]
    for file in files:
        tree = ast.parse((FOLDER.parents[1] / file).read_text("utf-8"))
        parts += [f"From `{file}`.\n", f"{ast.get_docstring(tree)}\n"]
        for node in _public(tree):
            parts += [f"## {node.name}\n", *_documented(node)]
            for inner in _public(node) if isinstance(node, ast.ClassDef) else ():
                parts += [f"### {node.name}.{inner.name}\n", *_documented(inner)]
    return "\n".join(parts)


LIBRARY = [
    f"tourney/library/{name}.py"
    for name in ("open_database", "data_rows", "read_match", "playable_game", "play_bots")
]
Documented = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def _public(tree: ast.Module | ast.ClassDef) -> list[Documented]:
    """The classes and functions whose docstrings are for users, in the order of the file."""
    nodes = [node for node in tree.body if isinstance(node, Documented)]
    return [node for node in nodes if ast.get_docstring(node) and not node.name.startswith("_")]


def _documented(node: Documented) -> Iterator[str]:
    """How it is called, what it is for, and the attributes of a class with their meanings."""
    if not isinstance(node, ast.ClassDef):
        yield f"```python\n{ast.unparse(_head(node)).rpartition(':')[0]}\n```\n"
    yield f"{ast.get_docstring(node)}\n"
    if isinstance(node, ast.ClassDef):
        rows = []
        for field, after in zip(node.body, [*node.body[1:], None], strict=True):
            if isinstance(field, ast.AnnAssign | ast.Assign):
                said = isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant)
                words = f": {' '.join(str(after.value.value).split())}" if said else ""
                rows.append(f"* `{ast.unparse(field)}`{words}")
        if rows:
            yield "\n".join(rows) + "\n"


def _head(node: ast.FunctionDef | ast.AsyncFunctionDef) -> ast.stmt:
    """The function without its body and with the decorators that change how it is called."""
    kept = [one for one in node.decorator_list if ast.unparse(one) in {"property", "classmethod"}]
    parts = {"name": node.name, "args": node.args, "returns": node.returns, "body": [ast.Pass()]}
    made = type(node)(**parts, decorator_list=kept, lineno=1)
    return ast.fix_missing_locations(made)


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


def completion() -> str:
    """What shells suggest after Tab, for `tourney.cli.completion`."""
    commands: dict[str, Any] = {}
    for ctx in every_command():
        names = help_texts.path(ctx)
        options, short, arguments, endless = {}, {}, [], False
        for param in ctx.command.get_params(ctx):
            kind = kind_of(names, param)
            if isinstance(param, click.Option):
                long = max(param.opts, key=len)
                if not param.hidden:
                    options[long] = kind
                short |= {one: long for one in param.opts if one != long}
            elif param.metavar != "by":
                arguments.append(kind)
                endless = param.nargs < 0
            else:
                arguments.append("=by")
        found: dict[str, Any] = {"options": options, "short": short, "arguments": arguments}
        if endless:
            found["endless"] = True
        if isinstance(ctx.command, click.Group):
            found["commands"] = list(ctx.command.list_commands(ctx))
        commands[" ".join(names)] = found
    own = commands[""].pop("options")
    commands[""]["options"] = {"--version": own.pop("--version")}
    lists = {
        "game": list(GAMES),
        "topic": [*help_commands.TOPICS, "rule:", "error:", "view:"],
        "format": list(FORMATS),
        "points": list(POINT_SYSTEMS),
        "tiebreak": list(TIEBREAKS),
        "target": list(BOTS),
    }
    data = {
        "commands": commands,
        "globals": own,
        "lists": lists,
        "game-options": {name: list(words_of_options(game)) for name, game in GAMES.items()},
        "columns": COLUMNS,
    }
    return json.dumps(data, indent=0, ensure_ascii=False) + "\n"


def words_of_options(game: Game[Any]) -> Iterator[str]:
    """The options of a game with the values that are known: `length=quick`."""
    for key in game.option_help:
        usual = game.option_defaults.get(key)
        variants = [each[key] for each in game.variants if key in each]
        known = dict.fromkeys([*([usual] if usual else []), *variants])
        yield from (f"{key}={value}" for value in known) if known else [f"{key}="]


def kind_of(names: tuple[str, ...], param: click.Parameter) -> str:
    """What a value is, for `completion.values`; empty for a switch, `-` for what nobody knows."""
    if isinstance(param, click.Option) and (param.is_flag or param.count):
        return ""
    if isinstance(param.type, click.Choice):
        return f"={'|'.join(map(str, param.type.choices))}"
    if param.nargs == 2:
        return "two"
    metavar = (param.metavar or (param.name or "").upper()).strip("[]…")
    keys = [" ".join((*names[:1], metavar)), metavar]
    if isinstance(param, click.Option):
        keys.insert(0, max(param.opts, key=len))
    return next((KINDS[key] for key in keys if key in KINDS), "-")


KINDS = {
    **dict.fromkeys(("URL", "DIR", "FILE", "PATH", "FILE:CLASS", "FILE.csv|A,B,", "FILE.toml",
                     "SPEC.toml", "DB", "FILE|-", "FOLDER"), "file"),
    **dict.fromkeys(("GAME", "G", "G|all", "G[,G2,"), "game"),
    **dict.fromkeys(("F", "FORMAT"), "format"),
    **dict.fromkeys(("RUN", "RUN_A", "RUN_B"), "run"),
    **dict.fromkeys(("PLAYER", "OTHER", "player NAME", "NAME[@SEAT", "A,B,"), "player"),
    **dict.fromkeys(("POINTS", "P"), "points"),
    **dict.fromkeys(("FILE|match:ID", "FILE|-|run:NAME|match:ID|event:NAME",
                     "FILE|match:ID|run:NAME|event:NAME|player:NAME"), "prefixed file"),
    "--address": "-", "--base-url": "-", "--bye": "-", "--missed": "-", "--on-fault": "-",
    "--noise": "-", "--name": "-", "--set": "-", "--columns": "columns", "--tiebreak": "tiebreak",
    "K=V": "option", "RUN|EVENT": "run event", "EVENT": "event", "EVENT|RUN": "event run",
    "RUN|EVENT|PLAYER": "run event player", "RUN|EVENT|MATCH": "run event match",
    "ID": "match match-of-run", "ID|FILE": "match match-of-run file", "RUN/N": "match-of-run",
    "TARGET": "target file", "BOT": "target", "NAME=TARGET": "named-bot file", "bot NAME": "bot",
    "TOPIC": "topic", "match RUN": "run event",
}  # fmt: skip
"""By option, by command and metavar, or by metavar: the kinds of values."""
COLUMNS = {
    name: columns.split()
    for name, columns in {
        "games": "game title seats rules options",
        "runs list": "run game options bots stored matches created",
        "event list": "event phase players stage rounds open_tables",
        "event show": "stage round date table game players result match",
        "event dates": "stage round date game tables",
        "event witness": "stage round seed sha256",
        "bot list": "bot source target version runs events",
        "bot bench": "what times median_ms p99_ms max_ms thinking_ms",
        "bot check": "check about result seen repeat stderr expected",
        "player list": "id player reading aliases matches",
        "match list": "match id game players scores places status revision",
        "standings": "place player matches points points_mean score_mean ci_low ci_high ci_half "
        "p_best places blocks wins seconds thirds forfeits abandoned points_exact why unplayed",
        "season": "game place player points events counted why",
        "ratings": "game place player bot version rating half low high places matches provisional "
        "group period date",
        "compare": "bot_before version_before bot_after version_after deals mean_before "
        "mean_after difference ci_low ci_high p_better clean_deals clean_difference",
        "analyse": "player result start deal draws errors gifts unexplained unknown luck_error "
        "adjusted counted rate rate_error game matches luck decisions rate_every plays_like",
        "stats seats": "seat matches points_mean advantage ci_low ci_high first score_mean",
        "stats length": "status matches mean ci_low ci_high shortest p05 median p95 longest",
        "stats faults": "bot fault faults matches deals_hit deals share ci_low ci_high",
        "db log": "number at actor what ids details hash",
        "config show": "name value source",
        "export": "match deal lineup seat player score place forfeit bot_version points run event "
        "stage round table game options rules date status irregular plies seconds revision",
    }.items()
}
"""By command: the columns of its table."""


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
    "plan-file.md": _topic("Plan files of events", help_commands.plan_file),
    "../ja/reference/run-file.md": _topic("ランのファイル", help_commands.run_file, "ja"),
    "../ja/reference/plan-file.md": _topic(
        "イベントの計画のファイル", help_commands.plan_file, "ja"
    ),
    "../../tourney/cli/completion.json": completion,
    "errors.md": errors,
    "notation.md": _topic("Notation", help_commands.notation),
    "api-tourney.md": partial(api, "The package tourney", *LIBRARY),
    "api-tmbp.md": partial(api, "The bot library in Python", "data/bots/python/tmbp.py"),
    "api-engines.md": partial(api, "The contract of a game", "engines/api.py"),
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
