"""A simulated person who types a record at a table: lax spellings, slips, corrections.

Everything typed is derived from a match that the engine played, so what must be stored is known.
"""

import re
from random import Random
from typing import NamedTuple

from engines.api import CHANCE, EVERYTHING, Outcome, Who
from engines.games import GAMES
from tourney.desk import TableSetup

NAMES = ("Aiko", "Ben", "Chie", "Dan", "Emi", "Fumi")
KANA = {
    "diamonds": (
        (r"(?i)\bD(?=[\d?])", "ダ"),
        (r"(?i)\bH(?=[\d?])", "ハート"),
        (r"(?i)\bS(?=[\d?])", "ス"),
        (r"(?i)\bC(?=[\d?])", "クラブ"),
        ("hand ", "手札"),
        ("pass ", "パス"),
    ),
    "diams": (("draw ", "引く"), ("market ", "市場"), ("vault ", "金庫"), ("discard ", "捨てる")),
    "diamond-boxes": ((r"r(?=\d)", "赤"), (r"y(?=\d)", "黄"), (r"p(?=\d)", "紫"), ("hand", "手札")),
    "diamond-boxes-2": (
        (r"g(?=\d)", "緑"),
        (r"b(?=\d)", "青"),
        (r"colour ", "色"),
        ("draw", "引く"),
    ),
    "blue-border": (("take ", "取る"), ("deck", "山札"), (" hit", "成功"), ("call ", "コール")),
}
"""Japanese spellings of each game, as patterns of its notation."""
WIDE = {code: code + 0xFEE0 for code in range(0x21, 0x7F)} | {0x20: 0x3000}


class Played(NamedTuple):
    """A match played at random: its setup, the lines of its record, its outcome."""

    setup: TableSetup
    lines: list[str]
    outcome: Outcome


def played(
    name: str, seats: int, options: dict[str, str], rng: Random, who: Who = EVERYTHING
) -> Played:
    """A match of a game, played at random to its end, as `who` could record it."""
    game = GAMES[name]
    state, log = game.start(game.options(options, seats), seats), []
    while owing := state.pending():
        seat = owing[0]
        move = game.shuffle(state, rng) if seat == CHANCE else state.sample(seat, rng)
        state.apply(seat, move, log)
    headers = (("date", "2026-11-14"), ("source", "table"))
    given = tuple(options.items())
    hands = "all" if who == EVERYTHING else "none" if who is None else "mine"
    mine = who if hands == "mine" else None
    setup = TableSetup("club-2026-11-14/1", name, NAMES[:seats], given, headers, hands, mine)
    outcome = state.outcome()
    assert outcome is not None
    lines = game.layout((ply.seat, game.text(ply, who)) for ply in log)
    return Played(setup, [line for line in lines if not _unseen(line)], outcome)


def _unseen(line: str) -> bool:
    """Whether a line shows only that a hand was dealt or that cards were passed."""
    return re.fullmatch(r"[A-F]: (hand|pass)( \?)+", line) is not None


class Typist:
    """Somebody who types the lines of a record in other words.

    `slowest` is the longest way: one action at a time, in kana and full-width characters.
    """

    def __init__(self, setup: TableSetup, rng: Random, *, slowest: bool = False) -> None:
        self.setup = setup
        self.game = GAMES[setup.game]
        self.rng = rng
        self.slowest = slowest

    def typed(self, line: str) -> list[str]:
        """The inputs for a line that says what it means: one, or one for each action."""
        if line.startswith(("-", "#")):
            return [self.directive(line)]
        pieces = self.pieces(line)
        if len(pieces) > 1 and (self.slowest or self.rng.random() < 0.4):
            first, *rest = pieces
            return [self.said(line[0], first), *map(self.spelled, rest)]
        return [self.said(line[0], self.game.joint.join(pieces))]

    def directive(self, line: str) -> str:
        """A directive in another case; a comment as it is."""
        if line.startswith("#") or '"' in line or self.rng.random() < 0.5:
            return line
        return line.lower()

    def parts(self, line: str) -> list[str]:
        """The parts of a turn line, without its comment."""
        body = line.partition("  #")[0].partition(": ")[2]
        return [body[start:end].strip() for start, end in self.game.split(body)]

    def pieces(self, line: str, begun: int = 0) -> list[str]:
        """The actions of a turn that can be entered one by one, after the parts already entered.

        Sometimes without what follows from them by the rules.
        """
        bare = self.slowest or self.rng.random() < 0.7
        whole: list[str] = []
        for part in self.parts(line)[begun:]:
            belongs = part.startswith(("refill", "penalty", "draw ", "lose", "skip")) and whole
            text = self.game.unasserted(part) if bare and part[0] != "~" else part
            if belongs or (part.startswith("=") and text and whole):
                whole[-1] += self.game.joint + text
            else:
                whole.append(text)
        return [piece for piece in whole if piece]

    def said(self, letter: str, body: str) -> str:
        """A turn with its player in front."""
        seat = ord(letter) - ord("A")
        name = self.setup.players[seat] if seat < self.setup.seats else letter
        body = self.spelled(body)
        who = self.rng.choice((f"{letter}:", letter.lower(), f"{name}:", f"{name[:3].lower()}:"))
        return f"{who} {body}"

    def spelled(self, body: str) -> str:
        """The same actions in another spelling."""
        way = self.rng.randrange(5)
        if self.slowest or way == 1:
            for pattern, kana in KANA[self.setup.game]:
                body = re.sub(pattern, kana, body)
        if self.slowest or way == 3:
            body = body.translate(WIDE)
        elif way == 2:
            body = "".join(self.rng.choice((char.lower(), char.upper())) for char in body)
        elif way == 4:
            body = re.sub(r" ", lambda _: " " * self.rng.randint(1, 3), body)
        return body

    def slip(self, line: str) -> str:
        """A line with one mistake: another card, another player, a forgotten action."""
        way = self.rng.randrange(3)
        letter, colon, body = line.partition(": ")
        if way == 0 and colon:
            return f"{self.rng.choice('ABCDEF')}: {body}"
        if way == 1 and colon:
            parts = self.parts(line)
            del parts[self.rng.randrange(len(parts))]
            return f"{letter}: {self.game.joint.join(parts)}"
        numbers = list(re.finditer(r"\d+", line))
        if not numbers:
            return line + " 99"
        found = self.rng.choice(numbers)
        return f"{line[: found.start()]}{self.rng.randint(1, 15)}{line[found.end() :]}"
