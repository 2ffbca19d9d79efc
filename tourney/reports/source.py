"""What all pages are made from: the database, names as pages show them, links and counts.

Records are read once to learn which events there are and what each player did; of a match only a
line is kept.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from tourney.domain.match_values import MatchResult, StoredMatch
from tourney.domain.rating_values import RatingTable
from tourney.reports.paths import SitePaths
from tourney.reports.player_book import Identity, PlayerBook
from tourney.reports.shown_names import ShownNames
from tourney.results.sums import ending_of
from tourney.store import Database
from tourney.store.events import StoredEvent, stored_events
from tourney.store.matches import record_matches, run_results
from tourney.store.players import all_players
from tourney.store.ratings import result_columns
from tourney.store.runs import StoredRun, all_runs

if TYPE_CHECKING:
    from tourney.ratings import RatingMoment, ResultArrays
    from tourney.ratings.design import Bools

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
    known: str
    """The date, or if it is not known that of the match stored before."""

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
            _take_record(found, match, self.names)
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
        return SitePaths.of(
            [(name, self.names.text(name)) for name in found.events],
            [run.spec.name for run in self.runs],
            [self.names.of(one.name) for one in people],
            sorted(found.bots),
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
        """The ratings of every game after each month."""
        from tourney.ratings import history

        return {g: list(history(self.results, mine, "month")) for g, mine in self._rated.items()}

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


def _take_record(found: _Gathered, match: StoredMatch, names: ShownNames) -> None:
    """Count a recorded match."""
    event = dict(match.headers).get("event", "")
    if event:
        found.events.setdefault(event)
    ending = ending_of(match) if match.status != VOID else None
    shown = names.match(match)
    line = line_of(shown, event, found.lines[-1].known if found.lines else "")
    found.lines.append(line)
    seated = zip(shown.players, match.versions, strict=True)
    who = tuple([Identity(name, version is not None) for name, version in seated])
    found.bots.update(one.name for one in who if one.bot)
    if ending is not None and ending.result is not None:
        found.book.add(match.game, shown_result(ending.result, shown), who)


def shown_result(result: MatchResult, match: StoredMatch) -> MatchResult:
    """A result with the names that pages show."""
    return replace(result, players=match.players)


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
