"""Which matches count for ratings, and what is said about them."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from functools import reduce
from math import ceil
from operator import or_
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from engines.messages import Argument, Message, Sentence, say
from tourney.app.host import Host
from tourney.domain.errors import NotFound, UsageFault, quoted

if TYPE_CHECKING:
    from tourney.domain.rating_values import RatedPlayer, RatingTable
    from tourney.ratings import ResultArrays

ALL = "all"
UNKNOWN = "unknown"
UNDATED = "undated"
KINDS: Final = {
    "forfeit": Sentence("app.rating-forfeit"),
    "void": Sentence("app.rating-void"),
    "abandoned": Sentence("app.rating-abandoned"),
    "unfinished": Sentence("app.rating-unfinished"),
    "practice": Sentence("app.rating-practice"),
    "unknown": Sentence("app.rating-unknown"),
    "undated": Sentence("app.rating-undated"),
}
"""Why matches are not counted."""
NAMED = 3
"""How many players of a group are named, and how many groups that few matches join."""


@dataclass(frozen=True, slots=True)
class RatingScope:
    """The results, and which of them count for each game; `overall` for all games in one."""

    results: "ResultArrays"
    games: dict[str, Any]
    overall: bool

    def has_dates(self) -> bool:
        """Whether a match of every game has a date."""
        return all((self.results.days[chosen] > 0).any() for chosen in self.games.values())

    def has_events(self) -> bool:
        """Whether a match that counts belongs to an event."""
        used = set(self.results.setting[reduce(or_, self.games.values())].tolist())
        return any(self.results.kinds[number].event for number in used)


class WantedMatches(NamedTuple):
    """Which matches to rate: of a game or `all`, up to a day, with a date, forfeited ones too."""

    game: str | None = None
    day: str | None = None
    dated: bool = False
    forfeits: bool = False

    @property
    def overall(self) -> bool:
        """Whether all games are rated together."""
        return self.game == ALL

    @property
    def one_game(self) -> str:
        """The only game that is rated; empty for all games."""
        return "" if self.game in (None, ALL) else str(self.game)


def day_of(text: str | None) -> str | None:
    """The day that is given, as an ISO date; UsageFault for a wrong one or one in the future."""
    if text is None:
        return None
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise UsageFault(say("app.rating-bad-date", text=quoted(text))) from None
    if day > date.today():
        raise UsageFault(say("app.rating-future", text=quoted(text)))
    return day.isoformat()


def scope_of(host: Host, wanted: WantedMatches) -> RatingScope:
    """The matches of a game, of all games, or of each game; NotFound if there are none.

    Says which matches of these games are left out.
    """
    from engines.games import GAMES
    from tourney.app.choose import find_game
    from tourney.ratings import ResultArrays, day_number
    from tourney.store.ratings import result_columns

    if wanted.one_game:
        find_game(wanted.one_game)
    columns = result_columns(host.store(), forfeits=wanted.forfeits)
    results = ResultArrays(columns)
    # Without a game, those of all matches, in the order of the registry.
    every = list(dict.fromkeys((*GAMES, *(kind.game for kind in columns.kinds))))
    games = [wanted.one_game] if wanted.one_game else every
    left_out: Counter[str] = Counter()
    for (game, reason), count in columns.left_out.items():
        left_out[reason] += count if game in games else 0
    chosen = {}
    for game in games:
        mine = results.of_game(game)
        # Matches whose players are not all known.
        left_out[UNKNOWN] += results.doubtful(game)
        if wanted.day or wanted.dated:
            # With a day, who has no date may have played after it.
            left_out[UNDATED] += int((mine & (results.days == 0)).sum())
            mine = mine & (results.days > 0)
        if wanted.day:
            mine = mine & (results.days <= day_number(wanted.day))
        if mine.any():
            chosen[game] = mine
    if wanted.overall and chosen:
        chosen = {ALL: reduce(or_, chosen.values())}
    kinds = _kinds(left_out)
    if not chosen:
        only = wanted.one_game
        nothing = say(
            "app.rating-no-match",
            what=say("app.rating-of-game", game=quoted(only)) if only else "",
            until=say("app.rating-until", day=wanted.day) if wanted.day else "",
            left_out=say("app.rating-not-counted", kinds=kinds) if kinds else "",
        )
        raise NotFound(nothing)
    if kinds:
        host.say(say("app.rating-left-out", kinds=kinds))
    for bot, targets in columns.several.items():
        words = {"name": quoted(bot.name), "version": str(bot.version)}
        host.say(say("app.rating-several", targets=", ".join(map(quoted, targets)), **words))
    return RatingScope(results, chosen, wanted.overall)


def _kinds(left_out: Counter[str]) -> tuple[Message, ...]:
    counts = sorted((kind, count) for kind, count in left_out.items() if count)
    return tuple(
        say("app.rating-kind-left-out", count=count, kind=KINDS[kind]() if kind in KINDS else kind)
        for kind, count in counts
    )


def load(host: Host, scope: RatingScope, game: str) -> "RatingTable":
    """The ratings of a game; says from which matches they are, and what they cannot tell."""
    from tourney.ratings import rate

    found = rate(scope.results, scope.games[game], overall=scope.overall, cycles=True)
    say_matches(host, scope, game, found)
    return found


def say_matches(host: Host, scope: RatingScope, game: str, found: "RatingTable") -> None:
    """Say from which matches ratings come, and which players they hardly compare."""
    from tourney.ratings import COMMON, OWN

    days: Argument = ""
    if found.first_day:
        days = say("app.rating-days", first=found.first_day, last=found.last_day)
    if found.first_day and found.first_day == found.last_day:
        days = say("app.rating-day", day=found.first_day)
    spread = round(found.deviation)
    host.say(say("app.rating-matches", game=game, count=found.matches, days=days, spread=spread))
    if scope.overall:
        # Shares are of the variance; people are told deviations.
        common, own = (round(found.deviation * share**0.5) for share in (COMMON, OWN))
        host.say(say("app.rating-overall", common=common, own=own))
    parts = found.parts()
    if len(parts) > 1:
        groups = [_named(row.player for row in part) for part in parts[:NAMED]]
        groups += ["…"] if len(parts) > NAMED else []
        host.say(say("app.rating-parts", game=game, count=len(parts), groups=tuple(groups)))
    for joint in found.joints[:NAMED]:
        sides = {"first": _named(joint.first), "second": _named(joint.second)}
        value, half = round(joint.difference.value), round(joint.difference.half)
        counts = {"count": joint.matches, "value": value, "half": half}
        host.say(say("app.rating-joint", game=game, **sides, **counts))
    if cycle := found.cycle:
        (a, b, c), (n, m, k) = (player.name for player in cycle.players), cycle.matches
        ab, bc, ca = (f"{100 * share:.0f}" for share in cycle.shares)
        chance = f"{ceil(1000 * cycle.chance) / 1000:.3f}"
        words = {"game": game, "a": a, "b": b, "c": c, "ab": ab, "bc": bc, "ca": ca}
        host.say(say("app.rating-cycle", **words, n=n, m=m, k=k, chance=chance))


def _named(players: Iterable["RatedPlayer"]) -> str:
    names = sorted(player.name for player in players)
    more = ["…"] if len(names) > NAMED else []
    return f"({', '.join(names[:NAMED] + more)})"
