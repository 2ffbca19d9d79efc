"""Messages of Diamonds."""

from collections.abc import Mapping
from typing import Final

from engines.kit import messages as kit
from engines.messages import Sentence

# The suits.

DIAMONDS: Final = Sentence("diamonds.diamonds", "diamonds", "ダイヤ")
HEARTS: Final = Sentence("diamonds.hearts", "hearts", "ハート")
SPADES: Final = Sentence("diamonds.spades", "spades", "スペード")
CLUBS: Final = Sentence("diamonds.clubs", "clubs", "クラブ")
SUITS: Final = (DIAMONDS, HEARTS, SPADES, CLUBS)
DIAMOND: Final = Sentence("diamonds.diamond", "diamond", "ダイヤ")
HEART: Final = Sentence("diamonds.heart", "heart", "ハート")
SPADE: Final = Sentence("diamonds.spade", "spade", "スペード")
CLUB: Final = Sentence("diamonds.club", "club", "クラブ")
LEADS: Final = (DIAMOND, HEART, SPADE, CLUB)

# Why a move is refused.

MUST_ANNOUNCE: Final = Sentence(
    "diamonds.must-announce",
    "the dealer announces 1, 2 or 3",
    "ディーラーは渡す枚数を1〜3で指定します",
)
MUST_PASS: Final = Sentence(
    "diamonds.must-pass",
    "{count} {count:card|cards} must be passed",
    "カードを{count}枚渡します",
)
MUST_PLAY: Final = Sentence("diamonds.must-play", "a card must be played", "カードを1枚出します")
NOT_IN_HAND: Final = Sentence(
    "diamonds.not-in-hand", "no {card} in hand", "手札に{card}がありません"
)
PASSED: Final = Sentence(
    "diamonds.passed",
    "{count} {count:card|cards} passed, but {announced} {announced:was|were} announced",
    "{count}枚渡していますが、指定は{announced}枚です",
)
MUST_FOLLOW: Final = Sentence(
    "diamonds.must-follow",
    "{card} does not follow suit: {who} has {suit}",
    "{card}ではフォローになりません。{who}は{suit}を持っています",
)

# Options.

PERFECT_HELP: Final = Sentence(
    "diamonds.perfect-help",
    "on: a deck reduced to fit the number of seats is dealt completely · off: ten cards each",
    "on: 席数に合わせて減らしたカードを全部配る、off: 10枚ずつ配る",
)
ROUNDS_HELP: Final = Sentence(
    "diamonds.rounds-help",
    "number of rounds, 1 to 99; default for 2, 3, 4, 5, 6 seats: 4, 6, 4, 5, 6",
    "ラウンド数(1〜99)。指定しなければ2、3、4、5、6席で4、6、4、5、6",
)
SHOW_HELP: Final = Sentence(
    "diamonds.show-help",
    "on: the number of diamonds in each vault is public · off: it is hidden",
    "on: 金庫のダイヤモンドの数を公開する、off: 公開しない",
)
TEAMS_HELP: Final = Sentence(
    "diamonds.teams-help",
    "on: partners sit opposite and share vault and showroom (4 or 6 seats) · off: no teams",
    "on: 向かい合う2人が金庫とショールームを共有する(4席か6席)、off: チームなし",
)
NO_TEAMS: Final = Sentence(
    "diamonds.no-teams",
    "'teams=on' is for 4 or 6 seats, not {seats}; leave it out, or change the number of seats",
    "「teams=on」は4席か6席用です({seats}席ではできません)。外すか席数を変えてください",
)

# What is to be done, by phase.

TO_DO: Final[Mapping[str, Sentence]] = {
    "start": kit.TO_START,
    "deal": kit.TO_DEAL,
    "announce": Sentence(
        "diamonds.to-announce", "announce how many cards are passed", "渡す枚数を宣言する"
    ),
    "pass": Sentence("diamonds.to-pass", "pass cards", "カードを渡す"),
    "play": kit.TO_PLAY,
}

