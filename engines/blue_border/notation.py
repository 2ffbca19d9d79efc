"""Blue Border: moves and log entries as canonical text.

Unknown numbers are left out. Does not depend on the position.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from engines.api import CHANCE, EVERYTHING, Fact, Ply, Seat, Who, seat_letter
from engines.blue_border.moves import (
    CALL,
    DECK,
    NO,
    PASS,
    REWARD_DECK,
    REWARD_DISCARD,
    REWARD_NONE,
    REWARD_TAKE,
    Move,
)

UNKNOWN: Final = 0  # only in records: a number left out
TENTATIVE: Final = 64  # only in records: added to a number that is followed by `?`


def number(card: int) -> str:
    """A number as written."""
    return f"{card - TENTATIVE}?" if card > TENTATIVE else str(card) if card else "?"


def _bare(move: int) -> str:
    if move <= 4:
        return f"take {move}"
    if move == DECK:
        return "deck"
    if move <= PASS + 4:
        return f"pass -> {move - PASS}"
    if move in (CALL, NO):
        return "call" if move == CALL else "no"
    if move < REWARD_DECK:
        return f"reward take {move - REWARD_TAKE}"
    return "reward deck" if move == REWARD_DECK else "reward none"


BARE: Final = tuple(_bare(move) for move in range(REWARD_NONE + 1))


def move_text(move: Move) -> str:
    """The move as text."""
    assert isinstance(move, int)
    return BARE[move] if move <= REWARD_NONE else f"reward discard {move - REWARD_DISCARD}"


def text(ply: Ply[Move], who: Who = EVERYTHING) -> str:
    """The action text of an entry as `who` may see it."""
    _, move, facts, _, _ = ply
    if move is None:
        return _dealer_text(facts, who)
    if move == CALL:
        return _call_text(facts)
    words = move_text(move)
    if not facts:
        return words
    if who == EVERYTHING and facts[0].values[0]:
        words = f"{words} = {number(facts[0].values[0])}"
    return words + refill(facts[1], who) if len(facts) > 1 else words


def refill(fact: Fact, who: Who) -> str:
    """The text for the refill of an emptied pile."""
    known = who == EVERYTHING and fact.values[0]
    return f"; refill {number(fact.values[0])}" if known else "; refill"


def _call_text(facts: tuple[Fact, ...]) -> str:
    verdict, (called, *shown) = facts[0].name, facts[0].values
    opened = f" = {','.join(map(number, shown))}" if any(shown) else ""
    words = f"call {seat_letter(called)}{opened} {verdict}"
    if len(facts) == 1:
        return words
    if facts[1].name == "skip":
        return f"{words}; skip"
    lost = facts[1].values[0]
    return f"{words}; lose {number(lost)}" if lost else f"{words}; lose"


def _dealer_text(facts: tuple[Fact, ...], who: Who) -> str:
    first = facts[0]
    if first.name == "start":
        return f"start {seat_letter(first.values[0])}{_field(facts[1:], who)}"
    if first.name == "reshuffle":
        return f"reshuffle{_field(facts, who)}"
    if first.name == "skip":
        return f"skip {seat_letter(first.values[0])}"
    return 'draw reason "turn limit"'


def _field(facts: tuple[Fact, ...], who: Who) -> str:
    if not facts or who != EVERYTHING or not any(facts[0].values):
        return ""
    return f" field {' '.join(map(number, facts[0].values))}"


def complete(ply: Ply[Move]) -> bool:
    """Whether the entry has every number that a complete record has."""
    facts = ply.facts
    if ply.move == CALL:
        shown = facts[0].values[1:]
        unseen = facts[1:] and facts[1].name == "lose" and not facts[1].values[0]
        return bool(shown and all(shown) and not unseen)
    if ply.seat != CHANCE:
        return ply.move != REWARD_DISCARD and all(fact.values[0] for fact in facts)
    laid = facts[-1].values
    return facts[0].name not in ("start", "reshuffle") or (len(laid) == 4 and all(laid))


def layout(entries: Iterable[tuple[Seat, str]]) -> Iterator[str]:
    """Record lines: a call and its reward are on one line."""
    held = ""
    for seat, words in entries:
        if held:
            if words.startswith("reward "):
                yield f"{held}; {words}"
                held = ""
                continue
            yield held
            held = ""
        line = f"-- {words}" if seat == CHANCE else f"{seat_letter(seat)}: {words}"
        if words.endswith(" hit"):
            held = line
        else:
            yield line
    if held:
        yield held
