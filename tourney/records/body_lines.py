"""The lines of a match: turns with their marks, directives, and the log entries that they give.

Actions and the directives of a game are parsed by the game. A card that the recorder was not sure
of is tentative: `7?`, `CV?`. Lines are parsed again to find the place of a problem. Of each action
is found whether it is an entry or was taken back. Statements, `-- check`, are compared with what
the replay has counted.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby
from typing import Any, Final, NamedTuple, TypeAlias, overload

from engines.api import CHANCE, Game, NotationError, Ply, Seat, seat_letter
from engines.games import GAMES
from engines.messages import Message, Sentence, say
from tourney.records.field_values import FORFEITS, seat_number, suggestion
from tourney.records.lines import LineFault, SourceLine, comment_start
from tourney.records.model import Action, Directive, MatchRecord, Turn
from tourney.records.problems import Spot, spot

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


# The forms of the directives of all games.
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

# Reasons why an irregular action was let stand, written after `!`.
CODES: Final = ("revoke", "otetsuki", "turn", "count", "other")

_LONG = re.compile(r"[0-9]{10,}")
# Parsed lines and actions that are kept: those of many matches of a game, in a few megabytes.
CACHED: Final = 1 << 12
# Greatest length of an action in canonical form; real ones have at most about 100 characters.
ACTION: Final = 400


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


_WORD = re.compile(r"[^\s+=;]+")
_NUMBER = re.compile(r"(?<=[ ,])\d+(?=[ ,;]|$)")
_NO_LINE = SourceLine(0, "", "")


@dataclass(frozen=True, slots=True)
class RecordEntry:
    """A log entry and its line; it covers the actions from `action` up to, not including, `upto`.

    `number` counts from 1 and counts forfeits too, as the database does.
    """

    index: int
    number: int
    ply: Ply[Any]
    item: Turn | Directive
    action: int
    upto: int
    doubt: bool = False

    @property
    def mark(self) -> str:
        """The mark of its first action: `^` if it was let stand."""
        return self.item.actions[self.action].mark if isinstance(self.item, Turn) else ""

    @property
    def line(self) -> SourceLine:
        """The line from which it was read."""
        return self.item.at or _NO_LINE

    def text(self) -> str:
        """The canonical text of its first action."""
        return (
            self.item.actions[self.action].text if isinstance(self.item, Turn) else self.item.text
        )

    def waived(self) -> tuple[int, ...]:
        """The parts marked `^`: 0 is the decision, 1 and so on are its further actions."""
        if not isinstance(self.item, Turn):
            return ()
        actions = self.item.actions[self.action : self.upto]
        return tuple(part for part, action in enumerate(actions) if action.mark == "^")

    def span(self) -> tuple[int, int]:
        """Offsets of its first action in the line as read."""
        if isinstance(self.item, Turn):
            return self.item.actions[self.action].span
        line = self.line.text
        return len(line) - len(line.lstrip()), len(line.rstrip())

    def spot(self, span: tuple[int, int] | None = None) -> Spot:
        """The place of the entry, or of a part of it, for a message."""
        return spot(self.line, span or self.span())


@dataclass(frozen=True, slots=True)
class Script:
    """All entries of a match; nothing is certain from entry `known` on, for the reason `gap`.

    `match` and `names` are its id and its players, as shown in messages. `asides` are the
    directives that are not entries, with the number of entries before each. `doubt` is the first
    tentative entry, or the number of entries if there is none.
    """

    match: str
    names: tuple[str, ...]
    entries: tuple[RecordEntry, ...]
    asides: tuple[tuple[int, Directive], ...]
    known: int
    gap: Message | None
    doubt: int

    def number(self, at: int) -> int:
        """The number of the entry `at`, or what one after the last would have."""
        entries = self.entries
        if at < len(entries):
            return entries[at].number
        return (entries[-1].number if entries else 0) + at + 1 - len(entries)

    def gone(self, seat: Seat, at: int) -> bool:
        """Whether a seat had forfeited before the entry `at`: others move in its place."""
        forfeit = ["forfeit", seat_letter(seat)]
        return any(
            before <= at and item.text.split()[:2] == forfeit for before, item in self.asides
        )


class EntrySlice(Sequence[Ply[Any]]):
    """The log entries of a script between two indices, without copying."""

    def __init__(self, entries: Sequence[RecordEntry], start: int, stop: int) -> None:
        self._entries = entries
        self._places = range(start, stop)

    def __len__(self) -> int:
        return len(self._places)

    @overload
    def __getitem__(self, at: int) -> Ply[Any]: ...

    @overload
    def __getitem__(self, at: slice) -> "EntrySlice": ...

    def __getitem__(self, at: int | slice) -> "Ply[Any] | EntrySlice":
        if isinstance(at, int):
            return self._entries[self._places[at]].ply
        places = self._places[at]
        return EntrySlice(self._entries, places.start, places.stop)

    def __iter__(self) -> Iterator[Ply[Any]]:
        return (self._entries[place].ply for place in self._places)


def script(match: MatchRecord) -> Script:
    """The entries of a match without problems."""
    entries: list[RecordEntry] = []
    asides: list[tuple[int, Directive]] = []
    number = 1
    for item in match.body:
        if isinstance(item, Directive) and not item.plies:
            asides.append((len(entries), item))
            number += item.word == "forfeit"
        entries += entries_of(item, len(entries), number)
        number += len(item.plies)
    # From the first unknown card or the first missing turn on nothing is certain, for this reason.
    unknown = _first_unknown(match, entries)
    known = unknown.index if unknown else len(entries)
    gap = say("records.unknown-card", line=unknown.line.number) if unknown else None
    hidden = next(((at, item) for at, item in asides if item.word == "gap"), None)
    if hidden is not None and (hidden[0] <= known or gap is None):
        known, gap = hidden[0], say("records.turns-missing", line=(hidden[1].at or _NO_LINE).number)
    return Script(
        match=match.name,
        names=match.names,
        entries=tuple(entries),
        asides=tuple(asides),
        known=known,
        gap=gap,
        doubt=_first_doubt(entries),
    )


def entries_of(item: Turn | Directive, index: int, number: int) -> Iterator[RecordEntry]:
    """The log entries of a line; the first one has this index and this number."""
    for at, (action, ply, upto) in enumerate(_bounded(item)):
        text = item.actions[action].text if isinstance(item, Turn) else item.text
        doubt = "?" in text and as_certain(text) != text
        yield RecordEntry(index + at, number + at, ply, item, action, upto, doubt)


def _first_doubt(entries: Sequence[RecordEntry]) -> int:
    return next((entry.index for entry in entries if entry.doubt), len(entries))


def _bounded(item: Turn | Directive) -> Iterator[tuple[int, Ply[Any], int]]:
    """The log entries of an item with their first action and the first action of the next one."""
    # From the end, because an entry ends where the next one begins; two may begin together.
    begun = upto = len(item.actions) if isinstance(item, Turn) else 1
    found: list[tuple[int, Ply[Any], int]] = []
    for action, ply in reversed(item.plies):
        if action != begun:
            begun, upto = action, begun
        found.append((action, ply, upto))
    yield from reversed(found)


def _first_unknown(match: MatchRecord, entries: Sequence[RecordEntry]) -> RecordEntry | None:
    """The first entry with an unknown card."""
    assert match.game is not None
    is_complete = match.game.is_complete
    line, suspect = _NO_LINE, True
    for entry in entries:
        # Most lines have no `?` at all and need no second look.
        if entry.line is not line:
            line, suspect = entry.line, "?" in entry.line.text or entry.line is _NO_LINE
        if not is_complete(entry.ply) or (suspect and _unknown(entry)):
            return entry
    return None


def _unknown(entry: RecordEntry) -> bool:
    if "?" in as_certain(entry.text()):
        return True
    if not isinstance(entry.item, Turn):
        return False
    # A refill with an unknown card belongs to the entry before it.
    later = entry.item.actions[entry.action + 1 : entry.upto]
    return any(action.mark != "~" and "?" in as_certain(action.text) for action in later)


def without_tentative(entries: Script, game: Game[Any], seats: int) -> Script:
    """The same entries with tentative cards as unknown cards."""
    lines = groupby(entries.entries, key=lambda entry: id(entry.item))
    certain = [one for _, line in lines for one in _as_unknown(list(line), game, seats)]
    asides = (
        (place, replace(item, text=with_unknown(item.text)) if item.word == "reveal" else item)
        for place, item in entries.asides
    )
    doubt = _first_doubt(certain)
    return replace(entries, entries=tuple(certain), asides=tuple(asides), doubt=doubt)


def _as_unknown(line: Sequence[RecordEntry], game: Game[Any], seats: int) -> Sequence[RecordEntry]:
    """The entries of one line, tentative cards as unknown cards."""
    item = line[0].item
    if isinstance(item, Directive) or not any(entry.doubt for entry in line):
        return line
    texts = [with_unknown(action.text) for action in item.actions if action.mark != "~"]
    plies = game.plies(item.seat, texts, seats)
    return [
        replace(entry, ply=ply, doubt=False) if entry.doubt else entry
        for entry, (_, ply) in zip(line, plies, strict=True)
    ]


def quoted_span(entry: RecordEntry, message: Message | None) -> tuple[int, int]:
    """The first word in an entry that occurs in a message; else the whole entry."""
    quotes = message.quotes() if message else ()
    mentioned = {word for quote in quotes for word in _WORD.findall(quote)}
    # The first word is the action itself; what belongs to it may stand in later parts of the line.
    start, end = entry.span()
    places = list(_WORD.finditer(entry.line.text, start, end))[1:]
    places += _NUMBER.finditer(entry.line.text, start, _last(entry))  # also what belongs to it
    after = entry.line.text.find(";", end)
    if after > 0:
        places += _WORD.finditer(entry.line.text, after, _last(entry))
    return next((found.span() for found in places if found[0] in mentioned), (start, end))


def named(
    game: Game[Any], entry: RecordEntry, card: int, seats: int
) -> tuple[Message, tuple[int, int]]:
    """The word with which an entry shows a card, and its place.

    It is found by removing words: without it, the entry shows the card once less.
    """
    start = entry.span()[0]
    text = entry.line.text[start : _last(entry)]
    text = text[: comment_start(text)]
    # From the right, because a refill or a card drawn stands behind the action.
    shown = _shown(game, entry.item, text, card, seats)
    for found in reversed(list(_WORD.finditer(text))):
        for instead in ("?", " "):
            without = text[: found.start()] + instead + text[found.end() :]
            if _shown(game, entry.item, without, card, seats) == shown - 1:
                return say("kit.word", word=found[0]), (start + found.start(), start + found.end())
    return say("kit.a-card"), entry.span()


def _last(entry: RecordEntry) -> int:
    """The end of the last action of an entry; a refill belongs to the play before it."""
    if not isinstance(entry.item, Turn):
        return entry.span()[1]
    return entry.item.actions[entry.upto - 1].span[1]


def _shown(game: Game[Any], item: Turn | Directive, text: str, card: int, seats: int) -> int:
    """How often the text of an entry shows a card; -1 if it is unreadable."""
    who = "" if isinstance(item, Directive) else f"{seat_letter(item.seat)}:"
    line = SourceLine(0, text, who + text)
    try:
        return sum(ply.drawn.count(card) for _, ply in reparsed(game, item, line, seats))
    except (NotationError, LineFault):
        return -1


def decisions(entries: tuple[RecordEntry, ...]) -> Iterator[RecordEntry]:
    """The entries that are decisions of a seat."""
    return (entry for entry in entries if entry.ply.move is not None)


_STATED = re.compile(r"([A-H]?)(-?[0-9]+|\?|^[a-z]$)|([a-z]+) ([A-H])")


def line_of(item: Directive | Turn) -> SourceLine:
    """The source line of an item; an empty one if it was not read from text."""
    return item.at or SourceLine(0, "", "")


def whole(item: Directive | Turn) -> Spot:
    """The place of a whole line."""
    return spot(line_of(item), (0, len(line_of(item).text)))


def stated(text: str) -> dict[str, str]:
    """The values in a check by seat letter or name; the empty key is for the table."""
    found: dict[str, str] = {}
    for item in _STATED.finditer(" ".join(text.split()[2:])):
        found[item[3] or item[1]] = item[4] or item[2]
    return found


def where(line: SourceLine, statements: Sequence[str]) -> Spot:
    """The place of the first of some statements in a line; else the whole line."""
    for words in statements:
        letter, number = words[0], words[1:].strip()
        found = re.search(rf"(?i)(?<!\w){letter}\s*+[:=]?+\s*+{re.escape(number)}\b", line.text)
        if found:
            return spot(line, found.span())
    return spot(line, (0, len(line.text)))


def written(match: MatchRecord) -> Iterator[tuple[Directive | Turn, str]]:
    """The lines that hold log entries, with their text without marks."""
    for item in match.body:
        if isinstance(item, Directive):
            if item.plies:
                yield item, f"-- {item.text}"
            continue
        kept = [as_certain(action.text) for action in item.actions if action.mark != "~"]
        if kept:
            yield item, f"{seat_letter(item.seat)}: {item.joint.join(kept)}"


class Disagreement(NamedTuple):
    """Why a `-- check` line is wrong, and the wrong statements in it."""

    message: Message
    stated: tuple[str, ...]


def disagreement(
    item: Directive, tally: Mapping[str, str] | None, sides: Sequence[int]
) -> Disagreement | None:
    """Why a `-- check` line contradicts the true values; None if it does not."""
    name, claimed = item.text.split()[1], stated(item.text)
    counted = tally or {}
    wrong = [key for key, value in claimed.items() if value != counted.get(key, "")]
    # An unknown value contradicts nothing.
    wrong = [key for key in wrong if "?" not in (claimed[key], counted.get(key, ""))]
    if not wrong or not tally:
        return None
    unknown = [key for key in wrong if key not in tally]
    several = [seat_letter(seat) for seat, side in enumerate(sides) if sides.count(side) > 1]
    partners = [key for key in unknown if key in several]
    if partners:
        fault = say("records.first-of-team", seats=tuple(key for key in tally if len(key) == 1))
    elif unknown:
        fault = say("records.nobody-has", name=name, key=unknown[0])
    else:
        found = ", ".join(_statement(key, tally[key]) for key in wrong)
        fault = say("records.counted", name=name, found=found)
    return Disagreement(fault, tuple(_statement(key, claimed[key]) for key in partners or wrong))


def _statement(key: str, value: str) -> str:
    """A statement in the form of a -- check: `A2`, `thief C`, `12`."""
    return f"{key} {value}" if len(key) > 1 else key + value
