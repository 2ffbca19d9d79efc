"""A match from a file: its check, its positions, its drawings."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

import tourney
from engines.games import GAMES
from tourney.records import read_bytes, to_json

RECORDS = Path(__file__).parents[2] / "data" / "records"
SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("path", sorted(RECORDS.glob("*.tmr")), ids=lambda path: path.stem)
def test_the_positions_of_every_sample_can_be_drawn(path: Path) -> None:
    for match in tourney.read(path):
        positions = list(match.positions())
        assert positions
        for position in positions[:: max(1, len(positions) // 4)]:
            picture = ElementTree.fromstring(position.svg())
            texts = "".join(picture.itertext())
            assert all(name in texts for name in match.players)
            # What a piece uses is drawn in place: several drawings fit into one page.
            parts = list(picture.iter())
            assert not [one for one in parts if one.get("id") or one.tag == f"{SVG}use"]
            assert position.view("spectator")["game"] == match.game in GAMES


def test_a_match_says_what_its_record_says() -> None:
    (match,) = tourney.read(RECORDS / "spring-diams.tmr")
    checked = match.check()
    assert (checked.passed, checked.problems) == (True, ())
    assert checked.line.startswith(match.name)
    assert match.record == (RECORDS / "spring-diams.tmr").read_text("utf-8")
    last = match.position()
    assert last.state is not None
    assert last.state.outcome() is not None
    assert (last.pending(), last.legal_moves(0)) == ((), [])
    assert match.position(last.ply).lines == last.lines


def test_a_record_that_breaks_a_rule_is_read_and_fails_its_check() -> None:
    (match,) = tourney.read(RECORDS / "spring-diams-wrong.tmr")
    checked = match.check()
    assert not checked.passed
    assert checked.line == checked.problems[0]
    assert "spring-diams-wrong.tmr:" in checked.line


def test_a_seat_sees_its_own_cards_only() -> None:
    (match,) = tourney.read(RECORDS / "spring-diams.tmr")
    position = match.position(12)
    own, other = position.view("A"), position.view(1)
    assert (own["you"], other["you"]) == (0, 1)
    assert position.view("spectator")["you"] is None
    assert position.svg("A") != position.svg("open")
    seat = position.pending()[0]
    assert position.legal_moves(seat)
    assert match.svg(ply=12) == position.svg()


def test_a_notebook_shows_a_match_as_its_page() -> None:
    (match,) = tourney.read(RECORDS / "spring-diams.tmr")
    assert match.html().startswith("<!doctype html>")
    shown = match._repr_html_()
    assert shown.startswith("<iframe srcdoc=")
    assert "<script" not in shown  # the page is an attribute, and escaped
    assert match.position(12)._repr_svg_() == match.svg(12)


def test_the_json_form_is_read_as_well(tmp_path: Path) -> None:
    """What `tourney fmt --format json` writes, and `tourney check` reads."""
    source = RECORDS / "spring-diams.tmr"
    file = tmp_path / "spring.json"
    file.write_text(to_json(read_bytes(source.read_bytes())), "utf-8")
    (text,), (json,) = tourney.read(source), tourney.read(file)
    assert json.check() == text.check()
    assert json.record == text.record
    file.write_text('{"tmr": 1, "matches": [{}]}')
    with pytest.raises(tourney.DataFault, match=r"spring\.json"):
        tourney.read(file)


@pytest.mark.parametrize(
    ("text", "code", "kind"),
    [
        (None, "app.no-file", tourney.NotFound),
        ("", "records.no-match", tourney.DataFault),
        ("match x\n", "T-line", tourney.DataFault),
    ],
)
def test_a_file_that_cannot_be_read_is_named_in_one_line(
    text: str | None, code: str, kind: type[tourney.TourneyError], tmp_path: Path
) -> None:
    file = tmp_path / "x.tmr"
    if text is not None:
        file.write_text(text)
    with pytest.raises(kind) as caught:
        tourney.read(file)
    assert caught.value.code == code
    assert "x.tmr" in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("ply", [0, -1, 9999])
def test_a_wrong_ply_or_seat_is_an_error(ply: int) -> None:
    (match,) = tourney.read(RECORDS / "spring-diams.tmr")
    with pytest.raises(tourney.UsageFault, match="its entries are 1 to"):
        match.svg(ply=ply)
    for seat in ("Z", 9):
        with pytest.raises(tourney.UsageFault):
            match.svg(ply=12, seat=seat)


def test_where_cards_are_unknown_there_is_no_state() -> None:
    (match,) = tourney.read(RECORDS / "notebook-diamonds.tmr")
    position = next(each for each in match.positions() if each.state is None)
    assert position.view("open")["game"] == "diamonds"
    with pytest.raises(tourney.DataFault, match="does not say all cards"):
        position.legal_moves(0)
