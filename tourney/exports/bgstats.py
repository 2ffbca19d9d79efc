"""Plays for BG Stats and BoardGameGeek, and plays from BG Stats.

Ids of plays are made from the ids of matches, so that a second import there updates them. Forfeited
matches are left out: they would count as ordinary losses.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime
from typing import Any, Final, NamedTuple
from uuid import UUID, uuid5

from engines.api import seat_letter
from engines.games import GAMES
from engines.messages import Message, say
from tourney.domain.errors import DataFault, quoted
from tourney.domain.match_values import StoredMatch
from tourney.domain.names import name_key
from tourney.exports.given_results import GivenResult, GivenSeat
from tourney.exports.match_tables import seconds
from tourney.render.text_tables import Column, Row, Table
from tourney.results.sums import contest

NAMESPACE: Final = UUID("2f3f8a4e-6f0b-5c0f-9d5e-6b8f0d1c7a31")
_YMD: Final = re.compile(r"([0-9]{4})([0-9]{2})([0-9]{2})")
# How the comment of an exported play names its match.
OURS: Final = re.compile(r"tourney match (\S+)")
_DATE: Final = re.compile(r"(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(Z|[+-]\d\d:\d\d)?)?")


class PlayFile(NamedTuple):
    """The document for BG Stats, and the matches that it leaves out, with the reasons."""

    document: dict[str, Any]
    left_out: list[tuple[str, Message]]


def play_id(match: str) -> str:
    """The id of the play of a match."""
    return str(uuid5(NAMESPACE, f"match {match}"))


def unfit(match: StoredMatch) -> Message | None:
    """Why a match is no play for other programs; None if it is one."""
    if match.status != "complete":
        return say("exports.not-complete", status=match.status)
    if None in match.scores or None in match.places:
        return say("exports.no-result-known")
    return None if date_of(match) else say("exports.no-date")


class PlayDate(NamedTuple):
    """The day of a match where it was played, and its time in UTC."""

    day: str
    time: str


def date_of(match: StoredMatch) -> PlayDate | None:
    """The date of a match; noon if only the day is known, and a time without a zone as it is."""
    found = _DATE.match(dict(match.headers).get("date", ""))
    if not found:
        return None
    time = f"{found[1]} {found[2] or '12:00'}:00"
    if found[3]:
        in_utc = datetime.fromisoformat(f"{time}{found[3]}").astimezone(UTC)
        time = in_utc.strftime("%Y-%m-%d %H:%M:%S")
    return PlayDate(found[1], time)


class _Numbers:
    """Numbers things from 1 in the order in which they are met."""

    def __init__(self) -> None:
        self.of: dict[str, int] = {}

    def __getitem__(self, name: str) -> int:
        return self.of.setdefault(name, len(self.of) + 1)


def plays(matches: Iterable[StoredMatch], bgg_ids: Mapping[str, int]) -> PlayFile:
    """The document for BG Stats: players, places and games, then one play for each match.

    `bgg_ids` are the ids of games on BoardGameGeek, as far as they are known.
    """
    players, games, places = _Numbers(), _Numbers(), _Numbers()
    found, left_out = [], []
    for match in matches:
        reason = unfit(match)
        if reason is not None:
            left_out.append((match.name, reason))
        else:
            found.append(_play(match, players, games, places))
    never = "2000-01-01 00:00:00"  # so that the same matches give the same bytes
    document = {
        "about": "tourney",
        "players": [
            {"uuid": _uuid("player", name), "id": number, "name": name, "isAnonymous": name == "?",
             "modificationDate": never, "bggUsername": ""}
            for name, number in players.of.items()
        ],
        "locations": [
            {"uuid": _uuid("place", name), "id": number, "name": name, "modificationDate": never}
            for name, number in places.of.items()
        ],
        "games": [
            {
                "uuid": _uuid("game", name), "id": number,
                "name": GAMES[name].title["en"] if name in GAMES else name,
                "bggName": "", "bggYear": 0, "bggId": bgg_ids.get(name, 0),
                "highestWins": name not in GAMES or not GAMES[name].fewer_wins,
                "noPoints": False, "cooperative": False, "usesTeams": False,
                "modificationDate": never,
            }
            for name, number in games.of.items()
        ],
        "plays": found,
        "userInfo": {"meRefId": 0},
    }  # fmt: skip
    return PlayFile(document, left_out)


def _uuid(kind: str, name: str) -> str:
    return str(uuid5(NAMESPACE, f"{kind} {name}"))


def _play(
    match: StoredMatch, players: _Numbers, games: _Numbers, places: _Numbers
) -> dict[str, Any]:
    headers, played = dict(match.headers), date_of(match)
    assert played is not None, "matches without a date are left out"
    teams = _teams(match)
    venue = headers.get("venue", "")
    return {
        "uuid": play_id(match.name),
        "playDate": played.time,
        "playDateYmd": int(played.day.replace("-", "")),
        "entryDate": played.time,
        "modificationDate": played.time,
        "durationMin": (seconds(match) or 0) // 60,
        "ignored": False,
        "manualWinner": True,  # winners follow from places, not from scores
        "rounds": 0,
        "board": headers.get("event", ""),
        "comments": f"tourney match {match.name}",
        "rating": 0,
        "usesTeams": any(teams),
        "gameRefId": games[match.game],
        "locationRefId": places[venue] if venue else 0,
        "importPlayId": 0,
        "nemestatsId": 0,
        "bggId": 0,
        "scoringSetting": 0,
        "expansionPlays": [],
        "playImages": "[]",
        "playerScores": [
            {
                "playerRefId": players[name],
                "score": str(score),
                "winner": place == 1,
                "rank": place,
                "seatOrder": seat + 1,
                "startPlayer": False,
                "newPlayer": False,
                "role": "",
                "team": teams[seat],
            }
            for seat, (name, score, place) in enumerate(
                zip(match.players, match.scores, match.places, strict=True)
            )
        ],
    }


def _teams(match: StoredMatch) -> list[str]:
    """The letters of the partners of each seat; empty if everybody plays alone."""
    side = contest(match.game, dict(match.options), len(match.players)).sides
    teams = [
        "".join(seat_letter(seat) for seat, other in enumerate(side) if other == own)
        for own in side
    ]
    return teams if any(len(team) > 1 for team in teams) else [""] * len(side)


WHOLE: Final = frozenset({"quantity", "length", "objectid", "startposition", "score"})
BGG_COLUMNS: Final = tuple(
    Column(key, kind="integer" if key in WHOLE else "text")
    for key in (
        "date", "quantity", "length", "incomplete", "nowinstats", "location", "objecttype",
        "objectid", "game", "comments", "username", "userid", "name", "startposition", "color",
        "score", "new", "rating", "win",
    )
)  # fmt: skip


def bgg_table(matches: Iterable[StoredMatch], bgg_ids: Mapping[str, int]) -> Table:
    """One row for each play and player, with the field names of BoardGameGeek.

    The id of a game that is not in `bgg_ids` stays empty.
    """
    fit = (one for one in matches if unfit(one) is None)
    return Table(BGG_COLUMNS, (row for one in fit for row in _bgg(one, bgg_ids.get(one.game))))


def _bgg(match: StoredMatch, bgg_id: int | None) -> Iterator[Row]:
    headers = dict(match.headers)
    title = GAMES[match.game].title["en"] if match.game in GAMES else match.game
    played = date_of(match)
    day = played.day if played else ""
    length = (seconds(match) or 0) // 60
    first = (day, 1, length, "0", "0", headers.get("venue", ""), "thing", bgg_id, title)
    comment = f"tourney match {match.name}"
    for seat, name in enumerate(match.players):
        win = "1" if match.places[seat] == 1 else "0"
        yield (*first, comment, "", "", name, seat + 1, "", match.scores[seat], "0", "0", win)


# -- plays from BG Stats


class _Lost(Exception):
    """A play that cannot be taken."""

    def __init__(self, reason: Message) -> None:
        super().__init__(reason)
        self.reason = reason


class TakenPlays(NamedTuple):
    """The results in a file of BG Stats, and the plays that cannot be taken, with the reasons."""

    results: list[GivenResult]
    left_out: list[tuple[str, Message]]


def read_plays(data: bytes, name: str, bgg_ids: Mapping[str, int]) -> TakenPlays:
    """The plays of a file; DataFault if it is none of BG Stats.

    A game is found by its id on BoardGameGeek, or else by its title.
    """
    by_id = {number: game for game, number in bgg_ids.items() if number}
    try:
        found = json.loads(data.decode("utf-8-sig"))
        lists = {key: found.get(key, []) for key in ("players", "games", "locations", "plays")}
        players, games, places = (
            {one["id"]: str(one.get("name") or "") for one in lists[key]}
            for key in ("players", "games", "locations")
        )
        games |= {
            one["id"]: by_id[one["bggId"]] for one in lists["games"] if one.get("bggId") in by_id
        }
        given = list(found["plays"])
    except (ValueError, RecursionError, AttributeError, KeyError, TypeError):
        raise DataFault(
            say("exports.at", where=quoted(name), fault=say("exports.not-bgstats"))
        ) from None
    taken = TakenPlays([], [])
    for at, play in enumerate(given):
        where = f"{name}: plays[{at}]"
        try:
            taken.results.append(_given(where, play, players, games, places))
        except _Lost as lost:
            taken.left_out.append((where, lost.reason))
        except (AttributeError, KeyError, OverflowError, TypeError, ValueError):
            taken.left_out.append((where, say("exports.broken-play")))
    return taken


def _given(
    where: str,
    play: Mapping[str, Any],
    players: Mapping[int, str],
    games: Mapping[int, str],
    places: Mapping[int, str],
) -> GivenResult:
    title = games.get(play["gameRefId"], "")
    wanted = name_key(title)
    titled = (
        name
        for name, game in GAMES.items()
        if wanted in {name_key(name), *map(name_key, game.title.values())}
    )
    game = next(titled, None)
    if game is None:
        raise _Lost(say("exports.no-such-game", game=quoted(title), known=", ".join(GAMES)))
    if play.get("ignored"):
        raise _Lost(say("exports.ignored-play"))
    seats = _seats(play["playerScores"], players)
    if len(seats) not in GAMES[game].seats:
        raise _Lost(say("exports.no-such-seats", count=len(seats), game=game))
    minutes = int(play.get("durationMin") or 0)
    # The day where it was played: `playDate` is in UTC, and may be the day before or after.
    ymd = _YMD.fullmatch(str(play.get("playDateYmd") or ""))
    day = "-".join(ymd.groups()) if ymd else str(play["playDate"])[:10]
    headers = {
        "date": date.fromisoformat(day).isoformat(),
        "venue": places.get(play.get("locationRefId") or 0, ""),
        "source": "import",
        "x-seconds": str(60 * minutes) if minutes else "",
        "x-comment": "" if _ours(play) else str(play.get("comments") or ""),
    }
    name = _ours(play) or f"bgstats/{UUID(str(play['uuid']))}"
    return GivenResult(where, name, game, seats, headers=headers)


def _ours(play: Mapping[str, Any]) -> str | None:
    """The id of the match from which a play was exported; None for any other play."""
    found = OURS.fullmatch(str(play.get("comments") or ""))
    return found[1] if found and play_id(found[1]) == str(play["uuid"]).lower() else None


def _seats(given: Sequence[Mapping[str, Any]], players: Mapping[int, str]) -> list[GivenSeat]:
    """The seats in their order, with places: those that are given, else the winners first."""
    order = [one.get("seatOrder") or 0 for one in given]
    ordered = list(given)
    if len(set(order)) == len(order) and 0 not in order:
        ordered.sort(key=lambda one: one["seatOrder"])
    if any(one.get("team") for one in given):
        raise _Lost(say("exports.teams"))
    ranks = [int(one.get("rank") or 0) for one in ordered]
    found = []
    for one, rank in zip(ordered, ranks, strict=True):
        score = str(one.get("score") or "").strip()
        if not re.fullmatch(r"-?\d{1,9}", score):
            raise _Lost(say("exports.no-whole-score", score=quoted(score)))
        name = players.get(one["playerRefId"]) or "?"
        found.append(GivenSeat(name, int(score), rank if all(ranks) else None))
    return found
