"""The options of `tourney standings` that are more than a word: ratings, matches that are left."""

import csv
import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from engines.messages import Message, say
from tourney.cli.base import App
from tourney.domain.errors import DataFault, NotFound, UsageFault, quoted

if TYPE_CHECKING:
    from tourney.domain.match_values import Standing
    from tourney.results.sums import ResultSums

FEWEST_SEATS = 2
MOST_SEATS = 6
UNDRAWN: Final = re.compile("[?]([2-6])")
"""A round that is not paired yet, and the seats of its tables."""


def read_ratings(path: str | None) -> Mapping[str, int]:
    """The ratings in a CSV file with the columns player and rating; none without a file."""

    if path is None:
        return {}
    try:
        with open(path, encoding="utf-8-sig", newline="") as file:
            rows = list(csv.DictReader(file))
    except (FileNotFoundError, IsADirectoryError) as error:
        raise NotFound(say("cli.standings-no-ratings-file", name=quoted(path))) from error
    except (UnicodeDecodeError, csv.Error) as error:
        raise DataFault(say("cli.standings-rating-columns", name=quoted(path))) from error
    found = {}
    for line, row in enumerate(rows, start=2):
        player, rating = row.get("player"), row.get("rating")
        if player is None or rating is None:
            raise DataFault(say("cli.standings-rating-columns", name=quoted(path)))
        try:
            found[player.strip()] = round(float(rating))
        except (ValueError, OverflowError) as error:
            raise DataFault(
                say("cli.standings-bad-rating", name=path, line=line, rating=quoted(rating))
            ) from error
    return found


def refuse_bars(event: str | None) -> None:
    """UsageFault for --bars of an event, whose standings have no intervals."""

    if event is not None:
        raise UsageFault(say("cli.plot-no-bars", name=quoted(event)))


def matches_left(text: str) -> tuple[list[list[tuple[str, ...]]], list[int]]:
    """Rounds of tables of players, `A,B,C;D,E,F/A,D;B,E`, and the seats of rounds such as `?4`."""

    rounds, undrawn = [], []
    for one in text.split("/"):
        if found := UNDRAWN.fullmatch(one.strip()):
            undrawn.append(int(found[1]))
            continue
        tables = [tuple(name.strip() for name in table.split(",")) for table in one.split(";")]
        for table in tables:
            if not FEWEST_SEATS <= len(table) <= MOST_SEATS or "" in table:
                raise UsageFault(say("cli.standings-bad-left", table=quoted(",".join(table))))
        rounds.append(tables)
    return rounds, undrawn


def require_top(left: str | None, top: int | None) -> None:
    """UsageFault if matches are left but no places are in question."""

    if left is not None and top is None:
        raise UsageFault(say("cli.standings-left-needs-top"))


def refuse_for_runs(**options: str | None) -> None:
    """UsageFault if an option is given that only events have."""

    for name, value in options.items():
        if value is not None:
            raise UsageFault(say("cli.standings-only-events", option=f"--{name}"))


def refuse_for_plans(left: str | None) -> None:
    """UsageFault if matches are given that are left of an event that knows them itself."""

    if left is not None:
        raise UsageFault(say("cli.standings-left-known"))


def say_cut(app: App, rows: "Sequence[Standing]", top: int) -> None:
    """Say that the line below the first `top` falls among equals, if it does."""
    from tourney.scoring.order import cut_line

    warning = cut_line(rows, top).warning()
    if warning is not None:
        app.say(warning)


def still_possible(app: App, sums: "ResultSums", left: str, top: int) -> Mapping[str, Message]:
    """What is possible for every player if these matches are left; says how it was found."""
    from tourney.scoring import point_system
    from tourney.scoring.prospects import method_text, prospect_text, prospects, remaining_event

    event = remaining_event(sums.ledger, point_system(sums.by), *matches_left(left))
    found = prospects(event, top)
    app.say(method_text(found, top))
    return {row.player: prospect_text(row) for row in found.players}