# Texts in notation.

SHEET: Final = Sentence(
    "diamonds.notation",
    """\
cards     D1 … D15 diamonds, H hearts, S spades, C clubs
a round   -- round 2 dealer B pass 3 · then the hands: A: hand D1 D11 H4 …
pass      A: pass H2 C6 C9 (to the left; in teams to the partner)
a trick   B: C6 C12 C4 D14 C1 = C   the leader's seat, cards as played, = winner
          two players: four cards, in the order A B A B
counts    -- check showroom A2 B4 C8 thief C · -- check vault A0 B3
          teams: only the first seat of each team: -- check showroom A2 B4
bots      answer with the move alone: announce 3, pass H2 C6 C9, C12""",
    """\
カード    D1〜D15 ダイヤ、H ハート、S スペード、C クラブ
ラウンド  -- round 2 dealer B pass 3、続いて手札: A: hand D1 D11 H4 ...
渡す      A: pass H2 C6 C9 (左隣へ。チーム戦ではパートナーへ)
トリック  B: C6 C12 C4 D14 C1 = C   リードした席、出した順のカード、= 勝者
          2人のときは4枚、A B A Bの順
確認      -- check showroom A2 B4 C8 thief C、-- check vault A0 B3
          チーム戦では先の席だけ: -- check showroom A2 B4
回答      ボットは手だけを答える: announce 3、pass H2 C6 C9、C12""",
)
A_NUMBER: Final = Sentence("diamonds.a-number", "a number", "数")
NO_NUMBER: Final = Sentence(
    "diamonds.no-number",
    "'{word}' is not a number from {low} to {high}",
    "「{word}」は{low}〜{high}の数ではありません",
)
NO_CARD: Final = Sentence(
    "diamonds.no-card",
    "'{word}' is not a card; cards are D1 to D15, H1 to H15, S1 to S15, C1 to C15",
    "「{word}」はカードではありません(D1〜D15、H1〜H15、S1〜S15、C1〜C15)",
)
TWICE: Final = Sentence("diamonds.twice", "{card} is written twice", "{card}が2回書かれています")
WINNER_MISSING: Final = Sentence(
    "diamonds.winner-missing",
    "the seat of the winner must follow '='",
    "「=」の後に勝者の席が必要です",
)
TRICK_MISSING: Final = Sentence(
    "diamonds.trick-missing",
    "the winner must follow the cards of a trick",
    "勝者はトリックのカードの後に書きます",
)
IS_LED: Final = Sentence(
    "diamonds.is-led",
    "trick {trick}: {who} leads ({order})",
    "トリック{trick}: {who}がリード({order})",
)
GOES_ON_WITH: Final = Sentence(
    "diamonds.goes-on-with",
    "trick {trick}: {who} plays next ({order})",
    "トリック{trick}: 次は{who}({order})",
)
IS_LED_LATER: Final = Sentence(
    "diamonds.is-led-later",
    "next trick: {who} leads ({order})",
    "次のトリック: {who}がリード({order})",
)
GOES_ON_LATER: Final = Sentence(
    "diamonds.goes-on-later",
    "this trick: {who} plays next ({order})",
    "このトリック: 次は{who}({order})",
)
TAKES_TRICK: Final = Sentence(
    "diamonds.takes-trick", "{who} wins the trick", "{who}がトリックを取ります"
)
THE_DEALER: Final = Sentence("diamonds.the-dealer", "dealer", "ディーラー")
CARDS_TO_PASS: Final = Sentence("diamonds.cards-to-pass", "cards to pass", "渡す枚数")
TRICK_SIZE: Final = Sentence(
    "diamonds.trick-size", "a trick has {size} cards", "トリックは{size}枚です"
)
A_DIRECTIVE: Final = Sentence("diamonds.a-directive", "a directive", "指示")
WHAT_TO_CHECK: Final = Sentence("diamonds.what-to-check", "the name of the check", "確認するもの")
NO_CHECK: Final = Sentence(
    "diamonds.no-check", "unknown check '{word}'", "「{word}」という確認項目はありません"
)
WRITE_CHECK: Final = Sentence(
    "diamonds.write-check", "use showroom or vault", "showroomかvaultにしてください"
)
A_COUNT: Final = Sentence("diamonds.a-count", "a seat and a count such as A2", "席と数(A2など)")
NO_COUNT: Final = Sentence(
    "diamonds.no-count",
    "'{word}' is not a seat with a count, such as A2, or the seat is written twice",
    "「{word}」は席と数(A2など)ではないか、その席が2回書かれています",
)

