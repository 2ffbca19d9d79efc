"""Twin worlds: two matches that differ only in what one seat cannot know.

Cards hidden from the seat are swapped in the dealer's order, unseen decisions of other seats may
change as well, and everything else is replayed. If the replay is legal and the rules make no
difference public, the seat must not see a difference.
"""

import json
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any, NamedTuple

from engines.api import CHANCE, Seat, Who
from tourney.contracts.playing import AnyPly, AnyState, Case, positions, texts, varied
from tourney.contracts.secrets import UNDRAWN, Hidden, Secrets, secrets_of


class CourseStep(NamedTuple):
    """One move of a match, how it looks to each seat, and what it reveals by the rules."""

    seat: Seat
    move: Any
    guises: tuple[object, ...]  # one for each seat, then one for spectators
    revealed: object


class CourseStop(NamedTuple):
    """A point of a match: numbers of steps and log entries, and the last deal's index in both."""

    steps: int
    entries: int
    deal: int
    dealt: int
    public: object  # public consequences of hidden cards
    held: frozenset[int]  # cards of a seat that not every seat sees


class MatchCourse(NamedTuple):
    """A match with the points at which worlds are compared."""

    case: Case
    steps: list[CourseStep]
    log: list[AnyPly]
    stops: list[CourseStop]


class World(NamedTuple):
    """A replayed point of a match."""

    state: AnyState
    log: list[AnyPly]
    dealt: int  # entries logged before the last deal
    changed: frozenset[str] = frozenset()


def course(case: Case, seed: int) -> MatchCourse:
    """Play a match and note a stop after every move from the first deal on."""
    steps: list[CourseStep] = []
    stops: list[CourseStop] = []
    deal = dealt = -1
    before: AnyState = case.start()
    entries = 0
    choose = secrets_of(case.game.name).pursue if seed % 3 else varied
    for at in positions(case, seed, choose):
        if at.moves:
            seat, move = at.moves[-1]
            steps.append(_step(case, before, seat, move))
            if seat == CHANCE and before.chance().startswith(("deal", "reshuffle")):
                deal, dealt = len(steps) - 1, entries
        before, entries = at.state.clone(), len(at.log)
        if deal >= 0:
            secrets = secrets_of(case.game.name)
            public, held = secrets.public(at.state), secrets.held(at.state)
            stops.append(CourseStop(len(steps), entries, deal, dealt, public, held))
    return MatchCourse(case, steps, at.log, stops)


def _step(case: Case, before: AnyState, seat: Seat, move: Any) -> CourseStep:
    if seat == CHANCE:
        return CourseStep(seat, move, (), None)
    secrets = secrets_of(case.game.name)
    everybody = (*range(case.seats), None)
    guises = tuple(secrets.guise(before, seat, move, who) for who in everybody)
    return CourseStep(seat, move, guises, secrets.revealed(before, seat, move))


def _shown(secrets: Secrets, state: AnyState, seat: Seat, move: Any) -> object:
    return None if seat == CHANCE else secrets.revealed(state, seat, move)


def replayed(course: MatchCourse, stop: CourseStop) -> World:
    """The match, replayed up to that point."""
    here = World(course.case.start(), [], stop.dealt)
    for step in course.steps[: stop.steps]:
        here.state.apply(step.seat, step.move, here.log)
    return here


def twin(course: MatchCourse, stop: CourseStop, who: Who, rng: Random) -> World | None:
    """A world that `who` cannot distinguish from the match at `stop`.

    None if there is nothing to change, or if a move is illegal or reveals the difference.
    """
    secrets = secrets_of(course.case.game.name)
    order = course.steps[stop.deal].move
    hidden = secrets.hidden(order, course.log[stop.dealt : stop.entries], who)
    if not hidden:
        return None
    likely = {
        place: zone
        for place, zone in hidden.items()
        if zone in UNDRAWN or order[place] in stop.held
    }
    cards, changed = _swapped(order, secrets, likely or hidden, rng)
    there = World(course.case.start(), [], stop.dealt)
    for step in course.steps[: stop.deal]:
        there.state.apply(step.seat, step.move, there.log)
    if not there.state.is_legal(CHANCE, cards):
        return None
    there.state.apply(CHANCE, cards, there.log)
    for number, step in enumerate(course.steps[stop.deal + 1 : stop.steps], stop.deal + 1):
        late = number > stop.steps - course.case.seats
        move = _again(course.case, there.state, step, who, rng, KEPT if late else secrets.KEPT)
        if move is None or _shown(secrets, there.state, step.seat, move) != step.revealed:
            return None
        if move != step.move:
            changed.add("sealed decision")
        there.state.apply(step.seat, move, there.log)
    if not changed or secrets.public(there.state) != stop.public:
        return None
    return there._replace(changed=frozenset(changed))


