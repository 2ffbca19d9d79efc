"""A resampled world agrees with everything that the seat has seen."""

import json
from random import Random
from typing import Any

from engines.api import CHANCE, EVERYTHING
from tourney.contracts.playing import (
    AnyState,
    Case,
    every_case,
    every_game,
    every_name,
    played,
    positions,
    texts,
    tried,
)
from tourney.contracts.secrets import hands_are_hidden, secrets_of
from tourney.contracts.twin_worlds import CourseStop, MatchCourse, course, replayed

EVERY = 6


@every_case
def test_a_resampled_world_looks_the_same(case: Case) -> None:
    for number, at in enumerate(positions(case, 1, secrets_of(case.game.name).pursue)):
        if number % EVERY and at.state.pending():
            continue
        for seat in range(case.seats):
            world = case.game.resample(at.state, seat, Random(number))
            for who in (seat, None):
                assert json.dumps(world.view(who)) == json.dumps(at.state.view(who))
            assert world.pending() == at.state.pending()
            assert world.outcome() == at.state.outcome()
            assert list(world.legal_moves(seat)) == list(at.state.legal_moves(seat))


@every_game
def test_what_was_resampled_before_is_not_stale(case: Case) -> None:
    """One seat samples a world at every position of the same match, as a bot does."""
    for number, at in enumerate(positions(case, 5)):
        fresh = case.game.resample(at.state.clone(), 0, Random(number))
        assert case.game.resample(at.state, 0, Random(number)).key() == fresh.key()


@every_case
def test_no_card_is_lost_or_made_in_a_resampled_world(case: Case) -> None:
    count = secrets_of(case.game.name).all_there
    for number, at in enumerate(positions(case, 2)):
        if number % EVERY == 0:
            for seat in range(case.seats):
                count(case.game.resample(at.state, seat, Random(number)))


@every_case
def test_a_redrawn_position_looks_the_same_to_everybody(case: Case) -> None:
    """The hands of all are the same: what differs has not happened yet."""
    count = secrets_of(case.game.name).all_there
    for number, at in enumerate(positions(case, 3, secrets_of(case.game.name).pursue)):
        if number % EVERY and at.state.pending():
            continue
        twin = case.game.redraw(at.state, Random(number))
        assert twin is not at.state
        assert twin.key() == at.state.key()
        assert twin.pool() == at.state.pool()
        assert twin.outcome() == at.state.outcome()
        for who in (*range(case.seats), None):
            assert json.dumps(twin.view(who)) == json.dumps(at.state.view(who))
        count(twin)


def retold(match: MatchCourse, stop: CourseStop, world: AnyState) -> tuple[AnyState, list[Any]]:
    """The match, replayed with the moves that a resampled world has."""
    moves = [(step.seat, step.move) for step in match.steps[: stop.steps]]
    state = match.case.start()
    log: list[Any] = []
    for seat, move in secrets_of(match.case.game.name).lived(match.case, moves, stop.deal, world):
        assert state.is_legal(seat, move)
        state.apply(seat, move, log)
    return state, log


@every_game
def test_all_that_the_seat_was_told_is_true_in_a_resampled_world(case: Case) -> None:
    """Only while a seat has to decide: after scoring, the cards of the deal are not resampled."""
    for seed in (1, 2):  # seed 1: many unseen decisions
        match = course(case, seed)
        for stop in match.stops[seed::EVERY]:
            here = replayed(match, stop)
            for seat in range(case.seats) if here.state.pending() > (CHANCE,) else ():
                world = case.game.resample(here.state, seat, Random(f"{seed} {stop.steps} {seat}"))
                state, log = retold(match, stop, world)
                assert texts(case.game, log, seat) == texts(case.game, here.log, seat)
                assert state.key() == world.key()


@every_name
def test_resampled_worlds_differ_from_one_another(name: str) -> None:
    if not hands_are_hidden(name):
        return
    few = many = 0
    for case in tried(name):
        half = len(played(case, 3).moves) // 2  # later few cards are unknown
        looked_at = {min(number, half) for number in (10, 20, 30)}
        for number, at in enumerate(positions(case, 3)):
            for seat in range(case.seats) if number in looked_at else ():
                seen = {
                    repr(case.game.resample(at.state, seat, Random(k)).key()) for k in range(12)
                }
                few += len(seen) < 6
                many += len(seen) >= 6
    assert many > 9 * few


@every_case
def test_matches_go_on_in_resampled_worlds(case: Case) -> None:
    for number, at in enumerate(positions(case, 4)):
        if number % EVERY == 0 and at.state.pending():
            world = case.game.resample(at.state, 0, Random(number))
            rng = Random(number)
            while world.pending():
                seat = world.pending()[0]
                dealer = seat == CHANCE
                move = case.game.shuffle(world, rng) if dealer else world.sample(seat, rng)
                world.apply(seat, move)
            assert world.view(EVERYTHING)["phase"] == world.phase()


def again(case: Case, state: AnyState) -> AnyState:
    """The position after the last deal with the moves since then made again."""
    past = case.game.since_deal(state)
    if past is None:
        return state
    before = state.key()
    dealt, moves = past
    for seat, move in moves:
        assert dealt.is_legal(seat, move)
        dealt.apply(seat, move)
    assert state.key() == before
    return dealt


@every_case
def test_the_moves_since_the_deal_lead_to_the_position(case: Case) -> None:
    """In the match at every ply, and in worlds, whose past has the moves that nobody saw."""
    for number, at in enumerate(positions(case, 6, secrets_of(case.game.name).pursue)):
        states = [at.state]
        if number % EVERY == 0 and at.state.pending() > (CHANCE,):
            seats = range(case.seats)
            states += [case.game.resample(at.state, seat, Random(number)) for seat in seats]
        for state in states:
            dealt = again(case, state)
            assert dealt.key() == state.key()
            assert dealt.outcome() == state.outcome()
            for who in case.everybody():
                assert dealt.view(who) == state.view(who)
