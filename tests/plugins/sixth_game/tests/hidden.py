"""What a seat cannot know in Dive, from the rules: see `tourney.contracts.secrets`."""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

from engines.api import EVERYTHING, Game, Seat, Who
from tourney.contracts.playing import AnyPly, AnyState
from tourney.contracts.secrets import Ordinary


class DiveSecrets(Ordinary):
    """Pearls are hidden from others, the deck from everybody (DIVE-R2)."""

    KINDS = frozenset(("deck and deck", "deck and hand", "card for card"))

    def pursue(self, game: Game[Any], state: AnyState, seat: Seat, rng: Random) -> Any:
        return 0 if rng.random() < 0.8 else 1  # dives more often than not

    def akin(self, one: int, two: int) -> bool:
        return False

    def sort(self, card: int) -> str:
        return "card"

    def all_there(self, state: AnyState) -> None:
        seen = state.view(EVERYTHING)
        pearls = [player["pearl"] for player in seen["players"] if player["pearl"]]
        cards = Counter(pearls + [card for player in seen["players"] for card in player["open"]])
        assert max(cards.values(), default=0) <= 4
        assert not pearls or cards.total() + seen["deck"] == 40

    def hidden(self, order: Sequence[int], log: Sequence[AnyPly], who: Who) -> dict[int, str]:
        seats = sum(ply.move is None for ply in log)
        shown = sum(len(ply.drawn) for ply in log)
        pearls = {place: "hand" for place in range(seats) if place != who}
        return {**pearls, **dict.fromkeys(range(shown, len(order)), "deck")}

    def guise(self, state: AnyState, seat: Seat, move: Any, who: Who) -> object:
        return move

    def revealed(self, state: AnyState, seat: Seat, move: Any) -> object:
        return None

    def public(self, state: AnyState) -> object:
        return [player["score"] for player in state.view(None)["players"]]

    def held(self, state: AnyState) -> frozenset[int]:
        players = state.view(EVERYTHING)["players"]
        return frozenset(int(player["pearl"]) for player in players if player["pearl"])

    def past(self, state: AnyState) -> tuple[Sequence[int], list[tuple[Seat, Any]]]:
        world: Any = state
        return world.order, world.past
