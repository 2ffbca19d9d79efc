"""An event for other programs: a report for those that pair chess, and entries for calendars.

The report is a TRF of FIDE (2016) for a Swiss event at tables of two. A win is 1 and a draw ½,
whatever the event gives for them; seat A has white. Calendars need the extra `calendar`.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Final, Literal, NamedTuple, TypeAlias
from uuid import UUID, uuid5

from tourney.exports.typed_files import missing_extra

Colour: TypeAlias = Literal["w", "b", "-"]
Token: TypeAlias = Literal["1", "=", "0", "+", "-", "U", "Z"]
# Half points of a result: to win by forfeit counts as a won game does.
HALVES: Final[dict[Token, int]] = {"1": 2, "+": 2, "=": 1, "0": 0, "-": 0, "Z": 0}
WIN: Final = 2
NAME_WIDTH: Final = 33


class TrfGame(NamedTuple):
    """What one player did in one round; the opponent is a starting number, 0 for none."""

    opponent: int
    colour: Colour
    result: Token


NO_GAME: Final = TrfGame(0, "-", "Z")  # A round in which a player did not take part
BYE: Final = TrfGame(0, "-", "U")  # A round for which the pairing had no opponent


class TrfPlayer(NamedTuple):
    """A player; the place in the list is the starting number. `games` is by round."""

    name: str
    games: Sequence[TrfGame]

    def halves(self, bye: int) -> int:
        """Half points of all games, with those of a bye."""
        return sum(HALVES.get(game.result, bye) for game in self.games)


class TrfEvent(NamedTuple):
    """An event: `first` is the colour of the first player in round 1, `apart` are the pairs of
    starting numbers that may not meet."""

    name: str
    players: Sequence[TrfPlayer]
    rounds: int
    first: Literal["white1", "black1"]
    bye_halves: int = WIN
    apart: Sequence[tuple[int, int]] = ()


def trf_text(event: TrfEvent, *, absent: Sequence[int] = ()) -> str:
    """The text of the file; players `absent` do not play in the next round."""
    # Two dialects: of JaVaFo, and of bbpPairings. A program ignores the line of the other one.
    halves = event.bye_halves
    bye = () if halves == WIN else (f"XXS PAB={halves / 2}", f"BBU {halves / 2:4.1f}")
    lines = [
        f"012 {_one_line(event.name)}",
        f"062 {len(event.players)}",
        "092 Individual: Swiss-System",
        *_players(event, absent),
        f"XXR {event.rounds}",
        f"XXC {event.first}",
        *bye,
        *(f"XXP {a} {b}" for a, b in event.apart),
    ]
    return "".join(f"{line}\n" for line in lines)


def _players(event: TrfEvent, absent: Sequence[int]) -> Iterator[str]:
    points = [one.halves(event.bye_halves) for one in event.players]
    best_first = sorted(range(len(points)), key=lambda at: -points[at])
    for at, one in enumerate(event.players):
        games = [*one.games, *([NO_GAME] if at + 1 in absent else [])]
        name = _one_line(one.name)[:NAME_WIDTH]
        # Columns count: 5 the starting number, 15 the name, 81 the points, 86 the rank. Title,
        # sex, rating and federation between them are unknown. From 90 on a round has ten columns.
        who = f"001 {at + 1:4}      {name:<{NAME_WIDTH}}{'':33}"
        stands = f"{points[at] / 2:4.1f} {best_first.index(at) + 1:4}"
        yield who + stands + "".join(map(_game, games))


def _game(game: TrfGame) -> str:
    opponent = f"{game.opponent:4}" if game.opponent else "0000"
    return f"  {opponent} {game.colour} {game.result}"


def _one_line(text: str) -> str:
    return " ".join(text.split())


NAMESPACE: Final = UUID("6a0c3c0e-3f52-5b8e-8d4b-0a8f5d7c2b11")
# The time in every entry at which it was made, so that the same rounds give the same bytes.
STAMP: Final = datetime(2000, 1, 1, tzinfo=UTC)


class CalendarRound(NamedTuple):
    """A round with its day, or its time and length, and a description."""

    event: str
    stage: str
    number: int
    start: date | datetime
    title: str
    description: str
    place: str = ""
    length: timedelta = timedelta(hours=2)


def calendar_text(rounds: Iterable[CalendarRound], version: int) -> str:
    """The rounds as an iCalendar document; a round has the same id each time.

    Calendars replace an entry by one with the same id and a higher `version`.
    """
    try:
        from icalendar import Calendar, Event
    except ModuleNotFoundError:
        raise missing_extra("ics", "calendar", "icalendar") from None
    calendar = Calendar()
    calendar.add("prodid", "-//tourney//rounds//EN")
    calendar.add("version", "2.0")
    for one in rounds:
        entry = Event()
        # The id follows from the round, so that a later calendar replaces the entry.
        entry.add("uid", f"{uuid5(NAMESPACE, f'{one.event}/{one.stage}/{one.number}')}@tourney")
        entry.add("dtstamp", STAMP)
        entry.add("sequence", version)
        start, whole_day = one.start, not isinstance(one.start, datetime)
        if isinstance(start, datetime) and start.tzinfo is not None:
            start = start.astimezone(UTC)  # the document describes no other time zone
        entry.add("dtstart", start)
        entry.add("dtend", start + (timedelta(days=1) if whole_day else one.length))
        entry.add("summary", one.title)
        entry.add("description", one.description)
        if one.place:
            entry.add("location", one.place)
        calendar.add_component(entry)
    return str(calendar.to_ical().decode())
