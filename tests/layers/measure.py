"""How finely the program is cut: files, functions and what stands around them.

    python -m tests.layers.measure [--once] [FOLDER ...]

Without a folder it measures the program itself; folders are packages of other projects to compare
with. `--once` lists the small functions and modules and the sentences in the code that the test
of style counts, largest room first: the work list of whoever merges, inlines and translates.
"""

import ast
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from statistics import median

HOUSE = Path(__file__).parents[2]
OURS = (HOUSE / "engines", HOUSE / "tourney")
SMALL_BODY = 3
"""Lines of a straight-line function that saves its reader nothing if it is used once."""
SMALL_MODULE = 60
"""Lines under which a module with one importer in its folder is a paragraph of that importer."""
BY_DESIGN = frozenset({"__init__", "__main__"})
"""Basenames that stand in many folders on purpose; those of every game join them in `shared`."""

FOR_DEVELOPERS = frozenset(
    {"AssertionError", "KeyError", "LookupError", "NotImplementedError", "RuntimeError"}
    | {"TypeError", "ValueError", "AttributeError", "OSError", "IndexError"}
)
"""Errors that no user of the command line sees."""
KEPT_AS_DATA = frozenset({"SystemExit", "WorkerBug"})
"""Errors whose words are stored and exported as they were, and so are in one language: how a bot
ended its process, which is the evidence of its fault, and the traceback of a bug."""

TOLD = frozenset({"say", "confirm"})
"""Methods that tell people something."""
WORDS = re.compile(r"[a-z]{2,} [a-z']+ [a-z]{2,}")
"""Three words in a row: hardly a code or a word of notation."""

Function = ast.FunctionDef | ast.AsyncFunctionDef
Place = tuple[str, str]
"""A top-level name: its module with dots and the name."""
COMPOUND = (
    *(ast.If, ast.For, ast.While, ast.Try, ast.With, ast.Match),
    *(ast.Yield, ast.YieldFrom, ast.Await, *(ast.FunctionDef, ast.ClassDef)),
)


@dataclass(frozen=True)
class Source:
    """A parsed file; `module` is its name with dots."""

    path: Path
    module: str
    text: str
    tree: ast.Module

    @cached_property
    def lines(self) -> list[str]:
        return self.text.splitlines()

    @cached_property
    def nodes(self) -> tuple[ast.AST, ...]:
        """The whole tree, parents before children: each rule of style looks at all of it."""
        return tuple(ast.walk(self.tree))

    def written(self, first: int, last: int) -> int:
        """Lines from one to another that are not blank; both count from one."""
        return sum(bool(line.strip()) for line in self.lines[first - 1 : last])


