"""The worked examples of the rule book, each by its number."""

from engines.api import CHANCE, EVERYTHING
from engines.diamonds import GAME
from engines.diamonds.scoring import outcome
from engines.diamonds.turns import act
from tests.engines.diamonds.at_table import at, dealt
from tests.engines.diamonds.pair import LETTERS

SECOND = "A C2 C1 · B C5 S2 · C C9 S4 · D H3 S15"


def test_dm_e1_setting_up() -> None:
    table = dealt(4)
    assert table.crystals() == "A(3,0) B(3,0) C(3,0) D(3,0) T=B"
    table.play("A announce 1", "A pass D1", "B pass D11", "C pass H6", "D pass S1")
    assert table.turn() == "B"
    assert [len(table.state.hand(seat)) for seat in range(4)] == [10] * 4
    assert len(table.state.order) - 40 == 20


def test_dm_e2_clubs_by_the_winner() -> None:
    table = at(SECOND)
    table.play("B C5", "C C9", "D H3")
    assert table.crystals() == "A(3,0) B(3,0) C(3,0) D(4,0) T=B"
    table.play("A C2")
    assert table.crystals() == "A(3,0) B(2,0) C(4,0) D(4,0) T=C"
    assert table.turn() == "C"


def test_dm_e3_clubs_off_suit_and_spades_by_the_winner() -> None:
    table = at(SECOND + " D1")  # with D1 the round does not end after the second trick
    table.play("B C5", "C C9", "D H3", "A C2", "C S4", "D S15")
    assert table.legal("A") == ["C1"]
    table.play("A C1")
    assert table.crystals() == "A(4,0) B(2,0) C(3,0) D(4,0) T=D"
    table.play("B S2")
    assert table.crystals() == "A(4,0) B(2,0) C(3,0) D(3,1) T=D"
    assert table.turn() == "D"


def test_dm_e4_the_holder_does_a_clubs_action() -> None:
    table = at("A H2 · B H5 H6 · C H9 · D C3", thief="D")
    table.play("B H5", "C H9", "D C3")
    assert table.crystals() == "A(3,0) B(3,0) C(3,0) D(3,0) T=A"


def test_dm_e5_clubs_with_an_empty_showroom() -> None:
    table = at("A H2 · B H5 H6 · C C9 · D H3", crystals=[(3, 0), (0, 4), (3, 0), (3, 0)])
    table.play("B H5", "C C9")
    assert table.crystals() == "A(3,0) B(0,4) C(3,0) D(3,0) T=C"


def test_dm_e6_spades_with_an_empty_showroom() -> None:
    table = at("A S2 · B S5 H6 · C S4 · D S3", crystals=[(3, 0), (0, 4), (3, 0), (3, 0)])
    table.play("B S5", "C S4", "D S3", "A S2")
    assert table.crystals() == "A(3,0) B(0,4) C(3,0) D(3,0) T=B"
    assert table.turn() == "B"


def test_dm_e7_diamonds_off_suit() -> None:
    table = at("A H2 · B H5 H6 · C D1 · D H3", crystals=[(3, 0), (3, 0), (4, 0), (3, 0)])
    table.play("B H5", "C D1")
    assert table.crystals() == "A(3,0) B(3,0) C(4,1) D(3,0) T=B"


def test_dm_e8_following_suit_gives_no_action() -> None:
    table = at("A C2 H1 · B C5 S2 · C C9 S4 · D C3 S15")
    table.play("B C5", "C C9", "D C3")
    assert table.crystals() == "A(3,0) B(3,0) C(3,0) D(3,0) T=B"
    table.play("A C2")  # only the winner acts
    assert table.crystals() == "A(3,0) B(2,0) C(4,0) D(3,0) T=C"


def test_dm_e9_the_suit_led_must_be_followed() -> None:
    table = at("A H1 D1 · B H5 S2 · C H2 D14 · D H3 S15")
    table.play("B H5")
    assert table.legal("C") == ["H2"]
    assert table.refused("C D14") == "DM-R6"


def test_dm_e10_the_end_of_a_round() -> None:
    """Ten tricks: A takes four, B and C three each; the last one, of clubs, is C's."""
    table = at(
        "A C1 · B C2 · C C15 · D C3",
        thief="D",
        leads="C",
        crystals=[(3, 0), (3, 0), (2, 0), (4, 0)],
        taken=[
            ("A", "D1 D2 D3 D4 D5 H1 H2 S1 S2 S3 S4 S5 S6 S7 C4 C5"),
            ("B", "D6 D7 D8 D9 D10 H3 H4 H5 H6 S8 S9 C6"),
            ("C", "D11 D12 D13 H7 H8 H9 H10 H11"),
        ],
    )
    table.play("C C15", "D C3", "A C1", "B C2")  # C steals from D: all have (3,0), T is A
    assert table.crystals() == "A(1,1) B(3,0) C(5,0) D(3,2) T=B"


