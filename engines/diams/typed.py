"""Diam's: other spellings of cards and actions, as people type them at a table."""

from typing import Final

from engines.kit.spelling import Spellings, spellings

TYPED: Final[Spellings] = spellings(
    (
        # The name of a special card begins an action; elsewhere it is the card.
        (r"(?:^|(?<=[;:]))\s*護送(?:列車)?", "convoy "),
        (r"(?:^|(?<=[;:]))\s*(?:金庫破り|破る)", "crack "),
        (r"(?:^|(?<=[;:]))\s*手品", "magic "),
        (r"護送列車|護送", "CV "),
        (r"金庫破り", "CR "),
        (r"手品", "MG "),
        (r"なし", "-"),
        (r"手札|てふだ", "hand "),
        (r"ドロー|引く", "draw "),
        (r"公開|めくる", "reveal "),
        (r"市場", "market "),
        (r"金庫", "vault "),
        (r"強制販売", "force "),
        (r"使って", " using "),
        (r"捨てる|捨て", "discard "),
        (r"補充", "refill "),
        (r"閉鎖カード|閉鎖", "END "),
        (r"パス", "pass"),
        (r"\b(draw|reveal|market|vault|convoy|magic|discard|refill)(?=\d)", r"\1 "),  # `draw7`
    )
)
