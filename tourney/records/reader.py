"""Reads records from text: tolerant of spelling variants, at most one problem per line.

Actions are parsed by the games, everything else here. A match with problems is returned too, so
that the other matches of its file can be used.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import groupby
from typing import Any, Final, TypeAlias, TypeVar

from engines.api import CHANCE, Game, NotationError, OptionError, seat_letter
from engines.games import GAMES
from engines.messages import Message, Sentence, say
from tourney.records import values
from tourney.records.actions import directive, turn, unreadable
from tourney.records.directives import AFTER_TRAILER, GENERIC, DirectiveWords, generic, tokens
from tourney.records.headers import (
    OffsetShift,
    find_game,
    header_order,
    line_span,
    option_span,
    read_header,
    read_options,
    read_player,
    value_span,
    with_options,
)
from tourney.records.lines import LINE, LineFault, SourceLine, comment_start, lines, too_long
from tourney.records.model import (
    Directive,
    Document,
    Field,
    MatchRecord,
    Result,
    SeatedPlayer,
    Turn,
    names,
)
from tourney.records.problems import Problem, Spot, in_line_order, spot
from tourney.records.sections import RawLine, Sections, UnreadMatch, shape
from tourney.records.writer import line_text

T = TypeVar("T")
BodyLines: TypeAlias = list[Turn | Directive]

NOTES: Final = ("-- note", "-- pause", "-- resume")
"""Directives that change nothing and may stand anywhere."""


def read_bytes(data: bytes) -> Document:
    """The matches of a file; a single problem if it is not UTF-8 text."""
    try:
        return read(data.decode("utf-8"))
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8")
        number, column = before.count("\n") + 1, error.start - data.rfind(b"\n", 0, error.start)
        fault = say("records.not-utf8", byte=f"{data[error.start]:02x}")
        problem = Problem(
            "T-encoding", fault, Spot(number, column, column + 1), say("records.save-utf8")
        )
        typed = data.decode("utf-8", "replace").split("\n")
        return Document((), (), (problem,), tuple(typed))


def read(text: str) -> Document:
    """The matches of a text with all problems."""
    numbered = tuple(lines(text))
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
            problem = Problem(
                "T-twice", fault, place, say("records.rename"), other=other, match=match.name
            )
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
        self.settled = True
        """Whether the options are those of the record; else the rest is read with the defaults."""
        self.result = Result()
        self.source = ""

    def match(self) -> MatchRecord:
        """The match, as far as it can be read."""
        headers = self._headers()
        name = headers[0].value if headers and headers[0].key == "match" else ""
        players = self._players()
        self.seats = len(players)
        self._settings({header.key for header in headers})
        self.source = next((one.value for one in headers if one.key == "source"), "")
        if self.game is not None and players and self.settled:
            options = self.game.options_text(self.options)
            headers, players = with_options(headers, players, options)
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
        self._problem(raw, slip.code, slip.message, slip.span, slip.remedy)

    def _problem(
        self,
        raw: RawLine,
        code: str,
        message: Message,
        span: tuple[int, int],
        remedy: Message | None = None,
    ) -> None:
        self.problems.append(Problem(code, message, spot(raw.line, span), remedy))

    def _twice(self, raw: RawLine) -> None:
        fault = say("records.key-twice", key=raw.key)
        self._problem(raw, "T-twice", fault, line_span(raw), say("records.keep-one-line"))

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
        return sorted(kept, key=header_order)

    def _players(self) -> list[SeatedPlayer]:
        players: dict[int, SeatedPlayer] = {}
        unread = False
        for raw in self.draft.seats:
            player = self._try(raw, read_player)
            unread |= player is None
            if player and player.seat in players:
                fault = say("records.seat-twice", seat=raw.key)
                self._problem(raw, "T-seats", fault, line_span(raw), say("records.keep-one-line"))
            elif player:
                players[player.seat] = player
        ordered = [players[seat] for seat in sorted(players)]
        if unread:  # no further problems that only follow from this one
            return []
        if sorted(players) != list(range(len(players))):
            last = self.draft.seats[-1]
            self._problem(
                last,
                "T-seats",
                say("records.seat-skipped"),
                line_span(last),
                say("records.name-all"),
            )
            return []
        return ordered

    def _settings(self, named: set[str]) -> None:
        """Read the game and its options; if one is wrong, the match has no game."""
        raws = {raw.key: raw for raw in self.draft.headers}
        start = self.draft.start
        if "game" in raws and "game" in named:
            self.game = self._try(raws["game"], find_game)
        elif "game" not in raws:
            remedy = say(
                "records.write",
                form=say("records.game-form", names=values.suggestion("", sorted(GAMES))),
            )
            self._problem(start, "T-missing", say("records.no-game"), line_span(start), remedy)
        if self.game is None:
            return
        if "rules" in named:
            self._try(raws["rules"], self._rules)
        if not self.draft.seats:
            self._problem(
                start,
                "T-missing",
                say("records.no-seats"),
                line_span(start),
                say("records.seat-lines"),
            )
        if self.seats:
            self._options(raws)

    def _rules(self, raw: RawLine) -> None:
        assert self.game is not None
        known = f"{self.game.name}/{self.game.version}"
        given = raw.line.text[raw.start :].strip().lower()
        if given != known:
            raise LineFault(
                "T-rules",
                say("records.rules-version", given=given),
                value_span(raw),
                say("records.known", known=known),
            )

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
            place = raw if raw and error.key else self.draft.seats[-1]
            code = "T-option" if error.key else "T-seats"
            self._problem(place, code, error.message, option_span(place, error.key))
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
        read: list[Turn | Directive | None] = []
        for raw in self.draft.body:
            turn = raw.kind == "turn"
            read.append(self._try(raw, self._turn) if turn else self._try(raw, self._directive))
        return self._sorted([line for line in read if line])

    def _sorted(self, lines: list[Turn | Directive]) -> list[Turn | Directive]:
        """The lines, with those that start a round in canonical order."""
        assert self.game is not None
        words = self.game.preamble
        found: list[BodyLines] = []
        for starts, group in groupby(_with_notes(lines), key=lambda one: _word(one) in words):
            several = list(group)
            found += _in_order(several, words) if starts else several
        return [line for one in found for line in one]

    def _turn(self, raw: RawLine) -> Turn:
        assert self.game is not None
        return _turn(self.game, self.seats, raw)

    def _directive(self, raw: RawLine) -> Directive:
        assert self.game is not None
        found = _directive(self.game, self.seats, raw)
        if found.word == "gap" and self.source == "engine":
            raise LineFault(
                "T-gap", say("records.gap-in-engine"), line_span(raw), say("records.other-source")
            )
        return found

    def _trailer(self) -> list[Field | Directive]:
        fields: list[Field] = []
        notes: list[Directive] = []
        for raw in self.draft.trailer:
            if raw.kind == "directive":
                note = self._try(raw, self._after)
                notes += [note] if note else []
            else:
                line = self._try(raw, self._field)
                if line and line.key != "forfeit" and any(line.key == one.key for one in fields):
                    self._twice(raw)
                fields += [line] if line else []
        fields.sort(key=lambda line: (values.TRAILER.index(line.key), line.key, line.value))
        return [*fields, *notes]

    def _after(self, raw: RawLine) -> Directive:
        word = raw.line.text[raw.start :].split()
        if not word or word[0].lower() not in AFTER_TRAILER:
            raise LineFault("T-order", say("records.after-trailer-only"), line_span(raw))
        return self._directive(raw)

    def _field(self, raw: RawLine) -> Field:
        text = raw.line.text[raw.start :]
        with OffsetShift(raw.start):
            value = self._trailer_value(raw.key, text)
        return Field(raw.key, value, raw.before, raw.line)

    def _trailer_value(self, key: str, text: str) -> str:
        if key == "result":
            scores = values.scores(text, self.seats)
            self.result = replace(self.result, scores=scores)
            return values.scores_text(scores)
        if key == "rank":
            assert self.game is not None
            sides = self.game.sides(self.options, self.seats)
            places = values.by_side(values.rank(text, self.seats), sides)
            self.result = replace(self.result, places=places)
            return values.rank_text(places)
        if key == "status":
            status = values.one_of(
                "T-status", Sentence("records.unknown-status"), values.STATUSES, text
            )
            self.result = replace(self.result, status=status)
            return status
        seat, code = values.forfeit(text, self.seats)
        if any(seat == other for other, _ in self.result.forfeits):
            raise LineFault(
                "T-twice", say("records.forfeit-once"), (0, len(text)), say("records.keep-one-line")
            )
        forfeits = tuple(sorted((*self.result.forfeits, (seat, code))))
        self.result = replace(self.result, forfeits=forfeits)
        return f"{seat_letter(seat)} {code}"


def body_line(game: Game[Any], seats: int, line: SourceLine) -> Turn | Directive:
    """A single line of the body of a match; LineFault if it has no such form."""
    raw = shape(line, ())
    if raw.kind not in ("turn", "directive"):
        raise LineFault(
            "T-order", say("records.in-body"), line_span(raw), say("records.see-notation")
        )
    try:
        found = _turn(game, seats, raw) if raw.kind == "turn" else _directive(game, seats, raw)
    except NotationError as error:
        raise unreadable(error, (raw.start, comment_start(line.text))) from None
    _check_length(raw, found)
    return found


def _turn(game: Game[Any], seats: int, raw: RawLine) -> Turn:
    text = raw.line.text
    letter = (len(text) - len(text.lstrip()), raw.start)
    seat = values.seat_number(raw.key, seats, letter)
    actions, plies = turn(game, seat, raw.line, raw.start, seats)
    comment = raw.line.comment(comment_start(text))
    return Turn(seat, actions, comment, raw.before, raw.line, plies, game.joint)


def _directive(game: Game[Any], seats: int, raw: RawLine) -> Directive:
    end = comment_start(raw.line.text)
    found = tokens(raw.line, raw.start, end)
    if not found:
        span = (raw.start - 2, raw.start)
        raise LineFault(
            "T-directive", say("records.no-directive"), span, say("records.see-notation")
        )
    comment = raw.line.comment(end)
    if found[0].text.lower() in GENERIC and not found[0].quoted:
        text = generic(DirectiveWords(raw.line, found, seats))
        return Directive(text, comment, raw.before, raw.line)
    text, plies = directive(game, raw.line, raw.start, seats)
    return Directive(text, comment, raw.before, raw.line, plies)


def _check_length(raw: RawLine, found: object) -> None:
    """LineFault if the canonical form of a line is too long to be read again."""
    if len(raw.line.typed) <= LINE // 4:
        return
    if not isinstance(found, Turn | Directive | Field | SeatedPlayer):
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
