"""Blue Border: other spellings of actions, as people type them at a table."""

from collections.abc import Mapping
from typing import Final

from engines.kit.spelling import Spellings, spellings

JAPANESE: Final[Mapping[str, str]] = {
    "take": "取る",
    "deck": "山札",
    "pass": "パス",
    "call": "コール",
    "no": "しない",
    "reward": "報酬",
    "none": "なし",
    "discard": "捨て札",
}
"""The words of moves in lists for Japanese readers; `TYPED` reads them."""
TYPED: Final[Spellings] = spellings(
    (
        (r"捨て札", " discard "),
        (r"取る|場", "take "),
        (r"山札|山", " deck "),
        (r"パス", "pass "),
        (r"コール", "call "),
        (r"しない", "no"),
        (r"成功|当たり", " hit"),
        (r"失敗|外れ", " miss"),
        (r"報酬", "reward "),
        (r"補充", "refill "),
        (r"失う", "lose "),
        (r"休み", "skip"),
        (r"なし", " none"),
        (r"\b(take|lose|refill|deck)(?=[\d=])", r"\1 "),  # `take2`
        (r"\bpass\s*(?:->)?\s*(?=\d)", "pass -> "),
    )
)
