"""How many examples a property is tried on: a third of them in `make test`, all in `make full`."""

from hypothesis import settings

share = [3]
"""One example of so many is tried; `conftest` sets it before tests are collected."""


def examples(number: int) -> settings:
    """Settings of a property that has so many examples; a busy machine is no fault."""
    return settings(max_examples=max(5, number // share[0]), deadline=None)


def try_all() -> None:
    """Try every example in tests that are read from now on."""
    share[0] = 1


def load_profile() -> None:
    """Have properties without settings of their own tried as `examples(100)`."""
    settings.register_profile("share", examples(100))
    settings.load_profile("share")
