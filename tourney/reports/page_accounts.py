"""What judges say about runs, events and players: sums for their pages, gathered in one pass.

A site reads every analysis once and keeps sums and the greatest of everything; a page that stands
alone reads those of its own matches.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from tourney.domain.match_values import StoredMatch
from tourney.exports.match_tables import cards_of, run_of
from tourney.insight.account import ERRORS, JudgedMove
from tourney.insight.match_analysis import MatchAnalysis
from tourney.insight.totals import Greatest, PlayerGame, Summary, SummaryMaker
from tourney.store import Database
from tourney.store.analyses import ALL, analysed_matches, matches_of_player
from tourney.store.matches import MatchFilter, event_part, run_part
from tourney.store.runs import StoredRun

TOP: Final = 10
"""Decisions and events of chance that a page lists."""
PROBLEMS: Final = 20
"""Problems of a quiz, the costliest first."""
SPARE: Final = 4
"""So many times as many are kept: those of the same deal are left out."""
_MONTH: Final = re.compile(r"[0-9]{4}-[0-9]{2}(?=-)")


class GatheredAccounts:
    """Sums over analysed matches, which come deal by deal."""

    def __init__(self, analysed: Iterable[tuple[StoredMatch, MatchAnalysis]] = ()) -> None:
        self.runs: dict[str, SummaryMaker] = {}
        self.events: dict[str, SummaryMaker] = {}
        self.players: dict[tuple[str, bool], dict[str, PlayerGame]] = {}
        """By name, and whether it is a bot, then by game."""
        self._problems: Greatest[tuple[int, JudgedMove]] = Greatest(SPARE * PROBLEMS)
        for match, analysis in analysed:
            self._add(match, analysis)
        for games in self.players.values():
            for game in games.values():
                game.close()

    def _add(self, match: StoredMatch, analysis: MatchAnalysis) -> None:
        cards, headers, run = cards_of(match), dict(match.headers), run_of(match)
        if run is not None:
            self.runs.setdefault(run, SummaryMaker(TOP)).add(cards, match, analysis)
        elif event := headers.get("event"):
            self.events.setdefault(event, SummaryMaker(TOP)).add(cards, match, analysis)
        dated = _MONTH.match(headers.get("date", ""))
        for seat, name in enumerate(match.players):
            games = self.players.setdefault((name, match.versions[seat] is not None), {})
            game = games.setdefault(match.game, PlayerGame(TOP))
            game.add(cards, dated[0] if dated else "", match, analysis, seat)
        problem = costliest(analysis)
        if problem is not None:
            self._problems.add(problem.loss, (match.id, problem))

    @property
    def problems(self) -> Sequence[tuple[int, JudgedMove]]:
        """The costliest decisions of matches, one for each, with the ids of these."""
        return self._problems.found()


class PageAccounts:
    """The accounts of a database as pages show them; none where there is nothing to show."""

    def __init__(self, store: Database, *, any: bool) -> None:
        self._store = store
        self._gathered = None if any else GatheredAccounts()

    def read_all(self) -> GatheredAccounts:
        """Read all analyses, if that was not done."""
        if self._gathered is None:
            self._gathered = GatheredAccounts(analysed_matches(self._store, ALL))
        return self._gathered

    def of_run(self, run: StoredRun) -> Summary | None:
        """What is said about a run."""
        found = self._of(run_part(run.id)).runs.get(run.spec.name)
        return None if found is None else found.summary()

    def of_event(self, name: str) -> Summary | None:
        """What is said about the records of an event."""
        found = self._of(event_part(name)).events.get(name)
        return None if found is None else found.summary()

    def of_player(self, name: str, bot: bool) -> Mapping[str, PlayerGame]:
        """What is said about a player, by game."""
        if self._gathered is None:
            _, part = matches_of_player(self._store, name, bot)
            return self._of(part).players.get((name, bot), {})
        return self._gathered.players.get((name, bot), {})

    def _of(self, part: MatchFilter) -> GatheredAccounts:
        return self._gathered or GatheredAccounts(analysed_matches(self._store, part))


def costliest(analysis: MatchAnalysis) -> JudgedMove | None:
    """The marked decision that cost most, judged by what its seat could know.

    None where that is not known itself, as in a match with unknown cards.
    """
    # A seed may be any text, such as "x, fair"; it stands last.
    settings, _, _ = analysis.judge.partition(", seed=")
    if "fair" not in settings.split(", ") or analysis.deals > 1:
        return None
    marked = [one for one in analysis.account.decisions if one.mark in ERRORS]
    return max(marked, key=lambda one: one.loss, default=None)
