"""Facts that explain a loss: concepts by examples of the rules, and what counts as a reason."""

import json
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final

import pytest

from engines.api import CHANCE, Seat, State, seat_letter
from engines.games import GAMES
from engines.messages import LANGUAGES
from tests.engines.blue_border import at_table as blue_border
from tests.engines.diamond_boxes.at_table import by_rule_1, by_rule_2
from tests.engines.diamonds import at_table as diamonds
from tests.engines.diams import at_table as diams
from tests.examples import times
from tourney.bots import BOTS
from tourney.domain.observation import Observation
from tourney.insight.account import Judge, JudgedMove, KnownMove, account
from tourney.insight.reasons import (
    CONCEPTS,
    LEAST_SHARE,
    Arguments,
    Concept,
    MoveFact,
    explain,
    told,
)

Plant = Callable[[State[Any], Seat], Any]
"""The blunder of a seat in a position; None where it has no chance for one."""
MOST_MOVES: Final = 100

# Positions, most of them worked examples of the rules (DI-E1 and so on).

E1 = "A hand 7 9 · market 7* 2 4"  # DI-E1
E2 = "A hand 7 · market 7 7 2"  # DI-E2
E7 = "A hand 1 1 1 5 5* 7 · A vault 5 5 5 7 7 7 · market 2"  # DI-E7
E10 = "A hand CV 1 · B hand 1 1 6 · market 1 8"  # DI-E10
E11 = "A hand CV 1 · B hand 6 · market 1"  # DI-E11
THREES = "A hand 3 9 · B hand 3 · market 3"
EIGHTS = "A hand 8 8 8* 3 · market 4 4"
FITS = "A hand 5 9 · A vault 5 5 5"

CLUBS = "A C2 C1 · B C5 S2 · C C9 S4 · D H3 S15"  # DM-E2
TAKEN = [("C", "D1 D2 D3 D4")]
HEARTS = "A H2 · B H5 H6 · C H9 · D C3"  # DM-E4
SPADES = "A C1 · B S5 · C S4 · D S3"
ALONE = "A H2 · B D3 H5 · C S9 · D C3"

UP = "A 8 16 24 30 23 14"
NINE = "A 5 · B 3 · field 12 / 30 / 29 / 28 · deck 31"
LAST = "A 5 · B 8 16 24 30 23 14 · field 6 / 29 / 28 / 27 · deck 31"

TWO_YELLOWS = "y5@3,0n r1@1,0e y2@0,0n"  # DJ2-E6
HANDS = "A g2 p1 · B p2 · C p3"


def trick(hands: str, *moves: str, **more: Any) -> Any:
    table = diamonds.at(hands, **more)
    table.play(*moves)
    return table


def passing(count: int) -> Any:
    """A holds the diamonds 1 to 10, B the other ones and hearts."""
    table = diamonds.dealt(4)
    table.play(f"A announce {count}")
    return table


def called(line: str, card: int) -> Any:
    """BB-E7 and BB-E9: B lays a card, and C may call it."""
    table = blue_border.at(f"B {line} · C 3 11 · deck {card}", turn="B")
    return table.play("B deck")


def rewarded() -> Any:
    """BB-E7: C has called, and takes a reward."""
    table = blue_border.at("B 5 12 · C 3 · deck 10", turn="B")
    return table.play("B deck", "C call")


def choosing(hand: str) -> Any:
    """DJ2-E4: A has covered all that was red, and chooses a colour."""
    table = by_rule_2(f"A g2 {hand} · B p2 · C p3", colour="r")
    table.play("A g2@1,1s")
    return table


PLAIN: Final[Arguments] = {}
B: Final[Arguments] = {"whom": 1}

