"""A bot that plays every game: it takes the first legal move of those with the longest text."""

from typing import Any


class Starter:
    """Chooses by the text of the moves; `version` changes whenever it could play differently."""

    version = "1"

    def choose(self, view: dict[str, Any], legal: list[str]) -> str:
        return max(legal, key=len)
