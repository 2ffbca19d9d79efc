"""Bots of a Python program: a class and its objects, as a user writes them."""


class Nth:
    """Answers the legal move with a number that it is given; `played` counts its moves."""

    version = "7"

    def __init__(self, number: int = 0) -> None:
        self.number = number
        self.played = 0

    def choose(self, view: dict[str, object], legal: list[str]) -> str:
        self.played += 1
        return legal[self.number % len(legal)]


class Crashing:
    """Fails at its first move."""

    def choose(self, view: dict[str, object], legal: list[str]) -> str:
        raise ValueError("no idea")
