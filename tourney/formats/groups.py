"""Groups: several round robins side by side."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import chain

from engines.messages import Message, Player, say
from tourney.domain.draws import Draw, EntrantId, Situation
from tourney.domain.errors import UsageFault
from tourney.formats.format import Order, count_setting
from tourney.formats.heats import snake
from tourney.formats.latecomers import membership
from tourney.formats.pod_schedule import Figures
from tourney.formats.roundrobin import RoundRobin

_ROBIN = RoundRobin()


class Groups:
    """The format: `groups` is their number; the other settings are those of a round robin.

    The seeds are dealt to the groups back and forth. A late entrant joins the smallest group.
    """

    settings: Mapping[str, str] = {"groups": "2", **_ROBIN.settings}

    def rounds(self, situation: Situation) -> int | None:
        """As many rounds as the longest round robin has."""
        return max(_ROBIN.rounds(group) or 0 for group in self._situations(situation))

    def draw(self, situation: Situation) -> Draw:
        """The tables of all groups whose round robins have not ended."""
        if situation.round > (rounds := self.rounds(situation) or 0):
            raise UsageFault(say("formats.no-such-round", round=situation.round, rounds=rounds))
        draws = {
            number: _ROBIN.draw(group)
            for number, group in enumerate(self._situations(situation))
            if group.entrants and situation.round <= (_ROBIN.rounds(group) or 0)
        }
        costs = [draw.cost for draw in draws.values() if draw.cost is not None]
        bounds = [draw.bound for draw in draws.values() if draw.bound is not None]
        return Draw(
            pods=tuple(chain.from_iterable(draw.pods for draw in draws.values())),
            byes=tuple(chain.from_iterable(draw.byes for draw in draws.values())),
            cost=sum(costs) if len(costs) == len(draws) else None,
            bound=sum(bounds) if len(bounds) == len(draws) else None,
            figures=_worst(draw.figures for draw in draws.values()),
            groups=tuple(number for number, draw in draws.items() for _ in draw.pods),
            method=max((draw.method for draw in draws.values()), default=1),
        )

    def order(self, situation: Situation) -> Order | None:
        """Points decide."""
        return None

    def reasons(self, situation: Situation, draw: Draw, entrant: EntrantId) -> Sequence[Message]:
        """The group, and the reasons of its round robin."""
        for number, group in enumerate(self._situations(situation), 1):
            if entrant in group.seeding:
                own = [say("formats.in-group", who=Player(entrant), group=number)]
                pods = tuple(pod for pod in draw.pods if set(pod) <= set(group.seeding))
                here = any(entrant in one for one in (*pods, draw.byes))
                part = replace(draw, pods=pods)
                return [*own, *_ROBIN.reasons(group, part, entrant)] if here else own
        return []

    def group_of(self, situation: Situation) -> Mapping[EntrantId, int]:
        """The number of the group that each entrant belongs to."""
        groups = enumerate(self._groups(situation))
        return {entrant: number for number, group in groups for entrant in group}

    def _situations(self, situation: Situation) -> list[Situation]:
        """Each group as a stage of its own."""
        settings = {
            name: value for name, value in situation.settings.items() if name in _ROBIN.settings
        }
        return [
            replace(
                situation,
                seeding=tuple(e for e in situation.seeding if e in group),
                entrants=tuple(e for e in situation.entrants if e in group),
                met=tuple(one for one in situation.met if group & set(one.pod)),
                settings=settings,
            )
            for group in self._groups(situation)
        ]

    def _groups(self, situation: Situation) -> list[set[EntrantId]]:
        count = count_setting(situation, self.settings, "groups")
        least = min(situation.sizes.allowed)

        def dealt(entrants: tuple[EntrantId, ...]) -> list[tuple[EntrantId, ...]]:
            share, more = divmod(len(entrants), count)
            if share < least:
                raise UsageFault(
                    say(
                        "formats.small-groups",
                        entrants=len(entrants),
                        groups=count,
                        size=share,
                        least=least,
                    )
                )
            return snake(entrants, [share + (number < more) for number in range(count)])

        if len(situation.seeding) < count * least:
            dealt(situation.seeding)
        found = membership(situation, dealt)
        groups = [set(group) for group in dealt(found.original)]
        group_of = {entrant: one.group for one in situation.met for entrant in one.pod}
        for entrant in found.late:
            smallest = min(range(count), key=lambda number: len(groups[number]))
            groups[group_of.get(entrant, smallest)].add(entrant)
        return groups


def _worst(figures: Iterable[Figures]) -> Figures:
    """For each figure that of the group in which it is worst: few meetings, or much of others."""
    found: dict[str, tuple[Fraction, Fraction | None]] = {}
    for name, figure in chain.from_iterable(each.items() for each in figures):
        known = found.get(name, figure)
        worse = figure[0] < known[0] if name.startswith("fewest") else figure[0] > known[0]
        found[name] = figure if worse else known
    return found
