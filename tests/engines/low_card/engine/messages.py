"""Messages of Low Card, in English and Japanese."""

from typing import Final

from engines.messages import Sentence

NOT_IN_HAND: Final = Sentence(
    "low-card.not-in-hand", "no {card} in hand", "手札に{card}がありません"
)
MUST_PLAY: Final = Sentence("low-card.must-play", "a card has to be played", "カードを1枚出します")

# Options and notation.

CARDS_HELP: Final = Sentence(
    "low-card.cards-help", "3 to 5: how many cards everybody is dealt", "3〜5: 1人に配る枚数"
)
SHEET: Final = Sentence(
    "low-card.notation",
    """\
cards     1 … 30; ? is a card that nobody saw
deal      one line for each hand: A: hand 3 9 14 22
a card    B: play 12
a round   C: play 7; low C   behind its last card: who played the lowest one
          A leads in the first round, B in the second …
counts    -- check points A4 B3 C4
answers   a bot answers the bare move: play 12
unknown   A: hand 3 ? ? 22 · B: play ?""",
    """\
カード    1 … 30。?は誰も見ていないカード
配札      手札ごとに1行: A: hand 3 9 14 22
1枚       B: play 12
ラウンド  C: play 7; low C   最後のカードの後に、一番低いカードを出した席
          第1ラウンドはA、第2ラウンドはB…からプレイする
確認      -- check points A4 B3 C4
回答      ボットは手だけを答える: play 12
不明      A: hand 3 ? ? 22 · B: play ?""",
)
NO_ROUND: Final = Sentence(
    "low-card.no-round", "'low' comes after a card", "「low」はカードの後に書きます"
)

# Faults in a record.

TWICE: Final = Sentence("low-card.twice", "{card} is shown twice", "{card}が2回出ています")
HAND_SIZE: Final = Sentence(
    "low-card.hand-size", "{who} is dealt {cards} cards", "{who}に配るのは{cards}枚です"
)
NOT_OVER: Final = Sentence(
    "low-card.not-over", "the round is not over", "ラウンドはまだ終わっていません"
)
NOT_LOWEST: Final = Sentence(
    "low-card.not-lowest",
    "{who} did not play the lowest card",
    "一番低いカードは{who}のではありません",
)
NOT_RULED: Final = Sentence(
    "low-card.not-ruled", "a ruling changes points only", "裁定で変えられるのはpointsだけです"
)

# The drawing of a view.

TITLE: Final = Sentence(
    "low-card.title", "Low Card, round {round}", "ローカード、第{round}ラウンド"
)
TABLE: Final = Sentence("low-card.table", "table", "場")
HAND: Final = Sentence("low-card.hand", "hand", "手札")
POINTS: Final = Sentence("low-card.points", "{count} {count:point|points}", "{count}点")

# The printed sheet.

REMINDER_1: Final = Sentence(
    "low-card.reminder-1",
    "Everybody plays one card, clockwise from the leader; the lowest one loses a point.",
    "リードから時計回りに1枚ずつ出し、一番低いカードの人が1点失う。",
)
REMINDER_2: Final = Sentence(
    "low-card.reminder-2",
    "A leads in the first round, B in the second and so on; the most points win.",
    "第1ラウンドはA、第2ラウンドはB…がリードする。点の多い人の勝ち。",
)
PAPER_CARD: Final = Sentence("low-card.paper-card", "a card, 1 to 30", "カード(1〜30)")
PAPER_ROUND: Final = Sentence("low-card.paper-round", "round", "ラウンド")
LOW: Final = Sentence("low-card.low", "low", "最低(low)")
PAPER_POINTS: Final = Sentence("low-card.paper-points", "points", "得点")
A_MATCH: Final = Sentence(
    "low-card.a-match", "a match of Low Card with {seats} players", "ローカード({seats}人)"
)
TOGETHER: Final = Sentence(
    "low-card.together",
    "all players together have {left} points left: every round takes one",
    "残る点は全員で{left}点です。1ラウンドごとに1点減ります",
)
