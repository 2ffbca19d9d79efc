"""What holds for every chart: nothing sticks out, nothing is lost, names stay text."""

import re
from collections.abc import Callable, Sequence
from itertools import pairwise
from math import inf, nan
from typing import NamedTuple

import pytest

from tests.examples import usual
from tests.pictures import golden
from tests.pictures.drawings import SVG, all_text, places, read, size, texts
from tourney.pictures.bars import (
    Amount,
    AmountChart,
    Distribution,
    DistributionChart,
    amount_chart,
    distribution_chart,
)
from tourney.pictures.curves import (
    CurveBound,
    CurveChart,
    CurvePoint,
    CurveSeries,
    curve_chart,
)
from tourney.pictures.heat import STRONGEST, HeatChart, ShareRow, heat_chart
from tourney.pictures.intervals import IntervalChart, IntervalRow, interval_chart
from tourney.pictures.look import (
    DARK_INK,
    DARK_PAPER,
    DARK_SERIES,
    INK,
    PAPER,
    SERIES,
    STYLE,
    TEXT_OPACITY,
    ChartLook,
    ChartWords,
)

WORDS = ChartWords("Title of the chart", "A note that says what the marks are, in a few words.")
HOSTILE = [
    "</title><script>alert(1)</script>",
    '" onload="alert(1)',
    "\x00\x1b[31m\x85",
    "\u202egnp.txt",
    "さくらさくらさくらさくらさくらさくらさくら",
    "a very long name that goes on and on and never seems to come to an end at all",
    "x" * 10_000,
    "",
    "e\u0301" * 5,
]
Draw = Callable[[Sequence[str], ChartLook], str]


def forest(names: Sequence[str], look: ChartLook) -> str:
    rows = [IntervalRow(n, at % 5, at % 5 - 1.5, at % 5 + 0.25) for at, n in enumerate(names)]
    return interval_chart(IntervalChart(WORDS, rows, "points per match"), look)


def differences(names: Sequence[str], look: ChartLook) -> str:
    ends = [(None, None), (-inf, 0.2), (-0.3, inf), (0.1, 0.1)]
    rows = [IntervalRow(n, 0.1, *ends[at % 4]) for at, n in enumerate(names)]
    return interval_chart(IntervalChart(WORDS, rows, "points", digits=3, difference=True), look)


def curves(names: Sequence[str], look: ChartLook) -> str:
    found = [
        CurveSeries(n, [CurvePoint(x, 2 + (at % 7) / x, 1.0, 4.0) for x in range(1, 9)])
        for at, n in enumerate(names)
    ]
    bounds = [CurveBound(4.5, "accept"), CurveBound(-1.0, "reject")]
    return curve_chart(CurveChart(WORDS, found, "points", "deals", bounds=bounds), look)


def gaps(names: Sequence[str], look: ChartLook) -> str:
    points = [CurvePoint(1, 2.0), CurvePoint(2, None), CurvePoint(3, 2.0, -inf, 3.0)]
    found = [CurveSeries(n, points) for n in names]
    days = [(1.0, "さくら" * 20), (1.1, "2026-02"), (3.0, "an event with a long name")]
    return curve_chart(CurveChart(WORDS, found, "rating", x_ticks=days, difference=True), look)


def heat(names: Sequence[str], look: ChartLook) -> str:
    rows = [
        ShareRow(n, [None if a == b else ((a - b) % 11) / 10 for b in range(len(names))], 1.25)
        for a, n in enumerate(names)
    ]
    return heat_chart(HeatChart(WORDS, rows, "share", "sum"), look)


def scores(names: Sequence[str], look: ChartLook) -> str:
    rows = [Distribution(n, {-3: 1, at: 5, 40 + 3 * at: 2}) for at, n in enumerate(names)]
    return distribution_chart(DistributionChart(WORDS, rows, "score", "mean"), look)


def bars(names: Sequence[str], look: ChartLook) -> str:
    rows = [Amount(n, at % 9 - 2) for at, n in enumerate(names)]
    return amount_chart(AmountChart(WORDS, rows, "points"), look)


def logarithms(names: Sequence[str], look: ChartLook) -> str:
    rows = [Amount(n, 0.03 * 10 ** (at % 5)) for at, n in enumerate(names)]
    return amount_chart(AmountChart(WORDS, rows, "ms", digits=None, wide=True), look)


CHARTS: dict[str, Draw] = {
    draw.__name__: draw
    for draw in (forest, differences, curves, gaps, heat, scores, bars, logarithms)
}


class Sample(NamedTuple):
    draw: Draw
    names: Sequence[str]


FEW = ["ann", "ben", "さくら"]
NAMES = {
    "none": [],
    "one": ["ann"],
    "few": FEW,
    "hostile": HOSTILE,
    "ties": ["ann"] * 4,
    "200": [f"player {number}" for number in range(200)],
}
every_chart = pytest.mark.parametrize("draw", CHARTS.values(), ids=CHARTS)


