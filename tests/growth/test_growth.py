"""An input of twice the size takes about twice the time: no cost grows quadratically."""

import gc
import re
from collections.abc import Iterator

import pytest

from tests.growth.documents import DOCUMENTS
from tests.growth.elsewhere import ELSEWHERE
from tests.growth.files import FILES
from tests.growth.lines import LINES
from tests.growth.measure import FEW, LARGE, PER_DOUBLING, Shape, Sizes, growth, undisturbed

pytestmark = pytest.mark.slow

OUT_OF = 40
"""Outside of `make full`, one kind of input in this many is measured."""
SHAPES = (*LINES, *FILES, *ELSEWHERE, *DOCUMENTS)
BLANKS = re.compile(r"\s*,?\s*x")


@pytest.fixture(scope="module", autouse=True)
def _undisturbed() -> Iterator[None]:
    with undisturbed():
        yield


@pytest.fixture(autouse=True)
def _swept() -> None:
    gc.collect()


@pytest.mark.parametrize(
    "shape",
    [
        pytest.param(shape, id=shape.name, marks=[] if n % OUT_OF == 0 else [pytest.mark.full])
        for n, shape in enumerate(SHAPES)
    ],
)
def test_twice_the_input_takes_about_twice_the_time(shape: Shape) -> None:
    found = growth(shape)
    assert found.per_doubling <= PER_DOUBLING, found


@pytest.mark.full
@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.name)
def test_so_it_does_for_large_inputs(shape: Shape) -> None:
    found = growth(shape, LARGE)
    assert found.per_doubling <= PER_DOUBLING, found


def test_there_are_many_kinds_of_input_and_no_two_of_a_name() -> None:
    assert len({shape.name for shape in SHAPES}) == len(SHAPES) >= 60


@pytest.mark.parametrize(
    ("name", "shape"),
    [
        ("a pattern", Shape("", lambda number: " " * number, BLANKS.match)),
        (
            "a loop",
            Shape("", lambda number: range(number), lambda many: [n for n in many for m in many]),
        ),
    ],
)
def test_what_grows_with_the_square_is_found(name: str, shape: Shape) -> None:
    assert growth(shape, Sizes(runs=FEW)).per_doubling > 3
