"""Diamond Boxes: other spellings of cards and actions, as people type them at a table."""

from collections.abc import Mapping
from typing import Final

from engines.kit.spelling import Spellings, spellings

JAPANESE: Final[Mapping[str, str]] = {
    "pass": "パス",
    "colour": "色",
}
"""The words of moves in lists for Japanese readers; `TYPED` reads them."""
TYPED: Final[Spellings] = spellings(
    (
        (r"赤|あか", "r"),
        (r"黄色|黄|きいろ", "y"),
        (r"緑|みどり", "g"),
        (r"青|あお", "b"),
        (r"紫|むらさき", "p"),
        (r"手札|てふだ", "hand "),
        (r"パス", "pass"),
        (r"指定色|色|\bcolor\b", "colour "),
        (r"ペナルティー?|罰", "penalty "),
        (r"引く|ドロー", "draw "),
        (r"\b([rygbp])\s+(?=\d)", r"\1"),  # `r 5`
        (r"(@-?\d+)\s+(?=-?\d)", r"\1,"),  # `r5@1 0e`
    )
)
