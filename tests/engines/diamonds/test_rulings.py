"""The rulings on Diamonds, one test for each number."""

import pytest

from engines.api import EVERYTHING, NotationError
from engines.diamonds import GAME
from engines.diamonds.position import ROUNDS
from engines.diamonds.scoring import outcome
from tests.engines.diamonds.at_table import at, dealt
from tests.engines.diamonds.test_rules import play_default

CLUB = "A H2 S1 · B H5 H6 · C C9 S2 · D H3 S3"
"""B leads hearts, and C cannot follow and plays a club."""


@pytest.mark.parametrize(("holder", "after"), [("C", "D"), ("D", "A")])
def test_dm_q1_q3_the_token_moves_from_its_holder_to_the_left(holder: str, after: str) -> None:
    table = at(CLUB, thief=holder)
    table.play("B H5", "C C9")
    stolen = "A(3,0) B(3,0) C(3,0) D(3,0)" if holder == "C" else "A(3,0) B(3,0) C(4,0) D(2,0)"
    assert table.crystals() == f"{stolen} T={after}"


def test_dm_q2_q5_from_an_empty_showroom_nothing_is_taken_not_from_the_vault_either() -> None:
    table = at(CLUB, thief="A", crystals=[(0, 5), (3, 0), (3, 0), (3, 0)])
    table.play("B H5", "C C9")
    assert table.crystals() == "A(0,5) B(3,0) C(3,0) D(3,0) T=B"


def test_dm_q4_the_token_stays_for_the_next_round() -> None:
    table = dealt(3, rounds="2")
    table.state.thief = table.pair.naive.thief = 0
    while table.state.phase() != "deal":
        seat = table.state.pending()[0]
        table.pair.apply(seat, table.pair.legal(seat)[0])
    holder = table.state.thief
    table.pair.deal(table.pair.naive.deck())
    assert table.state.thief == holder


def test_dm_q6_q20_actions_leave_no_choice() -> None:
    """The next decision after a club is the next card: no seat chooses whether or whom to rob."""
    table = at(CLUB)
    table.play("B H5", "C C9")
    assert table.turn() == "D"
    assert table.legal("D") == ["H3"]


def test_dm_q7_there_is_always_another_crystal() -> None:
    table = at("A H2 S1 · B H5 H6 · C D9 S2 · D H3 S3", crystals=[(90, 90)] * 4)
    table.play("B H5", "C D9")
    assert table.state.vault[2] == 91


def test_dm_q8_nobody_sees_the_cards_left_over() -> None:
    table = dealt(2)
    left = {GAME.move_text(card) for card in table.state.order[20:]}
    for who in (None, 0, 1):
        assert not left & set(str(table.state.view(who)).replace("'", " ").split())


def test_dm_q9_a_team_can_have_a_majority_and_the_bonus() -> None:
    """D takes all tricks and its partner B none."""
    hearts = "H1 H2 H3 H4 " * 9
    hands = "A D1 · B D2 · C D3 · D D4"
    table = at(hands, leads="D", taken=[("D", hearts.strip())], options={"teams": "on"})
    table.play("D D4", "A D1", "B D2", "C D3")
    # D's team: the trick, most diamonds, two for B. The other team: two each for A and C.
    assert table.state.vault == [4, 4]
    assert table.state.showroom == [3, 4]  # most hearts


def test_dm_q10_everybody_without_a_trick_gets_the_bonus() -> None:
    table = at("A D1 · B D9 · C D3 · D D4", taken=[("B", "H1 S1 C1 C2" + " D5" * 32)])
    table.play("B D9", "C D3", "D D4", "A D1")
    assert [table.state.vault[seat] for seat in (0, 2, 3)] == [2, 2, 2]


def test_dm_q11_q12_a_tie_brings_nobody_anything() -> None:
    """B and C end with the same number of hearts; no seat has taken another suit."""
    rows = [("C", "H1 H2 H3 H4 " * 5), ("B", "H5 H6 H7 H8 " * 4)]
    table = at("A H9 · B H15 · C H10 · D H11", taken=[(who, cards.strip()) for who, cards in rows])
    table.play("B H15", "C H10", "D H11", "A H9")
    assert table.crystals() == "A(3,2) B(4,0) C(3,0) D(3,2) T=B"  # hearts only for the trick


