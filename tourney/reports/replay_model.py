"""All that the template of a replay needs: layout, texts, frames as data, result, first error."""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final, NamedTuple

from markupsafe import Markup, escape

from engines.api import CHANCE, EVERYTHING, Who, seat_letter
from engines.games import GAMES
from engines.messages import Message, Sentence, say
from tourney.domain.match_values import StoredMatch
from tourney.pictures.scene_pieces import shapes, symbol
from tourney.records import check, record
from tourney.records.model import Field, MatchRecord, SeatedPlayer, line_text
from tourney.records.record_positions import readable, replay_of
from tourney.render.code_words import stage_word, word_of
from tourney.render.frames import FrameEntry
from tourney.render.scenes import known
from tourney.reports.replay_coding import coded_frames, coded_texts, digit, digits
from tourney.reports.replay_frames import FrameTable, Place
from tourney.reports.replay_layout import ReplayLayout
from tourney.reports.replay_text import Line, LinePart, RecordText

BUTTONS: Final = (
    ("Home", "|◂", Sentence("reports.first")),
    ("PageUp", "◂◂", Sentence("reports.turn-back")),
    ("ArrowLeft", "◂", Sentence("reports.back")),
    (" ", "▸❙", Sentence("reports.play")),
    ("ArrowRight", "▸", Sentence("reports.onward")),
    ("PageDown", "▸▸", Sentence("reports.turn-onward")),
    ("End", "▸|", Sentence("reports.last")),
)
"""The key that a button stands for, its sign and what it does."""

ROUND_ENDS: Final = 1
"""Most ends of rounds that are shown without script: each of them makes the page longer."""

FACTS: Final = ("event", "stage", "round", "table", "date", "venue", "recorder", "source")
"""Headers that are shown beside the result."""
FACT_LABELS: Final = {
    "game": Sentence("reports.game"),
    "options": Sentence("reports.options"),
    "event": Sentence("reports.event"),
    "stage": Sentence("reports.stage"),
    "round": Sentence("reports.round"),
    "table": Sentence("reports.table"),
    "date": Sentence("reports.date"),
    "venue": Sentence("reports.venue"),
    "recorder": Sentence("reports.recorder"),
    "source": Sentence("reports.source"),
    "status": Sentence("reports.how-it-ended"),
}
"""The labels of what headers of a record say."""
SOURCES: Final = {
    "engine": Sentence("reports.source-engine"),
    "table": Sentence("reports.source-table"),
    "notes": Sentence("reports.source-notes"),
    "import": Sentence("reports.source-import"),
}
"""Where a record comes from, by the value of its header."""


