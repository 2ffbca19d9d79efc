"""Diamond Boxes: messages about moves, notation and views, in English and Japanese."""

from collections.abc import Mapping
from typing import Final

from engines.kit import messages as kit
from engines.messages import Sentence

# Words.

GAME_1: Final = Sentence("diamond-boxes.game-1", "Diamond Boxes", "ダイヤの箱")
GAME_2: Final = Sentence("diamond-boxes.game-2", "Diamond Boxes 2", "ダイヤの箱2")
RED: Final = Sentence("diamond-boxes.red", "red", "赤")
YELLOW: Final = Sentence("diamond-boxes.yellow", "yellow", "黄")
GREEN: Final = Sentence("diamond-boxes.green", "green", "緑")
BLUE: Final = Sentence("diamond-boxes.blue", "blue", "青")
PURPLE: Final = Sentence("diamond-boxes.purple", "purple", "紫")
COLOUR_WORDS: Final = (RED, YELLOW, GREEN, BLUE, PURPLE)

# Why a deal is refused.

A_START: Final = Sentence(
    "diamond-boxes.a-start",
    "the choice of the starting player must list every seat exactly once",
    "開始プレイヤーの決定には全部の席を1回ずつ並べてください",
)
LAYOUT: Final = Sentence(
    "diamond-boxes.layout",
    "the first two cards must lie crosswise and overlap on exactly four cells",
    "最初の2枚は縦と横に1枚ずつ置き、ちょうど4マス重ねてください",
)

# Why a placement is refused.

NOT_IN_HAND: Final = Sentence(
    "diamond-boxes.not-in-hand", "no {card} in hand", "手札に{card}はありません"
)
DIAMONDS_DIFFER: Final = Sentence(
    "diamond-boxes.diamonds-differ",
    "the diamonds differ on {count} of {covered} covered cells",
    "重ねる{covered}マスのうち{count}マスでダイヤの色が違います",
)
SAME_COLOUR: Final = Sentence(
    "diamond-boxes.same-colour",
    "{card} would cover {colour} with {colour}",
    "{card}を同じ{colour}のマスに重ねることはできません",
)
APART: Final = Sentence(
    "diamond-boxes.apart",
    "the card touches no other card by an edge",
    "置かれたどのカードとも辺で隣接していません",
)
WITHOUT_COLOUR: Final = Sentence(
    "diamond-boxes.without-colour",
    "the card covers no {colour} cell ({colour} is the specified colour)",
    "指定色({colour})のマスに重なっていません",
)
SHALLOW: Final = Sentence(
    "diamond-boxes.shallow",
    "the card covers {count} {count:cell|cells}, but must cover at least {least}",
    "重ねるマスは{count}マスですが、{least}マス以上重ねてください",
)
MUST_PLACE: Final = Sentence(
    "diamond-boxes.must-place", "a card must be placed", "必ずカードを1枚置いてください"
)

# Why a colour is refused.

CHOOSES: Final = Sentence(
    "diamond-boxes.chooses", "{who} chooses the colour", "指定色を選ぶのは{who}です"
)
MUST_CHOOSE: Final = Sentence(
    "diamond-boxes.must-choose", "a colour must be chosen", "指定色を選んでください"
)
NOT_NOW: Final = Sentence(
    "diamond-boxes.not-now",
    "the specified colour cannot be changed now",
    "今は指定色を変更できません",
)
SPECIFIED: Final = Sentence(
    "diamond-boxes.specified",
    "{colour} is already the specified colour",
    "{colour}はすでに指定色です",
)
NOT_VISIBLE: Final = Sentence(
    "diamond-boxes.not-visible",
    "no {colour} cell is visible on the table",
    "{colour}のマスは見えていません",
)

# What is to be done, by phase.

TO_DO: Final[Mapping[str, Sentence]] = {
    "start": kit.TO_START,
    "deal": kit.TO_DEAL,
    "colour": Sentence("diamond-boxes.to-colour", "choose a colour", "色を選ぶ"),
    "play": kit.TO_PLAY,
}

