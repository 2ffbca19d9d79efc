"""A Swiss stage at tables of two as values for a TRF, which programs for chess tournaments read."""

from collections.abc import Iterator, Mapping
from typing import Final

from engines.messages import say
from tourney.domain.errors import UsageFault
from tourney.domain.event_log import EntrantId
from tourney.events.decisions import begun_stage
from tourney.events.draws import STAGE, EventRules, seed_of
from tourney.events.event_state import EventState, RoundState, StageState, TableState
from tourney.exports.event_files import BYE, NO_GAME, Colour, Token, TrfEvent, TrfGame, TrfPlayer
from tourney.scoring.points import Finish

SWISS: Final = "swiss"
SEATS: Final = 2
WON, SHARED, LOST = (Finish(SEATS, *span, 0) for span in ((1, 1), (1, 2), (2, 2)))
COLOURS: Final[tuple[Colour, Colour]] = ("w", "b")


def chess_stage(state: EventState, name: str | None = None) -> StageState:
    """The newest stage that a TRF can describe, or the one of this name; UsageFault.

    It is a Swiss one at tables of two, with points as in chess, where a draw is half of a win.
    """
    stages = state.stages if name is None else [begun_stage(state, name)]
    for stage in reversed(stages):
        if stage.plan.format == SWISS and stage.plan.sizes.allowed == (SEATS,):
            _bye_halves(state, stage)
            return stage
    raise UsageFault(say("events.no-chess-stage"))


def _bye_halves(state: EventState, stage: StageState) -> int:
    """The worth of a bye in halves of a win; UsageFault if points are not as in chess."""
    system = stage.plan.system
    # As in chess: a draw is half of a win, a loss nothing, a bye 0, half of a win or a win.
    won, shared, lost = map(system, (WON, SHARED, LOST))
    halves = 2 * state.plan.bye / won if won else None
    if not system.by_place or lost or 2 * shared != won or halves not in (0, 1, 2):
        raise UsageFault(say("events.points-not-as-in-chess", stage=stage.plan.name))
    return int(halves)


def chess_report(
    state: EventState, stage: StageState, rules: EventRules, names: Mapping[EntrantId, str]
) -> TrfEvent:
    """The rounds of a stage that are complete. Starting numbers are places in the seeding."""
    numbers = {entrant: number for number, entrant in enumerate(stage.seeding, 1)}
    # A half round would be paired on results that are still to come.
    rounds = [round_ for round_ in stage.rounds if not round_.missing()]
    players = [
        TrfPlayer(
            names.get(entrant, f"#{entrant}"), [_game(state, at, entrant, numbers) for at in rounds]
        )
        for entrant in stage.seeding
    ]
    # Numbers of the event are those of entry, in a TRF those of the seeding of the stage.
    apart = [sorted(numbers[entrant] for entrant in pair) for pair in state.plan.never
             if pair <= numbers.keys()]  # fmt: skip
    return TrfEvent(
        name=stage.plan.name,
        players=players,
        rounds=rules.length(state, stage) or len(rounds) + 1,
        # The colour of the first player is a lot, which was fixed when the event was made.
        first="black1" if seed_of(state, stage.plan.name, STAGE) % 2 else "white1",
        bye_halves=_bye_halves(state, stage),
        apart=[(a, b) for a, b in sorted(apart)],
    )


def _game(
    state: EventState, round_: RoundState, entrant: EntrantId, numbers: Mapping[EntrantId, int]
) -> TrfGame:
    table = round_.table_of(entrant)
    if table is None:
        return BYE if entrant in round_.byes else NO_GAME
    seat = table.seats.index(entrant)
    other = table.seats[1 - seat]
    return TrfGame(numbers[other], COLOURS[seat], _token(table, entrant, other))


def _token(table: TableState, entrant: EntrantId, other: EntrantId) -> Token:
    if entrant in table.absent:
        return "-"
    if other in table.absent or table.result is None:
        return "+"
    result = table.result
    mine, theirs = (result.entrants.index(one) for one in (entrant, other))
    if result.forfeits:
        return "-" if mine in result.forfeits else "+"
    places = result.places
    return "=" if places[mine] == places[theirs] else "1" if places[mine] == 1 else "0"


def absent_numbers(state: EventState, stage: StageState) -> Iterator[int]:
    """The starting numbers of those who do not play in the next round."""
    for number, entrant in enumerate(stage.seeding, 1):
        if state.entrants[entrant].away:
            yield number
