"""Number of examples: `make test` tries a tenth of those of a property and a few similar cases.

`make full` tries all of them, and examples of a property that differ from session to session; those
of `make test` are always the same, so that it fails after a change only.
"""

from collections.abc import Container, Iterable
from typing import Any

import pytest
from hypothesis import settings

share = [10]
"""Divisor of the number of examples; `conftest` sets it before tests are collected."""


def examples(number: int, few: int | None = None) -> settings:
    """Settings of a property with this number of examples; without a deadline per example.

    `few`: how many `make test` tries, if not a tenth.
    """
    tenth = max(5, number // share[0])
    return settings(max_examples=tenth if few is None else times(number, few), deadline=None)


def times(many: int, few: int) -> int:
    """How often something is repeated: `many` times in `make full`, `few` in `make test`."""
    return many if tries_all() else few


def usual(few: Container[Any], values: Iterable[Any]) -> list[Any]:
    """Values of a parameter; only `make full` tries, and collects, those that are not in `few`."""
    return [
        pytest.param(value, marks=[] if value in few else [pytest.mark.full])
        for value in values
        if tries_all() or value in few
    ]


def tries_all() -> bool:
    """Whether this session also runs tests that are marked `full`."""
    return share[0] == 1


def try_all() -> None:
    """Make tests that are collected after this call try every example."""
    share[0] = 1


def load_profile() -> None:
    """Settings of all properties; without others of their own, `examples(100)`."""
    settings.register_profile("share", examples(100), derandomize=not tries_all())
    settings.load_profile("share")
