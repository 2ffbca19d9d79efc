"""What a seat cannot know in Low Card, from the rules: see `tourney.contracts.secrets`."""

from collections.abc import Sequence
from random import Random
from typing import Any

from engines.api import EVERYTHING, Game, Seat, Who
from tourney.contracts.playing import AnyPly, AnyState
from tourney.contracts.secrets import Ordinary


class LowCardSecrets(Ordinary):
    """Hands are hidden until played, cards that are left over always (LC-R2, LC-Q1)."""

    KINDS = frozenset(("deck and deck", "deck and hand", "hand and hand", "card for card"))

    def pursue(self, game: Game[Any], state: AnyState, seat: Seat, rng: Random) -> Any:
        return state.sample(seat, rng)

    def akin(self, one: int, two: int) -> bool:
        return False

    def sort(self, card: int) -> str:
        return "card"

    def all_there(self, state: AnyState) -> None:
        players = state.view(EVERYTHING)["players"]
        cards = [card for player in players for card in player["hand"] + player["played"]]
        assert len(cards) == len(set(cards)) in (0, len(players) * state.cards)  # type: ignore[attr-defined]

    def hidden(self, order: Sequence[int], log: Sequence[AnyPly], who: Who) -> dict[int, str]:
        hands = [ply for ply in log if ply.move is None]
        size = len(hands[0].drawn)
        played = {ply.move for ply in log}
        return {
            place: "hand" if place < size * len(hands) else "deck"
            for place, card in enumerate(order)
            if card not in played and place // size != who
        }

    def guise(self, state: AnyState, seat: Seat, move: Any, who: Who) -> object:
        return move

    def revealed(self, state: AnyState, seat: Seat, move: Any) -> object:
        return None

    def public(self, state: AnyState) -> object:
        return None

    def held(self, state: AnyState) -> frozenset[int]:
        players = state.view(EVERYTHING)["players"]
        return frozenset(int(card) for player in players for card in player["hand"])

    def past(self, state: AnyState) -> tuple[Sequence[int], list[tuple[Seat, Any]]]:
        world: Any = state
        seats = world.seats
        moves = [((at // seats + at % seats) % seats, card) for at, card in enumerate(world.played)]
        return world.order, moves


SECRETS = {"low-card": LowCardSecrets()}
