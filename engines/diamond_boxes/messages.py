"""Diamond Boxes: messages about moves, notation and views, in English and Japanese."""

from collections.abc import Mapping
from typing import Final

from engines.messages import Sentence

COLOUR_WORDS: Final = (
    Sentence("diamond-boxes.red"),
    Sentence("diamond-boxes.yellow"),
    Sentence("diamond-boxes.green"),
    Sentence("diamond-boxes.blue"),
    Sentence("diamond-boxes.purple"),
)


# What is to be done, by phase.

TO_DO: Final[Mapping[str, Sentence]] = {
    "start": Sentence("kit.to-start"),
    "deal": Sentence("kit.to-deal"),
    "colour": Sentence("diamond-boxes.to-colour"),
    "play": Sentence("kit.to-play"),
}


# How moves are written: one screen for each rule set.

_CARDS: Final = """\
cards     r y g b p (red, yellow, green, blue, purple) and a pattern, 1 … 10: g7
          1 BBB/WWW  2 BBW/BWW  3 BBW/WBW  4 BBW/WWB  5 BWB/BWW
          6 BWB/WBW  7 BWB/WWB  8 BWW/BBW  9 WBB/BWW  10 WBB/WBW
          (B black, W white; the upper row and the lower)
place     y8@0,-1e/4 : column and row of the top-left cell of the turned card
          (right and down count up), turned n e s w = 0, 90, 180, 270 degrees
          clockwise; after / the number of cells covered
start     -- start r9@1,0e b7@0,0n : two cards, the second on top
          then A: hand r5 r8 y7 g9 b2"""

_CARDS_JA: Final = """\
カード    r y g b p(赤・黄・緑・青・紫)と並べ方1〜10: g7
          1 BBB/WWW  2 BBW/BWW  3 BBW/WBW  4 BBW/WWB  5 BWB/BWW
          6 BWB/WBW  7 BWB/WWB  8 BWW/BBW  9 WBB/BWW  10 WBB/WBW
          (Bは黒、Wは白。上の段、下の段の順)
置く場所  y8@0,-1e/4 : 向きを変えたカードの左上のマスの列と行(右と下へ
          増える)、向き n e s w = 時計回りに0・90・180・270度、
          / の後に重ねたマスの数
開始      -- start r9@1,0e b7@0,0n : 2枚、後のカードが上
          続けて A: hand r5 r8 y7 g9 b2"""
