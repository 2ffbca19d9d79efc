"""Faults and reasons of schedules and brackets; a `Player` in them is the number of an entrant."""

from typing import Final

from engines.messages import Sentence

TOO_FEW: Final = Sentence(
    "formats.too-few",
    "{entrants} {entrants:entrant|entrants} cannot play: the smallest table has {least}; "
    "add entrants or allow smaller tables",
    "参加者{entrants}人では対戦できません。最小の卓は{least}人です。参加者を増やすか、より小さい卓を認めてください",
)
UNKNOWN_SETTING: Final = Sentence(
    "formats.unknown-setting",
    "unknown setting {name}; known for this format: {known}",
    "設定{name}はありません。この形式で使える設定: {known}",
)
NOT_A_NUMBER: Final = Sentence(
    "formats.not-a-number",
    "setting {name} is {value}; use a whole number from {least} on",
    "設定{name}の値{value}は使えません。{least}以上の整数にしてください",
)
NOT_A_CHOICE: Final = Sentence(
    "formats.not-a-choice",
    "setting {name} is {value}; use one of {choices}",
    "設定{name}の値{value}は使えません。使える値: {choices}",
)
NEVER_TOGETHER: Final = Sentence(
    "formats.never-together",
    "entrants {entrants} may not share a table, but no exchange separates them; "
    "lift a restriction or use more tables",
    "参加者{entrants}は同じ卓に着けませんが、入れ替えても分けられません。制限を外すか、卓を増やしてください",
)
NO_SUCH_ROUND: Final = Sentence(
    "formats.no-such-round",
    "round {round} cannot be drawn: the stage has {rounds} {rounds:round|rounds}",
    "第{round}ラウンドは組めません。このステージは{rounds}ラウンドです",
)
TOO_MANY_MEETINGS: Final = Sentence(
    "formats.too-many-meetings",
    "{rounds} rounds give each entrant {meetings} meetings with {others} others, and the best "
    "schedule has {repeats} repeats (no schedule has fewer than {least}); "
    "play fewer rounds or set repeats=yes",
    "{rounds}ラウンドでは各参加者が他の{others}人と計{meetings}回同卓し、最良の組み合わせでも"
    "再戦が{repeats}回あります(下限は{least}回)。ラウンドを減らすか、repeats=yesにしてください",
)

ROUND_OF_SCHEDULE: Final = Sentence(
    "formats.round-of-schedule",
    "round {round} of {rounds} of the schedule that was drawn at the start",
    "最初に決めた日程の第{round}ラウンド(全{rounds}ラウンド)です",
)
ROUND_DRAWN_AGAIN: Final = Sentence(
    "formats.round-drawn-again",
    "round {round} of {rounds}; the rest of the schedule was drawn again, because a late entrant "
    "found no free place in it",
    "第{round}ラウンド(全{rounds}ラウンド)です。途中参加者の空きがなかったため、残りの日程を組み直しました",
)
BYE_IN_SCHEDULE: Final = Sentence(
    "formats.bye-in-schedule",
    "{who} has a bye: nobody who could play sits at this place of the schedule",
    "{who}は不戦です。この位置には対戦できる相手がいません",
)
MET_BEFORE: Final = Sentence(
    "formats.met-before",
    "{who} has met {others} before",
    "{who}は{others}と対戦済みです",
)
REPEATED: Final = Sentence(
    "formats.repeated",
    "in this schedule a pair meets up to {most} {most:time|times}; in every schedule of this "
    "length some pair meets {least} {least:time|times} or more",
    "この日程では同じ2人が最大{most}回同卓します。この長さの日程では、どれかの組が必ず{least}回以上同卓します",
)
