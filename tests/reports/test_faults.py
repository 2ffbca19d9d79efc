"""The pages of a run with faults, and words instead of codes in Japanese."""

import json
import re
from pathlib import Path

import pytest

from tests.reports.sites import (
    XHTML,
    call,
    make_aborted,
    make_stages,
    parsed,
    tables,
    told,
)
from tourney.render.code_words import CODES

pytestmark = pytest.mark.full


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the database, its site in `public`, and the same in Japanese in `ja`."""
    place = tmp_path_factory.mktemp("stages")
    make_stages(place)
    make_aborted(place)
    call(place, "report", "site", "-o", "public", "-q")
    call(place, "report", "site", "-o", "ja", "--lang", "ja", "-q")
    return place


def test_a_run_lists_matches_without_a_result_and_draws_its_faults(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    stored = json.loads(told(folder, capfd, "match", "list", "weak-cup", "--json"))
    runs = folder / "public" / "runs" / "weak-cup"
    listed = dict(tables((runs / "matches-1.html").read_text("utf-8")))
    rows = next(iter(listed.values()))[1:]
    assert [row[0] for row in rows] == [one["match"] for one in stored]
    broken = [row for row in rows if row[3] == "abandoned · weak: crash"]
    assert [row[3] for row in rows if row not in broken] == ["complete"] * (len(rows) - len(broken))
    assert {row[2] for row in broken} <= {"weak, calm", "calm, weak"}
    assert 0 < len(broken) < len(rows)
    page = (runs / "index.html").read_text("utf-8")
    (share,) = json.loads(told(folder, capfd, "stats", "faults", "weak-cup", "--json"))[:1]
    assert share["fault"] == "crash"
    captions = re.findall("<figcaption>(.*?)</figcaption>", page)
    assert "Faults of bots, run weak-cup" in captions
    drawn = told(folder, capfd, "plot", "faults", "weak-cup")
    said = (
        f"weak: crash: {share['share']:.3f}, from {share['ci_low']:.3f} to {share['ci_high']:.3f}"
    )
    assert said in drawn
    assert said in page


def test_a_run_without_faults_has_no_chart_of_them(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (folder / "calm.toml").write_text(CALM, "utf-8")
    call(folder, "run", "calm.toml", "-q", "--db", "calm.db")
    capfd.readouterr()
    page = told(folder, capfd, "report", "run", "calm", "--db", "calm.db")
    assert "Faults of bots, run" not in page
    assert [row[:3] for row in dict(tables(page))["Faults of bots"][1:]] == [
        ["a", "any", "0"], ["b", "any", "0"],
    ]  # fmt: skip


CALM = """\
name = "calm"
game = "blue-border"
deals = 1
[bots]
a = "random"
b = "random"
"""


def test_no_code_is_left_on_a_japanese_page(folder: Path) -> None:
    codes = set(CODES)
    for page in sorted((folder / "ja").rglob("*.html")):
        if "games" in page.parts or "sheets-" in page.name:
            continue
        tree = parsed(page.read_text("utf-8"))
        shown = [
            "".join(cell.itertext()).strip()
            for tag in ("td", "dd", "th")
            for cell in tree.iter(XHTML + tag)
        ]
        words = {word for text in shown for word in re.split(r"[ :·,()]+", text)}
        assert not words & codes, page
