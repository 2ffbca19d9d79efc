"""The page with printed sheets: complete, safe and without anything from elsewhere."""

import re
from pathlib import Path
from typing import Any

import pytest

from engines.games import GAMES
from engines.messages import LANGUAGES
from tests.render.pages import Page
from tourney.render.paper import (
    STYLE,
    PaperSheet,
    WallEntry,
    WallList,
    paper_page,
    qr_code,
    slips_page,
    wall_page,
)

HOUSE = Path(__file__).parents[2]
HOSTILE = ("<script>alert(1)</script>", "あ" * 60, '"><b id=x>', "a\u202eb\x1b[31m")


def sheet(name: str, seats: int = 0, players: tuple[str, ...] = (), **given: Any) -> PaperSheet:
    """A sheet of a game with these options."""
    game = GAMES[name]
    count = seats or len(players) or game.seats[-1]
    options = game.options({key: str(value) for key, value in given.items()}, count)
    seated = players + ("",) * (count - len(players))
    paper, sides = game.paper(options, count), game.sides(options, count)
    return PaperSheet(game.title["en"], game.options_text(options), paper, seated, sides)


def page(*sheets: PaperSheet, lang: str = "en") -> Page:
    return Page("".join(paper_page(sheets, lang)))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_a_page_is_whole_and_takes_nothing_from_elsewhere(name: str, lang: str) -> None:
    for seats in (GAMES[name].seats[0], GAMES[name].seats[-1]):
        found = page(sheet(name, seats), lang=lang)
        assert not {"script", "link", "img", "iframe"} & set(found.tags)
        assert not {"src", "href", "onclick", "onload"} & found.attributes
        assert found.kinds.count("sheet") == 1
    assert "url(" not in STYLE
    assert "@import" not in STYLE


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_a_page_has_every_text_of_the_game_in_its_language(name: str, lang: str) -> None:
    one = sheet(name)
    text = page(one, lang=lang).text
    messages = [*one.paper.reminder, *(meaning for _, meaning in one.paper.marks)]
    assert [str(message) for message in messages if message.text(lang) not in text] == []
    assert all(part.title.text(lang) in text for part in one.paper.rounds if part.title)


def test_every_row_has_its_number_once_and_all_cells() -> None:
    one = sheet("diamonds", 3, rounds=1)
    found = page(one)
    text = "".join(paper_page([one], "en"))
    rows = re.findall(r'<tr><td class="number">(\d+)</td>(.*)</tr>', text)
    assert [int(number) for number, _ in rows] == list(range(1, 11))
    assert {cells.count("<td") for _, cells in rows} == {5}
    assert "trick leads card 1 card 2 card 3 = winner" in found.text


def test_the_value_table_of_diams_is_on_the_sheet() -> None:
    """The rows 3, 4, 5 of the rule book, quality 1 to 10."""
    book = (HOUSE / "engines/diams/RULES.md").read_text("utf-8")
    row = r"^\| +(\d+) \| +(\d+) \| +(\d+) \| +(\d+) \|"
    table = re.findall(row, book, re.MULTILINE)
    assert [int(quality) for quality, *_ in table] == list(range(1, 11))
    three, four, five = (" ".join(row[column] for row in table) for column in (1, 2, 3))
    text = page(sheet("diams")).text
    assert f"3 diamonds {three} 4 diamonds {four} 5 diamonds {five}" in text
    assert "place 1 2 3 4 5 chips 4 3 2 1 0" in text
    assert "chips" not in page(sheet("diams", length="quick")).text


def test_borderline_and_bottoms_are_those_of_the_options() -> None:
    assert "1 to 9" in page(sheet("blue-border")).text
    assert "higher, by at most 9; 25 or more" in page(sheet("blue-border")).text
    assert "19 or more" in page(sheet("blue-border", 3, cards=24)).text
    two = page(sheet("blue-border", rounds=2, bl="8,12", bt="25,20")).text
    assert re.search(r"round A B, C .* 1 1 to 8 .* 2 1 to 12 .* 20 or more", two)


def test_the_patterns_of_the_boxes_are_drawn_in_their_order() -> None:
    """Patterns 1, 7 and 10 of the rule book: BBB/WWW, BWB/WWB, WBB/WBW."""
    text = "".join(paper_page([sheet("diamond-boxes")], "en"))
    drawn = re.findall(r'<td class="picture">([●○]*)\n([●○]*)</td>', text)
    assert len(drawn) == 10
    assert (drawn[0], drawn[6], drawn[9]) == (("●●●", "○○○"), ("●○●", "○○●"), ("○●●", "○●○"))


def test_teams_share_their_counts() -> None:
    text = page(sheet("diamonds", players=("Aiko", "Ben", "Chie", "Dan"), teams="on")).text
    assert "Round 1, at the end A + C Aiko, Chie B + D Ben, Dan showroom" in text