# Texts in notation.

NO_PLACEMENT: Final = Sentence(
    "diamond-boxes.no-placement", "'{text}' is not a placement", "「{text}」は置き方ではありません"
)
WRITE_LIKE: Final = Sentence(
    "diamond-boxes.write-like", "write it as {example}", "{example}のように書いてください"
)
NO_CARD: Final = Sentence(
    "diamond-boxes.no-card",
    "'{word}' is not a card; write r, y, g, b or p and 1 to 10, such as y8",
    "「{word}」はカードではありません。y8のようにr、y、g、b、pと1〜10で書いてください",
)
NO_TURN: Final = Sentence(
    "diamond-boxes.no-turn",
    "'{word}' is not an orientation; write n, e, s or w",
    "「{word}」は向きではありません(n、e、s、w)",
)
NO_COVERED: Final = Sentence(
    "diamond-boxes.no-covered",
    "'{word}' is not a number of cells from 0 to 6",
    "「{word}」はマスの数(0〜6)ではありません",
)
NO_COORDINATE: Final = Sentence(
    "diamond-boxes.no-coordinate",
    "'{word}' is not a coordinate; write a whole number such as 3, 0 or -1",
    "「{word}」は座標ではありません(3、0、-1などの整数)",
)
TOO_FAR: Final = Sentence(
    "diamond-boxes.too-far",
    "'{word}' is farther away than 50 cards can reach",
    "「{word}」は50枚のカードでは届かない場所です",
)
NO_COLOUR: Final = Sentence(
    "diamond-boxes.no-colour",
    "'{word}' is not a colour; colours are r, y, g, b and p",
    "「{word}」は色ではありません(r、y、g、b、p)",
)
MOVE_ONLY: Final = Sentence(
    "diamond-boxes.move-only",
    "a move must be a known card and its place, without '?' and '/'",
    "手には分かっているカードとその場所だけを書きます(「?」や「/」は使えません)",
)
AN_ACTION: Final = Sentence("diamond-boxes.an-action", "an action", "行動")
A_COLOUR: Final = Sentence("diamond-boxes.a-colour", "a colour", "色")
TWO_CARDS: Final = Sentence(
    "diamond-boxes.two-cards",
    "the two first cards, the lower one first",
    "最初の2枚(下のカードから)",
)
WHO_IS_FIRST: Final = Sentence("diamond-boxes.who-is-first", "who starts", "最初の人")
A_PLACEMENT: Final = Sentence(
    "diamond-boxes.a-placement", "a card and its place", "カードとその場所"
)
A_NUMBER: Final = Sentence("diamond-boxes.a-number", "a number", "数")
WHAT_TO_CHECK: Final = Sentence(
    "diamond-boxes.what-to-check", "the name of the check", "確認するもの"
)
A_SEAT_COUNT: Final = Sentence(
    "diamond-boxes.a-seat-count",
    "a seat and a number, such as A5",
    "席と数(A5など)",
)
FOLLOWS: Final = Sentence(
    "diamond-boxes.follows",
    "'{word}' must follow a placement",
    "「{word}」はカードを置いた後に書いてください",
)
CARD_TWICE: Final = Sentence(
    "diamond-boxes.card-twice", "'{word}' is written twice", "「{word}」が2回書かれています"
)
TOO_MANY_CARDS: Final = Sentence(
    "diamond-boxes.too-many-cards",
    "at most {most} {most:card|cards} can be written here",
    "ここに書けるカードは{most}枚までです",
)
START_COVERED: Final = Sentence(
    "diamond-boxes.start-covered",
    "the two cards at the start must be written without '/'",
    "最初の2枚には「/」を付けません",
)
START_TWICE: Final = Sentence(
    "diamond-boxes.start-twice",
    "the two cards at the start are the same",
    "最初の2枚が同じカードです",
)
NO_REASON: Final = Sentence(
    "diamond-boxes.no-reason",
    "the reason for the draw is missing",
    "引き分けの理由がありません",
)
NO_CHECK: Final = Sentence(
    "diamond-boxes.no-check",
    "unknown check '{word}'",
    "「{word}」という確認項目はありません",
)
CHECKS_1: Final = Sentence("diamond-boxes.checks-1", "use hand or deck", "handかdeckにしてください")
CHECKS_2: Final = Sentence(
    "diamond-boxes.checks-2",
    "use hand, deck or colour",
    "hand、deck、colourのどれかにしてください",
)
NO_COUNT: Final = Sentence(
    "diamond-boxes.no-count",
    "'{word}' is not a number of cards",
    "「{word}」はカードの枚数ではありません",
)
NO_SEAT_COUNT: Final = Sentence(
    "diamond-boxes.no-seat-count",
    "'{word}' is not a seat with a number, such as A5, or the seat is written twice",
    "「{word}」は席と数(A5など)ではないか、その席が2回書かれています",
)

