"""Bots for tests, written as a user would write them: legal, faulty and hostile ones."""

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
    """Records every event that it receives."""

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
    """Chooses at random, with the random generator that it was given."""

    def start(self, game: str, seat: int, seats: int, rules: str, rng: Any) -> None:
        self.rng = rng

    def choose(self, view: dict[str, Any], legal: list[str]) -> str:
        return str(self.rng.choice(legal))


class CrashesLater(First):
    """Crashes at its eighth decision."""

    asked = 0

    def choose(self, view: dict[str, Any], legal: list[str]) -> str:
        self.asked += 1
        if self.asked == 8:
            raise RuntimeError(f"lost in {object()}")
        return legal[0]


class Dawdles(First):
    """Takes too long for its third decision."""

    asked = 0

    def choose(self, view: dict[str, Any], legal: list[str]) -> str:
        self.asked += 1
        if self.asked == 3:
            end = time.thread_time() + 0.1  # a sleep would partly count as waiting
            while time.thread_time() < end:
                pass
        return legal[0]


class GivesUp(First):
    """Raises a fault with code, message and evidence, as the adapter of a bot process does."""

    def choose(self, view: dict[str, Any], legal: list[str]) -> str:
        raise AgentFault("resigned", "lost anyway", "it said so\nin two lines")


class CrashesAtOnce(First):
    def choose(self, view: dict[str, Any], legal: list[str]) -> str:
        raise SystemExit(1)


class Unspeakable(First):
    """Raises an exception that cannot be converted to text."""

    class Silence(Exception):
        def __str__(self) -> str:
            raise RuntimeError("not a word")

    def choose(self, view: dict[str, Any], legal: list[str]) -> str:
        raise self.Silence


class Deaf(First):
    """Has a `choose` method with the wrong parameters."""

    def choose(self) -> str:  # type: ignore[override]
        return ""


class CrashesOnDiscard(First):
    """Crashes in the middle of its own turn."""

    def choose(self, view: dict[str, Any], legal: list[str]) -> str:
        if view["phase"] == "discard":
            raise KeyError("discard")
        return legal[-1]


class CrashesOnGive(First):
    """Crashes in the middle of another player's turn."""

    def choose(self, view: dict[str, Any], legal: list[str]) -> str:
        if view["phase"] == "give":
            raise KeyError("give")
        vault = [move for move in legal if move.startswith("vault")]
        takes = [move for move in legal if move.startswith("market") and "=" not in move]
        return (vault or takes or legal)[0]


class Thief(Dice):
    """Draws until it has a safecracker, then uses it on a player whose vault is not empty."""

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
    """Names a card that it cannot have."""

    def choose(self, view: dict[str, Any], legal: list[str]) -> str:
        return "magic 10*" if view["phase"] == "play" else legal[0]


class Babbler(First):
    def choose(self, view: dict[str, Any], legal: list[str]) -> str:
        return "I play\nthe nine"


class Mute(First):
    def choose(self, view: dict[str, Any], legal: list[str]) -> Any:
        return None


class Fickle(Dice):
    """Plays at random and crashes at one move in 400."""

    def choose(self, view: dict[str, Any], legal: list[str]) -> str:
        if self.rng.random() < 1 / 400:
            raise RuntimeError("not today")
        return super().choose(view, legal)


class Immortal(Dice):
    """Would end in one match of ten, if `die` did anything."""

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
    """Ends its process between matches, while no method of it is running."""

    def die(self) -> None:
        os._exit(1)


class Explains(First):
    """Says about every move which one it is, in two lines."""

    def choose(self, view: dict[str, Any], legal: list[str]) -> Any:
        return legal[0], f"plays\n {legal[0]}"


class ExplainsNonsense(Explains):
    """Names an impossible move at its eighth decision, and explains it."""

    asked = 0

    def choose(self, view: dict[str, Any], legal: list[str]) -> Any:
        self.asked += 1
        return ("market 11", "eleven") if self.asked == 8 else super().choose(view, legal)


class Foresees:
    """Looks ahead, and says about every move which one it is."""

    def decide(self, observation: Any) -> Any:
        move = observation.legal()[0]
        return move, f"plays {observation.game.move_text(move)}"
