"""Tables of an event at which bots sit: which of them are due, and the cards of every table.

The cards follow from the seed of the event, which stays secret: the seed of a draw is published,
and nobody should be able to compute the cards from it.
"""

from collections.abc import Sequence
from hashlib import sha256
from typing import Final

from tourney.domain.draws import EntrantId
from tourney.domain.event_log import EnteredBot
from tourney.events.state import EventState, RoundState, StageState, TableState

SEED_DIGITS: Final = 32


def card_seed(state: EventState, stage: StageState, number: int) -> str:
    """The seed of the cards of a round; it is another one each time the round is drawn again."""
    attempt = stage.undrawn.get(number, 0)
    words = f"{state.seed}/{stage.plan.name}/{number}/{attempt}/cards"
    return sha256(words.encode()).hexdigest()[:SEED_DIGITS]


def deal_number(state: EventState, table: TableState) -> int:
    """The deal of a table in its round: its number, or 0 at all tables of a duplicate event."""
    return 0 if state.plan.duplicate else table.number


def open_tables(round_: RoundState) -> list[TableState]:
    """The tables of a round that can be played and have no match."""
    return [table for table in round_.tables if table.playable and table.match is None]


def bots_at(state: EventState, table: TableState) -> dict[EntrantId, EnteredBot]:
    """The bots at a table, by entrant."""
    bots = ((one, state.entrants[one].bot) for one in table.present())
    return {one: bot for one, bot in bots if bot is not None}


def due_for_bots(state: EventState, round_: RoundState) -> tuple[Sequence[TableState], ...]:
    """The open tables of a round without people, and those with people."""
    found = open_tables(round_)
    alone = [table for table in found if len(bots_at(state, table)) == len(table.present())]
    return alone, [table for table in found if table not in alone]
