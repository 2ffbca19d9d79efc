"""Reads records from text: tolerant of spelling variants, at most one problem per line.

Actions are parsed by the games, everything else here. A match with problems is returned too, so
that the other matches of its file can be used.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any, Final, TypeAlias, TypeVar

from engines.api import CHANCE, Game, NotationError, OptionError, seat_letter
from engines.games import GAMES
from engines.messages import Message, Sentence, say
from tourney.records import field_values
from tourney.records.body_lines import (
    AFTER_TRAILER,
    GENERIC,
    DirectiveWords,
    directive,
    generic,
    tokens,
    turn,
    unreadable,
)
from tourney.records.field_values import HEADERS, TRAILER, suggestion
from tourney.records.lines import (
    LINE,
    LineFault,
    SourceLine,
    comment_start,
    control,
    lines,
    too_long,
)
from tourney.records.model import (
    Directive,
    Document,
    Field,
    MatchRecord,
    Result,
    SeatedPlayer,
    Turn,
    line_text,
    names,
)
from tourney.records.problems import Problem, Spot, in_line_order, spot

VERSION: Final = "1"  # the format version that `#!tmr` may name

# Most lines of a file are turns, so their pattern is tried first; no two of them fit one line.
_KINDS: Final = {
    "turn": re.compile(r"\s*([A-Za-z])\s*:"),
    "directive": re.compile(r"\s*--()"),
    "seat": re.compile(r"\s*seat\s+([A-Za-z])\s*:"),
}
_KEY = re.compile(r"\s*(x-[\w.-]+|[a-z]{3,})\s*:")
_FIRST = re.compile(r"\s*match\s*:")


@dataclass(frozen=True, slots=True)
class RawLine:
    """A line of known kind: `key` is a header key or seat letter; `start` is its value's offset."""

    kind: str
    key: str
    line: SourceLine
    start: int
    before: tuple[str, ...]


@dataclass(slots=True)
class UnreadMatch:
    """The lines of one match, before their values are read."""

    start: RawLine
    headers: list[RawLine] = field(default_factory=list)
    seats: list[RawLine] = field(default_factory=list)
    body: list[RawLine] = field(default_factory=list)
    trailer: list[RawLine] = field(default_factory=list)
    tail: tuple[str, ...] = ()
    problems: list[Problem] = field(default_factory=list)

    def add(self, raw: RawLine) -> None:
        """Add a line to its part; LineFault if that part has ended already."""
        fault: Message | None = None
        part = self.body
        if (raw.kind == "key" and raw.key in TRAILER) or (raw.kind == "directive" and self.trailer):
            part = self.trailer
        elif raw.kind in ("key", "seat"):
            part = self.seats if raw.kind == "seat" else self.headers
            if self.trailer or self.body:
                late = (
                    "records.header-after-trailer" if self.trailer else "records.header-after-turn"
                )
                fault = say(late)
        elif self.trailer:
            fault = say("records.turn-after-trailer")
        if fault is not None:
            raise LineFault("T-order", fault, _filled(raw.line), say("records.in-order"))
        part.append(raw)