Case = tuple[str, str, Callable[[], Any], str, Arguments | None]
CASES: list[Case] = [
    # Diam's
    ("diams", "breaks-collection", lambda: diams.at(EIGHTS), "A market 8 = 4+4",
     {"quality": 8, "points": 2}),
    ("diams", "breaks-collection", lambda: diams.at(EIGHTS), "A market 3 = -", None),
    ("diams", "stores", lambda: diams.at(E7), "A vault 1x3 5x2* 7x1", {"points": 15}),
    ("diams", "stores", lambda: diams.at(E7), "A market 1 = -", None),
    ("diams", "leaves", lambda: diams.at(E7), "A vault 1x3", {"count": 3}),
    ("diams", "leaves", lambda: diams.at(E7), "A vault 1x3 5x2* 7x1", None),
    ("diams", "completes", lambda: diams.at(E2), "A market 7", {"quality": 7, "points": 10}),
    ("diams", "completes", lambda: diams.at(E2), "A market 7 = -", None),
    ("diams", "breaks-pair", lambda: diams.at("A hand 6 6 1 · market 2 4"), "A market 6 = 2+4",
     {"quality": 6, "points": 9}),
    ("diams", "breaks-pair", lambda: diams.at("A hand 6 6 1 · market 2 4"), "A market 1 = -", None),
    ("diams", "misses", lambda: diams.at(E11), "A force B 1 using CV", B),
    ("diams", "misses", lambda: diams.at(E10), "A force B 1 using CV", None),
    ("diams", "misses", lambda: diams.at("A hand CR · B vault 9 9 9"), "A crack B 9*", B),  # DI-E13
    ("diams", "robs", lambda: diams.at(E10), "A force B 1 using CV", B),
    ("diams", "robs", lambda: diams.at("A hand CR · B vault 7 7 7"), "A crack B 7", B),  # DI-E14
    ("diams", "robs", lambda: diams.at(E11), "A force B 1 using CV", None),
    ("diams", "feeds", lambda: diams.at(THREES), "A market 3 = -", B),
    ("diams", "feeds", lambda: diams.at(THREES), "A market 9 = -", None),
    ("diams", "exceeds", lambda: diams.at("A hand 9 2 6 8 · market 1 3 5 10"),
     "A market 9 = 1+3+5", {"count": 1}),  # DI-E3
    ("diams", "exceeds", lambda: diams.at("A hand 9 2 6 8 · market 1 3 5 10"), "A market 2 = -",
     None),
    ("diams", "parts-with-extension", lambda: diams.at(FITS), "A market 5 = -", {"quality": 5}),
    ("diams", "parts-with-extension", lambda: diams.at(FITS), "A market 9 = -", None),
    ("diams", "parts-with-dead", lambda: diams.at("A hand 5 9"), "A market 5 = -", PLAIN),
    ("diams", "parts-with-dead", lambda: diams.at("A hand 5 9 · market 5 5"), "A market 5 = -",
     None),
    ("diams", "spends", lambda: diams.at("A hand 3 MG · market 6 2"), "A magic 6",
     {"special": "insight.diams-magic"}),  # DI-E15
    ("diams", "spends", lambda: diams.at("A hand 3 MG · market 6 2"), "A market 3 = -", None),
    ("diams", "parts-with-star", lambda: diams.at("A hand 7* 9 · market 7"), "A market 7* = -",
     PLAIN),
    ("diams", "parts-with-star", lambda: diams.at("A hand 7* 9 · market 7"), "A market 7*", None),
    ("diams", "pairs", lambda: diams.at(E1), "A market 7", {"quality": 7}),
    ("diams", "pairs", lambda: diams.at(E1), "A market 9 = -", None),
    ("diams", "takes-nothing", lambda: diams.at(E2), "A market 7 = -", PLAIN),
    ("diams", "takes-nothing", lambda: diams.at("A hand 8 · market 5"), "A market 8 = -",
     None),  # DI-E4
    # Diamonds
    ("diamonds", "leads-alone", lambda: trick(ALONE), "B D3", {"suit": "diamonds.diamonds"}),
    ("diamonds", "leads-alone", lambda: trick(ALONE), "B H5", None),
    ("diamonds", "ends-clean", lambda: trick(CLUBS, "B C5"), "C C9", PLAIN),
    ("diamonds", "ends-clean", lambda: trick(CLUBS, leads="C", taken=TAKEN), "C C9",
     None),
    ("diamonds", "wins", lambda: trick(CLUBS, leads="C", taken=TAKEN), "C C9", PLAIN),
    ("diamonds", "wins", lambda: trick(CLUBS), "B S2", None),
    ("diamonds", "fills-vault", lambda: trick("A H2 · B H5 · C D1 · D C3", "B H5"), "C D1",
     PLAIN),  # DM-E7
    ("diamonds", "fills-vault", lambda: trick("A H2 · B H5 · C S1 · D C3", "B H5"), "C S1", PLAIN),
    ("diamonds", "fills-vault", lambda: trick(CLUBS, "B C5"), "C C9", None),  # DM-E8
    ("diamonds", "fills-showroom", lambda: trick(CLUBS, "B C5", "C C9"), "D H3", PLAIN),
    ("diamonds", "fills-showroom", lambda: trick(HEARTS), "B H5", None),
    ("diamonds", "steals", lambda: trick(SPADES, "B S5", "C S4", "D S3", thief="C"),
     "A C1", {"whom": 2}),  # DM-E3
    ("diamonds", "steals", lambda: trick(HEARTS, "B H5", "C H9", thief="D"), "D C3", None),
    ("diamonds", "wastes", lambda: trick(HEARTS, "B H5", "C H9", thief="D"), "D C3",
     PLAIN),  # DM-E4
    ("diamonds", "wastes", lambda: trick("A H2 · B H5 · C S1 · D C3", "B H5"), "C S1", None),
    ("diamonds", "passes-diamond", lambda: passing(1), "B pass D11", {"whom": 2}),
    ("diamonds", "passes-diamond", lambda: passing(1), "B pass H1", None),
    ("diamonds", "passes-high", lambda: passing(2), "B pass D13 H1", {"whom": 2}),
    ("diamonds", "passes-high", lambda: passing(2), "B pass D12 H1", None),
    ("diamonds", "passes-low", lambda: passing(2), "A pass D1 D7", PLAIN),
    ("diamonds", "passes-low", lambda: passing(2), "A pass D1 D8", None),
    ("diamonds", "empties", lambda: trick(CLUBS), "B C5", {"suit": "diamonds.clubs"}),
    ("diamonds", "empties", lambda: trick(CLUBS, "B C5", "C C9", "D H3"), "A C2", None),
    ("diamonds", "leads-diamonds", lambda: trick(ALONE), "B D3", PLAIN),
    ("diamonds", "leads-diamonds", lambda: trick(ALONE), "B H5", None),
    ("diamonds", "highest", lambda: trick(CLUBS, "B C5", "C C9", "D H3"), "A C2",
     {"suit": "diamonds.clubs"}),
    ("diamonds", "highest", lambda: trick(CLUBS, "B C5", "C C9", "D H3"), "A C1", None),
    ("diamonds", "announces-most", lambda: diamonds.dealt(4), "A announce 3", PLAIN),
    ("diamonds", "announces-most", lambda: diamonds.dealt(4), "A announce 2", None),
    ("diamonds", "announces-least", lambda: diamonds.dealt(4), "A announce 1", PLAIN),
    ("diamonds", "announces-least", lambda: diamonds.dealt(4), "A announce 2", None),
    # Blue Border
    ("blue-border", "misfits", lambda: blue_border.at("A 8 14 20 · deck 24"), "A deck",
     PLAIN),  # BB-E3
    ("blue-border", "misfits", lambda: blue_border.at("A 8 14 20 · deck 29"), "A deck", None),
    ("blue-border", "out-of-reach", lambda: blue_border.at("A 3 · deck 6"), "A deck",
     {"point": "D"}),
    ("blue-border", "out-of-reach", lambda: blue_border.at("A 3 · deck 7"), "A deck", None),
    ("blue-border", "out-of-reach", lambda: blue_border.at("A 8 16 24 32 · deck 28"), "A deck",
     {"point": "G"}),
    ("blue-border", "out-of-reach", lambda: blue_border.at("A 8 16 24 32 · deck 27"), "A deck",
     None),
    ("blue-border", "stuck", lambda: blue_border.at("A 1 · field 30 / 29 / 28 / 27 · deck 5"),
     "A deck", PLAIN),
    ("blue-border", "stuck", lambda: blue_border.at("A 1 · field 12 / 29 / 28 / 27 · deck 5"),
     "A deck", None),
    ("blue-border", "lays-nothing", lambda: blue_border.at(NINE), "A pass -> 1", PLAIN),
    ("blue-border", "lays-nothing", lambda: blue_border.at(NINE), "A take 1", None),
    ("blue-border", "knows", rewarded, "C reward discard 10", PLAIN),  # BB-E7
    ("blue-border", "knows", rewarded, "C reward take 1", None),
    ("blue-border", "finishes", lambda: blue_border.at(f"{UP} · deck 6"), "A deck",
     PLAIN),  # BB-E16
    ("blue-border", "finishes", lambda: blue_border.at(f"{UP} · deck 15"), "A deck", None),
    ("blue-border", "calls-right-card", lambda: called("5", 12), "C call", B),  # BB-E9
    ("blue-border", "calls-right-card", lambda: called("5 12", 10), "C call", None),  # BB-E7
    ("blue-border", "lets-stand", lambda: called("5 12", 10), "C no", B),
    ("blue-border", "lets-stand", lambda: called("5", 12), "C no", None),
    ("blue-border", "lets-win", lambda: blue_border.at(f"{UP} · deck 6").play("A deck"), "B no",
     {"whom": 0}),
    ("blue-border", "lets-win", lambda: called("5", 12), "C no", None),
    ("blue-border", "feeds", lambda: blue_border.at(NINE), "A take 2", B),
    ("blue-border", "feeds", lambda: blue_border.at(NINE), "A pass -> 1", None),  # BB-E13
    ("blue-border", "buries", lambda: blue_border.at(NINE), "A pass -> 1", PLAIN),
    ("blue-border", "buries", lambda: blue_border.at(NINE), "A pass -> 2", None),
    ("blue-border", "feeds-last", lambda: blue_border.at(LAST), "A take 2", B),
    ("blue-border", "feeds-last", lambda: blue_border.at(LAST), "A pass -> 1", None),
    # Diamond Boxes by rule 1, on board Z
    ("diamond-boxes", "goes-out", lambda: by_rule_1("A g2"), "A g2@0,0n", PLAIN),  # DJ1-E10
    ("diamond-boxes", "goes-out", lambda: by_rule_1("A g2"), "A g2@1,1s", None),  # DJ1-E11
    ("diamond-boxes", "lets-out", lambda: by_rule_1("A b5 p1 · B g2"), "A b5@3,0n", B),
    ("diamond-boxes", "lets-out", lambda: by_rule_1("A b5 p1 · B g2 g3"), "A b5@3,0n", None),
    ("diamond-boxes", "ends", lambda: by_rule_1("A g2 b1", deck="p7"), "A g2@1,1s",
     PLAIN),  # DJ1-E12
    ("diamond-boxes", "ends", lambda: by_rule_1("A g2 b1", deck="p7"), "A g2@0,0n", None),
    ("diamond-boxes", "penalty", lambda: by_rule_1("A g2 b1"), "A g2@1,1s", {"count": 2}),
    ("diamond-boxes", "penalty", lambda: by_rule_1("A g2 b1"), "A g2@0,0n", None),  # DJ1-E4
    ("diamond-boxes", "keeps-six", lambda: by_rule_1("A g2 b5"), "A b5@3,0n", PLAIN),
    ("diamond-boxes", "keeps-six", lambda: by_rule_1("A g2 b5"), "A g2@0,0n", None),
    ("diamond-boxes", "feeds", lambda: by_rule_1("A g7 b5 · B g2 g3"), "A b5@3,0n", B),
    ("diamond-boxes", "feeds", lambda: by_rule_1("A g7 b5 · B g2 g3"), "A g7@0,1s",
     None),  # DJ1-E5
    ("diamond-boxes", "spares", lambda: by_rule_1("A b5 p1 · B g7 g3"), "A b5@3,0n", B),
    ("diamond-boxes", "spares", lambda: by_rule_1("A b5 p1 · B g3"), "A b5@3,0n", None),
    ("diamond-boxes", "gives-lowest", lambda: by_rule_1("A r3 g2"), "A r3@3,0n", {"number": 3}),
    ("diamond-boxes", "gives-lowest", lambda: by_rule_1("A r3 g2"), "A g2@0,0n", None),
    ("diamond-boxes", "strands", lambda: by_rule_1("A g2 b5"), "A g2@0,0n", {"count": 1}),
    ("diamond-boxes", "strands", lambda: by_rule_1("A g2 b5"), "A b5@3,0n", None),
    # Diamond Boxes by rule 2
    ("diamond-boxes-2", "goes-out-2", lambda: by_rule_2("A g2 · B p2", colour="y"), "A g2@0,0n",
     PLAIN),  # DJ2-E13
    ("diamond-boxes-2", "goes-out-2", lambda: by_rule_2("A g2 · B p2", colour="y", decks="A b1"),
     "A g2@0,0n", None),
    ("diamond-boxes-2", "lets-out-2", lambda: by_rule_2("A b5 · B g2 · C p3", colour="r"), "A pass",
     B),
    ("diamond-boxes-2", "lets-out-2",
     lambda: by_rule_2("A b5 · B g2 · C p3", colour="r", decks="B b1"), "A pass", None),
    ("diamond-boxes-2", "passes", lambda: by_rule_2(HANDS, colour="r"), "A pass", PLAIN),
    ("diamond-boxes-2", "passes", lambda: by_rule_2("A r2 · B p2", colour="r"), "A pass",
     None),  # DJ2-E9
    ("diamond-boxes-2", "bonus", lambda: by_rule_2(HANDS, colour="y"), "A g2@0,0n",
     PLAIN),  # DJ2-E5
    ("diamond-boxes-2", "bonus", lambda: by_rule_2(HANDS, colour="r"), "A g2@1,1s", None),
    ("diamond-boxes-2", "keeps-fit", lambda: by_rule_2("A g2 p2", colour="y"), "A pass",
     {"count": 2}),
    ("diamond-boxes-2", "keeps-fit", lambda: by_rule_2("A r2 · B p2", colour="r"), "A pass", None),
    ("diamond-boxes-2", "feeds-2", lambda: by_rule_2("A b5 · B g2 b1", colour="r"), "A pass", B),
    ("diamond-boxes-2", "feeds-2", lambda: by_rule_2("A b5 · B r2 r3", colour="r"), "A pass", None),
    ("diamond-boxes-2", "feeds-bonus", lambda: by_rule_2("A b5 · B g2 b1", colour="y"), "A pass",
     B),
    ("diamond-boxes-2", "feeds-bonus", lambda: by_rule_2("A b5 · B g2 b1", colour="r"), "A pass",
     None),  # DJ2-E3
    ("diamond-boxes-2", "covers-colour", lambda: by_rule_2(HANDS, colour="r"), "A g2@1,1s",
     {"colour": "diamond-boxes.red"}),  # DJ2-E4
    ("diamond-boxes-2", "covers-colour", lambda: by_rule_2(HANDS, colour="y", placed=TWO_YELLOWS),
     "A g2@0,0n", None),  # DJ2-E6
    ("diamond-boxes-2", "lets-choose", lambda: by_rule_2(HANDS, colour="y"), "A g2@0,0n",
     {"whom": 2}),  # DJ2-E5
    ("diamond-boxes-2", "lets-choose", lambda: by_rule_2(HANDS, colour="r"), "A g2@1,1s", None),
    ("diamond-boxes-2", "chooses-useless", lambda: choosing("y3"), "A colour y", PLAIN),
    ("diamond-boxes-2", "chooses-useless", lambda: choosing("p2"), "A colour g", None),
]  # fmt: skip


