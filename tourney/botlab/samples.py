"""What a bot is told in a match, up to a request of every phase: for those who write one.

The lines are the runner's own and can be piped into a bot. The match is played by lot, always
the same one for the same game, options and number of seats.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from engines.api import CHANCE, Game, Ply, Seat, State
from tourney.agents import messages
from tourney.domain.observation import Observation
from tourney.play.agent import Seating
from tourney.play.clock import NO_CLOCK, Timer
from tourney.play.luck import bot_luck

MATCHES: Final = 60
"""How many matches are looked through for one that is soon through all phases."""


@dataclass(frozen=True, slots=True)
class Sample:
    """A line, with the phase that it asks about if it is a request."""

    line: str
    phase: str = ""


@dataclass(frozen=True, slots=True)
class _Course:
    """Where the seat of one match has met how many phases."""

    phases: int
    decisions: int
    seed: int
    seat: Seat


def samples(game: Game[Any], options: Any, seats: int) -> Iterator[Sample]:
    """The conversation with one seat: hello, a match, all entries, each phase once, quit."""
    best = min(_courses(game, options, seats), key=lambda c: (-c.phases, c.decisions))
    luck = bot_luck(str(best.seed), 0, best.seat, "sample")
    seating = Seating(game, options, best.seat, seats, luck)
    yield Sample(messages.hello())
    yield Sample(messages.match(seating))
    yield from _told(seating, best)
    yield Sample(messages.message("quit"))


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
    """A match by lot; every decision before it is made, with the log so far."""
    state, rng, log = game.start(options, seats), Random(seed), list[Ply[Any]]()
    while owing := state.pending():
        seat = owing[0]
        if seat == CHANCE:
            move = game.shuffle(state, rng)
        else:
            yield state, seat, log
            move = state.sample(seat, rng)
        state.apply(seat, move, log)


def _told(seating: Seating, course: _Course) -> Iterator[Sample]:
    game, match, met, told = seating.game, seating.luck.match, set[str](), 0
    for state, seat, log in _play(game, seating.options, seating.seats, course.seed):
        if seat != seating.seat or state.phase() in met:
            continue
        for number in range(told, len(log)):
            ply = log[number]
            text = game.text(ply, seat)
            yield Sample(messages.event(match, number + 1, ply.seat, text))
        told = len(log)
        met.add(state.phase())
        yield from _asked(Observation(game, state, seat), (match, told), len(met))
        if len(met) == course.phases:
            return


def _asked(observation: Observation[Any], told: tuple[str, int], number: int) -> Iterator[Sample]:
    """A request, and the list of moves where it is too long to be sent unasked."""
    texts = [observation.game.move_text(move) for move in observation.legal()]
    asked = messages.RequestParts(messages.WANTS, lambda: texts)
    begun = f'{messages.request(told[0])}{number},"n":{told[1]}'
    yield Sample(messages.act(begun, observation, Timer(NO_CLOCK), asked), observation.phase())
    if len(texts) > messages.LISTED:
        yield Sample(messages.legal(told[0], number, texts))