class Sections:
    """The matches of a file, built line by line."""

    def __init__(self) -> None:
        self.drafts: list[UnreadMatch] = []
        self.problems: list[Problem] = []
        self._comments: list[str] = []
        self._reported = False  # a line before the first match

    @property
    def comments(self) -> tuple[str, ...]:
        """The comments since the last line that is not a comment."""
        return tuple(self._comments)

    def take_all(self, lines: Iterable[SourceLine]) -> None:
        """Add every line to its match; a line in the wrong place becomes a problem."""
        for line in lines:
            try:
                if line.fault:
                    remedy = say("records.shorten-line")
                    raise LineFault("T-long", line.fault, (0, len(line.text)), remedy)
                bad = control(line.typed)
                if bad is not None:
                    fault = say("records.control", name=f"U+{ord(line.typed[bad]):04X}")
                    size = len(line.text)
                    at = next((i for i in range(size) if line.column(i) >= bad), size)
                    raise LineFault("T-control", fault, (at, at + 1), say("records.plain-text"))
                stripped = line.text.lstrip()
                if stripped.startswith("#"):
                    self._comment(line, len(line.text) - len(stripped))
                elif stripped:
                    self._add(line)
            except LineFault as slip:
                found = Problem(slip.code, slip.message, spot(line, slip.span), slip.remedy)
                (self.drafts[-1].problems if self.drafts else self.problems).append(found)
        if self.drafts:
            self.drafts[-1].tail = self.comments

    def _comment(self, line: SourceLine, start: int) -> None:
        text = line.comment(start)
        if fault := too_long(Sentence("records.canonical-too-long"), text):
            raise LineFault("T-long", fault, _filled(line), say("records.shorten-line"))
        self._comments.append(text)
        if text.startswith("#!tmr") and text.split()[1:] != [VERSION]:
            fault = say("records.format-version", version=text[5:].strip())
            remedy = say("records.reads-version", version=VERSION)
            raise LineFault("T-version", fault, _filled(line), remedy)

    def _add(self, line: SourceLine) -> None:
        if not self.drafts and self._reported and not _FIRST.match(line.text):
            return
        raw = shape(line, self.comments)
        self._comments = []
        if raw.key == "match":
            self.drafts.append(UnreadMatch(raw, [raw]))
        elif self.drafts:
            self.drafts[-1].add(raw)
        else:
            self._reported = True
            remedy = say("records.write", form="match: ID")
            raise LineFault("T-order", say("records.no-id"), _filled(line), remedy)


def shape(line: SourceLine, before: tuple[str, ...]) -> RawLine:
    """The kind and key of a line; LineFault if it has no known form."""
    text = line.text
    for kind, pattern in _KINDS.items():
        if found := pattern.match(text):
            return RawLine(kind, found[1].upper(), line, found.end(), before)
    if found := _KEY.match(text):
        if found[1] not in HEADERS and found[1] not in TRAILER and found[1][:2] != "x-":
            meant = suggestion(found[1], (*HEADERS, "seat", *TRAILER))
            remedy = say("records.both", one=meant, other=say("records.private-keys"))
            fault = say("records.unknown-key", key=found[1])
            raise LineFault("T-key", fault, found.span(1), remedy)
        return RawLine("key", found[1], line, found.end(), before)
    raise LineFault("T-line", say("records.unreadable"), _filled(line), say("records.line-kinds"))


def _filled(line: SourceLine) -> tuple[int, int]:
    text = line.text[: comment_start(line.text)]
    return len(text) - len(text.lstrip()), len(text.rstrip())


class OffsetShift:
    """Shifts the offsets of a LineFault from a value to its line."""

    def __init__(self, by: int) -> None:
        self.by = by

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, fault: object, trace: object) -> None:
        if isinstance(fault, LineFault):
            fault.span = (fault.span[0] + self.by, fault.span[1] + self.by)


def line_span(raw: RawLine) -> tuple[int, int]:
    """Offsets of a line without the blanks around it."""
    text = raw.line.text
    return len(text) - len(text.lstrip()), len(text.rstrip())


def value_span(raw: RawLine) -> tuple[int, int]:
    """Offsets of the value after the key."""
    text = raw.line.text
    return raw.start + len(text[raw.start :]) - len(text[raw.start :].lstrip()), len(text.rstrip())


def read_header(raw: RawLine) -> Field:
    """Parse a header into its canonical form."""
    key, text = raw.key, raw.line.text[raw.start :]
    value = raw.line.free(raw.start, len(raw.line.text))
    with OffsetShift(raw.start):
        if not key.startswith("x-") and not text.strip():
            fault = say("records.no-value", key=key)
            raise LineFault("T-value", fault, (0, 1), say("records.write-or-remove"))
        if key == "match":
            value = field_values.match_id(text)
        elif key == "date":
            value = field_values.date_text(text)
        elif key == "source":
            unknown = Sentence("records.unknown-source")
            value = field_values.one_of("T-source", unknown, field_values.SOURCES, text)
        elif key in field_values.FREE:
            what = say("kit.word", word=key)
            value = field_values.check_name(what, value, field_values.filled(text))
        elif not key.startswith("x-"):
            value = text.strip().lower()
    return Field(key, value, raw.before, raw.line)


