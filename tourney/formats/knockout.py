"""Knockout for two seats: single and double elimination, and the stepladder."""

from collections.abc import Sequence
from typing import Final

from engines.messages import say
from tourney.domain.draw_values import EntrantId, Sizes
from tourney.domain.errors import UsageFault
from tourney.formats.brackets import (
    TIES,
    Bracket,
    BracketRules,
    Course,
    Entrants,
    TableResult,
    Tables,
)
from tourney.formats.format_settings import count_setting, yes_setting
from tourney.formats.table_sizes import split

# Knockout for two seats: single and double elimination.

Line = list[EntrantId | None]
"""The entrants of a bracket in the order of their places; None where there is nobody."""


def bracket_line(entrants: Entrants) -> Line:
    """Places for a bracket: seeds 1 and 2 can meet in the last match only, 1 to 4 in the last two.

    Free places are the opponents of the best seeds.
    """
    order = [1]
    while len(order) < len(entrants):
        total = 2 * len(order) + 1
        order = [seed for each in order for seed in (each, total - each)]
    return [entrants[seed - 1] if seed <= len(entrants) else None for seed in order]


def drop_place(match: int, stage: int, places: int) -> int:
    """The place in the lower bracket of the loser of a match of the upper bracket.

    `stage` counts the rounds of the upper bracket from 1, `places` is the number of its matches.
    The place is the number of the match with some binary digits inverted: those of stage - 1 read
    backwards, from the highest digit on. Two entrants who met in the upper bracket come together
    again where the highest digit stands in which their stages differ. So all stages differ in high
    digits, and rematches come as late as possible.
    """
    digits, turned = places.bit_length() - 1, stage - 1
    mask = sum((turned >> at & 1) << (digits - 1 - at) for at in range(digits))
    return match ^ mask


# Single elimination; `third=yes` adds a match for third place to the last round.

KNOCKOUT_SETTINGS: Final = {**TIES, "third": "no"}


def _knockout(entrants: Entrants, rules: BracketRules) -> Course:
    """Winners go on, losers leave."""
    third = yes_setting(rules.situation, KNOCKOUT_SETTINGS, "third")
    line = bracket_line(entrants)
    waiting: Entrants = ()
    while len(line) > 1:
        results = yield [*_tables(line), waiting] if waiting else _tables(line)
        if waiting:
            rules.leave_in_order(results[-1])
        line, losers = _winners(rules, results[: len(line) // 2])
        beaten = tuple(entrant for entrant in losers if entrant is not None)
        waiting = beaten if third and len(beaten) == len(line) == 2 else ()
        if not waiting:
            rules.leave(beaten)


KNOCKOUT: Final = Bracket(KNOCKOUT_SETTINGS, _knockout)


# Double elimination: who loses twice leaves; `reset=yes` plays the final again if its loser has
# lost only once.

DOUBLE_SETTINGS: Final = {**TIES, "reset": "yes"}


def _double_elimination(entrants: Entrants, rules: BracketRules) -> Course:
    """A round of the upper bracket and one of the lower bracket at the same time."""
    upper = bracket_line(entrants)
    stages = (len(upper) - 1).bit_length()
    lower: Line = []
    dropped: list[Line] = []
    for number in range(1, 2 * stages):
        above = _tables(upper) if number <= stages else []
        if number > 1 and number % 2:
            # Those who lost above are the opponents of those who are left below.
            losers, stage = dropped.pop(0), number // 2 + 1
            line: Line = [None] * (2 * len(lower))
            line[::2] = lower
            for match, entrant in enumerate(losers):
                line[2 * drop_place(match, stage, len(losers)) + 1] = entrant
            lower = line
        results = yield above + (_tables(lower) if number > 1 else [])
        if number > 1:
            lower, beaten = _winners(rules, results[len(above) :])
            rules.leave(entrant for entrant in beaten if entrant is not None)
        if above:
            upper, beaten = _winners(rules, results[: len(above)])
            dropped.append(beaten)
        if number == 1:
            lower = dropped.pop(0)
    # The winner of the upper bracket against that of the lower one, twice if necessary.
    table = tuple(entrant for entrant in (*upper, *lower) if entrant is not None)
    if len(table) < 2:
        return
    [result] = yield [table]
    winner, out = result.cut(1, rules.tie_breaker())
    again = winner == table[1:] and table[0] not in result.absent
    if again and yes_setting(rules.situation, DOUBLE_SETTINGS, "reset"):
        [result] = yield [table]
        _, out = result.cut(1, rules.tie_breaker())
    rules.leave(out)


DOUBLE_ELIMINATION: Final = Bracket(DOUBLE_SETTINGS, _double_elimination)


def _tables(line: Line) -> Tables:
    """Neighbours of the line; a table may have one entrant or none."""
    pairs = zip(line[::2], line[1::2], strict=True)
    return [tuple(entrant for entrant in pair if entrant is not None) for pair in pairs]


def _winners(rules: BracketRules, results: Sequence[TableResult]) -> tuple[Line, Line]:
    """The winner and the loser of each table; None where there is nobody."""
    winners: Line = []
    losers: Line = []
    for result in results:
        best, others = result.cut(1, rules.tie_breaker())
        winners.append(best[0] if best else None)
        losers.append(others[0] if others else None)
        rules.leave(others[1:])  # nobody appeared
    return winners, losers


# Stepladder: the lowest seeds play first, and the winner meets the next higher ones.

LADDER_SETTINGS: Final = {**TIES, "advance": "1"}
"""`advance` is how many of a table climb to the next one."""


def _stepladder(entrants: Entrants, rules: BracketRules) -> Course:
    """One table in each round; the last one has the best seeds."""
    advance = count_setting(rules.situation, LADDER_SETTINGS, "advance")
    waiting = list(entrants)
    climbing: Entrants = ()
    for joining in _joining(len(entrants), advance, rules.situation.sizes):
        table = (*climbing, *waiting[len(waiting) - joining :])
        del waiting[len(waiting) - joining :]
        [result] = yield [rules.by_seed(table)]
        if not waiting:
            rules.leave_in_order(result)
            return
        climbing, _ = result.cut(advance, rules.tie_breaker())
        rules.leave_in_order(result, staying=climbing)


STEPLADDER: Final = Bracket(LADDER_SETTINGS, _stepladder)


def _joining(entrants: int, advance: int, sizes: Sizes) -> list[int]:
    """How many join each table, from the first one on; those who climb fill the other seats."""
    allowed = tuple(size - advance for size in sizes.allowed if size > advance)
    if not allowed:
        raise UsageFault(say("formats.all-advance", advance=advance, most=max(sizes.allowed) - 1))
    count = max(entrants - advance, min(allowed))
    preferred = max(sizes.preferred - advance, min(allowed))
    tables, byes = split(count, Sizes(allowed, preferred))
    if byes:
        listed = tuple(map(str, sizes.allowed))
        raise UsageFault(
            say("formats.ladder-sizes", entrants=entrants, advance=advance, sizes=listed)
        )
    first, *others = reversed(tables)
    return [first + advance, *others]
