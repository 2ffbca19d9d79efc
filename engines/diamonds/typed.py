"""Diamonds: other spellings of cards, as people type them at a table."""

from typing import Final

from engines.kit.spelling import Spellings, spellings

TYPED: Final[Spellings] = spellings(
    (
        (r"手札|てふだ", "hand "),
        (r"パス|渡す|わたす", "pass "),
        (r"ダイヤモンド|ダイヤ|ダ|だいや|だ|[♦♢◆]", "D"),
        (r"ハート|ハ|はーと|は|[♥♡]", "H"),
        (r"スペード|ス|すぺーど|す|[♠♤]", "S"),
        (r"クローバー|クラブ|クラ|ク|くらぶ|く|[♣♧]", "C"),
        (r"\b([DHSC])\s+(?=\d)", r"\1"),  # `d 12`
        (r"(?<=[\d?])(?=[DHSC][\d?])", " "),  # `c6c12`
    )
)
