"""Moves and log entries are written as text and read back; other text is a notation error."""

from functools import cache
from itertools import takewhile
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from engines.api import CHANCE, EVERYTHING, Game, NotationError
from engines.games import GAMES
from tourney.contracts.playing import (
    AnyPly,
    AnyState,
    Case,
    cases_of,
    every_case,
    every_game,
    every_name,
    examples,
    only_thorough,
    played,
    positions,
    split,
    texts,
)


@every_case
def test_a_move_has_one_text_and_a_text_one_move(case: Case) -> None:
    for at in positions(case, 1):
        for seat in at.state.pending():
            moves = list(at.state.legal_moves(seat))
            written = [case.game.move_text(move) for move in moves]
            assert len(set(written)) == len(moves)
            assert [case.game.parse_move(text) for text in written] == moves


def read_back(case: Case, log: list[AnyPly]) -> list[AnyPly]:
    """Entries written as record lines and read back; every part must already be canonical."""
    found: list[AnyPly] = []
    for line in case.game.layout(texts(case.game, log)):
        seat, parts = split(case.game, line)
        assert [case.game.canonical(seat, part) for part in parts] == parts
        found += [ply for _, ply in case.game.plies(seat, parts, case.seats)]
    return found


@every_case
def test_a_log_written_as_a_record_reads_back_as_the_same_log(case: Case) -> None:
    for seed in range(3):
        end = played(case, seed)
        back = read_back(case, end.log)
        assert texts(case.game, back) == texts(case.game, end.log)
        assert [ply.move for ply in back] == [ply.move for ply in end.log]
        nobody = texts(case.game, end.log, None)
        for who in case.everybody():
            # A line does not name the receiver of passed cards, so that seat may see less in it.
            told = zip(
                texts(case.game, back, who), texts(case.game, end.log, who), nobody, strict=True
            )
            assert all(text in (same, less) for text, same, less in told)


@every_game
def test_a_match_can_be_dealt_again_from_its_record(case: Case) -> None:
    for seed in range(3):
        end = played(case, seed)
        plies = read_back(case, end.log)
        state = case.start()
        log: list[AnyPly] = []
        while state.pending():
            seat, move = _next(case.game, state, plies, len(log))
            assert state.is_legal(seat, move)
            state.apply(seat, move, log)
        assert texts(case.game, log) == texts(case.game, end.log)
        assert state.key() == end.state.key()
        assert state.outcome() == end.state.outcome()


def _next(game: Game[Any], state: AnyState, plies: list[AnyPly], at: int) -> tuple[int, Any]:
    if state.pending() == (CHANCE,):
        return CHANCE, game.luck(state, plies[at:])
    owing = state.pending()
    first = owing[0]
    if game.silent is not None and state.is_legal(first, game.silent):
        coming = [ply for ply in plies[at : at + 1] if ply.seat in owing]
        coming = [ply for ply in coming if state.is_legal(ply.seat, ply.move)]
        return (coming[0].seat, coming[0].move) if coming else (first, game.silent)
    # Sealed decisions are logged together when all have been made.
    ply = next(ply for ply in plies[at:] if ply.move is not None and ply.seat in owing)
    return ply.seat, ply.move


@every_case
def test_a_redacted_entry_reads_as_an_entry_with_unknown_cards(case: Case) -> None:
    end = played(case, 4)
    for who in (None, *range(case.seats)):
        told = texts(case.game, end.log, who)
        lines = list(case.game.layout(told))
        parted = [split(case.game, line) for line in lines]
        read = (case.game.plies(*line, case.seats) for line in parted)
        back = [ply for found in read for _, ply in found]
        assert texts(case.game, back) == told


@every_case
def test_entries_are_text_on_one_line(case: Case) -> None:
    end = played(case, 5)
    for who in case.everybody():
        for _, text in texts(case.game, end.log, who):
            assert text
            assert text == " ".join(text.split())
            assert "\n" not in text


