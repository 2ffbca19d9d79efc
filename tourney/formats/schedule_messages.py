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
    "{entrants} may not share a table, but no exchange separates them; "
    "lift a restriction with tourney event restrict --lift, or use more tables",
    "{entrants}は同じ卓に着けませんが、入れ替えても分けられません。制限を外すか、卓を増やしてください",
)
SAME_FIXED_SEAT: Final = Sentence(
    "formats.same-fixed-seat",
    "{entrants} meet in round {round}, but both have the same fixed seat; free one of them, or "
    "choose a format that need not bring them together",
    "{entrants}は第{round}ラウンドで対戦しますが、固定席が同じです。片方を外すか、"
    "二人が当たらなくてよい形式にしてください",
)
OTHER_FIXED_TABLE: Final = Sentence(
    "formats.other-fixed-table",
    "{entrants} meet in round {round}, but have different fixed tables; free one of them, or "
    "choose a format that need not bring them together",
    "{entrants}は第{round}ラウンドで対戦しますが、固定卓が違います。片方を外すか、"
    "二人が当たらなくてよい形式にしてください",
)
MORE_CYCLES: Final = Sentence(
    "formats.more-cycles",
    "cycles={cycles} lets every pair meet {cycles} times, and meetings={meetings} allows fewer; "
    "change one of them",
    "cycles={cycles}では全員が{cycles}回ずつ対戦しますが、meetings={meetings}はそれより少ないです。"
    "どちらかを変えてください",
)
TOO_MANY_TIMES: Final = Sentence(
    "formats.too-many-times",
    "{rounds} rounds give each entrant {meetings} meetings with {others} others, and in the best "
    "schedule found a pair meets {times} times (allowed: {most}); play fewer rounds or change "
    "meetings",
    "{rounds}ラウンドでは各参加者が他の{others}人と計{meetings}回同卓し、見つかった最良の日程でも"
    "{times}回当たる二人がいます(上限{most}回)。ラウンドを減らすかmeetingsを変えてください",
)
MET_ENOUGH: Final = Sentence(
    "formats.met-enough",
    "{entrants} would meet again in round {round}, and may meet {meetings} {meetings:time|times}; "
    "give the pods of this round, or change the plan",
    "{entrants}は第{round}ラウンドでまた当たりますが、上限は{meetings}回です。"
    "このラウンドの卓を指定するか、計画を変えてください",
)
NO_SUCH_ROUND: Final = Sentence(
    "formats.no-such-round",
    "round {round} cannot be drawn: the stage has {rounds} {rounds:round|rounds}",
    "第{round}回戦は組めません。このステージは{rounds}回戦です",
)
TOO_MANY_MEETINGS: Final = Sentence(
    "formats.too-many-meetings",
    "{rounds} rounds give each entrant {meetings} meetings with {others} others, and the best "
    "schedule has {repeats} repeats (no schedule has fewer than {least}); "
    "play fewer rounds or set repeats=yes",
    "{rounds}回戦では各参加者が他の{others}人と計{meetings}回同卓し、最良の組み合わせでも"
    "再戦が{repeats}回あります(下限は{least}回)。回戦を減らすか、repeats=yesにしてください",
)