def concept(game: str, name: str) -> Concept:
    family = "diamond-boxes" if game == "diamond-boxes-2" else game
    return next(one for one in CONCEPTS[game] if one.code == f"insight.{family}-{name}")


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case[0]} {case[1]} {case[3]}")
def test_a_concept_is_true_or_false_of_a_move(case: Case) -> None:
    game, name, position, written, expected = case
    letter, _, text = written.partition(" ")
    seat = next(seat for seat in range(6) if seat_letter(seat) == letter)
    state, move = position().state, GAMES[game].parse_move(text)
    key = state.key()
    assert concept(game, name).holds(state, seat, move) == expected
    assert state.key() == key, "the position is only looked at"
    assert state.is_legal(seat, move)


def test_every_concept_has_an_example_of_both_kinds() -> None:
    for game, concepts in CONCEPTS.items():
        assert 8 <= len(concepts) <= 15
        for true in (True, False):
            shown = {(one[0], one[1]) for one in CASES if (one[4] is not None) == true}
            family = "diamond-boxes" if game == "diamond-boxes-2" else game
            wanted = {(game, one.code.removeprefix(f"insight.{family}-")) for one in concepts}
            assert wanted <= shown


# -- what counts as a reason, with moves that are numbers and worlds whose truth is known


def explained(
    concepts: Sequence[Concept],
    values: Sequence[Sequence[float]],
    weights: Sequence[float] = (),
) -> tuple[MoveFact, ...]:
    """The facts of move 0: `values` has a row for each move, a number for each world."""
    worlds: Any = range(len(values[0]))
    shares = [[[value, 1 - value] for value in row] for row in values]
    equal = [1.0] * len(worlds)
    return explain(concepts, worlds, weights or equal, 0, range(len(values)), 0, shares)


