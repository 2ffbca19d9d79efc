"""How the matches of a run ended: sides, results and forfeits."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from engines.api import OptionError
from engines.games import GAMES
from tourney.domain.matches import Ending, KeptMatch, MatchResult, StoredMatch
from tourney.domain.open_matches import PRACTICE
from tourney.domain.runs import RunSpec
from tourney.stats import Prior

DECIDED: Final = frozenset({"complete", "forfeit", "adjudicated"})
"""The statuses of matches whose result counts."""


def sides(game: str, options: Mapping[str, str], seats: int) -> tuple[int, ...]:
    """The side of every seat; in an unknown game each seat is its own side."""
    alone = tuple(range(seats))
    if game not in GAMES:
        return alone
    try:
        return GAMES[game].sides(GAMES[game].options(options, seats), seats)
    except OptionError:
        return alone


def fewer_wins(game: str) -> bool:
    """Whether the lower score is the better one; False for an unknown game."""
    return game in GAMES and GAMES[game].fewer_wins


def score_prior(game: str, options: Mapping[str, str], seats: int) -> Prior | None:
    """The limits of the score of a seat, negative if the lowest wins; None if they are unknown."""
    if game not in GAMES:
        return None
    try:
        limits = GAMES[game].score_limits(GAMES[game].options(options, seats), seats)
    except OptionError:
        return None
    if limits is None:
        return None
    ends = Fraction(limits.low), Fraction(limits.high)
    return Prior(Fraction(0), *((-ends[1], -ends[0]) if fewer_wins(game) else ends))


class Endings:
    """Turns played matches of a run into endings equal to those read from the database."""

    def __init__(self, spec: RunSpec) -> None:
        self._names = [bot.name for bot in spec.bots]
        found = sides(spec.game, dict(spec.options), spec.seats)
        self._sides = () if len(set(found)) == spec.seats else found
        self._fewer_wins = fewer_wins(spec.game)

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
    return Ending(match.id, _result(match, tuple(scores), tuple(places)))


def _result(match: StoredMatch, scores: tuple[int, ...], places: tuple[int, ...]) -> MatchResult:
    found = sides(match.game, dict(match.options), len(match.players))
    gone = [fault.seat for fault in match.faults if fault.seat >= 0]
    return MatchResult(
        match_id=match.id,
        players=match.players,
        scores=scores,
        places=places,
        forfeits=tuple(dict.fromkeys(gone)) if match.status == "forfeit" else (),
        sides=() if len(set(found)) == len(match.players) else found,
        fewer_wins=fewer_wins(match.game),
    )


def forfeited(match: KeptMatch) -> tuple[int, ...]:
    """The seats that forfeited a match, in the order in which they left."""
    if match.status != "forfeit":
        return ()
    return tuple(dict.fromkeys([fault.seat for fault in match.faults if fault.seat >= 0]))
