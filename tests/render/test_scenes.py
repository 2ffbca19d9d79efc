"""A drawing fits its width, shows every card and prints no control codes from names."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.api import EVERYTHING, Grid, Scene, Token, Zone
from engines.messages import Message, Player, say
from tests.examples import examples
from tests.render.scenery import DIAMS, Played, columns
from tourney.render.scenes import Theme, draw, plain

HOSTILE = ("\x1b[31mred", "[red]x[/]", "ab\u202edc", "a\nb\tc", "ダイヤモンドの王様", "x" * 300)
SGR = re.compile(r"\x1b\[[0-9;]*m")

tokens = st.builds(
    Token,
    st.sampled_from(["1", "7*", "10", "CV", "ダ"]),
    st.sampled_from(["", "x", "y"]),
    st.sampled_from([None, (255, 0, 0), (0, 0, 90)]),
    st.booleans(),
)
words = st.sampled_from(["", "hand", "a longer note of several words", *HOSTILE]).map(
    lambda text: say("said.text", text=text)
)
zones = st.builds(
    Zone,
    st.sampled_from(["hand", "vault", "market"]).map(lambda text: say("said.text", text=text)),
    st.lists(tokens, max_size=30).map(tuple),
    st.sampled_from([None, 0, 1, 4]),
    st.none() | words,
)
cells = st.builds(Token, st.sampled_from(["r●", "y○"]), rgb=st.sampled_from([None, (255, 0, 0)]))
grids = st.integers(1, 60).flatmap(
    lambda width: st.builds(
        Grid,
        st.lists(st.tuples(*[st.none() | cells] * width), max_size=6).map(tuple),
        st.integers(-200, 200),
        st.integers(-200, 200),
    )
)
scenes = st.builds(
    Scene,
    words,
    st.lists(zones, max_size=8).map(tuple),
    st.just((1,)),
    st.tuples(words),
    st.none() | grids,
)
themes = st.builds(Theme, st.integers(1, 160), st.booleans(), st.booleans())
NAMES = ("A", "\x1b]0;owned\x07", "ダイヤモンドの王様", "[bold]", "e")


@examples(50)
@given(scenes, themes)
def test_no_line_is_wider_than_the_pen(scene: Scene, theme: Theme) -> None:
    lines = draw(scene, NAMES, theme)
    assert max(columns(line.plain) for line in lines) <= theme.width


@examples(50)
@given(scenes, themes)
def test_the_only_codes_are_our_own_colours(scene: Scene, theme: Theme) -> None:
    shown = plain(draw(scene, NAMES, theme), theme)
    assert theme.color or "\x1b" not in shown
    assert all(c.isprintable() for c in SGR.sub("", shown) if c != "\n")


CARDS = ("7*", "J", "CV", "ダ")


@given(st.lists(st.builds(Token, st.sampled_from(CARDS), tone=words, hidden=st.booleans())))
def test_every_open_card_is_shown_in_order_and_backs_are_counted(cards: list[Token]) -> None:
    scene = Scene(say("said.title"), (Zone(say("said.market"), tuple(cards)),))
    for theme in (Theme(30), Theme(100)):
        shown = plain(draw(scene, (), theme), theme).split()
        opened = [card.text for card in cards if not card.hidden]
        assert [word for word in shown if word in CARDS] == opened
        assert sum(int(word) for word in shown if word.isdecimal()) == len(cards) - len(opened)


def lines_of(match: Played, who: int | None, theme: Theme) -> list[str]:
    view = match.views[max(match.views)][who]
    names = [f"player-{letter}" for letter in "abcde"]
    return plain(draw(DIAMS.scene(view), names, theme), theme).splitlines()


def test_hands_of_others_are_backs_with_their_number() -> None:
    match = Played(3, 11, {"length": "quick"})
    view = match.views[max(match.views)][1]
    drawn = lines_of(match, 1, Theme(120))
    rows = [line for line in drawn if "player-" in line]
    for seat, row in enumerate(rows):
        count = view["players"][seat]["hand_count"]
        hand = row.partition("hand ")[2].partition("   ")[0]
        own = "  ".join(view["players"][1]["hand"])
        backs = f"{'░' * count} {count}" if count else "-"
        assert hand.split() == own.split() if seat == 1 else hand == backs


def test_special_purity_can_be_told_without_colour() -> None:
    match = Played(4, 5)
    shown = "\n".join(lines_of(match, EVERYTHING, Theme(200)))
    view = match.views[max(match.views)][EVERYTHING]
    stars = sum(card.endswith("*") for card in view["market"])
    stars += sum(c.endswith("*") for p in view["players"] for c in p["hand"] + p["vault"])
    assert stars > 0
    assert shown.count("*") == stars


def test_whose_turn_it_is_stands_before_the_name() -> None:
    match = Played(3, 2)
    first = min(count for count in match.views if count)
    view = match.views[first][None]
    shown = plain(draw(DIAMS.scene(view), ("ann", "ben", "cleo"), Theme(80)), Theme(80))
    marked = [line for line in shown.splitlines() if line.startswith("►")]
    letter = "ABC"[view["pending"][0]]
    assert len(marked) == 1
    assert marked[0].startswith(f"► {letter} {('ann', 'ben', 'cleo')[view['pending'][0]]}")


@pytest.mark.parametrize("width", [20, 44, 80, 200])
def test_ascii_means_ascii(width: int) -> None:
    theme = Theme(width, ascii=True)
    for who in (EVERYTHING, None, 4):
        assert "\n".join(lines_of(Played(5, 3), who, theme)).isascii()


def test_a_quality_has_one_colour_of_its_own() -> None:
    match = Played(5, 3)
    scene = DIAMS.scene(match.views[max(match.views)][EVERYTHING])
    pairs = {(t.tone, t.rgb) for zone in scene.zones for t in zone.tokens if not t.hidden}
    assert len(pairs) == len({tone for tone, _ in pairs}) == len({rgb for _, rgb in pairs})


def test_a_colour_ends_with_its_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLORTERM", "truecolor")
    red, blue = Token("1", "x", (250, 1, 2)), Token("2", "y", (3, 4, 251))
    shown = plain(
        draw(
            Scene(say("said.title"), (Zone(say("said.market"), (red, red, blue)),)),
            (),
            Theme(color=True),
        ),
        Theme(color=True),
    )
    painted = re.findall(r"48;2;(\d+);(\d+);(\d+)m([^\x1b]*)", shown)
    assert painted == [("250", "1", "2", " 1 1 "), ("3", "4", "251", " 2 ")]


BOARD = Grid(
    rows=(
        (None, Token("r●", "red", (255, 0, 0)), Token("y○", "yellow", (255, 255, 0))),
        (Token("b●", "blue", (0, 0, 255)), None, Token("r○", "red", (255, 0, 0))),
    ),
    left=-1,
    top=-9,
)


def board(theme: Theme) -> list[str]:
    return plain(draw(Scene(say("said.title"), (), grid=BOARD), (), theme), theme).splitlines()[1:]


def test_a_board_has_its_columns_and_rows_numbered() -> None:
    assert board(Theme(40)) == [
        "     -1  0  1",
        "  -9  · r● y○",
        "  -8 b●  · r○",
    ]


def test_a_board_can_be_read_without_colour_or_beyond_ascii() -> None:
    assert board(Theme(40, ascii=True))[1:] == ["  -9  . r* yo", "  -8 b*  . ro"]


def test_a_wide_board_moves_together() -> None:
    assert board(Theme(11)) == ["  columns …", "  -9 ·r●y○", "  -8b● ·r○"]


def test_cells_of_a_board_are_filled_with_their_colour() -> None:
    lines = draw(Scene(say("said.title"), (), grid=BOARD), (), Theme(40, color=True))[1:]
    filled = {str(span.style).rpartition("on ")[2] for line in lines for span in line.spans}
    assert filled >= {"#ff0000", "#ffff00", "#0000ff"}


def spoken(width: int, lang: str) -> list[str]:
    def zones(seat: int, cards: str) -> tuple[Zone, ...]:
        hand = Zone(say("said.hand"), tuple(map(Token, cards.split())), seat)
        return hand, Zone(say("said.vault"), (Token("7"),), seat)

    notes: tuple[Message, ...] = (say("said.asks", who=Player(0), card="D?"),)
    scene = Scene(say("said.hand"), (*zones(0, "1 2 3"), *zones(1, "4")), (1,), notes)
    theme = Theme(width, lang=lang)
    return plain(draw(scene, ("千恵", "?"), theme), theme).splitlines()


def test_labels_are_in_the_language_of_the_pen_and_aligned() -> None:
    assert spoken(60, "en") == [
        "hand",
        "  A 千恵 hand 1 2 3   vault 7",
        "► B ?    hand 4       vault 7",
        "  千恵 asks for D?",
    ]
    assert spoken(60, "ja") == [
        "手札",
        "  A 千恵 手札 1 2 3   宝物庫 7",
        "► B ?    手札 4       宝物庫 7",
        "  千恵がD?を求めています",
    ]


def test_labels_below_each_other_are_as_wide_as_the_widest() -> None:
    assert spoken(24, "ja") == [
        "手札",
        "  A 千恵",
        "    手札   1 2 3",
        "    宝物庫 7",
        "► B ?",
        "    手札   4",
        "    宝物庫 7",
        "  千恵がD?を求めています",
    ]


def test_a_note_in_japanese_is_broken_where_the_line_is_full() -> None:
    assert spoken(16, "ja")[-2:] == ["  千恵がD?を", "  求めています"]
