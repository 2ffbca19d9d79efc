"""Why a Swiss round cannot be drawn, and why an entrant sits where it sits."""

from typing import Final

from engines.messages import Sentence

NO_BYE_LEFT: Final = Sentence(
    "swiss.no-bye-left",
    "round {round} needs {needed} {needed:bye|byes}, but only {left} {left:entrant has|entrants"
    " have} had fewer than {most}; add or drop an entrant, or allow another size or more byes",
    "第{round}回戦には不戦{needed}人が必要ですが、不戦が{most}回未満の参加者は{left}人だけです。"
    "参加者を増減するか、別の卓の人数か、もっと多くの不戦を認めてください",
)
NO_ROUND: Final = Sentence(
    "swiss.no-round",
    "no round of {count} entrants was found that keeps all restrictions; "
    "remove a restriction, a fixed seat or the limit of meetings",
    "すべての制限を守る{count}人の組み合わせは見つかりませんでした。"
    "制限、固定席、対戦回数の上限のどれかを外してください",
)
ENTRANT: Final = Sentence("swiss.entrant", "{who} ({points})", "{who} ({points}点)")
BYE: Final = Sentence(
    "swiss.bye",
    "of those who may have a bye, nobody has fewer points than {who}",
    "不戦になれる人の中に、{who}より点の少ない人はいません",
)
RESTRICTED_BYE: Final = Sentence(
    "swiss.restricted-bye",
    "{others} may have a bye and {count:has|have} fewer points than {who}, but then the"
    " restrictions could not be kept",
    "{others}の{count}人は{who}より点が少なく不戦になれますが、制限を守れなくなります",
)
HAD_BYE: Final = Sentence(
    "swiss.had-bye",
    "{others} {count:has|have} fewer points, but {count:has|have} had a bye",
    "{others}の{count}人の方が点が少ないのですが、すでに不戦がありました",
)
NOBODY_CLOSER: Final = Sentence(
    "swiss.nobody-closer",
    "nobody at another table is closer to {who} in points than {mate}",
    "別の卓に、{mate}より{who}に点の近い人はいません",
)
SAME_POINTS: Final = Sentence(
    "swiss.same-points",
    "everybody at the table has as many points as {who}",
    "同じ卓の全員が{who}と同じ点です",
)
MET: Final = Sentence(
    "swiss.met",
    "{other} ({points}) would have been closer in points than {mate}, but has met {who} in"
    " {count:round|rounds} {rounds}",
    "{other} ({points}点) の方が{mate}より点が近いのですが、{who}と{count}回対戦しました"
    " (第{rounds}回戦)",
)
NEVER: Final = Sentence(
    "swiss.never",
    "{other} ({points}) would have been closer in points than {mate}, but may never sit with {who}",
    "{other} ({points}点) の方が{mate}より点が近いのですが、{who}と同じ卓になれません",
)
SAME_SEAT: Final = Sentence(
    "swiss.same-seat",
    "{other} ({points}) would have been closer in points than {mate}, but has the same fixed seat"
    " as {who}",
    "{other} ({points}点) の方が{mate}より点が近いのですが、固定席が{who}と同じです",
)
OTHER_TABLE: Final = Sentence(
    "swiss.other-table",
    "{other} ({points}) would have been closer in points than {mate}, but has another fixed table"
    " than {who}",
    "{other} ({points}点) の方が{mate}より点が近いのですが、固定卓が{who}と違います",
)
PRICE: Final = Sentence(
    "swiss.price",
    "{other} ({points}) is closer than {mate} only at the price of {price} ({how})",
    "{other} ({points}点) を{mate}より優先すると、{price}になります ({how})",
)
REPEATS: Final = Sentence(
    "swiss.repeats",
    "{count} more {count:repeat|repeats}: {pairs}",
    "再戦が{count}回増えて、{pairs}",
)
AGAIN: Final = Sentence(
    "swiss.again",
    "{one} and {two} at table {table}",
    "第{table}卓で{one}と{two}",
)
DIFFERENCES: Final = Sentence(
    "swiss.differences",
    "larger differences of points: their squares add up to {then} instead of {now}",
    "点差の2乗の和が{now}でなく{then}",
)
OTHER_PRICE: Final = Sentence(
    "swiss.other-price",
    "small tables, seats, floats or the order of a score group",
    "小さい卓、席、点の違う相手、同点の組の順序のどれかが不利",
)
EQUAL: Final = Sentence(
    "swiss.equal",
    "{other} ({points}) is closer than {mate} in another round with the same price; lots decided"
    " ({how})",
    "{other} ({points}点) の方が{mate}より近い、同じ価格の組み合わせもあり、抽選で決まりました"
    " ({how})",
)
BETTER: Final = Sentence(
    "swiss.better",
    "{other} ({points}) is closer than {mate} in a better round, which the search did not find"
    " ({how})",
    "{other} ({points}点) の方が{mate}より近い、もっと良い組み合わせがありますが、探索では"
    "見つかりませんでした ({how})",
)
BARRED: Final = Sentence(
    "swiss.barred",
    "{other} ({points}) would have been closer in points than {mate}, but no round with both"
    " {other} and {who} at one table keeps the restrictions and the sizes of the tables",
    "{other} ({points}点) の方が{mate}より点が近いのですが、{who}と同じ卓にすると制限と卓の人数を"
    "守れません",
)
NO_EXCHANGE: Final = Sentence(
    "swiss.no-exchange",
    "{other} ({points}) would have been closer in points than {mate}, but no exchange of two"
    " entrants brings {other} and {who} together and keeps the restrictions",
    "{other} ({points}点) の方が{mate}より点が近いのですが、2人を入れ替えて{who}と同じ卓にすると"
    "制限を守れません",
)
REDRAWN: Final = Sentence(
    "swiss.redrawn",
    "the best round with both at one table",
    "2人が同じ卓になる最良の組み合わせ",
)
EXCHANGED: Final = Sentence(
    "swiss.exchanged",
    "the best exchange of two entrants",
    "2人を入れ替える最良の方法",
)
