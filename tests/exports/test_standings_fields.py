"""The columns of standings are those of one registry."""

import pytest

from tourney.domain.match_values import Standing
from tourney.exports.standings_fields import SUMS_COLUMNS, PlanTable, StandingsLine, plan_table


@pytest.mark.parametrize("kind", ["stage", "final", "stage screen", "final screen"])
def test_standings_begin_with_place_and_player_and_no_column_occurs_twice(kind: PlanTable) -> None:
    table = plan_table([StandingsLine(Standing(1, "Ken", 2, 3))], kind)
    for columns in (table.columns, SUMS_COLUMNS):
        keys = [column.key for column in columns]
        assert keys[:2] == ["place", "player"]
        assert len(keys) == len(set(keys))
    assert [row[:2] for row in table.rows] == [[1, "Ken"]]
