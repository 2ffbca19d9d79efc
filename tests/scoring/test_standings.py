"""The order of standings and the reasons shown: tables worked out by hand."""

from collections.abc import Mapping
from fractions import Fraction as F
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tourney.domain.errors import UsageFault
from tourney.domain.match_values import MatchResult, Standing
from tourney.scoring import TIEBREAKS, Ledger, finishes, point_system, standings
from tourney.scoring.ledger import PlayerTables


def match(*players: str, scores: tuple[int, ...] | None = None) -> MatchResult:
    """A match of players in finishing order; "b=c" share a place; scores are 0 by default."""
    names: list[str] = []
    places: list[int] = []
    for group in players:
        places += [len(names) + 1] * len(group.split("="))
        names += group.split("=")
    return MatchResult(0, tuple(names), scores or (0,) * len(names), tuple(places))


def table(ledger: Ledger, by: str = "wins", breaks: tuple[str, ...] = ()) -> list[tuple[int, str]]:
    return [(row.place, row.player) for row in standings(ledger, by, breaks)]


def rows(ledger: Ledger, *breaks: str, by: str = "wins") -> dict[str, Standing]:
    return {row.player: row for row in standings(ledger, by, breaks)}


def head_to_head(ledger: Ledger, level: tuple[str, ...]) -> Mapping[str, F] | None:
    tables = PlayerTables(ledger, point_system("wins"))
    return TIEBREAKS["head-to-head"].values(tables, level)


def test_points_are_exact_sums() -> None:
    ledger = Ledger([match("a=b=c")] * 3 + [match("a", "b", "c")])
    found = rows(ledger)
    assert (found["a"].points, found["b"].points, found["a"].matches) == (2, 1, 4)


def test_who_is_level_on_everything_shares_the_place_and_the_next_place_is_skipped() -> None:
    ledger = Ledger([match("a=b", "c")])
    assert table(ledger) == [(1, "a"), (1, "b"), (3, "c")]
    assert str(rows(ledger)["a"].why) == "place shared"
    assert str(rows(ledger)["b"].why) == "ahead by points per match: 0.50 against 0.00"
    assert rows(ledger)["c"].why is None


def test_players_with_more_matches_gain_nothing_by_that() -> None:
    ledger = Ledger([match("b", "a"), match("a", "c"), match("a", "d"), match("d", "a")])
    assert table(ledger)[0] == (1, "b")


ROUND_ROBIN = [
    match("a", "c"),
    match("a", "d"),
    match("b", "a"),
    match("e", "a"),
    match("c", "b"),
    match("b", "d"),
    match("e", "b"),
    match("c", "d"),
    match("e", "c"),
    match("d", "e"),
]


def test_head_to_head_among_three_who_beat_each_other_separates_nobody() -> None:
    # e 3; a, b and c 2 each (a beat c, b beat a, c beat b); d 1.
    found = standings(Ledger(ROUND_ROBIN), "wins", ["head-to-head"])
    assert [(row.place, row.player) for row in found] == [
        (1, "e"),
        (2, "a"),
        (2, "b"),
        (2, "c"),
        (5, "d"),
    ]
    assert [dict(row.tiebreaks) for row in found[1:4]] == [{"head-to-head": 1}] * 3


def test_head_to_head_separates_two_who_are_level() -> None:
    played = [("a", "b"), ("a", "c"), ("b", "c"), ("b", "d"), ("d", "a"), ("c", "d")]
    found = rows(Ledger([match(*pair) for pair in played]), "head-to-head")
    assert [(row.place, row.player) for row in found.values()] == [
        (1, "a"),
        (2, "b"),
        (3, "c"),
        (4, "d"),
    ]
    assert str(found["a"].why) == str(found["c"].why) == "ahead by head-to-head: 1.00 against 0.00"
    assert str(found["b"].why) == "ahead by points per match: 0.67 against 0.33"


