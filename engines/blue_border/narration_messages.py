"""Blue Border: actions as sentences for people, in English and Japanese."""

from typing import Final

from engines.messages import Sentence

STARTS: Final = Sentence("blue-border.n-starts", "{who} starts", "{who}から始めます")
RESHUFFLED: Final = Sentence(
    "blue-border.n-reshuffled",
    "field and discards are shuffled into a new deck",
    "場と捨て札を切り直して新しい山札にしました",
)
SKIPS: Final = Sentence("blue-border.n-skips", "{who} skips a turn", "{who}は一回休みです")
TAKES: Final = Sentence(
    "blue-border.n-takes",
    "{who} takes the card of pile {pile}",
    "{who}は場{pile}のカードを取りました",
)
TAKES_LAST: Final = Sentence(
    "blue-border.n-takes-last",
    "{who} takes the last card of pile {pile}; the deck refills it",
    "{who}は場{pile}の最後のカードを取り、山札から補充しました",
)
DECK: Final = Sentence(
    "blue-border.n-deck", "{who} takes the top card of the deck", "{who}は山札の一番上を取りました"
)
COVERS: Final = Sentence(
    "blue-border.n-covers",
    "{who} passes; the top card of the deck covers pile {pile}",
    "{who}はパスし、山札の一番上を場{pile}に置きました",
)
DRAWN: Final = Sentence(
    "blue-border.n-drawn",
    "the round ends without a winner: {reason}",
    "勝者なしでラウンドが終わりました: {reason}",
)
HIT: Final = Sentence(
    "blue-border.n-hit",
    "{who} calls the new card of {owner}: it does not fit ({cards})",
    "{who}が{owner}の新しいカードにボーダーコールして成功しました({cards})",
)
MISS: Final = Sentence(
    "blue-border.n-miss",
    "{who} calls the new card of {owner}, but it fits ({cards}); {who} loses {lost}",
    "{who}が{owner}の新しいカードにボーダーコールして失敗しました({cards})。{who}は{lost}を失います",
)
MISS_SKIP: Final = Sentence(
    "blue-border.n-miss-skip",
    "{who} calls the new card of {owner}, but it fits ({cards}); {who} has to skip a turn",
    "{who}が{owner}の新しいカードにボーダーコールして失敗しました({cards})。{who}は一回休みです",
)
A_CARD: Final = Sentence("blue-border.n-a-card", "a card", "カード1枚")
REWARD_DECK: Final = Sentence(
    "blue-border.n-reward-deck",
    "reward: {who} takes the top card of the deck",
    "報酬: {who}は山札の一番上を取りました",
)
REWARD_NONE: Final = Sentence(
    "blue-border.n-reward-none", "reward: {who} takes nothing", "報酬: {who}は何も取りませんでした"
)
REWARD_TAKE: Final = Sentence(
    "blue-border.n-reward-take",
    "reward: {who} takes the card of pile {pile}",
    "報酬: {who}は場{pile}のカードを取りました",
)
REWARD_DISCARD: Final = Sentence(
    "blue-border.n-reward-discard",
    "reward: {who} takes {card} from the discards",
    "報酬: {who}は捨て札の{card}を取りました",
)
