"""Erasing a name from a record: nothing but names changes, and the record stays what it was."""

import re

import pytest
from hypothesis import given

from tests.examples import examples
from tests.records.strategies import records
from tourney.records import check, read, write
from tourney.records.record_edits import without_names

NEW = "player-7"


@given(records())
@examples(40)
def test_a_record_without_a_name_has_the_same_moves_and_result(text: str) -> None:
    text = write(read(text))
    before = read(text).matches[0]
    names = [player.name for player in before.players if not player.attributes][:1]
    after = read(without_names(text, dict.fromkeys(names, NEW))).matches[0]
    assert [player.name for player in after.players] == [
        NEW if player.name in names and not player.attributes else player.name
        for player in before.players
    ]
    assert after.result == before.result
    assert [ply for line in after.body for ply in line.plies] == [
        ply for line in before.body for ply in line.plies
    ]
    codes = [problem.code for problem in check(before).problems]
    assert [problem.code for problem in check(after).problems] == codes


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("seat A: Ann", "seat A: player-7"),
        ("seat A: Anna", "seat A: Anna"),
        ("seat A: Ann [id 3]", "seat A: player-7 [id 3]"),
        ("seat A: Ann [bot 1.0]", "seat A: Ann [bot 1.0]"),
        ("event: Ann's cup, ANN", "event: player-7's cup, player-7"),
        ("match: ann/1", "match: ann/1"),
        ("game: ann", "game: ann"),
        ("x-scorer: Ann", "x-scorer: player-7"),
        ("# Ann, Annabel", "# player-7, Annabel"),
        ('A: C1  # Ann! "Ann"', 'A: C1  # player-7! "player-7"'),
        ('-- note "Ann # and Ann"  # Ann', '-- note "player-7 # and player-7"  # player-7'),
        ("A: draw Ann", "A: draw Ann"),
        ("# 愛子さん", "# player-7さん"),
        ("# 今日はAnnが来て、Annaは休み", "# 今日はplayer-7が来て、Annaは休み"),
    ],
)
def test_names_are_replaced_at_seats_and_as_words_in_free_text(line: str, expected: str) -> None:
    assert without_names(f"{line}\n", dict.fromkeys(["Ann", "愛子"], NEW)) == f"{expected}\n"


def test_a_single_letter_is_a_seat_in_free_text_and_a_name_at_a_seat() -> None:
    text = "seat A: C\nseat C: 愛\n# C and 愛 met\n"
    expected = "seat A: player-7\nseat C: player-7\n# C and player-7 met\n"
    assert without_names(text, dict.fromkeys(["C", "愛"], NEW)) == expected
    assert not re.search("愛", expected)
