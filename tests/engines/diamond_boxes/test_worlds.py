"""Sampled worlds: in rule 1 any order of the deck, in rule 2 hands that agree with all passes."""

from collections import Counter
from random import Random

from engines.diamond_boxes import GAME1, GAME2
from engines.diamond_boxes.cards import NAMES, NUMBERS
from engines.diamond_boxes.notation import placement_text
from engines.diamond_boxes.state import ColourBoxes, OpenBoxes
from tests.engines.diamond_boxes.at_table import Table, dealt
from tests.engines.naive.diamond_boxes_board import board, goes_somewhere, legal_by_rule_2

WORLDS = 500


def fitting(state: ColourBoxes) -> set[str]:
    """Cards that could be placed for some visible colour."""
    placed = tuple(map(placement_text, state.placed))
    return {name for name in NAMES[1:51] if goes_somewhere(placed, name)}


def with_hands(*hands: list[str]) -> Table:
    """Board Z dealt with these hands; A begins, red is specified."""
    rest = [n for n in NAMES[1:51] if n not in ("r1", "y2") and not any(n in h for h in hands)]
    size = 48 // len(hands) - 5
    decks = []
    for hand in hands:
        decks += hand + rest[:size]
        rest = rest[size:]
    table = dealt(" ".join(["r1", "y2", *decks]), rule=2, seats=len(hands))
    table.play(f"{'ABCD'[len(hands) - 1]} colour r")
    return table


def on_board_z() -> tuple[list[str], list[str]]:
    """Cards that fit on board Z somewhere, and cards that do not."""
    state = with_hands([], [], []).state
    assert isinstance(state, ColourBoxes)
    alive = fitting(state)
    names = [name for name in NAMES[1:51] if name not in ("r1", "y2")]
    return [n for n in names if n in alive], [n for n in names if n not in alive]


def others(world: ColourBoxes, seat: int) -> set[str]:
    return {NAMES[c] for other, hand in enumerate(world.hands) if other != seat for c in hand}


def test_a_match_that_goes_on_shows_that_some_hand_had_a_card() -> None:
    alive, dead = on_board_z()
    table = with_hands(dead[:5], [*dead[5:9], alive[0]])
    state = table.state
    assert isinstance(state, ColourBoxes)
    free = sum(not others(GAME2.resample(state, 0, Random(n)), 0) & {*alive} for n in range(WORLDS))
    assert free > 0  # before the first pass, possibly no other hand has a card that fits
    table.play("A pass", "B pass", "B colour y")
    for n in range(WORLDS):
        assert others(GAME2.resample(state, 0, Random(n)), 0) & {*alive}
    own = sum(not others(GAME2.resample(state, 1, Random(n)), 1) & {*alive} for n in range(WORLDS))
    assert own > 0  # B's own card is the one that fits


def test_earlier_observations_hold_when_the_board_has_changed() -> None:
    alive, dead = on_board_z()
    table = with_hands(dead[:5], ["g2", *dead[5:9]], dead[9:14])
    state = table.state
    assert isinstance(state, ColourBoxes)
    table.play("A pass", "B pass", "C pass", "C colour y", "A pass", "B g2@1,1s")
    late = 0
    for n in range(WORLDS):
        world = GAME2.resample(state, 0, Random(n))
        first_hands = {NAMES[c] for seat in (1, 2) for c in world.order[2 + 16 * seat :][:5]}
        assert first_hands & {*alive}
        late += "g2" not in first_hands
    assert late == 0  # B drew only one card, and only after placing g2


def test_a_drawn_match_shows_that_no_hand_had_a_card() -> None:
    alive, dead = on_board_z()
    table = with_hands(dead[:5], dead[5:10], dead[10:15])
    state = table.state
    assert isinstance(state, ColourBoxes)
    table.play("A pass", "B pass", "C pass")
    assert table.owes() == "over"
    for seat in range(3):
        for n in range(WORLDS):
            world = GAME2.resample(state, seat, Random(n))
            assert not others(world, seat) & {*alive}
            assert world.outcome() == state.outcome()


def test_by_rule_1_the_order_of_the_deck_is_any_and_nothing_else_differs() -> None:
    state = dealt("").state
    assert isinstance(state, OpenBoxes)
    before = state.view(None)
    rest = set(state.undrawn())
    tops: Counter[int] = Counter()
    for n in range(3000):
        world = GAME1.resample(state, 0, Random(n))
        assert world.view(None) == before
        assert set(world.order[world.top :]) == rest
        tops[world.order[world.top]] += 1
    expected = 3000 / len(rest)
    assert set(tops) == rest
    assert all(abs(count - expected) < 6 * expected**0.5 for count in tops.values())


def test_worlds_are_as_likely_as_the_deals_they_come_from() -> None:
    """Without observations every unseen card is equally likely in every hidden place."""
    state = dealt("", seats=2, rule=2).state
    assert isinstance(state, ColourBoxes)
    counts = Counter(c for n in range(3000) for c in GAME2.resample(state, 0, Random(n)).hands[1])
    expected = 3000 * 5 / 43
    assert len(counts) == 43
    assert all(abs(count - expected) < 6 * expected**0.5 for count in counts.values())


def test_a_card_placed_late_may_have_been_drawn_at_any_time_before() -> None:
    """B places a second card after one refill: it can be any of six cards except the first."""
    _, dead = on_board_z()
    cells = board(["r1@1,0e", "y2@0,0n", "g2@1,1s"])
    second, *_ = (n for n in NAMES[1:51] if n[0] in "bp" and legal_by_rule_2(cells, n, "y"))
    dead = [name for name in dead if name != second]
    table = with_hands(dead[:5], ["g2", second, *dead[5:8]], dead[8:13])
    state = table.state
    assert isinstance(state, ColourBoxes)
    table.play("A pass", "B g2@1,1s", "B colour y", "C pass", "A pass")
    table.play(f"B {legal_by_rule_2(cells, second, 'y')[0]}")
    card = NUMBERS[second]
    places = Counter(
        GAME2.resample(state, 0, Random(n)).order.index(card) - 18 for n in range(3000)
    )
    expected = [3000 * 4 / 25] * 5 + [3000 / 5]
    assert all(abs(places[n] - expected[n]) < 6 * expected[n] ** 0.5 for n in range(6))
    assert sum(places.values()) == sum(places[n] for n in range(6))
