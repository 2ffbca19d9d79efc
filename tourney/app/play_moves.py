"""Reads what a person types: a command, the word of an answer, a move in lax notation."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final, NamedTuple

from engines.api import Game, NotationError, Scene, Seat, View
from engines.messages import Message, say
from tourney.desk.answers import addressed, folded, spellings
from tourney.domain.observation import Observation
from tourney.render.text import cell_width, wrapped

COMMANDS: Final[Mapping[str, str]] = {
    "?": "?", "help": "?", "table": "table", "notation": "notation", "hint": "hint",
    "back": "back", "<": "back", "resign": "resign", "quit": "quit",
    "盤面": "table", "書き方": "notation", "ヒント": "hint", "戻る": "back", "投了": "resign",
    "終了": "quit",
}  # fmt: skip
"""Each word that may be typed, and the command that it means."""
LONGEST: Final = 200
"""Characters of an answer that are read; the longest move has about eighty."""


def plain(text: str) -> str:
    """The beginning of a text with half-width characters and single blanks."""
    return " ".join(unicodedata.normalize("NFKC", text[:LONGEST]).split())[:LONGEST]


def squeezed(text: str) -> str:
    """The text without case and blanks, for comparison."""
    return "".join(unicodedata.normalize("NFKC", text).casefold().split())


def read_command(text: str) -> tuple[str, str] | None:
    """The command that a text means, and the words after it; None if it is a move."""
    word, _, rest = text.partition(" ")
    if text.startswith("?"):
        word, rest = "?", text[1:].strip()
    command = COMMANDS.get(word.casefold())
    if command is None or (rest and command != "?"):
        return None
    return command, rest


def read_move(observation: Observation[Any], names: Sequence[str], text: str) -> Any:
    """The move that a text means, legal or not; NotationError if it cannot be read.

    Any case and spacing is accepted, kana and kanji, names of players for seat letters, and the
    beginning of a word that belongs to one legal move only.
    """
    game = observation.game
    legal = {squeezed(game.move_text(move)): move for move in observation.legal()}
    # First as typed, then with the other spellings that the game knows.
    for typed in (squeezed(text), squeezed(game.typed(text))):
        if typed in legal:
            return legal[typed]
    if text.isalpha():
        # Only words: the beginning of a card is another card, such as h1 of h10.
        begun = [move for words, move in legal.items() if words.startswith(squeezed(text))]
        if len(begun) == 1:
            return begun[0]
    who, rest, named = addressed(text, names)
    words = rest if named and who == observation.seat else text
    # A word with which all legal moves begin may be left out.
    firsts = {game.move_text(move).partition(" ")[0] for move in legal.values()}
    begin = firsts.pop() if len(firsts) == 1 else ""
    fault: NotationError | None = None
    for form in _forms(game, observation.seat, spellings(game, names, words, begin)):
        try:
            return _parsed(game, form)
        except NotationError as error:
            fault = fault or error
    assert fault is not None, "the text itself is the first form"
    raise fault


def _forms(game: Game[Any], seat: Seat, forms: Sequence[str]) -> Iterator[str]:
    """Each form of a text, and the same as a record would write it."""
    for form in forms:
        yield form
        try:
            yield game.canonical(seat, form)
        except NotationError:
            continue


def _parsed(game: Game[Any], text: str) -> Any:
    """The move of a text; a text that is only not canonical is accepted."""
    try:
        return game.parse_move(text)
    except NotationError as error:
        if error.message.code != "kit.write":
            raise
        # The fault has the canonical text, which is the same move.
        return game.parse_move(str(dict(error.message.arguments)["text"]))


def chosen(text: str, words: Mapping[str, Message]) -> str:
    """The code of the word that a text is or begins, in either language; "" for anything else."""
    plain = folded(text.strip())
    known = {
        code: {folded(form) for form in (code, word.text("en"), word.text("ja"))}
        for code, word in words.items()
    }
    # A word that is typed in full wins over longer ones that begin with it.
    exact = [code for code, forms in known.items() if plain in forms]
    begun = [code for code, forms in known.items() if any(one.startswith(plain) for one in forms)]
    found = exact or begun
    return found[0] if plain and len(found) == 1 else ""


SHORT: Final = 12
"""Most moves that are shown without being asked for."""
SHOWN: Final = 24
"""Most of the cheapest moves that are shown with the number of the others."""
LISTED: Final = 60
"""Most moves that are listed at once without a word that selects them."""
GAP: Final = "   "


class ListedMove(NamedTuple):
    """A legal move with its number from 1, its headings, its label and its text.

    Headings and label are in the language of the reader, the text is in notation. `word` asks for
    all moves below the first heading.
    """

    number: int
    headings: tuple[str, ...]
    label: str
    text: str
    move: Any
    word: str = ""


class MoveList:
    """The legal moves of one decision: the cheapest first, or in canonical order."""

    def __init__(
        self,
        game: Game[Any],
        moves: Sequence[Any],
        lang: str,
        view: View | None = None,
        *,
        numbered: bool = True,
    ) -> None:
        """Without `numbered`, moves are typed and never picked by number.

        With the `view` of the player, moves that cost something are listed by their cost.
        """
        self._lang = lang
        self._numbered = numbered
        self.moves: list[ListedMove] = []
        costs = game.costs(view, moves) if view else ()
        self.by_cost = bool(costs)
        """Whether the first heading is what a move costs."""
        # A move stands below its cost with all of its text as label …
        pairs = zip(costs, moves, strict=True) if costs else ()
        for number, (cost, move) in enumerate(sorted(pairs, key=lambda pair: pair[0].key), 1):
            text, head = game.move_text(move), (cost.text.text(lang),)
            label = readable(game, text, lang)
            self.moves.append(ListedMove(number, head, label, text, move, cost.word))
        # … and without costs below the words with which it begins.
        for number, move in enumerate(() if costs else moves, 1):
            *headings, label = (readable(game, part, lang) for part in game.path(move))
            if not label:  # a word alone is its own label
                headings, label = [], headings[-1]
            text = game.move_text(move)
            self.moves.append(ListedMove(number, tuple(headings) or ("",), label, text, move))

    @property
    def short(self) -> bool:
        """Whether all moves fit at the prompt."""
        return len(self.moves) <= SHORT

    def numbered(self, number: int) -> ListedMove | None:
        """The move with this number."""
        return self.moves[number - 1] if 0 < number <= len(self.moves) else None

    def lines(self, words: str, width: int) -> list[str]:
        """The moves that `words` select, by heading; without words only headings if many."""
        found = self._selected(words)
        if not found:
            return [say("app.play-no-such", words=words).text(self._lang)]
        if len(found) > LISTED and (not words or self.by_cost):
            return self._cheapest(found, words, width)
        return [line for row in self._rows(found) for line in _wrapped_row(row, width)]

    def _cheapest(self, found: Sequence[ListedMove], words: str, width: int) -> list[str]:
        """The number of moves below each heading; if they are listed by cost, the first ones."""
        shown = 0
        if self.by_cost:
            heads = [one.headings[0] for one in found]
            for heading in dict.fromkeys(heads):
                if shown + heads.count(heading) > SHOWN:
                    break
                shown += heads.count(heading)
        lines = [line for row in self._rows(found[:shown]) for line in _wrapped_row(row, width)]
        counts: Counter[tuple[str, str]] = Counter()
        for one in found[shown:]:
            heading = one.headings[0] or one.label
            counts[heading, f"{words} {one.word}".strip() if one.word else heading] += 1
        for (heading, word), count in counts.items():
            more = say(
                "app.play-more" if self._numbered else "app.play-more-by-tab",
                count=count,
                word=word,
            )
            lines.append(f"  {heading}: {more.text(self._lang)}")
        return lines

    def _selected(self, words: str) -> list[ListedMove]:
        """The moves below a heading, else those with all words, or words that begin so."""
        if not words:
            return self.moves
        # The heading of a move, and each shorter one that it begins with.
        below = [
            one
            for one in self.moves
            if any(
                squeezed(words) == squeezed(" ".join(one.headings[:depth]))
                for depth in range(1, len(one.headings) + 1)
            )
        ]
        if below:
            return below
        found = self.moves
        for word in words.casefold().split():
            whole = [one for one in found if word in _words(one)]
            begun = [one for one in found if any(known.startswith(word) for known in _words(one))]
            found = whole or begun
        return found

    def _rows(self, found: Sequence[ListedMove]) -> Iterator[tuple[str, list[str]]]:
        """Each heading with its labels, headings in the order of their first moves."""
        rows: dict[tuple[str, ...], list[str]] = {}
        for one in found:
            label = f"{one.number}) {one.label}" if self._numbered else one.label
            rows.setdefault(one.headings, []).append(label)
        for headings, labels in rows.items():
            yield " ".join(headings), labels


def readable(game: Game[Any], text: str, lang: str) -> str:
    """A text in notation with the words of a language."""
    if lang != "ja":
        return text
    return re.sub("[a-z]{2,}", lambda word: game.japanese.get(word[0], word[0]), text)


def _words(one: ListedMove) -> list[str]:
    """The words of a move as they are searched for: cards, places, sums card by card."""
    parts = (*one.headings, one.label, one.text, one.word)
    return [*re.split("[ +@]", " ".join(parts).casefold()), one.text.casefold()]


def _wrapped_row(row: tuple[str, list[str]], width: int) -> Iterator[str]:
    heading, labels = row
    start = f"  {heading}: " if heading else "  "
    # Even on a narrow terminal something stands beside the heading.
    line, room = start, max(width, 2 * cell_width(start))
    for label in labels:
        if line != start and cell_width(line) + cell_width(label) > room:
            yield line.rstrip()
            line = start = " " * cell_width(start)
        line += label + GAP
    yield line.rstrip()


def paragraphs(text: str, width: int, indent: str = "  ") -> list[str]:
    """A text in lines of at most `width` columns, indented."""
    return [indent + line for line in wrapped(text, max(width - len(indent), 1))]


def preview(observation: Observation[Any], move: Any, title: Message, rng: Random) -> Scene | None:
    """The board after a move, with the changed cells in brackets; None if it does not change.

    The move is made in a world that the seat considers possible, so nothing hidden is shown.
    """
    game, seat = observation.game, observation.seat
    before = game.scene(observation.view()).grid
    if before is None:
        return None
    world = observation.resample(rng)
    world.apply(seat, move)
    after = game.scene(world.view(seat)).grid
    if after is None or after == before:
        return None
    # The grid may have grown to the left or the top: cells are compared by their coordinates.
    old = {
        (before.left + x, before.top + y): token
        for y, row in enumerate(before.rows)
        for x, token in enumerate(row)
    }
    rows = []
    for y, row in enumerate(after.rows):
        cells = list(row)
        for x, token in enumerate(row):
            if token and token != old.get((after.left + x, after.top + y)):
                cells[x] = token._replace(text=f"[{token.text}]")
        rows.append(tuple(cells))
    return Scene(title, (), grid=after._replace(rows=tuple(rows)))
