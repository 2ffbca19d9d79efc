"""What a seat cannot know affects neither what it sees nor the worlds sampled for it."""

from collections import Counter
from functools import cache
from random import Random
from typing import Any

import pytest

from engines.api import Seat, Who
from engines.diams import GAME as DIAMS
from engines.games import GAMES
from tests.engines.contract.playing import CASES, FEW, Case, every_case, played
from tests.engines.contract.secrets import hands_are_hidden, secrets_of
from tests.engines.contract.worlds import World, pairs, told

MATCHES = 3
TRIES = 80


@cache
def twins(case: Case) -> list[tuple[Who, World, World]]:
    return list(pairs(case, range(MATCHES), TRIES))


def resampled(case: Case, state: Any, seat: Seat, luck: int) -> Any:
    return case.game.resample(state, seat, Random(luck)).key()


@every_case
def test_twin_worlds_look_alike(case: Case) -> None:
    for who, one, two in twins(case):
        assert told(case, one, who) == told(case, two, who)


@every_case
def test_resample_is_blind_to_what_the_seat_cannot_know(case: Case) -> None:
    for luck, (who, one, two) in enumerate(twins(case)):
        if who is not None:
            assert resampled(case, one.state, who, luck) == resampled(case, two.state, who, luck)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("cases", [FEW, pytest.param(CASES, marks=pytest.mark.full)], ids=len)
def test_twin_worlds_differ_in_every_kind_of_secret(cases: list[Case], name: str) -> None:
    seen: Counter[str] = Counter()
    for case in cases:
        if case.game.name == name:
            for _, one, two in twins(case):
                seen.update(two.changed)
                seen["worlds of different cards"] += one.state.key() != two.state.key()
    print(*(f"{count:6} {kind}" for kind, count in seen.most_common()), sep="\n")
    often, least = (5, 280) if cases is CASES else (1, 100)
    assert {kind for kind in seen if seen[kind] >= often} >= secrets_of(name).KINDS
    assert seen["worlds of different cards"] > least or not hands_are_hidden(name)


def test_a_resample_that_reads_the_true_state_is_found() -> None:
    """A cheating `resample` that returns the true state fails the test above."""
    case = Case(DIAMS, (), 3)
    found = 0
    for who, one, two in twins(case):
        cheat = [world.state.clone() for world in (one, two)]
        found += who is not None and cheat[0].key() != cheat[1].key()
    assert found > 10


@every_case
def test_a_seat_is_told_its_own_moves_and_a_spectator_least(case: Case) -> None:
    end = played(case, 4)
    for ply in end.log:
        if ply.move is not None and secrets_of(case.game.name).OWN:
            assert case.game.text(ply, ply.seat) == case.game.text(ply)
        if case.game.text(ply, None) == case.game.text(ply):
            assert {case.game.text(ply, seat) for seat in range(case.seats)} == {
                case.game.text(ply)
            }
