"""The places that bots may have, in standings."""

from random import Random

from tests.stats.errors import contest
from tests.stats.worlds import match
from tourney.exports.standings_fields import standings_table
from tourney.render.text_tables import objects
from tourney.results.sums import ResultSums


def ranked(skill: list[float], deals: int) -> ResultSums:
    orders = enumerate(contest(Random(1), skill, deals))
    return ResultSums(match(deal + 1, deal, order) for deal, order in orders)


def test_four_bots_have_ranges_of_places() -> None:
    sums = ranked([2.0, 0.0, 0.0, -2.0], 40)
    rows = list(objects(standings_table(sums)))
    assert [row["places"] for row in rows] == ["1", "2-3", "2-3", "4"]
    assert [(row["place_best"], row["place_worst"]) for row in rows][1] == (2, 3)
    shown = [column.key for column in standings_table(sums).columns if column.only != "data"]
    assert shown[-3:] == ["ci_half", "p_best", "places"]


def test_few_deals_give_no_ranges() -> None:
    table = standings_table(ranked([2.0, 0.0, 0.0, -2.0], 19))
    assert {row["places"] for row in objects(table)} == {None}
    assert [column.key for column in table.columns if column.only != "data"][-1] == "wins"


def test_three_bots_have_them_only_in_data() -> None:
    sums = ranked([1.0, 0.0, -1.0], 20)
    shown = [column.key for column in standings_table(sums).columns if column.only != "data"]
    assert "places" not in shown
    assert "places" in {column.key for column in standings_table(sums).columns}
