"""Numbers in drawings: the same text on every machine, as short as the eye needs."""

from fractions import Fraction
from math import isfinite
from typing import Final

MINUS: Final = "\u2212"
"""The minus sign, which is as wide as a digit; a hyphen is not."""
INFINITE: Final = "\u221e"


def short(number: float) -> str:
    """A coordinate with at most two decimals and no needless zeros; never "-0"."""
    text = f"{number:.2f}".rstrip("0").rstrip(".") if isinstance(number, float) else str(number)
    return "0" if text == "-0" else text


def decimal(value: float | Fraction, digits: int = 2, *, sign: bool = False) -> str:
    """A number for people, rounded to `digits` decimals as in tables: exactly, halves to even.

    `sign` also marks positive ones.
    """
    if isinstance(value, float) and not isfinite(value):
        return "?" if value != value else (MINUS if value < 0 else "") + INFINITE
    units = round(Fraction(value) * 10**digits)
    whole, rest = divmod(abs(units), 10**digits)
    text = f"{whole}.{rest:0{digits}d}" if digits else str(whole)
    return (MINUS if units < 0 else "+" if units and sign else "") + text
