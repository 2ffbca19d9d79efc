"""Messages on the printed sheets of Diamond Boxes, in English and Japanese."""

from typing import Final

from engines.messages import Sentence

REMINDER_1: Final = (
    Sentence(
        "diamond-boxes.paper-reminder-11",
        "Place one card: cells covered must show the same diamonds and another colour. Covering "
        "none, it must touch a card by an edge.",
        "カードを1枚置く。重ねるマスはダイヤが同じで枠の色が違うこと。重ねないなら辺で隣接させる。",
    ),
    Sentence(
        "diamond-boxes.paper-reminder-12",
        "Draw one card for each cell that covers nothing. No card left: you win. Deck empty: "
        "fewest cards, then the lowest number win.",
        "何も覆わないマスの数だけ引く。手札がなくなれば勝ち。"
        "山札がなくなったら手札が少ない人、同数なら番号の最小の人。",
    ),
)
REMINDER_2: Final = (
    Sentence(
        "diamond-boxes.paper-reminder-21",
        "Cover 4 to 6 cells: same diamonds, another colour, at least one of the specified colour; "
        "draw 1. 6 cells: play again. Or pass.",
        "4〜6マスに重ねる。ダイヤは同じ、色は違い、1マス以上は指定色。1枚引く。"
        "6マスならもう一度。パスもできる。",
    ),
    Sentence(
        "diamond-boxes.paper-reminder-22",
        "Colour gone: the placer chooses a new one (6 cells: the player before). All passed: the "
        "last one does. No cards left: you win.",
        "指定色が消えたら置いた人(6マスなら前の人)が次の色を選ぶ。全員パスなら最後の人が選ぶ。"
        "カードがなくなれば勝ち。",
    ),
)

PATTERNS: Final = Sentence(
    "diamond-boxes.paper-patterns",
    "Numbers of the patterns (a card turned by 180° is the same)",
    "ダイヤの並びの番号(180°回しても同じ)",
)
COLOURS: Final = Sentence(
    "diamond-boxes.paper-colours",
    "numbers of the cards: {names}",
    "カードの番号: {names}",
)
COLOUR: Final = Sentence(
    "diamond-boxes.paper-colour",
    "{letter} {name} {first}–{last}",
    "{letter} {name} {first}〜{last}",
)

# Marks.

CARD: Final = Sentence(
    "diamond-boxes.paper-card",
    "green, pattern 7; ? is a card nobody saw",
    "緑の7番。?は誰も見ていないカード",
)
PLACE: Final = Sentence(
    "diamond-boxes.paper-place",
    "column (right) and row (down) of its top left cell",
    "左上のマスの列(右へ)と行(下へ)",
)
ORIGIN: Final = Sentence(
    "diamond-boxes.paper-origin",
    "top left cell of the card on top at the start",
    "最初に上に置いたカードの左上のマス",
)
TURN: Final = Sentence(
    "diamond-boxes.paper-turn",
    "turned clockwise by 0, 90, 180, 270°",
    "絵の向きから時計回りに0、90、180、270°",
)
COVERED: Final = Sentence("diamond-boxes.paper-covered", "cells covered (4 of 6)", "重ねたマスの数")
PENALTY: Final = Sentence(
    "diamond-boxes.paper-penalty",
    "cards drawn, in their order",
    "覆わないマスの数だけ引いたカード(引いた順)",
)
DRAWN: Final = Sentence(
    "diamond-boxes.paper-drawn", "card drawn; ? if nobody saw it", "引いたカード。見ていなければ?"
)
PASSES: Final = Sentence(
    "diamond-boxes.paper-passes",
    "passed before this placement; B: r: chose red after all had passed",
    "この前のパス。B: r は全員パスの後に赤を選んだ",
)
CHOSEN: Final = Sentence(
    "diamond-boxes.paper-chosen",
    "after this placement A chose green",
    "この後にAが緑を選んだ",
)

# The start, the grid, the counts.

FIRST_CARD: Final = Sentence("diamond-boxes.paper-first-card", "first card @1,0e", "1枚目 @1,0e")
ON_TOP: Final = Sentence("diamond-boxes.paper-on-top", "on top @0,0n", "上の2枚目 @0,0n")
FIRST_SEAT: Final = Sentence("diamond-boxes.paper-first-seat", "first seat", "最初の席")
FIRST_COLOUR: Final = Sentence("diamond-boxes.paper-first-colour", "first colour", "最初の指定色")
PASS_HEAD: Final = Sentence("diamond-boxes.paper-pass-head", "pass before", "前のパス(pass)")
CARD_HEAD: Final = Sentence("diamond-boxes.paper-card-head", "card", "カード")
PLACE_HEAD: Final = Sentence("diamond-boxes.paper-place-head", "@x,y", "@x,y")
TURN_HEAD: Final = Sentence("diamond-boxes.paper-turn-head", "turned", "向き")
COVERED_HEAD: Final = Sentence("diamond-boxes.paper-covered-head", "/cells", "/マス")
PENALTY_HEAD: Final = Sentence("diamond-boxes.paper-penalty-head", "penalty", "ペナルティ(penalty)")
DRAW_HEAD: Final = Sentence("diamond-boxes.paper-draw-head", "draw", "引く(draw)")
COLOUR_HEAD: Final = Sentence("diamond-boxes.paper-colour-head", "colour", "指定色(colour)")
HAND: Final = Sentence("diamond-boxes.paper-hand", "cards in hand", "手札の枚数")
DECK: Final = Sentence("diamond-boxes.paper-deck", "in own deck", "山札の枚数")
LOWEST: Final = Sentence("diamond-boxes.paper-lowest", "lowest number", "最小の番号")
