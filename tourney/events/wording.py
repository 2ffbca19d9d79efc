"""Messages about events: what may not be done and why, and what standings belong to.

An entrant in a message is a `Player` with the number of the entrant; the command that shows the
message passes the names.
"""

from collections.abc import Mapping
from typing import Final

from engines.messages import Argument, Message, Player, Sentence, say
from tourney.domain.draws import EntrantId
from tourney.events.slots import GROUP, MATCH, TABLE, StageSource


def entrant(number: EntrantId) -> Player:
    """An entrant in a message."""
    return Player(number)


_PARTS: Final = {
    (GROUP, True): Sentence("events.of-each-group"),
    (GROUP, False): Sentence("events.of-group"),
    (TABLE, True): Sentence("events.of-each-table"),
    (TABLE, False): Sentence("events.of-table"),
    (MATCH, False): Sentence("events.of-match"),
}


def source(found: StageSource) -> Message:
    """Places of an earlier stage."""
    who = _places(found)
    if found.best is not None:
        second = found.first == found.last == 2
        best = {"count": found.best}
        who = say("events.runners-up", **best) if second else say("events.best-of", **best, who=who)
    words: dict[str, Argument] = {"who": who, "stage": found.stage}
    if not found.part:
        return say("events.of-stage", **words)
    if found.part == TABLE:
        words["round"] = (
            say("events.last-round")
            if found.round is None
            else say("events.round-number", round=found.round)
        )
    if found.number is not None:
        words["number"] = found.number
    return _PARTS[found.part, found.each](**words)


def _places(found: StageSource) -> Message:
    if found.last is None:
        return say("events.losers")
    if found.first == 1 and not found.part and found.last != 1:
        return say("events.top", last=found.last)
    if found.first == found.last:
        return say("events.place", first=found.first)
    return say("events.places", first=found.first, last=found.last)


MISSED_ROUNDS: Final[Mapping[str, Sentence]] = {
    "bye": Sentence("events.event-missed-bye"),
    "late": Sentence("events.event-missed-late"),
    "absent": Sentence("events.event-missed-absent"),
    "no-show": Sentence("events.event-missed-no-show"),
    "walkover": Sentence("events.event-missed-alone"),
    "out": Sentence("events.event-missed-out"),
}
"""Why an entrant has no match in a round."""
