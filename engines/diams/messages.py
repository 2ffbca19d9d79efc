"""Diam's: all messages, in English and Japanese."""

from collections.abc import Mapping
from typing import Final

from engines.kit import messages as kit
from engines.messages import Sentence

# Options.

LENGTH: Final = Sentence(
    "diams.length",
    "standard: three rounds, most chips win · quick: one round, most points win",
    "standard: 3ラウンド、チップの多い人の勝ち、quick: 1ラウンド、ポイントの多い人の勝ち",
)
CLOSING: Final = Sentence(
    "diams.closing",
    "standard: the closing card is among the last cards of the deck · fixed: it is the last card",
    "standard: 閉鎖カードは山札の下のほうのどこか、fixed: 山札の最後の1枚",
)

# Why a move is refused, in the order of the rules.

CLOSING_TOO_HIGH: Final = Sentence(
    "diams.closing-too-high",
    "the closing card is card {below} from the bottom of the deck, "
    "but must be within the last {most}",
    "閉鎖カードは山札の下から{most}枚目までに入れますが、{below}枚目にあります",
)
DRAW_FIRST: Final = Sentence(
    "diams.draw-first", "a turn must start with a draw", "手番はドローから始めてください"
)
ONE_PLAY: Final = Sentence(
    "diams.one-play",
    "a draw must be followed by exactly one play",
    "ドローのあとはプレイを1つ行います",
)
ONLY_DIAMONDS_IN_MARKET: Final = Sentence(
    "diams.only-diamonds-in-market",
    "only diamonds can be played to the market",
    "市場に出せるのはダイヤだけです",
)
SAME_NOT_IN_MARKET: Final = Sentence(
    "diams.same-not-in-market",
    "the market has no other diamond of quality {quality}",
    "市場に品質{quality}のダイヤがほかにありません",
)
TAKE_NOTHING: Final = Sentence(
    "diams.take-nothing",
    "if nothing was taken: market {card} = -",
    "何も取らなかったなら: market {card} = -",
)
SUM_OF_TWO: Final = Sentence(
    "diams.sum-of-two", "a sum needs at least two cards", "合計で取るのは2枚以上です"
)
WRONG_SUM: Final = Sentence(
    "diams.wrong-sum",
    "the cards taken add up to {total}, not {quality}",
    "取るカードの合計は{total}で、{quality}ではありません",
)
SUM_IMPOSSIBLE: Final = Sentence(
    "diams.sum-impossible",
    "the cards taken cannot add up to the card played",
    "取るカードの合計は出したカードの品質になりません",
)
ONLY_DIAMONDS_IN_VAULT: Final = Sentence(
    "diams.only-diamonds-in-vault",
    "only diamonds can go to the vault",
    "金庫に入れられるのはダイヤだけです",
)
NO_CARDS_NAMED: Final = Sentence(
    "diams.no-cards-named", "the play names no cards", "カードが1枚も書かれていません"
)
NO_COLLECTION: Final = Sentence(
    "diams.no-collection",
    "these cards contain no collection of three to five diamonds of one quality",
    "同じ品質3〜5枚のコレクションがありません",
)
TOO_FEW_OF_QUALITY: Final = Sentence(
    "diams.too-few-of-quality",
    "a collection needs three diamonds of one quality, not {count} of quality {quality}",
    "コレクションには同じ品質が3枚必要ですが、品質{quality}は{count}枚です",
)
QUALITY_NOT_IN_VAULT: Final = Sentence(
    "diams.quality-not-in-vault",
    "the vault has no diamond of quality {quality}",
    "金庫に品質{quality}のダイヤがありません",
)
QUALITIES_NOT_IN_VAULT: Final = Sentence(
    "diams.qualities-not-in-vault",
    "the vault has no diamond of the same quality",
    "金庫に同じ品質のダイヤがありません",
)
NO_OPPONENT: Final = Sentence(
    "diams.no-opponent", "{who} is not an opponent", "{who}は相手プレイヤーではありません"
)
NO_SPECIAL: Final = Sentence(
    "diams.no-special",
    "{card} is not a special card",
    "{card}はスペシャルカードではありません",
)
NO_DIAMOND: Final = Sentence(
    "diams.no-diamond", "{card} is not a diamond", "{card}はダイヤではありません"
)
MUST_GIVE: Final = Sentence(
    "diams.must-give",
    "{who} has to give a diamond",
    "{who}がダイヤを1枚渡す番です",
)
NOT_NAMED: Final = Sentence(
    "diams.not-named",
    "{card} is not the diamond asked for",
    "{card}は指定されたダイヤではありません",
)
DISCARD_FIRST: Final = Sentence(
    "diams.discard-first",
    "more than five cards in hand: discard first",
    "手札が5枚を超えています。先に減らしてください",
)
DISCARD_COUNT: Final = Sentence(
    "diams.discard-count",
    "{given} {given:card|cards} discarded, but {surplus} must be",
    "{given}枚減らしましたが、減らすのは{surplus}枚です",
)
NO_PASS: Final = Sentence(
    "diams.no-pass",
    "passing is not allowed with a diamond in hand",
    "手札にダイヤがあるのでパスできません",
)

