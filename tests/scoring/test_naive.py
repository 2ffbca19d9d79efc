"""Every tie-break against a second implementation, and what holds for all of them."""

from dataclasses import replace
from fractions import Fraction as F
from itertools import permutations
from math import prod
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import examples
from tests.scoring.naive import Board, Event, Missed, Naive, Round, ledger_of
from tourney.domain.errors import UsageFault
from tourney.domain.match_values import MatchResult
from tourney.scoring import TIEBREAKS, Ledger, point_system, standings
from tourney.scoring.ledger import PlayerTables
from tourney.scoring.tiebreaks import lots

PODS = ("wins", "seconds", "thirds", "opponents", "opponents-cut1", "sonneborn-berger", "beaten",
        "table-share", "margin")  # fmt: skip
CODES = ("BH", "BH-C1", "BH-C2", "BH-M1", "BH-M2", "FB", "SB", "SB-C1", "AOB", "PS", "KS", "WIN",
         "WON", "BPG", "BWG", "REP")  # fmt: skip


def scaled(sides: int, first: int, last: int) -> F:
    return F(4 * (sides - F(first + last, 2)), sides - 1)


def plain(sides: int, first: int, last: int) -> F:
    return F(1, last) if first == 1 else F(0)


@st.composite
def events(draw: st.DrawFn, seats: tuple[int, ...]) -> Event:
    """An event of three to five rounds with byes, late entries, absences and forfeits."""
    rng = draw(st.randoms(use_true_random=False))
    names = "abcdefghij"[: draw(st.integers(4, 9))]
    return [random_round(rng, list(names), seats) for _ in range(draw(st.integers(3, 5)))]


def random_round(rng: Random, names: list[str], seats: tuple[int, ...]) -> Round:
    rng.shuffle(names)
    left, boards, missed = list(names), [], {}
    while len(left) >= min(seats):
        size = rng.choice([size for size in seats if size <= len(left)])
        table, left = tuple(left[:size]), left[size:]
        kind = rng.random()
        if size == 2 and kind < 0.15:
            missed[table[0]] = Missed("walkover", F(1), table[1])
            missed[table[1]] = Missed("no-show", F(0), table[0])
        elif kind < 0.3:
            missed |= {name: _bye(rng) for name in table}
        else:
            boards.append(Board(table, tuple(rng.randrange(3) for _ in table)))
    missed |= {name: Missed("bye", F(1)) for name in left}
    return Round(tuple(boards), missed)


def _bye(rng: Random) -> Missed:
    kind = rng.choice(["requested", "late", "absent"])
    return Missed(kind, F(rng.randrange(3), 2) if kind == "requested" else F(0))


@examples(60)
@given(events(seats=(2, 3, 4)))
def test_tie_breaks_of_tables_equal_their_definitions(event: Event) -> None:
    tables = PlayerTables(ledger_of(event), point_system("scaled"))
    compare(tables, Naive(event, scaled), PODS)


@examples(60)
@given(events(seats=(2,)))
def test_codes_for_two_players_equal_their_definitions(event: Event) -> None:
    tables = PlayerTables(ledger_of(event), point_system("wins"))
    compare(tables, Naive(event, plain), CODES)


@examples(60)
@given(events(seats=(2,)), st.integers(2, 4))
def test_the_direct_encounter_separates_who_is_first_for_sure(event: Event, size: int) -> None:
    tables = PlayerTables(ledger_of(event), point_system("wins"))
    naive = Naive(event, plain)
    level = naive.players()[:size]
    values = TIEBREAKS["DE"].values(tables, level)
    assert values is not None
    top = [name for name in level if values[name] == max(values.values())]
    assert (set(top) if len(top) == 1 else set()) == naive.first_for_sure(level)


