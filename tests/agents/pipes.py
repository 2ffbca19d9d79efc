"""A second, small and slow implementation of the runner's side of tmbp/1, to test bots against.

Written from the protocol's page alone; shares no code with `tourney.agents` except the engines.
"""

import json
import os
import select
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

from engines.api import CHANCE, Ply
from engines.games import GAMES

PATIENCE = 120.0
LONG = 500


class Piped:
    """A bot's process and the messages to and from it."""

    def __init__(self, command: Sequence[str | Path]) -> None:
        self.process = subprocess.Popen(
            command, bufsize=0, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self.rest = b""
        self.asked = 0
        self.say(t="hello", proto="tmbp/1", runner="a test", games=[f"{name}/1" for name in GAMES])
        self.card = self.hear()

    def say(self, **message: Any) -> None:
        """Send one message to the bot."""
        self.write(json.dumps(message).encode() + b"\n")

    def write(self, data: bytes) -> None:
        """Send bytes to the bot."""
        assert self.process.stdin
        self.process.stdin.write(data)

    def hear(self) -> dict[str, Any]:
        """The next message of the bot; fails after `PATIENCE` seconds."""
        assert self.process.stdout
        while b"\n" not in self.rest:
            ready, _, _ = select.select([self.process.stdout], [], [], PATIENCE)
            assert ready, "the bot is silent"
            data = os.read(self.process.stdout.fileno(), 1 << 16)
            assert data, f"the bot has ended: {self.process.wait(PATIENCE)}"
            self.rest += data
        line, self.rest = self.rest.split(b"\n", 1)
        found = json.loads(line)
        assert isinstance(found, dict)
        return found

    def move(self, request: Mapping[str, Any], legal: Sequence[str]) -> str:
        """The bot's answer to a request; sends the list of legal moves if the bot asks for it."""
        self.asked += 1
        self.say(t="act", id=self.asked, **request)
        answer = self.hear()
        if answer["t"] == "legal":
            assert answer["id"] == self.asked
            self.say(t="legal", m=request["m"], id=self.asked, legal=legal)
            answer = self.hear()
        assert (answer["t"], answer["m"], answer["id"]) == ("move", request["m"], self.asked)
        return str(answer["move"])

    def kill(self) -> None:
        """Kill the process."""
        self.process.kill()
        with self.process:
            pass

    def close(self) -> int:
        """Send `quit`; the exit status of the bot."""
        self.say(t="quit")
        return self.process.wait(PATIENCE)


class Match:
    """One match with bots at some seats and random moves at the others."""

    def __init__(self, name: str, options: Mapping[str, str], seats: int, seed: int) -> None:
        self.game = GAMES[name]
        self.seats = seats
        self.written = dict(options)
        self.state = self.game.start(self.game.options(options, seats), seats)
        self.rng = Random(seed)
        self.label = f"{name}-{seats}-{seed}"
        self.log: list[Ply[Any]] = []
        self.told = [0] * seats
        self.moves: list[str] = []

    def play(self, bots: Mapping[int, Piped]) -> list[str]:
        """Play the match; all moves in order. An illegal move fails the test."""
        for seat, bot in bots.items():
            self.begin(bot, seat)
        state, game = self.state, self.game
        while state.pending():
            seat = state.pending()[0]
            if seat == CHANCE:
                state.apply(seat, self.dealt(), self.log)
                continue
            if seat in bots:
                text = self.asked(bots[seat], seat)
                move = game.parse_move(text)
                assert state.is_legal(seat, move), f"{self.label}: {text}"
            else:
                move = state.sample(seat, self.rng)
            self.moves.append(game.move_text(move))
            state.apply(seat, move, self.log)
        self.finish(bots)
        return self.moves

    def dealt(self) -> Any:
        """The dealer's move."""
        return self.game.shuffle(self.state, self.rng)

    def begin(self, bot: Piped, seat: int) -> None:
        """Send the bot the start of the match, with its seat."""
        names = ["you" if other == seat else "?" for other in range(self.seats)]
        bot.say(
            t="match",
            m=self.label,
            rules=f"{self.game.name}/{self.game.version}",
            options=self.written,
            seat=seat,
            seats=self.seats,
            names=names,
            rng=f"{self.rng.getrandbits(128):032x}",
        )
        assert bot.hear() == {"t": "ready", "m": self.label}

    def asked(self, bot: Piped, seat: int) -> str:
        """Send the bot the new events and a request; its move."""
        wanted = bot.card["want"]
        self.tell(bot, seat)
        told = len(self.log) if "events" in wanted else 0
        request = {"m": self.label, "n": told, "phase": self.state.phase()}
        legal = [self.game.move_text(move) for move in self.state.legal_moves(seat)]
        if "view" in wanted:
            request["view"] = self.state.view(seat)
        if "legal" in wanted:
            request |= {"legal": legal} if len(legal) <= LONG else {"legal_count": len(legal)}
        return bot.move(request, legal)

    def tell(self, bot: Piped, seat: int) -> None:
        """Send the entries since the last call, as the seat may see them."""
        for number in range(self.told[seat], len(self.log)):
            if "events" in bot.card["want"]:
                ply = self.log[number]
                text = self.game.text(ply, seat)
                bot.say(t="event", m=self.label, n=number + 1, seat=ply.seat, text=text)
        self.told[seat] = len(self.log)

    def finish(self, bots: Mapping[int, Piped]) -> None:
        """Send the bots the result."""
        outcome = self.state.outcome()
        assert outcome is not None
        for seat, bot in bots.items():
            self.tell(bot, seat)
            places, scores = list(outcome.places), list(outcome.scores)
            bot.say(t="end", m=self.label, places=places, scores=scores, reason=outcome.reason)
