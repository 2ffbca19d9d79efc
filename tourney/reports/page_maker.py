"""What the pages of events, runs, players and matches share: sections, tables, cells with links."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

from markupsafe import Markup, escape

from engines.games import GAMES
from engines.messages import Message, say
from tourney.domain.errors import NotFound
from tourney.domain.match_values import StoredMatch
from tourney.exports.run_statistics import RUNNER
from tourney.pictures.charts import Chart, draw, renamed, telling
from tourney.pictures.look import ChartLook
from tourney.render.code_words import word_of
from tourney.render.text_tables import Table
from tourney.reports.content import (
    CHART_STYLE,
    Cell,
    Facts,
    Head,
    Link,
    Notes,
    PageTable,
    Part,
    Section,
    Trusted,
    grid,
    present,
)
from tourney.reports.paths import Links
from tourney.reports.source import MatchLine, PageSource, ShownNames

FACT_DIVIDER = " · "


class PageMaker:
    """Makes parts of pages in the language of the pages, with links from one page."""

    def __init__(self, source: PageSource, links: Links) -> None:
        self.source = source
        self.links = links
        self.lang = source.lang
        self.names = source.names

    def text(self, message: Message) -> str:
        """A message in the language of the pages, without names that are not shown."""
        return self.names.text(message.text(self.lang))

    def word(self, code: str) -> Cell:
        """The word of a code that records or plans write."""
        return Cell(said(word_of(code), self.lang))

    def ending(self, match: StoredMatch) -> Cell:
        """How a match ended, and which bots failed in it: each kind of fault of a bot once."""
        words = [self.word(match.status).text]
        for seat, code in dict.fromkeys((one.seat, one.code) for one in match.faults):
            who = match.players[seat] if seat >= 0 else RUNNER
            words.append(self.text(say("reports.page-in-match", who=who, code=word_of(code))))
        return Cell(FACT_DIVIDER.join(words))

    def section(self, anchor: str, title: Message, *parts: Part) -> Section:
        """A section with the parts that have something to show."""
        return Section(anchor, self.text(title), present(*parts))

    def notes(self, *messages: Message) -> Notes:
        """Paragraphs."""
        return Notes([self.text(one) for one in messages])

    def charts(self, *made: Callable[[], Chart]) -> list[Trusted]:
        """Charts with names as pages show them; those without numbers are left out."""
        return [one for make in made for one in drawn_charts(make, self.names, self.lang)]

    def facts(self, rows: Iterable[tuple[Message, Sequence[Cell]]]) -> Facts:
        """Labelled values; those without a value are left out."""
        kept = [(label, [cell for cell in cells if cell.text]) for label, cells in rows]
        return Facts([(self.text(label), cells) for label, cells in kept if cells])

    def table(
        self, table: Table, caption: Message, links: Mapping[str, Link] | None = None
    ) -> PageTable:
        """A table with names as pages show them; players lead to their pages."""
        known: dict[str, Link] = {"player": self.links.player, **(links or {})}
        found = grid(self.names.table(table, self.lang), self.text(caption), self.lang, known)
        keys = [column.key for column in table.columns if column.only in ("all", "people")]
        if "game" not in keys:
            return found
        at = keys.index("game")
        rows = [[*row[:at], self.game(row[at].text), *row[at + 1 :]] for row in found.rows]
        return PageTable(found.caption, found.heads, rows)

    def heads(self, *titles: Message, numbers: Sequence[int] = ()) -> list[Head]:
        """Heads of columns; those at the places of `numbers` are aligned at the end."""
        return [Head(self.text(title), at in numbers) for at, title in enumerate(titles)]

    def player(self, name: str) -> Cell:
        """A player by the stored name."""
        shown = self.names.of(name)
        return Cell(shown, self.links.player(shown))

    def game(self, name: str) -> Cell:
        """A game, by its title."""
        return Cell(title_of(name, self.lang), self.links.game(name))

    def match(self, match: StoredMatch) -> Cell:
        """A stored match, by the id that pages show."""
        name = self.names.match_name(match)
        return Cell(name, self.links.match(name))

    def event(self, name: str) -> Cell:
        """An event, by its stored name."""
        return Cell(self.names.text(name), self.links.event(name))

    def lines(self, lines: Sequence[MatchLine], caption: Message) -> PageTable:
        """Recorded matches, one in each row."""
        heads = self.heads(
            say("reports.page-date"),
            say("reports.page-match"),
            say("reports.page-game"),
            say("reports.page-event"),
            say("reports.page-result"),
        )
        return PageTable(self.text(caption), heads, [self._line(line) for line in lines])

    def _line(self, line: MatchLine) -> list[Cell]:
        return [
            Cell(day(line.date)),
            Cell(line.name, self.links.match(line.name)),
            self.game(line.game),
            self.event(line.event) if line.event else Cell(""),
            Cell(result_words(line, self.lang)),
        ]


def said(word: Message | str, lang: str) -> str:
    """A message in a language; a code without a word stays as it is."""
    return word if isinstance(word, str) else word.text(lang)


def title_of(game: str, lang: str) -> str:
    """The title of a game; its name if the program does not know it."""
    if game not in GAMES:
        return game
    return GAMES[game].title.get(lang, GAMES[game].title["en"])


def day(date: str) -> str:
    """The day of a date with or without a time."""
    return date[:10]


def result_words(line: MatchLine | StoredMatch, lang: str) -> str:
    """The players of a match with their scores, the best first; the status if it has no result."""
    words = players_and_scores(line)
    if None in line.places:
        return f"{words} ({said(word_of(line.status or '?'), lang)})"
    return words


def players_and_scores(line: MatchLine | StoredMatch) -> str:
    """The players of a match with their scores, the best first; in seat order without places."""
    held = list(zip(line.places, line.players, line.scores, strict=True))
    if any(place is None for place, _, _ in held):
        return ", ".join(line.players)
    ordered = sorted(held, key=lambda one: one[0] or 0)
    words = (f"{who} {'?' if score is None else score}" for _, who, score in ordered)
    return FACT_DIVIDER.join(words)


WIDTHS: Final = {"broad": 720, "slim": 328}
"""The width of each drawing by its class; a telephone of 360 pixels has 328 between its margins."""


def drawn_charts(make: Callable[[], Chart], names: ShownNames, lang: str) -> Iterator[Trusted]:
    """A chart with its caption; nothing if its numbers are not stored or say too little."""
    try:
        chart = make()
    except NotFound:
        return
    if telling(chart):
        yield Trusted(_figure(renamed(chart, names.text, lang), lang), CHART_STYLE)


def _figure(chart: Chart, lang: str) -> Markup:
    drawings = (
        f'<div class="{name}">{draw(chart, ChartLook(width, lang, heading=False))}</div>'
        for name, width in WIDTHS.items()
    )
    caption = f"<figcaption>{escape(chart.words.title)}</figcaption>"
    return Markup(f'<figure class="plotted">{caption}{"".join(drawings)}</figure>')