def test_dm_q13_the_own_cards_count() -> None:
    """B wins the trick with the only diamond and so has the most diamonds."""
    table = at("A H1 · B D9 · C H3 · D H4", taken=[("B", "S1 S2 S3 S4 " * 9)])
    table.play("B D9", "C H3", "D H4", "A H1")
    assert table.state.view(EVERYTHING)["players"][1]["taken"]["D"] == 1
    # One each for the trick, for most diamonds, and for most spades (from the showroom).
    assert table.state.vault[1] == 3


def test_dm_q14_a_team_starts_with_three() -> None:
    assert dealt(4, teams="on").crystals() == "A(3,0) B(3,0) C(3,0) D(3,0) T=B"
    assert dealt(6, teams="on").state.showroom == [3, 3, 3]


def test_dm_q15_nothing_is_stolen_from_the_partner() -> None:
    table = at(CLUB, thief="A", options={"teams": "on"})
    table.play("B H5", "C C9")
    assert table.crystals() == "A(3,0) B(3,0) C(3,0) D(3,0) T=B"


@pytest.mark.parametrize(("holder", "stolen"), [("A", 0), ("C", 0), ("B", 1), ("D", 1)])
def test_dm_q16_a_team_does_the_clubs_action_at_the_end(holder: str, stolen: int) -> None:
    """A has taken the clubs of the round; B takes the last trick, of hearts."""
    rows = [("A", "C1 C2 C3 C4 " * 5), ("B", "H5 H6 H7 H8 " * 4)]
    taken = [(who, cards.strip()) for who, cards in rows]
    hands = "A H9 · B H15 · C H10 · D H11"
    table = at(hands, thief=holder, taken=taken, options={"teams": "on"})
    table.play("B H15", "C H10", "D H11", "A H9")
    assert table.state.showroom == [3 + stolen, 5 - stolen]  # B: trick and most hearts


def test_dm_q17_what_is_equal_to_the_end_is_shared() -> None:
    assert outcome([3, 3, 4], [7, 7, 6], (0, 1, 2)).places == (1, 1, 3)


@pytest.mark.parametrize("seats", [4, 6])
def test_dm_q18_teams_play_as_many_rounds_as_players_do(seats: int) -> None:
    assert dealt(seats, teams="on").state.rounds == ROUNDS[seats]


def test_dm_q19_perfect_changes_nothing_for_six() -> None:
    assert dealt(6, perfect="on").state.order == dealt(6).state.order
    assert len(dealt(6, perfect="on").state.hand(5)) == 10


@pytest.mark.parametrize("text", ["announce 0", "announce 4", "announce"])
def test_dm_q21_one_to_three_are_announced(text: str) -> None:
    with pytest.raises(NotationError):
        GAME.parse_move(text)


def test_dm_q22_two_players_lay_in_turns() -> None:
    table = dealt(2, rounds="1")
    play_default(table, "play")
    turns = ""
    while table.state.phase() == "play" and len(turns) < 4:
        turns += table.turn()
        table.pair.apply(table.state.pending()[0], table.pair.legal(table.state.pending()[0])[0])
    assert turns == "BABA"


def test_dm_q23_an_action_comes_before_the_next_card() -> None:
    """C's club steals from D before D plays the next card and steals from A."""
    table = at("A H2 S1 · B H5 H6 · C C9 S2 · D C3 S3", thief="D", crystals=[(3, 0)] * 3 + [(1, 0)])
    table.play("B H5", "C C9")
    assert table.crystals() == "A(3,0) B(3,0) C(4,0) D(0,0) T=A"
    table.play("D C3")
    assert table.crystals() == "A(2,0) B(3,0) C(4,0) D(1,0) T=B"


def test_dm_q24_cards_taken_are_counted_by_suit() -> None:
    table = at("A C2 H1 · B C5 S2 · C C9 S4 · D H3 S15")
    table.play("B C5", "C C9", "D H3", "A C2")
    for who in (None, 0, 2):
        assert table.state.view(who)["players"][2]["taken"] == {"D": 0, "H": 1, "S": 0, "C": 3}
        assert table.state.view(who)["players"][2]["tricks"] == 1
