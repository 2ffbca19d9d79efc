"""How many entrants the slots of a stage take; refuses slots that nobody can hold."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from engines.messages import Sentence, say
from tourney.domain.errors import UsageFault, quoted
from tourney.events.plan import StagePlan
from tourney.events.rehearsal import Rehearsal
from tourney.events.slots import GROUP, MATCH, TABLE, StageSource
from tourney.formats.table_sizes import sizes_text


def coming(stage: StagePlan, earlier: Mapping[str, Rehearsal]) -> int:
    """How many entrants a stage gets from earlier stages; UsageFault with the arithmetic."""
    for one, other in combinations(stage.sources, 2):
        if _overlap(one, other):
            fault = say(
                "events.plan-slot-twice",
                stage=stage.name,
                one=quoted(str(one)),
                other=quoted(str(other)),
            )
            raise UsageFault(fault)
    return sum(_SlotCheck(stage, source, earlier).holders() for source in stage.sources)


def _overlap(one: StageSource, other: StageSource) -> bool:
    """Whether two slots surely name the same entrant."""
    same = (one.stage, one.part, one.round) == (other.stage, other.part, other.round)
    numbers = one.number is None or other.number is None or one.number == other.number
    if not same or not numbers or one.best or other.best:
        return False
    first, last = max(one.first, other.first), [each.last for each in (one, other) if each.last]
    return not last or first <= min(last)


class _SlotCheck:
    """One slot of a stage, and the stage from which it takes entrants."""

    def __init__(
        self, stage: StagePlan, source: StageSource, earlier: Mapping[str, Rehearsal]
    ) -> None:
        if source.stage not in earlier:
            known = ", ".join(earlier)
            raise UsageFault(say("events.plan-no-source", name=quoted(source.stage), known=known))
        self.source = source
        self.of = earlier[source.stage]
        self._words: dict[str, Any] = {
            "stage": stage.name, "slot": quoted(str(source)), "source": source.stage,
        }  # fmt: skip
        self._stage = stage

    def holders(self) -> int:
        """How many entrants hold the places."""
        source = self.source
        sizes = self._sizes()
        self._require_places(sizes)
        count = sum((source.last or size) - source.first + 1 for size in sizes)
        if source.best is not None and source.best > count:
            raise self._fault(Sentence("events.plan-few-for-best"), count=count, best=source.best)
        return count if source.best is None else source.best

    def _fault(self, sentence: Sentence, **more: Any) -> UsageFault:
        return UsageFault(sentence(**self._words, **more))

    def _sizes(self) -> Sequence[int]:
        """How many entrants each part has: the stage, its groups, or tables."""
        if self.source.part == GROUP:
            return self._picked(self._groups(), Sentence("events.plan-no-such-group"))
        if self.source.part == TABLE:
            return self._picked(self._round(), Sentence("events.plan-no-such-table"))
        if self.source.part == MATCH:
            return self._picked(tuple(self._matches()), Sentence("events.plan-no-such-match"))
        return (self.of.count,)

    def _picked(self, sizes: Sequence[int], sentence: Sentence) -> Sequence[int]:
        number = self.source.number
        if number is None:
            return sizes
        if number > len(sizes):
            raise self._fault(sentence, count=len(sizes), sizes=sizes_text(sizes))
        return sizes[number - 1 : number]

    def _groups(self) -> Sequence[int]:
        if not self.of.groups:
            raise self._fault(Sentence("events.plan-without-groups"), format=self.of.stage.format)
        return self.of.groups

    def _round(self) -> Sequence[int]:
        rounds, wanted = self.of.rounds, self.source.round
        if wanted is not None and rounds is not None and wanted > rounds:
            raise self._fault(
                Sentence("events.plan-no-such-round"), rounds=rounds, count=self.of.count
            )
        return self.of.tables(wanted or rounds or 1)

    def _matches(self) -> Iterator[int]:
        """The sizes of all tables; without an end if the organiser ends the stage."""
        number, rounds = self.source.number or 0, self.of.rounds
        for round_ in range(1, (number if rounds is None else rounds) + 1):
            yield from self.of.tables(round_)

    def _require_places(self, sizes: Sequence[int]) -> None:
        """UsageFault if a part has fewer entrants than the last place."""
        least, last = min(sizes, default=0), self.source.last or self.source.first
        if last <= least:
            return
        if not self.source.part:
            raise UsageFault(
                say(
                    "events.plan-few-for-source",
                    stage=self._stage.name,
                    last=last,
                    count=self.of.count,
                )
            )
        raise self._fault(
            Sentence("events.plan-few-in-part"), last=last, least=least, sizes=sizes_text(sizes)
        )
