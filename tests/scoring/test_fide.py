"""The tie-breaks of the FIDE Handbook C.07 against published exercises with solutions.

The exercises of the Technical Commission were solved by the version of 2024. The version of March
2026 limits the score of a dummy opponent (art. 16.4); where that changes a value, the published one
is in a comment.
"""

import pytest

from tests.scoring.crosstables import (
    LAPEYRE,
    TEC_NINE_ROUNDS,
    TEC_ROUND_ROBIN,
    TEC_SWISS,
    crosstable,
    duel,
    ledger_of,
)
from tourney.domain.errors import UsageFault
from tourney.domain.match_values import MatchResult
from tourney.scoring import TIEBREAKS, Ledger, point_system, standings
from tourney.scoring.fide import adjusted_score, fore_score
from tourney.scoring.ledger import PlayerTables
from tourney.scoring.tiebreaks import expected_percent

RATINGS = {str(number): 2250 - 50 * number for number in range(1, 17)}
SWISS = PlayerTables(ledger_of(crosstable(TEC_SWISS)), point_system("wins"), RATINGS)
ROUND_ROBIN = PlayerTables(
    ledger_of(crosstable(TEC_ROUND_ROBIN), scheduled=True), point_system("wins")
)
OTHER = PlayerTables(ledger_of(crosstable(LAPEYRE)), point_system("wins"))


def values(tables: PlayerTables, name: str) -> list[float]:
    """The values of the players in the order of their numbers."""
    players = sorted(tables.ledger.records, key=int)
    found = TIEBREAKS[name].values(tables, players)
    assert found is not None
    return [float(round(found[player], 2)) for player in players]


def test_the_points_of_the_exercise() -> None:
    expected = [3.5, 4, 3.5, 3.5, 2.5, 3, 1.5, 2.5, 1.5, 1, 2.5, 2, 1.5, 2, 2, 3.5]
    assert [float(SWISS.totals[str(n)]) for n in range(1, 17)] == expected


EXERCISE = {
    "WIN": [2, 3, 2, 2, 2, 3, 1, 2, 1, 1, 2, 2, 1, 2, 2, 3],
    "WON": [2, 3, 2, 2, 2, 2, 1, 2, 0, 1, 1, 0, 1, 2, 2, 3],
    "BPG": [2, 3, 2, 2, 2, 2, 3, 2, 1, 3, 2, 0, 3, 2, 3, 2],
    "BWG": [1, 1, 1, 1, 0, 1, 0, 0, 0, 1, 0, 0, 1, 1, 1, 1],
    "REP": [5, 5, 5, 4, 5, 5, 5, 5, 3, 5, 5, 3, 5, 3, 5, 5],
    "PS": [11, 13, 11, 11.5, 5, 6, 6, 8.5, 2.5, 4, 5.5, 7, 7, 6, 7, 10.5],
    # Published: 15 for player 4, 12 for 6, 13.5 for 11.
    "BH": [12.5, 13, 15.5, 14, 8.5, 11.5, 14.5, 13.5, 9, 13, 12.5, 11.5, 14, 11, 12, 12.5],
    # Published: 15.5 for player 4, 12.5 for 11, 11.5 for 12.
    "FB": [13.5, 13.5, 15, 14.5, 10, 12, 13.5, 12.5, 9.5, 12.5, 12, 11, 13.5, 10.5, 12, 13.5],
    # Published: 9.75 for player 4, 6.5 for 6, 5.75 for 11.
    "SB": [8, 9.5, 10.5, 9.25, 4.25, 6, 3.25, 5.25, 2.25, 1.5, 4.75, 4, 4.25, 4.5, 3.5, 7.25],
    # Published: 8 for player 4, 5.5 for 6, 4.25 for 11.
    "SB-C1": [7.25, 8.5, 9.25, 7.75, 3.25, 5, 1.25, 3.75, 2.25, 0, 3.25, 4, 4.25, 3, 2.5, 5.75],
    # Follow from BH; the published ones from the published BH.
    "AOB": [12.4, 13.6, 12.9, 13.38, 13.2, 13.25, 11.7, 12.9, 12.75, 10.8, 12.75, 14, 11.9, 13,
            12.2, 13.1],
    "ARO": [1820, 1880, 1940, 1888, 1690, 1813, 1760, 1730, 1975, 1880, 1863, 2050, 1930, 1800,
            1860, 1820],
    "TPR": [1969, 2120, 2089, 2081, 1690, 1813, 1611, 1730, 1175, 1640, 1776, 1250, 1781, 1925,
            1788, 1969],
    "performance": [2029, 2216, 2112, 2168, 1689, 1810, 1531, 1715, 950, 1575, 1763, 1250, 1744,
                    1942, 1768, 2013],
}  # fmt: skip


