"""The encoding of Diam's for learners: a verb, then card by card in ascending order.

`market 9 = 1+3+5` is spelled market, 9, 1, 3, 5, done. Seats are numbered by distance to the left.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from engines.api import Game, Seat, State
from engines.diams.cards import (
    COPIES,
    CRACK,
    END,
    ESCORT,
    FORCE,
    KINDS,
    MARKET,
    NAMES,
    NUMBERS,
    VAULT,
)
from engines.diams.dealing import window
from engines.diams.inference.worlds import GAIN, LOSE, seen_since
from engines.diams.position import Event
from engines.diams.state import Diams
from tourney.adapters.coding import (
    Coding,
    Features,
    SeatKnowledge,
    Spelling,
    counts,
    share,
    word_hot,
)

# In the order of the engine's numbers of verbs, with which its moves begin.
VERBS: Final = (
    *("draw", "reveal", "market", "market all of", "vault", "convoy"),
    *("crack", "magic", "force", "pass", "give", "discard"),
)
CARD: Final = len(VERBS)
LEFT: Final = CARD + END - 1  # + distance to the left
DONE: Final = LEFT + 5
AT_SEATS: Final = (CRACK, FORCE)
OPEN: Final = (MARKET, VAULT, ESCORT)  # followed by any number of cards
PHASES: Final = ("draw", "play", "give", "discard")
ROUNDS: Final = 3
WHOLE_DECK: Final = 54


class HandMemory(NamedTuple):
    """What a seat remembers of all hands, up to the newest event that is in it."""

    newest: Event | None
    seen: Mapping[Seat, list[float]]


class DiamsCoding(Coding):
    """0 to 11: a verb; 12 to 34: a card, 1 to MG; 35 to 38: a seat to the left; 39: done."""

    actions = DONE + 1
    steps = 12
    items = END + 1
    learnable = True

    def spell(self, seat: Seat, seats: int, moves: Sequence[Any]) -> list[Spelling]:
        spellings = []
        for verb, *parts in moves:
            spelled = [CARD + part for part in parts]
            if verb in AT_SEATS:
                spelled[0] = LEFT + (parts[0] - seat) % seats
            if verb in OPEN:
                spelled.append(DONE)
            spellings.append((verb, *spelled))
        return spellings

    def word(self, action: int) -> str:
        if action < CARD:
            return VERBS[action]
        if action <= LEFT:
            return NAMES[action - CARD]
        return "done" if action == DONE else f"left {action - LEFT}"

    def held_back(self, state: State[Any]) -> Mapping[int, int]:
        """The closing card is among the last cards (DI-R4)."""
        assert isinstance(state, Diams)
        return {END: WHOLE_DECK - window(state.options, state.seats)}

    def memory(self, state: State[Any], seat: Seat, before: Any) -> "HandMemory":
        """Per seat, the cards seen to enter its hand in this round and not seen to leave it."""
        assert isinstance(state, Diams)
        newest = before.newest if before is not None and state.round else None
        news = seen_since(state, newest, seat)
        if news.whole or before is None:
            kept = {other: [0.0] * END for other in range(state.seats)}
        else:
            kept = {other: row[:] for other, row in before.seen.items()}
        for step in news.steps if state.round else ():
            if step.what == GAIN or step.what == LOSE:
                row = kept[step.seat]
                for card in step.cards:
                    part = 1 / COPIES[card]
                    row[card] = max(0.0, row[card] + (part if step.what == GAIN else -part))
        return HandMemory(state.past, kept)

    def features(self, look: SeatKnowledge) -> Features:
        view = look.view
        own = view["players"][look.seat]
        asked = view["asked"] or {"by": None, "kind": None}
        closing = view["closing"] or {"by": None, "turns_left": 0}
        others = [(look.seat + left) % look.seats for left in range(1, look.seats)]
        # Public counts, and the points and chips of each round.
        players: list[float] = []
        for player in look.players():
            points, chips = player["points"], player["chips"]
            rest = [0.0] * (ROUNDS - len(points))
            players += [share(player["hand_count"], 10), share(player["vault_count"], 20)]
            players += [share(number, 100) for number in points] + rest
            players += [share(number, 5) for number in chips] + rest
        return [
            ("seat", look.seat_hot(0)),
            ("phase", word_hot(view["phase"], PHASES)),
            ("pending", look.pending()),
            ("round", [share(view["round"], ROUNDS)]),
            ("turn", look.seat_hot(view["turn"])),
            ("first", look.seat_hot(view["first"])),
            ("deck", [share(view["deck"], WHOLE_DECK)]),
            ("closing", look.seat_hot(closing["by"])),
            ("turns_left", [share(closing["turns_left"], look.seats)]),
            ("asked_by", look.seat_hot(asked["by"])),
            ("asked", word_hot(asked["kind"], NAMES[:KINDS])),
            ("hand", counts(own["hand"], NUMBERS, COPIES[:END])),
            ("vault", counts(own["vault"], NUMBERS, COPIES[:KINDS])),
            ("market", counts(view["market"], NUMBERS, COPIES[:KINDS])),
            ("discards", counts(view["discards"], NUMBERS, COPIES[:END])[KINDS:]),
            ("seen_in_hands", [number for other in others for number in look.memory.seen[other]]),
            ("players", players),
        ]

    def decisions(self, game: Game[Any], options: Any, seats: int) -> int:
        return game.max_plies(options, seats)

    def draws(self, game: Game[Any], options: Any, seats: int) -> int:
        return seats + ROUNDS * WHOLE_DECK
