"""Messages on the printed sheet of Blue Border, in English and Japanese."""

from typing import Final

from engines.messages import Sentence

REMINDER: Final = (
    Sentence(
        "blue-border.paper-reminder-1",
        "Take one of the five cards for your next point, or pass: say so, turn the top of the deck "
        "onto a pile. A card kept at G wins.",
        "5枚のどれかを取って次のポイントに置くか、パスと言って山札を1枚場にめくる。"
        "Gにカードを残した人の勝ち。",
    ),
    Sentence(
        "blue-border.paper-reminder-2",
        "Border! opens the new card and the one before. Hit: both go, the caller may take a card. "
        "Miss: the caller loses a card or turn.",
        "「ボーダー!」で新しいカードと直前を開く。成功: 2枚捨て、コールした人は1枚取れる。"
        "失敗: 1枚失うか一回休み。",
    ),
)
POINTS: Final = Sentence(
    "blue-border.paper-points",
    "What a card at each point must be",
    "各ポイントに置けるカード",
)
OF_ROUND: Final = Sentence("blue-border.paper-of-round", "round", "ラウンド")
FIRST: Final = Sentence("blue-border.paper-at-a", "1 to {bl}", "1から{bl}")
DEEPER: Final = Sentence(
    "blue-border.paper-deeper", "higher, by at most {bl}", "直前より大きく、差は{bl}以内"
)
BOTTOM: Final = Sentence(
    "blue-border.paper-bottom",
    "higher, by at most {bl}; {bt} or more",
    "直前より大きく、差は{bl}以内、{bt}以上",
)
LIGHTER: Final = Sentence(
    "blue-border.paper-lighter", "lower, by at most {bl}", "直前より小さく、差は{bl}以内"
)
LAST: Final = Sentence(
    "blue-border.paper-last",
    "lower, by at most {bl}; {bl} or less",
    "直前より小さく、差は{bl}以内、{bl}以下",
)

# Marks.

TAKE: Final = Sentence(
    "blue-border.paper-take",
    "card taken from pile 2; with its number if it is known: take 2 = 13",
    "場2から取る。数字が分かれば take 2 = 13",
)
DECK: Final = Sentence("blue-border.paper-deck", "top card of the deck taken", "山札の一番上を取る")
PASS: Final = Sentence(
    "blue-border.paper-pass",
    "passed; the top card of the deck went onto pile 3",
    "パス。山札の一番上を場3に置く",
)
CALL: Final = Sentence(
    "blue-border.paper-call",
    "B calls A, whose row this is: number before, new number",
    "Bが(この行の)Aにコール: 直前の数字、新しい数字",
)
REWARD: Final = Sentence(
    "blue-border.paper-reward",
    "after a hit; also reward take 2, reward deck, reward none",
    "成功の後。ほかに reward take 2、reward deck、reward none",
)
LOSE: Final = Sentence(
    "blue-border.paper-lose",
    "after a miss: the caller's last card; skip: no card to lose",
    "失敗の後: コールした人の最後のカード。skip: カードがない",
)
SECOND_CALL: Final = Sentence("blue-border.paper-second-call", "next call", "次のコール")
CHAIN: Final = Sentence(
    "blue-border.paper-chain",
    "a call of a reward card has its own row: only from 'call by' on",
    "報酬のカードへのコールは、次の行の「コール」の欄から書く",
)
RESHUFFLE: Final = Sentence(
    "blue-border.paper-reshuffle",
    "the deck ran out: note it where it happened",
    "山札がなくなったところに書く",
)
NOTE: Final = Sentence(
    "blue-border.paper-note",
    "A match can have more turns than there are rows: then go on with a second sheet.",
    "行が足りなければ、もう1枚に続けて書く。",
)

# The start of a round, the grid, the counts.

START: Final = Sentence("blue-border.paper-start", "start: first seat", "最初の席(start)")
TAKEN: Final = Sentence("blue-border.paper-taken", "take pile, or deck", "take 場 / deck 山札")
PASSED: Final = Sentence("blue-border.paper-passed", "pass ->", "パス pass ->")
CALLER: Final = Sentence("blue-border.paper-caller", "call by", "コール")
OPENED: Final = Sentence("blue-border.paper-opened", "= before, new", "= 直前,新")
VERDICT: Final = Sentence("blue-border.paper-verdict", "hit or miss", "成功hit・失敗miss")
AFTER: Final = Sentence(
    "blue-border.paper-after", "reward; lose; skip", "報酬reward; 失うlose; 休みskip"
)
AT_POINT: Final = Sentence("blue-border.paper-at-point", "number at {point}", "{point}の数字")
WON: Final = Sentence("blue-border.paper-won", "rounds won", "勝った回数")
LENGTH: Final = Sentence("blue-border.paper-length", "cards in line", "列の枚数")
IN_LINE: Final = Sentence("blue-border.paper-in-line", "cards in line", "列の枚数(points)")
