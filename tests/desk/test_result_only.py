"""A match of which only the result is known is composed without reading its own text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.games import GAMES
from tests.examples import examples
from tourney.desk import TableSetup
from tourney.desk.answers import result_only
from tourney.domain.errors import DataFault
from tourney.records import check, read, stored
from tourney.records.field_values import places_of_scores

NAMES = ("Aiko", "アイコ", "ベン", "O'Neil #2", "Chie: x", "D", "é", "?", "名前  二つ", "-- Emi")
EVENTS = ("Club", "秋リーグ", "A: B # c", "Éte [1]", "-- x", "Cup   2")


@st.composite
def setups(draw: st.DrawFn) -> TableSetup:
    game = GAMES[draw(st.sampled_from(sorted(GAMES)))]
    seats = draw(st.sampled_from(game.seats))
    players = draw(st.permutations(NAMES))[:seats]
    headers = [("event", draw(st.sampled_from(EVENTS))), ("round", "2"), ("table", "13")]
    versions = tuple(draw(st.sampled_from(("", "1", "0.3-a"))) for _ in players)
    return TableSetup(
        "club/r2/t13", game.name, tuple(players),
        headers=(*headers, ("date", "2026-11-27"), ("source", "table")),
        versions=draw(st.sampled_from(((), versions))),
    )  # fmt: skip


@examples(40)
@given(setups(), st.data())
def test_it_is_the_match_that_reading_its_text_gives(
    setup: TableSetup, data: st.DataObject
) -> None:
    game, options = setup.rules()
    sides = game.sides(options, len(setup.players))
    worth = data.draw(st.permutations(range(len(setup.players))))
    scores = tuple(worth[side] for side in sides)
    places = places_of_scores(game, options, scores).places
    made = result_only(setup, data.draw(st.sampled_from(((), scores))), places)
    assert made.text is not None
    (match,) = read(made.text).matches
    assert match.problems == ()
    assert stored(match) == made


def test_options_are_written_as_in_every_record() -> None:
    short = TableSetup("x/1", "diams", ("A1", "B2"), options=(("length", "quick"),))
    made = result_only(short, (9, 7), (1, 2))
    assert made.options == (("length", "quick"),)
    assert made.text is not None
    assert stored(read(made.text).matches[0]) == made
    assert check(read(made.text).matches[0]).passed


def test_what_could_not_be_read_again_is_refused() -> None:
    name = "e" + "\u0301" * 31
    setup = TableSetup("x/1", "diams", ("Aiko", "Ben"), headers=(("event", name),))
    with pytest.raises(DataFault, match="31 accents"):
        result_only(setup, (9, 7), (1, 2))
