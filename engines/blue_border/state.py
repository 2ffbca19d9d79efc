"""Blue Border: the state of a match, and what each seat may see of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from engines.api import CHANCE, EVERYTHING, Outcome, Ply, Refusal, Seat, View, Who, seat_letter
from engines.blue_border import calls, turns
from engines.blue_border.calls import ANSWERS, NOTHING_NEW
from engines.blue_border.cards import CALL, DECK, NO, PASS, REWARD_NONE, Move, band
from engines.blue_border.dealing import deal, refuse_deal, reshuffle
from engines.blue_border.position import (
    DEALER,
    DEALING,
    LOTS,
    RESHUFFLING,
    REWARD,
    STARTING,
    TURN,
    WINDOW,
    BlueBorderPosition,
)
from engines.blue_border.scoring import outcome
from engines.blue_border.turns import TURNS, drawn_reward, legal_rewards, refuse_reward, reward
from engines.messages import Player, say


class BlueBorder(BlueBorderPosition):
    """A match of Blue Border."""

    __slots__ = ()

    def chance(self) -> str:
        if self.step == RESHUFFLING:
            return f"reshuffle {self.reshuffles + 1}"
        if self.step == LOTS:
            return f"lots {self.written + 1}"
        return f"{self.phase()} {self.round + 1}"

    def pool(self) -> tuple[int, ...]:
        if self.step == STARTING:
            return tuple(range(self.seats))
        if self.step == LOTS:
            return self.callers
        if self.step == RESHUFFLING:  # the field and the discard pile form the new deck
            return tuple(sorted([*self.discards, *(card for pile in self.field for card in pile)]))
        return tuple(range(1, self.options.cards + 1))

    def legal_moves(self, seat: Seat) -> Sequence[Move]:
        if seat < 0 or seat not in self.owing:
            return ()
        if self.step == TURN:
            return TURNS
        return ANSWERS if self.step == WINDOW else legal_rewards(self)

    def is_legal(self, seat: Seat, move: Move) -> bool:
        return self.refuse(seat, move) is None

    def refusal(self, seat: Seat, move: Move) -> Refusal:
        refused = self.refuse(seat, move)
        assert refused is not None, "a legal move is not refused"
        return refused

    def refuse(self, seat: Seat, move: Move) -> Refusal | None:
        """Why a move is refused; None for a legal one."""
        if seat not in self.owing:
            return self._out_of_turn(seat, move)
        if seat == CHANCE:
            return refuse_deal(self.pool(), move)
        if self.step == TURN:
            if move in TURNS:
                return None
            takes = Refusal("BB-R8", say("blue-border.takes-or-passes", who=Player(seat)))
            return NOTHING_NEW if move == CALL else takes
        if self.step == WINDOW:
            return None if move in ANSWERS else calls.NO_ANSWER
        return refuse_reward(self, move)

    def _out_of_turn(self, seat: Seat, move: Move) -> Refusal:
        """Why a seat that has nothing to decide cannot make this move."""
        owing = self.owing
        if not owing:
            return Refusal("BB-R19", say("kit.over"))
        if owing == DEALER:
            return Refusal("BB-R18", say("kit.must-deal"))
        if self.step == REWARD:
            message = say("kit.has-to", who=Player(owing[0]), do=say("blue-border.choose-reward"))
            return Refusal("BB-R13", message)
        if move == CALL and 0 <= seat < self.seats and (refused := calls.barred(self, seat)):
            return refused
        if self.step == WINDOW:
            return Refusal("BB-R11", say("blue-border.still-open"))
        if move == CALL:
            return NOTHING_NEW
        return Refusal("BB-R8", say("kit.turn", who=Player(owing[0])))

    def sample(self, seat: Seat, rng: Random) -> Move:
        if self.step == REWARD:
            return drawn_reward(self, rng)
        moves = TURNS if self.step == TURN else ANSWERS
        return moves[int(rng.random() * len(moves))]

    def play_on(self, rng: Random) -> None:
        while self.owing and self.owing[0] != CHANCE:
            seat = self.owing[0]
            if self.step == TURN:
                draw: float = rng.random()  # a variable, so that it compiles to a plain number
                move = TURNS[int(draw * 9)]
                if move <= DECK:
                    turns.take(self, seat, move, None)
                else:
                    turns.pass_on(self, seat, move, None)
            elif self.step == WINDOW:
                for seat in self.owing:
                    draw = rng.random()
                    if draw < 0.5:  # the first of two answers
                        self.callers = (*self.callers, seat)
                calls.close_window(self, None)
            else:
                reward(self, seat, drawn_reward(self, rng), None)

    def default_move(self, seat: Seat) -> Move:
        """Pass onto pile 1, do not call, take no reward."""
        if self.step == TURN:
            return PASS + 1
        return NO if self.step == WINDOW else REWARD_NONE

    def apply(self, seat: Seat, move: Move, log: list[Ply[Move]] | None = None) -> None:
        if isinstance(move, tuple):
            if self.step == STARTING:
                # BB-Q25: chance decides who starts.
                self.first = move[0]
                self.step = DEALING
            elif self.step == DEALING:
                deal(self, move, log)
            elif self.step == RESHUFFLING:
                reshuffle(self, move, log)
            else:
                calls.judge(self, move[0], log)
        elif self.step == WINDOW:
            calls.answer(self, seat, move, log)
        elif self.step == REWARD:
            reward(self, seat, move, log)
        elif move <= DECK:
            turns.take(self, seat, move, log)
        else:
            turns.pass_on(self, seat, move, log)

    def outcome(self) -> Outcome | None:
        return outcome(self)

    def view(self, who: Who) -> View:
        """View, schema 1; all seats see the same: shades of visible cards, numbers once opened.

        `top` and the piles of `field`, from bottom to top, are bands; `top_number` and
        `field_numbers` have their numbers.
        """
        options, everything = self.options, who == EVERYTHING
        sight = options.sight
        deciding = self.step in (TURN, WINDOW, REWARD)
        top = self.order[self.top] if deciding else None
        window = None
        if self.step in (WINDOW, LOTS):
            window = {"diver": self.placer, "reward": self.rewarded}
        players = []
        for seat, cards in enumerate(self.lines):
            line = [
                {
                    "band": band(card, sight),
                    "number": card if everything or self.opened >> card & 1 else None,
                }
                for card in cards
            ]
            players.append({"line": line, "skip": self.skips[seat], "wins": self.wins[seat]})
        return {
            "game": "blue-border",
            "schema": 1,
            "seats": self.seats,
            "you": who if who is not None and who >= 0 else None,
            "options": {
                "bl": self.borderline(),
                "bt": self.bottoms(),
                "cards": options.cards,
                "rounds": options.rounds,
                "sight": options.sight,
                "limit": options.limit,
            },
            "phase": self.phase(),
            "pending": list(self.pending()),
            "round": self.round,
            "start": self.first if self.first >= 0 else None,
            "turn": self.turn if self.turn >= 0 else None,
            "deck": len(self.order) - self.top,
            "top": None if top is None else band(top, sight),
            "top_number": top if everything else None,
            "field": [[band(card, sight) for card in pile] for pile in self.field],
            "field_numbers": [pile[:] for pile in self.field] if everything else None,
            "discards": sorted(self.discards),
            "moves": self.moves,
            "window": window,
            "players": players,
        }

    def key(self) -> tuple[Any, ...]:
        """Everything that the rest of the match depends on, undrawn cards sorted."""
        return (
            self.round,
            self.phase(),
            self.first,
            self.turn,
            self.pending(),
            self.callers,
            self.placer,
            self.rewarded,
            self.called,
            tuple(map(tuple, self.lines)),
            tuple(map(tuple, self.field)),
            tuple(sorted(self.order[self.top :])),
            tuple(sorted(self.discards)),
            self.opened,
            tuple(self.skips),
            tuple(self.wins),
            self.moves,
            self.reshuffles,
        )

    def tally(self, name: str) -> Mapping[str, str] | None:
        """True values for `-- check points` and `-- check deck`."""
        if name not in ("points", "deck"):
            raise KeyError(name)
        if not self.round:
            return None
        if name == "deck":
            return {"": str(len(self.order) - self.top)}
        return {seat_letter(seat): str(len(line)) for seat, line in enumerate(self.lines)}
