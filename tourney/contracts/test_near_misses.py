"""`is_legal` agrees with `legal_moves`, also for almost legal moves; a refusal names a rule."""

import re
from collections.abc import Iterator
from random import Random
from typing import Any

from engines.api import CHANCE, Refusal, State
from engines.games import GAMES
from tourney.contracts.playing import Case, every_case, every_game, every_name, positions
from tourney.domain.rulebook import rulebook, rules

NUMBERS = (-(10**12), -33, -2, -1, 0, 1, 2, 7, 19, 20, 23, 24, 25, 31, 32, 51, 56, 99, 10**12)


def numbers(name: str) -> set[str]:
    """The numbers of all rules in the rule book of a game."""
    return set(re.findall(r"\b[A-Z]{2,4}[0-9]?-[RQ]\d+\b", rulebook(GAMES[name].package)))


def near_number(move: int, rng: Random) -> Iterator[Any]:
    """Neighbouring numbers, numbers with one bit changed, and values of another type."""
    yield from (move + 1, move - 1, -move, *rng.sample(NUMBERS, 2))
    yield from (move ^ 1 << bit for bit in rng.sample(range(move.bit_length() + 3), 3))
    yield (move,)
    yield ()


def near_row(move: tuple[int, ...], rng: Random) -> Iterator[tuple[int, ...]]:
    """Rows that differ in one number, in order or in length."""
    at = rng.randrange(len(move))
    for number in (*rng.sample(NUMBERS, 3), move[at] + 1, move[at] - 1, move[at] ^ 1):
        yield (*move[:at], number, *move[at + 1 :])
    yield move[:at] + move[at + 1 :]
    yield (*move[: at + 1], *move[at:])
    yield (*move, rng.choice(NUMBERS))
    yield move[::-1]
    yield (move[0], *rng.sample(move[1:], len(move) - 1))
    yield move[:1]
    yield (rng.randrange(14), *move[1:])


def wrong(state: State[Any], seat: int, move: Any, known: set[str]) -> None:
    """Assert that the move is refused with an existing rule and a message."""
    refusal = state.refusal(seat, move)
    assert isinstance(refusal, Refusal)
    assert refusal.rule in known
    assert str(refusal.message) == " ".join(str(refusal.message).split()) != ""
    assert state.refusal(seat, move) == refusal


def misses(case: Case, rng: Random, seed: int, every: int) -> Iterator[tuple[State[Any], int, Any]]:
    """Positions, each with a seat and a move that may be legal or not."""
    stale: list[Any] = [()]
    for number, at in enumerate(positions(case, seed)):
        if number % every:
            continue
        for seat in range(case.seats):
            moves = at.state.legal_moves(seat)
            picked = rng.sample(list(moves), min(6, len(moves)))
            for move in (*picked, *rng.sample(stale, min(3, len(stale)))):
                yield at.state, rng.randrange(-3, case.seats + 2), move
                yield at.state, seat, move
                if move != ():
                    near = near_number if isinstance(move, int) else near_row
                    for miss in near(move, rng):
                        yield at.state, seat, miss
            stale += picked


@every_game
def test_near_misses_are_judged_as_the_list_has_it(case: Case) -> None:
    known = numbers(case.game.name)
    right = refused = 0
    rng = Random(f"misses {case}")
    for seed in range(1, 12):
        if right > 50 and refused > 500:
            break
        for state, seat, move in misses(case, rng, seed, 3):
            listed = list(state.legal_moves(seat)) if seat != CHANCE else []
            if seat == CHANCE and state.pending() == (CHANCE,):
                continue
            legal = state.is_legal(seat, move)
            assert legal == (move in listed), (case.game.name, seat, move)
            if legal:
                right += 1
            else:
                refused += 1
                wrong(state, seat, move, known)
    assert right > 50
    assert refused > 500


@every_case
def test_a_deal_that_is_nearly_right_is_judged_without_fault(case: Case) -> None:
    rng = Random(f"deals {case}")
    known = numbers(case.game.name)
    for at in positions(case, 2):
        if at.state.pending() != (CHANCE,):
            continue
        for _ in range(30):
            order = list(case.game.shuffle(at.state, rng))
            one, two = rng.randrange(len(order)), rng.randrange(len(order))
            order[one] = rng.choice((*NUMBERS, order[two]))
            for deal in (tuple(order), tuple(order[:one]), ()):
                if not at.state.is_legal(CHANCE, deal):
                    wrong(at.state, CHANCE, deal, known)
                if sorted(deal) != list(at.state.pool()):
                    assert not at.state.is_legal(CHANCE, deal)


@every_name
def test_every_rule_is_in_the_rule_book_once(name: str) -> None:
    book = rulebook(GAMES[name].package)
    starts = re.findall(r"(?m)^\W*([A-Z]{2,4}[0-9]?-[RQE]\d+)\b", book)
    assert len(starts) == len(set(starts))
    assert set(starts) == set(rules(book))
    assert set(re.findall(r"\b[A-Z]{2,4}[0-9]?-[RQE]\d+\b", book)) <= set(starts)
