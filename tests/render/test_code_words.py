"""Codes of records, runs and plans have a word in every language."""

from engines.messages import Message, say
from tourney.exports.match_tables import FAULT_COLUMNS, MATCH_COLUMNS, MOVE_COLUMNS, RESULT_COLUMNS
from tourney.exports.people_tables import PLAYER_COLUMNS
from tourney.exports.standings_fields import SUMS_COLUMNS
from tourney.formats.formats import FORMATS
from tourney.records.field_values import FORFEITS, STATUSES
from tourney.render.code_words import CODES, word_of
from tourney.render.text_tables import Column, Table, translated, write
from tourney.scoring import POINT_SYSTEMS


def test_every_status_forfeit_format_and_point_system_has_a_word() -> None:
    known = {*STATUSES, *FORFEITS, *FORMATS, *POINT_SYSTEMS}
    assert known - CODES.keys() == set()


def test_a_code_is_its_own_word_in_english_and_in_data() -> None:
    word = word_of("abandoned")
    assert isinstance(word, Message)
    assert [word.text("en"), word.text("ja")] == ["abandoned", "打ち切り"]
    assert word_of("placement:4=10,6,3,1") == "placement:4=10,6,3,1"
    assert write(Table([Column("status")], [(word,)]), "csv") == "status\nabandoned\n"


def test_flags_are_words_for_people_and_flags_in_data() -> None:
    table = Table([Column("late", kind="flag")], [(True,), (False,)])
    assert list(translated(table, "ja").rows) == [["はい"], ["いいえ"]]
    assert write(table, "json") == '[\n  {"late": true},\n  {"late": false}\n]\n'


def test_a_heading_is_translated_by_its_key_or_message_and_a_name_never() -> None:
    """A player may be called like a heading."""
    columns = [Column("points"), Column("above game", "game")]
    assert heads(columns, "ja") == ["ポイント", "game"]
    duration = Column("seconds", say("render.heading-duration"))
    assert heads([Column("seconds"), duration], "ja") == ["2位の数", "秒数"]
    assert heads([Column("seconds"), duration], "en") == ["seconds", "seconds"]


def test_no_two_columns_of_an_export_have_one_heading_in_japanese() -> None:
    """In English two columns of results are called `place`; their keys keep them apart."""
    tables = [
        RESULT_COLUMNS,
        FAULT_COLUMNS,
        MATCH_COLUMNS,
        MOVE_COLUMNS,
        PLAYER_COLUMNS,
        SUMS_COLUMNS,
    ]
    for columns in tables:
        shown = [one for one in columns if one.only not in ("data", "people")]
        titles = [one.title for one in translated(Table(shown, []), "ja").columns]
        assert sorted(set(titles)) == sorted(titles)
        assert [one for one in titles if one.isascii() and one != "#"] == []


def heads(columns: list[Column], lang: str) -> list[str]:
    found = translated(Table(columns, []), lang)
    return write(found, "plain").split()