# Cards that are not where a move takes them from.

NOT_IN_HAND: Final = Sentence("diams.not-in-hand", "no {card} in hand", "手札に{card}はありません")
FEWER_IN_HAND: Final = Sentence(
    "diams.fewer-in-hand",
    "only {held} of {card} in hand",
    "手札に{card}は{held}枚しかありません",
)
NOT_IN_MARKET: Final = Sentence(
    "diams.not-in-market", "no {card} in the market", "市場に{card}はありません"
)
FEWER_IN_MARKET: Final = Sentence(
    "diams.fewer-in-market",
    "only {held} of {card} in the market",
    "市場に{card}は{held}枚しかありません",
)
NOT_IN_VAULT: Final = Sentence(
    "diams.not-in-vault",
    "{who} has no {card} in the vault",
    "{who}の金庫に{card}はありません",
)
SEAT_HAS_NONE: Final = Sentence(
    "diams.seat-has-none",
    "{who} has no {card} in hand",
    "{who}の手札に{card}はありません",
)
SEAT_HAS_FEWER: Final = Sentence(
    "diams.seat-has-fewer",
    "{who} has only {held} of {card} in hand",
    "{who}の手札に{card}は{held}枚しかありません",
)
SEAT_HAS_NOTHING: Final = Sentence(
    "diams.seat-has-nothing",
    "{who} has no card in hand, so no {card}",
    "{who}には手札がなく、{card}もありません",
)
SEAT_HAS_CARDS: Final = Sentence(
    "diams.seat-has-cards",
    "{who} has only {count} {count:card|cards} in hand",
    "{who}の手札は{count}枚しかありません",
)
SUCH_CARD: Final = Sentence("diams.such-card", "such card", "そのようなカード")
A_DIAMOND: Final = Sentence("diams.a-diamond", "diamond", "ダイヤ")
NOTHING: Final = Sentence("diams.nothing", "nothing", "何もありません")

# What contradicts an entry of a record.