@every_chart
@pytest.mark.parametrize("width", usual([360], [240, 360, 720, 2000]))
@pytest.mark.parametrize("kind", usual(["hostile", "200"], NAMES))
def test_nothing_is_drawn_outside_the_view_box(draw: Draw, kind: str, width: int) -> None:
    root = read(draw(NAMES[kind], ChartLook(width, standalone=True)))
    wide, high = size(root)
    assert wide == width
    assert [at for at in places(root) if not (0 <= at[0] <= wide and 0 <= at[1] <= high)] == []
    found = list(texts(root))
    assert [one for one in found if not (one.left >= -1 and one.right <= wide + 1)] == []
    assert [one for one in found if not 0 < one.y <= high] == []
    assert "nan" not in "".join(v for node in root.iter() for v in node.attrib.values())


@every_chart
def test_every_name_is_found_and_long_ones_in_full(draw: Draw) -> None:
    long = "the longest name of a bot that anybody has given so far"
    root = read(draw([*FEW, long], ChartLook(360)))
    shown = [one.text for one in texts(root)]
    assert set(FEW) <= set(shown)
    assert long not in shown
    assert any(text.endswith("…") for text in shown)
    assert long in [node.text for node in root.iter(f"{SVG}title")]


@every_chart
def test_hostile_names_stay_text(draw: Draw) -> None:
    svg = draw(HOSTILE, ChartLook())
    root = read(svg)
    tags = {node.tag.removeprefix(SVG) for node in root.iter()}
    assert tags <= {"svg", "title", "desc", "g", "text", "line", "path", "rect", "circle"}
    attributes = {key for node in root.iter() for key in node.attrib}
    assert not {key for key in attributes if key.startswith("on") or key in {"style", "id", "href"}}
    assert not any("\u202a" <= letter <= "\u202e" for letter in svg)


@every_chart
def test_a_reader_without_sight_is_told_title_note_and_numbers(draw: Draw) -> None:
    root = read(draw(FEW, ChartLook()))
    title, description = root[0], root[1]
    assert root.get("role") == "img"
    assert (title.tag, title.text) == (f"{SVG}title", "Title of the chart")
    lines = (description.text or "").split("\n")
    assert lines[0] == WORDS.note
    assert all(any(name in line for line in lines[1:]) for name in FEW)


def test_a_page_with_a_heading_of_its_own_leaves_out_that_of_the_chart() -> None:
    root = read(forest(FEW, ChartLook(heading=False)))
    assert root[0].text == "Title of the chart"
    assert "Title of the chart" not in [one.text for one in texts(root)]


@every_chart
def test_the_same_input_gives_the_same_bytes(draw: Draw) -> None:
    assert draw(FEW, ChartLook()) == draw(list(FEW), ChartLook())


@every_chart
def test_what_is_left_out_is_said(draw: Draw) -> None:
    names = [f"player {number}" for number in range(301)]
    root = read(draw(names, ChartLook()))
    assert " of 301 " in "".join(one.text for one in texts(root))
    assert "no data" in all_text(read(draw([], ChartLook())))


@every_chart
def test_texts_do_not_lie_on_each_other(draw: Draw) -> None:
    found = sorted(texts(read(draw(FEW, ChartLook(720)))), key=lambda one: (one.y, one.left))
    rows = [(a, b) for a, b in pairwise(found) if a.y == b.y]
    assert [(a, b) for a, b in rows if a.right > b.left + 1] == []


@pytest.mark.parametrize("title", ["x" * 10_000, "word " * 2000, "さくら" * 1000, "\x1b[31m\u202e"])
def test_a_title_of_any_length_stays_inside(title: str) -> None:
    rows = [IntervalRow("ann", 1.0)]
    root = read(interval_chart(IntervalChart(ChartWords(title, title), rows, "x"), ChartLook(360)))
    assert [one for one in texts(root) if not (one.left >= 0 and one.right <= 361)] == []
    assert size(root)[1] < 300


def test_counts_below_an_axis_are_whole_numbers() -> None:
    points = [CurvePoint(x, 1.0 + x) for x in (1, 2, 3)]
    for found in (points, points[:1]):
        drawn = CurveChart(WORDS, [CurveSeries("ann", found)], "points", "deals")
        root = read(curve_chart(drawn, ChartLook()))
        axis = [node for node in root.iter(f"{SVG}g") if node.get("text-anchor") == "middle"]
        assert [one.text for one in texts(axis[-1])] == ["1", "2", "3"][: len(found)]


def test_bars_begin_at_zero_and_their_lengths_are_in_proportion() -> None:
    rows = [Amount("ann", 2.0), Amount("ben", 3.0), Amount("cy", 0.0)]
    root = read(amount_chart(AmountChart(WORDS, rows, "points"), ChartLook()))
    widths = [float(node.attrib["width"]) for node in root.iter(f"{SVG}rect")]
    assert widths[0] / widths[1] == pytest.approx(2 / 3, abs=0.001)
    assert widths[2] == 0
    zero = next(node for node in root.iter(f"{SVG}text") if node.text in {"0", "0.0"})
    assert {node.attrib["x"] for node in root.iter(f"{SVG}rect")} == {zero.attrib["x"]}


