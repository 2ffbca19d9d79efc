"""The page of a match: its replay, its record, its result; one file that needs nothing else.

`replay_page` gives the whole page, `replay_part` the part that another page can hold. Positions
come from the engine. Only the views that are asked for are in the page: without the open view it
has neither comments nor seeds, and nothing that the other views hide.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final, NamedTuple

from markupsafe import Markup, escape

from engines.api import CHANCE, EVERYTHING, Game, Ply, Scene, Who, seat_letter
from engines.games import GAMES
from engines.messages import Message, Sentence, say
from tourney.domain.match_values import StoredMatch, pack_options
from tourney.insight.match_analysis import MatchAnalysis
from tourney.pictures.scene_pieces import Piece, shapes, symbol
from tourney.records import check, record
from tourney.records.body_lines import GENERIC
from tourney.records.model import (
    Directive,
    Field,
    MatchRecord,
    SeatedPlayer,
    Turn,
    line_text,
    turn_text,
)
from tourney.records.record_positions import readable, replay_of
from tourney.render.code_words import stage_word, word_of
from tourney.render.frames import FrameEntry, MatchReplay
from tourney.render.scenes import known
from tourney.reports.content import (
    REPLAY_SCRIPTS,
    REPLAY_STYLE,
    STYLE,
    Page,
    day_words,
    embedded,
    judged_page,
    render,
    result_words,
    template_part,
)
from tourney.reports.judgement import Judgement, judgement
from tourney.reports.replay_frames import (
    FrameTable,
    Place,
    Slot,
    coded_frames,
    coded_texts,
    digit,
    digits,
)
from tourney.reports.replay_sentences import SentenceTable

# Headers from which hidden cards could be learned: the seed of the deal and private keys.
SECRET: Final = re.compile(r"deal|x-[^:]*")

AnyPly = Ply[Any]


class LinePart(NamedTuple):
    """A part of a line; `number` is that of its log entry, 0 for none.

    `mark` is `~` for an action taken back, `^` for one that was let stand.
    """

    text: str
    number: int = 0
    mark: str = ""


Line = tuple[LinePart, ...] | None  # the parts of a line; None if the viewer must not see it


class RecordText:
    """The lines of one record; all viewers have equally many, some of them None."""

    def __init__(self, match: MatchRecord, replay: MatchReplay, headers: Sequence[str]) -> None:
        assert match.game is not None
        self._match = match
        self._game: Game[Any] = match.game
        self._headers = headers
        self._plies = [entry.ply for entry in replay.entries if entry.ply]

    def lines(self, who: Who) -> Iterator[Line]:
        """The lines as `who` may see them: headers, body, trailer."""
        for text in self._headers:
            hidden = text.startswith("#") or SECRET.fullmatch(text.partition(":")[0])
            yield None if hidden and who != EVERYTHING else (LinePart(text),)
        if self._match.body:
            yield (LinePart(""),)
        number, taken = 1, 0
        for item in self._match.body:
            yield from _comments(item.before, who)
            count = len(item.plies)
            plies = self._plies[taken : taken + count]
            yield self._line(item, plies, number, who)
            taken += count
            number += count or (isinstance(item, Directive) and item.word == "forfeit")
        if self._match.trailer:
            yield (LinePart(""),)
        for last in self._match.trailer:
            yield from _comments(last.before, who)
            if isinstance(last, Field) or who == EVERYTHING:
                yield (LinePart(line_text(last)),)
            else:
                yield (LinePart(turn_text(last)),)
        yield from _comments(self._match.tail, who)

    def _line(self, item: Turn | Directive, plies: Sequence[AnyPly], number: int, who: Who) -> Line:
        if who == EVERYTHING:
            return _joined(self._open(item, number))
        if isinstance(item, Directive) and not plies:
            forfeit = number if item.word == "forfeit" else 0
            return (LinePart(turn_text(item), forfeit),) if item.word in GENERIC else None
        return _joined(self._redacted(item, plies, number, who)) if plies else None

    def _redacted(
        self, item: Turn | Directive, plies: Sequence[AnyPly], number: int, who: Who
    ) -> Iterator[LinePart]:
        """A line as the game shows it to a viewer; its marks stay."""
        laid = self._game.layout([(ply.seat, self._game.text(ply, who)) for ply in plies])
        text = "\n".join(laid)
        if not isinstance(item, Turn):
            yield LinePart(text, number)
            return
        kept = [at for at, action in enumerate(item.actions) if action.mark != "~"]
        start = len(seat_letter(item.seat)) + 1
        spans = self._game.split(text[start:])
        if "\n" in text or len(spans) != len(kept):
            yield LinePart(text, number)
            return
        numbers = _numbers(item, number)
        end = 0
        for (first, last), at in zip(spans, kept, strict=True):
            words = text[start + first : start + last]
            first += start + len(words) - len(words.lstrip())
            last = first + len(words.strip())
            if text[end:first]:
                yield LinePart(text[end:first])
            answers = [self._game.text(plies[n - number], who) for n in numbers[at][1:]]
            action, part = item.actions[at], LinePart(text[first:last])
            if action.mark == "^":  # irregular, with the code of its fault
                code = f"!{action.code}" if action.code else ""
                part = LinePart(f"^{part.text}{code}", 0, "^")
            yield from _entries(part, numbers[at], answers)
            end = last
        if text[end:]:
            yield LinePart(text[end:])

    def _open(self, item: Turn | Directive, number: int) -> Iterator[LinePart]:
        """A line as it was written."""
        if isinstance(item, Directive):
            counted = number if item.plies or item.word == "forfeit" else 0
            yield LinePart(turn_text(item), counted)
        else:
            numbers = _numbers(item, number)
            yield LinePart(f"{seat_letter(item.seat)}: ")
            for at, action in enumerate(item.actions):
                if at:
                    yield LinePart(item.joint)
                part = LinePart(action.written(), 0, action.mark)
                if action.mark == "~":
                    yield part
                    continue
                answers = [self._game.text(item.plies[n - number][1]) for n in numbers[at][1:]]
                yield from _entries(part, numbers[at], answers)
        if item.comment:
            yield LinePart(f"  {item.comment}")


def _entries(part: LinePart, numbers: Sequence[int], answers: Sequence[str]) -> Iterator[LinePart]:
    """An action with its number; what another player answered in it has a number of its own.

    In `crack B 9 -> 9*` the last word is the entry `give 9*; refill 4` of B. An action that ends
    otherwise is one part.
    """
    first, *more = numbers
    for number, answer in zip(more, answers, strict=True):
        given = answer.partition(";")[0].partition(" ")[2]
        if given and part.text.endswith(given):
            before = part.text.removesuffix(given)
            asked = before.rstrip(" ->")
            yield part._replace(text=asked, number=first)
            yield LinePart(before[len(asked) :])
            first, part = number, part._replace(text=given)
    yield part._replace(number=first)


def _joined(parts: Iterable[LinePart]) -> tuple[LinePart, ...]:
    """The parts with all that follows from an entry, such as a refill, joined to it."""
    found: list[LinePart] = []
    last = 0  # where the latest entry is
    for part in parts:
        if part.number and found and part.number == found[last].number:
            text = "".join(one.text for one in (*found[last:], part))
            found[last:] = [found[last]._replace(text=text, mark=found[last].mark or part.mark)]
        else:
            last = len(found) if part.number else last
            found.append(part)
    return tuple(found)


def _numbers(item: Turn, first: int) -> list[Sequence[int]]:
    """The numbers of the log entries in each action; what follows belongs to the entry before."""
    inside: dict[int, list[int]] = {}
    for at, (action, _) in enumerate(item.plies):
        inside.setdefault(action, []).append(first + at)
    found: list[Sequence[int]] = []
    for at in range(len(item.actions)):
        found.append(inside.get(at, found[-1][-1:] if found else (first,)))
    return found


def _comments(before: Sequence[str], who: Who) -> Iterator[Line]:
    return ((LinePart(text),) if who == EVERYTHING else None for text in before)


# The key that a button stands for, its sign and what it does.
BUTTONS: Final = (
    ("Home", "|◂", Sentence("reports.first")),
    ("PageUp", "◂◂", Sentence("reports.turn-back")),
    ("ArrowLeft", "◂", Sentence("reports.back")),
    (" ", "▸❙", Sentence("reports.play")),
    ("ArrowRight", "▸", Sentence("reports.onward")),
    ("PageDown", "▸▸", Sentence("reports.turn-onward")),
    ("End", "▸|", Sentence("reports.last")),
)

# What the script says.
TOLD: Final = {
    "empty": Sentence("reports.empty"),
    "copied": Sentence("reports.copied"),
    "linked": Sentence("reports.linked"),
    "failed": Sentence("reports.failed"),
    "lead": Sentence("reports.lead"),
    "joint": Sentence("reports.joint"),
    "end": Sentence("reports.end"),
}

# Most ends of rounds that are shown without script: each of them makes the page longer.
ROUND_ENDS: Final = 1

# Headers that are shown below the heading, and how, if not as they are written.
FACTS: Final[Mapping[str, Sentence | None]] = {
    "event": None,
    "stage": None,
    "round": Sentence("reports.in-round"),
    "table": Sentence("reports.at-table"),
    "date": None,
    "venue": None,
    "recorder": Sentence("reports.recorded-by"),
}
# Where a record comes from, by the value of its header.
SOURCES: Final = {
    "engine": Sentence("reports.source-engine"),
    "table": Sentence("reports.source-table"),
    "notes": Sentence("reports.source-notes"),
    "import": Sentence("reports.source-import"),
}


class ResultRow(NamedTuple):
    """How a seat ended; `href` leads to the page of its player.

    `version` tells bots of one name apart; it is empty if no other has the name.
    """

    seat: int
    name: str
    version: str
    href: str
    score: str
    place: str
    forfeit: str


class LeadPart(NamedTuple):
    """A part of the line below the heading, and where it leads."""

    text: str
    href: str = ""


class FirstError(NamedTuple):
    """The first thing that contradicts the rules, and the page of its rule if there is one."""

    text: str
    rule: str
    link: str
    line: int
    ply: int | None


class Moment(NamedTuple):
    """A position that is shown without script and in print."""

    caption: str
    shown: Callable[[int], str]


class ReplayModel:
    """What the page of one match shows, for the views that are allowed."""

    def __init__(
        self,
        match: StoredMatch,
        views: Sequence[Who],
        lang: str,
        *,
        rules: str | None,
        key: str,
        analysis: MatchAnalysis | None,
        lead: Sequence[LeadPart] | None,
        players: Sequence[str],
    ) -> None:
        self._match = match
        self._lang = lang
        self.key = key
        self.revision = match.revision
        self.void = match.status == "void"
        self.buttons = BUTTONS
        self._who = sorted(dict.fromkeys(views), key=lambda who: who != EVERYTHING)
        self._open = EVERYTHING in self._who
        document = readable(match)
        self._replay = replay_of(document, match.infos)
        self._names = known(match.players)
        self.views = [self._viewer(who) for who in self._who]
        self._document = document
        # The first thing that contradicts the rules; only who sees all cards learns it.
        self.error: FirstError | None = None
        problems = check(document).problems if self._open and match.text else ()
        if problems:
            first = problems[0]
            text = say("reports.error-at", line=first.line, fault=first.text(lang)).text(lang)
            link = f"{rules}{match.game}.html#{first.rule}" if rules and first.rule else ""
            self.error = FirstError(text, first.rule, link, first.line, first.ply)
        self.judged: Judgement | None = None
        if self._open and analysis is not None and self._replay.frames:
            self.judged = judgement(document, analysis, self._replay, self._names, lang)
        self._signs = self.judged.signs if self.judged else {}
        self._sentences = SentenceTable(self._replay.game, self._replay, lang)
        self.players = everybody(match, lang)
        self.results = sorted(self._results(players), key=lambda row: int(row.place or 0))
        self.lead = [*map(LeadPart, self._facts())] if lead is None else lead
        self._texts(document)
        self.drawn = False
        if self._replay.frames:
            self._frames()

    # -- the record

    def _texts(self, document: MatchRecord) -> None:
        texts = RecordText(document, self._replay, _headers(self._match, document))
        every = [list(texts.lines(who)) for who in self._who]
        kept = [at for at, seen in enumerate(zip(*every, strict=True)) if any(seen)]
        self._lines = [[lines[at] for at in kept] for lines in every]
        for who, lines in zip(self._who, every, strict=True):
            parts = (part for line in lines for part in line or ())
            self._sentences.tell({part.number: part.text for part in parts if part.number}, who)
        self._kept = {at: place for place, at in enumerate(kept)}
        first = self._lines[0]
        self.marked = any(part.mark for line in first for part in line or ())
        self.record = Markup("".join(map(self._line, first, kept)))

    def _line(self, line: Line, at: int) -> str:
        if line is None:
            return "<i></i>"
        wrong = self.error is not None and self.error.line == at + 1
        aside = line[0].text.startswith(("#", "--")) and not wrong
        counted = any(part.number for part in line)
        inside, place, before = "", 0, 0
        while place < len(line):
            part, end = line[place], place
            # Entries that are words, such as the cards of a trick, share an element.
            while (
                not wrong
                and end + 2 < len(line)
                and line[end + 1] == LinePart(" ")
                and " " not in line[end].text
                and self._is_plain(line[end])
                and self._is_plain(line[end + 2], line[end].number + 1)
            ):
                end += 2
            text = "".join([one.text for one in line[place : end + 1]])
            inside += self._part(part._replace(text=text), wrong, before, (end - place) // 2 + 1)
            before = line[end].number or before
            place = end + 1
        if wrong and not counted:
            inside = f"<b class=bad>{inside}</b>"
        return f"<i{' class=aside' if aside else ''}>{inside}\n</i>"

    def _is_plain(self, part: LinePart, number: int = 0) -> bool:
        """Whether an entry, the one with this number if it is given, has no mark of any kind."""
        right = part.number == number if number else part.number > 0
        return right and not part.mark and part.number not in self._signs

    def _part(self, piece: LinePart, wrong: bool, before: int, entries: int) -> str:
        """A part of a line; the script numbers the entries that follow each other in a line.

        If it has several entries, the script also tells them apart.
        """
        text = str(escape(piece.text))
        if piece.mark == "~":
            return f"<del>{text}</del>"
        if not piece.number:
            return text
        bad = wrong and self.error is not None and self.error.ply in (piece.number, None)
        name = " class=bad" if bad else " class=odd" if piece.mark == "^" else ""
        number = "" if 0 < before == piece.number - 1 else f" id={self.key}p{piece.number}"
        sign = self._signs.get(piece.number)
        if sign is not None:
            number += f" data-m={sign}" if sign else " data-m"
        if entries > 1:
            number += f" data-n={entries}"
        return f"<a{number}{name}>{text}</a>"

    # -- the positions

    def _frames(self) -> None:
        match, replay = self._match, self._replay
        game = GAMES[match.game]
        self._table = FrameTable(self._lang, self._names, game.fewer_wins)
        played = match.status in ("complete", "forfeit") and not self.error
        final = [Place(*pair) for pair in zip(match.places, match.scores, strict=True)]
        shown = any(score is not None for score in match.scores) and played
        every = [
            list(self._table.positions(replay, who, final if shown else ())) for who in self._who
        ]
        self._positions = every[0]
        if not self._positions:
            return
        self.drawn = True
        self._changes = [
            [list(self._table.changes(*pair)) for pair in pairwise([{}, *seen])] for seen in every
        ]
        layout = ReplayLayout(self._table)
        self.title, self.notes, self.info = layout.title, layout.notes, layout.info
        self.told = layout.told
        self.common, self.seats, self.grid = layout.common, layout.seats, layout.grid
        self._ends = [replay.numbers(at)[1] for at in range(len(replay.frames))]
        self.last = len(replay.frames) - 1
        pieces = self._table.pieces()
        self._pieces = pieces
        self.unknown = self._unknown()
        self.moments = list(self._moments())
        self.legend = [(text, words().text(self._lang)) for text, words in self._table.signs()]
        self.marks = Markup("").join(self._marks())
        # To look for phrases takes as long as the rest of a page, so only where there is much.
        short = self.judged is not None or len(self.views) > 1
        more = self._symbols(short)
        self.data = embedded(
            {
                "key": self.key,
                "file": re.sub(r"[^\w.-]+", "-", self._match.name).strip("-."),
                "steps": digits(b - a for a, b in pairwise([0, *self._ends])).rstrip(digit(1)),
                "turns": digits(replay.turns),
                "seats": "".join(_letter(entry) for entry in replay.entries if entry.number),
                **coded_frames(self._changes),
                **coded_texts([_differing(self._lines[0], lines) for lines in self._lines]),
                **self._sentences.coded(),
                "names": self._names,
                "symbols": more,
                **{key: text().text(self._lang) for key, text in TOLD.items()},
            },
            short=short,
        )

    def _symbols(self, short: bool) -> str:
        """Put the drawings of pieces into the page; those that only the script needs, if `short`.

        The drawings are much alike, so most of their phrases occur often.
        """
        slots = self._table.drawn_slots
        shown = {one for moment in self.moments for slot in slots for one in moment.shown(slot)}
        shown.update(letter for text, _ in self.legend for letter in text)
        here = {at: one for at, one in self._pieces.items() if at in shown or not short}
        shared, mine = shapes(self._pieces.values(), self.key), shapes(here.values(), self.key)
        drawn = {letter: symbol(one, letter, self.key) for letter, one in self._pieces.items()}
        self.symbols = Markup("".join([*mine, *(drawn[letter] for letter in here)]))
        others = [drawn[letter] for letter in drawn if letter not in here]
        return "".join([*(one for one in shared if one not in mine), *others])

    def words(self, fragment: str) -> str:
        """The text of a fragment of tokens."""
        return " ".join(self._pieces[letter].text for letter in fragment).replace("~ ", "")

    def size(self, letter: str) -> str:
        """The attribute that says how large a piece is drawn; most pieces are cards, without it."""
        kind = self._pieces[letter].kind
        return "" if kind == "c" else f" class={kind}"

    def _unknown(self) -> str:
        """Why positions end before the record, in a view that hides cards without the reason."""
        if len(self._positions) == len(self._replay.frames):
            return ""
        stopped = self._replay.stopped
        if not self._open or stopped is None:
            return say("reports.not-known").text(self._lang)
        return say("reports.not-known-why", why=stopped).text(self._lang, self._names)

    def _moments(self) -> Iterator[Moment]:
        """The ends of rounds and the last position; of many rounds only some."""
        end = len(self._positions) - 1
        rounds = [at - 1 for at in self._replay.rounds if 0 < at <= end]
        if self.judged:  # a page with a judgement shows how the match went without them
            rounds = []
        every = -(-len(rounds) // ROUND_ENDS) or 1
        for number, at in list(enumerate(rounds, 1))[every - 1 :: every]:
            yield self._moment(Sentence("reports.round-end"), at, round=number)
        yield self._moment(Sentence("reports.at-end"), end)

    def _moment(self, sentence: Any, at: int, **arguments: int) -> Moment:
        caption = sentence(ply=self._replay.numbers(at)[1], **arguments).text(self._lang)
        shown = self._positions[at]
        return Moment(caption, lambda slot: shown.get(slot, ""))

    def _marks(self) -> Iterator[Markup]:
        """Marks below the slider: rounds, incidents, rulings, the first error."""
        rounds = [at for at in self._replay.rounds if at]
        for at in rounds:
            x = self._percent(at)
            yield Markup(f'<line x1="{x}" x2="{x}" y1="0" y2="12"/>')
        for kind, ply in dict.fromkeys(self._incidents()):
            x = self._percent(self._replay.at_ply(ply))
            yield MARKS[kind](x)

    def _incidents(self) -> Iterator[tuple[str, int]]:
        """What is marked and its ply; what was taken back belongs to the entry before it."""
        number = 1
        for part in (part for line in self._lines[0] for part in line or ()):
            number = part.number or number
            if part.mark:
                yield "incident", number
        for at in range(len(self._replay.frames)):
            for entry in self._replay.entries_of(at):
                word = entry.remark.partition(" ")[0]
                if word in ("ruling", "forfeit"):
                    kind = "ruling" if word == "ruling" else "incident"
                    yield kind, self._replay.numbers(at)[1]
        if self.error and self.error.ply:
            yield "error", self.error.ply

    def _percent(self, at: int) -> str:
        return f"{100 * at / max(1, self.last):.4g}%"

    # -- result, headers, errors

    def _results(self, players: Sequence[str]) -> Iterator[ResultRow]:
        match = self._match
        left = {fault.seat: fault.code for fault in match.faults}
        for seat, name in enumerate(self._names):
            score, place = match.scores[seat], match.places[seat]
            # Beside place and score a number alone would be taken for one of these.
            version = match.versions[seat] or ""
            version = f"v{version}" if version[:1].isdigit() else version
            alike = [at for at, other in enumerate(self._names) if other == name]
            yield ResultRow(
                seat,
                name,
                version if len({match.versions[at] for at in alike}) > 1 else "",
                players[seat] if players else "",
                "" if score is None else str(score),
                "" if place is None else str(place),
                self._text(word_of(left[seat])) if seat in left else "",
            )

    def _facts(self) -> Iterator[str]:
        """What the headers say, in the language of the page."""
        match = self._match
        known_game = GAMES.get(match.game)
        title = known_game.title[self._lang] if known_game else match.game
        yield f"{title} ({pack_options(match.options)})" if match.options else title
        yield from where(match, self._lang).values()
        if source := SOURCES.get(dict(match.headers).get("source", "")):
            yield source().text(self._lang)
        if match.status not in ("", "complete"):
            yield self._text(word_of(match.status))

    def _text(self, word: Message | str) -> str:
        return word if isinstance(word, str) else word.text(self._lang)

    def _viewer(self, who: Who) -> str:
        if who is None or who == EVERYTHING:
            return (
                Sentence("reports.spectator") if who is None else Sentence("reports.open")
            )().text(self._lang)
        name = self._names[who]
        letter = seat_letter(who)
        return letter if name == letter else f"{letter} {name}"


def where(match: StoredMatch, lang: str) -> dict[str, str]:
    """Where and when a match was played, as its headers say."""
    headers = dict(match.headers)
    found = {}
    for key, words in FACTS.items():
        if value := headers.get(key):
            word = stage_word(value) if key == "stage" else value
            text = word if isinstance(word, str) else word.text(lang)
            text = day_words(text, lang) if key == "date" else text
            found[key] = words(what=text).text(lang) if words else text
    return found


def everybody(match: StoredMatch, lang: str) -> str:
    """The players of a match, one after the other."""
    return say("reports.everybody", who=known(match.players)).text(lang)


def headline(match: StoredMatch, lang: str) -> str:
    """Who won, as the heading of a page; the players if nobody did."""
    first = [
        name for name, place in zip(known(match.players), match.places, strict=True) if place == 1
    ]
    if not first or match.status == "void":
        return everybody(match, lang)
    words = Sentence("reports.match-won" if len(first) == 1 else "reports.match-shared")
    return words(who=tuple(first)).text(lang)


# How each kind of mark is drawn.
MARKS: Final[Mapping[str, Callable[[str], Markup]]] = {
    "incident": lambda x: Markup(f'<circle cx="{x}" cy="6" r="4"/>'),
    "ruling": lambda x: Markup(f'<rect x="{x}" y="2" width="8" height="8"/>'),
    "error": lambda x: Markup(f'<circle class="wrong" cx="{x}" cy="6" r="5"/>'),
}


def _letter(entry: FrameEntry) -> str:
    """The seat of a log entry; `-` for the dealer."""
    return "-" if entry.ply is None or entry.ply.seat == CHANCE else seat_letter(entry.ply.seat)


def _headers(match: StoredMatch, document: MatchRecord) -> list[str]:
    """The lines before the body, with the comments between them."""
    if match.text is None:
        return record(match).partition("\n\n")[0].splitlines()
    lines: list[Field | SeatedPlayer] = [*document.headers, *document.players]
    return [text for line in lines for text in (*line.before, line_text(line))]


def _differing(first: Sequence[Line], lines: Sequence[Line]) -> dict[int, str]:
    """The lines of another view that differ from those of the first one."""
    return {
        at: _coded(line)
        for at, (one, line) in enumerate(zip(first, lines, strict=True))
        if one != line
    }


def _coded(line: Line) -> str:
    """A line for the script: every second piece between tabs has a number, a mark, a text."""
    if line is None:
        return ""
    words = []
    for text, number, mark in line:
        plain = text.replace("\t", " ")
        words.append(f"\t{number}{mark} {plain}\t" if number else plain)
    return "".join(words)


# Characters that no web page may have.
FORBIDDEN: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")


@dataclass(frozen=True, slots=True)
class ReplayOptions:
    """How to show a match.

    `rules` is the path to the pages of the rules (`../games/`), None if there are none. `key` is
    the beginning of all ids, for a page with several replays; `level` is that of its headings.
    `analysis` is what a judge says; the page has it only if it has the open view, as it is
    knowledge of all hands. `lead` is the line below the heading, by default what the headers say;
    `players` are the addresses of the pages of players, by seat.
    """

    views: Sequence[Who] = (EVERYTHING,)
    lang: str = "en"
    rules: str | None = None
    key: str = ""
    level: int = 2
    analysis: MatchAnalysis | None = None
    lead: Sequence[LeadPart] | None = None
    players: Sequence[str] = ()


def replay_page(match: StoredMatch, options: ReplayOptions | None = None) -> str:
    """The text of the page of a match; RecordFault if its record cannot be read.

    The names in it are those of `match`: see `ShownNames` for others.
    """
    asked = options or ReplayOptions()
    title, said = match_title(match, asked.lang)
    page = Page(
        title=FORBIDDEN.sub("\ufffd", headline(match, asked.lang)),
        description=FORBIDDEN.sub("\ufffd", said),
        window=FORBIDDEN.sub("\ufffd", title),
        lang=asked.lang,
        styles=(STYLE, REPLAY_STYLE),
        scripts=REPLAY_SCRIPTS,
    )
    if has_judgement(asked):
        page = judged_page(page)
    return render("replay.html", page, part=replay_part(match, asked))


def match_title(match: StoredMatch, lang: str) -> tuple[str, str]:
    """The title of a window, from players, event and round, and a description with the result."""
    game = GAMES[match.game].title[lang] if match.game in GAMES else match.game
    placed = where(match, lang)
    place = ", ".join(placed[key] for key in ("event", "stage", "round", "table") if key in placed)
    said = say("reports.description", game=game, players=result_words(match, lang))
    return f"{everybody(match, lang)} – {place or game}", said.text(lang)


def has_judgement(options: ReplayOptions) -> bool:
    """Whether a replay with these options may say what a judge says."""
    return options.analysis is not None and EVERYTHING in options.views


def replay_part(match: StoredMatch, options: ReplayOptions | None = None) -> Markup:
    """The replay of a match as a part of a page that has `REPLAY_STYLE` and `REPLAY_SCRIPTS`."""
    asked = options or ReplayOptions()
    model = ReplayModel(
        match,
        asked.views,
        asked.lang,
        rules=asked.rules,
        key=asked.key,
        analysis=asked.analysis,
        lead=asked.lead,
        players=asked.players,
    )
    text = template_part("replay_part.html", asked.lang, r=model, level=asked.level)
    return Markup(FORBIDDEN.sub("\ufffd", text))


SIDE: Final = 24  # of a cell


class ZonePlace(NamedTuple):
    """A zone: slots of its cards and its note, its label, whether it ever has cards."""

    slot: int
    label: str
    note: int | None
    cards: bool
    counts: bool  # whether it has numbers only


class SeatPlace(NamedTuple):
    """The zones and slots of a seat; `score` is None if the game has no score before the end."""

    letter: str
    name: str
    active: int
    score: int | None
    place: int
    zones: Sequence[ZonePlace]


class CellPlace(NamedTuple):
    """A cell of the grid and where it is drawn."""

    slot: int
    x: int
    y: int


class GridPlace(NamedTuple):
    """The grid: the part of the plane that it shows, and its cells."""

    box: str
    columns: int
    rows: int
    cells: Sequence[CellPlace]


class ReplayLayout:
    """The slots of a frame table, arranged."""

    def __init__(self, table: FrameTable) -> None:
        self._table = table
        slots = table.slots
        self.title = slots[("title",)]
        self.notes = slots[("notes",)]
        self.info = slots.get(("info",))
        self.told = [at for slot, at in slots.items() if slot[0] == "told"]
        self.common = list(self._zones(-1))
        self.seats = [self._seat(seat, name) for seat, name in enumerate(table.names)]
        self.grid = _grid(slots)

    def _zones(self, owner: int) -> Iterator[ZonePlace]:
        table = self._table
        for slot, longest in table.longest.items():
            _, seat, label = slot
            if seat == owner:
                note = table.slots.get(("note", owner, label))
                kinds = [table.kind(letter) for letter in longest]
                counts = bool(kinds) and set(kinds) <= {"s", "d"}
                yield ZonePlace(table.slots[slot], str(label), note, bool(longest), counts)

    def _seat(self, seat: int, name: str) -> SeatPlace:
        slots = self._table.slots
        return SeatPlace(
            letter=seat_letter(seat),
            name="" if name == seat_letter(seat) else name,
            active=self._made("active", seat),
            score=slots.get(("score", seat)),
            place=self._made("place", seat),
            zones=list(self._zones(seat)),
        )

    def _made(self, kind: str, seat: int) -> int:
        """The slot of this kind, which may never show anything."""
        return self._table.slots.setdefault((kind, seat), len(self._table.slots))


def _grid(slots: Mapping[Slot, int]) -> GridPlace | None:
    cells = [(int(slot[1]), int(slot[2]), n) for slot, n in slots.items() if slot[0] == "cell"]
    if not cells:
        return None
    columns, rows = [x for x, _, _ in cells], [y for _, y, _ in cells]
    left, top = min(columns), min(rows)
    width, height = max(columns) - left + 1, max(rows) - top + 1
    box = f"{SIDE * left - 2} {SIDE * top - 2} {SIDE * width + 4} {SIDE * height + 4}"
    places = [CellPlace(n, SIDE * x, SIDE * y) for x, y, n in cells]
    return GridPlace(box, width, height, places)


class StillBoard:
    """One position, drawn like those of a replay; other ones of a page share letters and kinds."""

    def __init__(
        self,
        game: Game[Any],
        scene: Scene,
        names: Sequence[str],
        lang: str,
        letters: dict[Piece, str],
        kinds: dict[str, str],
    ) -> None:
        table = FrameTable(lang, names, game.fewer_wins, letters=letters, _kinds=kinds)
        self._shown = table.position(scene)
        self._pieces: Mapping[str, Piece] = table.pieces()
        layout = ReplayLayout(table)
        self.key = ""
        self.title, self.notes = layout.title, layout.notes
        self.common, self.seats, self.grid = layout.common, layout.seats, layout.grid

    def shown(self, slot: int) -> str:
        """What a slot shows."""
        return self._shown.get(slot, "")

    def words(self, fragment: str) -> str:
        """The text of a fragment of tokens."""
        return " ".join(self._pieces[letter].text for letter in fragment).replace("~ ", "")

    def size(self, letter: str) -> str:
        """The attribute that says how large a piece is drawn."""
        kind = self._pieces[letter].kind
        return "" if kind == "c" else f" class={kind}"


def definitions(letters: Mapping[Piece, str]) -> Markup:
    """The drawings of the pieces that the boards of a page use."""
    drawn = "".join([symbol(piece, letter) for piece, letter in letters.items()])
    return Markup(
        "<svg class=defs aria-hidden=true width=0 height=0>"
        f"<defs>{''.join(shapes(letters))}{drawn}</defs></svg>"
    )
