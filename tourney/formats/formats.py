"""The formats of events by name: a new one is a file, a record here, and its texts."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from engines.games import Registry, must_be
from engines.messages import Message
from tourney.domain.event_log import Draw, EntrantId, Situation
from tourney.formats import arena, manual, one_table, roundrobin, swiss_pricing
from tourney.formats.brackets import DOUBLE_ELIMINATION, KNOCKOUT, STEPLADDER, Bracket
from tourney.formats.format_settings import Format
from tourney.formats.heats import HEATS, require_second_chance
from tourney.formats.seating import split


def _bracket(
    bracket: Bracket,
    *,
    lives: int = 0,
    one_at_a_time: bool = False,
    check: Callable[[Situation], None] = lambda situation: None,
) -> Format:
    return Format(
        settings=bracket.settings,
        draw=bracket.draw,
        reasons=bracket.reasons,
        rounds_of_stage=bracket.rounds,
        order=bracket.order,
        passage=bracket.passage,
        check=check,
        keeps_places=True,
        partial=True,
        one_at_a_time=one_at_a_time,
        elimination=True,
        lives=lives,
    )


# The Swiss system loads its solvers and numpy where a round is drawn: that takes long, and most
# commands of an event draw nothing.


def _draw_swiss(situation: Situation) -> Draw:
    """A round of tables of two, or of pods of three to six: equal points meet, nobody twice."""
    plan = split(len(situation.entrants), situation.sizes)
    options = swiss_pricing.SwissOptions.of(situation)
    if max(plan.tables) == 2:
        from tourney.formats.swiss_pairs import draw_pairs

        return draw_pairs(situation, plan, options)
    from tourney.formats.swiss_pods import draw_pods

    return draw_pods(situation, plan, options)


def _swiss_reasons(situation: Situation, draw: Draw, entrant: EntrantId) -> Sequence[Message]:
    from tourney.formats.swiss_pods import reasons

    return reasons(situation, draw, entrant)


_BUILT_IN: Final[Mapping[str, Format]] = {
    "swiss": Format(
        settings=swiss_pricing.DEFAULTS,
        draw=_draw_swiss,
        reasons=_swiss_reasons,
    ),
    "roundrobin": Format(
        settings=roundrobin.ROBIN_SETTINGS,
        draw=roundrobin.draw_robin,
        reasons=roundrobin.robin_reasons,
        rounds_of_stage=roundrobin.robin_rounds,
        scheduled=True,
        keeps_places=True,
    ),
    "groups": Format(
        settings=roundrobin.GROUP_SETTINGS,
        draw=roundrobin.draw_groups,
        reasons=roundrobin.group_reasons,
        rounds_of_stage=roundrobin.group_rounds,
        group_of=roundrobin.group_of,
        scheduled=True,
        keeps_places=True,
        partial=True,
    ),
    "knockout": _bracket(KNOCKOUT, lives=1),
    "double-elimination": _bracket(DOUBLE_ELIMINATION, lives=2),
    "heats": _bracket(HEATS, check=require_second_chance),
    "gauntlet": Format(
        settings=one_table.GAUNTLET_SETTINGS,
        draw=one_table.draw_gauntlet,
        reasons=one_table.gauntlet_reasons,
        rounds_of_stage=one_table.gauntlet_rounds,
        scheduled=True,
        keeps_places=True,
        partial=True,
        one_at_a_time=True,
    ),
    "stepladder": _bracket(STEPLADDER, one_at_a_time=True),
    "arena": Format(
        settings=arena.SETTINGS,
        draw=arena.draw,
        reasons=arena.reasons,
        partial=True,
        continuous=True,
    ),
    "one-table": Format(
        settings={},
        draw=one_table.draw_one_table,
        reasons=one_table.one_table_reasons,
        unplanned_rounds=1,
    ),
    "manual": Format(
        settings=manual.SETTINGS,
        draw=manual.draw,
        reasons=manual.reasons,
        rounds_of_stage=manual.rounds,
        keeps_places=True,
    ),
}
FORMATS: Final[Registry[Format]] = Registry(
    _BUILT_IN, "format", lambda name, given: must_be(Format, given)
)


def format_of(name: str) -> Format:
    """The format of this name; one like `manual` for a name that this version does not know."""
    return FORMATS.get(name, _OTHER)


_OTHER: Final = replace(FORMATS["manual"], keeps_places=False)
