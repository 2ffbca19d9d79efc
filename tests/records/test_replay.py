"""Matches of the engine pass; unknown and irregular parts are reported, but not as errors."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.api import CHANCE
from engines.games import GAMES
from tests.examples import examples
from tests.records.said import said
from tests.records.strategies import (
    HARMLESS,
    NAMED,
    Edit,
    chosen,
    edited,
    let_stand,
    matches,
    played,
    taken_back,
    unknown_card,
)
from tourney.domain.match_values import StoredMatch
from tourney.records import check, engine_record, read
from tourney.records.body_lines import script
from tourney.records.record_replay import StrictReplay


@given(matches())
@examples(60)
def test_every_match_of_the_engine_is_verified_to_its_last_ply(match: StoredMatch) -> None:
    report = check(read(engine_record(match)).matches[0])
    assert report.problems == ()
    assert report.verified == report.plies
    if match.status == "complete":
        assert said(report.confirmed) == ("result", "rank")
        assert report.outcome is not None
        assert (report.outcome.scores, report.outcome.places) == (match.scores, match.places)


@given(st.integers(0, 199), st.sampled_from(NAMED))
@examples(40)
def test_a_replay_ends_in_the_state_that_was_played(seed: int, name: str) -> None:
    """Undrawn cards are compared as a set, because a record does not contain their order."""
    game = GAMES[name]
    match = played(seed, 1.0, name)
    rng = Random(seed)
    seats, options = chosen(game, rng, seed)
    state = game.start(game.options(options, seats), seats)
    while owing := state.pending():
        chance = owing == (CHANCE,)
        move = game.shuffle(state, rng) if chance else state.sample(owing[0], rng)
        state.apply(owing[0], move)
    record = read(engine_record(match)).matches[0]
    replay = StrictReplay(game, record.options, seats, script(record))
    while replay.step():
        pass
    replay.close()
    assert replay.state.key() == state.key()


@given(
    matches(),
    st.lists(st.sampled_from((*HARMLESS, taken_back, let_stand)), max_size=5),
    st.integers(0, 999),
)
@examples(60)
def test_comments_notes_and_marks_change_no_verdict(
    match: StoredMatch, edits: list[Edit], seed: int
) -> None:
    report = check(read(edited(match, tuple(edits), seed)).matches[0])
    assert report.problems == ()
    assert report.verified + report.irregular == report.plies


@given(matches(), st.integers(1, 12), st.integers(0, 999))
@examples(60)
def test_a_card_nobody_saw_is_never_an_error(match: StoredMatch, times: int, seed: int) -> None:
    report = check(read(edited(match, (unknown_card,) * times, seed)).matches[0])
    assert (report.problems, report.warnings) == ((), ())
    assert report.verified + report.consistent == report.plies or report.unverified


@pytest.mark.parametrize(
    ("game", "line", "words"),
    [
        ("diams", "A: draw 7", "round 1 must be dealt"),
        ("diamonds", "B: D1 D2", "round 1 must be dealt"),
        ("blue-border", "A: take 2", "'-- start' comes next"),
        ("diamond-boxes", "A: r1@0,0n", "'-- start' must come first"),
        ("diamond-boxes-2", "A: r1@0,0n", "'-- start' must come first"),
    ],
)
def test_a_record_that_begins_with_a_move_is_told_what_comes_before(
    game: str, line: str, words: str
) -> None:
    text = f"match: m\ngame: {game}\nseat A: ?\nseat B: ?\n\n{line}\n"
    (problem,) = check(read(text).matches[0]).problems
    assert (problem.line, problem.code, str(problem.message)) == (6, "K-due", words)