def test_dm_e11_a_trick_of_two_players() -> None:
    table = at("A D4 H10 S1 · B D3 D8 S2", leads="A")
    table.play("A D4", "B D3", "A H10")
    assert table.crystals() == "A(4,0) B(3,0) T=B"
    table.play("B D8")
    assert table.crystals() == "A(4,0) B(3,1) T=B"
    assert table.turn() == "B"


def test_dm_e12_equal_scores_are_ranked_by_the_vault() -> None:
    found = outcome([5, 3, 9, 1], [6, 7, 4, 8], (0, 1, 2, 3))
    assert found.scores == (17, 17, 17, 17)
    assert found.places == (3, 2, 4, 1)


def test_dm_e13_a_tie_to_the_end_shares_the_place() -> None:
    assert outcome([3, 3, 1], [7, 7, 1], (0, 1, 2)).places == (1, 1, 3)


def test_dm_e14_the_deal_goes_round() -> None:
    table = dealt(3, first="C")
    dealers, leaders = [], []
    while table.state.pending():
        (*_, seat) = table.state.pending()
        if seat == CHANCE:
            table.pair.deal(table.pair.naive.deck())
            continue
        if table.state.phase() == "announce":
            dealers.append(LETTERS[seat])
        if table.state.phase() == "play" and not table.state.played:
            leaders.append(LETTERS[seat])
        table.pair.apply(seat, GAME.move_text(table.state.default_move(seat)))
    assert dealers == list("CABCAB")
    assert leaders == list("ABCABC")


def test_dm_e15_passing_to_the_left() -> None:
    table = dealt(4)
    table.play("A announce 2", "A pass D1 D2", "B pass D11 D12", "C pass H6 H7", "D pass S1 S2")
    players = table.state.view(EVERYTHING)["players"]
    assert players[1]["hand"][:2] == ["D1", "D2"]
    assert players[2]["hand"][:2] == ["D11", "D12"]
    assert players[3]["hand"][:2] == ["H6", "H7"]
    assert players[0]["hand"][-2:] == ["S1", "S2"]
    assert [player["hand_count"] for player in players] == [10] * 4


def test_dm_e16_teams_and_the_thief() -> None:
    table = at("A C1 D1 · B H5 C2 C3 · C H1 D2 · D H2 S1", thief="C", options={"teams": "on"})
    table.play("B H5", "C H1", "D H2", "A C1")
    assert table.crystals() == "A(3,0) B(4,0) C(3,0) D(4,0) T=D"  # B's hearts act for the team
    state = table.state
    act(state, 3, 1)  # B acts while D holds the token
    assert table.crystals() == "A(3,0) B(4,0) C(3,0) D(4,0) T=A"
    act(state, 3, 1)
    assert table.crystals() == "A(2,0) B(5,0) C(2,0) D(5,0) T=B"


def test_dm_e17_a_partner_without_a_trick() -> None:
    """A has taken six tricks, B and D together three; A takes the last one and C none."""
    low = [f"{suit}{rank}" for suit in "DHSC" for rank in range(1, 7)]
    table = at(
        "A D13 · B D7 · C D8 · D D9",
        leads="A",
        taken=[("B", "H7 H8 H9 S7 S8 S9 C7 C8"), ("D", "C9 C10 C11 C12"), ("A", " ".join(low))],
        options={"teams": "on"},
    )
    before = table.state.vault[0]
    table.play("A D13", "B D7", "C D8", "D D9")
    # One each for the last trick, diamonds and spades, two for C without a trick.
    assert table.state.vault[0] - before == 1 + 1 + 1 + 2
    assert table.state.won.count(2) == 0


def test_dm_e18_perfect_with_four_players() -> None:
    table = dealt(4, perfect="on")
    ranks = [15 * suit + rank for suit in range(4) for rank in range(13)]
    assert sorted(table.state.order) == ranks
    assert [len(table.state.hand(seat)) for seat in range(4)] == [13] * 4
    while table.state.phase() != "deal":
        seat = table.state.pending()[0]
        table.pair.apply(seat, GAME.move_text(table.state.default_move(seat)))
    assert len(table.state.won) == 13