@dataclass(frozen=True)
class House:
    """The files of one program."""

    sources: tuple[Source, ...]

    @cached_property
    def functions(self) -> list[tuple[Source, Function]]:
        return [
            (source, node)
            for source in self.sources
            for node in source.nodes
            if isinstance(node, Function)
        ]

    @cached_property
    def top(self) -> dict[Place, tuple[Source, Function]]:
        """Functions that are not methods and stand in no other function."""
        return {
            (source.module, node.name): (source, node)
            for source in self.sources
            for node in source.tree.body
            if isinstance(node, Function)
        }

    @cached_property
    def uses(self) -> dict[Place, list[bool]]:
        """For each top-level function its uses; True where it is called on the spot."""
        found: dict[Place, list[bool]] = defaultdict(list)
        for source in self.sources:
            for place, called in _uses(source):
                found[place].append(called)
        return found

    @property
    def used_once(self) -> list[Place]:
        return [place for place in self.top if len(self.uses[place]) == 1]

    def paragraphs(self, tests: Path) -> list[str]:
        """Straight-line functions that are called once and are a paragraph of their caller.

        Decorated ones, those that files in `tests` name and those that are handed on as values are
        left out; private methods count if their own file calls them once.
        """
        once = [each for place, each in self.top.items() if self.uses[place] == [True]]
        for source in self.sources:
            calls = Counter(
                node.func.attr
                for node in source.nodes
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
            )
            named = Counter(node.attr for node in source.nodes if isinstance(node, ast.Attribute))
            once += [
                (source, node)
                for holder in source.tree.body
                if isinstance(holder, ast.ClassDef)
                for node in holder.body
                if isinstance(node, Function) and _private(node.name)
                if calls[node.name] == named[node.name] == 1
            ]
        small = [
            (source, node)
            for source, node in once
            if not node.decorator_list
            and body_lines(source, node) <= SMALL_BODY
            and not any(isinstance(each, COMPOUND) for part in node.body for each in ast.walk(part))
        ]
        tested = names_in(tests, frozenset(node.name for _, node in small))
        return [
            f"{source.path}:{node.lineno} {node.name}"
            for source, node in small
            if node.name not in tested
        ]

    @cached_property
    def importers(self) -> dict[str, set[str]]:
        """Module -> the modules that import it."""
        known = {source.module for source in self.sources}
        found: dict[str, set[str]] = {module: set() for module in known}
        for source in self.sources:
            for base, name in _imports(source):
                for module in (f"{base}.{name}", base):
                    if module in known and module != source.module:
                        found[module].add(source.module)
                        break
        return found

    def drawers(self) -> list[str]:
        """Modules under sixty lines with one importer, which stands in the same folder."""
        small = [
            source
            for source in self.sources
            if source.path.stem not in BY_DESIGN and len(source.lines) < SMALL_MODULE
        ]
        return [
            str(source.path)
            for source in small
            if len(found := self.importers[source.module]) == 1
            and next(iter(found)).rpartition(".")[0] == source.module.rpartition(".")[0]
        ]

    def namesakes(self, shared: frozenset[str] = frozenset()) -> list[str]:
        """Files whose basename another file has, too; basenames in `shared` do so by design."""
        stems = Counter(source.path.stem for source in self.sources)
        free = BY_DESIGN | shared
        return [
            str(source.path)
            for source in self.sources
            if stems[source.path.stem] > 1 and source.path.stem not in free
        ]

    def english(self) -> list[str]:
        """Sentences that stand in the code, and so in one language: raised, or said to a reader.

        Asserts and what only developers read, such as ValueError, are left out.
        """
        found = []
        for source in self.sources:
            for node in source.nodes:
                call = node.exc if isinstance(node, ast.Raise) else node
                if not isinstance(call, ast.Call) or not call.args:
                    continue
                name = call.func.id if isinstance(call.func, ast.Name) else ""
                said = isinstance(call.func, ast.Attribute) and call.func.attr in TOLD
                raised = isinstance(node, ast.Raise) and name not in FOR_DEVELOPERS | KEPT_AS_DATA
                if not said and not (raised and name) and not (name and name == "Column"):
                    continue
                # The title of a column is its second argument.
                text = call.args[0] if name != "Column" else (call.args[1:2] or [None])[0]
                parts = text.values if isinstance(text, ast.JoinedStr) else [text]
                words = [str(one.value) for one in parts if isinstance(one, ast.Constant)]
                words = [one.removeprefix("tourney: ") for one in words]
                sentence = r"[a-z]{2} |[ ][a-z]{2}" if raised else r"[a-z]{2}"
                if text is not None and any(re.search(sentence, one) for one in words):
                    found.append(f"{source.path}:{node.lineno} {ast.unparse(call)[:80]}")
        return found

    def literals(self, folders: tuple[str, ...]) -> list[str]:
        """Texts of three or more words in the code of these folders, whatever becomes of them.

        Left out are docstrings, asserts, `Words`, which are in both languages, keys of
        dictionaries, commands of the program, and what only developers or programs read.
        """
        found = []
        for source in self.sources:
            if not str(source.path).startswith(folders):
                continue
            seen: set[int] = set()
            for node in source.nodes:
                seen |= {id(each) for part in _unsaid(node) for each in ast.walk(part)}
                if id(node) in seen:
                    continue
                parts = node.values if isinstance(node, ast.JoinedStr) else [node]
                seen |= {id(part) for part in parts if part is not node}
                text = "".join(
                    str(part.value) if isinstance(part, ast.Constant) else "-" for part in parts
                )
                if WORDS.search(text) and not text.startswith("tourney "):
                    found.append(f"{source.path}:{node.lineno} {text[:80]!r}")
        return found

    @property
    def bodies(self) -> int:
        return sum(body_lines(source, node) for source, node in self.functions)

    @property
    def furniture(self) -> float:
        """Signatures, decorators and blank lines of functions, for each line of a body.

        The blank lines are those before a function and those in it.
        """
        around = sum(_signature(node) + _blank(source, node) for source, node in self.functions)
        return around / max(1, self.bodies)

    def row(self) -> list[str]:
        """What `HEADS` names."""
        lengths = sorted(len(source.lines) for source in self.sources)
        lines = sum(lengths)
        comments = sum(
            line.lstrip().startswith("#") for source in self.sources for line in source.lines
        )
        imports = sum(
            (node.end_lineno or node.lineno) - node.lineno + 1
            for source in self.sources
            for node in source.nodes
            if isinstance(node, ast.Import | ast.ImportFrom)
        )
        once = len(self.used_once) / max(1, len(self.top))
        return [
            f"{lines:,}",
            f"{len(lengths)}",
            f"{median(lengths):.0f}",
            f"{len(self.functions):,}",
            f"{self.bodies / max(1, len(self.functions)):.1f}",
            f"{self.furniture:.2f}",
            f"{100 * imports / lines:.1f} %",
            f"{100 * comments / lines:.1f} %",
            f"{len(self.namesakes())}",
            f"{100 * once:.0f} %",
        ]