@pytest.mark.parametrize("name", EXERCISE)
def test_the_swiss_exercise(name: str) -> None:
    assert values(SWISS, name) == EXERCISE[name]


def test_the_buchholz_cut_of_the_exercise() -> None:
    """The exercise gives it for players with equal points; published: 12 for player 11."""
    found = dict(enumerate(values(SWISS, "BH-C1"), start=1))
    expected = {5: 7.5, 8: 12, 11: 11, 7: 12.5, 9: 7.5, 13: 12, 1: 11, 3: 13, 4: 11.5, 16: 11}
    assert {number: found[number] for number in expected} == expected
    assert [found[number] for number in (12, 14, 15)] == [9.5, 9, 11]


def test_the_adjusted_scores_of_the_exercise() -> None:
    """Only player 12, who left after round 3, gets draws for rounds 4 and 5 (art. 16.3)."""
    scores = [float(adjusted_score(SWISS, str(n))) for n in range(1, 17)]
    assert scores == [3.5, 4, 3.5, 3.5, 2.5, 3, 1.5, 2.5, 1.5, 1, 2.5, 3, 1.5, 2, 2, 3.5]
    fore = [float(fore_score(SWISS, str(n))) for n in range(1, 17)]
    assert fore == [3.5, 4, 3.5, 3.5, 2, 2.5, 2, 3, 1.5, 1.5, 2, 3, 2, 1.5, 2.5, 3]


def test_the_round_robin_exercise() -> None:
    """Its forfeit of 5 against 6 counts as a match (art. 15.2)."""
    assert values(ROUND_ROBIN, "SB") == [9.25, 6.25, 6.25, 4.25, 3.25, 2.25]
    assert values(ROUND_ROBIN, "SB-C1") == [9.25, 4.75, 4.75, 4.25, 3.25, 1.5]
    assert values(ROUND_ROBIN, "KS") == [2, 0.5, 0.5, 1, 0.5, 0]
    rows = standings(ROUND_ROBIN.ledger, "wins", ["DE"])
    assert [(row.place, row.player) for row in rows] == [
        (1, "1"), (2, "2"), (2, "3"), (4, "6"), (5, "5"), (6, "4")
    ]  # fmt: skip


def test_the_direct_encounter_exercise() -> None:
    """6, 1, 4 and 2 have 6 points each and have all met."""
    rows = standings(ledger_of(crosstable(TEC_NINE_ROUNDS)), "wins", ["DE"])
    found = [(row.place, row.player, float(row.points)) for row in rows[:5]]
    assert found == [(1, "3", 6.5), (2, "6", 6), (3, "1", 6), (3, "4", 6), (5, "2", 6)]
    assert str(rows[1].why) == "ahead by direct encounter: 2.00 against 1.50"


def test_an_exercise_by_the_version_of_2026() -> None:
    progressive = [11, 12.5, 9.5, 9.5, 12.5, 10.5, 8, 3, 4.5, 5.5, 8.5, 1.5, 2.5, 6]
    assert values(OTHER, "PS") == progressive
    expected = [14.5, 15, 14, 14.5, 13.5, 13.5, 13.5, 10.5, 11.5, 11, 13, 10, 9, 11]
    assert values(OTHER, "BH") == expected
    assert [values(OTHER, "BH-C1")[n - 1] for n in (9, 12)] == [10, 9.5]


def duels(*games: str) -> Ledger:
    """Matches such as `A+B` and `B=C`, each in a round of its own, and a last one for nobody."""
    ledger = Ledger(keep=True)
    for number, (white, sign, black) in enumerate(games, start=1):
        ledger.add(duel(white, black, sign), round=number)
    return ledger


