"""What a seat cannot know in Diamonds, from the rules: see `tourney.contracts.secrets`.

Hands and passed cards are private; crystals follow from visible cards.
"""

from collections.abc import Sequence
from random import Random
from typing import Any, TypeAlias

from engines.api import EVERYTHING, Game, Seat, Who
from engines.diamonds.cards import NUMBERS, deck
from tourney.contracts.playing import AnyPly, AnyState
from tourney.contracts.secrets import Ordinary

Hidden: TypeAlias = dict[int, str]


class DiamondsSecrets(Ordinary):
    """Hands, passed cards and the cards that were not dealt are hidden (DM-R4, DM-Q8)."""

    KINDS = frozenset(
        (
            "sealed decision",
            *("deck and deck", "deck and hand", "deck and passed", "hand and hand"),
            *("hand and passed", "same suit for same suit"),
        )
    )

    def pursue(self, game: Game[Any], state: AnyState, seat: Seat, rng: Random) -> Any:
        return state.sample(seat, rng)

    def akin(self, one: int, two: int) -> bool:
        return one != two and one // 15 == two // 15

    def sort(self, card: int) -> str:
        return "same suit"

    def all_there(self, state: AnyState) -> None:
        seen = state.view(EVERYTHING)
        if not seen["round"] or seen["phase"] in ("deal", "over"):
            return
        hands = [card for player in seen["players"] for card in player["hand"]]
        lying = [card["card"] for card in seen["trick"]]
        taken = sum(sum(player["taken"].values()) for player in seen["players"])
        assert len({*hands, *lying}) == len(hands) + len(lying)
        first = seen["options"]["perfect"]
        dealt = {2: 32, 3: 36, 4: 52}.get(seen["seats"], 60) if first else 10 * seen["seats"]
        assert len(hands) + len(lying) + taken == dealt
        assert set(state.order) >= {NUMBERS[card] for card in (*hands, *lying)}  # type: ignore[attr-defined]
        assert sorted(state.order) == list(  # type: ignore[attr-defined]
            deck({2: 8, 3: 9, 4: 13}.get(seen["seats"], 15) if first else 15)
        )
        for player in seen["players"]:
            assert len(player["hand"]) == player["hand_count"]

    def hidden(self, order: Sequence[int], log: Sequence[AnyPly], who: Who) -> Hidden:
        hands = [len(ply.drawn) for ply in log if ply.move is None]
        # Before the first hand is logged, the deck size is the only clue to the size of a hand.
        sizes = set(hands) or {52: {13}, 36: {12}, 32: {16}}.get(len(order), {10, 12})
        places = {
            place: "deck" if hands and place >= sum(hands) else "hand"
            for place in range(len(order))
            if who not in {place // size for size in sizes}
        }
        where = {card: place for place, card in enumerate(order)}
        for ply in log:
            cards: Sequence[int] = ()
            if isinstance(ply.move, tuple):
                cards = ply.move
            elif ply.move is not None and not (ply.facts and ply.facts[0].name == "round"):
                places.pop(where[ply.move], None)  # played
            for card in cards:
                if where[card] in places:
                    places[where[card]] = "passed"
                    if ply.seen is not None and who in ply.seen:
                        del places[where[card]]
        return places

    def guise(self, state: AnyState, seat: Seat, move: Any, who: Who) -> object:
        if not isinstance(move, tuple):
            return move
        step = state.seats // 2 if state.options.teams else 1  # type: ignore[attr-defined]
        told = who in (seat, (seat + step) % state.seats)  # type: ignore[attr-defined]
        return move if told else len(move)

    def revealed(self, state: AnyState, seat: Seat, move: Any) -> object:
        return None

    def public(self, state: AnyState) -> object:
        return None

    def held(self, state: AnyState) -> frozenset[int]:
        players = state.view(EVERYTHING)["players"]
        return frozenset(NUMBERS[card] for player in players for card in player["hand"])

    def past(self, state: AnyState) -> tuple[Sequence[int], list[tuple[Seat, Any]]]:
        world: Any = state
        found: list[tuple[Seat, Any]] = []
        if world.announced:
            found.append((world.dealer, 100 + world.announced))
        found += [(seat, cards) for seat, cards in enumerate(world.chosen) if cards]
        leader = (world.dealer + 1) % world.seats
        size = 4 if world.seats == 2 else world.seats
        for at, card in enumerate(world.played):
            if at and at % size == 0:
                leader = world.won[at // size - 1]
            found.append(((leader + at % size) % world.seats, card))
        return world.order, found


SECRETS = {"diamonds": DiamondsSecrets()}