def test_names_are_shown_and_never_become_elements() -> None:
    found = page(sheet("diamonds", players=HOSTILE))
    assert found.tags == page(sheet("diamonds", 4)).tags
    assert found.text.count(HOSTILE[0]) == 5  # at the seat, and at the end of four rounds
    assert HOSTILE[1] in found.text
    assert HOSTILE[2] in found.text
    assert r"a\u202eb\x1b[31m" in found.text


def test_headers_are_shown_and_each_table_has_its_own_paper() -> None:
    headers = {"match": "cup/1", "event": "A & B <cup>", "round": "2", "table": "7"}
    one = sheet("diams", 2, players=("Aiko", "Ben"))
    known = PaperSheet(one.title, "", one.paper, one.players, one.sides, "tourney x", headers)
    found = page(known, known)
    assert found.kinds.count("sheet") == 2
    assert "match id cup/1 event A & B <cup> round 2 table 7" in found.text
    assert found.text.count("Diam's · cup/1 · A & B <cup> · Round 3") == 2
    assert found.text.count("tourney x") == 2


def test_the_style_prints_on_both_papers_and_cuts_no_row() -> None:
    assert "size: A4" in STYLE
    assert "size: letter" in STYLE
    assert re.search(r"tr \{[^}]*break-inside: avoid", STYLE)
    heights = re.findall(r"\.(?:grid tbody|checks) td \{ height: (\d+)mm", STYLE)
    assert [int(height) for height in heights] == [8, 8]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_a_slip_has_a_row_for_each_seat_with_boxes_for_what_the_game_counts(
    name: str, lang: str
) -> None:
    for seats in GAMES[name].seats:
        one = sheet(name, seats)
        text = "".join(slips_page([one], lang))
        rows = re.findall(r'<tr><td class="seat">([A-H])</td>(.*)</tr>', text)
        assert [letter for letter, _ in rows] == list("ABCDEFGH"[:seats])
        # The name, and empty boxes for the numbers of the game and the place.
        assert {cells.count("<td></td>") for _, cells in rows} == {len(one.paper.result) + 1}
        assert all(str(word.text(lang)) in Page(text).text for word in one.paper.result)
        found = Page(text)
        assert not {"script", "link", "img", "iframe"} & set(found.tags)


def test_four_or_six_slips_are_on_a_page_by_the_seats_of_the_largest_table() -> None:
    four, five = sheet("diamonds", 4), sheet("diamonds", 5)
    for sheets, pages in (([four] * 6, 1), ([four] * 7, 2), ([five] * 5, 2), ([four, five], 1)):
        found = Page("".join(slips_page(sheets, "en")))
        assert (found.kinds.count("slip"), found.kinds.count("sheet")) == (len(sheets), pages)


def test_names_on_slips_and_on_the_wall_never_become_elements() -> None:
    plain = Page("".join(slips_page([sheet("diamonds", 4)], "en")))
    found = Page("".join(slips_page([sheet("diamonds", players=HOSTILE)], "en")))
    assert found.tags == plain.tags
    entries = [WallEntry(name, "<i>1</i>", 0) for name in HOSTILE]
    wall = Page("".join(wall_page(WallList({"event": "<b>", "round": "<b>"}, entries), "en")))
    assert wall.tags.count("li") == wall.tags.count("b") == 4
    assert all(one in wall.text for one in (*HOSTILE[:3], r"a\u202eb\x1b[31m", "<i>1</i>"))


def test_sixty_names_are_on_one_page_and_more_are_divided_evenly() -> None:
    for count, pages in ((1, [1]), (60, [60]), (61, [31, 30]), (121, [41, 41, 39])):
        entries = [WallEntry(f"Player {number}", str(number), 0) for number in range(count)]
        text = "".join(wall_page(WallList({"event": "Cup"}, entries), "en"))
        assert [part.count("<li>") for part in text.split("<article")[1:]] == pages


def test_a_name_that_is_too_long_for_its_line_is_smaller() -> None:
    entries = [WallEntry("Ann", "1", 0), WallEntry("\u3042" * 40, "1", 1)]
    text = "".join(wall_page(WallList({}, entries), "en"))
    assert "<bdi>Ann</bdi>" in text
    assert re.search('<bdi style="font-size: 0[.][0-9]+em">\u3042', text)


def test_a_code_is_one_drawing_without_anything_from_elsewhere() -> None:
    pytest.importorskip("segno")
    drawn = Page(qr_code("http://192.168.1.7:8765/t/<key>&"))
    assert (drawn.tags, drawn.texts) == (["svg", "path"], [])
    assert drawn.attributes == {"viewbox", "class", "stroke", "d"}
