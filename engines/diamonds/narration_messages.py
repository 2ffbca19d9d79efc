"""Diamonds: actions as sentences for people, in English and Japanese."""

from typing import Final

from engines.messages import Sentence

ANNOUNCES: Final = Sentence(
    "diamonds.n-announces",
    "round {number}: {who} deals and announces {count} {count:card|cards} to pass",
    "ラウンド{number}: ディーラー{who}は渡す枚数を{count}枚と決めました",
)
GIVES: Final = Sentence("diamonds.n-gives", "{who} passes on {cards}", "{who}は{cards}を渡しました")
GIVES_HIDDEN: Final = Sentence(
    "diamonds.n-gives-hidden",
    "{who} passes on {count} {count:card|cards}",
    "{who}は{count}枚渡しました",
)
PLAYS: Final = Sentence("diamonds.n-plays", "{who} plays {card}", "{who}は{card}を出しました")
WINS: Final = Sentence(
    "diamonds.n-wins",
    "{who} plays {card}; {winner} wins the trick",
    "{who}は{card}を出し、{winner}がトリックを取りました",
)
SHOWROOMS: Final = Sentence("diamonds.n-showrooms", "showroom: {counts}", "ショールーム: {counts}")
VAULTS: Final = Sentence("diamonds.n-vaults", "vault: {counts}", "金庫: {counts}")
COUNT: Final = Sentence("diamonds.n-count", "{who} {old} → {new}", "{who} {old} -> {new}")
THIEF: Final = Sentence("diamonds.n-thief", "thief: {who}", "泥棒トークン: {who}")
