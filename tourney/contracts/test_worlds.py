"""What a seat cannot know affects neither what it sees nor the worlds sampled for it."""

from collections import Counter
from functools import cache
from random import Random
from typing import Any

from engines.api import Seat, Who
from tourney.contracts.playing import Case, every_case, every_name, played, times, tried
from tourney.contracts.secrets import hands_are_hidden, secrets_of
from tourney.contracts.twin_worlds import World, pairs, told

MATCHES = 3
TRIES = 80


@cache
def twins(case: Case) -> list[tuple[Who, World, World]]:
    """Twin worlds of some matches."""
    return list(pairs(case, range(MATCHES), TRIES))


def resampled(case: Case, state: Any, seat: Seat, luck: int) -> Any:
    """What a seat could believe, as the key of the state."""
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


@every_name
def test_twin_worlds_differ_in_every_kind_of_secret(name: str) -> None:
    seen: Counter[str] = Counter()
    for case in tried(name):
        for _, one, two in twins(case):
            seen.update(two.changed)
            seen["worlds of different cards"] += one.state.key() != two.state.key()
    print(*(f"{count:6} {kind}" for kind, count in seen.most_common()), sep="\n")
    often, least = times(5, 1), times(280, 100)
    assert {kind for kind in seen if seen[kind] >= often} >= secrets_of(name).KINDS
    assert seen["worlds of different cards"] > least or not hands_are_hidden(name)


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
