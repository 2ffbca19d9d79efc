"""Blue Border: the ways the cards may have gone, followed side by side."""

from __future__ import annotations

from typing import NamedTuple

from engines.blue_border.inference.numbers import Numbers
from engines.blue_border.state import BlueBorder


class World(NamedTuple):
    """One way the cards may have gone."""

    state: BlueBorder
    numbers: Numbers
