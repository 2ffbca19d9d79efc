"""What a seat cannot know in Diamond Boxes: see `tourney.contracts.secrets`."""

from collections.abc import Sequence
from random import Random
from typing import Any

from engines.api import CHANCE, EVERYTHING, Game, Seat, Who
from engines.diamond_boxes.cards import NUMBERS
from engines.diamond_boxes.position import BoxesPosition, decisions
from engines.diamond_boxes.state import ColourBoxes
from tests.engines.diamond_boxes.drivers import widest
from tests.engines.naive.diamond_boxes_board import goes_somewhere
from tourney.contracts.secrets import Ordinary


class OpenSecrets(Ordinary):
    """Rule 1: hands are visible, only the order of the deck is hidden (DJ1-R8)."""

    KINDS = frozenset(("deck and deck",))

    def pursue(self, game: Game[Any], state: Any, seat: Seat, rng: Random) -> Any:
        return widest(state, seat, rng, 0.7)

    def akin(self, one: int, two: int) -> bool:
        return False

    def sort(self, card: int) -> str:
        return "card"

    def all_there(self, state: Any) -> None:
        seen = state.view(EVERYTHING)
        if not seen["placed"]:
            return
        decks = [seen["deck"]] if seen["game"] == "diamond-boxes" else []
        decks += [player["deck"] for player in seen["players"] if player["deck"] is not None]
        cards = [card for card, *_ in seen["placed"]]
        for player in seen["players"]:
            assert len(player["hand"]) == player["hand_count"]
            cards += player["hand"]
        assert len(cards) == len(set(cards)) == 50 - sum(decks)

    def hidden(self, order: Sequence[int], log: Sequence[Any], who: Who) -> dict[int, str]:
        return dict.fromkeys(range(sum(len(ply.drawn) for ply in log), len(order)), "deck")

    def guise(self, state: Any, seat: Seat, move: Any, who: Who) -> object:
        return move

    def revealed(self, state: Any, seat: Seat, move: Any) -> object:
        return None

    def public(self, state: Any) -> object:
        seen = state.view(None)
        return seen["deck"], [player["hand"] for player in seen["players"]]

    def held(self, state: Any) -> frozenset[int]:
        return frozenset()

    def past(self, state: Any) -> tuple[Sequence[int], list[tuple[Seat, Any]]]:
        assert isinstance(state, BoxesPosition)
        moves = state.placed[2:]
        return state.order, [((state.first + n) % state.seats, m) for n, m in enumerate(moves)]


class ColourSecrets(OpenSecrets):
    """Rule 2: only the owner sees a hand, nobody sees the decks (DJ2-R2, DJ2-R3)."""

    KINDS = frozenset(
        ("deck and deck", "deck and hand", "deck and draw", "draw and hand", "hand and hand")
    )

    def pursue(self, game: Game[Any], state: Any, seat: Seat, rng: Random) -> Any:
        return state.sample(seat, rng) if rng.random() < 0.4 else widest(state, seat, rng)

    def hidden(self, order: Sequence[int], log: Sequence[Any], who: Who) -> dict[int, str]:
        seats = sum(ply.move is None and ply.seat >= 0 for ply in log)
        size = 48 // seats
        tops = [2 + size * seat for seat in range(seats)]
        places: dict[int, str] = {}
        for ply in log:
            if ply.seat == CHANCE:
                continue
            for _ in ply.drawn:
                if ply.seat != who:
                    places[tops[ply.seat]] = "draw" if ply.move else "hand"
                tops[ply.seat] += 1
        for seat, top in enumerate(tops):
            places |= dict.fromkeys(range(top, 2 + size * (seat + 1)), "deck")
        return places

    def revealed(self, state: Any, seat: Seat, move: Any) -> object:
        """The last pass of a round shows whether any hand could place a card (DJ2-Q7)."""
        assert isinstance(state, ColourBoxes)
        if move or state.phase() != "play" or state.passes < state.seats - 1:
            return None
        seen = state.view(EVERYTHING)
        placed = tuple(f"{card}@{x},{y}{turn}" for card, x, y, turn in seen["placed"])
        cards = [card for player in seen["players"] for card in player["hand"]]
        return any(goes_somewhere(placed, card) for card in cards)

    def public(self, state: Any) -> object:
        return state.view(None)

    def held(self, state: Any) -> frozenset[int]:
        players = state.view(EVERYTHING)["players"]
        return frozenset(NUMBERS[card] for player in players for card in player["hand"])

    def past(self, state: Any) -> tuple[Sequence[int], list[tuple[Seat, Any]]]:
        assert isinstance(state, ColourBoxes)
        return state.order, list(decisions(state.latest))


SECRETS = {"diamond-boxes": OpenSecrets(), "diamond-boxes-2": ColourSecrets()}