def test_amounts_that_differ_much_are_dots_on_a_scale_that_says_so() -> None:
    root = read(logarithms(FEW, ChartLook()))
    x = [float(node.attrib["cx"]) for node in root.iter(f"{SVG}circle")]
    assert x[1] - x[0] == pytest.approx(x[2] - x[1], abs=0.02)
    assert "logarithmic scale" in all_text(root)


def test_a_cell_has_its_number_and_is_coloured_by_its_distance_from_one_half() -> None:
    rows = [ShareRow("ann", [None, 1.0, 0.5]), ShareRow("ben", [0.0, None, 0.75]),
            ShareRow("cy", [0.5, 0.25, None])]  # fmt: skip
    root = read(heat_chart(HeatChart(WORDS, rows, "share"), ChartLook()))
    cells = [(box.get("class"), box.get("fill-opacity")) for box in root.iter(f"{SVG}rect")]
    assert cells == [("s1", "0.6"), ("s2", "0.6"), ("s1", "0.3"), ("s2", "0.3")]
    shown = [one.text for one in texts(root)]
    assert [shown.count(text) for text in ("1.00", "0.50", "0.00", "0.75", "0.25")] == [
        1,
        2,
        1,
        1,
        1,
    ]


def test_curves_are_told_apart_without_colour() -> None:
    svg = curves(["a", "b", "c", "d", "e", "f"], ChartLook())
    root = read(svg)
    series = [node for node in root.iter(f"{SVG}g") if node.get("class", "").startswith("series")]
    lines = [
        next(n for n in one if n.tag == f"{SVG}path").get("stroke-dasharray") for one in series
    ]
    markers = [[n for n in one if n.get("transform")][-1].get("d") for one in series]
    assert len(set(lines)) == len(set(markers)) == len(series) == 6


def test_a_gap_is_not_drawn_over_and_a_point_alone_has_a_marker() -> None:
    root = read(gaps(["ann"], ChartLook()))
    series = next(n for n in root.iter(f"{SVG}g") if n.get("class", "").startswith("series"))
    paths = [node for node in series if node.tag == f"{SVG}path"]
    assert len(paths) == 2
    assert all("transform" in path.attrib for path in paths)


def test_an_infinite_end_has_an_arrow_and_its_sign() -> None:
    root = read(
        interval_chart(
            IntervalChart(WORDS, [IntervalRow("a", 0.1, -inf, 0.3), IntervalRow("b", nan)], "x"),
            ChartLook(),
        )
    )
    assert "[\u2212∞, 0.30]" in [one.text for one in texts(root)]
    assert len([n for n in root.iter(f"{SVG}path") if n.get("fill") == "currentColor"]) == 1


def luminance(colour: str) -> float:
    """Relative luminance as WCAG 2.2 defines it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def mixed(colour: str, ground: str, opacity: float) -> str:
    pairs = [(int(colour[a : a + 2], 16), int(ground[a : a + 2], 16)) for a in (1, 3, 5)]
    return "#" + "".join(f"{round(opacity * c + (1 - opacity) * g):02x}" for c, g in pairs)


@pytest.mark.parametrize(("ink", "paper"), [(INK, PAPER), (DARK_INK, DARK_PAPER)])
def test_contrast_is_enough_in_light_and_dark(ink: str, paper: str) -> None:
    assert contrast(mixed(ink, paper, TEXT_OPACITY), paper) >= 4.5
    assert all(contrast(style.colour, paper) >= 3 for style in SERIES)
    assert all(contrast(colour, DARK_PAPER) >= 3 for colour in DARK_SERIES)
    cells = [mixed(style.colour, paper, STRONGEST) for style in SERIES[:2]]
    assert all(contrast(ink, cell) >= 4.5 for cell in cells)


def test_a_file_has_both_colour_schemes_and_a_part_of_a_page_has_no_style() -> None:
    assert "prefers-color-scheme:dark" in forest(FEW, ChartLook(standalone=True))
    inline = forest(FEW, ChartLook())
    assert "<style" not in inline
    assert "style=" not in inline
    assert PAPER not in inline
    assert DARK_PAPER in STYLE


@pytest.mark.parametrize("name", golden.CHARTS)
def test_small_charts_are_those_that_a_person_has_read(name: str) -> None:
    assert golden.CHARTS[name]() == golden.file(name).read_text("utf-8")


def test_a_bar_stands_above_the_whole_number_that_it_counts() -> None:
    drawn = DistributionChart(WORDS, [Distribution("x", {7: 3})], "score", "mean")
    text = distribution_chart(drawn, ChartLook(width=480))
    ticks = re.findall(r'<text x="?([\d.]+)"? y="?[\d.]+"?>(\d+(?:\.\d+)?)</text>', text)
    assert [tick for _, tick in ticks if tick != "7.0"] == ["7"]
    left, wide = map(float, re.findall(r'd="M([\d.]+) [\d.]+v-[\d.]+h([\d.]+)v', text)[0])
    median = float(re.findall(r'd="M([\d.]+) [\d.]+l4 6h-8z"', text)[0])
    (place,) = [float(x) for x, tick in ticks if tick == "7"]
    assert abs(left + wide / 2 - place) < 1
    assert abs(median - place) < 1