# a to d have 2½ of 5 each; among themselves a has 2½, b and c 1½ each, d ½; b beat c.
LEVEL_FOUR = [
    *(match(*pair) for pair in (("a", "b"), ("a", "d"), ("a=c",), ("b", "c"), ("b=d",))),
    *(match(*pair) for pair in (("c", "d"), ("x", "a"), ("x", "a"), ("x", "b"), ("b", "x"))),
    *(match(*pair) for pair in (("x", "c"), ("c", "x"), ("d", "x"), ("d", "x"), ("x", "y"))),
]


def test_head_to_head_is_repeated_among_those_still_level() -> None:
    ledger = Ledger(LEVEL_FOUR)
    assert {ledger.records[player].points(point_system("wins")) for player in "abcd"} == {F(5, 2)}
    found = rows(ledger, "head-to-head")
    assert list(found) == ["x", "a", "b", "c", "d", "y"]
    values = [dict(found[player].tiebreaks)["head-to-head"] for player in "abcd"]
    assert values == [F(5, 2), F(3, 2), F(3, 2), F(1, 2)]
    assert [str(found[player].why or "") for player in "abcd"] == [
        "ahead by head-to-head: 2.50 against 1.50",
        "ahead by head-to-head again: 1.00 against 0.00",
        "ahead by head-to-head: 1.50 against 0.50",
        "ahead by points per match: 0.50 against 0.00",
    ]


def test_head_to_head_asks_that_all_who_are_level_met() -> None:
    ledger = Ledger([match("a", "x"), match("b", "x"), match("c", "b"), match("x", "c")])
    level = ("a", "b")
    assert ledger.common("a", "b") == 0
    assert head_to_head(ledger, level) is None


def test_at_larger_tables_every_pair_counts_by_itself() -> None:
    ledger = Ledger([match("a", "b", "c"), match("b=c", "a")])
    assert ledger.share("a", "b") == F(1, 2)
    assert ledger.share("b", "c") == F(3, 4)
    assert ledger.share("c", "b") == F(1, 4)
    assert ledger.share("a", "nobody") is None


def teams(first: str, second: str) -> MatchResult:
    """A match that the team `first` wins; partners sit opposite: teams ac and bd sit as a b c d."""
    names = (first[0], second[0], first[1], second[1])
    return MatchResult(0, names, (9, 5, 9, 5), (1, 2, 1, 2), None, (), (0, 1, 0, 1))


# a wins all three matches, each with another partner; b, c and d win one each, with a.
WITH_EVERYBODY = [teams("ac", "bd"), teams("ab", "cd"), teams("ad", "bc")]


def test_partners_are_no_opponents_in_the_crosstable() -> None:
    ledger = Ledger(WITH_EVERYBODY)
    assert [ledger.common("a", other) for other in "bcd"] == [2, 2, 2]
    assert [ledger.share("a", other) for other in "bcd"] == [1, 1, 1]
    # b and c met when ac beat bd and when ab beat cd; in the third match they were partners.
    assert (ledger.common("b", "c"), ledger.share("b", "c")) == (2, F(1, 2))
    alone = Ledger([teams("ac", "bd")])
    assert (alone.common("a", "c"), alone.share("a", "c"), alone.share("a", "b")) == (0, None, 1)


def test_teams_are_counted_as_sides_in_the_standings() -> None:
    ledger = Ledger(WITH_EVERYBODY)
    assert table(ledger, "scaled") == [(1, "a"), (2, "b"), (2, "c"), (2, "d")]
    found = rows(ledger, by="scaled")
    assert [found[player].points for player in "abcd"] == [12, 4, 4, 4]
    assert [ledger.records[player].finished(2) for player in "abcd"] == [0, 2, 2, 2]


def test_head_to_head_leaves_out_who_only_were_partners() -> None:
    ledger = Ledger([teams("ac", "bd")])
    assert head_to_head(ledger, ("a", "c")) is None
    assert table(ledger, breaks=("head-to-head",)) == [(1, "a"), (1, "c"), (3, "b"), (3, "d")]


