"""Scores and orders of finish as people type them: with names or letters of seats, in any width."""

import re
from collections.abc import Sequence
from typing import Final

from engines.api import seat_letter
from engines.messages import Message, Player, Sentence, say
from tourney.app.host import Host
from tourney.desk import TableSetup
from tourney.desk.players import seat_of
from tourney.domain.errors import DataFault, UsageFault, quoted
from tourney.records import MatchRecord
from tourney.records.amend import rank_of
from tourney.records.ranks import limit_fault
from tourney.records.values import rank_text

_SCORE: Final = re.compile(r"(?P<who>.*?)[\s=:\uff1d\uff1a]*(?P<score>-?\d+|\?)")
_VERSUS: Final = re.compile(r"(?P<first>\d+)(?P<sign>[:-])\d+(?:(?P=sign)\d+)*")
"""A result as it stands in a newspaper, such as 7:3 or 7-3."""
_NUMBER: Final = re.compile(r"-?\d+")
_WORD: Final = re.compile(r"(?:[^=:]+[=:])?-?\d+(?:\.\d+)?")
"""A score among others with blanks between them: 31, 31.5, A=31."""
_NARROW: Final = str.maketrans("\uff1e\uff1d\uff0d\u2212\u2013\uff1a", ">=---:")
_DIGITS: Final = 9
"""How many digits a score has at most, as in records."""


class ResultFault(Exception):
    """Text that is not a result."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message


def scores_of(
    text: str, players: Sequence[str], count: int, before: Sequence[int | None] = ()
) -> tuple[int, ...]:
    """The number of each of the first `count` players, named or in the order of the seats.

    Numbers that are not typed stay as they were `before`.
    """
    parts = [part.strip() for part in re.split(r"[,\uff0c、;]", text) if part.strip()]
    words = text.translate(_NARROW).split()
    if len(parts) == 1 and all(_NUMBER.fullmatch(word) for word in words):
        parts = words
    against = _VERSUS.fullmatch("".join(words))
    if len(parts) == 1 and not against and all(map(_WORD.fullmatch, words)):
        parts = words
    if len(parts) == 1 and against and seat_of(against["first"], players) is None:
        if against["sign"] == "-":  # it could be a score below zero
            raise ResultFault(say("cli.record-not-a-score", text=quoted(parts[0])))
        parts = words = "".join(words).split(":")
    alone = [part for part in parts if _NUMBER.fullmatch(part.translate(_NARROW))]
    if len(alone) == len(parts) and len(parts) != count:
        names = ", ".join(players[:count])
        raise ResultFault(
            say("cli.record-other-number", given=len(parts), count=count, players=names)
        )
    found: dict[int, int] = {}
    for number, part in enumerate(parts):
        match = _SCORE.fullmatch(part.translate(_NARROW))
        if match is None or match["score"] == "?":
            raise ResultFault(say("cli.record-not-a-score", text=quoted(part)))
        if len(match["score"].lstrip("-")) > _DIGITS:
            raise ResultFault(say("cli.record-too-large", text=quoted(part)))
        if re.search(r"\d[.\uff0e]$", match["who"]):
            raise ResultFault(say("cli.record-not-whole", text=quoted(part)))
        seat = _seat(match["who"], players) if match["who"].strip() else number
        if seat in found:
            raise ResultFault(say("cli.record-twice", name=quoted(players[seat])))
        found[seat] = int(match["score"])
    if beyond := [seat for seat in found if seat >= count]:  # the second partner of a team
        raise ResultFault(
            say("cli.record-not-a-score", text=quoted(parts[list(found).index(beyond[0])]))
        )
    kept = {seat: score for seat, score in enumerate(before) if score is not None}
    known = {**kept, **found}
    missing = [seat for seat in range(count) if seat not in known]
    if missing:
        raise ResultFault(say("cli.record-missing-player", who=Player(missing[0])))
    return tuple(known[seat] for seat in range(count))


def _seat(name: str, players: Sequence[str]) -> int:
    """The seat of a player; ResultFault if there is none."""
    seat = seat_of(name, players)
    if seat is not None:
        return seat
    if len(plain := name.strip()) == 1:
        seats = ", ".join(f"{seat_letter(at)} {player}" for at, player in enumerate(players))
        raise ResultFault(say("cli.record-no-seat", letter=quoted(plain), seats=seats))
    raise ResultFault(say("cli.record-no-player", name=quoted(plain), known=", ".join(players)))


def require_possible(setup: TableSetup, scores: Sequence[int]) -> None:
    """ResultFault if no match of the game ends with these scores."""
    game, options = setup.engine, setup.parsed_options()
    wrong = limit_fault(game, options, scores) or game.result_fault(options, scores, ())
    if wrong is not None:
        raise ResultFault(say("records.by-rule", fault=wrong.message, rule=wrong.rule))


def is_order(text: str) -> bool:
    """Whether a text is an order of finish and not scores."""
    return ">" in text.translate(_NARROW)


def order_of(text: str, seats: Sequence[int], setup: TableSetup) -> tuple[int, ...]:
    """The place of every seat from an order such as `Ben > Aiko = Chie`; 0 for other seats.

    One partner may stand for a team.
    """
    players = setup.players
    sides = setup.engine.sides(setup.parsed_options(), setup.seats)
    places, place = [0] * setup.seats, 1
    named = re.findall(r"([^>=]+)([>=]|$)", text.translate(_NARROW))
    for count, (name, sign) in enumerate(named, 1):
        seat = _seat(name, players)
        if places[seat]:
            raise ResultFault(say("cli.record-twice", name=quoted(players[seat])))
        if seat not in seats:
            known = ", ".join(players)
            raise ResultFault(say("cli.record-no-player", name=quoted(name.strip()), known=known))
        places[seat] = place
        place = place if sign == "=" else count + 1
    of_side = {side: places[seat] for seat, side in enumerate(sides) if places[seat]}
    places = [one or of_side.get(sides[seat], 0) for seat, one in enumerate(places)]
    missing = [seat for seat in seats if not places[seat]]
    if missing:
        raise ResultFault(say("cli.record-not-in-order", who=Player(missing[0])))
    ahead = [{sides[o] for o in seats if places[o] < places[s]} for s in range(setup.seats)]
    return tuple(1 + len(others) for others in ahead)


def typed_result(
    host: Host,
    setup: TableSetup,
    match: MatchRecord,
    scores: str,
    rank: str | None,
    before: Sequence[int | None] = (),
) -> tuple[Sequence[int], str]:
    """The scores of all seats, and the `rank` that is typed or follows from them.

    Says if equal scores share a place. UsageFault, also if places are never shared in the game.
    DataFault if no match ends with these scores.
    """
    try:
        found = scores_of(scores, setup.players, setup.seats, before)
        if match.result.status in ("", "complete"):
            require_possible(setup, found)
        if rank is not None:
            return found, rank_text(order_of(rank, range(setup.seats), setup))
    except ResultFault as fault:
        kind = DataFault if fault.message.sentence == Sentence("records.by-rule") else UsageFault
        raise kind(fault.message.text(host.lang, setup.players)) from None
    order = rank_of(match, found)
    if not order.rank:
        raise UsageFault(say("cli.match-add-rank"))
    if order.open:
        host.say(say("cli.event-place-shared"))
    return found, order.rank
