"""Drawings as PNG, made by resvg (extra `png`)."""

from typing import Final

from engines.messages import say
from tourney.domain.errors import UsageFault

ZOOM: Final = 2
"""Pixels for each unit of a drawing, so that it is sharp on a fine screen."""


def png(svg: str) -> bytes:
    """A drawing as PNG; UsageFault without the library."""
    try:
        import resvg_py
    except ImportError:
        raise UsageFault(say("pictures.no-resvg")) from None
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, zoom=ZOOM))