def test_where_fewer_points_win_the_score_separates_the_other_way() -> None:
    """In Diamond Boxes the score is the number of cards left: 3 and 2 for b, 0 and 9 for a."""
    played = [("ab", (0, 3), (1, 2)), ("ba", (2, 9), (1, 2))]
    results = [
        MatchResult(0, tuple(names), scores, places, fewer_wins=True)
        for names, scores, places in played
    ]
    ledger = Ledger(results)
    assert table(ledger, breaks=("score",)) == [(1, "b"), (2, "a")]
    assert str(rows(ledger, "score")["b"].why) == "ahead by score: -2.50 against -4.50"
    assert [row.player for row in standings(ledger, "score")] == ["b", "a"]
    assert [ledger.records[player].mean_score() for player in "ab"] == [F(9, 2), F(5, 2)]


def test_tiebreaks_are_asked_in_the_order_given() -> None:
    ledger = Ledger([match("a", "b", scores=(1, 0)), match("b", "a", scores=(9, 0))])
    assert table(ledger, breaks=("score",)) == [(1, "b"), (2, "a")]
    assert str(rows(ledger, "score")["b"].why) == "ahead by score: 4.50 against 0.50"
    assert rows(ledger, "chips", "wins")["a"].place == 1
    assert table(ledger, breaks=("chips", "wins")) == [(1, "a"), (1, "b")]


def test_the_reason_shows_as_many_decimals_as_it_takes() -> None:
    ledger = Ledger([match("a", "b")] * 500 + [match("b", "a")] * 499)
    assert str(rows(ledger)["a"].why) == "ahead by points per match: 0.501 against 0.499"


def test_unknown_tiebreaks_are_named() -> None:
    with pytest.raises(UsageFault, match="unknown tie-break 'luck'; use head-to-head, even, wins"):
        standings(Ledger(), "wins", ["luck"])


def test_nobody_played_nobody_stands() -> None:
    assert standings(Ledger()) == []


def test_at_five_seats_without_ties_the_crosstable_row_sums_to_chips_per_match() -> None:
    rng = Random(5)
    order = list("abcde")
    ledger = Ledger()
    for _ in range(40):
        rng.shuffle(order)
        ledger.add(match(*order))
    chips = point_system("chips")
    for player in "abcde":
        shares = [ledger.share(player, other) for other in "abcde" if other != player]
        assert sum(share for share in shares if share is not None) == (
            ledger.records[player].mean(chips)
        )


RESULTS = st.lists(
    st.tuples(st.permutations("abcd"), st.lists(st.integers(0, 3), min_size=4, max_size=4)).map(
        lambda drawn: MatchResult(
            0,
            tuple(drawn[0]),
            tuple(drawn[1]),
            tuple(1 + sum(other > score for other in drawn[1]) for score in drawn[1]),
        )
    ),
    min_size=1,
    max_size=12,
)


@given(RESULTS, st.sampled_from(["scaled", "chips", "wins", "score"]))
def test_the_ledger_adds_up_to_what_the_matches_were_worth_one_by_one(
    results: list[MatchResult], by: str
) -> None:
    system = point_system(by)
    expected = dict.fromkeys("abcd", F(0))
    for result in results:
        for player, finish in zip(result.players, finishes(result), strict=True):
            expected[player] += system(finish)
    found = standings(Ledger(results), by)
    assert {row.player: row.points for row in found} == expected
    assert [row.points for row in found] == sorted(expected.values(), reverse=True)
    assert [row.place for row in found] == sorted(row.place for row in found)


@given(RESULTS, st.randoms(use_true_random=False))
def test_standings_do_not_depend_on_the_order_of_matches(
    results: list[MatchResult], rng: Random
) -> None:
    before = standings(Ledger(results))
    rng.shuffle(results)
    assert standings(Ledger(results)) == before


@given(RESULTS)
def test_shares_of_a_pair_add_up_to_one(results: list[MatchResult]) -> None:
    ledger = Ledger(results)
    for a, b in combinations("abcd", 2):
        assert (ledger.share(a, b) or F(0)) + (ledger.share(b, a) or F(0)) == 1
