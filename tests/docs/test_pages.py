"""The documentation agrees with the program and with itself."""

import re
import subprocess
from pathlib import Path

import pytest

from engines.games import GAMES
from tests.docs.reference import stale
from tests.docs.transcripts import ROOT
from tourney.formats.formats import FORMATS
from tourney.records.problems import CODES

PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
LINK = re.compile(r"\]\((?!https?:)([^)#\s]+)")


def test_generated_pages_are_fresh() -> None:
    assert stale() == [], "run make docs"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    links = LINK.findall(page.read_text("utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_the_architecture_names_every_room() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    rooms = {path.name for path in (ROOT / "tourney").iterdir() if (path / "__init__.py").is_file()}
    assert {room for room in rooms if f"`{room}`" not in text} == set()


FILE = re.compile(r"`((?:[a-z_]+/)+[a-z_]+\.py)`")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_a_file_of_the_program_that_a_page_names_exists(page: Path) -> None:
    """Decisions name what there was when they were made."""
    named = FILE.findall(page.read_text("utf-8")) if page.parent.name != "decisions" else []
    rooms = [ROOT, *(ROOT / name for name in ("tourney", "engines", "engines/diams", "tests"))]
    assert [name for name in named if not any((room / name).exists() for room in rooms)] == []


def test_decisions_stand_by_subject_in_the_order_of_their_dates() -> None:
    index = (ROOT / "docs" / "decisions.md").read_text("utf-8")
    assert "\n## " not in index, "an entry goes into the file of its subject in docs/decisions"
    for page in (ROOT / "docs" / "decisions").glob("*.md"):
        assert f"](decisions/{page.name})" in index
        headings = re.findall(r"^## (.*)", page.read_text("utf-8"), re.MULTILINE)
        dates = [re.match(r"\d{4}-\d\d-\d\d(?=: .)", heading) for heading in headings]
        assert [heading for heading, date in zip(headings, dates, strict=True) if not date] == []
        assert sorted(found := [date[0] for date in dates if date]) == found


def test_every_code_that_the_reader_gives_is_explained_and_no_other() -> None:
    source = "".join(path.read_text("utf-8") for path in (ROOT / "tourney/records").glob("*.py"))
    assert set(re.findall(r'"([TK]-[a-z]+)"', source)) == set(CODES)


def test_readme_and_index_lead_to_the_rules_of_every_game() -> None:
    for page in ("README.md", "docs/index.md"):
        assert "reference/games.md)" in (ROOT / page).read_text("utf-8")
    text = (ROOT / "docs" / "reference" / "games.md").read_text("utf-8")
    books = {path.relative_to(ROOT).as_posix() for path in (ROOT / "engines").glob("*/RULES.md")}
    assert {book for book in books if book not in text} == set()
    assert {name for name in GAMES if f"`{name}`" not in text} == set()


SOURCE = re.compile(r"^```\w+ source=(\S+)\n(.*?)\n```$", re.MULTILINE | re.DOTALL)
EXCERPTS = [
    pytest.param(page, file, text, id=f"{page.name}: {file} {number}")
    for page in PAGES
    for number, (file, text) in enumerate(SOURCE.findall(page.read_text("utf-8")))
]


@pytest.mark.parametrize(("page", "file", "text"), EXCERPTS)
def test_an_excerpt_stands_in_its_source(page: Path, file: str, text: str) -> None:
    assert f"\n{text}\n" in f"\n{(ROOT / file).read_text('utf-8')}"


def test_the_page_about_a_new_game_shows_every_file_of_one() -> None:
    text = (ROOT / "docs" / "howto-add-a-game.md").read_text("utf-8")
    folder = ROOT / "tests" / "engines" / "low_card"
    files = [*folder.glob("engine/**/*.py"), *folder.glob("*.py"), folder / "engine" / "RULES.md"]
    names = {file.relative_to(folder).as_posix() for file in files if file.name != "__init__.py"}
    assert {name for name in names if f"source=tests/engines/low_card/{name}" not in text} == set()


def test_every_benchmark_is_on_its_page() -> None:
    text = (ROOT / "docs" / "benchmarks.md").read_text("utf-8")
    names = {path.stem for path in (ROOT / "tests" / "benchmarks").glob("[a-z]*.py")}
    assert {name for name in names if f"benchmarks.{name}" not in text.replace("/", ".")} == set()


def test_the_page_about_formats_has_each_with_its_settings() -> None:
    text = (ROOT / "docs" / "event-formats.md").read_text("utf-8")
    rows = {line.split("`")[1]: line for line in text.splitlines() if line.startswith("| `")}
    assert set(FORMATS) <= set(rows)
    for name, format_ in FORMATS.items():
        parent = rows["roundrobin"] if "`roundrobin`" in rows[name] else ""
        for setting, default in format_.settings.items():
            assert f"`{setting}={default}`" in rows[name] + parent


def test_every_sample_file_has_its_origin() -> None:
    text = (ROOT / "data" / "README.md").read_text("utf-8")
    files = [path.relative_to(ROOT / "data") for path in (ROOT / "data").rglob("*.*")]
    names = {str(path) for path in files if path.suffix != ".pyc"} - {"README.md"}
    assert {name for name in names if f"`{name}`" not in text} == set()


def test_ci_runs_the_command_that_the_readme_names() -> None:
    script = (ROOT / ".ci" / "run").read_text("utf-8")
    assert "make test" in script
    assert "make test" in (ROOT / "README.md").read_text("utf-8")
    assert subprocess.run(["sh", "-n", ROOT / ".ci" / "run"], check=False).returncode == 0
