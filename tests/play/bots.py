"""Bots of all characters, as a user would write them."""

import os
import time
from typing import Any

from tourney.play.agent import AgentFault


class First:
    """Plays the first legal move."""

    version = "1.0"

    def choose(self, view: dict[str, Any], legal: list[str]) -> str:
        return legal[0]


class Listener(First):
    """Writes down everything it is told."""

    def __init__(self) -> None:
        self.heard: list[Any] = []
        LISTENERS.append(self)

    def start(self, game: str, seat: int, seats: int, rules: str) -> None:
        self.heard.append((game, seat, seats, rules))

    def event(self, event: dict[str, Any]) -> None:
        self.heard.append(event)

    def end(self, result: dict[str, Any]) -> None:
        self.heard.append(result)


LISTENERS: list[Listener] = []


class Dice(First):
    """Plays by the luck it was given."""

    def start(self, game: str, seat: int, seats: int, rules: str, rng: Any) -> None:
        self.rng = rng

    def choose(self, view: dict[str, Any], legal: list[str]) -> str:
        return str(self.rng.choice(legal))


class CrashesLater(First):
    """Gives up at its eighth decision."""

    asked = 0

    def choose(self, view: dict[str, Any], legal: list[str]) -> str:
        self.asked += 1
        if self.asked == 8:
            raise RuntimeError(f"lost in {object()}")
        return legal[0]


class Dawdles(First):
    """Takes its time at its third decision."""

    asked = 0

    def choose(self, view: dict[str, Any], legal: list[str]) -> str:
        self.asked += 1
        if self.asked == 3:
            end = time.thread_time() + 0.1  # not asleep: some sleep counts as waiting for a core
            while time.thread_time() < end:
                pass
        return legal[0]


class GivesUp(First):
    """Raises what a process would be blamed for."""

    def choose(self, view: dict[str, Any], legal: list[str]) -> str:
        raise AgentFault("resigned", "lost anyway", "it said so\nin two lines")


class CrashesAtOnce(First):
    def choose(self, view: dict[str, Any], legal: list[str]) -> str:
        raise SystemExit(1)


class Unspeakable(First):
    """Raises what cannot even be told."""

    class Silence(Exception):
        def __str__(self) -> str:
            raise RuntimeError("not a word")

    def choose(self, view: dict[str, Any], legal: list[str]) -> str:
        raise self.Silence


class Deaf(First):
    """Cannot be asked at all."""

    def choose(self) -> str:  # type: ignore[override]
        return ""


class CrashesOnDiscard(First):
    """In the middle of a turn."""

    def choose(self, view: dict[str, Any], legal: list[str]) -> str:
        if view["phase"] == "discard":
            raise KeyError("discard")
        return legal[-1]


class CrashesOnGive(First):
    """In the middle of somebody else's turn."""

    def choose(self, view: dict[str, Any], legal: list[str]) -> str:
        if view["phase"] == "give":
            raise KeyError("give")
        vault = [move for move in legal if move.startswith("vault")]
        takes = [move for move in legal if move.startswith("market") and "=" not in move]
        return (vault or takes or legal)[0]


class Thief(Dice):
    """Draws until it has a safecracker, then uses it on whoever has something."""

    def choose(self, view: dict[str, Any], legal: list[str]) -> str:
        full = {"ABCDE"[i] for i, p in enumerate(view["players"]) if p["vault_count"]}
        cracks = [m for m in legal if m.startswith("crack") and m.split()[1] in full]
        return str(self.rng.choice(cracks)) if cracks else legal[0]


class CannotStart(First):
    def __init__(self) -> None:
        raise OSError("no weights")


class FailsToListen(First):
    def event(self, event: dict[str, Any]) -> None:
        raise ZeroDivisionError


class FailsToEnd(First):
    def end(self, result: dict[str, Any]) -> None:
        raise ValueError("too late")


class Cheat(First):
    """Names a card it cannot have."""

    def choose(self, view: dict[str, Any], legal: list[str]) -> str:
        return "magic 10*" if view["phase"] == "play" else legal[0]


class Babbler(First):
    def choose(self, view: dict[str, Any], legal: list[str]) -> str:
        return "I play\nthe nine"


class Mute(First):
    def choose(self, view: dict[str, Any], legal: list[str]) -> Any:
        return None


class Fickle(Dice):
    """Plays by luck, and one move in four hundred it crashes."""

    def choose(self, view: dict[str, Any], legal: list[str]) -> str:
        if self.rng.random() < 1 / 400:
            raise RuntimeError("not today")
        return super().choose(view, legal)


class Immortal(Dice):
    """Would die after one match of ten."""

    doomed = False

    def start(self, game: str, seat: int, seats: int, rules: str, rng: Any) -> None:
        self.rng = rng
        self.doomed = rng.random() < 1 / 10

    def die(self) -> None:
        pass

    def __del__(self) -> None:
        if self.doomed:
            self.die()


class Mortal(Immortal):
    """Takes along the process that it plays in, while nobody calls it."""

    def die(self) -> None:
        os._exit(1)