ROUND_OVER: Final = Sentence(
    "diams.round-over",
    "the round is over: '-- end round' comes next",
    "ラウンドは終わっています。次は「-- end round」です",
)
HAS_TO_DISCARD: Final = Sentence(
    "diams.has-to-discard",
    "{who} has {count} cards in hand and has to discard {surplus}",
    "{who}の手札は{count}枚なので、{surplus}枚減らします",
)
NOTHING_TO_DISCARD: Final = Sentence(
    "diams.nothing-to-discard",
    "{who} has no more than five cards in hand",
    "{who}の手札は5枚を超えていません",
)
DISCARD_BEFORE: Final = Sentence(
    "diams.discard-before",
    "{who} has to discard {surplus} before that",
    "その前に{who}が手札を{surplus}枚減らします",
)
ONE_CLOSING: Final = Sentence(
    "diams.one-closing", "there is only one closing card", "閉鎖カードは1枚しかありません"
)
DECK_TOO_SMALL: Final = Sentence(
    "diams.deck-too-small",
    "the deck has only {count} {count:card|cards} left",
    "山札には{count}枚しか残っていません",
)
DECK_NOT_EMPTY: Final = Sentence(
    "diams.deck-not-empty",
    "the deck still has {count} {count:card|cards}",
    "山札にはまだ{count}枚あります",
)
CLOSING_MISSED: Final = Sentence(
    "diams.closing-missed",
    "the deck is empty but the closing card has not come up",
    "山札がなくなりましたが、閉鎖カードがまだ出ていません",
)
MARKET_EMPTY: Final = Sentence(
    "diams.market-empty",
    "the market is empty and must be refilled",
    "市場が空なので補充します",
)
MARKET_NOT_EMPTY: Final = Sentence(
    "diams.market-not-empty",
    "the market is not empty, so it is not refilled",
    "市場が空ではないので補充しません",
)
VAULT_HAS: Final = Sentence(
    "diams.vault-has",
    "{who} has a {card} in the vault",
    "{who}の金庫には{card}があります",
)
SHOWN_OTHER: Final = Sentence(
    "diams.shown-other",
    "the cards shown do not have the quality of the card played",
    "公開したカードの品質が、出したカードと違います",
)
HELD_BACK: Final = Sentence(
    "diams.held-back",
    "{who} has more diamonds of quality {quality} in hand than were shown",
    "{who}の手札には公開したより多くの品質{quality}があります",
)
SEAT_CANNOT_PASS: Final = Sentence(
    "diams.seat-cannot-pass",
    "{who} has a diamond in hand and cannot pass",
    "{who}の手札にダイヤがあるのでパスできません",
)
TOO_MANY: Final = Sentence(
    "diams.too-many",
    "more cards of one kind than exist in the deck",
    "同じカードが実際より多くあります",
)
TOO_MANY_OF_QUALITY: Final = Sentence(
    "diams.too-many-of-quality",
    "this {card} is one diamond of quality {quality} more than exist",
    "この{card}で品質{quality}が実際より多くなります",
)
TOO_MANY_SPECIALS: Final = Sentence(
    "diams.too-many-specials",
    "this {card} is one special card more than exist",
    "この{card}でスペシャルカードが実際より多くなります",
)
ONLY_ONE: Final = Sentence(
    "diams.only-one", "there is only one {card}", "{card}は1枚しかありません"
)
ONLY_FOUR: Final = Sentence(
    "diams.only-four",
    "there are only four {card} without special purity",
    "特別な純度でない{card}は4枚しかありません",
)

# The entry that makes a contradiction certain.

CLOSING_CAME: Final = Sentence(
    "diams.closing-came", "the closing card came up here", "ここで閉鎖カードが出ました"
)
HOW_TO_DRAW: Final = Sentence(
    "diams.how-to-draw",
    "first 'draw 7', 'reveal 4 3', or 'draw ?' if nobody saw the card",
    "先に「draw 7」「reveal 4 3」、だれにも見えなければ「draw ?」と書いてください",
)
DRAWN_ALREADY: Final = Sentence(
    "diams.drawn-already", "{who} has already drawn", "{who}はもうドローしました"
)
DRAW_BEFORE: Final = Sentence("diams.draw-before", "the draw of this turn", "この手番のドロー")
PLAY_BEFORE: Final = Sentence("diams.play-before", "the play before", "一つ前のプレイ")
COUNT_AFTER: Final = Sentence(
    "diams.count-after",
    "{count} {count:card|cards} in hand after this",
    "このあと手札は{count}枚",
)
LAST_NAMED: Final = Sentence(
    "diams.last-named", "{card} was last named here", "{card}が最後に出てきたところ"
)
QUALITY_LAST_NAMED: Final = Sentence(
    "diams.quality-last-named",
    "quality {quality} was last named here",
    "品質{quality}が最後に出てきたところ",
)
SHOWN_HERE: Final = Sentence("diams.shown-here", "shown here", "ここで出ています")
VAULT_AFTER: Final = Sentence(
    "diams.vault-after",
    "after this the vault holds {cards}",
    "このあとの金庫: {cards}",
)
VAULT_BEFORE: Final = Sentence("diams.vault-before", "the vault before", "その前の金庫")
ROW_HERE: Final = Sentence("diams.row-here", "{zone} of {who}", "{who}の{zone}")

# The course of a record.

