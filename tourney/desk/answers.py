"""The settings of a table, what a typed text means, and what the desk answers.

A player is named by a seat letter, a name, or the beginning of a name. Answers are accepted,
refused, or a broken correction.
"""

import json
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from itertools import zip_longest
from typing import Any, Final, NamedTuple, Self

from engines.api import Blank, Game, Seat, seat_letter
from engines.games import GAMES
from engines.messages import Message
from tourney.domain.errors import DataFault
from tourney.domain.match_values import StoredMatch
from tourney.records.field_values import attributes, rank_text, scores_text
from tourney.records.lines import LineFault, line


class RecordChange(NamedTuple):
    """A change of the record: from line `at` on, `before` was replaced by `after`."""

    at: int
    before: tuple[str, ...]
    after: tuple[str, ...]

    def reversed(self) -> "RecordChange":
        """The change that takes this one back."""
        return RecordChange(self.at, self.after, self.before)


NO_CHANGE: Final = RecordChange(0, (), ())


@dataclass(frozen=True, slots=True)
class Accepted:
    """Text that was understood: the lines as written in the record, and what followed."""

    lines: tuple[str, ...]
    news: tuple[Message, ...] = ()
    change: RecordChange = NO_CHANGE


@dataclass(frozen=True, slots=True)
class Refused:
    """Text that changed nothing: why, the rule that it breaks, and how to correct it.

    `line` is an earlier line of the record that it contradicts, counted from 0, and `there` is a
    note on it. `markable` is whether it can be let stand with `^`. `meant` is the line in notation
    if a short form was typed.
    """

    message: Message
    rule: str = ""
    remedy: Message | None = None
    line: int | None = None
    there: Message | None = None
    markable: bool = False
    meant: str = ""


@dataclass(frozen=True, slots=True)
class Broken:
    """A correction that a later line contradicts; nothing has changed yet.

    `line` is the first line that does not fit any more, as it is counted in the record.
    """

    line: int
    text: str
    refused: Refused
    lines: tuple[str, ...] = field(default=())


@dataclass(frozen=True, slots=True)
class DeskDue:
    """What is typed next: who must do what, and what may be typed.

    `row` is a seat with the first word of its line, such as "hand", if one is asked for. `only` is
    the text that `.` stands for, empty if there are several. `ends` is whether the match is over if
    nothing more happens. With `seats`, these may act before the `blanks` are filled in. `unseen` is
    the decision that Enter stands for, since nobody saw what it revealed. `sure` is whether it is
    known that the first of `seats` has to act.
    """

    what: Message | None = None
    seats: tuple[Seat, ...] = ()
    row: tuple[Seat, str] | None = None
    blanks: tuple[Blank, ...] = ()
    choices: tuple[str, ...] = ()
    only: str = ""
    over: bool = False
    ends: bool = False
    unseen: str = ""
    sure: bool = True

    @property
    def players(self) -> tuple[Seat, ...]:
        """The seats without the dealer."""
        return tuple(seat for seat in self.seats if seat >= 0)


class Refusing(Exception):
    """Stops the work on a text that is refused; `item` is the line that was tried."""

    def __init__(self, refused: Refused, item: Any = None, action: int = 0, at: int = -1) -> None:
        super().__init__(refused)
        self.refused = refused
        self.item = item
        self.action = action
        self.at = at


# Whose hands are recorded: nobody's, one player's, everybody's.
HANDS: Final = ("none", "mine", "all")


@dataclass(frozen=True, slots=True)
class TableSetup:
    """A match about to be recorded; `options` and `headers` are as written in its record.

    `mine` is the seat whose cards are known with `hands` "mine". With `public`, hidden cards are
    not asked for, because the players can see the screen. `versions` are those of bots by seat,
    empty for people.
    """

    match: str
    game: str
    players: tuple[str, ...]
    options: tuple[tuple[str, str], ...] = ()
    headers: tuple[tuple[str, str], ...] = ()
    hands: str = "none"
    mine: Seat | None = None
    public: bool = False
    versions: tuple[str, ...] = ()

    def rules(self) -> tuple[Game[Any], Any]:
        """The game, and the options as it knows them; OptionError if it does not accept them."""
        game = GAMES[self.game]
        return game, game.options(dict(self.options), len(self.players))

    def known(self) -> Sequence[Seat]:
        """The seats whose cards are recorded as they are dealt."""
        if self.public or self.hands == "none":
            return ()
        return range(len(self.players)) if self.hands == "all" else ((self.mine or 0),)

    def head(self) -> list[str]:
        """The header lines and the seats of the record."""
        game, options = self.rules()
        lines = [f"match: {self.match}", f"game: {self.game}"]
        if game.version != 1:
            lines.append(f"rules: {self.game}/{game.version}")
        written = game.options_text(options)
        lines += [f"options: {written}"] if written else []
        lines += [f"{key}: {value}" for key, value in self.headers]
        seated = zip_longest(self.players, self.versions, fillvalue="")
        return lines + [
            f"seat {seat_letter(seat)}: {name}{f' [bot {version}]' if version else ''}"
            for seat, (name, version) in enumerate(seated)
        ]

    def as_json_text(self) -> str:
        """The setup as it is stored."""
        return json.dumps(asdict(self), ensure_ascii=False)

    @classmethod
    def from_json_text(cls, text: str) -> Self:
        """The inverse of `as_json_text`."""
        found: dict[str, Any] = json.loads(text)
        for key in ("options", "headers"):
            found[key] = tuple((str(name), str(value)) for name, value in found[key])
        found["players"] = tuple(found["players"])
        found["versions"] = tuple(found.get("versions", ()))
        return cls(**found)


