"""Diam's: other spellings of cards and actions, as people type them at a table."""

from typing import Final

from engines.kit.spelling import Spellings, spellings

TYPED: Final[Spellings] = spellings(
    (
        (r"護送列車", "CV"),
        (r"手札|てふだ", "hand "),
        (r"ドロー|引く", "draw "),
        (r"公開|めくる", "reveal "),
        (r"市場", "market "),
        (r"金庫破り|破る", "crack "),
        (r"金庫", "vault "),
        (r"護送", "convoy "),
        (r"手品", "magic "),
        (r"強制販売", "force "),
        (r"使って", " using "),
        (r"捨てる|捨て", "discard "),
        (r"補充", "refill "),
        (r"閉鎖カード|閉鎖", "END "),
        (r"パス", "pass"),
    )
)