# What a record contradicts: the course of a round.

TO_DEAL: Final = Sentence(
    "diamonds.to-deal", "round {round} must be dealt", "ラウンド{round}のカードを配る番です"
)
TO_PLAY: Final = Sentence("diamonds.to-play", "{who} has to play", "{who}がカードを出す番です")
TO_PLAY_FIRST: Final = Sentence(
    "diamonds.to-play-first",
    "{who} has to play before this trick is over",
    "このトリックはまだ途中で、{who}がカードを出す番です",
)
NO_MORE_ROUNDS: Final = Sentence(
    "diamonds.no-more-rounds",
    "the match is over after {rounds} {rounds:round|rounds}",
    "対戦は{rounds}ラウンドで終わりです",
)
OTHER_ROUND: Final = Sentence(
    "diamonds.other-round", "the next round is round {round}", "次のラウンドは{round}です"
)
OTHER_DEALER: Final = Sentence(
    "diamonds.other-dealer",
    "{right} deals round {round}, not {wrong}",
    "ラウンド{round}のディーラーは{wrong}ではなく{right}です",
)
HAND_BEFORE: Final = Sentence(
    "diamonds.hand-before",
    "the hand of {who} is already written above",
    "{who}の手札は上に書かれています",
)
PASS_BEFORE: Final = Sentence(
    "diamonds.pass-before",
    "the pass of {who} is already written above",
    "{who}の渡したカードは上に書かれています",
)
HAND_SIZE: Final = Sentence(
    "diamonds.hand-size",
    "a hand has {size} cards, but this one has {count}; write ? for each unknown card",
    "手札は{size}枚ですが、ここには{count}枚です。分からないカードは?と書いてください",
)
PASSED_MANY: Final = Sentence(
    "diamonds.passed-many",
    "{count} cards passed, but at most {most} can be passed",
    "{count}枚渡していますが、渡せるのは{most}枚までです",
)
NOT_IN_DECK: Final = Sentence(
    "diamonds.not-in-deck",
    "{card} is not in the deck: ranks go from 1 to {highest}",
    "{card}は使われていません。使う数字は1〜{highest}です",
)
LEFT_LEADS: Final = Sentence(
    "diamonds.left-leads",
    "{who} leads, but {first}, on the dealer's left, must lead",
    "{who}がリードしていますが、ディーラーの左隣は{first}です",
)
WINNER_LEADS: Final = Sentence(
    "diamonds.winner-leads",
    "{who} leads, but {first} won the previous trick and must lead",
    "{who}がリードしていますが、前のトリックの勝者は{first}です",
)
WINS: Final = Sentence("diamonds.wins", "{who} wins", "勝者は{who}です")
OTHER_WINNER: Final = Sentence(
    "diamonds.other-winner",
    "{right} wins the trick, not {wrong}",
    "このトリックは{wrong}ではなく{right}のものです",
)
WRITE_GIVEN: Final = Sentence(
    "diamonds.write-given",
    "if the players really gave the trick to {seat}, write '= ^{seat}'",
    "実際に{seat}が取ったのなら「= ^{seat}」と書いてください",
)
WON: Final = Sentence("diamonds.won", "{who} won this trick", "このトリックの勝者は{who}です")
NOT_RULED: Final = Sentence(
    "diamonds.not-ruled",
    "a ruling cannot change {name} in this way",
    "裁定では{name}をこのように変えられません",
)
BELOW_ZERO: Final = Sentence(
    "diamonds.below-zero", "a count would fall below zero", "数が0より小さくなります"
)

