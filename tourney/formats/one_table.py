"""Formats with one table in each round: `one-table`, such as a final, and `gauntlet`."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random

from engines.messages import Message, Player, say
from tourney.domain.draws import Draw, EntrantId, Pod, Situation, Sizes
from tourney.domain.errors import UsageFault, quoted
from tourney.formats.format_settings import Order, count_setting, numbered, text_setting
from tourney.formats.history import membership, together
from tourney.formats.lineups import rotated
from tourney.formats.seating import require_seats, seated, with_fixed_seats
from tourney.formats.table_sizes import playable, split


class OneTable:
    """All entrants at one table in every round; one round unless the plan says more.

    Seats are drawn by lot in the first round and move on by one seat in each later round.
    """

    def __init__(self) -> None:
        self.settings: Mapping[str, str] = {}

    def rounds(self, situation: Situation) -> int | None:
        """One round, or as many as the plan has."""
        return situation.rounds or 1

    def draw(self, situation: Situation) -> Draw:
        """Everybody at one table; UsageFault if the table is too small."""
        count = len(situation.entrants)
        if count not in situation.sizes.allowed:
            sizes = ", ".join(map(str, situation.sizes.allowed))
            raise UsageFault(say("formats.one-table-size", count=count, sizes=sizes))
        pod = rotated(self._first(situation), situation.round - 1)
        _refuse_restricted(situation, pod)
        return Draw(pods=(with_fixed_seats(pod, situation.fixed),))

    def _first(self, situation: Situation) -> tuple[EntrantId, ...]:
        """The order of the first round: as it was drawn, without those who have left."""
        here = set(situation.entrants)
        drawn = [pod for pod in situation.met if pod.round == 1]
        if drawn and here == set(drawn[0].pod):
            return drawn[0].pod
        pod = sorted(here)
        Random(situation.seed).shuffle(pod)
        return tuple(pod)

    def order(self, situation: Situation) -> Order | None:
        """The points decide."""
        return None

    def reasons(self, situation: Situation, draw: Draw, entrant: EntrantId) -> Sequence[Message]:
        """There is only one table."""
        return (say("formats.one-table-all", count=len(situation.entrants)),)


def _refuse_restricted(situation: Situation, pod: Pod) -> None:
    """UsageFault for two who may not share a table, or whose fixed seats are the same."""
    if (pair := together(pod, situation.never)) is not None:
        raise UsageFault(say("formats.one-table-never", entrants=tuple(map(Player, pair))))
    require_seats(pod, situation.fixed)


# Gauntlet: one entrant, the champion, plays against all others in turn.


class Gauntlet:
    """The format: one table in each round.

    `champion` is the number of an entrant, otherwise the best seed; `cycles` is how often each of
    the others plays.
    """

    settings: Mapping[str, str] = {"champion": "", "cycles": "1"}

    def rounds(self, situation: Situation) -> int | None:
        """As many rounds as there are tables of challengers; without the champion no more."""
        if self._champion(situation) not in situation.entrants:
            return situation.round - 1
        cycles = count_setting(situation, self.settings, "cycles")
        return situation.rounds or cycles * len(self._tables(situation))

    def draw(self, situation: Situation) -> Draw:
        """The champion and the next challengers; who is alone has a bye."""
        if situation.round > (rounds := self.rounds(situation) or 0):
            raise UsageFault(say("formats.no-such-round", round=situation.round, rounds=rounds))
        tables = self._tables(situation)
        table = tables[(situation.round - 1) % len(tables)]
        present = tuple(each for each in table if each in situation.entrants)
        pods, byes = playable([present], situation.sizes, situation.byes)
        _refuse_never(situation, self._champion(situation), pods)
        return Draw(
            seated(pods, situation.met, situation.fixed, situation.seed, new=situation.new_seats),
            byes,
        )

    def order(self, situation: Situation) -> Order | None:
        """Points decide."""
        return None

    def reasons(self, situation: Situation, draw: Draw, entrant: EntrantId) -> Sequence[Message]:
        """Whose turn it is."""
        if any(entrant in group for group in (*draw.pods, draw.byes)):
            champion = Player(self._champion(situation))
            rounds = self.rounds(situation) or 0
            return [
                say("formats.challenged", champion=champion, round=situation.round, rounds=rounds)
            ]
        return [say("formats.not-their-turn", who=Player(entrant))]

    def _champion(self, situation: Situation) -> EntrantId:
        text = text_setting(situation, self.settings, "champion")
        known = numbered(situation)
        if text and text not in known:
            raise UsageFault(say("formats.no-champion", value=quoted(text)))
        first = [e for e in situation.seeding if situation.joined.get(e, 1) == 1]
        at_all = (e for e in first if all(e in one.pod for one in situation.met))
        return known[text] if text else next(at_all, (*first, *situation.seeding)[0])

    def _tables(self, situation: Situation) -> list[Pod]:
        """The champion with each group of challengers, best seeds first, late entrants last."""
        champion = self._champion(situation)

        def tables(entrants: tuple[EntrantId, ...]) -> list[Pod]:
            others = iter([entrant for entrant in entrants if entrant != champion])
            sizes = _sizes(len(entrants) - 1, situation.sizes)
            return [(champion, *(next(others) for _ in range(size))) for size in sizes]

        found = membership(situation, lambda entrants: tables(entrants)[:1])
        late = (champion, *found.late)
        more = tables(late) if found.late else []
        return tables(found.original) + more


def _sizes(challengers: int, sizes: Sizes) -> Iterator[int]:
    """How many challengers play in each round; the rest of a division is in the last one."""
    smaller = Sizes(tuple(size - 1 for size in sizes.allowed), sizes.preferred - 1)
    if challengers < min(smaller.allowed):
        yield challengers
        return
    tables, byes = split(challengers, smaller)
    yield from tables
    if byes:
        yield byes


def _refuse_never(situation: Situation, champion: EntrantId, pods: Sequence[Pod]) -> None:
    for pair in situation.never:
        if any(pair <= set(pod) for pod in pods):
            raise UsageFault(
                say(
                    "formats.champion-never",
                    entrants=tuple(map(Player, sorted(pair))),
                    round=situation.round,
                )
            )
