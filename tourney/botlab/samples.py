"""Sample input for authors of bots: the messages of a match, with a request of every phase.

The lines are those of the runner and can be piped into a bot. The moves are random, but the match
is always the same for the same game, options and number of seats.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from engines.api import CHANCE, Game, Ply, Seat, State
from tourney.agents import protocol
from tourney.domain.observation import Observation
from tourney.play.agent import Seating
from tourney.play.clock import NO_CLOCK, Timer
from tourney.play.luck import bot_luck

MATCHES: Final = 60
"""Number of matches searched for one that soon reaches all phases."""


@dataclass(frozen=True, slots=True)
class Sample:
    """A line, with the phase if it is a request."""

    line: str
    phase: str = ""


@dataclass(frozen=True, slots=True)
class _Course:
    """A seat of one match: the number of phases it meets, and after how many decisions."""

    phases: int
    decisions: int
    seed: int
    seat: Seat


def samples(game: Game[Any], options: Any, seats: int) -> Iterator[Sample]:
    """The messages to one seat: hello, a match, all events, a request of each phase, quit."""
    best = min(_courses(game, options, seats), key=lambda c: (-c.phases, c.decisions))
    luck = bot_luck(str(best.seed), 0, best.seat, "sample")
    seating = Seating(game, options, best.seat, seats, luck)
    yield Sample(protocol.hello().decode())
    yield Sample(protocol.match(seating).decode())
    yield from _messages(seating, best)
    yield Sample(protocol.message("quit").decode())


def _courses(game: Game[Any], options: Any, seats: int) -> Iterator[_Course]:
    for seed in range(MATCHES):
        met: dict[Seat, dict[str, int]] = {seat: {} for seat in range(seats)}
        for decisions, (state, seat, _) in enumerate(_play(game, options, seats, seed)):
            met[seat].setdefault(state.phase(), decisions)
        for seat, phases in met.items():
            yield _Course(len(phases), max(phases.values(), default=0), seed, seat)


def _play(
    game: Game[Any], options: Any, seats: int, seed: int
) -> Iterator[tuple[State[Any], Seat, list[Ply[Any]]]]:
    """A random match; yields the state before every decision, with the log so far."""
    state, rng, log = game.start(options, seats), Random(seed), list[Ply[Any]]()
    while owing := state.pending():
        seat = owing[0]
        if seat == CHANCE:
            move = game.shuffle(state, rng)
        else:
            yield state, seat, log
            move = state.sample(seat, rng)
        state.apply(seat, move, log)


def _messages(seating: Seating, course: _Course) -> Iterator[Sample]:
    game, match, met, sent = seating.game, seating.luck.match, set[str](), 0
    requests = protocol.Requests(seating, protocol.WANTS)
    for state, seat, log in _play(game, seating.options, seating.seats, course.seed):
        if seat != seating.seat or state.phase() in met:
            continue
        for number in range(sent, len(log)):
            ply = log[number]
            text = game.text(ply, seat)
            yield Sample(protocol.event(match, number + 1, ply.seat, text).decode())
        sent = len(log)
        met.add(state.phase())
        yield from _request(requests, Observation(game, state, seat), sent, len(met))
        if len(met) == course.phases:
            return


def _request(
    requests: protocol.Requests, observation: Observation[Any], sent: int, number: int
) -> Iterator[Sample]:
    """A request, and the list of moves if it is too long to be part of the request."""
    request = requests.act(number, sent, observation, Timer(NO_CLOCK)).decode()
    yield Sample(request, observation.phase())
    if len(observation.legal()) > protocol.LISTED:
        yield Sample(requests.legal(number, observation).decode())