MATCH_ENDED: Final = Sentence(
    "diams.match-ended",
    "the match is over after {count} {count:round|rounds}",
    "対戦は{count}ラウンドで終わっています",
)
ROUND_COMES: Final = Sentence(
    "diams.round-comes",
    "the next round is round {round}",
    "次のラウンドは{round}です",
)
THIS_IS_ROUND: Final = Sentence(
    "diams.this-is-round", "this is round {round}", "これはラウンド{round}です"
)
WRONG_START: Final = Sentence(
    "diams.wrong-start",
    "{right} starts round {round}, not {wrong}",
    "ラウンド{round}を始めるのは{wrong}ではなく{right}です",
)
NO_ONE_THERE: Final = Sentence("diams.no-one-there", "nobody sits there", "その席には誰もいません")
THREE_LAID: Final = Sentence(
    "diams.three-laid",
    "the market must have exactly three diamonds",
    "市場に並べるダイヤは3枚です",
)
HAND_TWICE: Final = Sentence(
    "diams.hand-twice", "the hand of {who} is written twice", "{who}の手札が2回書かれています"
)
HAND_OF_THREE: Final = Sentence(
    "diams.hand-of-three",
    "a dealt hand has three cards, but this one has {count}",
    "最初の手札は3枚ですが、これは{count}枚です",
)
NOT_CLOSING: Final = Sentence(
    "diams.not-closing",
    "the closing card has not come up",
    "閉鎖カードはまだ出ていません",
)
ROUND_GOES_ON: Final = Sentence(
    "diams.round-goes-on", "the round is not over: {owed}", "ラウンドは終わっていません: {owed}"
)
DEAL_ROUND: Final = Sentence(
    "diams.deal-round", "round {round} must be dealt", "ラウンド{round}のカードを配ります"
)
ROUND_OR_END: Final = Sentence(
    "diams.round-or-end",
    "round {round} must be dealt, or the match is over",
    "ラウンド{round}のカードを配ります。対戦が終わっていることもあります",
)
LAY_OUT: Final = Sentence("diams.lay-out", "the market must be laid out", "市場にダイヤを並べます")
END_MISSING: Final = Sentence(
    "diams.end-missing",
    "'-- end round {round}' is missing at the end",
    "最後に「-- end round {round}」がありません",
)
NO_ROUND_COUNTED: Final = Sentence(
    "diams.no-round-counted",
    "no round has been counted yet",
    "まだ計算したラウンドがありません",
)
NO_RULING: Final = Sentence(
    "diams.no-ruling",
    "in diams a ruling cannot change {name} in this way",
    "diamsでは、裁定で{name}をこのように変えられません",
)
BELOW_ZERO: Final = Sentence(
    "diams.below-zero", "a count would fall below zero", "0より小さくなります"
)
ROW_UNSEEN: Final = Sentence(
    "diams.row-unseen",
    "by the entries so far, {who}'s {zone} has {count} {count:card|cards}, {unseen} of them unseen",
    "ここまでの記録では{who}の{zone}は{count}枚です(うち{unseen}枚は不明)",
)
ROW_SO_FAR: Final = Sentence(
    "diams.row-so-far",
    "by the entries so far, {who} has {zone} {cards}",
    "ここまでの記録では{who}の{zone}は{cards}です",
)

# What is to be done, by phase.

TO_DO: Final[Mapping[str, Sentence]] = {
    "start": kit.TO_START,
    "deal": kit.TO_DEAL,
    "draw": Sentence("diams.to-draw", "draw", "ドローする"),
    "play": kit.TO_PLAY,
    "give": Sentence("diams.to-give", "give a diamond", "ダイヤを渡す"),
    "discard": Sentence("diams.to-discard", "discard", "手札を減らす"),
}

# Texts in notation.

