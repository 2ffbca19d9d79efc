"""`shuffle` of the kit is that of Python, made faster."""

from random import Random

import pytest

from engines.kit.shuffling import shuffle


@pytest.mark.parametrize("count", [0, 1, 2, 3, 4, 5, 7, 8, 9, 31, 32, 33, 60])
def test_a_shuffle_is_that_of_python(count: int) -> None:
    """Deals of a seed must not change: see `random.Random.shuffle`."""
    for seed in range(40):
        ours, theirs = list(range(count)), list(range(count))
        luck, same = Random(seed), Random(seed)
        shuffle(ours, luck)
        same.shuffle(theirs)
        assert ours == theirs
        assert luck.getstate() == same.getstate()
