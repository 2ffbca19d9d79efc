"""Gauntlet: one entrant, the champion, plays against all others in turn."""

from collections.abc import Iterator, Mapping, Sequence

from engines.messages import Message, Player, say
from tourney.domain.draws import Draw, EntrantId, Pod, Situation, Sizes
from tourney.domain.errors import UsageFault, quoted
from tourney.formats import splits
from tourney.formats.format import Order, count_setting, numbered, text_setting
from tourney.formats.latecomers import membership
from tourney.formats.seating import seated
from tourney.formats.short_tables import playable


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
    tables, byes = splits.split(challengers, smaller)
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
