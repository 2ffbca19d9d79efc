"""Blue Border: all messages, in English and Japanese."""

from collections.abc import Mapping
from typing import Final

from engines.kit import messages as kit
from engines.messages import Sentence

# Moves that are refused.

DEALER_ORDER: Final = Sentence(
    "blue-border.dealer-order",
    "the dealer's move must name each card or seat exactly once",
    "ディーラーの手には、対象のカードや席を1回ずつ並べてください",
)
TAKES_OR_PASSES: Final = Sentence(
    "blue-border.takes-or-passes",
    "{who} must take a card or pass",
    "{who}はカードを取るかパスをしてください",
)
CHOOSE_REWARD: Final = Sentence("blue-border.choose-reward", "choose a reward", "報酬を選ぶ")
NOTHING_NEW: Final = Sentence(
    "blue-border.nothing-new",
    "there is no new card to call",
    "ボーダーコールできる新しいカードはありません",
)
SITS_OUT: Final = Sentence(
    "blue-border.sits-out",
    "{who} must sit out a turn before calling",
    "{who}は一回休みを終えるまでボーダーコールできません",
)
OWN_CARD: Final = Sentence(
    "blue-border.own-card",
    "{who} cannot call their own card",
    "{who}は自分のカードにボーダーコールできません",
)
CALLED_OR_NOT: Final = Sentence(
    "blue-border.called-or-not",
    "the only choice now is whether to call the new card",
    "新しいカードには、ボーダーコールをするかしないかだけを答えます",
)
STILL_OPEN: Final = Sentence(
    "blue-border.still-open",
    "the last card can still be called",
    "最後に配置したカードには、まだボーダーコールできます",
)
A_REWARD_NOW: Final = Sentence(
    "blue-border.a-reward-now",
    "a successful call must be followed by a reward",
    "ボーダーコールが成功した後は報酬を選びます",
)
NO_MORE_REWARDS: Final = Sentence(
    "blue-border.no-more-rewards",
    "the turn limit is reached, so the only possible reward is none",
    "手数の上限に達したので、報酬は「なし」だけです",
)
NOT_DISCARDED: Final = Sentence(
    "blue-border.not-discarded",
    "{card} is not in the discard pile",
    "{card}は捨て札にありません",
)

# What contradicts an entry of a record.

NEXT_MARK: Final = Sentence("blue-border.next-mark", "'{mark}' comes next", "次は「{mark}」です")
MISSING_MARK: Final = Sentence(
    "blue-border.missing-mark",
    "'-- {mark}' is missing at the end",
    "終わりに「-- {mark}」がありません",
)
FIRST: Final = Sentence("blue-border.first", "{owed} first", "先に{owed}")
OTHERS_CARD: Final = Sentence(
    "blue-border.others-card", "the new card belongs to {who}", "新しいカードは{who}のものです"
)
ONE_OPENED: Final = Sentence(
    "blue-border.one-opened", "exactly one card must be opened", "オープンするカードは1枚です"
)
TWO_OPENED: Final = Sentence(
    "blue-border.two-opened", "exactly two cards must be opened", "オープンするカードは2枚です"
)
NO_LOSS: Final = Sentence(
    "blue-border.no-loss",
    "after a successful call the caller loses nothing",
    "ボーダーコールに成功したダイバーは何も失いません",
)
HAS_CARDS: Final = Sentence(
    "blue-border.has-cards",
    "after a failed call a caller with cards loses the last of them",
    "カードのあるダイバーは、失敗すると最後に配置したカードを捨てます",
)
HAS_NO_CARDS: Final = Sentence(
    "blue-border.has-no-cards",
    "after a failed call a caller without cards skips a turn",
    "カードのないダイバーは、失敗すると一回休みです",
)
NO_REFILL: Final = Sentence(
    "blue-border.no-refill",
    "the pile is not empty, so it is not refilled",
    "場にカードが残っているので補充しません",
)
NOTHING_TAKEN: Final = Sentence(
    "blue-border.nothing-taken",
    "nothing was taken from a pile, so '{word}' is not possible",
    "場からカードを取っていないので「{word}」はありません",
)
ONLY_MISS: Final = Sentence(
    "blue-border.only-miss",
    "only a failed call has a cost, so '{word}' is not possible",
    "「{word}」があるのはボーダーコールに失敗したときだけです",
)
NO_COUNT_OF: Final = Sentence(
    "blue-border.no-count-of",
    "{who} has no count called '{name}'",
    "{who}に「{name}」という数はありません",
)
TOO_MANY_POINTS: Final = Sentence(
    "blue-border.too-many-points",
    "{who} cannot have {points} {points:point|points}",
    "{who}のポイントが{points}になることはありません",
)
ROW_LENGTH: Final = Sentence(
    "blue-border.row-length",
    "by the entries so far, {who} has {n} {n:card|cards}",
    "ここまでの記録では{who}のカードは{n}枚です",
)