@examples(30)
@given(events(seats=(2, 3, 4)), st.lists(st.integers(1000, 2000), min_size=10, max_size=10))
def test_performance_is_the_least_rating_that_expects_the_points(
    event: Event, drawn: list[int]
) -> None:
    """By the probability of every order of the players of each match (Plackett-Luce)."""
    ratings = dict(zip("abcdefghij", drawn, strict=True))
    pods = [
        one._replace(boards=tuple(b for b in one.boards if len(b.players) > 2)) for one in event
    ]
    ledger = Ledger(keep=True)
    for board in (board for one in pods for board in one.boards):
        places = tuple(1 + sum(other > score for other in board.scores) for score in board.scores)
        ledger.add(MatchResult(0, board.players, board.scores, places), round=1)
    tables = PlayerTables(ledger, point_system("scaled"), ratings)
    for player in ledger.records:
        boards = [b for one in pods for b in one.boards if player in b.players]
        made = float(sum(board.points(player, scaled) for board in boards))
        [found] = TIEBREAKS["performance"].values(tables, [player]).values()  # type: ignore[union-attr]
        if 0 < made < 4 * len(boards):
            assert expected(boards, player, int(found), ratings) >= made - 1e-6
            assert expected(boards, player, int(found) - 1, ratings) < made + 1e-6


def expected(boards: list[Board], player: str, rating: int, ratings: dict[str, int]) -> float:
    """The expected points of a player with this rating in these matches."""
    strengths = {name: 10 ** (each / 400) for name, each in {**ratings, player: rating}.items()}
    total = 0.0
    for board in boards:
        for order in permutations(board.players):
            left = [strengths[name] for name in order]
            chance = prod(one / sum(left[at:]) for at, one in enumerate(left))
            place = order.index(player) + 1
            total += chance * float(scaled(len(order), place, place))
    return total


def compare(tables: PlayerTables, naive: Naive, names: tuple[str, ...]) -> None:
    players = naive.players()
    assert {player: naive.total(player) for player in players} == tables.totals
    for name in names:
        value = getattr(naive, name.replace("-", "_"))
        assert TIEBREAKS[name].values(tables, players) == {p: value(p) for p in players}, name


@examples(40)
@given(events(seats=(2, 3, 4)), st.randoms(use_true_random=False))
def test_neither_names_nor_the_order_of_matches_matter(event: Event, rng: Random) -> None:
    """Names are only the order of those who share a place."""
    breaks = ("head-to-head", *PODS)
    before = standings(ledger_of(event), "scaled", breaks)
    new = dict(zip("abcdefghij", rng.sample("klmnopqrst", 10), strict=True))
    after = standings(renamed(event, new, rng), "scaled", breaks)
    found = {row.player: (row.place, row.points, dict(row.tiebreaks)) for row in after}
    assert found == {
        new[row.player]: (row.place, row.points, dict(row.tiebreaks)) for row in before
    }
    whys = sorted(str(row.why) for row in before)
    assert sorted(str(row.why) for row in after) == whys


def renamed(event: Event, new: dict[str, str], rng: Random) -> Ledger:
    """The ledger of the event with other names, and matches and absences in another order."""
    other = [
        Round(
            tuple(
                Board(tuple(new[name] for name in board.players), board.scores)
                for board in rng.sample(one.boards, len(one.boards))
            ),
            {
                new[name]: row._replace(opponent=row.opponent and new[row.opponent])
                for name, row in rng.sample(sorted(one.missed.items()), len(one.missed))
            },
        )
        for one in event
    ]
    return ledger_of(other)


def test_a_bye_counts_with_its_points_and_nobody_wins_by_it() -> None:
    """Two rounds: a beats b and c, b beats c, and who has no match gets 2 points."""
    event = [
        Round((Board(("a", "b"), (1, 0)),), {"c": Missed("bye", F(2))}),
        Round((Board(("b", "c"), (1, 0)),), {"a": Missed("bye", F(2))}),
        Round((Board(("a", "c"), (1, 0)),), {"b": Missed("bye", F(2))}),
    ]
    ledger = ledger_of(event)
    rows = standings(ledger, "scaled", ["wins"])
    assert [(row.player, row.matches, row.points) for row in rows] == [
        ("a", 2, 10),
        ("b", 2, 6),
        ("c", 2, 2),
    ]
    assert [dict(row.tiebreaks)["wins"] for row in rows] == [1, F(1, 2), 0]
    assert str(rows[0].why) == "ahead by points per round: 3.33 against 2.00"


