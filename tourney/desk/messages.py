"""Messages of the desk."""

from typing import Final

from engines.messages import Sentence

NOT_UNDERSTOOD: Final = Sentence(
    "desk.not-understood", "'{text}' is not understood here", "「{text}」はここでは分かりません"
)
WHO: Final = Sentence(
    "desk.who",
    "this could be {who}; put the player in front, as in '{form}'",
    "{who}のどれか分かりません。「{form}」のように先に名前を書いてください",
)
NOT_NEXT: Final = Sentence(
    "desk.not-next",
    "it is not {who} who plays this card, but {right}",
    "このカードを出すのは{who}ではなく{right}です",
)
IN_PASTE: Final = Sentence(
    "desk.in-paste",
    "line {number} of {count}: {why}; nothing was entered",
    "{count}行中{number}行目: {why}。何も入力されていません",
)
NOTHING_BACK: Final = Sentence(
    "desk.nothing-back", "there is nothing to take back", "これより前には戻れません"
)
NOTHING_FORWARD: Final = Sentence(
    "desk.nothing-forward", "there is nothing to enter again", "やり直すものがありません"
)
NO_PLY: Final = Sentence(
    "desk.no-ply",
    "no action {number}; there are {count}",
    "{number}番の行動はありません({count}番まで)",
)
NO_MARK: Final = Sentence(
    "desk.no-mark",
    "this cannot be let stand: {why}",
    "これはそのままにできません: {why}",
)
NOTHING_REFUSED: Final = Sentence(
    "desk.nothing-refused",
    "nothing was refused; enter the action first",
    "断られた行動がありません。先に行動を入力してください",
)
EMPTY: Final = Sentence("desk.empty", "nothing was typed", "何も入力されていません")
SEVERAL_CHOICES: Final = Sentence(
    "desk.several-choices",
    "there are several possible actions; enter one",
    "できる行動がいくつかあります。どれかを入力してください",
)
ROW: Final = Sentence("desk.row", "{who}'s {word}", "{who}: {word}")
HAND: Final = Sentence("desk.hand", "hand", "手札")
PASS: Final = Sentence("desk.pass", "cards passed", "渡すカード")
COUNT_NOW: Final = Sentence("desk.count-now", "{name}: {changes}", "{name}: {changes}")
COUNT_CHANGE: Final = Sentence(
    "desk.count-change", "{who} {before} -> {after}", "{who} {before} -> {after}"
)
TABLE_CHANGE: Final = Sentence("desk.table-change", "{before} -> {after}", "{before} -> {after}")
OWNER: Final = Sentence("desk.owner", "{name} now {who}", "{name}は{who}へ")
NO_TRACKER: Final = Sentence(
    "desk.no-tracker",
    "{game} cannot be recorded at a table",
    "{game}は卓で記録できません",
)
ENTRY: Final = Sentence(
    "desk.entry", "action {number}, '{text}': {why}", "{number}番の行動「{text}」: {why}"
)
