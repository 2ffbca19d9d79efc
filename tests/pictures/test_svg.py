"""Elements of drawings: names from anybody stay text."""

from tourney.pictures.look import drawing, element, label, short


def test_hostile_text_and_attributes_stay_text() -> None:
    drawn = drawing(
        10,
        5,
        title="</title><script>alert(1)</script>",
        description='"quoted" & <b>',
        children=[label(1, 2, "<x onload='a()'>", class_='" onclick="a()')],
    )
    assert "<script" not in drawn
    assert "<x" not in drawn
    assert 'onclick="' not in drawn


def test_numbers_are_short_and_attributes_may_be_left_out() -> None:
    assert [short(n) for n in (3, 2.0, 1.005, 0.126, -0.001)] == ["3", "2", "1", "0.13", "0"]
    assert element("rect", x=1.5, stroke_width=2, fill=None) == '<rect x="1.5" stroke-width="2"/>'
