"""Formats with one table in each round: `one-table`, such as a final, and `gauntlet`."""

from collections.abc import Sequence
from random import Random
from typing import Final

from engines.messages import Message, Player, say
from tourney.domain.errors import UsageFault, quoted
from tourney.domain.event_log import Draw, EntrantId, Pod, Situation, Sizes
from tourney.formats.format_settings import count_setting, numbered, require_round, text_setting
from tourney.formats.history import membership, together
from tourney.formats.lineups import rotated
from tourney.formats.seating import playable, require_seats, seated, split, with_fixed_seats

# All entrants of the stage at one table; one round unless the plan says more. Seats are drawn by
# lot in the first round and move on by one seat in each later round.


def draw_one_table(situation: Situation) -> Draw:
    """Everybody at one table; UsageFault if the table is too small."""
    here = set(situation.entrants)
    if len(here) not in situation.sizes.allowed:
        sizes = ", ".join(map(str, situation.sizes.allowed))
        raise UsageFault(say("formats.one-table-size", count=len(here), sizes=sizes))
    # The order of the first round: as it was drawn, or without those who have left.
    drawn = [met.pod for met in situation.met if met.round == 1]
    if drawn and here == set(drawn[0]):
        first = list(drawn[0])
    else:
        first = sorted(here)
        Random(situation.seed).shuffle(first)
    pod = rotated(first, situation.round - 1)
    if (pair := together(pod, situation.never)) is not None:
        raise UsageFault(say("formats.one-table-never", entrants=tuple(map(Player, pair))))
    require_seats(pod, situation.fixed)
    return Draw(pods=(with_fixed_seats(pod, situation.fixed),))


def one_table_reasons(situation: Situation, draw: Draw, entrant: EntrantId) -> Sequence[Message]:
    """There is only one table."""
    return (say("formats.one-table-all", count=len(situation.entrants)),)


# Gauntlet: one entrant, the champion, plays against all others in turn.

# `champion` is the number of an entrant, otherwise the best seed; `cycles` is how often each of the
# others plays.
GAUNTLET_SETTINGS: Final = {"champion": "", "cycles": "1"}


def gauntlet_rounds(situation: Situation) -> int:
    """As many rounds as there are tables of challengers; without the champion no more."""
    champion = _champion(situation)
    if champion not in situation.entrants:
        return situation.round - 1
    cycles = count_setting(situation, GAUNTLET_SETTINGS, "cycles")
    return situation.rounds or cycles * len(_challenges(situation, champion))


def draw_gauntlet(situation: Situation) -> Draw:
    """The champion and the next challengers; who is alone has a bye."""
    require_round(situation, gauntlet_rounds(situation))
    tables = _challenges(situation, _champion(situation))
    table = tables[(situation.round - 1) % len(tables)]
    present = tuple(entrant for entrant in table if entrant in situation.entrants)
    pods, byes = playable([present], situation.sizes, situation.byes)
    for pod in pods:
        if (pair := together(pod, situation.never)) is not None:
            names = tuple(map(Player, pair))
            raise UsageFault(say("formats.champion-never", entrants=names, round=situation.round))
    return Draw(
        seated(pods, situation.met, situation.fixed, situation.seed, new=situation.new_seats),
        byes,
    )


def gauntlet_reasons(situation: Situation, draw: Draw, entrant: EntrantId) -> Sequence[Message]:
    """Whose turn it is."""
    if not any(entrant in group for group in (*draw.pods, draw.byes)):
        return [say("formats.not-their-turn", who=Player(entrant))]
    champion, rounds = Player(_champion(situation)), gauntlet_rounds(situation)
    return [say("formats.challenged", champion=champion, round=situation.round, rounds=rounds)]


def _champion(situation: Situation) -> EntrantId:
    """The one whom the settings name, or the best seed of those who were in all rounds so far."""
    text = text_setting(situation, GAUNTLET_SETTINGS, "champion")
    known = numbered(situation)
    if text:
        if text not in known:
            raise UsageFault(say("formats.no-champion", value=quoted(text)))
        return known[text]
    first = [who for who in situation.seeding if situation.joined.get(who, 1) == 1]
    in_all = (who for who in first if all(who in met.pod for met in situation.met))
    return next(in_all, (*first, *situation.seeding)[0])


def _challenges(situation: Situation, champion: EntrantId) -> list[Pod]:
    """The champion with each group of challengers, best seeds first, late entrants last."""
    allowed, preferred = situation.sizes
    smaller = Sizes(tuple(size - 1 for size in allowed), preferred - 1)

    def tables(entrants: tuple[EntrantId, ...]) -> list[Pod]:
        others = [entrant for entrant in entrants if entrant != champion]
        count = len(entrants) - 1
        if count < min(smaller.allowed):
            sizes: tuple[int, ...] = (count,)
        else:
            # Those left over by the division play the last round.
            sizes, left = split(count, smaller)
            sizes = (*sizes, left) if left else sizes
        waiting = iter(others)
        return [(champion, *(next(waiting) for _ in range(size))) for size in sizes]

    members = membership(situation, lambda entrants: tables(entrants)[:1])
    return tables(members.original) + (tables((champion, *members.late)) if members.late else [])
