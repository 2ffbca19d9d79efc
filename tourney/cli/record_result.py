"""`tourney record --result-only`: the scores or the order of finish of a match, and no turns."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from engines.messages import Argument, Message, Player
from tourney.cli import record_messages as say
from tourney.cli.asking import Asker, InputEnded
from tourney.cli.base import App
from tourney.cli.record_setup import free_id, table_setup
from tourney.desk import TableSetup
from tourney.desk.ending import whole
from tourney.desk.players import seat_of
from tourney.domain.errors import DataFault, UsageFault, quoted
from tourney.records import check, read, stored
from tourney.records.values import rank_text, scores_text

_SCORE = re.compile(r"(?P<who>.*?)[\s=:\uff1d\uff1a]*(?P<score>-?\d+|\?)")


class ResultFault(Exception):
    """Text that is not a result."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message


def record_result(app: App, asker: Asker, game: str, given: Mapping[str, Any]) -> str:
    """Ask for the result of a match and store it; the id of the match."""
    setup = table_setup(asker, game, given)
    return store_lines(app, setup, (), _trailer(asker, setup))


def store_lines(
    app: App,
    setup: TableSetup,
    body: Sequence[str],
    trailer: Sequence[str],
    what: str = "record",
) -> str:
    """Store a complete match without turns; the id of the match. DataFault if it has problems.

    `what` names the command in the log.
    """
    store = app.store(create=True)
    setup = setup if setup.match else replace(setup, match=free_id(store, setup))
    match = read(whole(setup, body, [*trailer, "status: complete"])).matches[0]
    problems = match.problems or check(match).problems
    if problems:
        raise DataFault(problems[0].message)
    store.add_match(stored(match), what)
    return setup.match


def _trailer(asker: Asker, setup: TableSetup) -> list[str]:
    """The result and rank lines; asks again until the text is a result."""
    while True:
        typed = asker.ask(say.RESULT())
        try:
            if ">" in typed:
                return [f"rank: {rank_text(_order(typed, range(setup.seats), setup))}"]
            scores = scores_of(typed, setup, setup.seats)
            places = places_of(asker, setup, scores)
            return [f"result: {scores_text(scores)}", f"rank: {rank_text(places)}"]
        except ResultFault as fault:
            message = say.NO_RESULT(text=quoted(typed), why=fault.message)
            if not asker.terminal:
                raise UsageFault(message) from None
            asker.say(message.text(asker.app.lang, setup.players))


def scores_of(text: str, setup: TableSetup, count: int) -> tuple[int, ...]:
    """The number of each of the first `count` players, named or in the order of the seats."""
    parts = [part.strip() for part in re.split(r"[,,、;]", text) if part.strip()]
    if len(parts) == 1 and len(text.split()) == count:
        parts = text.split()
    found: dict[int, int] = {}
    for number, part in enumerate(parts):
        match = _SCORE.fullmatch(part)
        if match is None or match["score"] == "?":
            raise ResultFault(say.NOT_A_SCORE(text=part))
        seat = _seat(match["who"], setup) if match["who"].strip() else number
        if seat in found:
            raise ResultFault(say.TWICE(name=quoted(setup.players[seat])))
        found[seat] = int(match["score"])
    missing = [seat for seat in range(count) if seat not in found]
    if missing:
        raise ResultFault(say.MISSING_PLAYER(who=Player(missing[0])))
    if len(found) > count:
        raise ResultFault(say.NOT_A_SCORE(text=parts[-1]))
    return tuple(found[seat] for seat in range(count))


def _seat(name: str, setup: TableSetup) -> int:
    """The seat of a player; ResultFault if there is none."""
    seat = seat_of(name, setup.players)
    if seat is None:
        raise ResultFault(say.NO_PLAYER(name=quoted(name.strip()), known=_known(setup)))
    return seat


def _order(text: str, seats: Sequence[int], setup: TableSetup) -> tuple[int, ...]:
    """The place of every seat from an order such as `Ben > Aiko = Chie`; 0 for other seats."""
    places, place = [0] * setup.seats, 1
    for count, (name, sign) in enumerate(re.findall(r"([^>=]+)([>=]|$)", text), 1):
        seat = _seat(name, setup)
        if places[seat]:
            raise ResultFault(say.TWICE(name=quoted(setup.players[seat])))
        if seat not in seats:
            raise ResultFault(say.NO_PLAYER(name=quoted(name.strip()), known=_known(setup)))
        places[seat] = place
        place = place if sign == "=" else count + 1
    missing = [seat for seat in seats if not places[seat]]
    if missing:
        raise ResultFault(say.MISSING_PLAYER(who=Player(missing[0])))
    sides = setup.engine.sides(setup.parsed_options(), setup.seats)
    ahead = [{sides[o] for o in seats if places[o] < places[s]} for s in range(setup.seats)]
    return tuple(1 + len(others) for others in ahead)


def places_of(asker: Asker, setup: TableSetup, scores: Sequence[int]) -> tuple[int, ...]:
    """Places by score; asks who is ahead of equal scores if the game may separate them."""
    game, options = setup.engine, setup.parsed_options()
    keys = [score if game.fewer_wins else -score for score in scores]
    sides = game.sides(options, setup.seats)
    places = [
        1 + len({sides[other] for other, key in enumerate(keys) if key < mine}) for mine in keys
    ]
    if game.ties(options, scores).equal == "share":
        return tuple(places)
    for key in sorted(set(keys)):
        tied = [seat for seat, other in enumerate(keys) if other == key]
        if len({sides[seat] for seat in tied}) > 1:
            _separate(asker, setup, tied, places)
    return tuple(places)


def _separate(asker: Asker, setup: TableSetup, tied: Sequence[int], places: list[int]) -> None:
    """Ask in which order players with the same score finished."""
    who: tuple[Argument, ...] = tuple(Player(seat) for seat in tied)
    try:
        prompt = say.AHEAD(who=who).text(asker.app.lang, setup.players)
        typed = asker.read(f"{prompt}? ", say.RESULT())
    except InputEnded:
        typed = ""
    if typed:
        order = _order(typed, tied, setup)
        for seat in tied:
            places[seat] += order[seat] - 1


def _known(setup: TableSetup) -> str:
    return ", ".join(setup.players)
