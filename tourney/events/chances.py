"""What is still possible in a stage, from its open tables and the rounds that are not drawn yet."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from engines.messages import Message
from tourney.domain.draws import Draw, EntrantId
from tourney.events.ranking import entrant_of, key, ledger_of
from tourney.events.state import EventState, StageState
from tourney.scoring import point_system
from tourney.scoring.prospects import method_text, prospect_text, prospects, remaining_event


class Chances(NamedTuple):
    """What is possible for every entrant, and whether that is exact."""

    texts: Mapping[EntrantId, Message]
    method: Message


def chances(
    state: EventState,
    stage: StageState,
    top: int,
    length: int | None,
    coming: Sequence[Draw] = (),
) -> Chances | None:
    """What is possible about the first `top` places of a stage of `length` rounds.

    `coming` are the draws of the next rounds, as far as they are fixed already. None if nothing is
    left, if the number of rounds is open, or if points depend on scores.
    """
    system = point_system(stage.plan.points)
    undrawn = length - len(stage.rounds) - len(coming) if length is not None else 0
    ledger = ledger_of(state, stage)
    rounds = [
        [tuple(map(key, table.present())) for table in one.missing()]
        for one in stage.rounds
        if one.missing()
    ]
    for number, draw in enumerate(coming, start=len(stage.rounds) + 1):
        rounds.append([tuple(map(key, pod)) for pod in draw.pods])
        for entrant in draw.byes:
            ledger.unplayed(key(entrant), number, "bye", state.plan.bye)
    if not system.by_place or not (rounds or undrawn > 0):
        return None
    event = remaining_event(
        ledger,
        system,
        rounds,
        [stage.plan.sizes.preferred] * undrawn,
        total=True,
        active={key(entrant) for entrant in state.playing(stage)},
    )
    found = prospects(event, top)
    texts = {entrant_of(row.player): prospect_text(row) for row in found.players}
    return Chances(texts, method_text(found, top))