def read_player(raw: RawLine) -> SeatedPlayer:
    """Parse a seat line."""
    name, inside = bracketed(raw.line.free(raw.start, len(raw.line.text)))
    if not name:
        remedy = say("records.write-unknown")
        raise LineFault("T-seat", say("records.no-name"), line_span(raw), remedy)
    field_values.check_name(say("records.the-name"), name, value_span(raw))
    seat = field_values.seat_number(raw.key, 8, line_span(raw))
    if inside is None:
        return SeatedPlayer(seat, name, (), raw.before, raw.line)
    try:
        return SeatedPlayer(seat, name, field_values.attributes(inside), raw.before, raw.line)
    except LineFault as slip:
        start = raw.line.text.rindex("[") if "[" in raw.line.text else raw.start
        raise LineFault(slip.code, slip.message, (start, len(raw.line.text)), slip.remedy) from None


def bracketed(text: str) -> tuple[str, str | None]:
    """A name and the text in brackets after it, None if there are no brackets."""
    at = text.find("[", text.rfind("]", 0, -1) + 1) if text.endswith("]") else -1
    while at >= 0 and not text[at - 1 : at].isspace():  # brackets inside a word belong to it
        at = text.find("[", at + 1)
    return (text, None) if at < 0 else (text[:at].rstrip(), text[at + 1 : -1])


def find_game(raw: RawLine) -> Game[Any]:
    """The game that a `game` line names."""
    name = raw.line.text[raw.start :].strip().lower()
    if name not in GAMES:
        meant = field_values.suggestion(name, list(GAMES))
        raise LineFault("T-game", say("records.unknown-game", word=name), value_span(raw), meant)
    return GAMES[name]


def read_options(raw: RawLine) -> dict[str, str]:
    """The pairs of an `options` line, not yet checked by the game."""
    with OffsetShift(raw.start):
        return field_values.option_pairs(raw.line.text[raw.start :])


def option_span(raw: RawLine, key: str) -> tuple[int, int]:
    """Offsets of the option `key`, or of the whole value if there is none."""
    for found in field_values.TOKEN.finditer(raw.line.text, raw.start):
        if key and found[0].startswith(f"{key}="):
            return found.span()
    return value_span(raw)


def with_options(
    headers: list[Field], players: list[SeatedPlayer], text: str
) -> tuple[list[Field], list[SeatedPlayer]]:
    """Headers and seats with canonical options.

    An options line with defaults only is removed; its comments move to the next line.
    """
    kept: list[Field] = []
    waiting: tuple[str, ...] = ()
    for header in headers:
        if header.key == "options":
            header = replace(header, value=text)
            if not text:
                waiting = header.before
                continue
        kept.append(replace(header, before=waiting + header.before) if waiting else header)
        waiting = ()
    first = replace(players[0], before=waiting + players[0].before)
    return kept, [first, *players[1:]]


T = TypeVar("T")
BodyLines: TypeAlias = list[Turn | Directive]

# Directives that change nothing and may stand anywhere.
NOTES: Final = ("-- note", "-- pause", "-- resume")


def read_bytes(data: bytes) -> Document:
    """The matches of a file; a single problem if it is not UTF-8 text."""
    try:
        return read(data.decode("utf-8"))
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8")
        number, column = before.count("\n") + 1, error.start - data.rfind(b"\n", 0, error.start)
        fault = say("records.not-utf8", byte=f"{data[error.start]:02x}")
        remedy = say("records.save-utf8")
        problem = Problem("T-encoding", fault, Spot(number, column, column + 1), remedy)
        typed = data.decode("utf-8", "replace").split("\n")
        return Document((), (), (problem,), tuple(typed))


def read(text: str) -> Document:
    """The matches of a text with all problems."""
    numbered = tuple(lines(text))
    # First the lines are sorted into matches and parts, by their beginnings alone; then each match
    # is read for itself, so that a fault in one leaves the others readable.
    sections = Sections()
    sections.take_all(numbered)
    matches = _distinct([_Reading(draft).match() for draft in sections.drafts])
    tail = () if matches else sections.comments
    source = tuple(line.typed for line in numbered)
    return Document(tuple(matches), tail, tuple(sections.problems), source)


