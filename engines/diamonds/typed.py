"""Diamonds: other spellings of cards, as people type them at a table."""

from collections.abc import Mapping
from typing import Final

from engines.kit.spelling import Spellings, spellings

JAPANESE: Final[Mapping[str, str]] = {
    "announce": "宣言",
    "pass": "渡す",
}
"""The words of moves in lists for Japanese readers; `TYPED` reads them."""
TYPED: Final[Spellings] = spellings(
    (
        (r"手札|てふだ", "hand "),
        (r"宣言", "announce "),
        (r"パス|渡す|わたす", "pass "),
        (r"ダイヤモンド|ダイヤ|ダ|だいや|だ|[♦♢◆]", "D"),
        (r"ハート|ハ|はーと|は|[♥♡]", "H"),
        (r"スペード|ス|すぺーど|す|[♠♤]", "S"),
        (r"クローバー|クラブ|クラ|ク|くらぶ|く|[♣♧]", "C"),
        (r"\b([DHSC])\s+(?=\d)", r"\1"),  # `d 12`
        (r"(?<=[\d?])(?=[DHSC][\d?])", " "),  # `c6c12`
    )
)