def _swapped(order: Any, secrets: Secrets, hidden: Hidden, rng: Random) -> tuple[Any, set[str]]:
    """The order with up to two pairs of different hidden cards swapped, and the kinds of change.

    Similar cards are preferred, because the rest of the match often stays legal with them.
    """
    cards = list(order)
    changed: set[str] = set()
    for _ in range(rng.choice((0, 1, 1, 2))):
        zones = sorted({*hidden.values()})
        zone = rng.choice(zones)
        one = rng.choice([place for place in sorted(hidden) if hidden[place] == zone])
        akin = [place for place in sorted(hidden) if secrets.akin(cards[place], cards[one])]
        two = rng.choice(akin if akin and rng.random() < secrets.LIKENESS else sorted(hidden))
        if cards[one] != cards[two]:
            changed.add(" and ".join(sorted((hidden[one], hidden[two]))))
            changed.add(" for ".join(sorted((secrets.sort(cards[one]), secrets.sort(cards[two])))))
            cards[one], cards[two] = cards[two], cards[one]
    return type(order)(cards), changed


KEPT = 0.2  # probability that a recent unseen decision is kept


def _again(
    case: Case, state: AnyState, step: CourseStep, who: Who, rng: Random, kept: float
) -> Any | None:
    """The same move of the dealer, or a decision that looks the same; None if neither is legal."""
    if step.seat == CHANCE:
        return step.move if state.is_legal(CHANCE, step.move) else None
    return _disguised(case, state, step, who, rng, kept)


def _disguised(
    case: Case, state: AnyState, step: CourseStep, who: Who, rng: Random, kept: float
) -> Any | None:
    """The same decision, or another one that looks the same to `who`; None if none is legal."""
    guise = step.guises[-1 if who is None else who]
    possible = state.is_legal(step.seat, step.move)
    if guise == step.move:
        return step.move if possible else None
    if possible and rng.random() < kept:
        return step.move
    looks = secrets_of(case.game.name).guise
    moves = [move for move in state.legal_moves(step.seat) if move != step.move]
    alike = [move for move in moves if looks(state, step.seat, move, who) == guise]
    return rng.choice(alike) if alike else step.move if possible else None


def told(case: Case, world: World, who: Who) -> dict[str, Any]:
    """Everything that `who` receives: view, legal moves and log texts."""
    moves = [] if who is None else world.state.legal_moves(who)
    return {
        "view": json.dumps(world.state.view(who)),
        "legal": [case.game.move_text(move) for move in moves],
        "texts": texts(case.game, world.log, who),
    }


def _after_secrets(course: MatchCourse, who: Who) -> list[CourseStop]:
    """Points after a decision of this deal that `who` did not see; all points if there are none."""
    sealed = [
        number
        for number, step in enumerate(course.steps)
        if step.guises and step.guises[-1 if who is None else who] != step.move
    ]
    found = [stop for stop in course.stops if any(stop.deal < n < stop.steps for n in sealed)]
    return found or course.stops


def pairs(case: Case, seeds: Iterable[int], tries: int) -> Iterator[tuple[Who, World, World]]:
    """Twin worlds from matches of a case: the seat, the real world and its twin."""
    for seed in seeds:
        rng = Random(f"{case} {seed}")
        match = course(case, seed)
        for _ in range(tries):
            who = rng.choice((None, *range(case.seats)))
            stop = rng.choice(_after_secrets(match, who) if rng.random() < 0.5 else match.stops)
            other = twin(match, stop, who, rng)
            if other is not None:
                yield who, replayed(match, stop), other
