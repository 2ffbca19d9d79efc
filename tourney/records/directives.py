"""Directives of all games: notes, pauses, rulings, adjustments, forfeits.

They are parsed into a canonical form here and applied by the replay. All other directives belong
to the game.
"""

import re
from dataclasses import dataclass
from typing import Final

from engines.api import seat_letter
from engines.messages import Message, say
from tourney.records.lines import LineFault, SourceLine
from tourney.records.values import FORFEITS, seat_number, suggestion

GENERIC: Final = ("note", "pause", "resume", "ruling", "adjust", "forfeit", "gap")
AFTER_TRAILER: Final = ("note", "adjust")

_TOKEN = re.compile(r'"[^"]*"|[^\s"]+|"')
_TIME = re.compile(r"([01]?[0-9]|2[0-3]):([0-5][0-9])")
_SIGNED = re.compile(r"[+-]?[0-9]{1,6}")
_TURNS = re.compile(r"[1-9][0-9]{0,3}")
_SCORE = re.compile("score")
_NAME = re.compile(r"[a-z]+")


@dataclass(frozen=True, slots=True)
class DirectiveToken:
    """A word or quoted text of a directive, with its place in the line."""

    text: str
    span: tuple[int, int]
    quoted: bool = False


class DirectiveWords:
    """The tokens of a directive, taken one after the other."""

    def __init__(self, line: SourceLine, tokens: list[DirectiveToken], seats: int) -> None:
        self.line = line
        self.tokens = tokens
        self.seats = seats
        self.position = 1

    def rest(self) -> bool:
        """Whether tokens are left."""
        return self.position < len(self.tokens)

    def peek(self) -> str:
        """The next word, empty at the end and for quoted text."""
        token = self.tokens[self.position] if self.rest() else None
        return "" if token is None or token.quoted else token.text

    def span(self) -> tuple[int, int]:
        """The place of the next word, or the end of the directive."""
        if self.rest():
            return self.tokens[self.position].span
        end = self.tokens[-1].span[1]
        return end, end

    def take(self, pattern: re.Pattern[str], what: Message) -> str:
        """The next word; LineFault if it does not match."""
        word = self.peek()
        if not pattern.fullmatch(word):
            raise self.fault(say("records.expected", what=what, found=_found(word)))
        self.position += 1
        return word

    def fault(self, message: Message) -> LineFault:
        """The fault at the next word, with the form of this directive as the remedy."""
        return LineFault("T-directive", message, self.span(), USAGE[self.word])

    def seat(self) -> str:
        """The letter of a seat of this match."""
        span = self.span()
        letter = self.take(re.compile("[A-Za-z]"), say("kit.a-seat"))
        return seat_letter(seat_number(letter, self.seats, span))

    def free(self) -> str:
        """Quoted text, or all words that are left, as quoted text."""
        tokens = self.tokens[self.position :]
        self.position = len(self.tokens)
        if len(tokens) == 1 and tokens[0].quoted:
            return f'"{tokens[0].text}"'
        if not tokens or any(token.quoted for token in tokens):
            raise self.fault(say("records.one-text"))
        return f'"{self.line.free(tokens[0].span[0], tokens[-1].span[1])}"'

    def reason(self, *, needed: bool) -> str:
        """` reason "…"`, empty if there is none and none is needed."""
        if self.peek().lower() != "reason":
            if needed or self.rest():
                raise self.fault(say("records.a-reason"))
            return ""
        self.position += 1
        return f" reason {self.free()}"

    @property
    def word(self) -> str:
        """The first word of the directive."""
        return self.tokens[0].text.lower()


USAGE: Final = {
    "note": say("records.write", form='-- note "text"'),
    "pause": say("records.write", form="-- pause 20:10"),
    "resume": say("records.write", form="-- resume 20:25"),
    "ruling": say("records.write", form='-- ruling adjust A NAME -1 C NAME +1 reason "text"'),
    "adjust": say("records.write", form='-- adjust score B -2 reason "text"'),
    "gap": say("records.write-either", one="-- gap", other="-- gap 3"),
    "forfeit": say(
        "records.write-either", one="-- forfeit D left", other='-- forfeit D reason "text"'
    ),
}
"""The forms of the directives of all games."""


def _found(word: str) -> Message:
    return say("records.found-word", word=word) if word else say("records.found-nothing")


def tokens(line: SourceLine, start: int, end: int) -> list[DirectiveToken]:
    """The words and quoted texts between two offsets."""
    found: list[DirectiveToken] = []
    for item in _TOKEN.finditer(line.text, start, end):
        if item[0] == '"':
            raise LineFault(
                "T-quote", say("records.open-quote"), item.span(), say("records.close-quote")
            )
        quoted = item[0][0] == '"'
        text = line.free(item.start() + 1, item.end() - 1) if quoted else item[0]
        found.append(DirectiveToken(text, item.span(), quoted))
    return found


def generic(words: DirectiveWords) -> str:
    """The canonical form of a directive of all games."""
    if words.word == "note":
        return f"note {words.free()}"
    if words.word in ("pause", "resume"):
        return _time(words)
    if words.word == "forfeit":
        return _forfeit(words)
    if words.word == "gap":
        return _gap(words)
    return _ruling(words) if words.word == "ruling" else _adjust(words)


def _time(words: DirectiveWords) -> str:
    if not words.rest():
        return words.word
    time = words.take(_TIME, say("records.a-time"))
    if words.rest():
        raise words.fault(say("records.nothing-more"))
    return f"{words.word} {time:0>5}"


def _gap(words: DirectiveWords) -> str:
    """Turns that nobody wrote down, and how many if they were counted."""
    count = f" {words.take(_TURNS, say('records.a-number-of-turns'))}" if words.rest() else ""
    if words.rest():
        raise words.fault(say("records.nothing-more"))
    return f"gap{count}"


def _forfeit(words: DirectiveWords) -> str:
    text = f"forfeit {words.seat()}"
    code = words.peek().lower()
    if code and code != "reason":
        if code not in FORFEITS:
            fault = say("records.unknown-forfeit", reason=code)
            raise LineFault("T-forfeit", fault, words.span(), suggestion(code, FORFEITS))
        words.position += 1
        text += f" {code}"
    return text + words.reason(needed=not code or code == "reason")


def _ruling(words: DirectiveWords) -> str:
    text = "ruling"
    if words.peek().lower() == "adjust":
        words.position += 1
        text += " adjust"
        while words.peek() and words.peek().lower() != "reason":
            text += f" {_change(words)}"
    return text + words.reason(needed=True)


def _change(words: DirectiveWords) -> str:
    """A change of a count, `A showroom -1`, or of an owner, `thief B`."""
    if len(words.peek()) > 1:
        return f"{words.take(_NAME, say('records.a-count'))} {words.seat()}"
    return f"{words.seat()} {words.take(_NAME, say('records.a-count'))} {_signed(words)}"


def _adjust(words: DirectiveWords) -> str:
    text = f"adjust {words.take(_SCORE, say('kit.word', word='score'))}"
    while words.peek() and words.peek().lower() != "reason":
        text += f" {words.seat()} {_signed(words)}"
    return text + words.reason(needed=True)


def _signed(words: DirectiveWords) -> str:
    return f"{int(words.take(_SIGNED, say('records.a-change'))):+d}"
