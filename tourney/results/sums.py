"""How matches ended, and the sums over results that standings are made from."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from itertools import combinations
from typing import Final, NamedTuple, Self

from engines.api import OptionError
from engines.games import GAMES
from tourney.domain.match_values import (
    PRACTICE,
    Ending,
    KeptMatch,
    MatchResult,
    Standing,
    StoredMatch,
)
from tourney.domain.run_spec import RunSpec
from tourney.formats.lineups import champion
from tourney.scoring import (
    DEFAULT_TIEBREAKS,
    UNIT,
    Ledger,
    finishes,
    in_units,
    point_system,
    standings,
)
from tourney.scoring.ledger import NO_RATINGS
from tourney.scoring.tiebreaks import require
from tourney.stats import BlockMeans, Interval, PlaceRange, Prior
from tourney.stats.block_means import Block

# How the matches of a run ended: sides, results and forfeits.

DECIDED: Final = frozenset({"complete", "forfeit", "adjudicated"})
"""The statuses of matches whose result counts."""


class Contest(NamedTuple):
    """The side of every seat of a match, and whether the lower score is the better one."""

    sides: tuple[int, ...]
    fewer_wins: bool


def contest(game: str, options: Mapping[str, str], seats: int) -> Contest:
    """Who plays with whom; in an unknown game each seat is its own side, and more wins."""
    known, sides = GAMES.get(game), tuple(range(seats))
    if known is not None:
        with suppress(OptionError):
            sides = known.sides(known.options(options, seats), seats)
    return Contest(sides, known is not None and known.fewer_wins)


def score_prior(game: str, options: Mapping[str, str], seats: int) -> Prior | None:
    """The limits of the score of a seat, negative if the lowest wins; None if they are unknown."""
    known, limits = GAMES.get(game), None
    if known is not None:
        with suppress(OptionError):
            limits = known.score_limits(known.options(options, seats), seats)
    if known is None or limits is None:
        return None
    ends = Fraction(limits.low), Fraction(limits.high)
    return Prior(Fraction(0), *((-ends[1], -ends[0]) if known.fewer_wins else ends))


class Endings:
    """Turns played matches of a run into endings equal to those read from the database."""

    def __init__(self, spec: RunSpec) -> None:
        self._names = [bot.name for bot in spec.bots]
        found = contest(spec.game, dict(spec.options), spec.seats)
        # Empty where every seat is a side, as in results that are read from the database.
        self._sides = () if len(set(found.sides)) == spec.seats else found.sides
        self._fewer_wins = found.fewer_wins

    def of(self, match: KeptMatch) -> Ending:
        """The ending of a match."""
        number, codes = match.fixture.number, tuple([fault.code for fault in match.faults])
        if not match.outcome.places:
            return Ending(number, None, codes, self._players(match))
        return Ending(number, self.result(match), codes)

    def result(self, match: KeptMatch) -> MatchResult:
        """The result of a match that was not abandoned."""
        at = match.fixture
        return MatchResult(
            match_id=at.number,
            players=self._players(match),
            scores=match.outcome.scores,
            places=match.outcome.places,
            block=(at.deal, at.lineup),
            forfeits=forfeited(match),
            sides=self._sides,
            fewer_wins=self._fewer_wins,
        )

    def _players(self, match: KeptMatch) -> tuple[str, ...]:
        return tuple([self._names[bot] for bot in match.fixture.seats])


def ending_of(match: StoredMatch) -> Ending | None:
    """The end of a single stored match; None if it counts nowhere.

    A match counts if it is decided, it is not practice, the score, the place and the player of
    every seat are known, and the players differ. Its number is its id in the database.
    """
    if PRACTICE in match.headers:
        return None
    if match.status == "abandoned":
        return Ending(match.id, None, (), match.players)
    people = set(match.players) - {"?"}
    if match.status not in DECIDED or len(people) < len(match.players):
        return None
    scores = [score for score in match.scores if score is not None]
    places = [place for place in match.places if place is not None]
    if not len(scores) == len(places) == len(match.players):
        return None
    found = contest(match.game, dict(match.options), len(match.players))
    gone = [fault.seat for fault in match.faults if fault.seat >= 0]
    result = MatchResult(
        match_id=match.id,
        players=match.players,
        scores=tuple(scores),
        places=tuple(places),
        forfeits=tuple(dict.fromkeys(gone)) if match.status == "forfeit" else (),
        sides=() if len(set(found.sides)) == len(match.players) else found.sides,
        fewer_wins=found.fewer_wins,
    )
    return Ending(match.id, result)


def forfeited(match: KeptMatch) -> tuple[int, ...]:
    """The seats that forfeited a match, in the order in which they left."""
    if match.status != "forfeit":
        return ()
    return tuple(dict.fromkeys([fault.seat for fault in match.faults if fault.seat >= 0]))


# The sums over results that standings are made from, under one point system.
#
# Memory grows with the number of players, not of matches. The sums can be stored and continued.

LEVEL = 0.95
"""Confidence level of all intervals in standings."""

FEW_ABANDONED: Final = Fraction(3, 100)
"""Share of a player's matches that may be abandoned without its figures being withheld."""