AN_ACTION: Final = Sentence("diams.an-action", "an action", "行動")
A_NUMBER: Final = Sentence("diams.a-number", "a number", "数")
ROUND_NUMBER: Final = Sentence("diams.round-number", "the round's number", "ラウンドの番号")
A_GROUP: Final = Sentence("diams.a-group", "a group such as 5x3", "5x3のような組")
A_COUNT: Final = Sentence("diams.a-count", "a seat and its number such as A26", "A26のような席と数")
A_CHECK: Final = Sentence("diams.a-check", "the name of the check", "確かめるもの")
NO_NUMBER: Final = Sentence(
    "diams.no-number", "'{word}' is not a number", "「{word}」は数ではありません"
)
NO_CARD: Final = Sentence(
    "diams.no-card",
    "'{word}' is not a card; cards are 1 to 10, 1* to 10*, CV, CR, MG",
    "「{word}」はカードではありません(1〜10、1*〜10*、CV、CR、MG)",
)
NOT_SPECIAL: Final = Sentence(
    "diams.not-special",
    "expected a diamond, not a special card",
    "ここにスペシャルカードは書けません",
)
SPECIAL_WANTED: Final = Sentence(
    "diams.special-wanted",
    "expected a special card: CV, CR or MG",
    "ここにはスペシャルカード(CV、CR、MG)を書きます",
)
NO_COUNT: Final = Sentence(
    "diams.no-count",
    "'{word}' is not a seat with a number, such as A26",
    "「{word}」は席と数(A26など)ではありません",
)
NO_GROUP: Final = Sentence(
    "diams.no-group", "'{word}' is not a group", "「{word}」は組ではありません"
)
ANSWER_MISSING: Final = Sentence(
    "diams.answer-missing", "what {who} gave is missing", "{who}が渡したカードがありません"
)
WRITE_ANSWER: Final = Sentence(
    "diams.write-answer",
    "write '{move} -> {card}'; end with '-> -' if there was none, '-> ?' if nobody saw it",
    "「{move} -> {card}」と書いてください(なければ「-> -」、見えなければ「-> ?」)",
)
SHOWN_MISSING: Final = Sentence(
    "diams.shown-missing", "what {who} showed is missing", "{who}が見せたカードがありません"
)
WRITE_SHOWN: Final = Sentence(
    "diams.write-shown",
    "write '{move} -> {card}x2' for two cards; end with '-> -' if there was none",
    "2枚なら「{move} -> {card}x2」と書いてください(なければ「-> -」)",
)
WRITE_GROUP: Final = Sentence(
    "diams.write-group",
    "write 5x3, or 5x3* if the diamond of special purity is included",
    "5x3、特別な純度を含むなら5x3*と書いてください",
)
QUALITY_TWICE: Final = Sentence(
    "diams.quality-twice", "quality {quality} is written twice", "品質{quality}が2回あります"
)
FIVE_EXIST: Final = Sentence(
    "diams.five-exist", "only five of a quality exist", "同じ品質は5枚しかありません"
)
FIVE_WITH_STAR: Final = Sentence(
    "diams.five-with-star",
    "five diamonds of a quality include the one of special purity; write {text}",
    "同じ品質5枚には特別な純度が含まれます。{text}と書いてください",
)
REFILL_AFTER_PLAY: Final = Sentence(
    "diams.refill-after-play",
    "a refill must follow the last play of a turn, and only once",
    "補充は手番の最後のプレイのあとに1回だけ書きます",
)
TWO_REVEALED: Final = Sentence(
    "diams.two-revealed",
    "at most two diamonds can be revealed",
    "公開するダイヤは2枚までです",
)
THREE_REFILLED: Final = Sentence(
    "diams.three-refilled",
    "at most three diamonds can be refilled",
    "補充するダイヤは3枚までです",
)
NO_CHECK: Final = Sentence(
    "diams.no-check", "unknown check '{word}'", "「{word}」という確認項目はありません"
)
ONE_OF: Final = Sentence("diams.one-of", "use one of {known}", "{known}のどれかにしてください")
STANDS_TWICE: Final = Sentence(
    "diams.stands-twice", "{who} is written twice", "{who}が2回書かれています"
)

# The drawing of a view.

