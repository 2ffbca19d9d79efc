"""Headings of columns by their keys, and of facts and headers by their codes."""

from collections.abc import Mapping
from typing import Final

from engines.messages import Sentence, catalogue

HEADINGS: Final[Mapping[str, Sentence]] = {
    key.removeprefix("heading-"): Sentence(f"render.{key}")
    for key in catalogue("render")
    if key.startswith("heading-")
}
"""The sentence of every heading, by the code of what stands below it."""