_WORD = re.compile(r"[^\s:;=,]+")
_FIRST = re.compile(r"\s*(?P<who>[^\s:;、]+)[\s、]+(?P<rest>\S.*)", re.DOTALL)
_KATAKANA = range(0x30A1, 0x30F7)
SHORTEST = 2  # letters that the beginning of a name needs; a single letter is a seat


@lru_cache(maxsize=1024)  # every word of a line is compared with the same few names
def folded(name: str) -> str:
    """A name without differences of case, width, and between hiragana and katakana."""
    plain = unicodedata.normalize("NFKC", name).casefold()
    return "".join(chr(ord(c) - 0x60) if ord(c) in _KATAKANA else c for c in plain)


def seat_of(word: str, players: Sequence[str]) -> Seat | None:
    """The seat that a word names; None if no player or several players are meant."""
    plain = folded(word.strip())
    names = [folded(name) for name in players]
    if plain in names:  # before the letters of seats: a player may be called B and sit at A
        return names.index(plain)
    if len(plain) == 1 and "a" <= plain < chr(ord("a") + len(players)):
        return ord(plain) - ord("a")
    found = [seat for seat, name in enumerate(names) if name.startswith(plain)]
    long_enough = len(plain) >= SHORTEST or not plain.isascii()
    return found[0] if len(found) == 1 and long_enough else None


def addressed(text: str, players: Sequence[str]) -> tuple[Seat | None, str, bool]:
    """The player in front of a text, what follows, and whether a colon separates them."""
    who, colon, rest = text.partition(":")
    if colon and '"' not in who:
        seat = seat_of(who, players)
        if seat is not None:
            return seat, rest.strip(), True
    found = _FIRST.fullmatch(text)
    seat = seat_of(found["who"], players) if found else None
    return (None, text, False) if seat is None or found is None else (seat, found["rest"], False)


def lettered(text: str, players: Sequence[str]) -> str:
    """A text with seat letters instead of names, outside of quoted text."""

    def letter(word: re.Match[str]) -> str:
        seat = seat_of(word[0], players) if len(word[0]) > 1 or not word[0].isascii() else None
        return word[0] if seat is None else seat_letter(seat)

    parts = re.split(r'("[^"]*")', text)
    return "".join(part if part[:1] == '"' else _WORD.sub(letter, part) for part in parts)


# A word that is followed by a card without a blank: `market5`.
_JOINED: Final = re.compile(r"\b([A-Za-z]{3,})(?=\d)")


def spellings(game: Game[Any], players: Sequence[str], text: str, asked: str = "") -> list[str]:
    """The text in notation, then with seat letters instead of names, then with missing blanks.

    If a word such as "pass" is `asked` for, the text may leave it out.
    """
    body = game.typed(text).strip()
    named = game.typed(lettered(text, players)).strip()
    found = dict.fromkeys((body, named, _JOINED.sub(r"\1 ", named)))
    return [*found, *(f"{asked} {each}" for each in found if asked)]


def result_only(
    setup: TableSetup, scores: Sequence[int | None], places: Sequence[int]
) -> StoredMatch:
    """A complete match of which only the result is known, with the text of its record.

    DataFault if the record could not be read again. `scores` may be empty.
    """
    (game, options), count = setup.rules(), len(setup.players)
    trailer = [f"rank: {rank_text(places)}", "status: complete"]
    if scores:
        trailer.insert(0, f"result: {scores_text(scores)}")
    try:
        for version in filter(None, setup.versions):
            attributes(f"bot {version}")
    except LineFault as slip:
        raise DataFault(slip.message) from None
    pairs = (pair.partition("=") for pair in game.options_text(options).split())
    written = [*setup.head(), "", *trailer]
    for number, text in enumerate(written, 1):
        if not text.isascii() and (fault := line(number, text).fault):
            raise DataFault(fault)
    return StoredMatch(
        id=0,
        name=setup.match,
        game=setup.game,
        rules=game.version,
        options=tuple((key, value) for key, _, value in pairs),
        headers=setup.headers,
        players=setup.players,
        versions=tuple(version or None for version in setup.versions) or (None,) * count,
        scores=tuple(scores) or (None,) * count,
        places=tuple(places),
        status="complete",
        entries=[],
        text="".join(f"{text}\n" for text in written),
    )