HEADS = (
    *("lines", "files", "median file", "functions", "mean body", "furniture"),
    *("imports", "comments", "equal basenames", "used once"),
)


def read_house(folders: Sequence[Path]) -> House:
    """The Python files in these packages."""
    found = []
    for folder in folders:
        for path in sorted(folder.rglob("*.py")):
            parts = path.relative_to(folder.parent).with_suffix("").parts
            module = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            text = path.read_text("utf-8")
            shown = path.relative_to(HOUSE) if path.is_relative_to(HOUSE) else path
            found.append(Source(shown, module, text, ast.parse(text)))
    return House(tuple(found))


@cache
def house() -> House:
    """This program."""
    return read_house(OURS)


def _unsaid(node: ast.AST) -> Iterator[ast.AST]:
    """Parts of a node whose texts nobody is told, or in both languages."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        yield node.value
    elif isinstance(node, ast.Assert) and node.msg:
        yield node.msg
    elif isinstance(node, ast.Dict):
        yield from filter(None, node.keys)
    elif (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in FOR_DEVELOPERS | {"Words", "AgentFault"}
    ):
        yield node


def body_lines(source: Source, node: Function) -> int:
    """Lines of a function that are neither blank nor its signature nor its docstring."""
    body = node.body[1:] if ast.get_docstring(node, clean=False) is not None else node.body
    return source.written(body[0].lineno, node.end_lineno or 0) if body else 0


def _signature(node: Function) -> int:
    first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
    return max(1, node.body[0].lineno - first)


def _blank(source: Source, node: Function) -> int:
    first = min([node.lineno, *(each.lineno for each in node.decorator_list)]) - 1
    before = first
    while before and not source.lines[before - 1].strip():
        before -= 1
    last = node.end_lineno or first
    return first - before + sum(not line.strip() for line in source.lines[first:last])


def _private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__")


def _imports(source: Source) -> Iterator[tuple[str, str]]:
    """Every import of a file, also inside functions, as module and name."""
    package = source.module.split(".")
    if source.path.stem != "__init__":
        package = package[:-1]
    for node in source.nodes:
        if isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            yield from ((module, alias.name) for alias in node.names)


def _uses(source: Source) -> Iterator[tuple[Place, bool]]:
    """Top-level names that a file uses: its own, imported ones, and those of imported modules."""
    names: dict[str, Place] = {
        node.name: (source.module, node.name)
        for node in source.tree.body
        if isinstance(node, Function)
    }
    modules: dict[str, str] = {}
    package = source.module.split(".")
    if source.path.stem != "__init__":
        package = package[:-1]
    for node in source.nodes:
        if isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            for alias in node.names:
                names.setdefault(alias.asname or alias.name, (module, alias.name))
                modules[alias.asname or alias.name] = f"{module}.{alias.name}"
        elif isinstance(node, ast.Import):
            modules.update((alias.asname or alias.name, alias.name) for alias in node.names)
    called = {id(node.func) for node in source.nodes if isinstance(node, ast.Call)}
    for node in source.nodes:
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in names:
            yield names[node.id], id(node) in called
        elif (
            isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name)
            and node.value.id in modules
        ):
            yield (modules[node.value.id], node.attr), id(node) in called


def names_in(folder: Path, names: frozenset[str]) -> frozenset[str]:
    """Those of these names that files of a folder mention: what the tests of this name prove."""
    left = set(names)
    for path in folder.rglob("*.py"):
        text = path.read_text("utf-8")
        if left.isdisjoint(re.findall(r"\w+", text)):
            continue  # to parse all files would take five times as long
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Name):
                left.discard(node.id)
            elif isinstance(node, ast.Attribute):
                left.discard(node.attr)
    return names - left


def main(words: Sequence[str]) -> None:
    """Print one line a program."""
    if {"-h", "--help"} & {*words}:
        print(__doc__)
        return
    if "--once" in words:
        rooms: dict[str, list[str]] = defaultdict(list)
        small = house().paragraphs(HOUSE / "tests")
        for line in [*small, *house().drawers(), *house().english()]:
            rooms["/".join(line.split("/")[:2])].append(line)
        for lines in sorted(rooms.values(), key=len, reverse=True):
            print("\n".join(lines))
        return
    houses = {"tourney": house()}
    houses |= {Path(word).name: read_house([Path(word)]) for word in words}
    table = [["", *HEADS], *([name, *house.row()] for name, house in houses.items())]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    for row in table:
        print("  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)))


if __name__ == "__main__":
    main(sys.argv[1:])