def test_an_unplayed_round_needs_a_known_kind() -> None:
    with pytest.raises(ValueError, match="unknown kind 'ill'; use bye, requested"):
        Ledger(keep=True).unplayed("a", 1, "ill", 0)


def test_every_row_of_an_event_has_every_value() -> None:
    event = [Round((Board(("a", "b", "c"), (3, 2, 1)),), {})]
    rows = standings(ledger_of(event), "scaled", ["margin", "beaten"])
    assert [dict(row.tiebreaks) for row in rows] == [
        {"margin": 1, "beaten": 2},
        {"margin": 0, "beaten": 1},
        {"margin": -1, "beaten": 0},
    ]


def test_lots_are_drawn_from_their_seed_and_separate_everybody() -> None:
    event = [Round((Board(tuple("abcd"), (1, 1, 1, 1)),), {})]
    orders = set()
    for seed in range(30):
        rows = standings(ledger_of(event), "scaled", [f"lots:{seed}"])
        assert rows == standings(ledger_of(event), "scaled", [f"lots:{seed}"])
        assert [row.place for row in rows] == [1, 2, 3, 4]
        assert [dict(row.tiebreaks)[f"lots:{seed}"] for row in rows] == [4, 3, 2, 1]
        orders.add("".join(row.player for row in rows))
    assert len(orders) > 10
    assert str(rows[0].why) == "ahead by lots: 4 against 3"


def test_lots_without_a_seed_are_refused() -> None:
    for name in ("lots", "lots:", "lots:a b"):
        with pytest.raises(UsageFault, match="has no seed; write lots: and a number or word"):
            standings(Ledger(), "scaled", [name])


def test_a_share_of_negative_scores_is_counted_from_the_lowest() -> None:
    """3, -1 and -2 are 5, 1 and 0 above the lowest: 5/6, 1/6 and nothing."""
    event = [Round((Board(("a", "b", "c"), (3, -1, -2)),), {})]
    tables = PlayerTables(ledger_of(event), point_system("scaled"))
    shares = TIEBREAKS["table-share"].values(tables, "abc")
    assert shares == {"a": F(5, 6), "b": F(1, 6), "c": 0}


def test_every_tie_break_has_a_name_and_a_meaning() -> None:
    for one in (*TIEBREAKS.values(), lots("SEED")):
        for lang in ("en", "ja"):
            assert one.word.text(lang)
            assert one.meaning.template(lang)


def test_a_bye_from_the_pairing_loses_no_tie() -> None:
    """1 has beaten 2 and has a bye of 4; 3 has won both of its matches. Wins per match: 1 and 1."""
    ledger = Ledger(keep=True)
    ledger.add(MatchResult(1, ("a", "b"), (1, 0), (1, 2)), round=1)
    ledger.unplayed("a", 2, "bye", 4)
    for number, other in enumerate(("d", "e"), start=1):
        ledger.add(MatchResult(number + 1, ("c", other), (1, 0), (1, 2)), round=number)
    rows = standings(ledger, "scaled", ["wins", "score", "chips", "seconds"], total=True)
    assert [(row.place, row.player) for row in rows[:2]] == [(1, "a"), (1, "c")]


@pytest.mark.parametrize("kind", ["absent", "late", "no-show", "requested"])
def test_nobody_gains_by_missing_a_round(kind: str) -> None:
    """Also not in a game that the lowest score wins, where the mean score is negative."""
    for fewer in (False, True):
        one, other = Ledger(keep=True), Ledger(keep=True)
        for ledger in (one, other):
            match = MatchResult(1, ("a", "b"), (7, 9), (1, 2) if fewer else (2, 1))
            ledger.add(replace(match, fewer_wins=fewer), round=1)
        other.unplayed("a", 2, kind, 0)
        for name in ("wins", "score", "chips", "seconds"):
            values = [
                TIEBREAKS[name].values(PlayerTables(ledger, point_system("scaled")), ["a"])
                for ledger in (one, other)
            ]
            assert values[0] is not None
            assert values[1] is not None
            assert values[1]["a"] <= values[0]["a"]