def of_moves(*moves: int) -> Concept:
    """A concept that is true of these moves."""
    return Concept("insight.diams-takes-nothing", lambda world, seat, move: _if(move in moves))


def in_worlds(of: int, *worlds: int) -> Concept:
    """A concept that is true of a move in these worlds."""
    holds = lambda world, seat, move: _if(move == of and world in worlds)  # noqa: E731
    return Concept("insight.diams-feeds", holds, hidden=True)


def _if(true: bool) -> Arguments | None:
    return {"whom": 1} if true else None


def test_a_fact_counts_from_a_quarter_of_the_loss() -> None:
    """Move 0 is played, 1 the best one; of move 2 the same is true as of the one played."""
    for value, share in ((0.5, 1.0), (0.59, 0.55), (0.64, 0.3), (0.66, None), (0.7, None)):
        found = explained([of_moves(0, 2)], [[0.5], [0.7], [value]])
        assert [one.share for one in found] == ([] if share is None else [pytest.approx(share)])
        assert not any(one.better or one.of for one in found)
    (fact,) = explained([of_moves(1)], [[0.5], [0.7], [0.6]])
    assert fact.better
    assert fact.share == pytest.approx(0.5)
    assert explained([of_moves(0, 1), of_moves(2)], [[0.5], [0.7], [0.6]]) == ()
    assert explained([of_moves(0)], [[0.7], [0.7], [0.6]]) == ()


