"""Messages about logs of matches."""

from typing import Final

from engines.messages import Sentence

UNKNOWN_DICTIONARY: Final = Sentence(
    "play.unknown-dictionary",
    "a log is packed with a dictionary that this version does not have; update tourney",
    "このバージョンにない辞書で圧縮された記録です。tourneyを更新してください",
)
