"""The page of a deal: its numbers are those of the exported results, and its links resolve."""

import csv
from collections import defaultdict
from pathlib import Path
from statistics import mean

import pytest

from tests.conftest import Once, Tourney
from tests.reports.sites import HREF, call, make_aborted, tables

pytestmark = pytest.mark.slow

RUN = ("run", "-g", "diamond-boxes", "--bot", "one=random", "--bot", "two=greedy", "-q")


Rows = list[dict[str, str]]


@pytest.fixture
def results(tourney: Tourney, once: Once) -> Rows:
    """The results of a run of three bots, all pairs in both seats, as the export has them.

    The site is in `public`.
    """

    def shown() -> None:
        trio = ("--bot", "three=random", "--seats", "2", "--deals", "2", "--seed", "4")
        tourney(*RUN, *trio, "--name", "trio")
        tourney("report", "site", "-o", "public", "-q")

    once(shown)
    return [*csv.DictReader(tourney("export", "results", "trio", "--format", "csv").out.split())]


def points(rows: Rows) -> float:
    return mean(float(row["points"]) for row in rows)


def figures(rows: Rows) -> list[str]:
    """The number of matches, and the means of points, score and place as a page shows them."""
    score, place = (mean(int(row[key]) for row in rows) for key in ("score", "place"))
    return [str(len(rows)), f"{points(rows):.2f}", f"{score:.1f}", f"{place:.2f}"]


def test_means_and_par_are_those_of_the_exported_results(tmp_path: Path, results: Rows) -> None:
    for deal in ("0", "1"):
        page = (tmp_path / f"public/runs/trio/deals/{deal}.html").read_text("utf-8")
        bots, seatings, par = (rows[1:] for _, rows in tables(page))
        by_bot, by_seat = defaultdict[str, Rows](list), defaultdict[str, Rows](list)
        for row in results:
            if row["deal"] == deal:
                by_bot[row["player"]].append(row)
                by_seat[row["seat"]].append(row)
        assert [row[0] for row in bots] == sorted(by_bot, key=lambda b: (-points(by_bot[b]), b))
        for name, *shown, above in bots:
            rows = by_bot[name]
            assert shown == figures(rows)
            expected = points(rows) - mean(points(by_seat[row["seat"]]) for row in rows)
            assert float(above) == pytest.approx(expected, abs=0.006)
        assert par == [[seat, *figures(by_seat[seat])] for seat in "AB"]
        # The matches beside each other, and par as the last row.
        expected_rows = [
            [f"{one['player']} {one['score']} ({float(one['points']):.2f})" for one in pair]
            for pair in zip(by_seat["A"], by_seat["B"], strict=True)
        ]
        assert [row[1:3] for row in seatings[:-1]] == expected_rows
        assert [row[0] for row in seatings[:-1]] == [row["match"] for row in by_seat["A"]]
        means = [figures(by_seat[seat]) for seat in "AB"]
        assert seatings[-1][1:3] == [f"{score} ({own})" for _, own, score, _ in means]


def test_matches_and_deals_lead_to_each_other(
    tourney: Tourney, tmp_path: Path, results: Rows
) -> None:
    runs, matches = tmp_path / "public/runs/trio", tmp_path / "public/matches/trio"
    assert sorted(path.name for path in (runs / "deals").iterdir()) == ["0.html", "1.html"]
    for number in range(1, 13):
        deal = (number - 1) // 6
        assert f"../../runs/trio/deals/{deal}.html" in links(matches / f"{number}.html")
        assert f"../../../matches/trio/{number}.html" in links(runs / f"deals/{deal}.html")
    for page in ("index.html", "matches-1.html"):
        assert {f"../../runs/trio/deals/{deal}.html" for deal in (0, 1)} <= links(runs / page)
    assert "../../../runs/trio/index.html" in links(runs / "deals/0.html")
    assert tourney("report", "site", "-o", "public").err.startswith(
        "wrote the site to 'public': 0 files written"
    )


def links(page: Path) -> set[str]:
    return set(HREF.findall(page.read_text("utf-8")))


def test_deals_have_a_page_only_where_several_matches_share_them(
    tourney: Tourney, tmp_path: Path
) -> None:
    tourney(*RUN, "--deals", "2", "--block", "none", "--name", "single")
    assert tourney("report", "site", "-o", "public").code == 0
    assert not (tmp_path / "public/runs/single/deals").exists()
    for page in (tmp_path / "public").rglob("*.html"):
        assert "deals/" not in page.read_text("utf-8")
    tourney("report", "run", "single", "-o", "single.html")
    assert "deals/" not in (tmp_path / "single.html").read_text("utf-8")


def test_abandoned_matches_stand_on_the_page_and_count_nowhere(tmp_path: Path) -> None:
    make_aborted(tmp_path)
    call(tmp_path, "--lang", "ja", "report", "site", "-o", "public", "-q")
    page = (tmp_path / "public/runs/weak-cup/deals/0.html").read_text("utf-8")
    caption, rows = next(table for table in tables(page) if table[0] == "席と結果")
    ended = [row[-1] for row in rows[1:] if row[0].startswith("weak-cup/")]
    assert caption
    assert len(ended) == 2
    assert any("打ち切り" in words for words in ended)
    counted = next(rows for name, rows in tables(page) if name == "ボット")
    assert all(int(row[1]) < 2 for row in counted[1:])