def test_a_fact_about_hidden_cards_says_in_how_many_worlds() -> None:
    """All is lost in three of eight worlds."""
    values = [[0.2] * 3 + [0.6] * 5, [0.6] * 8]
    (fact,) = explained([in_worlds(0, 0, 1, 2)], values)
    assert (fact.worlds, fact.of, fact.better) == (3, 8, False)
    assert fact.share == pytest.approx(1)
    said = "the move played lets B complete a collection from the market"
    assert str(fact.message()) == f"in 3 of 8 positions tried (38 %), {said}"
    # What holds in all of them is said as what depends on nothing.
    (fact,) = explained([in_worlds(0, *range(8))], values)
    assert str(fact.message()) == said
    # Where the concept is true in one of these worlds and in others, it has a part of the loss.
    (fact,) = explained([in_worlds(0, 0, 1)], values)
    assert fact.share < 0.6
    assert explained([in_worlds(0, 0, 5, 6, 7)], values) == ()
    assert explained([in_worlds(1, 0, 1, 2)], values)[0].better


def test_a_world_counts_by_how_likely_it_is() -> None:
    values = [[0.2, 0.6, 0.6, 0.6], [0.6] * 4]
    for weight, chance in ((1, 25), (6, 67), (0.03, 1)):
        (fact,) = explained([in_worlds(0, 0)], values, [weight, 1, 1, 1])
        assert (fact.worlds, fact.of, fact.chance) == (1, 4, chance)
        assert fact.share == pytest.approx(1)
    # What is lost in a world that is as good as impossible explains nothing.
    values = [[0.2, 0.5, 0.5, 0.5], [0.6] * 4]
    assert explained([in_worlds(0, 0)], values, [0.03, 1, 1, 1]) == ()


