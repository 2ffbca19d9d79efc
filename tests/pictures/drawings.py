"""Reads a drawing back: its texts and where they stand, and every place that is drawn at."""

import re
from collections.abc import Iterator
from typing import NamedTuple
from xml.etree import ElementTree

from tourney.pictures.look import SIZE, width_of

NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
SVG = "{http://www.w3.org/2000/svg}"


class ReadText(NamedTuple):
    """A text of a drawing with its left and right end and its base line."""

    text: str
    left: float
    right: float
    y: float


def read(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def size(root: ElementTree.Element) -> tuple[float, float]:
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    return width, height


def texts(
    node: ElementTree.Element, anchor: str = "start", letters: float = SIZE
) -> Iterator[ReadText]:
    """All texts; a font of the reader is at most as wide as `width_of` says."""
    anchor = node.get("text-anchor", anchor)
    letters = float(node.get("font-size", letters))
    if node.tag == f"{SVG}text":
        text = "".join(filter(None, [node.text, *(child.tail for child in node)]))
        wide, x = width_of(text, letters), float(node.attrib["x"])
        left = x - {"start": 0.0, "middle": wide / 2, "end": wide}[anchor]
        yield ReadText(text, left, left + wide, float(node.attrib["y"]))
    for child in node:
        yield from texts(child, anchor, letters)


def places(root: ElementTree.Element) -> Iterator[tuple[float, float]]:
    """The corners of everything but texts; of a path with relative parts, where it begins."""
    for node in root.iter():
        at = node.attrib
        match node.tag.removeprefix(SVG):
            case "line":
                yield float(at["x1"]), float(at["y1"])
                yield float(at["x2"]), float(at["y2"])
            case "rect":
                x, y = float(at["x"]), float(at["y"])
                yield x, y
                yield x + float(at["width"]), y + float(at["height"])
            case "circle":
                x, y, r = (float(at[key]) for key in ("cx", "cy", "r"))
                yield x - r, y - r
                yield x + r, y + r
            case "path":
                yield from _of_path(at)


def _of_path(at: dict[str, str]) -> Iterator[tuple[float, float]]:
    if "transform" in at:
        x, y = map(float, NUMBER.findall(at["transform"]))
        yield x, y
        return
    for part in re.findall(r"[ML]([^MLhvlaz]+)", at["d"]):
        x, y = map(float, NUMBER.findall(part)[:2])
        yield x, y


def all_text(root: ElementTree.Element) -> str:
    """Everything that is written, tooltips and description included."""
    return "\n".join(root.itertext())