# Which numbers cards can have.

IS_NOT: Final = Sentence(
    "blue-border.is-not",
    "this card is {known}, not {number}",
    "このカードは{number}ではなく{known}です",
)
IS_HERE: Final = Sentence(
    "blue-border.is-here", "here this card is {number}", "ここではこのカードは{number}です"
)
ELSEWHERE: Final = Sentence(
    "blue-border.elsewhere",
    "{number} is the number of another card",
    "{number}は別のカードの数字です",
)
HERE: Final = Sentence("blue-border.here", "{number} is here", "{number}はここです")
AGAINST_VERDICT: Final = Sentence(
    "blue-border.against-verdict",
    "{number} contradicts the verdict of the call on this card",
    "{number}では、このカードへのボーダーコールの判定と合いません",
)
CANNOT_BE: Final = Sentence(
    "blue-border.cannot-be", "this card cannot be {number}", "このカードは{number}ではありえません"
)
NONE_LEFT: Final = Sentence(
    "blue-border.none-left",
    "no numbers remain that these cards could have",
    "これらのカードに当てはまる数字が残っていません",
)
NONE_FIT: Final = Sentence(
    "blue-border.none-fit",
    "no possible numbers agree with this verdict",
    "この判定に合う数字の組はありません",
)
FITS: Final = Sentence(
    "blue-border.fits", "{number} fits {where}{point}", "{number}は{where}配置できます{point}"
)
FITS_NOT: Final = Sentence(
    "blue-border.fits-not",
    "{number} does not fit {where}{point}",
    "{number}は{where}配置できません{point}",
)
AFTER: Final = Sentence("blue-border.after", "after {number}", "{number}の次に")
AS_FIRST: Final = Sentence("blue-border.as-first", "as the first card", "最初のカードとして")
AT_DEEPEST: Final = Sentence(
    "blue-border.at-deepest", ", at the deepest point", "(最も深いポイントD)"
)
AT_LAST: Final = Sentence("blue-border.at-last", ", at the last point", "(最後のポイントG)")
HITS: Final = Sentence("blue-border.hits", "the call hits", "ボーダーコールは成功です")
MISSES: Final = Sentence("blue-border.misses", "the call misses", "ボーダーコールは失敗です")

# What is to be done, by phase.

TO_DO: Final[Mapping[str, Sentence]] = {
    "start": kit.TO_START,
    "deal": kit.TO_DEAL,
    "reshuffle": Sentence("blue-border.to-reshuffle", "shuffle", "カードを切り直す"),
    "lots": Sentence("blue-border.to-lots", "draw lots", "くじを引く"),
    "turn": Sentence("blue-border.to-turn", "take a card or pass", "カードを取るかパスをする"),
    "call": Sentence("blue-border.to-call", "call or not", "ボーダーコールをするか決める"),
    "reward": CHOOSE_REWARD,
}

# Texts in notation.

