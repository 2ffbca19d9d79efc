"""What a seat cannot know in Blue Border, from the rules: see `tourney.contracts.secrets`."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from engines.api import CHANCE, EVERYTHING, Game, Seat, Who
from engines.blue_border.cards import CALL, NO
from engines.blue_border.state import BlueBorder
from tourney.contracts.playing import AnyPly, AnyState, Case
from tourney.contracts.secrets import Moves

Card = tuple[int, int]
"""The identity of a card: the index of the deal that last shuffled it, and its true number."""


class BlueBorderSecrets:
    """Numbers are hidden until opened; the shades of all visible cards are public (BB-R5)."""

    LIKENESS = 0.98
    KEPT = 1.0  # a window closes soon, and then the callers are public
    OWN = False
    KINDS = frozenset(
        (
            "sealed decision",
            *("deck and deck", "deck and field", "deck and line"),
            *("field and field", "field and line", "line and line"),
        )
    )

    def pursue(self, game: Game[Any], state: AnyState, seat: Seat, rng: Random) -> Any:
        """Calls rarely, so that lines grow and cards stay unopened."""
        if state.phase() == "call":
            return CALL if rng.random() < 0.15 else NO
        return state.sample(seat, rng)

    def akin(self, one: int, two: int) -> bool:
        return one != two and (one - 1) // 4 == (two - 1) // 4

    def sort(self, card: int) -> str:
        return "number"

    def all_there(self, state: AnyState) -> None:
        seen = state.view(EVERYTHING)
        if not seen["round"]:
            return
        assert isinstance(state, BlueBorder)
        deck = state.order[state.top :]
        lines = [card["number"] for player in seen["players"] for card in player["line"]]
        field = [card for pile in seen["field_numbers"] for card in pile]
        assert seen["deck"] == len(deck)
        every = sorted([*deck, *lines, *field, *seen["discards"]])
        assert every == list(range(1, seen["options"]["cards"] + 1))

    def hidden(self, order: Sequence[int], log: Sequence[AnyPly], who: Who) -> Mapping[int, str]:
        opened: set[int] = set()
        placed: set[int] = set()
        drawn = 0
        for ply in log:
            drawn += len(ply.drawn)
            for fact in ply.facts:
                if fact.name in ("hit", "miss"):
                    opened.update(fact.values[1:])
                elif fact.name == "lose":
                    opened.update(fact.values)
                elif fact.name == "card" and ply.move not in range(6, 10):
                    placed.update(fact.values)
        return {
            place: "line" if card in placed else "field" if place < drawn else "deck"
            for place, card in enumerate(order)
            if card not in opened
        }

    def guise(self, state: AnyState, seat: Seat, move: Any, who: Who) -> object:
        return "answer" if move in (CALL, NO) and who != seat else move

    def revealed(self, state: AnyState, seat: Seat, move: Any) -> object:
        """The callers, when this is the last answer (BB-R11, BB-Q8)."""
        if state.phase() != "call" or len(state.pending()) > 1:
            return None
        assert isinstance(state, BlueBorder)
        return sorted((*state.callers, seat) if move == CALL else state.callers)

    def public(self, state: AnyState) -> object:
        """The shades of all visible cards."""
        seen = state.view(EVERYTHING)
        shade = seen["options"]["sight"]
        lines = [[card["number"] for card in player["line"]] for player in seen["players"]]
        rows = [*lines, *seen["field_numbers"], [seen["top_number"] or 0]]
        return [[-(-card // shade) for card in row] for row in rows]

    def held(self, state: AnyState) -> frozenset[int]:
        return frozenset(range(1, 33))

    def less(self, key: str, part: Any, whole: Any, options: Mapping[str, Any]) -> bool:
        """Whether a seat may see `part` of `whole`: numbers may be missing, also within a line."""
        if key == "line":
            rows = zip(part, whole, strict=True)
            return all(one | {"number": two["number"]} == two for one, two in rows)
        return part in (None, whole)

    def lived(self, case: Case, moves: Moves, deal: int, world: AnyState) -> Moves:
        """All moves so far, with the deals of this round replaced by those of a sampled world."""
        assert isinstance(world, BlueBorder)
        told = list(moves)
        past = _Past(case, moves)
        numbers = past.present(world)
        for number in range(len(past.deals) - 1, -1, -1):
            at, cards = past.deals[number]
            told[at] = (CHANCE, tuple(numbers[card] for card in cards))
            if number:
                numbers = past.before(number, numbers, case)
        return _answered(past.states[-1], told, world)


def _answered(here: BlueBorder, told: list[tuple[Seat, Any]], world: BlueBorder) -> Moves:
    """The moves with the answers of the open call window taken from the sampled world."""
    if here.phase() == "call":
        asked = [seat for seat in range(here.seats) if seat != here.placer and not here.skips[seat]]
        for back in range(1, len(asked) - len(here.pending()) + 1):
            seat, _ = told[-back]
            told[-back] = (seat, CALL if seat in world.callers else NO)
    return told


class _Past:
    """The cards of the round, each with an identity that lasts until it is shuffled."""

    def __init__(self, case: Case, moves: Moves) -> None:
        self.deals: list[tuple[int, list[Card]]] = []  # index and order of each deal
        self.states: list[BlueBorder] = []  # before each deal except the first, and at the end
        self.things: list[dict[int, Card]] = []  # for each deal: true number -> card
        state: Any = case.start()
        for at, (seat, move) in enumerate(moves):
            if seat == CHANCE and state.phase() in ("deal", "reshuffle"):
                self._dealt(state, at, move)
            state.apply(seat, move)
        self.states.append(state)

    def _dealt(self, state: BlueBorder, at: int, order: Sequence[int]) -> None:
        kept = dict(self.things[-1]) if self.things else {}
        if state.phase() == "deal":
            self.deals, self.states, self.things = [], [], []
            kept = {}
        else:
            self.states.append(state.clone())
        here = [(at, card) for card in order]
        self.deals.append((at, here))
        self.things.append(kept | {card[1]: card for card in here})

    def present(self, world: BlueBorder) -> dict[Card, int]:
        """The number that each card has in a sampled world, found by its position."""
        here, things = self.states[-1], self.things[-1]
        pairs = [*zip(here.order[here.top :], world.order[world.top :], strict=True)]
        for rows, others in ((here.lines, world.lines), (here.field, world.field)):
            for row, other in zip(rows, others, strict=True):
                pairs += zip(row, other, strict=True)
        pairs += [(card, card) for card in here.discards]
        return {things[one]: two for one, two in pairs}

    def before(self, number: int, numbers: dict[Card, int], case: Case) -> dict[Card, int]:
        """The numbers of the cards before a reshuffle; shuffled cards get any number that fits."""
        here, things = self.states[number - 1], self.things[number - 1]
        sight = int(case.given.get("sight", "4"))
        kept = {things[card]: numbers[things[card]] for line in here.lines for card in line}
        kept |= {things[card]: card for card in here.discards}
        left = {numbers[card] for card in self.deals[number][1]} - {*here.discards}
        assert not {*kept.values()} & left
        for card in (card for pile in here.field for card in pile):
            shade = -(-card // sight)
            kept[things[card]] = next(n for n in sorted(left) if -(-n // sight) == shade)
            left.remove(kept[things[card]])
        assert not left
        return kept


SECRETS = {"blue-border": BlueBorderSecrets()}
