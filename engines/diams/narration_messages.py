"""Diam's: actions as sentences for people, in English and Japanese."""

from typing import Final

from engines.messages import Sentence

ROUND: Final = Sentence(
    "diams.n-round", "round {number}: {who} starts", "ラウンド{number}: {who}から始めます"
)
ROUND_ENDS: Final = Sentence(
    "diams.n-round-ends", "round {number} is over", "ラウンド{number}が終わりました"
)
LAID: Final = Sentence("diams.n-laid", "the market is {cards}", "市場は{cards}です")
LAID_OUT: Final = Sentence(
    "diams.n-laid-out",
    "the market is {cards}; {out} is discarded",
    "市場は{cards}です({out}は捨て札)",
)
REFILLED: Final = Sentence(
    "diams.n-refilled",
    "{what}; the empty market is refilled: {cards}",
    "{what}。空の市場に補充: {cards}",
)
CLOSING: Final = Sentence(
    "diams.n-closing", "{what}; the closing card comes up", "{what}。閉鎖カードが出ました"
)
DRAWS: Final = Sentence("diams.n-draws", "{who} draws {card}", "{who}は{card}を引きました")
DRAWS_HIDDEN: Final = Sentence("diams.n-draws-hidden", "{who} draws a card", "{who}は1枚引きました")
DRAWS_NOTHING: Final = Sentence(
    "diams.n-draws-nothing",
    "{who} draws nothing: the deck is empty",
    "{who}は山札がないので何も引けません",
)
REVEALS: Final = Sentence(
    "diams.n-reveals",
    "{who} reveals {cards} for the market",
    "{who}は{cards}を市場に公開しました",
)
REVEALS_SPECIAL: Final = Sentence(
    "diams.n-reveals-special",
    "{who} reveals {cards} for the market and gets {special}",
    "{who}は{cards}を市場に公開し、{special}を手札に加えました",
)
MARKET_NONE: Final = Sentence(
    "diams.n-market-none",
    "{who} puts {card} into the market and takes nothing",
    "{who}は{card}を市場に出し、何も取りませんでした",
)
MARKET_SAME: Final = Sentence(
    "diams.n-market-same",
    "{who} plays {card} and takes all market diamonds of this quality",
    "{who}は{card}を出し、同じ品質のダイヤを全部取りました",
)
MARKET_SUM: Final = Sentence(
    "diams.n-market-sum",
    "{who} puts {card} into the market and takes {cards}",
    "{who}は{card}を市場に出し、{cards}を取りました",
)
STORES: Final = Sentence(
    "diams.n-stores", "{who} puts {cards} into the vault", "{who}は{cards}を金庫に入れました"
)
STORES_HIDDEN: Final = Sentence(
    "diams.n-stores-hidden",
    "{who} puts {count} {count:diamond|diamonds} into the vault",
    "{who}はダイヤを{count}枚金庫に入れました",
)
CONVOY: Final = Sentence(
    "diams.n-convoy",
    "{who} uses the convoy: {cards} into the vault",
    "{who}は護送列車で{cards}を金庫に入れました",
)
CONVOY_HIDDEN: Final = Sentence(
    "diams.n-convoy-hidden",
    "{who} uses the convoy: {count} {count:diamond|diamonds} into the vault",
    "{who}は護送列車でダイヤを{count}枚金庫に入れました",
)
CRACKS: Final = Sentence(
    "diams.n-cracks",
    "{who} uses the safecracker on {victim} and asks for {card}",
    "{who}は金庫破りで{victim}に{card}を指定しました",
)
CRACKS_IN_VAIN: Final = Sentence(
    "diams.n-cracks-in-vain",
    "{who} uses the safecracker on {victim} and asks for {card}, but there is none",
    "{who}は金庫破りで{victim}に{card}を指定しましたが、ありませんでした",
)
GIVES: Final = Sentence("diams.n-gives", "{who} gives {card}", "{who}は{card}を渡しました")
GIVES_HIDDEN: Final = Sentence(
    "diams.n-gives-hidden", "{who} gives a diamond", "{who}はダイヤを1枚渡しました"
)
MAGIC: Final = Sentence(
    "diams.n-magic",
    "{who} uses the magic and takes {card} from the market",
    "{who}は手品で市場から{card}を取りました",
)
FORCES: Final = Sentence(
    "diams.n-forces",
    "{who} forces a sale with {special}: plays {card}, and {victim} has to give {cards}",
    "{who}は{special}で強制販売: {card}を出し、{victim}は{cards}を出しました",
)
FORCES_IN_VAIN: Final = Sentence(
    "diams.n-forces-in-vain",
    "{who} forces a sale with {special}: plays {card}, but {victim} has none",
    "{who}は{special}で強制販売: {card}を出しましたが、{victim}は持っていませんでした",
)
DISCARDS: Final = Sentence(
    "diams.n-discards", "{who} discards {cards}", "{who}は{cards}を捨てました"
)
NOTHING: Final = Sentence("diams.n-nothing", "nothing", "なし")
COUNTED: Final = Sentence(
    "diams.n-counted", "round {number}: {counts}", "ラウンド{number}: {counts}"
)
COUNT: Final = Sentence(
    "diams.n-count",
    "{who} {points} {points:point|points} ({chips} {chips:chip|chips})",
    "{who} {points}ポイント({chips}チップ)",
)