def _distinct(matches: list[MatchRecord]) -> list[MatchRecord]:
    first: dict[str, MatchRecord] = {}
    for index, match in enumerate(matches):
        # A match whose id cannot be read has no name, and its problem is reported already.
        if not match.name or first.setdefault(match.name, match) is match:
            continue
        here, there = match.headers[0].at, first[match.name].headers[0].at
        if here and there:
            fault = say("records.match-twice", match=match.name)
            place, other = spot(here, (0, len(here.text))), spot(there, (0, len(there.text)))
            how = say("records.rename")
            problem = Problem("T-twice", fault, place, how, other=other, match=match.name)
            found = in_line_order((*match.problems, problem))
            matches[index] = replace(match, problems=found)
    return matches


class _Reading:
    """Reads one match from its lines."""

    def __init__(self, draft: UnreadMatch) -> None:
        self.draft = draft
        self.problems = draft.problems
        self.game: Game[Any] | None = None
        self.options: Any = None
        # Whether the options are those of the record; else the rest is read with the
        # defaults.
        self.settled = True
        self.result = Result()
        self.source = ""

    def match(self) -> MatchRecord:
        """The match, as far as it can be read."""
        headers = self._headers()
        name = headers[0].value if headers and headers[0].key == "match" else ""
        players = self._players()
        self.seats = len(players)
        # Only the game can read actions, and its options depend on the number of seats.
        self._settings({header.key for header in headers})
        self.source = next((one.value for one in headers if one.key == "source"), "")
        if self.game is not None and players and self.settled:
            options = self.game.options_text(self.options)
            headers, players = with_options(headers, players, options)
        # Without a game or seats every line below would be a problem that follows from the first.
        readable = self.game is not None and bool(self.seats)
        body = self._body() if readable else []
        trailer = self._trailer() if readable else []
        who = names(players)
        named = tuple(replace(problem, match=name, names=who) for problem in self.problems)
        return MatchRecord(
            name=name,
            headers=tuple(headers),
            players=tuple(players),
            body=tuple(body),
            trailer=tuple(trailer),
            tail=self.draft.tail,
            game=self.game if self.settled else None,
            options=self.options if self.settled else None,
            result=self.result,
            problems=in_line_order(named),
        )

    def _try(self, raw: RawLine, act: Callable[[RawLine], T]) -> T | None:
        """Apply `act` to a line; a fault becomes a problem."""
        try:
            found = act(raw)
            _check_length(raw, found)
            return found
        except LineFault as slip:
            self._slip(raw, slip)
        except NotationError as error:
            self._slip(raw, unreadable(error, (raw.start, comment_start(raw.line.text))))
        return None

    def _slip(self, raw: RawLine, slip: LineFault) -> None:
        place = spot(raw.line, slip.span)
        self.problems.append(Problem(slip.code, slip.message, place, slip.remedy))

    def _whole(self, raw: RawLine, code: str, message: Message, remedy: Message) -> None:
        """A problem of a whole line."""
        self._slip(raw, LineFault(code, message, line_span(raw), remedy))

    def _twice(self, raw: RawLine) -> None:
        fault = say("records.key-twice", key=raw.key)
        self._whole(raw, "T-twice", fault, say("records.keep-one-line"))

    def _headers(self) -> list[Field]:
        seen: dict[str, RawLine] = {}
        kept: list[Field] = []
        for raw in self.draft.headers:
            if raw.key in seen and not raw.key.startswith("x-"):
                self._twice(raw)
                continue
            seen[raw.key] = raw
            header = self._try(raw, read_header)
            if header:
                kept.append(header)
        # Private keys come last, in the order in which they are given.
        order = {key: at for at, key in enumerate(HEADERS)}
        return sorted(kept, key=lambda header: order.get(header.key, len(order)))

    def _players(self) -> list[SeatedPlayer]:
        players: dict[int, SeatedPlayer] = {}
        unread = False
        for raw in self.draft.seats:
            player = self._try(raw, read_player)
            unread |= player is None
            if player and player.seat in players:
                fault = say("records.seat-twice", seat=raw.key)
                self._whole(raw, "T-seats", fault, say("records.keep-one-line"))
            elif player:
                players[player.seat] = player
        ordered = [players[seat] for seat in sorted(players)]
        if unread:  # no further problems that only follow from this one
            return []
        if sorted(players) != list(range(len(players))):
            skipped = say("records.seat-skipped")
            self._whole(self.draft.seats[-1], "T-seats", skipped, say("records.name-all"))
            return []
        return ordered

    def _settings(self, named: set[str]) -> None:
        """Read the game and its options; if one is wrong, the match has no game."""
        raws = {raw.key: raw for raw in self.draft.headers}
        start = self.draft.start
        if "game" in raws and "game" in named:
            self.game = self._try(raws["game"], find_game)
        elif "game" not in raws:
            form = say("records.game-form", names=field_values.suggestion("", sorted(GAMES)))
            remedy = say("records.write", form=form)
            self._whole(start, "T-missing", say("records.no-game"), remedy)
        if self.game is None:
            return
        if "rules" in named:
            self._try(raws["rules"], self._rules)
        if not self.draft.seats:
            self._whole(start, "T-missing", say("records.no-seats"), say("records.seat-lines"))
        if self.seats:
            self._options(raws)

    def _rules(self, raw: RawLine) -> None:
        assert self.game is not None
        known = f"{self.game.name}/{self.game.version}"
        given = raw.line.text[raw.start :].strip().lower()
        if given != known:
            fault = say("records.rules-version", given=given)
            raise LineFault("T-rules", fault, value_span(raw), say("records.known", known=known))

    def _options(self, raws: dict[str, RawLine]) -> None:
        assert self.game is not None
        raw = raws.get("options")
        try:
            pairs = read_options(raw) if raw else {}
            self.options = self.game.options(pairs, self.seats)
        except LineFault as slip:
            self._slip(raw or self.draft.start, slip)
            self._default_options()
        except OptionError as error:
            # A number of seats that the game does not have is the fault of the last seat line.
            place = raw if raw and error.key else self.draft.seats[-1]
            code = "T-option" if error.key else "T-seats"
            span = option_span(place, error.key)
            self._slip(place, LineFault(code, error.message, span))
            self._default_options()

    def _default_options(self) -> None:
        """Read on with the default options; without a game if it is not for so many seats."""
        assert self.game is not None
        self.settled = False
        try:
            self.options = self.game.options({}, self.seats)
        except OptionError:
            self.game = None

    def _body(self) -> list[Turn | Directive]:
        assert self.game is not None
        game = self.game
        read: list[Turn | Directive | None] = [
            self._try(raw, lambda line: _turn(game, self.seats, line))
            if raw.kind == "turn"
            else self._try(raw, self._directive)
            for raw in self.draft.body
        ]
        # Those that start a round, such as hands, may be typed in any order and get the canonical
        # one; a note moves with the line below it.
        found: list[BodyLines] = []
        lines = _with_notes(line for line in read if line)
        for starts, group in groupby(lines, key=lambda one: _word(one) in game.preamble):
            several = list(group)
            found += _in_order(several, game.preamble) if starts else several
        return [line for one in found for line in one]

    def _directive(self, raw: RawLine) -> Directive:
        assert self.game is not None
        found = _directive(self.game, self.seats, raw)
        if found.word == "gap" and self.source == "engine":
            fault = say("records.gap-in-engine")
            raise LineFault("T-gap", fault, line_span(raw), say("records.other-source"))
        return found

    def _trailer(self) -> list[Field | Directive]:
        fields: list[Field] = []
        notes: list[Directive] = []
        for raw in self.draft.trailer:
            if raw.kind == "directive":
                if note := self._try(raw, self._after):
                    notes.append(note)
            elif line := self._try(raw, self._field):
                if line.key != "forfeit" and any(line.key == one.key for one in fields):
                    self._twice(raw)
                fields.append(line)
        fields.sort(key=lambda line: (field_values.TRAILER.index(line.key), line.key, line.value))
        return [*fields, *notes]

    def _after(self, raw: RawLine) -> Directive:
        word = raw.line.text[raw.start :].split()
        if not word or word[0].lower() not in AFTER_TRAILER:
            raise LineFault("T-order", say("records.after-trailer-only"), line_span(raw))
        return self._directive(raw)

    def _field(self, raw: RawLine) -> Field:
        assert self.game is not None
        key, text, result = raw.key, raw.line.text[raw.start :], self.result
        with OffsetShift(raw.start):
            if key == "result":
                scores = field_values.scores(text, self.seats)
                self.result = replace(result, scores=scores)
                value = field_values.scores_text(scores)
            elif key == "rank":
                sides = self.game.sides(self.options, self.seats)
                places = field_values.by_side(field_values.rank(text, self.seats), sides)
                self.result = replace(result, places=places)
                value = field_values.rank_text(places)
            elif key == "status":
                unknown = Sentence("records.unknown-status")
                value = field_values.one_of("T-status", unknown, field_values.STATUSES, text)
                self.result = replace(result, status=value)
            else:
                seat, code = field_values.forfeit(text, self.seats)
                if any(seat == other for other, _ in result.forfeits):
                    fault, how = say("records.forfeit-once"), say("records.keep-one-line")
                    raise LineFault("T-twice", fault, (0, len(text)), how)
                forfeits = tuple(sorted((*result.forfeits, (seat, code))))
                self.result = replace(result, forfeits=forfeits)
                value = f"{seat_letter(seat)} {code}"
        return Field(key, value, raw.before, raw.line)


