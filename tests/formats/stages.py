"""Plays the stages of an event round by round, with absent and late entrants."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations

from tourney.domain.event_log import Draw, EntrantId, Met, Pod, Situation, Sizes
from tourney.formats.format_settings import Format

ANY = tuple(range(2, 7))
TWO = Sizes((2,), 2)


def sizes(preferred: int, allowed: Iterable[int] = ANY) -> Sizes:
    """Tables of any size with this preferred one."""
    return Sizes(tuple(allowed), preferred)


def situation(entrants: int | Iterable[EntrantId], tables: Sizes, **more: object) -> Situation:
    """The first round of a stage."""
    who = tuple(range(1, entrants + 1) if isinstance(entrants, int) else entrants)
    return replace(Situation(who, who, 1, tables, seed=7), **more)  # type: ignore[arg-type]


def by_number(pod: Pod, number: int) -> tuple[int, ...]:
    """Places: a lower number of an entrant is better."""
    return tuple(sorted(pod).index(entrant) + 1 for entrant in pod)


@dataclass
class Stage:
    """A stage in progress: everything that its format may know, and the draws so far."""

    format: Format
    now: Situation
    places: Callable[[Pod, int], tuple[int, ...]] = by_number
    draws: list[Draw] = field(default_factory=list)

    def next_round(self, absent: Collection[EntrantId] = ()) -> Draw:
        """Draw a round without the absent ones and play it."""
        here = tuple(each for each in self.now.seeding if each not in absent)
        at = replace(self.now, entrants=here)
        draw = self.format.draw(at)
        assert draw == self.format.draw(at)
        self._check(draw, here)
        met = [
            Met(
                at.round,
                pod,
                self.places(pod, at.round),
                group=draw.groups[n] if draw.groups else 0,
            )
            for n, pod in enumerate(draw.pods)
        ]
        rounds = {who: (*at.bye_rounds.get(who, ()), at.round) for who in draw.byes}
        rounds = {**at.bye_rounds, **rounds}
        byes = {who: len(had) for who, had in rounds.items()}
        self.now = replace(
            self.now, round=at.round + 1, met=(*at.met, *met), entrants=here,
            byes=byes, bye_rounds=rounds,
        )  # fmt: skip
        self.draws.append(draw)
        return draw

    def _check(self, draw: Draw, here: Collection[EntrantId]) -> None:
        """What holds for every draw of every format."""
        seen = [entrant for pod in draw.pods for entrant in pod] + list(draw.byes)
        assert len(seen) == len(set(seen))
        assert set(seen) <= set(here)
        assert {len(pod) for pod in draw.pods} <= set(self.now.sizes.allowed)
        assert not draw.groups or len(draw.groups) == len(draw.pods)

    def late(self, entrant: EntrantId, *, known: bool = False) -> None:
        """An entrant who comes after some rounds; whether the situation says so."""
        self.now = replace(self.now, seeding=(*self.now.seeding, entrant))
        if known:
            self.now = replace(self.now, joined={**self.now.joined, entrant: self.now.round})

    def play(self, absent: Mapping[int, Collection[EntrantId]] | None = None) -> "Stage":
        """Play the rounds that are left."""
        while self.now.round <= (self.format.rounds(self.now) or 0):
            self.next_round((absent or {}).get(self.now.round, ()))
        return self


def meetings(pods: Iterable[Iterable[int]]) -> Counter[tuple[int, int]]:
    """How often each pair shares a table."""
    return Counter(pair for pod in pods for pair in combinations(sorted(pod), 2))


def seats(pods: Iterable[Pod]) -> dict[EntrantId, Counter[int]]:
    """How often each entrant has each seat."""
    found: dict[EntrantId, Counter[int]] = {}
    for pod in pods:
        for seat, entrant in enumerate(pod):
            found.setdefault(entrant, Counter())[seat] += 1
    return found
