"""Parses the lines of a match: turns with their marks, and directives such as notes and rulings.

Actions and the directives of a game are parsed by the game. A card that the recorder was not sure
of is tentative: `7?`, `CV?`. Lines are parsed again to find the place of a problem.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, TypeAlias

from engines.api import CHANCE, Game, NotationError, Ply, Seat, seat_letter
from engines.games import GAMES
from engines.messages import Message, Sentence, say
from tourney.records.field_values import FORFEITS, seat_number, suggestion
from tourney.records.lines import LineFault, SourceLine, comment_start
from tourney.records.model import Action, Directive, Turn

_QUESTION_MARK = re.compile(r"(?<=[0-9*])\?|(?<=[A-Z][A-Z])\?")
_TENTATIVE = re.compile(r"(?<![0-9])[A-Za-z]?[0-9]+\*?\?|\b[A-Z][A-Z]\?")
_GROUPS = re.compile(r"(?:[0-9]+|\?)x[0-9]+\*?\??(?: (?:[0-9]+|\?)x[0-9]+\*?\??)*")


def with_unknown(text: str) -> str:
    """Canonical action text with every tentative card as an unknown card."""
    return _TENTATIVE.sub("?", _GROUPS.sub(_unknown_groups, text)) if "?" in text else text


def _unknown_groups(found: re.Match[str]) -> str:
    """`5x3 7x2?` as `5x3 ?x2`."""
    words = found[0].split()
    unknown = [word for word in words if "?" in word]
    count = sum(int(word.strip("?").partition("x")[2].strip("*")) for word in unknown)
    known = [word for word in words if "?" not in word]
    return " ".join((*known, *([f"?x{count}"] if count else [])))


def as_certain(text: str) -> str:
    """Canonical action text with every tentative card as a certain one."""
    return _QUESTION_MARK.sub("", text) if "?" in text else text


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
            fault = say("records.open-quote")
            raise LineFault("T-quote", fault, item.span(), say("records.close-quote"))
        quoted = item[0][0] == '"'
        text = line.free(item.start() + 1, item.end() - 1) if quoted else item[0]
        found.append(DirectiveToken(text, item.span(), quoted))
    return found


def generic(words: DirectiveWords) -> str:
    """The canonical form of a directive of all games."""
    if words.word == "note":
        return f"note {words.free()}"
    if words.word in ("pause", "resume"):
        if not words.rest():
            return words.word
        time = words.take(_TIME, say("records.a-time"))
        if words.rest():
            raise words.fault(say("records.nothing-more"))
        return f"{words.word} {time:0>5}"
    if words.word == "forfeit":
        text = f"forfeit {words.seat()}"
        code = words.peek().lower()
        if code and code != "reason":
            if code not in FORFEITS:
                fault = say("records.unknown-forfeit", reason=code)
                raise LineFault("T-forfeit", fault, words.span(), suggestion(code, FORFEITS))
            words.position += 1
            text += f" {code}"
        return text + words.reason(needed=not code or code == "reason")
    if words.word == "gap":
        # Turns that nobody wrote down, and how many if they were counted.
        count = f" {words.take(_TURNS, say('records.a-number-of-turns'))}" if words.rest() else ""
        if words.rest():
            raise words.fault(say("records.nothing-more"))
        return f"gap{count}"
    text = words.word
    if text == "adjust":
        text = f"adjust {words.take(_SCORE, say('kit.word', word='score'))}"
        while words.peek() and words.peek().lower() != "reason":
            text += f" {words.seat()} {_signed(words)}"
    elif words.peek().lower() == "adjust":
        words.position += 1
        text = "ruling adjust"
        while words.peek() and words.peek().lower() != "reason":
            # A change of an owner, `thief B`, or of a count, `A showroom -1`.
            if len(words.peek()) > 1:
                text += f" {words.take(_NAME, say('records.a-count'))} {words.seat()}"
            else:
                seat, name = words.seat(), words.take(_NAME, say("records.a-count"))
                text += f" {seat} {name} {_signed(words)}"
    return text + words.reason(needed=True)


def _signed(words: DirectiveWords) -> str:
    return f"{int(words.take(_SIGNED, say('records.a-change'))):+d}"


Actions: TypeAlias = tuple[Action, ...]
Plies: TypeAlias = Sequence[tuple[int, Ply[Any]]]

CODES: Final = ("revoke", "otetsuki", "turn", "count", "other")
"""Reasons why an irregular action was let stand, written after `!`."""

_LONG = re.compile(r"[0-9]{10,}")
CACHED: Final = 1 << 12
"""Parsed lines and actions that are kept: those of many matches of a game, in a few megabytes."""
ACTION: Final = 400
"""Greatest length of an action in canonical form; real ones have at most about 100 characters."""


def turn(
    game: Game[Any], seat: Seat, line: SourceLine, start: int, seats: int
) -> tuple[Actions, Plies]:
    """The actions of a turn line, starting at an offset, and its log entries."""
    return _turn(game.name, seat, line.text[start : comment_start(line.text)], start, seats)


# Without the line itself, so that equal turns of many matches share one entry of the cache.
@lru_cache(maxsize=CACHED)
def _turn(name: str, seat: Seat, text: str, start: int, seats: int) -> tuple[Actions, Plies]:
    game = GAMES[name]
    actions = tuple(
        _action(name, seat, text[begin:end], start + begin) for begin, end in game.split(text)
    )
    return actions, _plies(game, seat, actions, seats)


def _plies(game: Game[Any], seat: Seat, actions: Sequence[Action], seats: int) -> Plies:
    """The log entries of a turn; actions taken back have none."""
    kept = [index for index, action in enumerate(actions) if action.mark != "~"]
    if not kept:
        return []
    texts = [as_certain(actions[index].text) for index in kept]
    try:
        found = _read_plies(game.name, seat, tuple(texts), seats)
    except NotationError as error:
        for at in range(len(texts)):  # up to the first action that cannot follow those before
            try:
                _read_plies(game.name, seat, tuple(texts[: at + 1]), seats)
            except NotationError:
                break
        raise unreadable(error, actions[kept[at]].span) from None
    return [(kept[index], ply) for index, ply in found]


@lru_cache(maxsize=CACHED)
def _read(game: str, seat: Seat, text: str) -> str:
    """The canonical form of an action, cached: records repeat a few hundred texts."""
    return GAMES[game].canonical(seat, text)


def _read_plies(game: str, seat: Seat, texts: tuple[str, ...], seats: int) -> Plies:
    return GAMES[game].plies(seat, texts, seats)


def directive(game: Game[Any], line: SourceLine, start: int, seats: int) -> tuple[str, Plies]:
    """A directive of the game: its canonical text and its log entries."""
    text = _canonical(game.name, CHANCE, line.text[start : comment_start(line.text)], start)
    return text, _read_plies(game.name, CHANCE, (as_certain(text),), seats)


def reparsed(game: Game[Any], item: Turn | Directive, line: SourceLine, seats: int) -> Plies:
    """The log entries that an item would have with another line."""
    if isinstance(item, Directive):
        dashes = len(line.text) - len(line.text.lstrip())
        return directive(game, line, dashes + 2, seats)[1]
    return turn(game, item.seat, line, line.text.index(":") + 1, seats)[1]


def _canonical(game: str, seat: Seat, text: str, start: int) -> str:
    """The canonical form of an action; a NotationError becomes a LineFault."""
    inner = text.strip()
    start += len(text) - len(text.lstrip())
    if long := _LONG.search(inner):
        span = (start + long.start(), start + long.end())
        raise LineFault("T-action", say("records.number-too-long"), span, say("kit.shorten"))
    try:
        written = _read(game, seat, inner)
    except NotationError as error:
        end = error.end if error.end > error.start else len(inner)
        span = (start + error.start, start + end)
        raise unreadable(error, span) from None
    if len(written) > ACTION:
        fault = say("records.action-too-long", count=len(written), most=ACTION)
        raise LineFault("T-long", fault, (start, start + len(inner)), say("kit.shorten"))
    return written


def unreadable(error: NotationError, span: tuple[int, int]) -> LineFault:
    """The fault for text that a game cannot read; the default remedy is its notation page."""
    remedy = error.remedy or say("records.see-notation")
    return LineFault("T-action", error.message, span, remedy)


def _action(game: str, seat: Seat, part: str, start: int) -> Action:
    span = (start + len(part) - len(part.lstrip()), start + len(part.rstrip()))
    inner = part.strip()
    mark = inner[:1] if inner[:1] in ("~", "^") else ""
    body, code = _reason(inner[len(mark) :].lstrip())
    if not body:
        remedy = say("records.remove-semicolon")
        raise LineFault("T-action", say("records.no-action"), (start, start + len(part)), remedy)
    # A mark may also stand within an action: `= ^C`, a trick that was given to C.
    marked = mark or "^" in body
    if code is not None and (code.lower() not in CODES or not marked):
        fault = Sentence("records.unmarked" if code.lower() in CODES else "records.unknown-reason")
        remedy = say("records.mark-form", codes=", ".join(CODES))
        raise LineFault("T-mark", fault(code=code), span, remedy)
    offset = span[0] + len(inner) - len(inner[len(mark) :].lstrip())
    text = _canonical(game, seat, body, offset)
    return Action(text, mark, (code or "").lower(), span)


def _reason(text: str) -> tuple[str, str | None]:
    """An action and the reason after its `!`, None if there is none."""
    body, sign, code = text.rpartition("!")
    if not sign or len(code.split()) > 1:
        return text, None
    return body.rstrip(), code.strip()