def test_what_parts_good_moves_from_bad_ones_comes_first_and_nothing_is_told_twice() -> None:
    """Each explains the loss of move 0, but the first one that of other moves, too."""
    values = [[0.5], [0.8], [0.55], [0.5]]
    concepts = [of_moves(0), of_moves(0, 3), of_moves(1), of_moves(0, 2, 3)]
    found = explained(concepts, values)
    assert [one.better for one in found] == [True, False]
    assert [one.share for one in found] == [pytest.approx(5 / 6), pytest.approx(1)]


def test_a_fact_that_has_no_effect_is_not_told() -> None:
    """What is true in half of the worlds has half of the loss, whatever they are."""
    rng, wrong, right = Random(5), 0, 0
    matches = times(2_000, 200)
    for _ in range(matches):
        lost = [max(0.0, rng.gauss(0.1, 0.03)) for _ in range(16)]
        lost[:8] = [one + 0.2 for one in lost[:8]]
        values = [[0.5 - one for one in lost], [0.5] * 16]
        right += bool(explained([in_worlds(0, *range(8))], values))
        permuted = rng.sample(range(16), 8)
        even = [[0.5 - rng.gauss(0.2, 0.1) for _ in range(16)], [0.5] * 16]
        wrong += bool(explained([in_worlds(0, *permuted)], even))
    assert right == matches
    assert wrong < matches / 10


