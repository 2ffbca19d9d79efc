"""What all pages are made from: the database, names as pages show them, links and counts.

All results are read once, to learn which events there are and to count places, seats and opponents
of each player; of a match only a line is kept.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

from engines.api import seat_letter
from engines.messages import Message, say
from tourney.domain.match_values import MatchResult, StoredMatch
from tourney.domain.rating_values import RatingTable
from tourney.records.record_edits import without_names, word_replacer
from tourney.render.text_tables import Column, Row, Table, Value
from tourney.reports.page_accounts import PageAccounts
from tourney.reports.paths import SitePaths
from tourney.results.sums import ending_of
from tourney.runs.run_schedule import Schedule
from tourney.scoring import UNIT, finishes, in_units, point_system
from tourney.store import Database
from tourney.store.analyses import analysis_digests
from tourney.store.events import StoredEvent, stored_events
from tourney.store.matches import record_matches, run_results
from tourney.store.players import StoredPlayer, all_players
from tourney.store.ratings import result_columns
from tourney.store.runs import StoredRun, all_runs

if TYPE_CHECKING:
    from tourney.ratings import RatingMoment, ResultArrays
    from tourney.ratings.design import Bools


_WORTH: Final = in_units(point_system("scaled"))

GAMES_PLAYED = (
    Column("game", importance=9),
    Column("matches", align="right"),
    Column("points_mean", say("render.heading-per-match"), "right"),
    Column("first", say("render.heading-1st"), "right"),
    Column("second", say("render.heading-2nd"), "right"),
    Column("third", say("render.heading-3rd"), "right"),
    Column("later", say("render.heading-4th"), "right"),
    Column("score_mean", say("render.heading-mean-score"), "right"),
)
SEATS_PLAYED = (
    Column("game", importance=9),
    Column("seats", align="right"),
    Column("seat"),
    Column("matches", align="right"),
    Column("points_mean", say("render.heading-per-match"), "right"),
)
OPPONENTS = (
    Column("player", importance=9),
    Column("matches", align="right"),
    Column("above", align="right", digits=0),
    Column("level", align="right", digits=0),
    Column("below", align="right", digits=0),
    Column("share", align="right"),
)


class Identity(NamedTuple):
    """A person or a bot, by name."""

    name: str
    bot: bool


@dataclass(slots=True)
class PlayedGame:
    """The matches of a player in one game: units of points, scores, places."""

    matches: int = 0
    units: int = 0
    score: int = 0
    places: Counter[int] = field(default_factory=Counter)


@dataclass(slots=True)
class PlayerPart:
    """What is counted for one player."""

    games: dict[str, PlayedGame] = field(default_factory=dict)
    seats: dict[tuple[str, int, int], list[int]] = field(default_factory=dict)
    met: dict[Identity, list[int]] = field(default_factory=dict)


class PlayerBook:
    """The results of all players."""

    def __init__(self) -> None:
        self.parts: dict[Identity, PlayerPart] = {}

    def add(self, game: str, result: MatchResult, who: tuple[Identity, ...]) -> None:
        """Count the result of a match between these players, by seat."""
        ends = finishes(result)
        count = len(who)
        sides = result.sides or tuple(range(count))
        for seat, player in enumerate(who):
            part = self.parts.setdefault(player, PlayerPart())
            units, place = _WORTH(ends[seat]), result.places[seat]
            played = part.games.setdefault(game, PlayedGame())
            played.matches += 1
            played.units += units
            played.score += result.scores[seat]
            played.places[place] += 1
            sums = part.seats.setdefault((game, count, seat), [0, 0])
            sums[0] += 1
            sums[1] += units
            for other, opponent in enumerate(who):
                if sides[other] != sides[seat]:
                    met = part.met.setdefault(opponent, [0, 0, 0])
                    met[1 + (place > result.places[other]) - (place < result.places[other])] += 1

    def games(self, player: Identity) -> Table:
        """The games of a player: matches, points and places."""
        part = self.parts.get(player, PlayerPart())
        return Table(
            GAMES_PLAYED, [_game_row(name, one) for name, one in sorted(part.games.items())]
        )

    def seats(self, player: Identity) -> Table:
        """The points of a player at each seat."""
        part = self.parts.get(player, PlayerPart())
        rows: list[Row] = [
            (game, count, seat_letter(seat), matches, Fraction(units, UNIT * matches))
            for (game, count, seat), (matches, units) in sorted(part.seats.items())
        ]
        return Table(SEATS_PLAYED, rows)

    def opponents(self, player: Identity) -> Table:
        """Whom a player met, the most frequent opponents first; a shared place counts half."""
        part = self.parts.get(player, PlayerPart())
        met = sorted(part.met.items(), key=lambda one: (-sum(one[1]), one[0]))
        rows: list[Row] = []
        for (name, _), (above, level, below) in met:
            total = above + level + below
            score = Fraction(2 * above + level, 2 * total)
            rows.append((name, total, above, level, below, score))
        return Table(OPPONENTS, rows)

    def matches(self, player: Identity) -> int:
        """The number of matches of a player that count."""
        part = self.parts.get(player, PlayerPart())
        return sum(one.matches for one in part.games.values())


def _game_row(name: str, one: PlayedGame) -> Row:
    firsts = [one.places[place] for place in (1, 2, 3)]
    mean = Fraction(one.units, UNIT * one.matches)
    later = one.matches - sum(firsts)
    return (name, one.matches, mean, *firsts, later, Fraction(one.score, one.matches))


FULL: Final = "full"
UNKNOWN: Final = "?"  # the name of an unknown player in records
# Columns whose cells are the name of one player.
PLAYER: Final = frozenset({"player", "bot", "who"})
# Beginnings of the keys of columns that belong to one player.
LEADS: Final = ("above ", "matches ", "points ", "shown ")


class ShownNames:
    """What every name is replaced by; names that are shown in full are not in it.

    `style` holds for people who have no wish of their own.
    """

    def __init__(self, people: Iterable[StoredPlayer], style: str, lang: str) -> None:
        everybody = sorted(people, key=lambda one: one.id)
        taken = {name for one in everybody for name in (one.name, *one.aliases)}
        self.new: dict[str, str] = {}
        self.labels: dict[str, str] = {}
        for one in everybody:
            wish = one.shown or style
            if wish != FULL:
                label = _label(one, wish, lang)
                label = f"{label} ({one.id})" if label in taken else label
                taken.add(label)
                self.labels[one.name] = label
                names = filter(None, (one.name, one.reading, *one.aliases))
                self.new.update(dict.fromkeys(names, label))

    @cached_property
    def text(self) -> "Replacing":
        """A function that replaces names in a text."""
        return Replacing(self.new)

    def of(self, name: str) -> str:
        """A player as pages show the name."""
        return self.new.get(name, name)

    def match(self, match: StoredMatch) -> StoredMatch:
        """A match without the names that are not shown; the id then is that of the database."""
        if not self.new:
            return match
        name = self.match_name(match)
        text = match.text and self.record(match.text, match.name, name)
        players = zip(match.players, match.versions, strict=True)
        return replace(
            match,
            name=name,
            players=tuple(who if version else self.of(who) for who, version in players),
            headers=tuple((key, self.text(value)) for key, value in match.headers),
            faults=tuple(replace(one, evidence=self.text(one.evidence)) for one in match.faults),
            infos=tuple(replace(info, text=self.text(info.text)) for info in match.infos),
            text=text,
        )

    def match_name(self, match: StoredMatch) -> str:
        """The id of a match, without names that are not shown."""
        return match.name if self.text(match.name) == match.name else f"match-{match.id}"

    def record(self, text: str, old: str, new: str) -> str:
        """The text of a record without the names that are not shown."""
        changed = without_names(text, self.new)
        return changed.replace(f"match: {old}", f"match: {new}", 1) if old != new else changed

    def table(self, table: Table, lang: str = "en") -> Table:
        """A table without the names that are not shown."""
        if not self.new:
            return table
        columns = [self._column(column) for column in table.columns]
        named = [column.key in PLAYER for column in table.columns]
        return replace(table, columns=columns, rows=self._rows(table.rows, named, lang))

    def _column(self, column: Column) -> Column:
        for lead in LEADS:
            name = column.key.removeprefix(lead)
            if column.key != name and name in self.new:
                title = self.new[name] if column.title == name else column.title
                return replace(column, key=f"{lead}{self.new[name]}", title=title)
        return column

    def _rows(self, rows: Iterable[Row], named: Sequence[bool], lang: str) -> Iterator[Row]:
        for row in rows:
            yield [self._value(value, own, lang) for value, own in zip(row, named, strict=True)]

    def _value(self, value: Value, named: bool, lang: str) -> Value:
        if isinstance(value, Message):
            return self.text(value.text(lang))
        if isinstance(value, str):
            return self.of(value) if named else self.text(value)
        return value


class Replacing:
    """Replaces names in texts: names as a whole, and as words within a longer text."""

    def __init__(self, new: Mapping[str, str]) -> None:
        self._new = new
        self._words = word_replacer(new)

    def __call__(self, text: str) -> str:
        return self._new.get(text) or self._words(text)


def people_in(match: StoredMatch) -> list[StoredPlayer]:
    """The people of a match that is in no database, numbered by their seats."""
    seated = zip(match.players, match.versions, strict=True)
    return [
        StoredPlayer(number, name)
        for number, (name, version) in enumerate(seated, 1)
        if version is None and name != UNKNOWN
    ]


def _label(one: StoredPlayer, wish: str, lang: str) -> str:
    """The nickname or the initials of a person, else a number; without a nickname the initials."""
    if wish == "nick" and one.nick:
        return one.nick
    if wish in ("nick", "initials"):
        # `A. T.`: the first letter of every word; a name without any letter has no initials.
        firsts = (next(filter(str.isalpha, word), "") for word in one.name.split())
        if initials := " ".join(f"{letter.upper()}." for letter in firsts if letter):
            return initials
    return say("reports.page-hidden", id=one.id).text(lang)


VOID = "void"


class MatchLine(NamedTuple):
    """A recorded match in lists: the id that pages show, and what its headers and result say."""

    id: int
    name: str
    game: str
    event: str
    date: str
    status: str
    players: tuple[str, ...]
    places: tuple[int | None, ...]
    scores: tuple[int | None, ...]
    revision: int
    known: str  # the date, or if it is not known that of the match stored before

    @property
    def order(self) -> tuple[str, int]:
        """The newest match comes last; one without a date follows the match stored before it."""
        return (self.known, self.id)


@dataclass(frozen=True, slots=True)
class PageSettings:
    """The language and the name of the site, how people are named, and its address if known.

    `views` says whose view replays show: open, spectator or all.
    """

    lang: str
    title: str = ""
    names: str = "full"
    base_url: str = ""
    views: str = "open"


@dataclass(slots=True)
class _Gathered:
    """What one pass over all results finds."""

    book: PlayerBook = field(default_factory=PlayerBook)
    events: dict[str, None] = field(default_factory=dict)
    lines: list[MatchLine] = field(default_factory=list)
    bots: set[str] = field(default_factory=set)


MOST_ON_A_DEAL: Final = 500
"""Matches on a deal up to which it has a page: nobody compares more of them by eye."""


class PageSource:
    """The database as pages see it."""

    def __init__(self, store: Database, settings: PageSettings) -> None:
        self.store = store
        self.settings = settings
        self.lang = settings.lang
        self.people = all_players(store)
        self.names = ShownNames(self.people, settings.names, settings.lang)
        self.runs: Sequence[StoredRun] = all_runs(store)
        self.planned: Mapping[str, StoredEvent] = {one.name: one for one in stored_events(store)}

    @cached_property
    def gathered(self) -> _Gathered:
        """Everything that one pass over the results finds."""
        found = _Gathered(events=dict.fromkeys(self.planned))
        for match in record_matches(self.store, entries=False):
            event = dict(match.headers).get("event", "")
            if event:
                found.events.setdefault(event)
            ending = ending_of(match) if match.status != VOID else None
            shown = self.names.match(match)
            line = line_of(shown, event, found.lines[-1].known if found.lines else "")
            found.lines.append(line)
            seated = zip(shown.players, match.versions, strict=True)
            who = tuple([Identity(name, version is not None) for name, version in seated])
            found.bots.update(one.name for one in who if one.bot)
            if ending is not None and ending.result is not None:
                found.book.add(match.game, replace(ending.result, players=shown.players), who)
        for run in self.runs:
            bots = {bot.name: Identity(bot.name, True) for bot in run.spec.bots}
            found.bots.update(bots)
            for result in run_results(self.store, run):
                who = tuple([bots[name] for name in result.players])
                found.book.add(run.spec.game, result, who)
        return found

    @cached_property
    def paths(self) -> SitePaths:
        """Where every page is."""
        found = self.gathered
        people = sorted(self.people, key=lambda one: one.id)
        # A deal has a page where several matches share it.
        sizes = {run.spec.name: Schedule(run.spec).deal_size for run in self.runs}
        return SitePaths.of(
            [(name, self.names.text(name)) for name in found.events],
            [run.spec.name for run in self.runs],
            [self.names.of(one.name) for one in people],
            sorted(found.bots),
            [name for name, size in sizes.items() if 1 < size <= MOST_ON_A_DEAL],
        )

    @cached_property
    def judged(self) -> Mapping[int, str]:
        """The matches that a judge has analysed, by id, with digests of what it said."""
        return analysis_digests(self.store)

    @cached_property
    def accounts(self) -> PageAccounts:
        """What judges say about runs, events and players: nothing without the open view."""
        return PageAccounts(
            self.store, any=self.settings.views != "spectator" and bool(self.judged)
        )

    @cached_property
    def ratings(self) -> Mapping[str, RatingTable]:
        """The ratings of every game."""
        from tourney.ratings import rate

        return {game: rate(self.results, chosen) for game, chosen in self._rated.items()}

    @cached_property
    def results(self) -> "ResultArrays":
        """The results of all matches for ratings."""
        from tourney.ratings import ResultArrays

        return ResultArrays(result_columns(self.store))

    @cached_property
    def _rated(self) -> Mapping[str, "Bools"]:
        """Which matches count for each game that has any."""
        from engines.games import GAMES

        games = dict.fromkeys((*GAMES, *(kind.game for kind in self.results.kinds)))
        chosen = {game: self.results.of_game(game) for game in games}
        return {game: mine for game, mine in chosen.items() if mine.any()}

    @cached_property
    def histories(self) -> "Mapping[str, Sequence[RatingMoment]]":
        """The ratings of every game after each month; of a single month, after each event."""
        from tourney.ratings import history

        found = {}
        for game, mine in self._rated.items():
            months = list(history(self.results, mine, "month"))
            events = list(history(self.results, mine, "event")) if len(months) == 1 else []
            found[game] = events if len(events) > 1 else months
        return found

    def bot_names(self) -> Sequence[str]:
        """All bots that have played, by name."""
        return sorted(self.gathered.bots)

    @cached_property
    def lines_by_player(self) -> Mapping[str, Sequence[MatchLine]]:
        """The recorded matches by the name of a player that pages show, the newest first."""
        found: dict[str, list[MatchLine]] = {}
        for line in sorted(self.gathered.lines, key=lambda one: one.order, reverse=True):
            for name in dict.fromkeys(line.players):
                found.setdefault(name, []).append(line)
        return found


def line_of(match: StoredMatch, event: str, before: str) -> MatchLine:
    """A match in lists; `event` is its stored name, `match` has the names that pages show.

    `before` is the date of the match that was stored before it.
    """
    date = dict(match.headers).get("date", "")
    return MatchLine(
        match.id,
        match.name,
        match.game,
        event,
        date,
        match.status,
        match.players,
        match.places,
        match.scores,
        match.revision,
        date if date[:1].isdecimal() else before,
    )
