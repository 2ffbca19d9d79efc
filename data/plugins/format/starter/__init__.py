"""A format of events: every round is drawn by lot, whoever is left over has a bye."""

from collections.abc import Sequence
from random import Random

from engines.messages import Message, say
from tourney.domain.event_log import Draw, EntrantId, Situation
from tourney.formats.format_settings import Format, text_setting
from tourney.formats.seating import playable, split


def draw(situation: Situation) -> Draw:
    """Tables by lot. The seed of the round decides, so that the round can be drawn again."""
    text_setting(situation, {"": ""}, "")  # refuses a setting, as there is none
    drawn = Random(situation.seed).sample(situation.entrants, len(situation.entrants))
    pods, start = [], 0
    for size in split(len(drawn), situation.sizes).tables:
        pods.append(tuple(drawn[start : start + size]))
        start += size
    seated = playable(pods, situation.sizes, situation.byes).pods
    playing = {entrant for pod in seated for entrant in pod}
    return Draw(tuple(seated), tuple(one for one in situation.entrants if one not in playing))


def reasons(situation: Situation, draw: Draw, entrant: EntrantId) -> Sequence[Message]:
    """Why somebody sits where: `tourney event explain` says it."""
    return [say("starter.by-lot", round=situation.round)]


FORMAT = Format(settings={}, draw=draw, reasons=reasons)
