"""Diamonds: the state of a match, and what each seat may see of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from engines.api import CHANCE, EVERYTHING, Outcome, Ply, Refusal, Seat, View, Who, seat_letter
from engines.diamonds import dealing, scoring
from engines.diamonds.cards import ANNOUNCEMENTS, NAMES, Move
from engines.diamonds.crystals import may_count, taken
from engines.diamonds.position import (
    ANNOUNCING,
    OVER,
    PASSING,
    PHASES,
    PLAYING,
    STARTING,
    DiamondsPosition,
)
from engines.diamonds.turns import (
    announce,
    choose,
    drawn_card,
    drawn_pass,
    leaders,
    passes,
    play,
    playable,
    receiver,
    refuse_announcement,
    refuse_card,
    refuse_pass,
)
from engines.messages import Player, say

# The views of a position for seats and spectators, and the values for checks.


def _trick(position: DiamondsPosition, index: int) -> list[dict[str, Any]]:
    cards = position.played[index * position.size : (index + 1) * position.size]
    leader = leaders(position)[index]
    return [
        {"seat": (leader + turn) % position.seats, "card": NAMES[card]}
        for turn, card in enumerate(cards)
    ]


def _last_trick(position: DiamondsPosition) -> dict[str, Any] | None:
    if not position.won:
        return None
    return {"cards": _trick(position, len(position.won) - 1), "winner": position.won[-1]}


def _players(position: DiamondsPosition, who: Who) -> list[dict[str, Any]]:
    everything, sealed = who == EVERYTHING, position.step == PASSING
    players = []
    for seat, (diamonds, hearts, spades, clubs) in enumerate(taken(position)):
        own = everything or seat == who
        team, passed, hand = position.team[seat], position.chosen[seat], position.hand(seat)
        knows = own or (not sealed and who == receiver(position, seat))
        players.append(
            {
                "hand": [NAMES[card] for card in hand] if own else None,
                "hand_count": len(hand),
                "showroom": position.showroom[team],
                "vault": position.vault[team] if may_count(position, who, team) else None,
                "taken": {"D": diamonds, "H": hearts, "S": spades, "C": clubs},
                "tricks": position.won.count(seat),
                "passed": [NAMES[card] for card in passed] if passed and knows else None,
                "chosen": bool(passed),
            }
        )
    return players


# The game state; passes each decision to the module of its rule.


class Diamonds(DiamondsPosition):
    """A match of Diamonds."""

    __slots__ = ()

    def pending(self) -> tuple[Seat, ...]:
        return self.owing

    def phase(self) -> str:
        return PHASES[self.step]

    def chance(self) -> str:
        return dealing.label(self)

    def pool(self) -> tuple[int, ...]:
        return dealing.pool(self)

    def legal_moves(self, seat: Seat) -> Sequence[Move]:
        if seat not in self.owing:
            return ()
        if self.step == PLAYING:
            return playable(self, seat)
        if self.step == PASSING:
            return passes(self, seat)
        return ANNOUNCEMENTS if self.step == ANNOUNCING else ()

    def is_legal(self, seat: Seat, move: Move) -> bool:
        return self._refuse(seat, move) is None

    def refusal(self, seat: Seat, move: Move) -> Refusal:
        found = self._refuse(seat, move)
        assert found is not None, "a legal move is not refused"
        return found

    def _refuse(self, seat: Seat, move: Move) -> Refusal | None:
        if seat not in self.owing:
            return self._out_of_turn()
        if self.step == PLAYING:
            return refuse_card(self, seat, move)
        if self.step == PASSING:
            return refuse_pass(self, seat, move)
        if self.step == ANNOUNCING:
            return refuse_announcement(move)
        return dealing.refuse(self, move)

    def _out_of_turn(self) -> Refusal:
        rule = "DM-R4" if self.step in (ANNOUNCING, PASSING) else "DM-R6"
        if not self.owing:
            return Refusal(rule, say("kit.over"))
        if self.owing[0] == CHANCE:
            return Refusal(rule, say("kit.must-deal"))
        who = tuple(map(Player, self.owing))
        if len(who) == 1:
            return Refusal(rule, say("kit.turn", who=who[0]))
        return Refusal(rule, say("kit.turns", who=who))

    def sample(self, seat: Seat, rng: Random) -> Move:
        if self.step == PLAYING:
            return drawn_card(self, seat, rng)
        if self.step == ANNOUNCING:
            return ANNOUNCEMENTS[int(rng.random() * len(ANNOUNCEMENTS))]
        return drawn_pass(self, seat, rng)

    def default_move(self, seat: Seat) -> Move:
        """Announce one card; pass and play the lowest cards."""
        if self.step == PASSING:
            return tuple(self.hand(seat)[: self.announced])
        return self.legal_moves(seat)[0]

    def apply(self, seat: Seat, move: Move, log: list[Ply[Move]] | None = None) -> None:
        if self.step == PLAYING:
            play(self, seat, move, log)  # type: ignore[arg-type]  # a card
        elif isinstance(move, int):
            announce(self, seat, move, log)
        elif seat >= 0:
            choose(self, seat, move, log)
        elif self.step == STARTING:
            dealing.start(self, move[0])
        else:
            dealing.deal(self, move)

    def outcome(self) -> Outcome | None:
        if self.step != OVER:
            return None
        return scoring.outcome(self.showroom, self.vault, self.team)

    def view(self, who: Who) -> View:
        """View, schema 1: only the owner sees a hand, only giver and receiver see passed cards."""
        options = self.options
        playing = self.leader >= 0 and self.step == PLAYING
        passing = self.announced and self.step in (PASSING, PLAYING)
        return {
            "game": "diamonds",
            "schema": 1,
            "seats": self.seats,
            "you": who if who is not None and who >= 0 else None,
            "options": {
                "perfect": options.perfect,
                "teams": options.teams,
                "show": options.show,
                "rounds": self.rounds,
            },
            "phase": PHASES[self.step],
            "pending": list(self.owing),
            "round": self.round,
            "dealer": self.dealer if self.dealer >= 0 else None,
            "pass": self.announced if passing else None,
            "leader": self.leader if playing else None,
            "thief": self.thief if self.thief >= 0 else None,
            "trick": _trick(self, len(self.won)) if playing else [],
            "last_trick": _last_trick(self),
            "players": _players(self, who),
        }

    def key(self) -> tuple[Any, ...]:
        """Everything that the rest of the match depends on; undealt cards follow from it."""
        laid = self.played[len(self.won) * self.size :]
        return (
            self.round,
            PHASES[self.step],
            self.dealer,
            self.thief,
            self.announced,
            tuple(self.chosen),
            tuple(tuple(self.hand(seat)) for seat in range(self.seats)),
            tuple(laid),
            self.leader,
            tuple(map(tuple, taken(self))),
            tuple(self.showroom),
            tuple(self.vault),
        )

    def tally(self, name: str) -> Mapping[str, str] | None:
        """True values for `-- check showroom`, `vault` and `thief`; teams by their first seat."""
        if name not in ("showroom", "vault", "thief"):
            raise KeyError(name)
        if self.thief < 0:
            return None
        thief = seat_letter(self.thief)
        if name == "thief":
            return {"": thief}
        counts = self.showroom if name == "showroom" else self.vault
        found = {seat_letter(team): str(count) for team, count in enumerate(counts)}
        return found | {"thief": thief} if name == "showroom" else found