class ResultRow(NamedTuple):
    """How a seat ended."""

    letter: str
    name: str
    score: str
    place: str
    forfeit: str


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
        self, match: StoredMatch, views: Sequence[Who], lang: str, *, rules: str | None, key: str
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
        self.error = self._first_error(document, rules) if self._open and match.text else None
        self.results = list(self._results())
        self.facts = list(self._facts())
        self._texts(document)
        self.drawn = False
        if self._replay.frames:
            self._frames()

    # -- the record

    def _texts(self, document: MatchRecord) -> None:
        texts = RecordText(document, self._replay, _headers(self._match, document))
        every = [texts.lines(who) for who in self._who]
        kept = [at for at, seen in enumerate(zip(*every, strict=True)) if any(seen)]
        self._lines = [[lines[at] for at in kept] for lines in every]
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
        before = [0, *(part.number for part in line if part.number)]
        numbers = iter(before)
        inside = "".join(
            [self._part(part, wrong, next(numbers) if part.number else 0) for part in line]
        )
        if wrong and not counted:
            inside = f"<b class=bad>{inside}</b>"
        return f"<i{' class=aside' if aside else ''}>{inside}\n</i>"

    def _part(self, piece: LinePart, wrong: bool, before: int) -> str:
        """A part of a line; the script numbers the entries that follow each other in a line."""
        text = str(escape(piece.text))
        if piece.mark == "~":
            return f"<del>{text}</del>"
        if not piece.number:
            return text
        bad = wrong and self.error is not None and self.error.ply in (piece.number, None)
        name = " class=bad" if bad else " class=odd" if piece.mark == "^" else ""
        number = "" if 0 < before == piece.number - 1 else f" id={self.key}p{piece.number}"
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
            [self._table.changes(*pair) for pair in pairwise([{}, *seen])] for seen in every
        ]
        layout = ReplayLayout(self._table)
        self.title, self.notes, self.info = layout.title, layout.notes, layout.info
        self.longest_notes = layout.longest_notes
        self.common, self.seats, self.grid = layout.common, layout.seats, layout.grid
        self._ends = [replay.numbers(at)[1] for at in range(len(replay.frames))]
        self.last = len(replay.frames) - 1
        pieces = self._table.pieces()
        self._pieces = pieces
        drawn = (symbol(piece, letter, self.key) for letter, piece in pieces.items())
        self.symbols = Markup("".join(drawn))
        self.shapes = Markup(shapes(pieces.values(), self.key))
        self.unknown = self._unknown()
        self.moments = list(self._moments())
        self.marks = Markup("").join(self._marks())
        self.data = Markup(_json(self._data()))

    def words(self, fragment: str) -> str:
        """The text of a fragment of tokens."""
        return " ".join(self._pieces[letter].text for letter in fragment).replace("~ ", "")

    def size(self, letter: str) -> str:
        """The attribute that says how large a piece is drawn; most pieces are cards, without it."""
        kind = self._pieces[letter].kind
        return "" if kind == "c" else f" class={kind}"

    def _position(self, at: int) -> Callable[[int], str]:
        """What each slot shows at a frame."""
        shown = self._positions[at]
        return lambda slot: shown.get(slot, "")

    def _unknown(self) -> str:
        """Why positions end before the record, in a view that hides cards without the reason."""
        if len(self._positions) == len(self._replay.frames):
            return ""
        stopped = self._replay.stopped
        if not self._open or stopped is None:
            return say("reports.not-known").text(self._lang)
        return say("reports.not-known-why", why=stopped).text(self._lang, self._names)

    def _moments(self) -> Iterator[Moment]:
        """The start, the ends of rounds, the last position; of many rounds only some."""
        end = len(self._positions) - 1
        rounds = [at - 1 for at in self._replay.rounds if 0 < at <= end]
        every = -(-len(rounds) // ROUND_ENDS) or 1
        yield self._moment(Sentence("reports.at-start"), 0)
        for number, at in list(enumerate(rounds, 1))[every - 1 :: every]:
            yield self._moment(Sentence("reports.round-end"), at, round=number)
        if end:
            yield self._moment(Sentence("reports.at-end"), end)

    def _moment(self, sentence: Any, at: int, **arguments: int) -> Moment:
        caption = sentence(ply=self._replay.numbers(at)[1], **arguments).text(self._lang)
        return Moment(caption, self._position(at))

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

    def _data(self) -> Mapping[str, Any]:
        """What the script needs, as JSON."""
        replay = self._replay
        return {
            "key": self.key,
            "file": re.sub(r"[^\w.-]+", "-", self._match.name).strip("-.") + ".tmr",
            "steps": digits(b - a for a, b in pairwise([0, *self._ends])).rstrip(digit(1)),
            "turns": digits(replay.turns),
            "seats": "".join(_letter(entry) for entry in replay.entries if entry.number),
            **coded_frames(self._changes),
            **coded_texts([_differing(self._lines[0], lines) for lines in self._lines]),
            "empty": say("reports.empty").text(self._lang),
            "copied": say("reports.copied").text(self._lang),
        }

    # -- result, headers, errors

    def _results(self) -> Iterator[ResultRow]:
        match = self._match
        left = {fault.seat: fault.code for fault in match.faults}
        for seat, name in enumerate(self._names):
            score, place = match.scores[seat], match.places[seat]
            yield ResultRow(
                seat_letter(seat),
                name,
                "" if score is None else str(score),
                "" if place is None else str(place),
                self._text(word_of(left[seat])) if seat in left else "",
            )

    def _facts(self) -> Iterator[tuple[str, str]]:
        """Labels and values of what the headers say, in the language of the page."""
        match = self._match
        known_game = GAMES.get(match.game)
        facts = {"game": known_game.title[self._lang] if known_game else match.game}
        if match.options:
            facts["options"] = " ".join(f"{key}={value}" for key, value in match.options)
        facts |= {key: value for key, value in match.headers if key in FACTS}
        if source := SOURCES.get(facts.get("source", "")):
            facts["source"] = source().text(self._lang)
        if match.status:
            facts["status"] = self._text(word_of(match.status))
        if stage := facts.get("stage"):
            facts["stage"] = self._text(stage_word(stage))
        for key, value in facts.items():
            yield FACT_LABELS[key]().text(self._lang), value

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

    def _first_error(self, document: MatchRecord, rules: str | None) -> FirstError | None:
        problems = check(document).problems
        if not problems:
            return None
        first = problems[0]
        text = say("reports.error-at", line=first.line, fault=first.text(self._lang)).text(
            self._lang
        )
        link = f"{rules}{self._match.game}.html#{first.rule}" if rules and first.rule else ""
        return FirstError(text, first.rule, link, first.line, first.ply)


MARKS: Final[Mapping[str, Callable[[str], Markup]]] = {
    "incident": lambda x: Markup(f'<circle cx="{x}" cy="6" r="4"/>'),
    "ruling": lambda x: Markup(f'<rect x="{x}" y="2" width="8" height="8"/>'),
    "error": lambda x: Markup(f'<circle class="wrong" cx="{x}" cy="6" r="5"/>'),
}
"""How each kind of mark is drawn."""


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


def _json(data: Mapping[str, Any]) -> str:
    """JSON that is safe inside a script element."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
