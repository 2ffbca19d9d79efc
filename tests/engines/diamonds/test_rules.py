"""The rules of Diamonds, one test for each number."""

from random import Random
from typing import Any

import pytest

from engines.api import CHANCE, EVERYTHING, Game, OptionError, Seat
from engines.diamonds import GAME
from engines.diamonds.cards import NAMES
from engines.diamonds.position import ROUNDS
from engines.diamonds.scoring import outcome
from tests.engines.contract.playing import AnyState, Case, positions
from tests.engines.diamonds.at_table import Table, at, dealt
from tests.engines.diamonds.pair import LETTERS, Pair


def play_default(table: Table, until: str) -> None:
    """Play the default move for every seat until that phase."""
    while table.state.phase() != until:
        seat = table.state.pending()[0]
        if seat == CHANCE:
            table.pair.deal(table.pair.naive.deck())
        else:
            table.pair.apply(seat, GAME.move_text(table.state.default_move(seat)))


def test_dm_r1_sixty_cards() -> None:
    pair = Pair(6, {})
    pair.begin(range(6))
    assert len(pair.state.pool()) == len(set(pair.state.pool())) == 60
    names = pair.naive.deck()
    assert [GAME.parse_move(name) for name in names] == list(pair.state.pool())
    assert (names[0], names[14], names[15], names[59]) == ("D1", "D15", "H1", "C15")


@pytest.mark.parametrize("dealer", "ABC")
def test_dm_r2_three_crystals_each_and_the_thief_on_the_dealers_left(dealer: str) -> None:
    table = dealt(3, first=dealer)
    thief = LETTERS[(LETTERS.index(dealer) + 1) % 3]
    assert table.crystals() == f"A(3,0) B(3,0) C(3,0) T={thief}"


def test_dm_r3_ten_cards_each_from_a_full_deck_every_round() -> None:
    table = dealt(2, rounds="2")
    for _ in range(2):
        assert table.state.pool() == tuple(range(60))
        assert table.state.hand(0) == list(range(10))
        assert table.state.hand(1) == list(range(10, 20))
        play_default(table, "deal" if table.state.round == 1 else "over")
        if table.state.round == 1:
            table.pair.deal(table.pair.naive.deck())


def test_dm_r4_the_dealer_says_how_many_and_all_pass_at_once() -> None:
    table = dealt(3)
    assert table.turn() == "A"
    assert table.legal("A") == ["announce 1", "announce 2", "announce 3"]
    table.play("A announce 1")
    assert table.turn() == "ABC"
    dealt_to_b = range(10, 20)
    assert table.legal("B") == [f"pass {NAMES[card]}" for card in dealt_to_b]
    table.play("C pass H6", "A pass D1")
    assert [len(table.state.hand(seat)) for seat in range(3)] == [10] * 3  # cards have not moved
    table.play("B pass D11")
    assert table.seen()["players"][1]["hand"][:2] == ["D1", "D12"]  # type: ignore[index]
    assert table.texts()[-3:] == ["pass D1", "pass D11", "pass H6"]


def test_dm_r5_the_dealers_left_leads() -> None:
    table = dealt(3, first="C")
    play_default(table, "play")
    assert table.turn() == "A"


def test_dm_r6_who_can_follow_must_and_the_highest_of_the_suit_led_wins() -> None:
    table = at("A C9 H1 · B C5 S1 · C C15 D2 · D H15 S2")
    assert table.legal("B") == ["S1", "C5"]
    table.play("B C5")
    assert table.legal("C") == ["C15"]
    table.play("C C15", "D H15", "A C9")
    assert table.texts()[-1] == "C9 = C"
    assert table.turn() == "C"


def test_dm_r7_what_the_suits_do() -> None:
    table = at("A H1 S1 · B C5 S3 · C D2 S4 · D S15 S2", thief="D")
    table.play("B C5", "C D2")
    assert table.crystals() == "A(3,0) B(3,0) C(3,1) D(3,0) T=D"
    table.play("D S15")
    assert table.crystals() == "A(3,0) B(3,0) C(3,1) D(2,1) T=D"
    table.play("A H1")
    assert table.crystals() == "A(4,0) B(4,0) C(3,1) D(1,1) T=A"  # also B's action for clubs


