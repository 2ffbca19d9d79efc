"""Messages on the printed sheets of several games, in English and Japanese."""

from typing import Final

from engines.messages import Sentence

ROUND: Final = Sentence("kit.paper-round", "Round {number}", "第{number}ラウンド")
MATCH: Final = Sentence("kit.paper-match", "The match", "対戦")
NUMBER: Final = Sentence("kit.paper-number", "no.", "番号")
SEAT: Final = Sentence("kit.paper-seat", "seat", "席")
HAND_OF: Final = Sentence("kit.paper-hand-of", "hand {seat}", "手札 {seat}")
