"""Plays whole matches of Diamond Boxes in both implementations and counts the rules used."""

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import TypeAlias

from engines.api import CHANCE
from tests.engines.diamond_boxes.at_table import by_rule_1, by_rule_2
from tests.engines.diamond_boxes.pair import Pair, random_deal, twin_of
from tests.engines.naive.diamond_boxes import DECK, NaiveBoxes, NaiveColourBoxes
from tests.engines.naive.diamond_boxes_board import covered, legal_by_rule_2

Driver: TypeAlias = Callable[[NaiveBoxes, list[str], Random], str]


def uniform(naive: NaiveBoxes, legal: list[str], rng: Random) -> str:
    return rng.choice(legal)


def widest(naive: NaiveBoxes, legal: list[str], rng: Random) -> str:
    """A placement that covers most cells; otherwise hands would never run out."""
    laid = [text for text in legal if "@" in text]
    if not laid:
        return rng.choice(legal)
    most = max(covered(naive.seen, text) for text in laid)
    return rng.choice([text for text in laid if covered(naive.seen, text) == most])


def careful(naive: NaiveBoxes, legal: list[str], rng: Random) -> str:
    """Mostly the widest placement, so that hands and decks run out at about the same time."""
    return widest(naive, legal, rng) if rng.random() < 0.85 else rng.choice(legal)


def patient(naive: NaiveBoxes, legal: list[str], rng: Random) -> str:
    """Mostly passes if it may, otherwise the widest placement."""
    if "pass" in legal and rng.random() < 0.85:
        return "pass"
    return widest(naive, legal, rng)


def spoiler(naive: NaiveBoxes, legal: list[str], rng: Random) -> str:
    """Chooses the colour on which the fewest cards of all hands fit; places like `careful`."""
    if not legal[0].startswith("colour ") or not isinstance(naive, NaiveColourBoxes):
        return careful(naive, legal, rng)
    cards = [card for hand in naive.hands for card in hand]

    def use(text: str) -> int:
        return sum(bool(naive._places(card, text[-1], count=False)) for card in cards)

    return min(legal, key=use)


DRIVERS: dict[int, dict[str, Driver]] = {
    1: {"uniform": uniform, "widest": widest, "careful": careful},
    2: {
        "uniform": uniform,
        "widest": widest,
        "careful": careful,
        "patient": patient,
        "spoiler": spoiler,
    },
}


def play(pair: Pair, driver: Driver, rng: Random) -> None:
    """Play to the end and compare both implementations at every ply."""
    while True:
        pair.compare()
        pending = pair.state.pending()
        if not pending:
            break
        if pending != (CHANCE,):
            pair.apply(pending[0], driver(pair.naive, pair.legal(pending[0]), rng))
        elif pair.state.chance() == "start 1":
            pair.begin(rng.randrange(pair.naive.seats))
        else:
            pair.deal(random_deal(rng))
    pair.compare_told()