def encounters(level: str, *games: str) -> list[list[str]]:
    """The groups into which the direct encounter separates players with equal points."""
    ledger = duels(*games)
    for player in level:  # as many points for everybody
        made = ledger.records[player].points(point_system("wins"))
        ledger.unplayed(player, 9, "bye", 9 - made)
        for missing in range(4 - ledger.records[player].rounds()):
            ledger.unplayed(player, 10 + missing, "absent", 0)
    rows = standings(ledger, "wins", ["DE"])
    places = sorted({row.place for row in rows})
    return [[row.player for row in rows if row.place == place] for place in places]


def test_who_have_all_met_are_ordered_by_their_encounters() -> None:
    assert encounters("ABC", "A+B", "A+C", "B=C") == [["A"], ["B", "C"]]


def test_nobody_is_separated_whom_a_missing_encounter_could_overtake() -> None:
    """D could still have 2½, A has 2 (art. 6.2)."""
    assert encounters("ABCD", "A+B", "A+C", "B=C", "C=D") == [["A", "B", "C", "D"]]


def test_the_rest_is_ordered_again_when_the_first_is_separated() -> None:
    """Art. 6.3: B, C and D have all met."""
    assert encounters("ABCD", "A+B", "A+C", "B=C", "B+D", "C+D") == [["A"], ["B", "C"], ["D"]]
    found = encounters("ABCD", "A+B", "A+C", "B+D", "C=B", "C=D")
    assert found == [["A"], ["B"], ["C"], ["D"]]


def test_a_median_leaves_out_the_greatest_of_all_contributions() -> None:
    """1 has scores of opponents 2, 1 and 0 and a requested bye; totals are 3½, 2, 1, 0.

    The dummy of the bye has min(3½, ½ · 4) = 2. Cut 1 leaves out the bye, which was voluntary;
    the median then one of the 2 of the best opponent: 1 + 0 are left.
    """
    ledger = ledger_of(
        {
            "1": ["w2+", "w3+", "w4+", "H"],
            "2": ["b1-", "U", "w3+", "Z"],
            "3": ["U", "b1-", "b2-", "Z"],
            "4": ["Z", "Z", "b1-", "Z"],
        }
    )
    tables = PlayerTables(ledger, point_system("wins"))
    # The last round of 2, 3 and 4 counts as a draw for their opponents: 2½, 1½ and ½ points.
    assert values(tables, "BH")[0] == 2.5 + 1.5 + 0.5 + 2
    assert values(tables, "BH-C1")[0] == 4.5
    assert values(tables, "BH-M1")[0] == 2
    assert values(tables, "BH-C2")[0] == 4
    assert values(tables, "BH-M2")[0] == 0


def test_the_expected_score_is_that_of_the_conversion_table() -> None:
    """FIDE Handbook B.02 art. 8.1: first and last difference of some percentages."""
    table = {50: (0, 3), 51: (4, 10), 60: (69, 76), 75: (189, 197), 88: (329, 344), 99: (620, 735)}
    for percent, differences in table.items():
        for each in differences:
            assert (expected_percent(each), expected_percent(-each)) == (percent, 100 - percent)
    assert (expected_percent(736), expected_percent(-1000)) == (100, 0)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("ARO", "no rating of player 'b'; give a file with the columns player and rating with"),
        ("PS", "tie-break 'PS' needs the round of every match"),
    ],
)
def test_what_a_code_lacks_is_said(name: str, message: str) -> None:
    ledger = Ledger([duel("a", "b", "+")], keep=True)
    with pytest.raises(UsageFault, match=message):
        standings(ledger, "wins", [name], {"a": 1500})


def test_tie_breaks_by_ratings_need_ratings() -> None:
    for name in ("ARO", "TPR", "performance"):
        with pytest.raises(UsageFault, match=f"'{name}' needs ratings; give standings a file with"):
            standings(Ledger(keep=True), "wins", [name])


def test_codes_are_for_two_players_and_points_by_place() -> None:
    three = MatchResult(0, ("a", "b", "c"), (3, 2, 1), (1, 2, 3))
    with pytest.raises(
        UsageFault, match="'BH' is for matches between two players, and a match has 3 seats"
    ):
        standings(Ledger([three], keep=True), "wins", ["BH"])
    with pytest.raises(UsageFault, match="'sb' needs points that depend on places"):
        standings(Ledger([duel("a", "b", "+")], keep=True), "score", ["sb"])
    with pytest.raises(UsageFault, match="'BH' needs single matches, and of a run only sums"):
        standings(Ledger([three]), "wins", ["BH"])
