"""Where points came from on the pages of runs, events and players: the numbers of the command."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.reports.sites import call, content, tables, told
from tourney.insight.account import METHOD
from tourney.insight.match_analysis import packed
from tourney.store import open_store
from tourney.store.analyses import PackedAnalysis, analysis_of, store_analyses
from tourney.store.matches import record_matches

pytestmark = pytest.mark.slow

JUDGE = ("--budget", "4")
RUN = """\
name = "cup"
game = "diamonds"
deals = 2
seed = 3
date = "2026-10-03"
[options]
rounds = "3"
[bots]
one = "random"
two = "greedy"
"""
EVENT = "Autumn evenings"
PEOPLE = {"one": "Aiko", "two": "Ben"}
MONTHS = ("2026-09-05", "2026-11-07")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run, and an event of people over two months, all analysed; sites before and after."""
    place = tmp_path_factory.mktemp("judged")
    (place / "cup.toml").write_text(RUN, "utf-8")
    call(place, "run", "cup.toml", "-q")
    call(place, "export", "tmr", "cup", "-o", "cup.tmr", "-q")
    records = re.split("(?m)^(?=match: )", (place / "cup.tmr").read_text("utf-8"))
    found = []
    for number, text in enumerate(records[1:]):
        said = re.sub(r"(?m)^(seat \w: )(\w+) \[.*", lambda m: m[1] + PEOPLE[m[2]], text)
        said = said.replace("match: cup", "match: club").replace("source: engine", "source: table")
        said = said.replace("date: 2026-10-03", f"event: {EVENT}\ndate: {MONTHS[number % 2]}")
        found.append(said)
    (place / "club.tmr").write_text("".join(found), "utf-8")
    call(place, "import", "club.tmr", "-q")
    call(place, "report", "site", "-o", "before", "-q")
    for name in ("run:cup", f"event:{EVENT}"):
        call(place, "analyse", name, *JUDGE, "-q", "-o", "analysis.txt")
    call(place, "report", "site", "-o", "after", "-q")
    return place


def rows(folder: Path, capfd: pytest.CaptureFixture[str], *words: str) -> list[dict[str, Any]]:
    """The rows that `tourney analyse` writes for programs."""
    found = json.loads(told(folder, capfd, "analyse", *words, *JUDGE, "--format", "json", "-q"))
    assert isinstance(found, list)
    return found


def table(page: Path, caption: str) -> list[list[str]]:
    """The rows of the table with this caption, the heads first."""
    (found,) = [rows for name, rows in tables(page.read_text("utf-8")) if name == caption]
    return found


def around(value: float, half: float, digits: int) -> str:
    return f"{value:.{digits}f} ± {half:.{digits}f}".replace("-0.000", "0.000")


PAGES = {"run:cup": "runs/cup", f"event:{EVENT}": "events/autumn-evenings"}
POINTS = "Result with and without luck, in the mean of the matches"


@pytest.mark.parametrize("name", PAGES)
def test_results_with_and_without_luck_are_those_of_the_command(
    folder: Path, capfd: pytest.CaptureFixture[str], name: str
) -> None:
    page = folder / "after" / PAGES[name] / "index.html"
    _, *results = table(page, POINTS)
    _, *parts = table(page, "Luck, errors and gifts, in the mean of the matches")
    known = rows(folder, capfd, name)
    assert len(results) == len(parts) == len(known) == 2
    for result, part, row in zip(results, parts, known, strict=True):
        assert result[:2] == [row["player"], str(row["matches"])]
        assert result[2] == around(row["result"], row["result_error"], 3)
        assert result[3] == around(row["adjusted"], row["adjusted_error"], 3)
        means = [f"{row[one]:.3f}" for one in ("deal", "draws", "errors", "gifts")]
        assert part[:5] == [row["player"], *(one.replace("-0.000", "0.000") for one in means)]
        assert part[5] == around(row["rate"], row["rate_error"], 1)
    text = page.read_text("utf-8")
    assert "4 of 4 matches are analysed." in text
    assert f"Judge: guide-{METHOD} (diamonds-" in text
    capfd.readouterr()
    call(folder, "analyse", name, *JUDGE)
    (test,) = re.findall("self-test: (.*)", "".join(capfd.readouterr()))
    assert f"Self-test: {test}" in text