def body_line(game: Game[Any], seats: int, line: SourceLine) -> Turn | Directive:
    """A single line of the body of a match; LineFault if it has no such form."""
    raw = shape(line, ())
    if raw.kind not in ("turn", "directive"):
        how = say("records.see-notation")
        raise LineFault("T-order", say("records.in-body"), line_span(raw), how)
    try:
        found = _turn(game, seats, raw) if raw.kind == "turn" else _directive(game, seats, raw)
    except NotationError as error:
        raise unreadable(error, (raw.start, comment_start(line.text))) from None
    _check_length(raw, found)
    return found


def _turn(game: Game[Any], seats: int, raw: RawLine) -> Turn:
    text = raw.line.text
    letter = (len(text) - len(text.lstrip()), raw.start)
    seat = field_values.seat_number(raw.key, seats, letter)
    actions, plies = turn(game, seat, raw.line, raw.start, seats)
    comment = raw.line.comment(comment_start(text))
    return Turn(seat, actions, comment, raw.before, raw.line, plies, game.joint)


def _directive(game: Game[Any], seats: int, raw: RawLine) -> Directive:
    end = comment_start(raw.line.text)
    found = tokens(raw.line, raw.start, end)
    if not found:
        fault, span = say("records.no-directive"), (raw.start - 2, raw.start)
        raise LineFault("T-directive", fault, span, say("records.see-notation"))
    comment = raw.line.comment(end)
    if found[0].text.lower() in GENERIC and not found[0].quoted:
        text = generic(DirectiveWords(raw.line, found, seats))
        return Directive(text, comment, raw.before, raw.line)
    text, plies = directive(game, raw.line, raw.start, seats)
    return Directive(text, comment, raw.before, raw.line, plies)


