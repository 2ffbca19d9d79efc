"""What a bot run is: the settings that, with a match number, decide everything about a match."""

from collections.abc import Mapping
from dataclasses import dataclass

from engines import GAMES
from engines.api import OptionError
from tourney.domain.matches import Ending, KeptMatch, MatchResult


@dataclass(frozen=True, slots=True)
class BotEntry:
    """A bot of a run: the name it plays under, where it comes from, its version."""

    name: str
    target: str
    version: str


@dataclass(frozen=True, slots=True)
class RunSpec:
    """A scheduled bot run; every field but `name` takes part in what is played.

    `options` are the game's options as written, non-default ones only, sorted by key.
    `schedule` is fixed, roundrobin or gauntlet:NAME; `block` rotation, swap, all or none;
    `on_fault` what becomes of a bot that fails: forfeit, random-move or abort. `move_ms` is the
    time for a move, `bank_ms` the overtime for a match, `memory_mb` what a bot's process may take;
    0 is no limit.
    `isolation` is none, limits or bwrap; `log` how matches are kept: rows, packed or results.
    `until` is the rule that ends the run before its last deal, empty for none.
    Cards and seat orders follow from `seed`, any text; the random numbers that bots are given
    follow from `bot_seed` alone. Both are secret while the run is played.
    """

    name: str
    game: str
    rules: int
    options: tuple[tuple[str, str], ...]
    bots: tuple[BotEntry, ...]
    seats: int
    deals: int
    schedule: str
    block: str
    seed: str
    bot_seed: str
    event: str = ""
    date: str = ""
    on_fault: str = "forfeit"
    move_ms: int = 0
    bank_ms: int = 0
    memory_mb: int = 0
    isolation: str = "limits"
    log: str = "rows"
    until: str = ""


def sides(game: str, options: Mapping[str, str], seats: int) -> tuple[int, ...]:
    """The side every seat plays for; each for itself under rules that are not ours."""
    alone = tuple(range(seats))
    if game not in GAMES:
        return alone
    try:
        return GAMES[game].sides(GAMES[game].options(options, seats), seats)
    except OptionError:
        return alone


def fewer_wins(game: str) -> bool:
    """Whether the lower score is the better one; not in a game that is not ours."""
    return game in GAMES and GAMES[game].fewer_wins


class Endings:
    """How matches of a run ended as they are played, the way the database will tell it."""

    def __init__(self, spec: RunSpec) -> None:
        self._names = [bot.name for bot in spec.bots]
        found = sides(spec.game, dict(spec.options), spec.seats)
        self._sides = () if len(set(found)) == spec.seats else found
        self._fewer_wins = fewer_wins(spec.game)

    def of(self, match: KeptMatch) -> Ending:
        """The ending of a match."""
        number, codes = match.fixture.number, tuple([fault.code for fault in match.faults])
        if not match.outcome.places:
            return Ending(number, None, codes)
        return Ending(number, self.result(match), codes)

    def result(self, match: KeptMatch) -> MatchResult:
        """The result of a match that was not abandoned."""
        at = match.fixture
        return MatchResult(
            match_id=at.number,
            players=tuple([self._names[bot] for bot in at.seats]),
            scores=match.outcome.scores,
            places=match.outcome.places,
            block=(at.deal, at.lineup),
            forfeits=left(match),
            sides=self._sides,
            fewer_wins=self._fewer_wins,
        )


def left(match: KeptMatch) -> tuple[int, ...]:
    """The seats that forfeited a match, in the order in which they left."""
    if match.status != "forfeit":
        return ()
    return tuple(dict.fromkeys([fault.seat for fault in match.faults if fault.seat >= 0]))
