"""Messages that several games use; those of one game are in its own `messages.py`."""

from collections.abc import Mapping
from typing import Final

from engines.messages import Sentence

# Games, options and seats.

NO_GAME: Final = Sentence(
    "kit.no-game",
    "unknown game '{name}'; known games: {known}",
    "「{name}」というゲームはありません。使えるもの: {known}",
)
SEATS: Final = Sentence(
    "kit.seats",
    "{game} is for {low} to {high} seats, not {seats}",
    "{game}は{low}〜{high}席用です({seats}席ではできません)",
)
NO_OPTION: Final = Sentence(
    "kit.no-option",
    "{game} has no option '{key}'; it has {known}",
    "{game}にオプション「{key}」はありません。使えるもの: {known}",
)
NONE: Final = Sentence("kit.none", "none", "なし")
NO_CHOICE: Final = Sentence(
    "kit.no-choice",
    "'{value}' is not valid for option {key}; use {known}",
    "「{value}」はオプション{key}の値ではありません。{known}にしてください",
)
OR: Final = Sentence("kit.or", "{one} or {other}", "{one}または{other}")
NO_NUMBER: Final = Sentence(
    "kit.no-number",
    "'{value}' is not valid for option {key}{where}; use {low} to {high}",
    "「{value}」はオプション{key}の値ではありません{where}。{low}〜{high}にしてください",
)
NOWHERE: Final = Sentence("kit.nowhere", "", "")
IN_LIST: Final = Sentence("kit.in-list", " in '{text}'", "(「{text}」の中)")
FOR_SEATS: Final = Sentence("kit.for-seats", " for {seats} seats", "({seats}席の場合)")

# What a table counts, by its name in records.

COUNTS: Final[Mapping[str, Sentence]] = {
    "points": Sentence("kit.count-points", "points", "ポイント"),
    "hand": Sentence("kit.count-hand", "hand", "手札"),
    "deck": Sentence("kit.count-deck", "deck", "山札"),
    "showroom": Sentence("kit.count-showroom", "showroom", "ショールーム"),
    "vault": Sentence("kit.count-vault", "vault", "金庫"),
    "thief": Sentence("kit.count-thief", "thief", "泥棒トークン"),
    "colour": Sentence("kit.count-colour", "colour", "指定色"),
}

# Results that no match can have.

SCORE_AT_MOST: Final = Sentence(
    "kit.score-at-most",
    "'{who}={score}': the score is at most {most} in {match}",
    "「{who}={score}」: {match}の得点は最大{most}です",
)
SCORE_AT_LEAST: Final = Sentence(
    "kit.score-at-least",
    "'{who}={score}': the score is at least {least} in {match}",
    "「{who}={score}」: {match}の得点は最小{least}です",
)

# Texts in notation.

TOO_MANY_WORDS: Final = Sentence(
    "kit.too-many-words", "more than {most} words", "単語が{most}個を超えています"
)
SHORTEN: Final = Sentence("kit.shorten", "shorten it", "短くしてください")
MISSING: Final = Sentence("kit.missing", "{wanted} is missing", "{wanted}がありません")
WANTED: Final = Sentence("kit.wanted", "expected '{word}'", "ここには「{word}」が必要です")
WORD: Final = Sentence("kit.word", "'{word}'", "「{word}」")
TOO_MUCH: Final = Sentence("kit.too-much", "unexpected '{word}'", "「{word}」は余分です")
A_SEAT: Final = Sentence("kit.a-seat", "a seat", "席")
A_MOVE: Final = Sentence("kit.a-move", "a move", "手")
A_CARD: Final = Sentence("kit.a-card", "a card", "カード")
NO_SEAT: Final = Sentence(
    "kit.no-seat",
    "'{word}' is not a seat; seats are A to {last}",
    "「{word}」は席ではありません(A〜{last})",
)
NO_CARD: Final = Sentence(
    "kit.no-card", "'{word}' is not a card", "「{word}」はカードではありません"
)
UNKNOWN_MOVE: Final = Sentence(
    "kit.unknown-move", "unknown move '{word}'", "「{word}」という手はありません"
)
UNKNOWN_ACTION: Final = Sentence(
    "kit.unknown-action", "unknown action '{word}'", "「{word}」という行動はありません"
)
UNKNOWN_DIRECTIVE: Final = Sentence(
    "kit.unknown-directive", "unknown directive '{word}'", "「{word}」という指示はありません"
)
WRITE: Final = Sentence("kit.write", "write '{text}'", "「{text}」と書いてください")
KNOWN_ONLY: Final = Sentence(
    "kit.known-only",
    "a move must name known cards, without '?'",
    "手には分かっているカードだけを書きます(「?」は使えません)",
)

# Turns.

OVER: Final = Sentence("kit.over", "the match is over", "対戦は終わっています")
TURN: Final = Sentence("kit.turn", "it is {who}'s turn", "{who}の番です")
TURNS: Final = Sentence("kit.turns", "it is the turn of {who}", "{who}の番です")
MUST_DEAL: Final = Sentence(
    "kit.must-deal", "the dealer has to deal first", "先にディーラーがカードを配ります"
)
A_DEAL: Final = Sentence(
    "kit.a-deal",
    "a deal must list all the cards, each exactly once",
    "配札には全部のカードを1回ずつ並べてください",
)
NO_SUCH_MOVE: Final = Sentence(
    "kit.no-such-move", "there is no such move", "そのような手はありません"
)
NOT_SORTED: Final = Sentence(
    "kit.not-sorted", "the cards must be in sorted order", "カードを順番に並べてください"
)
NOBODY: Final = Sentence("kit.nobody", "nobody sits at {seat}", "席{seat}には誰もいません")
HAS_TO: Final = Sentence("kit.has-to", "{who} has to {do}", "{who}が{do}番です")
TO_START: Final = Sentence("kit.to-start", "start the match", "対戦を始める")
TO_DEAL: Final = Sentence("kit.to-deal", "deal", "カードを配る")
TO_PLAY: Final = Sentence("kit.to-play", "play", "プレイする")
REVEALED_TWICE: Final = Sentence(
    "kit.revealed-twice",
    "the cards of {who} have been revealed already",
    "{who}のカードはもう公開されています",
)
TOO_MANY_TURNS: Final = Sentence(
    "kit.too-many-turns",
    "at most {most} {most:turn|turns} can be missing here",
    "ここで抜けている番は多くても{most}番です",
)
FINE: Final = Sentence("kit.fine", "this is within the rules", "これはルールどおりです")
COUNT: Final = Sentence("kit.count", "{count} {count:card|cards}", "{count}枚")

# Actions as sentences for people.

DEALT: Final = Sentence("kit.dealt", "{who} is dealt {cards}", "{who}に{cards}が配られました")
DEALT_HIDDEN: Final = Sentence(
    "kit.dealt-hidden",
    "{who} is dealt {count} {count:card|cards}",
    "{who}に{count}枚配られました",
)
PASSES: Final = Sentence("kit.passes", "{who} passes", "{who}はパスしました")
