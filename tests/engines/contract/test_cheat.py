"""The tests of twin worlds find a game that cheats."""

from engines.diams import GAME as DIAMS
from tests.engines.contract.playing import Case
from tourney.contracts.test_worlds import twins


def test_a_resample_that_reads_the_true_state_is_found() -> None:
    """A cheating `resample` that returns the true state fails the test above."""
    case = Case(DIAMS, (), 3)
    found = 0
    for who, one, two in twins(case):
        cheat = [world.state.clone() for world in (one, two)]
        found += who is not None and cheat[0].key() != cheat[1].key()
    assert found > 10