Worth = list[tuple[str, int]]
"""Each player of a match with the points of that match, in units of `UNIT`."""


class Design(NamedTuple):
    """What standings must know of a run: its champion, if any, and whether a rule ends it.

    `scores` are the limits of the scores of its game, if they are known.
    """

    champion: str | None = None
    ruled: bool = False
    scores: Prior | None = None


def design(spec: RunSpec) -> Design:
    """The design of a run."""
    scores = score_prior(spec.game, dict(spec.options), spec.seats)
    return Design(champion(spec.schedule), bool(spec.until), scores)


UNPLANNED: Final = Design()


class ResultSums:
    """Results added one by one, in the order of their match numbers.

    `by` names the point system, `tiebreaks` the tie-breaks for players with equal points, in order;
    UsageFault for an unknown name. With `keep`, as for events, the matches themselves are kept, so
    that all tie-breaks can be computed.
    """

    def __init__(
        self,
        results: Iterable[MatchResult] = (),
        *,
        by: str = "scaled",
        tiebreaks: Sequence[str] = DEFAULT_TIEBREAKS,
        design: Design = UNPLANNED,
        keep: bool = False,
        ratings: Mapping[str, int] = NO_RATINGS,
    ) -> None:
        self.by = by
        self.tiebreaks = tuple(tiebreaks)
        self.ratings = ratings
        self.design = design
        self.matches = 0
        self.ledger: Ledger[str] = Ledger(keep=keep)
        self.abandoned: Counter[str] = Counter()
        self._system = point_system(by)
        require(tiebreaks, self.ledger, self._system, ratings)
        self._points = in_units(self._system)
        self._means = BlockMeans(UNIT)
        self._duels = BlockMeans(UNIT)  # differences from the champion in matches against it
        for result in results:
            self.add(result)

    def add(self, result: MatchResult, round: int | None = None) -> None:
        """Add a result, of a round of an event."""
        worth = map(self._points, self.ledger.add(result, round=round))
        self.add_points(result.block, zip(result.players, worth, strict=True), result.sides)

    def take(self, ending: Ending, round: int | None = None) -> None:
        """Add the end of a match: its result, or that it was abandoned."""
        if ending.result is None:
            self.abandon(ending.players)
        else:
            self.add(ending.result, round)

    def abandon(self, players: Iterable[str]) -> None:
        """Count an abandoned match, which has no result."""
        self.abandoned.update(players)

    def withheld(self, player: str) -> bool:
        """Whether so many matches were abandoned that the interval of a player would mislead."""
        record = self.ledger.records.get(player)
        matches = record.matches if record else 0
        abandoned = self.abandoned[player]
        return abandoned > FEW_ABANDONED * (matches + abandoned)

    def worth(self, result: MatchResult) -> Worth:
        """The points of a result."""
        return list(zip(result.players, map(self._points, finishes(result)), strict=True))

    def add_points(
        self, block: Block | None, worth: Iterable[tuple[str, int]], sides: tuple[int, ...] = ()
    ) -> None:
        """Add the points of a result, whose finishes the caller adds to `ledger`."""
        self.matches += 1
        values = list(worth)
        self._means.add(block, values)
        champion = self.design.champion
        players = [] if champion is None else [player for player, _ in values]
        if champion not in players:
            return
        # The differences from the champion of its opponents, not of its partners.
        at, seats = players.index(champion), sides or tuple(range(len(values)))
        entries = zip(values, seats, strict=True)
        own = values[at][1]
        self._duels.add(
            block, [(name, each - own) for (name, each), side in entries if side != seats[at]]
        )

    def standings(self) -> list[Standing]:
        """The rows in order."""
        return standings(self.ledger, self.by, self.tiebreaks, self.ratings)

    def interval(self, player: str) -> Interval:
        """Mean points per match of a player, with the interval by deal block.

        No bounds if too many matches were abandoned: results that are missing because a bot failed
        are not missing by chance.
        """
        if self.design.ruled:
            return self.sequence(player)
        found = self._means.interval(player, LEVEL, self._prior())
        return found.without_bounds() if self.withheld(player) else found

    def sequence(self, player: str) -> Interval:
        """Mean points per match of a player, with bounds that are valid however often one looks."""
        found = self._means.sequence(player, self._prior(), LEVEL)
        return found.without_bounds() if self.withheld(player) else found

    def leader(self) -> str | None:
        """The player that is surely ahead, however often one looks; None if there is none."""
        prior = self._prior()
        if prior is None or self._uneven() or any(map(self.withheld, self.abandoned)):
            return None
        return self._means.leader(prior, LEVEL)

    def duel(self, player: str) -> Interval | None:
        """How many points per match a player is above the champion in matches against it.

        None if there is no champion or no such match.
        """
        if self.design.champion is None or player == self.design.champion:
            return None
        prior = self._prior()
        known = prior and prior.opposed()
        look = self._duels.sequence if self.design.ruled else self._duels.interval
        found = look(player, prior=known, level=LEVEL)
        if not found.blocks:
            return None
        return found.without_bounds() if self.withheld(player) else found

    def chances(self) -> dict[str, float | None]:
        """Each player's probability of being the best, under this point system.

        None for every player if the interval of one is withheld, if a rule ends the run (it does so
        when the figures are extreme), or if players do not all meet the same opponents.
        """
        if not self._comparable():
            return dict.fromkeys(self.ledger.records)
        return self._means.chances(self._prior())

    @property
    def unlimited(self) -> bool:
        """Whether points have no known limits, so that intervals cannot allow for unseen ones."""
        return self.matches > 0 and self._prior() is None

    def places(self) -> dict[str, PlaceRange | None]:
        """The places that each player may have in truth; None as for `chances`."""
        if not self._comparable():
            return dict.fromkeys(self.ledger.records)
        return self._means.places(self._prior(), LEVEL)

    def _comparable(self) -> bool:
        withheld = any(map(self.withheld, self.abandoned))
        return not (withheld or self.design.ruled or self._uneven())

    def _uneven(self) -> bool:
        """Whether some players meet other opponents than the rest, or far more often."""
        records = self.ledger.records
        if all(record.matches == self.matches for record in records.values()):
            return False
        if self.design.champion is not None:
            return True
        met = [self.ledger.common(a, b) for a, b in combinations(records, 2)]
        return bool(met) and 2 * min(met) <= max(met)

    def _prior(self) -> Prior | None:
        """The prior of points per match, over tables of all sizes that counted."""
        if not self._system.by_place:
            return self.design.scores
        sizes = self.ledger.sides()
        return Prior.over([Prior.of_places(self._system.of_places(size)) for size in sizes])

    def packed(self) -> str:
        """The sums as JSON."""
        # Databases hold sums in this order.
        sums = [self.matches, self.ledger.packed(), self._means.packed(), self.abandoned]
        if self.design.champion is not None:
            sums.append(self._duels.packed())
        return json.dumps(sums)

    @classmethod
    def unpacked(
        cls, text: str, tiebreaks: Sequence[str] = DEFAULT_TIEBREAKS, design: Design = UNPLANNED
    ) -> Self:
        """The inverse of `packed`, for the default point system; ValueError for other text."""
        found = cls(tiebreaks=tiebreaks, design=design)
        try:
            found.matches, ledger, means, abandoned, *duels = json.loads(text)
            found.abandoned.update(abandoned)
            if design.champion is not None:
                found._duels = BlockMeans.unpacked(duels[0])
            found.ledger = Ledger.unpacked(ledger)
            found._means = BlockMeans.unpacked(means)
        except (TypeError, LookupError, AttributeError) as error:
            raise ValueError("not sums of results") from error
        return found