# Drawings.

BEFORE_DEAL: Final = Sentence(
    "diamond-boxes.before-deal", "{game}, before the deal", "{game}(カードを配る前)"
)
MATCH_ENDED: Final = Sentence(
    "diamond-boxes.match-ended", "{game}: the match is over", "{game}: 対戦は終わりました"
)
ON_TABLE: Final = Sentence(
    "diamond-boxes.on-table",
    "{game}: {count} cards on the table",
    "{game}: 中央のカードは{count}枚です",
)
DECK: Final = Sentence("diamond-boxes.deck", "deck", "山札")
HAND: Final = Sentence("diamond-boxes.hand", "hand", "手札")
COLOUR_NOTE: Final = Sentence(
    "diamond-boxes.colour-note", "specified colour: {colour}", "指定色: {colour}"
)
BONUS_NOTE: Final = Sentence(
    "diamond-boxes.bonus-note",
    "bonus turn: six cells were covered",
    "ボーナスターン(6マス重ね成功)",
)
COVERS: Final = Sentence("diamond-boxes.covers", "covers {covered}", "{covered}マスに重なる")
COVERS_WITH: Final = Sentence(
    "diamond-boxes.covers-with",
    "covers {covered}, penalty {penalty}",
    "{covered}マスに重なり、ペナルティー{penalty}枚",
)
PASSING: Final = Sentence("diamond-boxes.passing", "no placement", "置かない")
PASSES_NOTE: Final = Sentence(
    "diamond-boxes.passes-note", "passed in a row: {count}", "続けてパスした人数: {count}"
)
ROUNDS_NOTE: Final = Sentence(
    "diamond-boxes.rounds-note",
    "rounds of passes since the last card: {count} of {most}",
    "最後のカードの後に全員がパスした回数: {most}回中{count}回",
)

# How moves are written: one screen for each rule set.

_CARDS: Final = """\
cards     r y g b p (red, yellow, green, blue, purple) and a pattern, 1 … 10: g7
          1 BBB/WWW  2 BBW/BWW  3 BBW/WBW  4 BBW/WWB  5 BWB/BWW
          6 BWB/WBW  7 BWB/WWB  8 BWW/BBW  9 WBB/BWW  10 WBB/WBW
          (B black, W white; the upper row and the lower)
place     y8@0,-1e/4 : column and row of the top-left cell of the turned card
          (right and down count up), turned n e s w = 0, 90, 180, 270 degrees
          clockwise; after / the number of cells covered
start     -- start r9@1,0e b7@0,0n : two cards, the second on top
          then A: hand r5 r8 y7 g9 b2"""

