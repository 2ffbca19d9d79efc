"""Messages on the printed sheet of Diamonds, in English and Japanese."""

from typing import Final

from engines.messages import Sentence

REMINDER: Final = (
    Sentence(
        "diamonds.paper-reminder-1",
        "Follow suit if you can. The highest card of the suit led wins, acts by that suit and "
        "leads next; a card off suit acts at once.",
        "できるならフォローする。最も強い人が取り、そのスートの効果を使って次をリード。"
        "違うスートはすぐ効果を使う。",
    ),
    Sentence(
        "diamonds.paper-reminder-2",
        "End of a round: the most cards of D, H, S, C act once more (tie: nobody); no trick: D "
        "twice. Score: showroom + 2 × vault.",
        "終了時、D、H、S、Cの最多の人が効果をもう一度(同数はなし)。取れなければDを2回。"
        "得点はショールーム+金庫×2。",
    ),
)
ACTIONS: Final = Sentence("diamonds.paper-actions", "Actions of the suits", "スートの効果")
ACTION_OF: Final = (
    Sentence("diamonds.paper-action-d", "vault +1", "金庫+1"),
    Sentence("diamonds.paper-action-h", "showroom +1", "ショールーム+1"),
    Sentence("diamonds.paper-action-s", "1 from showroom to vault", "ショールームから金庫へ1個"),
    Sentence(
        "diamonds.paper-action-c",
        "1 from the showroom of the thief; the thief moves to the left",
        "泥棒トークンの人のショールームから1個。トークンはその左隣へ",
    ),
)

CARDS: Final = Sentence(
    "diamonds.paper-cards",
    "diamonds, hearts, spades, clubs and the rank: D12, H3",
    "ダイヤ、ハート、スペード、クラブと数字: D12、H3",
)
UNKNOWN: Final = Sentence(
    "diamonds.paper-unknown",
    "a diamond nobody remembers; a 12 of an unknown suit",
    "数字が不明のダイヤ、スートが不明の12",
)
WON: Final = Sentence(
    "diamonds.paper-won",
    "C wins the trick; = ^C: the table gave it to C by mistake",
    "Cがトリックを取る。= ^C: 間違えてCに渡した",
)
ORDER: Final = Sentence(
    "diamonds.paper-order",
    "the leader's card is the first one, then clockwise",
    "リードした人のカードが1枚目、あとは時計回り",
)
ALTERNATE: Final = Sentence(
    "diamonds.paper-alternate",
    "the leader's cards are the first and the third one",
    "リードした人のカードが1枚目と3枚目",
)
ONE_HAND: Final = Sentence(
    "diamonds.paper-one-hand",
    "seat and cards as dealt, if one hand is known",
    "分かる手札だけ: 席と配られたカード",
)

# The start of a round, the grid, the counts.

DEALER: Final = Sentence("diamonds.paper-dealer", "dealer", "ディーラー")
PASS: Final = Sentence("diamonds.paper-pass", "pass", "渡す枚数")
HAND: Final = Sentence("diamonds.paper-hand", "hand", "手札")
PASSED: Final = Sentence("diamonds.paper-passed", "passed", "渡したカード")
TRICK: Final = Sentence("diamonds.paper-trick", "trick", "トリック")
LEADS: Final = Sentence("diamonds.paper-leads", "leads", "リード")
CARD: Final = Sentence("diamonds.paper-card", "card {number}", "{number}枚目")
WINNER: Final = Sentence("diamonds.paper-winner", "= winner", "= 勝者")
SHOWROOM: Final = Sentence("diamonds.paper-showroom", "showroom", "ショールーム(showroom)")
VAULT: Final = Sentence("diamonds.paper-vault", "vault", "金庫(vault)")
SCORE: Final = Sentence("diamonds.paper-score", "score", "得点")
THIEF: Final = Sentence("diamonds.paper-thief", "thief (tick one)", "泥棒(thief、1つに印)")
