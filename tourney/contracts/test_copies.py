"""A clone shares nothing with its original, and a match depends only on its moves."""

import hashlib
import json
import os
import pickle
import subprocess
import sys
from copy import copy, deepcopy
from functools import cache
from random import Random
from typing import Any

from engines.games import GAMES
from tourney.contracts.playing import (
    AnyState,
    Case,
    every_game,
    every_name,
    few_of,
    played,
    positions,
    texts,
    times,
    varied,
)


def look(case: Case, state: AnyState) -> tuple[Any, ...]:
    """All public values of a position."""
    views = [json.dumps(state.view(who)) for who in case.everybody()]
    moves = [list(state.legal_moves(seat)) for seat in range(case.seats)]
    return state.key(), state.pending(), state.phase(), state.outcome(), views, moves


def play_on(case: Case, state: AnyState, seed: int) -> None:
    """Play a match to its end."""
    rng = Random(seed)
    while state.pending():
        seat = state.pending()[0]
        dealer = case.game.shuffle(state, rng) if seat < 0 else None
        state.apply(seat, varied(case.game, state, seat, rng) if dealer is None else dealer, [])


@every_game
def test_playing_a_clone_leaves_the_original_alone_and_the_other_way_round(case: Case) -> None:
    for number, at in enumerate(positions(case, 1)):
        if number % 5 == 0:
            original, twin = at.state.clone(), at.state.clone()
            before = look(case, original)
            play_on(case, twin, number)
            assert look(case, original) == before
            ended = look(case, twin)
            play_on(case, original, number + 1)
            assert look(case, twin) == ended
            assert look(case, at.state) == before


@every_game
def test_resampling_leaves_the_original_alone(case: Case) -> None:
    for number, at in enumerate(positions(case, 2)):
        if number % 7 == 0:
            before = look(case, at.state)
            for seat in range(case.seats):
                play_on(case, case.game.resample(at.state, seat, Random(number)), number)
            assert look(case, at.state) == before


@every_game
def test_looking_and_asking_changes_nothing(case: Case) -> None:
    for number, at in enumerate(positions(case, 3)):
        before = look(case, at.state)
        for seat in range(case.seats):
            if seat in at.state.pending():
                at.state.sample(seat, Random(number))
                at.state.default_move(seat)
        assert look(case, at.state) == before


@every_game
def test_a_position_can_be_sent_to_another_process(case: Case) -> None:
    for number, at in enumerate(positions(case, 4)):
        if number % 10 == 0:
            for twin in (pickle.loads(pickle.dumps(at.state)), deepcopy(at.state)):
                assert look(case, twin) == look(case, at.state)
                before = look(case, at.state)
                play_on(case, twin, number)
                assert look(case, at.state) == before


@every_game
def test_options_moves_and_entries_can_be_sent_to_another_process(case: Case) -> None:
    options = case.game.options(case.given, case.seats)
    end = played(case, 4)
    for thing in (options, end.moves, end.log, end.state.outcome()):
        assert thing is not None
        for twin in (pickle.loads(pickle.dumps(thing)), copy(thing), deepcopy(thing)):
            assert twin == thing
            assert type(twin) is type(thing)
    assert texts(case.game, pickle.loads(pickle.dumps(end.log))) == texts(case.game, end.log)
    assert hash(pickle.loads(pickle.dumps(options))) == hash(options)


@every_game
def test_a_tracker_can_be_kept_and_taken_up_again(case: Case) -> None:
    tracker = case.game.tracker(case.game.options(case.given, case.seats), case.seats)
    if tracker is None:
        return
    for ply in played(case, 6).log:
        twin = pickle.loads(pickle.dumps(tracker))
        assert type(twin) is type(tracker)
        finding = tracker.step(ply)
        assert finding.kind != "problem"
        assert twin.step(ply) == finding
        assert twin.due() == tracker.due()


@every_game
def test_the_same_moves_lead_to_the_same_match(case: Case) -> None:
    end = played(case, 5)
    state = case.start()
    log: list[Any] = []
    for seat, move in end.moves:
        state.apply(seat, move, log)
    assert texts(case.game, log) == texts(case.game, end.log)
    assert look(case, state) == look(case, end.state)


@cache
def digest(name: str) -> str:
    """A hash of a set of matches of a game."""
    total = hashlib.sha256()
    for case in few_of(name):
        end = played(case, 6)
        seat = case.seats - 1
        total.update(repr((texts(case.game, end.log), end.state.key())).encode())
        total.update(repr(case.game.resample(end.state, seat, Random(6)).key()).encode())
        total.update(json.dumps(end.state.view(seat)).encode())
    return total.hexdigest()


BURNT = """
import json, random
random.seed({seed}); [random.random() for _ in range({seed})]
from engines.games import GAMES
from tourney.contracts.test_copies import digest
print(json.dumps({{name: digest(name) for name in GAMES}}))
"""


@cache
def digests_elsewhere(seed: int) -> dict[str, str]:
    """The digests of all games in another process, with this hash seed."""
    command = [sys.executable, "-c", BURNT.format(seed=seed)]
    found = os.pathsep.join(sys.path)
    environment = {**os.environ, "PYTHONHASHSEED": str(seed), "PYTHONPATH": found}
    other = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
    digests: dict[str, str] = json.loads(other.stdout)
    return digests


@every_name
def test_neither_hash_seed_nor_global_generator_matter(name: str) -> None:
    for seed in (12345, 0)[: times(2, 1)]:
        assert digests_elsewhere(seed)[name] == digest(name)


@every_name
def test_the_registry_knows_games_by_their_own_name(name: str) -> None:
    assert GAMES[name].name == name
