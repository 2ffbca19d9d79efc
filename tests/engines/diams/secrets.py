"""What a seat cannot know in Diam's, from the rules: see `tourney.contracts.secrets`."""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any, ClassVar

from engines.api import EVERYTHING, Game, Seat, Who
from engines.diams.cards import END, KINDS, NUMBERS
from engines.diams.notation import move_text
from tourney.contracts.playing import AnyPly, AnyState
from tourney.contracts.secrets import Ordinary


class DiamsSecrets(Ordinary):
    """Hands and vaults are private, the market and all counts are public (DI-Q22)."""

    KINDS = frozenset(
        (
            "sealed decision",
            *("deck and deck", "deck and hand", "deck and draw", "draw and hand", "hand and hand"),
            *("END and deck", "END for plain", "END for star", "END for special"),
            *("plain for plain", "plain for star", "plain for special", "special for star"),
        )
    )
    DECK: ClassVar = Counter(
        [f"{q}" for q in range(1, 11) for _ in range(4)]
        + [f"{q}*" for q in range(1, 11)]
        + ["CV", "CR", "MG"]
    )

    def pursue(self, game: Game[Any], state: AnyState, seat: Seat, rng: Random) -> Any:
        kinds: dict[str, list[Any]] = {}
        for move in state.legal_moves(seat):
            verb, _, rest = move_text(move).partition(" ")
            kinds.setdefault("take" if verb == "market" and "=" not in rest else verb, []).append(
                move
            )
        for verb in ("convoy", "vault", "crack", "take", "magic"):
            if verb in kinds and rng.random() < 0.9:
                return rng.choice(kinds[verb])
        return rng.choice(kinds[rng.choice(sorted(kinds))])

    def akin(self, one: int, two: int) -> bool:
        return one != two and one // 2 == two // 2 and max(one, two) < KINDS

    def sort(self, card: int) -> str:
        if card == END:
            return "END"
        return "special" if card >= KINDS else "star" if card % 2 else "plain"

    def all_there(self, state: AnyState) -> None:
        seen = state.view(EVERYTHING)
        if not seen["round"]:
            return
        undrawn = seen["deck"] - (seen["closing"] is None)  # without the closing card
        cards: Counter[str] = Counter(seen["market"] + seen["discards"])
        for player in seen["players"]:
            cards.update(player["hand"] + player["vault"])
            assert len(player["hand"]) == player["hand_count"]
            assert len(player["vault"]) == player["vault_count"]
        assert not cards - self.DECK
        assert undrawn == 53 - cards.total()

    def hidden(self, order: Sequence[int], log: Sequence[AnyPly], who: Who) -> dict[int, str]:
        places: dict[int, str] = {}
        top = 0
        for ply in log:
            top += len(ply.drawn)
            kept = next((f for f in ply.facts if f.name in ("hand", "draw")), None)
            if kept and ply.seat != who:  # a drawn END is public: skip it
                for place in range(top - len(kept.values), top):
                    places[place] = kept.name
        for place in range(top, len(order)):
            places[place] = "END" if order[place] == END else "deck"
        return places

    def guise(self, state: AnyState, seat: Seat, move: Any, who: Who) -> object:
        verb = move_text(move).split(" ")[0]
        if verb not in ("vault", "convoy", "give") or who == seat:
            return move
        if verb == "give":
            asked = state.view(None)["asked"]
            return move if asked["by"] == who else verb
        return verb, len(move)

    def revealed(self, state: AnyState, seat: Seat, move: Any) -> object:
        verb, *words = move_text(move).split(" ")
        if verb not in ("crack", "force"):
            return None
        victim = state.view(EVERYTHING)["players"]["ABCDE".index(words[0])]
        if verb == "force":  # the cards that the victim must show
            return [card for card in victim["hand"] if card.rstrip("*") == words[1].rstrip("*")]
        return words[1] in [name for card in victim["vault"] for name in (card, card.rstrip("*"))]

    def public(self, state: AnyState) -> object:
        seen = state.view(EVERYTHING)
        scores = [(player["points"], player["chips"]) for player in seen["players"]]
        return scores, seen["closing"], seen["deck"]

    def held(self, state: AnyState) -> frozenset[int]:
        players = state.view(EVERYTHING)["players"]
        return frozenset(NUMBERS[card] for p in players for card in p["hand"] + p["vault"])

    def past(self, state: AnyState) -> tuple[Sequence[int], list[tuple[Seat, Any]]]:
        found = []
        event = state.past  # type: ignore[attr-defined]
        while event is not None:
            found.append((event.seat, event.move))
            event = event.before
        return state.order, found[::-1]  # type: ignore[attr-defined]


SECRETS = {"diams": DiamsSecrets()}