# -- matches of built-in bots


def judged(name: str, seats: int, seed: int, plant: Plant | None = None) -> list[JudgedMove]:
    """Decisions of a match of greedy and random; it ends with the move that `plant` finds."""
    game, rng = GAMES[name], Random(f"{name} {seed}")
    options = game.options({"length": "quick"} if name == "diams" else {}, seats)
    greedy, random = BOTS["greedy"](), BOTS["random"]()
    state = game.start(options, seats)
    moves: list[KnownMove] = []
    planted = None
    most = MOST_MOVES if plant else times(MOST_MOVES, 40)
    while (owing := state.pending()) and planted is None and len(moves) < most:
        seat = owing[0]
        if seat == CHANCE:
            move = game.shuffle(state, rng)
        else:
            planted = plant(state, seat) if plant else None
            bot = random if plant is None and seat % 2 else greedy
            move = bot.choose(Observation(game, state, seat), rng) if planted is None else planted
        moves.append(KnownMove(seat, move, len(moves) + 1))
        state.apply(seat, move)
    assert plant is None or planted is not None
    places = range(1, seats + 1)
    ahead = 1 if name == "blue-border" else 0
    judge = Judge(8 if plant else times(8, 4), ahead)
    return account(game, options, seats, moves, judge, Random(1), places).decisions


@pytest.mark.parametrize("name", GAMES)
def test_every_fact_of_a_match_is_a_sentence_in_both_languages(name: str) -> None:
    names, count = ("Anna", "Ben", "Chie"), 0
    for seed in range(times(20, 1)):
        for one in judged(name, 3, seed):
            assert not one.facts or one.loss >= 0.02
            assert len(one.facts) <= 2
            for fact in one.facts:
                count += 1
                assert fact.share >= LEAST_SHARE
                # A fact is data: it is the same one when it comes back from a file.
                again = MoveFact(*json.loads(json.dumps(fact)))
                assert again == fact
                for lang in LANGUAGES:
                    text = again.message().text(lang, names)
                    assert text == fact.message().text(lang, names)
                    assert "{" not in text
                for seat in (value for key, value in fact.arguments.items() if key == "whom"):
                    assert names[int(seat)] in fact.message().text("en", names)
            message = told(one.facts)
            assert (message is None) == (not one.facts)
    assert count


def keeps_collection(state: State[Any], seat: Seat) -> Any:
    """In Diam's: with a collection in hand near the end, something else is played."""
    moves = state.legal_moves(seat)
    if state.phase() != "play" or not getattr(state, "left", 0):
        return None
    stores = concept("diams", "stores").holds
    points = [found["points"] for move in moves if (found := stores(state, seat, move))]
    return (
        moves[0]
        if points and max(map(int, points)) > 5 and not stores(state, seat, moves[0])
        else None
    )


def lets_out(state: State[Any], seat: Seat) -> Any:
    """In Diamond Boxes: the next player is handed the last card, though it can be prevented."""
    hands = getattr(state, "hands", [])
    if len(hands[(seat + 1) % len(hands)]) > 1:
        return None
    holds = concept("diamond-boxes", "lets-out").holds
    moves = state.legal_moves(seat)
    out = [move for move in moves if holds(state, seat, move)]
    return out[0] if out and len(out) < len(moves) - 20 else None


def calls(state: State[Any], seat: Seat) -> Any:
    """In Blue Border: a card is called that fits beyond doubt."""
    if state.phase() != "call":
        return None
    line = state.view(None)["players"][state.view(None)["window"]["diver"]]["line"]
    call = GAMES["blue-border"].parse_move("call")
    own = state.view(None)["players"][seat]["line"]
    sure = len(line) == 1 and line[0]["band"] <= 2  # numbers up to 8
    return call if sure and own else None


@pytest.mark.parametrize(
    ("name", "seed", "plant", "code"),
    [
        ("diams", 14, keeps_collection, "insight.diams-stores"),
        ("diamond-boxes", 1, lets_out, "insight.diamond-boxes-lets-out"),
        ("blue-border", 1, calls, "insight.blue-border-calls-right-card"),
    ],
)
def test_a_planted_blunder_has_its_reason(name: str, seed: int, plant: Plant, code: str) -> None:
    decision = judged(name, 2, seed, plant)[-1]
    assert decision.loss > 0.05
    assert code in [fact.code for fact in decision.facts]