AN_ACTION: Final = Sentence("blue-border.an-action", "an action", "行動")
A_PILE: Final = Sentence("blue-border.a-pile", "a pile", "場の番号")
NO_PILE: Final = Sentence(
    "blue-border.no-pile",
    "'{word}' is not a pile; piles are 1 to 4",
    "「{word}」は場の番号ではありません(1〜4)",
)
A_NUMBER: Final = Sentence("blue-border.a-number", "a number", "カードの数字")
NO_NUMBER: Final = Sentence(
    "blue-border.no-number",
    "'{word}' is not a number from 1 to 32",
    "「{word}」は1〜32の数字ではありません",
)
A_VERDICT: Final = Sentence("blue-border.a-verdict", "hit or miss", "hitまたはmiss")
NO_VERDICT: Final = Sentence(
    "blue-border.no-verdict",
    "'{word}' is not a verdict; write hit or miss",
    "「{word}」は判定ではありません(hitまたはmiss)",
)
A_REWARD: Final = Sentence("blue-border.a-reward", "a reward", "報酬")
NO_REWARD: Final = Sentence(
    "blue-border.no-reward",
    "'{word}' is not a reward; rewards are discard, take, deck and none",
    "「{word}」は報酬ではありません(discard、take、deck、noneのどれか)",
)
QUOTE_REASON: Final = Sentence(
    "blue-border.quote-reason",
    'the reason must be in quotes: draw reason "turn limit"',
    '理由は引用符で囲んでください: draw reason "turn limit"',
)
NO_REASON: Final = Sentence(
    "blue-border.no-reason",
    "'{text}' is not a reason for a draw",
    "「{text}」は引き分けの理由ではありません",
)
WRITE_LIMIT: Final = Sentence(
    "blue-border.write-limit", 'write "turn limit"', '"turn limit"と書いてください'
)
A_CHECK: Final = Sentence("blue-border.a-check", "the name of the check", "確認するもの")
NO_CHECK: Final = Sentence(
    "blue-border.no-check", "unknown check '{word}'", "「{word}」という確認項目はありません"
)
CHECKS: Final = Sentence(
    "blue-border.checks",
    "use points or deck",
    "pointsかdeckにしてください",
)
A_DECK_COUNT: Final = Sentence("blue-border.a-deck-count", "the number of cards", "カードの枚数")
NO_DECK_COUNT: Final = Sentence(
    "blue-border.no-deck-count",
    "'{word}' is not a number of cards",
    "「{word}」はカードの枚数ではありません",
)
A_SEAT_COUNT: Final = Sentence(
    "blue-border.a-seat-count",
    "a seat and its points, such as A7",
    "席とポイント数(例: A7)",
)
NO_SEAT_COUNT: Final = Sentence(
    "blue-border.no-seat-count",
    "'{word}' is not a seat with its points, such as A7, or the seat is written twice",
    "「{word}」は席とポイント数(例: A7)ではないか、その席が2回書かれています",
)
NOT_FIRST: Final = Sentence(
    "blue-border.not-first",
    "'{word}' must follow another action, and only one of refill, lose and skip can",
    "「{word}」は別の行動の後に書いてください。refill、lose、skipはそのうち一つだけです",
)

# Drawings.

BEFORE_DEAL: Final = Sentence(
    "blue-border.before-deal",
    "Blue Border, before the first deal",
    "ブルーボーダー、最初の配札の前",
)
TITLE: Final = Sentence("blue-border.title", "Blue Border, {now}", "ブルーボーダー、{now}")
ROUND_TITLE: Final = Sentence(
    "blue-border.round-title",
    "Blue Border, round {round} of {rounds}, {now}",
    "ブルーボーダー、ラウンド{round}(全{rounds})、{now}",
)
NEW_CARD: Final = Sentence(
    "blue-border.new-card",
    "{who}'s new card can be called",
    "{who}の新しいカードにボーダーコールできます",
)
REWARD_FOR: Final = Sentence(
    "blue-border.reward-for", "a reward for {who}", "{who}が報酬を選びます"
)
TURN_OF: Final = Sentence("blue-border.turn-of", "{who}'s turn", "{who}の番")
DECK_EMPTY: Final = Sentence("blue-border.deck-empty", "the deck is empty", "山札がなくなりました")
ROUND_OVER: Final = Sentence(
    "blue-border.round-over", "the round is over", "ラウンドは終わりました"
)
DECK: Final = Sentence("blue-border.deck", "deck", "山札")
CARDS_LEFT: Final = Sentence("blue-border.cards-left", "{n} {n:card|cards}", "{n}枚")
PILE: Final = Sentence("blue-border.pile", "pile {n}", "場{n}")
DISCARDS: Final = Sentence("blue-border.discards", "discards", "捨て札")
LINE: Final = Sentence("blue-border.line", "line", "列")
SKIPS: Final = Sentence("blue-border.skips", "skips a turn", "一回休み")
WON: Final = Sentence("blue-border.won", "{n} won", "{n}勝")
SKIPS_WON: Final = Sentence("blue-border.skips-won", "skips a turn, {n} won", "一回休み、{n}勝")
MEASURES: Final = Sentence(
    "blue-border.measures",
    "borderline {bl} · bottoms {bt}",
    "ボーダーライン {bl}、ボトムス {bt}",
)

# Options.