IN_MARKET: Final = Sentence("diams.market", "market", "市場")
IN_DECK: Final = Sentence("diams.deck", "deck", "山札")
IN_DISCARDS: Final = Sentence("diams.discards", "discards", "捨て札")
IN_HAND: Final = Sentence("diams.hand", "hand", "手札")
IN_VAULT: Final = Sentence("diams.vault", "vault", "金庫")
BEFORE_DEAL: Final = Sentence(
    "diams.before-deal", "Diam's, before the first deal", "ディアムス、最初の配札の前"
)
TITLE: Final = Sentence(
    "diams.title", "Diam's, round {round}: {phase}", "ディアムス、ラウンド{round}: {phase}"
)
DRAWING: Final = Sentence("diams.drawing", "draw", "ドロー")
PLAYING: Final = Sentence("diams.playing", "play", "プレイ")
GIVING: Final = Sentence("diams.giving", "give", "金庫破り")
DISCARDING: Final = Sentence("diams.discarding", "discard", "手札を減らす")
COUNTED: Final = Sentence("diams.counted", "counted", "計算済み")
COUNTED_OVER: Final = Sentence(
    "diams.counted-over", "counted, the match is over", "計算済み、対戦終了"
)
CLOSES: Final = Sentence(
    "diams.closes",
    "closing card drawn by {who}: {left} more after this turn",
    "{who}が閉鎖カードを引きました: この手番のあと残り{left}手番",
)
CLOSES_NOW: Final = Sentence(
    "diams.closes-now",
    "closing card drawn by {who}: this is the last turn",
    "{who}が閉鎖カードを引きました: これが最後の手番です",
)
ASKS: Final = Sentence(
    "diams.asks",
    "{who} cracks a safe and asks for {card}",
    "{who}の金庫破り: {card}を指定しました",
)
POINTS: Final = Sentence("diams.points", "{points} {points:point|points}", "{points}ポイント")
CHIPS: Final = Sentence(
    "diams.chips",
    "{total} {total:chip|chips}, points {points}",
    "チップ{total}枚、ポイント{points}",
)
CHIPS_ADDED: Final = Sentence(
    "diams.chips-added",
    "{total} {total:chip|chips} = {chips}, points {points}",
    "チップ{total}枚 = {chips}、ポイント{points}",
)

# How moves are written.

