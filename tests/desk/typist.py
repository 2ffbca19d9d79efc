"""A simulated person who types a record at a table: lax spellings, slips, corrections.

Everything typed is derived from a match that the engine played, so what must be stored is known.
"""

import re
from collections.abc import Callable
from itertools import pairwise, product
from random import Random
from typing import Any, NamedTuple

from engines.api import CHANCE, EVERYTHING, Game, Outcome, State, Who
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


Choice = Callable[[Game[Any], State[Any], Random], Any]
"""How the player whose turn it is chooses a move."""


def at_random(game: Game[Any], state: State[Any], rng: Random) -> Any:
    """Any legal move."""
    return state.sample(state.pending()[0], rng)


def played(
    name: str,
    seats: int,
    options: dict[str, str],
    rng: Random,
    who: Who = EVERYTHING,
    choice: Choice = at_random,
) -> Played:
    """A match of a game, played to its end, as `who` could record it."""
    game = GAMES[name]
    state, log = game.start(game.options(options, seats), seats), []
    while owing := state.pending():
        seat = owing[0]
        move = game.shuffle(state, rng) if seat == CHANCE else choice(game, state, rng)
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
        name = self.setup.players[seat] if seat < len(self.setup.players) else letter
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


class BriskTypist:
    """Somebody who types as few keys as possible: the shortest text that the program understands.

    `texts` are tried in their order, from short to long, until one gives the true line.
    """

    def __init__(self, setup: TableSetup, lang: str = "en") -> None:
        self.setup = setup
        self.lang = lang

    def texts(self, line: str) -> list[str]:
        """What may be typed for a turn, the shortest text first."""
        letter, _, body = line.partition(": ")
        squeezed = re.sub(r" ?([;=+]|->) ?", r"\1", body.lower())
        found = {body, squeezed}
        for text in (body, squeezed):
            found.add(re.sub(r"\b([a-z]{3,}) (?=\d)", r"\1", text.lower()))
        if self.setup.game == "diamonds":
            found.add(re.sub(r" |=.*", "", body.lower()))
        if self.setup.game == "diams":
            found |= self._short_turns(body)
        found |= {re.sub(" = [a-z]$", "", text, flags=re.IGNORECASE) for text in found}
        named = [f"{letter.lower()} {text}" for text in found if text]
        nameless = sorted(filter(None, found), key=lambda text: (len(text), text))
        return [*nameless, *sorted(named, key=len)]

    def row(self, line: str) -> list[str]:
        """What may be typed if the hand or pass of this player is asked for."""
        cards = line.partition(": ")[2].partition(" ")[2].lower()
        return [cards.replace(" ", ""), cards]

    def _short_turns(self, body: str) -> set[str]:
        """The short forms of Diam's for a turn, with and without its draw, stars and signs."""
        parts = [part.strip() for part in body.split(";")]
        unseen = len(parts) > 1 and parts[0].startswith("draw")
        found = {"d" if body == "draw ?" else body}
        for signs, *stars in product((True, False), repeat=1 + len(parts)):
            if stars[0] and len(parts) > 1:  # stars of the deck are never left out
                continue
            short = [self._short(part, not bare) for part, bare in zip(parts, stars, strict=True)]
            if not signs:
                self._glue(parts, short, stars)
            ways = [short, short[1:] if unseen else short, [short[0][1:], *short[1:]]]
            if unseen and parts[0][5:] == parts[1].removeprefix("market ").removesuffix(" = -"):
                none = "-" if parts[1].endswith("-") else ""
                ways.append([f"{short[0][1:]}{short[1][:1]}{none}", *short[2:]])
            for turn in ways:
                found |= {"".join(turn), ";".join(turn), f"{''.join(turn[:2])};{''.join(turn[2:])}"}
        return found

    def _glue(self, parts: list[str], short: list[str], bare: list[bool]) -> None:
        """Leave out the sign before the cards given up, the highest of them first."""
        for at, (play, part) in enumerate(pairwise(parts), 1):
            if play.startswith(("market", "magic")) and part.startswith("discard"):
                cards = sorted(part.split()[1:], key=lambda one: int(f"0{one.strip('*CGMRV')}"))
                short[at] = self._short(f"discard {' '.join(reversed(cards))}", not bare[at])[1:]

    def _short(self, part: str, stars: bool) -> str:
        """An action of Diam's in its short form."""
        verb, _, rest = part.partition(" ")
        rest = re.sub(r"(\d+)x(\d)(\*?)", _cards_of, rest).replace("10", "t")
        for long, plain in ((" -> ", "="), (" using ", ""), (" = -", "-"), (" = ", "="), ("+", "")):
            rest = rest.replace(long, plain)
        if verb == "vault":
            rest = rest.replace("?x", "?")
        if verb in ("draw", "reveal"):
            rest = rest.replace("END", "E").removesuffix(" ?")
        word = SHORT[self.lang].get(verb, verb)
        return re.sub("[ =]" if stars else r"[ =*]", "", f"{word}{rest}").lower()


SHORT = {
    "en": {
        "draw": "d", "reveal": "r", "market": "m", "vault": "v", "convoy": "cv", "crack": "cr",
        "magic": "mg", "force": "f", "discard": "x", "refill": "rf", "pass": "p",
    },
    "ja": {
        "draw": "引", "reveal": "公", "market": "市", "vault": "金", "convoy": "護", "crack": "破",
        "magic": "手", "force": "強", "discard": "捨", "refill": "補", "pass": "p",
    },
}  # fmt: skip
"""The short words of Diam's, as the help of the program has them."""


def _cards_of(group: re.Match[str]) -> str:
    """`5x3*` as the cards 555*."""
    return group[1] * int(group[2]) + group[3]