def _check_length(raw: RawLine, found: object) -> None:
    """LineFault if the canonical form of a line is too long to be read again."""
    lines = Turn | Directive | Field | SeatedPlayer
    if len(raw.line.typed) <= LINE // 4 or not isinstance(found, lines):
        return
    if fault := too_long(Sentence("records.canonical-too-long"), line_text(found)):
        raise LineFault("T-long", fault, line_span(raw), say("records.shorten-line"))


def _with_notes(lines: Iterable[Turn | Directive]) -> Iterator[BodyLines]:
    """Each line with the notes before it, which move with it."""
    notes: BodyLines = []
    for line in lines:
        notes.append(line)
        if _word(notes) not in NOTES:
            yield notes
            notes = []
    if notes:
        yield notes


def _in_order(lines: list[BodyLines], words: tuple[str, ...]) -> list[BodyLines]:
    """Lines that start a round by word and seat; unchanged if they belong to several rounds."""
    # A directive that stands twice in a row without a turn between begins another round.
    dealer = [word for word in map(_word, lines) if word.startswith("--")]
    if len(set(dealer)) < len(dealer):
        return lines
    return sorted(lines, key=lambda one: (words.index(_word(one)), _seat(one[-1])))


def _word(lines: BodyLines) -> str:
    """The first word of the last line, with the dashes of a directive."""
    line = lines[-1]
    if isinstance(line, Turn):
        return line.actions[0].text.partition(" ")[0]
    return f"-- {line.word}"


def _seat(line: Turn | Directive) -> int:
    return line.seat if isinstance(line, Turn) else CHANCE