OPTION_VALUES: Final = Sentence(
    "blue-border.option-values",
    "option {key} has {n} values in '{text}', but there {rounds:is|are} {rounds} "
    "{rounds:round|rounds}; give one value, or one for each round",
    "「{text}」はオプション{key}の値{n}個ですが、ラウンドは{rounds}です。"
    "値は1個か、ラウンドごとに1個にしてください",
)
HELP_BL: Final = Sentence(
    "blue-border.help-bl",
    "borderline: largest allowed difference between neighbours, 9 or (stricter) 8; "
    "9,8 sets it round by round",
    "ボーダーライン: 隣のカードとの差の上限。標準は9、厳しめは8。「9,8」はラウンドごとの値",
)
HELP_BT: Final = Sentence(
    "blue-border.help-bt",
    "bottoms: smallest number allowed at point D, 25 with all 32 cards; "
    "25,24 sets it round by round",
    "ボトムス: Dに配置するカードの最低値。全32枚なら25。「25,24」はラウンドごとの値",
)
HELP_CARDS: Final = Sentence(
    "blue-border.help-cards",
    "number of cards in play: 18 to 32 for 2 seats, 24 to 32 for 3, 30 to 32 for 4",
    "使用カードの枚数: 2席は18〜32、3席は24〜32、4席は30〜32",
)
HELP_LIMIT: Final = Sentence(
    "blue-border.help-limit",
    "number of takes, passes and rewards after which a round ends without a winner",
    "カードの取得・パス・報酬がこの回数に達すると、ラウンドは勝者なしで終わる",
)
HELP_ROUNDS: Final = Sentence(
    "blue-border.help-rounds",
    "number of rounds, 1 to 9; with more than one, the player who wins the most rounds wins",
    "ラウンド数(1〜9)。2以上なら勝ったラウンドの数で決まる",
)
HELP_SIGHT: Final = Sentence(
    "blue-border.help-sight",
    "number of neighbouring shades that look alike to a bot; 1 shows the exact numbers",
    "ボットに同じ色に見える隣り合う明るさの数。1なら数字が見える",
)

WHO_STARTS: Final = Sentence("blue-border.who-starts", "who starts", "最初の人")
THE_FIELD: Final = Sentence(
    "blue-border.the-field", "numbers of the four field cards", "場の4枚の数字"
)
CALL_OR_TURN: Final = Sentence(
    "blue-border.call-or-turn", "{who}'s turn, or a call", "{who}の番、またはコール"
)
CALL_OR_END: Final = Sentence(
    "blue-border.call-or-end", "a call, or the end of the round", "コール、またはラウンドの終わり"
)
SHEET: Final = Sentence(
    "blue-border.sheet",
    """\
take      take 2 = 13 · take 2 (number unknown)
          take 2 = 13; refill 17 (the pile was emptied)
deck      deck = 21 · deck (number unknown)
pass      pass -> 3 = 30 (the top card of the deck goes onto pile 3)
call      B: call C = 18,28 hit (C's card before, new card) · call C hit
reward    call C = 18,28 hit; reward discard 10 · reward take 2 = 17; refill 3
          reward deck = 4 · reward none
miss      call C = 10,11 miss; lose 14 · call C miss; skip (no card to lose)
dealer    -- start A field 30 7 12 22 · -- reshuffle field 17 9 13 22
          -- skip D
counts    -- check points A3 B5 · -- check deck 12
bots      answer with the move alone: take 2, deck, pass -> 3, call, no,
          reward deck""",
    """\
場から    take 2 = 13、take 2 (数字が不明)
          take 2 = 13; refill 17 (場のカードがなくなったとき)
山札から  deck = 21、deck (数字が不明)
パス      pass -> 3 = 30 (山札の一番上を場3に置く)
コール    B: call C = 18,28 hit (Cの直前のカードと新しいカード)、call C hit
報酬      call C = 18,28 hit; reward discard 10、reward take 2 = 17; refill 3
          reward deck = 4、reward none
失敗      call C = 10,11 miss; lose 14、call C miss; skip (失うカードがない)
進行      -- start A field 30 7 12 22、-- reshuffle field 17 9 13 22
          -- skip D
確認      -- check points A3 B5、-- check deck 12
ボット    ボットは手だけを答える: take 2, deck, pass -> 3, call, no,
          reward deck""",
)
CARDS_IN_LINE: Final = Sentence(
    "blue-border.cards-in-line", "cards in the line", "列のカードの枚数"
)
ONE_WINNER: Final = Sentence(
    "blue-border.one-winner", "only one player can reach point G", "ポイントGに着くのは一人だけです"
)
OPENED_LINE: Final = Sentence("blue-border.opened-line", "numbers of the line", "列の数字")
A_MATCH: Final = Sentence(
    "blue-border.a-match",
    "a Blue Border match of {rounds} {rounds:round|rounds} with {seats} players",
    "ブルーボーダー({seats}人、{rounds}ラウンド)",
)
ROUNDS_WON: Final = Sentence(
    "blue-border.rounds-won",
    "{total} rounds are won, but there are {rounds}: only one player can win a round",
    "勝ったラウンドの合計が{total}ですが、全部で{rounds}ラウンドです。1ラウンドに勝てるのは1人だけです",
)
LIMIT_OF_MOVES: Final = Sentence(
    "blue-border.limit-of-moves",
    "{total} cards stand in the lines, but a round ends after {limit} moves (limit={limit})",
    "列のカードが合計{total}枚ですが、ラウンドは{limit}手で終わります(limit={limit})",
)
