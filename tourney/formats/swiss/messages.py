"""Why a Swiss round cannot be drawn, and why an entrant sits where it sits."""

from typing import Final

from engines.messages import Sentence

NO_BYE_LEFT: Final = Sentence(
    "swiss.no-bye-left",
    "round {round} needs {needed} {needed:bye|byes}, but only {left} {left:entrant has|entrants"
    " have} had fewer than {most}; add or drop an entrant, or allow another size or more byes",
    "ラウンド{round}には不戦{needed}人が必要ですが、不戦が{most}回未満の参加者は{left}人だけです。"
    "参加者を増減するか、別の卓の人数か、もっと多くの不戦を認めてください",
)
NO_ROUND: Final = Sentence(
    "swiss.no-round",
    "no round of {count} entrants was found that keeps all restrictions; "
    "remove a restriction, a fixed seat or the limit of meetings",
    "すべての制限を守る{count}人のラウンドは見つかりませんでした。"
    "制限、固定席、対戦回数の上限のどれかを外してください",
)
WRONG_ORDER: Final = Sentence(
    "swiss.wrong-order",
    "unknown order of score groups '{given}'; use slide or lot",
    "同点の組の順序「{given}」はありません。slideかlotを使ってください",
)
WRONG_NUMBER: Final = Sentence(
    "swiss.wrong-number",
    "setting {name} is '{given}'; use a whole number",
    "設定{name}が「{given}」です。整数を使ってください",
)
SITS: Final = Sentence(
    "swiss.sits",
    "{who} ({points}) sits with {others}",
    "{who} ({points}点) は{others}と同じ卓です",
)
BYE: Final = Sentence(
    "swiss.bye",
    "{who} ({points}) has the bye: nobody with fewer points may have one",
    "{who} ({points}点) は不戦です。点がより少なく、不戦になれる人はいません",
)