def matches(rule: int, count: int, seed: int = 0) -> Iterator[Counter[str]]:
    """Play `count` matches over all seats and drivers in turn; yields the rules each used."""
    drivers = list(DRIVERS[rule].values())
    for number in range(count):
        pair = Pair(rule, 2 + number % 3)
        play(pair, drivers[(number + number // 3) % len(drivers)], Random(f"{seed} {number}"))
        yield pair.naive.hits


# -- hand-made positions that random matches rarely reach


def other_way() -> Pair:
    """The first two cards are laid in another way than the standard one (DJ1-Q13)."""
    pair = Pair(1, 2)
    pair.deal(
        ["g1", "g2", *(card for card in DECK if card not in ("g1", "g2"))], ("@1,0s", "@2,-1w")
    )
    return pair


def last_card() -> Pair:
    """A's last card covers six cells, or fewer and then A draws cards (DJ1-Q5)."""
    return twin_of(by_rule_1("A g2 · B p1 p3 · C b1 b2"))


def short_deck() -> Pair:
    """The deck has two cards, fewer than most penalties (DJ1-Q6)."""
    return twin_of(by_rule_1("A b5 p1 · B p2 p4 · C p3 b8", deck="b1 b2"))


def equal_hands() -> Pair:
    """B has the smallest number, C the smallest sum (DJ1-Q9); any penalty of A ends the match."""
    hands = "A b5 p1 p2 · B r1 p10 · C r5 r6"
    return twin_of(by_rule_1(hands, deck="b1", placed="r9@1,0e y2@0,0n"))


def stuck() -> Pair:
    """No card of any hand fits on board Z (DJ2-Q7)."""
    cells = twin_of(by_rule_2("A g2", colour="r")).naive.seen
    dead = [card for card in DECK if card not in ("r1", "y2")]
    dead = [card for card in dead if not legal_by_rule_2(cells, card, None)]
    hands = " · ".join(f"{letter} {' '.join(dead[n::3][:3])}" for n, letter in enumerate("ABC"))
    return twin_of(by_rule_2(hands, colour="r"))


def stuck_but_for_another_colour() -> Pair:
    """C has a card that fits on yellow cells; no card of any hand fits on red ones (DJ2-Q7)."""
    cells = twin_of(by_rule_2("A g2", colour="r")).naive.seen
    free = [card for card in DECK if card not in ("r1", "y2")]
    dead = [card for card in free if not legal_by_rule_2(cells, card, None)]
    only = [
        c for c in free if legal_by_rule_2(cells, c, "y") and not legal_by_rule_2(cells, c, "r")
    ]
    return twin_of(by_rule_2(f"A {dead[0]} · B {dead[1]} · C {only[0]} {dead[2]}", colour="r"))


def one_colour() -> Pair:
    """Only yellow is visible (DJ2-Q6); a card that covers all of it shows the only other colour."""
    return twin_of(by_rule_2("A g2 r2 · B b2 r3 · C p4", colour="y", placed="y2@0,0n"))


def choice_of_nobody() -> Pair:
    """No hand has a card for the first specified colour (DJ2-Q12)."""
    cells = twin_of(by_rule_2("A g2", colour="r")).naive.seen
    free = [card for card in DECK if card not in ("r1", "y2")]
    useless = [card for card in free if not legal_by_rule_2(cells, card, "r")]
    rest = [card for card in free if card not in useless[:15]]
    order = ["r1", "y2"]
    for seat in range(3):
        order += [*useless[5 * seat : 5 * seat + 5], *rest[11 * seat : 11 * seat + 11]]
    pair = Pair(2, 3)
    pair.begin(1)
    pair.deal(order)
    pair.apply(0, "colour r")
    return pair


def last_of_all() -> Pair:
    """A's last card covers four cells or six, and the colour vanishes (DJ2-Q9, DJ2-Q10)."""
    return twin_of(by_rule_2("A g2 · B p2 p3 · C p5 p6", colour="r"))


def last_on_six() -> Pair:
    return twin_of(by_rule_2("A g2 · B p2 p3 · C p5 p6", colour="y"))


CRAFTED: dict[int, tuple[Callable[[], Pair], ...]] = {
    1: (other_way, last_card, short_deck, equal_hands),
    2: (
        stuck,
        stuck_but_for_another_colour,
        one_colour,
        choice_of_nobody,
        last_of_all,
        last_on_six,
    ),
}


def coverage(rule: int, count: int, times: int, seed: int = 0) -> Counter[str]:
    """The rules used in `count` matches and in `times` continuations of each hand-made position."""
    total: Counter[str] = Counter()
    for hits in matches(rule, count, seed):
        total.update(hits)
    drivers = [uniform, widest, patient]
    for number, crafted in enumerate(CRAFTED[rule] * times):
        pair = crafted()
        play(pair, drivers[number // len(CRAFTED[rule])], Random(number))
        total.update(pair.naive.hits)
    return total