_CARDS_JA: Final = """\
カード    r y g b p(赤・黄・緑・青・紫)と並べ方1〜10: g7
          1 BBB/WWW  2 BBW/BWW  3 BBW/WBW  4 BBW/WWB  5 BWB/BWW
          6 BWB/WBW  7 BWB/WWB  8 BWW/BBW  9 WBB/BWW  10 WBB/WBW
          (Bは黒、Wは白。上の段、下の段の順)
置く場所  y8@0,-1e/4 : 向きを変えたカードの左上のマスの列と行(右と下へ
          増える)、向き n e s w = 時計回りに0・90・180・270度、
          / の後に重ねたマスの数
開始      -- start r9@1,0e b7@0,0n : 2枚、後のカードが上
          続けて A: hand r5 r8 y7 g9 b2"""

SHEET_1: Final = Sentence(
    "diamond-boxes.sheet-1",
    f"""\
{_CARDS}
a turn    A: y8@0,-1e/4; penalty p4 y8
counts    -- check hand A5 B4 C3 · -- check deck 12
unknown   ? for a card nobody saw: ?@0,-1e/4 · penalty p4 ?
          hands may be left out
bots      answer with the move alone: y8@0,-1e""",
    f"""\
{_CARDS_JA}
手番      A: y8@0,-1e/4; penalty p4 y8
枚数      -- check hand A5 B4 C3、-- check deck 12
不明      誰も見ていないカードは ? : ?@0,-1e/4、penalty p4 ?
          手札(hand)は省略できます
答え      ボットは手だけを答えます: y8@0,-1e""",
)
SHEET_2: Final = Sentence(
    "diamond-boxes.sheet-2",
    f"""\
{_CARDS}
          -- start r9@1,0e b7@0,0n first B : in rule set 2
a turn    A: r5@1,0e/6; draw y8 · A: pass
colour    B: colour r : on a line of its own
drawn     -- draw reason "no card can be placed"
counts    -- check hand A5 B4 C3 · -- check deck A3 B0 · -- check colour r
unknown   ? for a card nobody saw: ?@1,0e/6; draw ? · hands may be left out
bots      answer with the move alone: r5@1,0e, pass, colour r""",
    f"""\
{_CARDS_JA}
          -- start r9@1,0e b7@0,0n first B : ルール2の場合
手番      A: r5@1,0e/6; draw y8、A: pass
指定色    B: colour r : 1行に書きます
引き分け  -- draw reason "no card can be placed"
枚数      -- check hand A5 B4 C3、-- check deck A3 B0、-- check colour r
不明      誰も見ていないカードは ? : ?@1,0e/6; draw ?
          手札(hand)は省略できます
答え      ボットは手だけを答えます: r5@1,0e、pass、colour r""",
)
LEFT_IN_HAND: Final = Sentence("diamond-boxes.left-in-hand", "cards in hand", "手札の枚数")
LEFT_IN_DECK: Final = Sentence(
    "diamond-boxes.left-in-deck", "cards in the own deck", "自分の山札の枚数"
)
A_MATCH_1: Final = Sentence(
    "diamond-boxes.a-match-1",
    "a match of Diamond Boxes with {seats} players",
    "ダイヤの箱({seats}人)",
)
A_MATCH_2: Final = Sentence(
    "diamond-boxes.a-match-2",
    "a match of Diamond Boxes 2 with {seats} players",
    "ダイヤの箱2({seats}人)",
)
ONE_OUT: Final = Sentence(
    "diamond-boxes.one-out",
    "two players have no cards left, but the match ends when the first is out",
    "残り0枚の人が2人いますが、1人が出し切ると対戦は終わります",
)
NOT_IN_TURNS: Final = Sentence(
    "diamond-boxes.not-in-turns",
    "no number of turns leaves these hands: each turn places one card and draws up to 6"
    " of the {deck} in the deck, until a hand or the deck is empty",
    "何手番でもこの枚数にはなりません。手番ごとに1枚置いて6枚まで引き、"
    "手札か山札({deck}枚)がなくなると終わります",
)
NO_WINNER: Final = Sentence(
    "diamond-boxes.no-winner",
    "nobody is out of cards, so the match is a draw and all players share place 1",
    "出し切った人がいないので引き分けで、全員が1位です",
)
