"""How much `make test` tries: a third of the examples of a property, a few of many alike cases.

`make full` tries all of them.
"""

from collections.abc import Container, Iterable
from typing import Any

import pytest
from hypothesis import settings

share = [3]
"""One example of so many is tried; `conftest` sets it before tests are collected."""


def examples(number: int) -> settings:
    """Settings of a property that has so many examples; a busy machine is no fault."""
    return settings(max_examples=max(5, number // share[0]), deadline=None)


def usual(few: Container[Any], values: Iterable[Any]) -> list[Any]:
    """Values of a parameter, of which all but a few are left to `make full`."""
    return [
        pytest.param(value, marks=[] if value in few else [pytest.mark.full]) for value in values
    ]


def try_all() -> None:
    """Try every example in tests that are read from now on."""
    share[0] = 1


def load_profile() -> None:
    """Have properties without settings of their own tried as `examples(100)`."""
    settings.register_profile("share", examples(100))
    settings.load_profile("share")
