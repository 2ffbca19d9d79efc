"""Every rule number is the heading of one place in the code; there are no circular imports."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from tests.layers.test_layers import HOUSE, all_imports, imports, sources

FAMILIES = sorted(path.parent.name for path in (HOUSE / "engines").glob("*/RULES.md"))
NUMBER = r"[A-Z]{2,4}[0-9]?-[RQ]\d+"
HEADING = re.compile(rf"^\s*# ({NUMBER}(?:, {NUMBER})*)\b")
TEXTS = ("notation", "face", "inference")
"""Modules for notation, display and inference, where rule numbers are not headings."""


def numbers(family: str) -> set[str]:
    """The numbers of all rules and rulings in a rule book."""
    text = (HOUSE / "engines" / family / "RULES.md").read_text("utf-8")
    return set(re.findall(rf"\*\*({NUMBER})\*\*", text))


def homes(family: str) -> Iterator[tuple[str, str]]:
    """Each number that is a heading in the code, with its file and line."""
    for file in sources(f"engines/{family}"):
        if not set(TEXTS) & set(file.with_suffix("").parts):
            for at, line in enumerate((HOUSE / file).read_text("utf-8").splitlines(), 1):
                if found := HEADING.match(line):
                    yield from ((one, f"{file}:{at}") for one in found[1].split(", "))


@pytest.mark.parametrize("family", FAMILIES)
def test_every_rule_has_one_home(family: str) -> None:
    found: dict[str, list[str]] = {}
    for number, place in homes(family):
        found.setdefault(number, []).append(place)
    assert {number: places for number, places in found.items() if len(places) > 1} == {}
    assert sorted(numbers(family) ^ set(found)) == []


@pytest.mark.parametrize("family", FAMILIES)
def test_a_heading_stands_above_code(family: str) -> None:
    """A heading must not precede a blank line or the end of the file."""
    for _, place in homes(family):
        file, _, at = place.rpartition(":")
        rest = (HOUSE / file).read_text("utf-8").splitlines()[int(at) :]
        below = next(line for line in rest if not line.lstrip().startswith("#"))
        assert below.strip(), place


@pytest.mark.parametrize("family", FAMILIES)
def test_rules_do_not_know_inference(family: str) -> None:
    """Only `game.py` may import inference."""
    found = [
        str(one)
        for file in sources(f"engines/{family}")
        if "inference" not in file.parts and file.name != "game.py"
        for one in imports(file)
        if "inference" in one.module
    ]
    assert found == []


def circles(graph: Mapping[str, set[str]]) -> list[str]:
    """Modules that import themselves through other modules."""

    def reached(start: str) -> set[str]:
        seen: set[str] = set()
        ahead = [start]
        while ahead:
            for there in graph.get(ahead.pop(), set()) - seen:
                seen.add(there)
                ahead.append(there)
        return seen

    return sorted(module for module in graph if module in reached(module))


def module_of(file: Path) -> str:
    return ".".join(file.with_suffix("").parts).removesuffix(".__init__")


FACES = (Path("engines/__init__.py"), Path("tourney/__init__.py"))
"""What others use of a package: its names are imported when somebody asks for them."""


def graph(*packages: str) -> dict[str, set[str]]:
    """The modules that each module imports, also in functions and for type checkers."""
    known = {module_of(file) for package in packages for file in sources(package)}
    found: dict[str, set[str]] = {module: set() for module in known}
    for one in all_imports(*packages):
        inner = f"{one.module}.{one.name}"
        there = inner if inner in known else one.module
        if there in known and one.file not in FACES:
            found[module_of(one.file)].add(there)
    return found


@pytest.mark.parametrize("package", ["engines", "tourney"])
def test_no_module_imports_itself_over_others(package: str) -> None:
    assert circles(graph(package)) == []


def test_a_circle_is_found() -> None:
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}) == ["a", "b", "c"]
