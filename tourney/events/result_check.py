"""Refuses results that do not fit the pairing of their event, before they are stored."""

from collections.abc import Mapping, Sequence

from tourney.domain.draws import EntrantId
from tourney.domain.errors import TourneyError
from tourney.domain.event_log import EventResult, EventRow
from tourney.events.actions import check_result
from tourney.events.life import apply, state_of


def check_results(
    before: Sequence[EventRow],
    new: Sequence[EventRow],
    names: Mapping[EntrantId, str],
) -> None:
    """Raise an error for results that do not fit an event, with the names of the entrants."""
    state = state_of(before)
    listed = ("", *(names.get(one, f"#{one}") for one in state.entrants))
    for row in new:
        try:
            check_result(state, EventResult.of(row.details))
        except TourneyError as fault:
            message = fault.message
            raise type(fault)(
                message if isinstance(message, str) else message.named(listed)
            ) from None
        apply(state, row)
