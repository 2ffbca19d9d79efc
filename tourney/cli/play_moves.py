"""The legal moves of a decision as a numbered list, grouped so that a person finds one."""

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from engines.api import Game, MovePrice, View
from engines.messages import Sentence, say
from tourney.cli.play_answers import squeezed
from tourney.render.text import cell_width, wrapped

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
        self._by_cost = False
        if costs := game.costs(view, moves) if view else ():
            self._by_cost = True
            ordered = sorted(zip(costs, moves, strict=True), key=lambda one: one[0].key)
            self.moves = [_priced(game, lang, n, *one) for n, one in enumerate(ordered, 1)]
            return
        listed = enumerate(moves, 1)
        self.moves = [_listed(game, lang, number, move) for number, move in listed]

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
            return [say("cli.play-no-such", words=words).text(self._lang)]
        if len(found) > LISTED and (not words or self._by_cost):
            return self._cheapest(found, words, width)
        return [line for row in self._rows(found) for line in _wrapped_row(row, width)]

    def _cheapest(self, found: Sequence[ListedMove], words: str, width: int) -> list[str]:
        """The number of moves below each heading; if they are listed by cost, the first ones."""
        shown = 0
        if self._by_cost:
            heads = [one.headings[0] for one in found]
            for heading in dict.fromkeys(heads):
                if shown + heads.count(heading) > SHOWN:
                    break
                shown += heads.count(heading)
        rows = [line for row in self._rows(found[:shown]) for line in _wrapped_row(row, width)]
        return [*rows, *self._summary(found[shown:], words)]

    def _selected(self, words: str) -> list[ListedMove]:
        """The moves below a heading, else those with all words, or words that begin so."""
        if not words:
            return self.moves
        below = [one for one in self.moves if squeezed(words) in map(squeezed, _headings(one))]
        if below:
            return below
        found = self.moves
        for word in words.casefold().split():
            whole = [one for one in found if word in _words(one)]
            begun = [one for one in found if any(known.startswith(word) for known in _words(one))]
            found = whole or begun
        return found

    def _summary(self, found: Sequence[ListedMove], words: str = "") -> Iterator[str]:
        """One line for each first heading, with the number of its moves."""
        counts: dict[tuple[str, str], int] = {}
        for one in found:
            heading = one.headings[0] or one.label
            word = f"{words} {one.word}".strip() if one.word else heading
            counts[heading, word] = counts.get((heading, word), 0) + 1
        for (heading, word), count in counts.items():
            more = (
                Sentence("cli.play-more") if self._numbered else Sentence("cli.play-more-by-tab")
            )(count=count, word=word)
            yield f"  {heading}: {more.text(self._lang)}"

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


def _listed(game: Game[Any], lang: str, number: int, move: Any) -> ListedMove:
    *headings, label = (readable(game, part, lang) for part in game.path(move))
    if not label:  # a word alone is its own label
        headings, label = [], headings[-1]
    return ListedMove(number, tuple(headings) or ("",), label, game.move_text(move), move)


def _priced(game: Game[Any], lang: str, number: int, cost: MovePrice, move: Any) -> ListedMove:
    """A move below its cost; its label is all of its text."""
    text = game.move_text(move)
    label = readable(game, text, lang)
    return ListedMove(number, (cost.text.text(lang),), label, text, move, cost.word)


def _headings(one: ListedMove) -> Iterator[str]:
    """The heading of a move and each shorter one that it begins with."""
    for depth in range(1, len(one.headings) + 1):
        yield " ".join(one.headings[:depth])


def _words(one: ListedMove) -> list[str]:
    """The words of a move as they are searched for: cards, places, sums card by card."""
    parts = (*one.headings, one.label, one.text, one.word)
    return [*re.split("[ +@]", " ".join(parts).casefold()), one.text.casefold()]


def _wrapped_row(row: tuple[str, list[str]], width: int) -> Iterator[str]:
    heading, labels = row
    start = f"  {heading}: " if heading else "  "
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
