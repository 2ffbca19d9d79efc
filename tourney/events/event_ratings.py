"""The ratings that follow from the matches of an event, computed from its rows of the log alone."""

from collections.abc import Iterator

from tourney.domain.event_log import EventResult
from tourney.domain.rating_values import (
    RATED,
    MatchSetting,
    PlayerRating,
    RatedPlayer,
    ResultColumns,
)
from tourney.events.ranking import key
from tourney.events.state import Entrant, EventState, RoundState

ALL = "all"


def event_ratings(state: EventState) -> Iterator[tuple[str, list[PlayerRating]]]:
    """The ratings of each game in the order of the rounds, then of all games if there are several.

    Players are named by `key`; a bot that entered more than once by its first entrant.
    """
    from tourney.ratings import ResultArrays, rate

    columns = _columns(state)
    if not columns.kinds:
        return
    results = ResultArrays(columns)
    games = list(dict.fromkeys(kind.game for kind in columns.kinds))
    chosen = {game: results.of_game(game) for game in games}
    for game in games:
        if chosen[game].any():
            yield game, list(rate(results, chosen[game]).rows)
    if len(games) > 1 and results.whole.any():
        yield ALL, list(rate(results, results.whole, overall=True).rows)


def _columns(state: EventState) -> ResultColumns:
    """The results of all stages that count for ratings, in the order of their matches."""
    columns = ResultColumns()
    played = sorted(_played(state), key=lambda one: one[1].match)
    codes: dict[tuple[str, int], int] = {}
    for number, entrant in sorted(state.entrants.items()):
        who = codes.setdefault(_identity(entrant), len(columns.people))
        if who == len(columns.people):
            columns.people.append(RatedPlayer(key(number)))
        columns.player_codes[number] = who
    kinds: dict[MatchSetting, int] = {}
    for round_, result in played:
        sides = result.sides or tuple(range(len(result.entrants)))
        kind = kinds.setdefault(MatchSetting(round_.game, sides), len(kinds))
        columns.kind_codes[kind] = kind
        columns.matches.extend((result.match, kind, result.match))
        for who, place in zip(result.entrants, result.places, strict=True):
            columns.seats.extend((result.match, who, place))
    columns.kinds = list(kinds)
    return columns


def _played(state: EventState) -> Iterator[tuple[RoundState, EventResult]]:
    for stage in state.stages:
        for round_, table in stage.tables():
            if table.result is not None and table.result.status in RATED:
                yield round_, table.result


def _identity(entrant: Entrant) -> tuple[str, int]:
    """The person or the bot behind an entrant."""
    if entrant.bot is not None:
        return "bot", entrant.bot.bot
    return "player", entrant.player or -entrant.number