# What a record contradicts: who can have had a card.

DEALT_TWICE: Final = Sentence(
    "diamonds.dealt-twice",
    "{card} is dealt to {who} and again here",
    "{card}は{who}に配られ、ここでもう一度配られています",
)
DEALT_TO_ANOTHER: Final = Sentence(
    "diamonds.dealt-to-another",
    "{card} is dealt here, but {who} passed it",
    "ここで配られた{card}を{who}が渡しています",
)
PASSED_TWICE: Final = Sentence(
    "diamonds.passed-twice",
    "{card} is passed by {who} and again here",
    "{card}は{who}が渡し、ここでもう一度渡されています",
)
PLAYED_TWICE: Final = Sentence(
    "diamonds.played-twice",
    "{card} is played a second time in this round",
    "{card}がこのラウンドで2回出されています",
)
DEALT_ELSEWHERE: Final = Sentence(
    "diamonds.dealt-elsewhere",
    "{who} does not have {card}: it was dealt to {other}",
    "{who}は{card}を持っていません。{other}に配られました",
)
PASSED_ELSEWHERE: Final = Sentence(
    "diamonds.passed-elsewhere",
    "{who} does not have {card}: it was passed to {other}",
    "{who}は{card}を持っていません。{other}に渡されました",
)
OTHER_CARDS: Final = Sentence(
    "diamonds.other-cards",
    "{who} does not have {card}: it is neither in the hand nor among the cards passed to {who}",
    "{who}は{card}を持っていません。手札にも{who}に渡されたカードにもありません",
)
NOT_TO_PASS: Final = Sentence(
    "diamonds.not-to-pass", "{who} has no {card} to pass", "{who}の手札に渡す{card}がありません"
)
HAD_IN_VAULT: Final = Sentence(
    "diamonds.had-in-vault",
    "{who} had {count} in the vault before the gap, and nothing leaves a vault",
    "抜けた番の前に{who}の金庫には{count}個ありました。金庫からは何も出ません",
)
CAN_BE_NONE: Final = Sentence(
    "diamonds.can-be-none",
    "the {card} of {who} can be no card any more",
    "{who}の{card}に当てはまるカードがもうありません",
)
NO_HAND_LEFT: Final = Sentence(
    "diamonds.no-hand-left",
    "{who} can have no such hand any more: too few cards are possible",
    "{who}の手札に入るカードがもう足りません",
)
NOBODY_HAS: Final = Sentence(
    "diamonds.nobody-has", "nobody can have {card} any more", "{card}を持っている人がもういません"
)
NONE_LEFT: Final = Sentence(
    "diamonds.none-left",
    "no {card} is left: all of them have already been played",
    "{card}は残っていません。全部出されました",
)
NO_FOLLOWING: Final = Sentence(
    "diamonds.no-following", "{who} did not follow suit", "{who}はフォローしていません"
)

# Where a card is, for the places that a problem points to.

HAND_HERE: Final = Sentence("diamonds.hand-here", "the hand as dealt", "配られた手札")
CARD_HERE: Final = Sentence("diamonds.card-here", "{card} is here", "{card}はここにあります")
PLAYED_HERE: Final = Sentence(
    "diamonds.played-here", "{card} is played here", "{card}はここで出されています"
)
WAS_IN_HAND: Final = Sentence(
    "diamonds.was-in-hand", "{card} was in this hand", "この手札に{card}がありました"
)
DISCARDS: Final = Sentence(
    "diamonds.discards",
    "discards {card} on a {suit} lead (trick {trick})",
    "{suit}のリードに{card}を出しています({trick}トリック目)",
)
GOES_ON: Final = Sentence("diamonds.goes-on", "{what} ...", "{what}、")
DISCARDS_ONCE: Final = Sentence(
    "diamonds.discards-once",
    "discards {card} on a {suit} lead",
    "{suit}のリードに{card}を出しています",
)
PLAYS_AFTER: Final = Sentence(
    "diamonds.plays-after",
    "... but plays {card} later in the same round",
    "同じラウンドでその後に{card}を出しています",
)
LATER_PLAYS: Final = Sentence(
    "diamonds.later-plays",
    "... but plays {card} in trick {trick} of the same round",
    "同じラウンドの{trick}トリック目に{card}を出しています",
)