ROUND_OF_SCHEDULE: Final = Sentence(
    "formats.round-of-schedule",
    "round {round} of {rounds} of the schedule that was drawn at the start",
    "最初に決めた日程の第{round}回戦(全{rounds}回戦)です",
)
ROUND_DRAWN_AGAIN: Final = Sentence(
    "formats.round-drawn-again",
    "round {round} of {rounds}; the rest of the schedule was drawn again, because a late entrant "
    "found no free place in it or earlier rounds were different",
    "第{round}回戦(全{rounds}回戦)です。途中参加者の空きがなかったか、"
    "前の回戦が日程と違うため、残りを組み直しました",
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

OPEN_TABLE: Final = Sentence(
    "formats.open-table",
    "round {next} cannot be drawn: table {table} of round {round} has no result yet; "
    "enter it first",
    "第{next}回戦は組めません。第{round}回戦の第{table}卓の結果がまだありません。先に入力してください",
)
TIE_ACROSS: Final = Sentence(
    "formats.tie-across",
    "{entrants} share a place at table {table} of round {round}, but not all of them go "
    "on; play on and correct the result, or set ties=seed or ties=lots",
    "第{round}回戦の第{table}卓で{entrants}が同順位ですが、全員は勝ち上がれません。"
    "決着をつけて結果を訂正するか、ties=seedまたはties=lotsにしてください",
)
NEVER_IN_BRACKET: Final = Sentence(
    "formats.never-in-bracket",
    "{entrants} may not share a table, but the bracket brings them together in round "
    "{round}; lift the restriction with tourney event restrict --lift",
    "{entrants}は同じ卓に着けませんが、第{round}回戦で当たります。"
    "tourney event restrict --liftで制限を外してください",
)
ALL_ADVANCE: Final = Sentence(
    "formats.all-advance",
    "advance={advance} leaves nobody out at any table; use {most} or less",
    "advance={advance}では誰も脱落しません。{most}以下にしてください",
)

NO_SECOND_CHANCE: Final = Sentence(
    "formats.no-second-chance",
    "of {count} entrants at {tables}, {on} go on from round 1, and of the {others} others {free} "
    "would come back without a match, because tables have {sizes}; use losers=out or double, or "
    "change advance or the sizes of tables",
    "{count}人を{tables}の卓に分けると、第1回戦から{on}人が進みます。卓は{sizes}人なので、残りの{others}人のうち"
    "{free}人は対戦なしで復帰してしまいます。losers=outかdoubleを使うか、advanceか卓の人数を変えてください",
)

AGAINST: Final = Sentence("formats.against", "{one} plays against {others}", "{one}対{others}です")
WINNER_OF: Final = Sentence(
    "formats.winner-of",
    "{who} (winner of table {table} of round {round})",
    "{who}(第{round}回戦第{table}卓の勝者)",
)
FROM_PLACE: Final = Sentence(
    "formats.from-place",
    "{who} (place {place} at table {table} of round {round})",
    "{who}(第{round}回戦第{table}卓の{place}位)",
)
FROM_SEED: Final = Sentence("formats.from-seed", "{who} (seed {seed})", "{who}(シード{seed})")
BYE_IN_BRACKET: Final = Sentence(
    "formats.bye-in-bracket",
    "{who} goes on without a match, because there is no opponent in this part of the bracket",
    "{who}は対戦相手がいないため、不戦で勝ち上がります",
)
OUT_OF_BRACKET: Final = Sentence(
    "formats.out-of-bracket", "{who} is out of the bracket", "{who}は敗退しました"
)
WAITS_IN_BRACKET: Final = Sentence(
    "formats.waits-in-bracket",
    "{who} has no table in this round and waits for a later one",
    "{who}はこの回戦に卓がなく、後の回戦を待っています",
)
AFTER_BRACKET: Final = Sentence(
    "formats.after-bracket",
    "{who} came after the bracket was drawn and has no place in it",
    "{who}は組み合わせの後に参加したため、対戦がありません",
)

NO_CHAMPION: Final = Sentence(
    "formats.no-champion",
    "champion={value} is not the number of an entrant of the stage",
    "champion={value}はこのステージの参加者の番号ではありません",
)
CHAMPION_NEVER: Final = Sentence(
    "formats.champion-never",
    "{entrants} may not share a table, but round {round} of the gauntlet needs them; "
    "lift the restriction with tourney event restrict --lift",
    "{entrants}は同じ卓に着けませんが、第{round}回戦で対戦することになります。"
    "tourney event restrict --liftで制限を外してください",
)
CHALLENGED: Final = Sentence(
    "formats.challenged",
    "{champion} plays against all others in turn: round {round} of {rounds}",
    "{champion}が他の全員と順に対戦します(全{rounds}回戦の第{round}回戦)",
)
NOT_THEIR_TURN: Final = Sentence(
    "formats.not-their-turn",
    "{who} plays in another round of the gauntlet",
    "{who}は別のラウンドで対戦します",
)
LADDER_SIZES: Final = Sentence(
    "formats.ladder-sizes",
    "{entrants} entrants do not fill a stepladder with tables of {sizes} from which {advance} "
    "{advance:goes|go} on; allow other sizes or change advance",
    "参加者{entrants}人では、{sizes}人の卓から{advance}人が勝ち上がる勝ち抜き戦を組めません。"
    "別の人数の卓を認めるか、advanceを変えてください",
)
SMALL_GROUPS: Final = Sentence(
    "formats.small-groups",
    "{entrants} entrants in {groups} groups are {size} in the smallest group, but a table needs "
    "{least}; use fewer groups",
    "参加者{entrants}人を{groups}グループに分けると最小で{size}人ですが、卓には{least}人必要です。"
    "グループを減らしてください",
)
IN_GROUP: Final = Sentence(
    "formats.in-group", "{who} plays in group {group}", "{who}はグループ{group}です"
)
TOO_FEW_WAIT: Final = Sentence(
    "formats.too-few-wait",
    "{waiting} {waiting:entrant waits|entrants wait}, but a table starts with {needed}; "
    "draw again when a table has ended",
    "待っているのは{waiting}人ですが、卓は{needed}人から始まります。他の卓が終わってから組んでください",
)
WAITED: Final = Sentence(
    "formats.waited",
    "{who} was number {place} of those who waited (last table: round {last}); of the longest "
    "waiting, opponents met least often were chosen",
    "{who}は待ち順{place}番でした(前回は第{last}ラウンド)。長く待っている人から、対戦の少ない相手を選びました",
)
WAITS: Final = Sentence(
    "formats.waits",
    "{who} waits for the next table: the others who wait are too few for another one",
    "{who}は次の卓を待っています。もう1卓を作るには人数が足りません",
)
AT_A_TABLE: Final = Sentence(
    "formats.at-a-table",
    "{who} is at a table without a result",
    "{who}は結果のまだない卓にいます",
)
GIVE_PODS: Final = Sentence(
    "formats.give-pods",
    "the stage has no schedule, so round {round} cannot be drawn; give its tables with --pods "
    "'A,B,C;D,E,F'",
    "このステージには日程がないため、第{round}回戦を組めません。"
    "--pods 'A,B,C;D,E,F'で卓を指定してください",
)
NOT_A_POD: Final = Sentence(
    "formats.not-a-pod",
    "{word} in the pod {pod} of the schedule is not the number of an entrant; "
    "write pods like 1,2,3;4,5,6 and '/' between rounds",
    "日程の卓{pod}の{word}は参加者の番号ではありません。1,2,3;4,5,6のように書き、ラウンドは'/'で区切ってください",
)
POD_SIZE: Final = Sentence(
    "formats.pod-size",
    "round {round} of the schedule has a pod of {size}; allowed: {sizes}",
    "日程の第{round}回戦に{size}人の卓があります。使える人数: {sizes}",
)
SEATED_TWICE: Final = Sentence(
    "formats.seated-twice",
    "entrant {entrant} is at two tables in round {round} of the schedule; remove one",
    "参加者{entrant}が日程の第{round}回戦で2つの卓にいます。一方を消してください",
)
BY_ORGANISER: Final = Sentence(
    "formats.by-organiser",
    "the organiser has decided the pods of round {round}",
    "第{round}回戦の卓は主催者が決めました",
)