def test_the_costliest_decisions_lead_to_their_plies(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    page = folder / "after" / "runs" / "cup" / "index.html"
    known = sorted(rows(folder, capfd, "run:cup", "--rows", "decisions"), key=lambda r: -r["cost"])
    _, *shown = table(page, "The costliest decisions")
    assert len(shown) == 10
    assert [float(row[5]) for row in shown] == [round(row["cost"]) for row in known[:10]]
    links = re.findall(r'href="../../matches/(cup/\d+).html#p(\d+)"', page.read_text("utf-8"))
    for match, ply, *_ in shown:
        assert (match, ply) in links
    _, *lucky = table(page, "The luckiest events")
    chances = rows(folder, capfd, "run:cup", "--rows", "chances")
    assert [float(row[5]) for row in lucky] == sorted(
        (round(row["luck"]) for row in chances), reverse=True
    )[: len(lucky)]


@pytest.mark.parametrize("name", ["one", "Aiko"])
def test_error_rates_and_rivals_of_a_player_are_those_of_the_command(
    folder: Path, capfd: pytest.CaptureFixture[str], name: str
) -> None:
    page = folder / "after" / "players" / f"{name.lower()}.html"
    target = f"player:{name}"
    (own,) = [row for row in rows(folder, capfd, target) if row["player"] == name]
    _, *months = table(page, "Error rate by month, with its 95 % interval")
    whole = months[-1]
    assert whole[1:3] == [str(own["matches"]), str(own["decisions"])]
    assert whole[3] == around(own["rate"], own["rate_error"], 1)
    if name == "Aiko":
        assert [row[0] for row in months] == ["2026-09", "2026-11", "all"]
        assert sum(int(row[2]) for row in months[:-1]) == own["decisions"]
        assert "Error rate by month of Aiko, Diamonds" in page.read_text("utf-8")
    _, (other, shared, got, gave) = table(
        page, "Whose errors brought how much, in the mean of the matches together"
    )
    for row in rows(folder, capfd, target, "--rows", "rivals"):
        assert {row["player"], row["giver"]} == {name, other}
        assert int(shared) == row["matches"]
        assert (got if row["player"] == name else gave) == f"{row['gifts']:.3f}"


def test_the_best_and_the_worst_match_are_so_without_luck(folder: Path) -> None:
    store = open_store(str(folder / "tourney.db"))
    page = folder / "after" / "players" / "aiko.html"
    _, best, worst = table(page, "Best and worst match, by the result without luck")
    adjusted = {}
    for match in record_matches(store, entries=False):
        analysis = analysis_of(store, match.id)
        assert analysis is not None
        adjusted[match.name] = analysis.account.adjusted(match.players.index("Aiko"))
    assert best[:2] == ["best", max(adjusted, key=lambda one: adjusted[one])]
    assert worst[:2] == ["worst", min(adjusted, key=lambda one: adjusted[one])]
    assert best[4].startswith(f"{max(adjusted.values()):.3f} ± ")


def test_pages_without_analyses_stay_and_sealed_ones_say_nothing(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    before, after = content(folder / "before"), content(folder / "after")
    for path, text in before.items():
        assert b'id="points"' not in text
        assert b'id="errors"' not in text
        if not re.match(
            r"\.tourney|index|quiz|(runs/.*|events/.*)index|players/\w+\.h|match", path
        ):
            assert after[path] == text, path
    assert b'id="points"' in after["runs/cup/index.html"]
    capfd.readouterr()
    call(folder, "report", "site", "-o", "after")
    assert " 0 files written" in "".join(capfd.readouterr())
    call(folder, "report", "site", "-o", "sealed", "--views", "spectator", "-q")
    assert content(folder / "sealed")["runs/cup/index.html"] == before["runs/cup/index.html"]
    alone = told(folder, capfd, "report", "event", EVENT)
    assert re.search(r'href="#r\d+-p\d+"', alone)
    assert 'id="errors"' in told(folder, capfd, "report", "player", "two")


def test_names_that_are_not_shown_are_not_in_it_and_it_speaks_japanese(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    words = ("--names", "hidden", "--lang", "ja")
    page = told(folder, capfd, "report", "event", EVENT, *words)
    assert "ポイントの内訳" in page
    assert "4対戦のうち4対戦を分析しました。" in page
    player = told(folder, capfd, "report", "player", "Aiko", *words)
    assert "月ごとのミス率" in player
    for text in (page, player):
        assert not re.search("Aiko|Ben", text)


def test_several_judges_give_no_table(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (folder / "mixed.db").write_bytes((folder / "tourney.db").read_bytes())
    store = open_store(str(folder / "mixed.db"))
    analysis = analysis_of(store, 1)
    assert analysis is not None
    store_analyses(store, [PackedAnalysis(1, "another judge", packed(analysis))])
    store.close()
    pages = {
        what: told(folder, capfd, "report", *what.split(":"), "--db", "mixed.db")
        for what in ("run:cup", "player:one", f"event:{EVENT}")
    }
    assert "are analysed by several judges" in pages["run:cup"]
    assert POINTS not in pages["run:cup"]
    assert "are analysed by several judges" in pages["player:one"]
    assert pages[f"event:{EVENT}"] == told(folder, capfd, "report", "event", EVENT)
