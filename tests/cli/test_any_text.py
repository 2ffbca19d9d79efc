"""Any text from a command line, a run spec or a bot is accepted, or refused in one line."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engines.api import CHANCE, NotationError, OptionError, Seat, State
from engines.games import GAMES
from tourney.agents.loader import load
from tourney.agents.programs import absent_files
from tourney.cli.failures import failure
from tourney.cli.settings import read_value
from tourney.domain.errors import TourneyError
from tourney.runs.run_plan import Plan, bot_pairs, fault_limit, option_pairs, prepare
from tourney.stats import rule

HOSTILE = (
    *("\x00", "\x1b[2J", "\u202e", "\n", "\udcff", " " * 40, "9" * 5000, "x" * 5000, "e\u0301" * 9),
    *("e" + "\u0301\u0323" * 40, "\u0f73" * 40, "\ufdfa", "名", "１", "²", "ı", "K"),
)


def texts(*words: str) -> st.SearchStrategy[str]:
    """Texts made of valid pieces, hostile pieces and random characters."""
    pieces = st.sampled_from((*words, *HOSTILE)) | st.text(max_size=3)
    return st.lists(pieces, max_size=8).map("".join)


def refused(call: Callable[..., object], *given: Any) -> None:
    """Call a function; an error must be one line that is safe to show on a terminal."""
    try:
        call(*given)
    except (TourneyError, OSError) as error:
        told = failure(error)
        assert told is not None
        assert not {*told.message} & {*"\n\x1b\x00\u202e\udcff"}


@given(texts("ci<", "sprt(", "0", ",", "0.1", ")", "1", ".", "-", "%"))
def test_any_rule_and_limit(text: str) -> None:
    refused(rule, text)
    refused(fault_limit, text)


@given(texts("cmd:", "./", "x.py", ":", "C", "random", "search", "iterations=", "'", '"', "/", "."))
@example("cmd:" + "/" * 4000 + "\n")
@example("x." * 2000 + ":C")
def test_any_target(text: str) -> None:
    refused(lambda: load(text) if not text.startswith("cmd:") else None)
    refused(absent_files, f"cmd:true {text}")


@given(texts("length=quick", "a", "=", " ", "rounds", "bl=8,", "1"))
def test_any_option_and_setting(text: str) -> None:
    refused(option_pairs, [text])
    refused(bot_pairs, [text])
    for name in ("jobs", "format", "ascii", "db", text):
        refused(read_value, name, text, "x")
    for game in GAMES.values():
        for key in (*game.option_help, text):
            with suppress(OptionError):
                game.options({key: text}, 2)


@given(st.sampled_from(("name", "event", "date", "until", "schedule", "block", "log")), texts("a"))
def test_any_setting_of_a_run(key: str, text: str) -> None:
    bots = {"a": "random", "b": "greedy"}
    with suppress(TourneyError), prepare(Plan(game="diams", bots=bots, **{key: text})) as run:
        assert len(run.spec.event) <= 200


@cache
def positions(name: str) -> Sequence[tuple[State[Any], Seat, Sequence[str]]]:
    """Positions of a match, each with the seat to decide and the text of some legal moves."""
    game, rng, found = GAMES[name], Random(1), []
    state = game.start(game.options({}, 2), 2)
    while (owing := state.pending()) and len(found) < 40:
        if owing == (CHANCE,):
            state.apply(CHANCE, game.shuffle(state, rng))
            continue
        moves = [game.move_text(move) for move in list(state.legal_moves(owing[0]))[:20]]
        found.append((state.clone(), owing[0], moves))
        state.apply(owing[0], state.sample(owing[0], rng))
    return found


@pytest.mark.parametrize("name", GAMES)
@given(st.data())
def test_any_answer_of_a_bot(name: str, data: st.DataObject) -> None:
    game = GAMES[name]
    state, seat, moves = data.draw(st.sampled_from(positions(name)))
    words = st.sampled_from((*" ".join(moves).split(" "), " ", *HOSTILE))
    text = data.draw(st.lists(words, max_size=6).map(" ".join) | st.lists(words).map("".join))
    with suppress(NotationError):
        move = game.parse_move(text)
        assert game.move_text(move) == text
        if not state.is_legal(seat, move):
            assert str(state.refusal(seat, move).message)
    for who in (seat, CHANCE):
        with suppress(NotationError):
            assert game.canonical(who, game.canonical(who, text)) == game.canonical(who, text)


@pytest.mark.parametrize("name", GAMES)
def test_an_answer_with_a_number_of_thousands_of_digits_is_no_move(name: str) -> None:
    for word in ("announce ", "take ", "pass ", "draw ", "reward discard ", "market ", "y8@0,"):
        for digits in ("9" * 5000, "0001" + "9" * 5000):
            with pytest.raises(NotationError):
                GAMES[name].parse_move(word + digits)
