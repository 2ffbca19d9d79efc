"""Diamonds: the state of a match, and what each seat may see of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from engines.api import CHANCE, EVERYTHING, Outcome, Ply, Refusal, Seat, View, Who, seat_letter
from engines.diamonds import dealing, scoring
from engines.diamonds.cards import ANNOUNCEMENTS, NAMES, Move
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
    following,
    leaders,
    may_count,
    passes,
    play,
    play_at_random,
    receiver,
    refuse_card,
    refuse_pass,
    taken,
)
from engines.messages import Player, say


class Diamonds(DiamondsPosition):
    """A match of Diamonds."""

    __slots__ = ()

    def pending(self) -> tuple[Seat, ...]:
        return self.owing

    def phase(self) -> str:
        return PHASES[self.step]

    def chance(self) -> str:
        return "start 1" if self.step == STARTING else f"deal {self.round + 1}"

    def pool(self) -> tuple[int, ...]:
        return dealing.pool(self)

    def legal_moves(self, seat: Seat) -> Sequence[Move]:
        if seat not in self.owing:
            return ()
        if self.step == PLAYING:
            return following(self, seat) or self.hand(seat)
        if self.step == PASSING:
            return passes(self, seat)
        return ANNOUNCEMENTS if self.step == ANNOUNCING else ()

    def is_legal(self, seat: Seat, move: Move) -> bool:
        return self._refuse(seat, move) is None

    def refusal(self, seat: Seat, move: Move) -> Refusal:
        refused = self._refuse(seat, move)
        assert refused is not None, "a legal move is not refused"
        return refused

    def _refuse(self, seat: Seat, move: Move) -> Refusal | None:
        if seat not in self.owing:
            rule = "DM-R4" if self.step in (ANNOUNCING, PASSING) else "DM-R6"
            who = tuple(map(Player, self.owing))
            if not who:
                return Refusal(rule, say("kit.over"))
            if self.owing[0] == CHANCE:
                return Refusal(rule, say("kit.must-deal"))
            whose = say("kit.turn", who=who[0]) if len(who) == 1 else say("kit.turns", who=who)
            return Refusal(rule, whose)
        if self.step == PLAYING:
            return refuse_card(self, seat, move)
        if self.step == PASSING:
            return refuse_pass(self, seat, move)
        if self.step == ANNOUNCING:
            legal = isinstance(move, int) and move in ANNOUNCEMENTS
            return None if legal else Refusal("DM-R4", say("diamonds.must-announce"))
        return dealing.refuse(self, move)

    def sample(self, seat: Seat, rng: Random) -> Move:
        if self.step == PLAYING:
            return drawn_card(self, seat, rng)
        if self.step == ANNOUNCING:
            return ANNOUNCEMENTS[int(rng.random() * len(ANNOUNCEMENTS))]
        return drawn_pass(self, seat, rng)

    def play_on(self, rng: Random) -> None:
        while self.owing and self.owing[0] != CHANCE:
            seat = self.owing[0]
            if self.step == PLAYING:
                play_at_random(self, rng)
            else:
                self.apply(seat, self.sample(seat, rng))

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
        everything, sealed = who == EVERYTHING, self.step == PASSING
        players = []
        for seat, (diamonds, hearts, spades, clubs) in enumerate(taken(self)):
            own = everything or seat == who
            team, passed, hand = self.team[seat], self.chosen[seat], self.hand(seat)
            knows = own or (not sealed and who == receiver(self, seat))
            players.append(
                {
                    "hand": [NAMES[card] for card in hand] if own else None,
                    "hand_count": len(hand),
                    "showroom": self.showroom[team],
                    "vault": self.vault[team] if may_count(self, who, team) else None,
                    "taken": {"D": diamonds, "H": hearts, "S": spades, "C": clubs},
                    "tricks": self.won.count(seat),
                    "passed": [NAMES[card] for card in passed] if passed and knows else None,
                    "chosen": bool(passed),
                }
            )
        last = None
        if self.won:
            last = {"cards": self._trick(len(self.won) - 1), "winner": self.won[-1]}
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
            "trick": self._trick(len(self.won)) if playing else [],
            "last_trick": last,
            "players": players,
        }

    def _trick(self, index: int) -> list[dict[str, Any]]:
        """The cards of a trick, each with the seat that played it."""
        cards = self.played[index * self.size : (index + 1) * self.size]
        leader = leaders(self)[index]
        return [
            {"seat": (leader + turn) % self.seats, "card": NAMES[card]}
            for turn, card in enumerate(cards)
        ]

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
        values = {seat_letter(team): str(count) for team, count in enumerate(counts)}
        return values | {"thief": thief} if name == "showroom" else values