# Drawings.

TITLE: Final = Sentence(
    "diamonds.title", "Diamonds, round {round}: {phase}", "ダイヤモンド、ラウンド{round}: {phase}"
)
PHASE_START: Final = Sentence("diamonds.phase-start", "start", "開始")
PHASE_DEAL: Final = Sentence("diamonds.phase-deal", "deal", "配札")
PHASE_ANNOUNCE: Final = Sentence("diamonds.phase-announce", "announce", "枚数の指定")
PHASE_PASS: Final = Sentence("diamonds.phase-pass", "pass", "カードを渡す")
PHASE_PLAY: Final = Sentence("diamonds.phase-play", "play", "トリック")
PHASE_OVER: Final = Sentence("diamonds.phase-over", "over", "終了")
PHASES: Final = {
    "start": PHASE_START,
    "deal": PHASE_DEAL,
    "announce": PHASE_ANNOUNCE,
    "pass": PHASE_PASS,
    "play": PHASE_PLAY,
    "over": PHASE_OVER,
}
TRICK: Final = Sentence("diamonds.trick", "trick", "トリック")
LAST_TRICK: Final = Sentence("diamonds.last-trick", "last trick", "前のトリック")
WON_BY: Final = Sentence("diamonds.won-by", "won by {who}", "勝者{who}")
HAND: Final = Sentence("diamonds.hand", "hand", "手札")
SHOWROOM: Final = Sentence("diamonds.showroom", "showroom", "ショールーム")
VAULT: Final = Sentence("diamonds.vault", "vault {count}", "金庫{count}")
VAULT_AND_THIEF: Final = Sentence(
    "diamonds.vault-and-thief", "vault {count}, thief", "金庫{count}、泥棒トークン"
)
TAKEN: Final = Sentence("diamonds.taken", "taken", "獲得")
TRICKS: Final = Sentence("diamonds.tricks", "{count} {count:trick|tricks}", "{count}トリック")
DEALER: Final = Sentence("diamonds.dealer", "dealer {who}", "ディーラー{who}")
PASS: Final = Sentence("diamonds.pass", "pass {count}", "渡す枚数{count}")
IN_SHOWROOM: Final = Sentence(
    "diamonds.in-showroom", "crystals in the showroom", "ショールームのクリスタル"
)
IN_VAULT: Final = Sentence("diamonds.in-vault", "crystals in the vault", "金庫のクリスタル")
VAULT_FELL: Final = Sentence(
    "diamonds.vault-fell",
    "the vault of {who} cannot fall from {old} to {new}",
    "{who}の金庫は{old}から{new}に減りません",
)
A_MATCH: Final = Sentence(
    "diamonds.a-match",
    "a Diamonds match of {rounds} {rounds:round|rounds} with {seats} players",
    "ダイヤモンド({seats}人、{rounds}ラウンド)",
)
TOTAL_TOO_LOW: Final = Sentence(
    "diamonds.total-too-low",
    "the scores add up to {total}: at least {least} in {match}",
    "得点の合計が{total}です。{match}では最小{least}です",
)
TOTAL_TOO_HIGH: Final = Sentence(
    "diamonds.total-too-high",
    "the scores add up to {total}: at most {most} in {match}",
    "得点の合計が{total}です。{match}では最大{most}です",
)
