"""Diamond Boxes: messages about records with gaps, in English and Japanese."""

from typing import Final

from engines.messages import Sentence

# Records with gaps: what contradicts the rules or the record itself.

START_FIRST: Final = Sentence(
    "diamond-boxes.start-first", "'-- start' must come first", "最初に「-- start」が必要です"
)
STARTED: Final = Sentence(
    "diamond-boxes.started", "the match has already started", "対戦はすでに始まっています"
)
HAND_FIRST: Final = Sentence(
    "diamond-boxes.hand-first",
    "the hand of {who} must be written before the first turn",
    "{who}の手札は最初の手番より前に書いてください",
)
HAND_TWICE: Final = Sentence(
    "diamond-boxes.hand-twice",
    "the hand of {who} is already written above",
    "{who}の手札はすでに書かれています",
)
SHOWN_TWICE: Final = Sentence(
    "diamond-boxes.shown-twice",
    "{card} appears twice, but exists only once",
    "{card}が2回出ています(1枚しかありません)",
)
SHOWN_HERE: Final = Sentence(
    "diamond-boxes.shown-here", "{card} is shown here", "{card}はここに出ています"
)
EMPTY_HAND: Final = Sentence(
    "diamond-boxes.empty-hand", "{who} has no card in hand", "{who}の手札は0枚です"
)
HAS_NO_CARD: Final = Sentence(
    "diamond-boxes.has-no-card", "{who} has no {card} in hand", "{who}の手札に{card}はありません"
)
LAID_HERE: Final = Sentence(
    "diamond-boxes.laid-here", "{card} is placed here", "{card}はここで置かれています"
)
LIES_HERE: Final = Sentence(
    "diamond-boxes.lies-here", "{card} lies here", "{card}はここに置いてあります"
)
COMES_HERE: Final = Sentence(
    "diamond-boxes.comes-here",
    "{who} gets {card} here",
    "{card}はここで{who}の手札に入っています",
)
THE_CARD: Final = Sentence("diamond-boxes.the-card", "the card", "このカード")
FITS_NOWHERE: Final = Sentence(
    "diamond-boxes.fits-nowhere",
    "no card matches the diamonds on these cells",
    "これらのマスに重ねられるカードはありません",
)
HAS_NO_MATCH: Final = Sentence(
    "diamond-boxes.has-no-match",
    "{who} can have no card in hand that may be placed there",
    "{who}の手札にそこへ重ねられるカードはありません",
)
NO_CARD_POSSIBLE: Final = Sentence(
    "diamond-boxes.no-card-possible",
    "then no card is left for an unknown card that was placed earlier",
    "前に置かれたカードに当てはまるカードがなくなります",
)
RULED_OUT_HERE: Final = Sentence(
    "diamond-boxes.ruled-out-here",
    "no card remains possible for the one placed here",
    "ここに置かれたカードに当てはまるカードがありません",
)
MISCOUNTED: Final = Sentence(
    "diamond-boxes.miscounted",
    "the card covers {count} {count:cell|cells}, not {written}",
    "重ねるマスは{written}マスではなく{count}マスです",
)
MISDRAWN: Final = Sentence(
    "diamond-boxes.misdrawn",
    "{count} {count:card is|cards are} drawn here, not {written}",
    "ここで引くカードは{written}枚ではなく{count}枚です",
)
NONE_DRAWN: Final = Sentence(
    "diamond-boxes.none-drawn",
    "no card is drawn here, not {written}",
    "ここではカードを引きません({written}枚と書かれています)",
)
IF_IT_HAPPENED: Final = Sentence(
    "diamond-boxes.if-it-happened",
    "if it really happened write {text}",
    "本当にそうだった場合は{text}と書いてください",
)
WRITE_DRAWN: Final = Sentence(
    "diamond-boxes.write-drawn",
    "add the cards drawn, ? for an unknown one: {text}",
    "引いたカードを書いてください。分からないカードは?です: {text}",
)
EITHER: Final = Sentence("diamond-boxes.either", "{one} or {other}", "{one}または{other}")
BEGINS: Final = Sentence(
    "diamond-boxes.begins",
    "{who} begins: {card} is the highest card dealt",
    "最初の手番は{who}です(配られたいちばん大きい数字は{card})",
)
BEGAN: Final = Sentence(
    "diamond-boxes.began",
    "{who} began, but {other} was dealt {card}",
    "{who}から始めましたが、{other}に{card}が配られていました",
)
DRAW_NEXT: Final = Sentence(
    "diamond-boxes.draw-next",
    "the match is drawn: '-- draw reason \"…\"' must come next",
    '対戦は引き分けです。次に「-- draw reason "理由"」が必要です',
)
GOES_ON: Final = Sentence(
    "diamond-boxes.goes-on", "the match goes on: {why}", "対戦は続きます: {why}"
)
NOT_ALL_PASSED: Final = Sentence(
    "diamond-boxes.not-all-passed",
    "not all players have passed in a row",
    "全員が続けてパスしてはいません",
)
HOLDS_FITTING: Final = Sentence(
    "diamond-boxes.holds-fitting",
    "{who} has {card} in hand, which can be placed",
    "{who}の手札の{card}を重ねられます",
)

# What comes next.

TO_PLACE: Final = Sentence("diamond-boxes.to-place", "place a card", "カードを置く")
TO_PLACE_OR_PASS: Final = Sentence(
    "diamond-boxes.to-place-or-pass", "place or pass", "カードを重ねるかパスする"
)
TO_CHOOSE: Final = Sentence("diamond-boxes.to-choose", "choose a colour", "指定色を選ぶ")
PLACE_OR_CHOOSE: Final = Sentence(
    "diamond-boxes.place-or-choose",
    "either {player} has to place or pass, or {chooser} has to choose a colour",
    "{player}がカードを重ねるかパスする番、または{chooser}が指定色を選ぶ番です",
)
DRAW_MISSING: Final = Sentence(
    "diamond-boxes.draw-missing",
    "'-- draw reason \"…\"' is missing at the end",
    '最後に「-- draw reason "理由"」がありません',
)

# Rulings.

NOTHING_TO_RULE: Final = Sentence(
    "diamond-boxes.nothing-to-rule",
    "{who} has no {item} that a ruling could change here",
    "ここで裁定できる{who}の{item}はありません",
)
NOT_TO_RULE: Final = Sentence(
    "diamond-boxes.not-to-rule",
    "in Diamond Boxes a ruling cannot change {item} in this way",
    "ダイヤの箱では、裁定で{item}をこのように変えることはできません",
)
FEWER_LEFT: Final = Sentence(
    "diamond-boxes.fewer-left",
    "the deck had only {count} {count:card|cards} before the gap",
    "抜けた番の前に山札は{count}枚でした",
)
NEGATIVE_HAND: Final = Sentence(
    "diamond-boxes.negative-hand",
    "{who} cannot have {count} cards",
    "{who}の手札が{count}枚になることはありません",
)
SHORT_DECK: Final = Sentence(
    "diamond-boxes.short-deck",
    "{who} has only {count} {count:card|cards} in the deck",
    "{who}の山札は{count}枚です",
)
