"""Rules of style that no linter checks: sizes, docstrings, broad exception handlers.

Sizes are bounded on both sides. What is too large fails; of what is too small there may be no more
than there was, and whoever makes it fewer lowers the number here.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.layers.measure import HOUSE, house

LONGEST = 900  # non-blank lines: a longer module is about more than one subject

AT_MOST = {"paragraphs": 38, "drawers": 0, "namesakes": 0, "furniture": 39, "english": 0}
"""Pieces that are too small, and sentences that stand in no catalogue.

Furniture is in hundredths of a line for each line of a body.
"""
FAMILIES = ("blue_border", "diamond_boxes", "diamonds", "diams")
LOWER_IT = 10
"""How far below its bound a number may be before the bound must follow it."""

Function = ast.FunctionDef | ast.AsyncFunctionDef


def length(node: Function) -> int:
    """Lines of a function from its `def`, without the docstring."""
    first = node.body[0]
    doc = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    end = node.end_lineno or node.lineno
    return end - node.lineno + 1 - ((first.end_lineno or 0) - first.lineno + 1 if doc else 0)


def test_no_function_is_over_60_lines() -> None:
    found = house().functions
    long = [f"{file.path}:{node.lineno} {node.name}" for file, node in found if length(node) > 60]
    assert long == []


def test_no_module_is_endless() -> None:
    """Tables of messages may be longer: they are looked up, not read from start to end."""
    lengths = {
        str(source.path): source.written(1, len(source.lines))
        for source in house().sources
        if not source.path.name.endswith("messages.py")
    }
    assert {name: lines for name, lines in lengths.items() if lines > LONGEST} == {}


def families() -> frozenset[str]:
    """Basenames that every game has by design, in its engine and in its built-in bots.

    Elsewhere a file about a game has its name.
    """
    rooms = (HOUSE / "engines", HOUSE / "tourney" / "bots")
    games = [
        [{file.stem for file in (room / game).rglob("*.py")} for game in FAMILIES] for room in rooms
    ]
    return frozenset(FAMILIES).union(*(set.intersection(*found) for found in games))


@pytest.mark.parametrize("kind", AT_MOST)
def test_of_what_is_wrong_in_small_there_is_only_ever_less(kind: str) -> None:
    """`python -m tests.layers.measure --once` lists them."""
    now = {
        "paragraphs": lambda: len(house().paragraphs(HOUSE / "tests")),
        "drawers": lambda: len(house().drawers()),
        "namesakes": lambda: len(house().namesakes(families())),
        "furniture": lambda: round(100 * house().furniture),
        "english": lambda: len(house().english()),
    }[kind]()
    assert now <= AT_MOST[kind], "more than before"
    assert AT_MOST[kind] - now < LOWER_IT, f"fewer than before: lower the bound to {now}"


HELP = ("help_commands", "settings")
"""Modules of `tourney help`, whose pages are whole texts."""
FOREIGN = (
    "database_faults", "r0018_baseline", "r0019_analysis", "r0020_server_key", "r0021_sign_up",
    "r0022_sealing",
)  # fmt: skip
"""Modules with what drivers of databases say, and with the columns of tables."""


SPOKEN = (
    "app",
    "botlab",
    "bots",
    "cli",
    "desk",
    "exports",
    "insight",
    "library",
    "proofs",
    "ratings",
    "records",
    "results",
    "scoring",
    "stats",
    "store",
)
"""Rooms all of whose words for people stand in a catalogue.

Elsewhere texts in English are data: what a bot did (`agents`, `play`), kinds of rows in the log
(`events`).
"""


def test_what_people_are_told_stands_in_a_catalogue() -> None:
    """Also what reaches them through a variable, a helper or a table."""
    folders = tuple(f"tourney/{room}/" for room in SPOKEN)
    assert [line for line in house().english() if line.startswith(folders)] == []
    found = house().literals(folders)
    assert [line for line in found if Path(line.split(".py")[0]).name not in HELP + FOREIGN] == []


def test_every_module_says_what_it_is_for() -> None:
    sources = house().sources
    assert [str(file.path) for file in sources if not ast.get_docstring(file.tree)] == []


def bare(tree: ast.Module) -> Iterator[str]:
    """Public functions, classes and methods without a docstring; subclasses' methods are exempt.

    The name of a claim of a contract says all.
    """
    for node in tree.body:
        if isinstance(node, Function | ast.ClassDef) and not node.name.startswith("_"):
            if not ast.get_docstring(node) and not node.name.startswith("test_"):
                yield node.name
            if isinstance(node, ast.ClassDef) and not node.bases:
                yield from (f"{node.name}.{m.name}" for m in methods(node))


def methods(node: ast.ClassDef) -> Iterator[Function]:
    for each in node.body:
        if isinstance(each, Function) and not each.name.startswith("_"):
            stub = isinstance(each.body[0], ast.Expr)  # a docstring, or the `...` of a protocol
            if not stub:
                yield each


def test_everything_public_has_a_line_about_it() -> None:
    sources = house().sources
    assert [f"{file.path} {name}" for file in sources for name in bare(file.tree)] == []


def test_only_the_referee_and_the_root_catch_everything() -> None:
    """The root command reports every failure; the referee turns a bot's crash into a forfeit.

    The registries note a plugin that cannot be imported, and go on without it.
    """
    sources = house().sources
    found = {str(file.path) for file in sources for node in file.nodes if broad(node)}
    assert found <= {"tourney/play/referee.py", "tourney/cli/root.py", "engines/games.py"}


def broad(node: ast.AST) -> bool:
    """Whether a handler takes any exception and does not raise it again."""
    if not isinstance(node, ast.ExceptHandler):
        return False
    names = node.type.elts if isinstance(node.type, ast.Tuple) else [node.type]
    wide = {"Exception", "BaseException"}
    everything = any(n is None or (isinstance(n, ast.Name) and n.id in wide) for n in names)
    return everything and not isinstance(node.body[-1], ast.Raise)


def test_no_public_class_name_is_used_twice() -> None:
    """A search for a class name must find one definition only."""
    places: dict[str, list[str]] = {}
    for source in house().sources:
        for node in source.nodes:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places.setdefault(node.name, []).append(f"{source.path}:{node.lineno}")
    assert {name: found for name, found in places.items() if len(found) > 1} == {}
