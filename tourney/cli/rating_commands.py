"""`tourney ratings`: how strong players are, from the results of all their matches."""

import os
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import reduce
from math import ceil
from operator import or_
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import click

from engines.messages import Argument, Message, Sentence, say
from tourney.cli.base import App, command
from tourney.cli.usage import OneWordOf
from tourney.domain.errors import NotFound, UsageFault, quoted

if TYPE_CHECKING:
    from tourney.domain.rating_values import RatedPlayer, RatingTable, ResultColumns
    from tourney.ratings import Period, ResultArrays
    from tourney.render.text_tables import Table


UNKNOWN = "unknown"
UNDATED = "undated"
KINDS: Final = {
    "forfeit": Sentence("cli.rating-forfeit"),
    "void": Sentence("cli.rating-void"),
    "abandoned": Sentence("cli.rating-abandoned"),
    "unfinished": Sentence("cli.rating-unfinished"),
    "practice": Sentence("cli.rating-practice"),
    "unknown": Sentence("cli.rating-unknown"),
    "undated": Sentence("cli.rating-undated"),
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
        raise UsageFault(say("cli.rating-bad-date", text=quoted(text))) from None
    if day > date.today():
        raise UsageFault(say("cli.rating-future", text=quoted(text)))
    return day.isoformat()


def scope_of(app: App, wanted: WantedMatches) -> RatingScope:
    """The matches of a game, of all games, or of each game; NotFound if there are none.

    Says which matches of these games are left out.
    """
    from tourney.app.choose import find_game
    from tourney.ratings import ResultArrays
    from tourney.store.ratings import result_columns

    if wanted.one_game:
        find_game(wanted.one_game)
    columns = result_columns(app.store(), forfeits=wanted.forfeits)
    results = ResultArrays(columns)
    games = [wanted.one_game] if wanted.one_game else _all_games(columns)
    chosen, left_out = _chosen(results, columns, games, wanted)
    if wanted.overall and chosen:
        chosen = {ALL: reduce(or_, chosen.values())}
    if not chosen:
        raise NotFound(_nothing(wanted, left_out))
    if kinds := _kinds(left_out):
        app.say(say("cli.rating-left-out", kinds=kinds))
    for bot, targets in columns.several.items():
        some = ", ".join(map(quoted, targets))
        app.say(
            say("cli.rating-several", name=quoted(bot.name), version=str(bot.version), targets=some)
        )
    return RatingScope(results, chosen, wanted.overall)


def _all_games(columns: "ResultColumns") -> list[str]:
    """The games of all matches, those of the registry first."""
    from engines.games import GAMES

    return list(dict.fromkeys((*GAMES, *(kind.game for kind in columns.kinds))))


def _chosen(
    results: "ResultArrays", columns: "ResultColumns", games: Sequence[str], wanted: WantedMatches
) -> tuple[dict[str, Any], Counter[str]]:
    """The matches that count for each game that has any, and how many are left out, by reason."""
    from tourney.ratings import day_number

    left_out: Counter[str] = Counter()
    for (game, reason), count in columns.left_out.items():
        left_out[reason] += count if game in games else 0
    found = {}
    for game in games:
        mine = results.of_game(game)
        left_out[UNKNOWN] += results.doubtful(game)
        if wanted.day or wanted.dated:
            left_out[UNDATED] += int((mine & (results.days == 0)).sum())
            mine = mine & (results.days > 0)
        if wanted.day:
            mine = mine & (results.days <= day_number(wanted.day))
        if mine.any():
            found[game] = mine
    return found, left_out


def _nothing(wanted: WantedMatches, left_out: Counter[str]) -> Message:
    kinds = _kinds(left_out)
    what = say("cli.rating-of-game", game=quoted(wanted.one_game)) if wanted.one_game else ""
    until = say("cli.rating-until", day=wanted.day) if wanted.day else ""
    return say(
        "cli.rating-no-match",
        what=what,
        until=until,
        left_out=say("cli.rating-not-counted", kinds=kinds) if kinds else "",
    )


def _kinds(left_out: Counter[str]) -> tuple[Message, ...]:
    counts = sorted((kind, count) for kind, count in left_out.items() if count)
    return tuple(
        say(
            "cli.rating-kind-left-out",
            count=count,
            kind=KINDS[kind]() if kind in KINDS else kind,
        )
        for kind, count in counts
    )


def load(app: App, scope: RatingScope, game: str) -> "RatingTable":
    """The ratings of a game; says from which matches they are, and what they cannot tell."""
    from tourney.ratings import rate

    found = rate(scope.results, scope.games[game], overall=scope.overall, cycles=True)
    say_matches(app, scope, game, found)
    return found


def say_model(app: App) -> None:
    """Say how ratings are computed."""
    from tourney.ratings import POINTS, SEAT, libraries

    app.say(say("cli.rating-model", seat=round(POINTS * SEAT**0.5), libraries=libraries()))


def say_matches(app: App, scope: RatingScope, game: str, found: "RatingTable") -> None:
    """Say from which matches ratings come, and which players they hardly compare."""
    from tourney.ratings import COMMON, OWN

    days: Argument = ""
    if found.first_day:
        days = say("cli.rating-days", first=found.first_day, last=found.last_day)
    if found.first_day and found.first_day == found.last_day:
        days = say("cli.rating-day", day=found.first_day)
    spread = round(found.deviation)
    app.say(say("cli.rating-matches", game=game, count=found.matches, days=days, spread=spread))
    if scope.overall:
        common, own = (round(found.deviation * share**0.5) for share in (COMMON, OWN))
        app.say(say("cli.rating-overall", common=common, own=own))
    parts = found.parts()
    if len(parts) > 1:
        groups = [_named(row.player for row in part) for part in parts[:NAMED]]
        groups += ["…"] if len(parts) > NAMED else []
        app.say(say("cli.rating-parts", game=game, count=len(parts), groups=tuple(groups)))
    for joint in found.joints[:NAMED]:
        first, second = _named(joint.first), _named(joint.second)
        value, half = round(joint.difference.value), round(joint.difference.half)
        app.say(
            say(
                "cli.rating-joint",
                game=game,
                first=first,
                second=second,
                count=joint.matches,
                value=value,
                half=half,
            )
        )
    if cycle := found.cycle:
        (a, b, c), (n, m, k) = (player.name for player in cycle.players), cycle.matches
        ab, bc, ca = (f"{100 * share:.0f}" for share in cycle.shares)
        chance = f"{ceil(1000 * cycle.chance) / 1000:.3f}"
        words = {"game": game, "a": a, "b": b, "c": c, "ab": ab, "bc": bc, "ca": ca}
        app.say(say("cli.rating-cycle", **words, n=n, m=m, k=k, chance=chance))


def _named(players: Iterable["RatedPlayer"]) -> str:
    names = sorted(player.name for player in players)
    more = ["…"] if len(names) > NAMED else []
    return f"({', '.join(names[:NAMED] + more)})"


ALL = "all"
PERIODS = ("month", "event")


@command("ratings")
@click.option("--game", "-g", metavar="G|all")
@click.option("--as-of", metavar="DATE")
@click.option("--history", is_flag=True)
@click.option("--per", type=OneWordOf(PERIODS))
@click.option("--live", is_flag=True)
@click.option("--seats", is_flag=True)
@click.option("--forfeits", is_flag=True)
def ratings(app: App, game: str | None, as_of: str | None, **options: bool | str | None) -> None:
    """Rate people and bots by the results of all stored matches, game by game."""
    # The matrices are small: several threads would wait longer than they compute.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    views = [name for name in ("history", "live", "seats") if options[name]]
    view, per = views[0] if views else "", str(options["per"] or PERIODS[0])
    _refuse_contradictions(game, views, per_given=options["per"] is not None)
    dated, forfeits = view == "history", bool(options["forfeits"])
    scope = scope_of(app, WantedMatches(game, day_of(as_of), dated=dated, forfeits=forfeits))
    if view == "history" and per == "event" and not scope.has_events():
        raise NotFound(say("cli.rating-no-event"))
    if view == "live" and not scope.has_dates():
        raise NotFound(say("cli.rating-no-date"))
    say_model(app)
    if view == "history":
        app.show(_history(app, scope, "event" if per == "event" else "month"))
    elif view == "live":
        app.show(_live(app, scope))
    else:
        app.show(_rated(app, scope, seats=view == "seats"))


def _refuse_contradictions(game: str | None, views: Sequence[str], *, per_given: bool) -> None:
    if len(views) > 1:
        raise UsageFault(say("cli.rating-one-view"))
    if game == ALL and views and views[0] != "history":
        raise UsageFault(say("cli.rating-not-overall", option=f"--{views[0]}"))
    if per_given and views != ["history"]:
        raise UsageFault(say("cli.rating-per-history"))


def _rated(app: App, scope: RatingScope, *, seats: bool) -> "Table":
    from tourney.exports.people_tables import ratings_table, seat_effects_table

    rated = {game: load(app, scope, game) for game in scope.games}
    return seat_effects_table(rated) if seats else ratings_table(rated)


def _history(app: App, scope: RatingScope, per: "Period") -> "Table":
    from tourney.exports.people_tables import history_table
    from tourney.ratings import history

    found = {
        game: list(history(scope.results, chosen, per, overall=scope.overall))
        for game, chosen in scope.games.items()
    }
    for game, moments in found.items():
        for moment in moments[-1:]:
            say_matches(app, scope, game, moment.table)
    return history_table(found)


def _live(app: App, scope: RatingScope) -> "Table":
    from tourney.exports.people_tables import live_table
    from tourney.ratings import live

    found = {game: live(scope.results, chosen) for game, chosen in scope.games.items()}
    for game, one in found.items():
        app.say(say("cli.rating-live", game=game, count=one.before, day=one.day))
    return live_table(found)