@cache
def samples(game: Game[Any]) -> list[str]:
    """Valid texts of moves and log entries of the game."""
    found = set[str]()
    for case in cases_of(game.name):
        for at in positions(case, 6):
            for seat in at.state.pending():
                moves = at.state.legal_moves(seat)
                found.update(game.move_text(move) for move in moves[:: 1 + len(moves) // 3])
        found.update(text for _, text in texts(game, at.log, EVERYTHING))
    return sorted(found)


@st.composite
def slips(draw: st.DrawFn, right: list[str]) -> str:
    """A valid text in which a piece is deleted, repeated or replaced."""
    text, other = draw(st.sampled_from(right)), draw(st.sampled_from(right))
    start = draw(st.integers(0, len(text)))
    end = draw(st.integers(start, min(len(text), start + 4)))
    at = draw(st.integers(0, len(other)))
    junk = st.text(" ;?*+=-xX>0123456789abCRＡ１\t\u3000", max_size=3)
    return text[:start] + draw(st.just(other[at : at + 4]) | junk) + text[end:]


@every_name
@examples(100)
@given(data=st.data())
def test_junk_is_no_move(name: str, data: st.DataObject) -> None:
    no_move(name, data)


@only_thorough
@settings(max_examples=2_000, deadline=None)
@given(data=st.data())
def test_much_junk_is_no_move(name: str, data: st.DataObject) -> None:
    no_move(name, data)


def no_move(name: str, data: st.DataObject) -> None:
    """Junk is refused, or is the text of a move."""
    game = GAMES[name]
    text = data.draw(st.text(max_size=30) | slips(samples(game)))
    try:
        move = game.parse_move(text)
    except NotationError as error:
        _places_are_in(error, text)
    else:
        assert game.move_text(move) == text


@every_name
@examples(100)
@given(data=st.data())
def test_junk_is_no_part_of_a_record(name: str, data: st.DataObject) -> None:
    no_part(name, data)


@only_thorough
@settings(max_examples=2_000, deadline=None)
@given(data=st.data())
def test_much_junk_is_no_part_of_a_record(name: str, data: st.DataObject) -> None:
    no_part(name, data)


def no_part(name: str, data: st.DataObject) -> None:
    """Junk is refused, or has a canonical form that stays as it is."""
    game = GAMES[name]
    text = data.draw(st.text(max_size=30) | slips(samples(game)))
    seat = data.draw(st.integers(CHANCE, max(game.seats)))
    try:
        canonical = game.canonical(seat, text)
    except NotationError as error:
        _places_are_in(error, text)
    else:
        assert game.canonical(seat, canonical) == canonical
        try:
            entries = game.plies(seat, [text], max(game.seats))
        except NotationError as error:
            _places_are_in(error, text)
        else:
            assert all(index == 0 for index, _ in entries)


def _places_are_in(error: NotationError, text: str) -> None:
    assert str(error)
    assert 0 <= error.start <= error.end <= len(text)


@every_name
def test_options_are_read_and_written(name: str) -> None:
    game = GAMES[name]
    for case in cases_of(name):
        options = game.options(case.given, case.seats)
        again = dict(pair.split("=") for pair in game.options_text(options).split())
        assert game.options(again, case.seats) == options
        assert list(again) == sorted(again)


@every_name
def test_the_notation_sheet_fits_a_screen(name: str) -> None:
    lines = str(GAMES[name].notation).splitlines()
    assert 0 < len(lines) <= 24
    assert all(len(line) <= 100 for line in lines)
    assert list(takewhile(str.strip, lines))


@every_name
def test_a_quote_that_is_not_closed_is_text_like_any_other(name: str) -> None:
    typed = GAMES[name].typed
    assert typed('"') == '"'
    assert typed('note "手札" and "').startswith(
        'note "手札" and'
    )  # only closed quotes keep a text