@pytest.mark.parametrize(("seats", "teams", "start"), [(2, "off", 6), (3, "off", 9), (4, "on", 6)])
def test_dm_r7_nothing_leaves_play(seats: int, teams: str, start: int) -> None:
    """With clubs and spades first, all sides together never have less than they had before."""
    case = Case(GAME, (("rounds", "2"), ("teams", teams)), seats)

    def choose(game: Game[Any], state: AnyState, seat: Seat, rng: Random) -> Any:
        return min(state.legal_moves(seat), key=lambda move: "CSHD".find(game.move_text(move)[0]))

    worth = [
        sum(own["showroom"] + 2 * own["vault"] for own in view["players"][: start // 3])
        for view in (here.state.view(EVERYTHING) for here in positions(case, 7, choose))
    ]
    assert worth[0] == start
    assert worth == sorted(worth)


def test_dm_r8_the_most_cards_of_a_suit_and_no_trick() -> None:
    """B has taken nine tricks, which contain all suits, and takes the last one."""
    table = at("A D5 · B D9 · C D6 · D D7", taken=[("B", "H1 H2 S1 C1" + " D1 D2 D3 D4" * 8)])
    table.play("B D9", "C D6", "D D7", "A D5")
    # B acts for diamonds after the trick, then for all four suits; for clubs it has the token.
    assert table.crystals() == "A(3,2) B(3,3) C(3,2) D(3,2) T=C"


def test_dm_r9_the_deal_goes_left_and_crystals_stay() -> None:
    table = dealt(3, rounds="2")
    play_default(table, "deal")
    before = table.crystals()
    table.pair.deal(table.pair.naive.deck())
    assert table.turn() == "B"
    assert table.crystals() == before


@pytest.mark.parametrize(("seats", "rounds"), ROUNDS.items())
def test_dm_r10_rounds_by_players(seats: int, rounds: int) -> None:
    assert (seats, rounds) in {(2, 4), (3, 6), (4, 4), (5, 5), (6, 6)}
    table = dealt(seats)
    play_default(table, "over")
    assert table.state.round == rounds


def test_dm_r11_showroom_and_twice_the_vault_then_the_vault() -> None:
    found = outcome([4, 0, 9], [1, 3, 0], (0, 1, 2))
    assert (found.scores, found.places) == ((6, 6, 9), (3, 2, 1))


def test_dm_r12_two_players_lay_four_cards_a_trick() -> None:
    table = at("A D4 H10 S1 C1 · B D3 D8 S2 S3", leads="A")
    for letter, card in zip("ABAB", ("D4", "D3", "C1", "D8"), strict=True):
        assert table.turn() == letter
        table.play(f"{letter} {card}")
    assert table.texts()[-1] == "D8 = B"
    assert table.crystals() == "A(4,0) B(2,1) T=A"  # the leader's second card acts at once
    whole = dealt(2, rounds="1")
    play_default(whole, "over")
    assert len(whole.state.won) == 5


@pytest.mark.parametrize(
    ("seats", "highest", "hand", "tricks"),
    [(2, 8, 16, 8), (3, 9, 12, 12), (4, 13, 13, 13), (5, 15, 12, 12), (6, 15, 10, 10)],
)
def test_dm_r13_perfect_deals_every_card(seats: int, highest: int, hand: int, tricks: int) -> None:
    table = dealt(seats, perfect="on", rounds="1")
    assert max(card % 15 for card in table.state.order) == highest - 1
    assert len(table.state.order) == seats * hand == 4 * highest
    assert [len(table.state.hand(seat)) for seat in range(seats)] == [hand] * seats
    play_default(table, "over")
    assert len(table.state.won) == tricks


def test_dm_r14_vaults_are_shown_only_with_show() -> None:
    for show, others in (("off", None), ("on", 2)):
        table = at("A D5 · B D9 · C D6 · D D7", options={"show": show}, crystals=[(3, 2)] * 4)
        assert [player["vault"] for player in table.state.view(1)["players"]] == [
            *(others, 2, others, others)
        ]
        assert table.state.view(None)["players"][0]["vault"] == others
        assert table.state.view(EVERYTHING)["players"][0]["vault"] == 2


def test_dm_r15_partners_swap_and_share() -> None:
    table = dealt(4, teams="on")
    table.play("A announce 1", "A pass D1", "B pass D11", "C pass H6", "D pass S1")
    players = table.state.view(EVERYTHING)["players"]
    assert (players[2]["hand"][0], players[3]["hand"][0]) == ("D1", "D11")
    assert ("H6" in players[0]["hand"], "S1" in players[1]["hand"]) == (True, True)
    assert len(table.state.showroom) == len(table.state.vault) == 2
    assert table.state.view(0)["players"][2]["vault"] == 0  # seats see the vault of their own team
    assert table.state.view(0)["players"][1]["vault"] is None
    play_default(table, "over")
    found = table.state.outcome()
    assert found is not None
    assert found.scores[:2] == found.scores[2:]
    assert sorted(found.places) in ([1, 1, 2, 2], [1, 1, 1, 1])


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_dm_r15_teams_need_four_or_six(seats: int) -> None:
    with pytest.raises(OptionError):
        GAME.options({"teams": "on"}, seats)
