"""Shuffling cards and seats by a random generator."""

from random import Random


def shuffle(items: list[int], rng: Random) -> None:
    """Put numbers in random order, as `rng.shuffle` does with the same seed.

    Written out because it compiles; most of a deal's time is in it.
    """
    for last in range(len(items) - 1, 0, -1):
        bits = (last + 1).bit_length()
        other = rng.getrandbits(bits)
        while other > last:
            other = rng.getrandbits(bits)
        items[last], items[other] = items[other], items[last]
