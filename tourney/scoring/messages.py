"""Why a player is above the next one, in messages."""

from collections.abc import Mapping
from typing import Final

from engines.messages import Sentence

OVER: Final = Sentence("scoring.over", "{what} {high} over {low}", "{what}{high}、次は{low}")
AGAIN: Final = Sentence("scoring.again", "{what} again", "{what}(もう一度)")
SHARED: Final = Sentence("scoring.shared", "place shared", "同順位")
PER_MATCH: Final = Sentence("scoring.per-match", "points per match", "平均ポイント")
BREAKS: Final[Mapping[str, Sentence]] = {
    "head-to-head": Sentence("scoring.head-to-head", "head-to-head", "直接対決"),
    "wins": Sentence("scoring.wins", "wins", "勝数"),
    "score": Sentence("scoring.score", "score", "得点"),
    "chips": Sentence("scoring.chips", "chips", "チップ"),
}
"""Every tie-break by its name."""
