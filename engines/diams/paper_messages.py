"""Messages on the printed sheet of Diam's, in English and Japanese."""

from typing import Final

from engines.messages import Sentence

REMINDER: Final = (
    Sentence(
        "diams.paper-reminder-1",
        "Draw 1, or reveal 2 into the market; then one play: market, vault (3 to 5 of a quality) "
        "or special card. Hand: 5 at most.",
        "1枚引くか2枚を市場に公開し、次に市場、金庫(同じ品質3〜5枚)、スペシャルのどれか1つ。"
        "手札は5枚まで。",
    ),
    Sentence(
        "diams.paper-reminder-2",
        "After END the others have one turn each. Points: vault, 5 for most special purity (tie "
        "2), 3 for the highest hand (tie 0).",
        "閉鎖カードの後、他の人は1手番ずつ。ポイントは金庫、特別な純度が最多で5(同数は2)、"
        "手札の合計が最大で3(同数は0)。",
    ),
)
VALUES: Final = Sentence(
    "diams.paper-values",
    "Points for 3, 4, 5 diamonds of a quality in the vault",
    "金庫の同じ品質のダイヤ3、4、5枚のポイント",
)
QUALITY: Final = Sentence("diams.paper-quality", "quality", "品質")
OF_THEM: Final = Sentence("diams.paper-of-them", "{count} diamonds", "{count}枚")
CHIPS: Final = Sentence(
    "diams.paper-chips",
    "Chips by place; equal points: all get the chips of the lowest place they share",
    "順位ごとのチップ(同点なら全員が下の順位の枚数)",
)
PLACE: Final = Sentence("diams.paper-place", "place", "順位")
CHIPS_EACH: Final = Sentence("diams.paper-chips-each", "chips", "チップ")

# Marks.

CARDS: Final = Sentence(
    "diams.paper-cards",
    "quality 7; the same with special purity",
    "品質7のダイヤ、特別な純度のもの",
)
SPECIALS: Final = Sentence(
    "diams.paper-specials", "convoy, safecracker, magic", "護送列車、金庫破り、手品"
)
SPECIAL: Final = Sentence(
    "diams.paper-special",
    "in reveal: the special card came to the hand",
    "revealで: スペシャルカードが手札に入った",
)
END: Final = Sentence(
    "diams.paper-end",
    "closing card met, written first; -: the deck is empty",
    "閉鎖カードが出た(先に書く)。-: 山札がない",
)
SAME: Final = Sentence(
    "diams.paper-same",
    "7 played, all market cards of quality 7 taken",
    "7を出し、市場の品質7を全部取る",
)
SUM: Final = Sentence("diams.paper-sum", "9 played, 1, 3 and 5 taken", "9を出し、1と3と5を取る")
NOTHING: Final = Sentence("diams.paper-nothing", "8 played, nothing taken", "8を出し、何も取らない")
VAULT: Final = Sentence(
    "diams.paper-vault",
    "cards put into the vault; unseen: ?x5",
    "金庫に入れた枚数。見ていなければ?x5",
)
CONVOY: Final = Sentence(
    "diams.paper-convoy",
    "convoy; magic: a card from the market",
    "護送列車。magic: 市場から1枚",
)
CRACK: Final = Sentence(
    "diams.paper-crack",
    "safecracker: named, given; -> -: miss",
    "金庫破り: 指定と得たもの。失敗は-> -",
)
FORCE: Final = Sentence(
    "diams.paper-force",
    "forced sale; A showed two",
    "強制販売。Aは1を2枚公開",
)
DISCARD: Final = Sentence(
    "diams.paper-discard", "put down to keep 5 cards", "手札を5枚にするため手放す"
)
REFILL: Final = Sentence("diams.paper-refill", "drawn into the empty market", "空の市場に補充")

# The start of a round, the grid, the counts.

FIRST: Final = Sentence("diams.paper-first", "first seat", "最初の席")
MARKET: Final = Sentence("diams.paper-market", "market", "市場(market)")
DRAW: Final = Sentence("diams.paper-draw", "draw", "draw 1枚")
REVEAL: Final = Sentence("diams.paper-reveal", "reveal", "reveal 2枚")
PLAY: Final = Sentence(
    "diams.paper-play",
    "market, vault, a special card, pass",
    "市場market、金庫vault、スペシャル、pass",
)
REST: Final = Sentence("diams.paper-rest", "discard; refill", "手放すdiscard; 補充refill")
COLLECTIONS: Final = Sentence("diams.paper-collections", "value of the vault", "金庫の価値")
PURITY: Final = Sentence(
    "diams.paper-purity", "special purity in the vault (purity)", "金庫の特別な純度(purity)"
)
HAND_SUM: Final = Sentence("diams.paper-hand-sum", "sum of the hand (hand)", "手札の合計(hand)")
POINTS: Final = Sentence("diams.paper-points", "points", "ポイント(points)")
POINTS_WON: Final = Sentence("diams.paper-points-won", "points", "ポイント")
CHIPS_OF_ROUND: Final = Sentence("diams.paper-chips-of-round", "chips", "チップ(chips)")
