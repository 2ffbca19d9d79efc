"""Actions and changes of the games of the program as sentences, word by word."""

import pytest

from engines.games import GAMES

SENTENCES = {
    ("diams", 0, "draw END 7"): "Aiko draws 7; the closing card comes up",
    ("diams", 1, "draw ?"): "Ben draws a card",
    ("diams", 1, "draw -"): "Ben draws nothing: the deck is empty",
    ("diams", 0, "reveal 3 10* +CV"): "Aiko reveals 3 10* for the market and gets CV",
    ("diams", 0, "market 9 = 1+3+5"): "Aiko puts 9 into the market and takes 1+3+5",
    ("diams", 0, "market 8 = -; refill END 4 4 9 out CR"): (
        "Aiko puts 8 into the market and takes nothing; the empty market is refilled: "
        "4 4 9 out CR; the closing card comes up"
    ),
    ("diams", 0, "vault ?x3"): "Aiko puts 3 diamonds into the vault",
    ("diams", 0, "crack B 9* -> -"): (
        "Aiko uses the safecracker on Ben and asks for 9*, but there is none"
    ),
    ("diams", 1, "force A 1* using CV -> 1x2"): (
        "Ben forces a sale with CV: plays 1*, and Aiko has to give 1x2"
    ),
    ("diamonds", 0, "round 2 dealer A pass 3"): (
        "round 2: Aiko deals and announces 3 cards to pass"
    ),
    ("diamonds", 1, "C12 = A"): "Ben plays C12; Aiko wins the trick",
    ("diamonds", 1, "pass ? ?"): "Ben passes on 2 cards",
    ("blue-border", 0, "take 2; refill"): (
        "Aiko takes the last card of pile 2; the deck refills it"
    ),
    ("blue-border", 1, "call A = 18,28 hit"): (
        "Ben calls the new card of Aiko: it does not fit (18,28)"
    ),
    ("blue-border", 1, "call A = 10,11 miss; lose 14"): (
        "Ben calls the new card of Aiko, but it fits (10,11); Ben loses 14"
    ),
    ("diamond-boxes", 0, "y8@0,-1e/4; penalty p4 y8"): (
        "Aiko places y8 at 0,-1e over 4 cells and draws p4 y8 as penalty"
    ),
    ("diamond-boxes-2", 0, "r5@1,0e/6; draw ?"): (
        "Aiko places r5 at 1,0e over 6 cells and draws 1 card"
    ),
    ("diamond-boxes-2", 1, "colour r"): "Ben specifies the colour red",
}


@pytest.mark.parametrize(("action", "sentence"), SENTENCES.items(), ids=str)
def test_an_action_as_a_sentence(action: tuple[str, int, str], sentence: str) -> None:
    name, seat, text = action
    assert GAMES[name].narrate(seat, text).text("en", ("Aiko", "Ben")) == sentence


def test_crystals_that_changed_hands_are_told_without_hidden_vaults() -> None:
    """DM-R7: a club takes a crystal from the holder of the thief token, which moves on."""
    game = GAMES["diamonds"]
    players = [
        [{"showroom": 3, "vault": 0}, {"showroom": 3, "vault": None}],
        [{"showroom": 4, "vault": 1}, {"showroom": 2, "vault": None}],
    ]
    before, after = (
        {"players": rows, "thief": thief} for rows, thief in zip(players, (1, 0), strict=True)
    )
    told = [one.text("en", ("Aiko", "Ben")) for one in game.changes(before, after)]
    assert told == ["showroom: Aiko 3 → 4 and Ben 3 → 2", "vault: Aiko 0 → 1", "thief: Aiko"]
    assert game.changes(after, after) == ()


def test_a_round_that_was_counted_is_told_with_points_and_chips() -> None:
    game = GAMES["diams"]
    views = [
        {"players": [{"points": mine, "chips": one}, {"points": yours, "chips": two}]}
        for mine, one, yours, two in (([], [], [], []), ([26], [4], [1], [3]))
    ]
    told = [one.text("en", ("Aiko", "Ben")) for one in game.changes(*views)]
    assert told == ["round 1: Aiko 26 points (4 chips) and Ben 1 point (3 chips)"]