WHO_STARTS: Final = Sentence("diams.who-starts", "who starts", "最初の人")
THE_MARKET: Final = Sentence("diams.the-market", "the three market cards", "市場の3枚")
SHORT_FORMS: Final = Sentence(
    "diams.short-forms",
    """\
short     m3 market 3     m9135 market 9 = 1+3+5     m8- market 8 = -
          v555* vault 5x3*     v?3 vault ?x3     r43 reveal 4 3     d7 draw 7
          crb9=9* crack B 9 -> 9*     crb9- (miss)     cv5t convoy 5x1 10x1
          fa1cv=11 force A 1 using CV -> 1x2     mg6* magic 6*     t (10)
          x28 discard 2 8     rf449 refill 4 4 9     p pass     e draw END ?
          in one go: m6x28     cards first: 7m3 (drawn), 43m8- (revealed)
          e first: e7m3 (closing card)     7m (the 7 just drawn)
left out  Enter or d: draw ?     a play alone: it was drawn unseen before
          the x, where no sum can go on: m628, m91352 (1+3+5, then 2), m8-2
          a star, if only 9* can be meant: m9""",
    """\
短い形    m3 market 3     m9135 market 9 = 1+3+5     m8- market 8 = -
          v555* vault 5x3*     v?3 vault ?x3     r43 reveal 4 3     d7 draw 7
          crb9=9* crack B 9 -> 9*     crb9- (失敗)     cv5t convoy 5x1 10x1
          fa1cv=11 force A 1 using CV -> 1x2     mg6* magic 6*     t (10)
          x28 discard 2 8     rf449 refill 4 4 9     p pass     e draw END ?
          漢字でも: 引 公43 市9135 金555 護5十 破b9- 強a1cv- 手6 捨28 補449
          続けて: m6x28     カードから: 7m3 (引いた)、43m8- (公開した)
          eから: e7m3 (閉鎖カード)     7m (いま引いた7)
省略      Enterかd: draw ?     手だけの入力: 先に伏せ札を1枚引いたとします
          合計が続かない所のx: m628、m91352 (1+3+5、次に2)、m8-2
          9*しかないときの*: m9""",
)
SHEET: Final = Sentence(
    "diams.sheet",
    """\
cards     1 … 10, 1* … 10* special purity, CV convoy, CR safecracker, MG magic
draw      draw 7 · draw CV · draw END 7 (closing card) · draw - (deck empty)
reveal    reveal 3 10* · reveal 7 4 +CV (special to the hand) · reveal END 4* 8
market    market 7 (same quality) · market 9 = 1+3+5 (sum) · market 8 = - (none)
vault     vault 1x3 5x2 7x1*
specials  convoy 5x1 · crack B 9 -> 9* · crack B 9* -> - (miss) · magic 6*
          force A 1* using CV -> 1x2 · force A 1* using MG -> - (miss)
rest      discard 2 8 CV · refill 4 4 9 out CV · pass
a turn    A: reveal 2 9; crack B 6* -> 6*; discard 4
a round   -- round 1 first A · -- market 2 5 10 · A: hand 5* 7 8
          -- end round 1
counts    -- check points A26 B8 · -- check chips A4 B3
          -- reveal A vault 5x3* hand 2 9
bots      answer with the move alone: draw, reveal, market 9 = 1+3+5, give 9*""",
    """\
カード    1〜10、1*〜10* 特別な純度、CV 護送列車、CR 金庫破り、MG 手品
1枚引く   draw 7、draw CV、draw END 7 (閉鎖カード)、draw - (山札なし)
2枚公開   reveal 3 10*、reveal 7 4 +CV (CVは手札へ)、reveal END 4* 8
市場      market 7 (同じ品質)、market 9 = 1+3+5 (合計)、market 8 = - (なし)
金庫      vault 1x3 5x2 7x1*
特殊      convoy 5x1、crack B 9 -> 9*、crack B 9* -> - (失敗)、magic 6*
強制販売  force A 1* using CV -> 1x2、force A 1* using MG -> - (失敗)
その他    discard 2 8 CV、refill 4 4 9 out CV (補充)、pass
手番      A: reveal 2 9; crack B 6* -> 6*; discard 4
ラウンド  -- round 1 first A、-- market 2 5 10、A: hand 5* 7 8
          -- end round 1
計算      -- check points A26 B8、-- check chips A4 B3
          -- reveal A vault 5x3* hand 2 9
ボット    手だけを答える: draw, reveal, market 9 = 1+3+5, give 9*""",
)
POINTS_OF_ROUND: Final = Sentence("diams.points-of-round", "points", "ポイント")
ALL_CARDS: Final = Sentence(
    "diams.all-cards",
    "the points can be computed only if all cards are known",
    "ポイントを計算するには、すべてのカードが必要です",
)
TOO_OFTEN: Final = Sentence(
    "diams.too-often",
    "{card} is there {count} times, but the game has only {most}",
    "{card}が{count}枚ありますが、全部で{most}枚しかありません",
)
OPENED_CARDS: Final = Sentence(
    "diams.opened-cards",
    "vault and hand, as 'vault 5x3* hand 2 9'",
    "金庫と手札(例: vault 5x3* hand 2 9)",
)
A_MATCH: Final = Sentence(
    "diams.a-match",
    "a standard Diam's match with {seats} players",
    "ディアムス標準({seats}人)",
)
A_QUICK_MATCH: Final = Sentence(
    "diams.a-quick-match",
    "a quick Diam's match with {seats} players",
    "ディアムスのクイック({seats}人)",
)
NOT_ONE_POINT: Final = Sentence(
    "diams.not-one-point",
    "nobody ends a round with 1 point: the smallest collection and bonus are worth 2",
    "ラウンドが1点で終わることはありません。コレクションもボーナスも2点からです",
)
POINTS_TOGETHER: Final = Sentence(
    "diams.points-together",
    "the points add up to {total}: {seats} players have at most {most} together in a round",
    "点の合計が{total}です。1ラウンドでは{seats}人の合計は最大{most}点です",
)
NO_SUCH_ROUNDS: Final = Sentence(
    "diams.no-such-rounds",
    "no rounds give {seats} players these chips and places: 4, 3, 2, 1, 0 by place, shared places"
    " the lowest",
    "{seats}人がこのチップと順位になるラウンドの組み合わせはありません"
    "(順位ごとに4、3、2、1、0枚、同順位は低い方)",
)
