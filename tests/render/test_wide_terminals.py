"""A terminal that draws signs of ambiguous width two columns wide keeps the columns in Japanese.

Such a sign (`±`, `×`, `─`, `…`, `●`) has one column on most terminals and two on many Japanese
ones, and the program cannot know which. Japanese output has none of them.
"""

from random import Random
from typing import Any
from unicodedata import east_asian_width

import pytest

from engines.api import EVERYTHING, Game, Scene
from engines.games import GAMES
from engines.messages import say
from tests.render.scenery import columns
from tourney.render.scenes import Theme, ansi, draw, plain
from tourney.render.text_tables import Column, Table, fitted, translated

NAMES = ("あいこ", "Ben", "千恵", "ダン", "えみ", "藤")
WIDTHS = (60, 80, 120)
PLIES = 40


def ambiguous(text: str) -> set[str]:
    """The signs of a text whose width depends on the terminal."""
    return {sign for sign in text if east_asian_width(sign) == "A"}


def scene(game: Game[Any]) -> Scene:
    """The table in a random match, with all cards open."""
    rng = Random(7)
    state = game.start(game.options({}, game.seats[0]), game.seats[0])
    for _ in range(PLIES):
        if not state.pending():
            break
        seat = state.pending()[0]
        move = game.shuffle(state, rng) if seat < 0 else state.sample(seat, rng)
        state.apply(seat, move, None)
    return game.scene(state.view(EVERYTHING))


@pytest.mark.parametrize("name", GAMES)
def test_a_table_is_drawn_in_japanese_with_signs_of_certain_width(name: str) -> None:
    drawn = scene(GAMES[name])
    for width in WIDTHS:
        theme = Theme(width, lang="ja")
        text = plain(draw(drawn, NAMES, theme), theme)
        assert ambiguous(text) == set()
        assert max(map(columns, text.splitlines())) <= width


def test_in_english_the_signs_stay() -> None:
    theme = Theme(80)
    assert "●" in plain(draw(scene(GAMES["diamond-boxes"]), NAMES, theme), theme)


def test_a_japanese_table_of_values_has_signs_of_certain_width() -> None:
    table = Table(
        (Column("player"), Column("ci_half", say("render.heading-half"), "right"), Column("why")),
        [("千恵", 0.27, "平均ポイント3.52"), ("greedy", 12.5, "")],
    )
    found = fitted(translated(table, "ja"), narrow=True, width=60).text
    assert ambiguous(found) == set()
    head, rule, *rows = found.splitlines()
    assert head.split() == ["プレイヤー", "95%誤差", "順位の理由"]
    assert set(rule) == {"-"}
    assert [
        columns(row[: row.index(number)])
        for row, number in zip(rows, ("0.27", "12.50"), strict=True)
    ] == [16, 15]


STARS = ("★あい★", "Ben", "①", "ダン", "えみ", "藤")
"""Names with signs of ambiguous width."""


def columns_when_wide(text: str) -> int:
    """The width of a text on a terminal that draws such signs two columns wide."""
    return columns(text) + sum(east_asian_width(sign) == "A" for sign in text)


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_names_with_such_signs_keep_the_columns_of_a_wide_terminal(lang: str) -> None:
    table = Table(
        (Column("player"), Column("score", align="right")),
        [(name, 7 + number) for number, name in enumerate(STARS)],
    )
    lines = fitted(translated(table, lang), narrow=True, wide=True, width=60).text.splitlines()
    ends = {columns_when_wide(line) for line in lines}
    assert len(ends) == 1
    assert [name for name in STARS if not any(name in line for line in lines)] == []


@pytest.mark.parametrize("color", [False, True])
def test_a_drawing_keeps_the_columns_of_a_wide_terminal(color: bool) -> None:
    theme = Theme(120, color=color, wide=True)
    lines = draw(scene(GAMES["blue-border"]), STARS, theme)
    shown = plain(lines, Theme(120, wide=True)).splitlines()
    rows = [line for line in shown if " line " in line]
    starts = {columns_when_wide(row[: row.index(" line ")]) for row in rows}
    assert len(rows) == 2
    assert len(starts) == 1
    assert "\ue000" not in "".join(ansi(lines))
