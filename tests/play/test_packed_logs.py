"""Packed logs: small, and readable for ever."""

import zlib
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.api import CHANCE, Ply
from engines.games import GAMES
from tourney.domain.errors import DataFault
from tourney.domain.match_values import Entries
from tourney.play.packed_logs import (
    UnknownDictionary,
    dictionary,
    pack,
    stored_dictionaries,
    unpack,
)

TEXT = st.text(st.characters(codec="utf-8", exclude_categories=["Cs", "Cc"]))


def played(name: str, seed: int) -> Entries:
    """A log of random moves."""
    game, luck = GAMES[name], Random(seed)
    seats = min(game.seats) + seed % 2
    state, log = game.start(game.options({}, seats), seats), list[Ply[object]]()
    while owing := state.pending():
        seat = owing[0]
        move = game.shuffle(state, luck) if seat == CHANCE else state.sample(seat, luck)
        state.apply(seat, move, log)
    return Entries.of([(ply.seat, game.text(ply)) for ply in log])


@given(st.lists(st.tuples(st.integers(-1, 7), TEXT)), st.sampled_from([*GAMES, "new game"]))
def test_any_log_is_unpacked_as_it_was(entries: list[tuple[int, str]], game: str) -> None:
    assert unpack(pack(Entries.of(entries), game)) == entries


@pytest.mark.parametrize("game", [name for name in GAMES if dictionary(name)])
def test_logs_are_a_fifth_smaller_than_with_zlib_alone(game: str) -> None:
    """Also those of bots that the dictionary does not know."""
    logs = [played(game, seed) for seed in range(4)]
    alone = [zlib.compress(zlib.decompress(pack(log)), 1) for log in logs]
    small = [pack(log, game) for log in logs]
    print(game, sum(map(len, small)) / sum(map(len, alone)))
    assert sum(map(len, small)) <= 0.8 * sum(map(len, alone))


def test_logs_from_before_there_were_dictionaries_can_be_read() -> None:
    old = zlib.compress(b"@A\nstart A\npass", 1)
    assert unpack(old) == [(CHANCE, "start A"), (0, "pass")]


def test_a_dictionary_in_use_does_not_change() -> None:
    """Its checksum is in every log that was packed with it."""
    checksums = {key: zlib.adler32(text) for key, text in stored_dictionaries().items()}
    assert len({*checksums.values()}) == len(checksums)
    assert checksums == {
        ("blue-border", 1): 0x74A934E2,
        ("diamond-boxes", 1): 0x462D26E6,
        ("diamond-boxes-2", 1): 0x68076453,
        ("diamonds", 1): 0xA65B62AD,
        ("diams", 1): 0xF7BA6384,
    }


def test_damaged_logs_and_those_of_later_versions_are_named() -> None:
    piece = pack(played("diams", 1), "diams")
    assert dictionary("diams")
    other = b"\0\0\0\1" + piece[6:]
    torn = piece[:-1], piece[:40], piece[:5], piece + b"x", b"", b"x"
    for damaged in (*torn, b"xx" + other, b"\x78\x21" + other):
        with pytest.raises(DataFault, match="is damaged"):
            unpack(damaged)
    with pytest.raises(UnknownDictionary, match=r"update tourney$"):
        unpack(piece[:2] + other)
