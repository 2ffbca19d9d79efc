"""Messages about plans of events that cannot be read or played."""

from typing import Final

from engines.messages import Sentence

UNKNOWN_FORMAT: Final = Sentence(
    "plan.unknown-format",
    "unknown format {format}; use {known}",
    "{format}という形式はありません。使えるもの: {known}",
)
UNKNOWN_SETTING: Final = Sentence(
    "plan.unknown-setting",
    "format {format} has no setting {name}; it has {known}",
    "形式{format}に設定{name}はありません。あるもの: {known}",
)
NO_SETTINGS: Final = Sentence("plan.no-settings", "no settings", "なし")
UNKNOWN_OPTION: Final = Sentence(
    "plan.unknown-option",
    "no option {name} in {games}; there is {known}",
    "{games}にオプション{name}はありません。あるもの: {known}",
)
OPTION_AT_TABLE: Final = Sentence(
    "plan.option-at-table",
    "{game} at a table of {size} (see --sizes): {why}",
    "{game}の{size}人の卓(--sizes): {why}",
)
GAME_SIZE: Final = Sentence(
    "plan.game-size",
    "{game} takes {low} to {high} at a table, not {size}; change --sizes",
    "{game}は一卓{low}人から{high}人で、{size}人ではできません。--sizesを変えてください",
)
NO_SOURCE: Final = Sentence(
    "plan.no-source",
    "no earlier stage {name}; earlier stages: {known}",
    "前のステージに{name}はありません。前のステージ: {known}",
)
FEW_FOR_SOURCE: Final = Sentence(
    "plan.few-for-source",
    "stage {stage} takes the first {last}, but only {count} {count:entrant plays|entrants play} "
    "before it",
    "ステージ「{stage}」には{last}人進みますが、その前の参加者は{count}人だけです",
)
SLOT_TWICE: Final = Sentence(
    "plan.slot-twice",
    "stage {stage} takes some entrants twice: {one} and {other}; change one of them",
    "ステージ「{stage}」で{one}と{other}が重なっています。どちらかを変えてください",
)
WITHOUT_GROUPS: Final = Sentence(
    "plan.without-groups",
    "stage {stage} takes {slot}, but stage {source} has no groups: its format is {format}",
    "ステージ「{stage}」の{slot}: ステージ「{source}」の形式は{format}で、組がありません",
)
NO_SUCH_GROUP: Final = Sentence(
    "plan.no-such-group",
    "stage {stage} takes {slot}, but stage {source} has {count} {count:group|groups}: {sizes} "
    "entrants",
    "ステージ「{stage}」の{slot}: ステージ「{source}」の組は{count}つです({sizes}人)",
)
NO_SUCH_ROUND: Final = Sentence(
    "plan.no-such-round",
    "stage {stage} takes {slot}, but stage {source} has {rounds} {rounds:round|rounds} with "
    "{count} entrants",
    "ステージ「{stage}」の{slot}: ステージ「{source}」は{count}人だと{rounds}回戦です",
)
NO_SUCH_TABLE: Final = Sentence(
    "plan.no-such-table",
    "stage {stage} takes {slot}, but this round of stage {source} has {count} "
    "{count:table|tables}: {sizes} entrants",
    "ステージ「{stage}」の{slot}: ステージ「{source}」のその回戦の卓は{count}つです({sizes}人)",
)
NO_SUCH_MATCH: Final = Sentence(
    "plan.no-such-match",
    "stage {stage} takes {slot}, but stage {source} has {count} {count:match|matches} in all "
    "rounds: {sizes} entrants",
    "ステージ「{stage}」の{slot}: ステージ「{source}」の対戦は全部で{count}です({sizes}人)",
)
FEW_IN_PART: Final = Sentence(
    "plan.few-in-part",
    "stage {stage} takes {slot}, but place {last} does not exist with {least} "
    "{least:entrant|entrants}: {sizes} in stage {source}",
    "ステージ「{stage}」の{slot}: ステージ「{source}」は{sizes}人で、"
    "{least}人では{last}位がありません",
)
FEW_FOR_BEST: Final = Sentence(
    "plan.few-for-best",
    "stage {stage} takes {slot}, but only {count} {count:entrant holds|entrants hold} this place "
    "in stage {source}, and {best} go on",
    "ステージ「{stage}」の{slot}: ステージ「{source}」で該当するのは{count}人ですが、"
    "{best}人進むことになっています",
)
FEW_FOR_TABLE: Final = Sentence(
    "plan.few-for-table",
    "stage {stage} has {count} {count:entrant|entrants}, but a table needs at least {low}",
    "ステージ「{stage}」の参加者は{count}人ですが、一卓に少なくとも{low}人必要です",
)
MANY_FOR_TABLE: Final = Sentence(
    "plan.many-for-table",
    "stage {stage} has {count} entrants for one table, which takes {low} to {high}; let fewer "
    "go on or choose another format",
    "ステージ「{stage}」は一卓に{count}人ですが、座れるのは{low}人から{high}人です。"
    "人数を減らすか別の形式にしてください",
)
TOO_MANY_BYES: Final = Sentence(
    "plan.too-many-byes",
    "{rounds} rounds with {byes} {byes:bye|byes} each are {need} byes, and {count} entrants may "
    "have one each; change --sizes or --rounds",
    "不戦が{byes}人ずつの{rounds}回戦では不戦が{need}回になりますが、参加者は{count}人で"
    "一人一度までです。--sizesか--roundsを変えてください",
)
TOO_MANY_ROUNDS: Final = Sentence(
    "plan.too-many-rounds",
    "{rounds} rounds at tables of {size} without repeats need at least {need} entrants, and "
    "{count} can sit down; change --rounds or allow repeats",
    "{size}人の卓で同じ相手と当たらない{rounds}回戦には{need}人以上必要ですが、"
    "座れるのは{count}人です。--roundsを変えるか再戦を許してください",
)
TABLES_TOO_LARGE: Final = Sentence(
    "plan.tables-too-large",
    "{count} entrants make {tables}: those at a table of {size} cannot all sit at different tables "
    "in round 2, so some would meet again; use smaller --sizes or allow repeats",
    "{count}人では{tables}になり、{size}人の卓の人を第2回戦で全員別の卓にできないので、"
    "再戦が出ます。--sizesを小さくするか再戦を許してください",
)
FORMAT_ROUNDS: Final = Sentence(
    "plan.format-rounds",
    "format {format} has {length} {length:round|rounds} with {count} entrants, not {rounds}; "
    "change --rounds",
    "形式{format}は{count}人だと{length}回戦で、{rounds}回戦にはなりません。"
    "--roundsを変えてください",
)

# Reading a plan.

UNKNOWN_KEY: Final = Sentence(
    "plan.unknown-key",
    "{file}: unknown key {key}; known keys: {known}",
    "{file}: キー{key}は使えません。使えるもの: {known}",
)
WRONG_VALUE: Final = Sentence(
    "plan.wrong-value",
    "{file}: {key} has the value {value}; write {form}",
    "{file}: {key}の値が{value}です。書き方: {form}",
)
MISSING_KEY: Final = Sentence(
    "plan.missing-key", "{file}: {key} is missing; add it", "{file}: {key}がありません"
)
IN_PLAN: Final = Sentence("plan.in-plan", "plan: {path}: {fault}", "プラン: {path}: {fault}")
WORKBOOK: Final = Sentence(
    "plan.workbook",
    "{file} is a workbook of a spreadsheet; save it there as CSV",
    "{file}は表計算ソフトのブックです。CSVで保存してください",
)
LONG_SEARCH: Final = Sentence(
    "plan.long-search",
    "the time limit {value} is above {most} seconds; use a smaller one",
    "time-limitの{value}は{most}秒を超えています。減らしてください",
)
BAD_ISOLATION: Final = Sentence(
    "plan.bad-isolation",
    "unknown isolation {name}; use {known}",
    "隔離{name}はありません。使えるもの: {known}",
)
UNKNOWN_GAME: Final = Sentence(
    "plan.unknown-game",
    "unknown game {game}; use one of {known}",
    "{game}というゲームはありません。あるもの: {known}",
)
NOT_AN_ENTRANT: Final = Sentence(
    "plan.not-an-entrant",
    "a restriction names entrant {number}, and there are {count}; correct the number",
    "制限に参加者{number}番がありますが、参加者は{count}人です。番号を直してください",
)
STAGE_TWICE: Final = Sentence(
    "plan.stage-twice",
    "two stages are called {name}; give every stage a name of its own",
    "ステージ{name}が二つあります。別々の名前にしてください",
)
MORE_DATES: Final = Sentence(
    "plan.more-dates",
    "{dates} {dates:date|dates} for {rounds} {rounds:round|rounds}; remove some",
    "日付が{dates}個ありますが、回戦は{rounds}個です。減らしてください",
)
BAD_SIZES: Final = Sentence(
    "plan.bad-sizes",
    "invalid table sizes {text}; write 4, 3,4 or 4-5",
    "卓の人数{text}が正しくありません。4、3,4、4-5のように書いてください",
)
BAD_POINTS: Final = Sentence(
    "plan.bad-points",
    "invalid number of points {text}; write 2, 1.5 or 4/3",
    "ポイント{text}が正しくありません。2、1.5、4/3のように書いてください",
)
BAD_SOURCE: Final = Sentence(
    "plan.bad-source",
    "cannot read {text}; write 'top 4 of STAGE', 'places 1-2 of each group of STAGE', "
    "'winner of match 5 of STAGE', 'losers of round 2 of STAGE' or 'best 2 of place 2 of each "
    "group of STAGE'",
    "{text}は読めません。'top 4 of STAGE'、'places 1-2 of each group of STAGE'、"
    "'winner of match 5 of STAGE'、'losers of round 2 of STAGE'、"
    "'best 2 of place 2 of each group of STAGE'のように書いてください",
)
BAD_FINAL: Final = Sentence(
    "plan.bad-final",
    "cannot read the final {text}; write top4 or top4:GAME",
    "決勝{text}は読めません。top4かtop4:GAMEと書いてください",
)
BAD_STAGE_NAME: Final = Sentence(
    "plan.bad-stage-name",
    "invalid name of a stage {name}; use up to 30 letters a-z, digits and hyphens",
    "ステージ名{name}は使えません。英小文字a-z、数字、ハイフンで30字までにしてください",
)
BAD_POLICY: Final = Sentence(
    "plan.bad-policy",
    "unknown policy {name}; use {known}",
    "方針{name}はありません。使えるもの: {known}",
)
NOT_A_PLAYER: Final = Sentence(
    "plan.not-a-player",
    "{name} under {key} is not among the players; check the spelling",
    "{key}の{name}は参加者にいません。書き方を確かめてください",
)
NO_PLAYERS: Final = Sentence(
    "plan.no-players",
    "no players given; use --players FILE.csv or --players A,B,…",
    "参加者がありません。--players FILE.csvか--players A,B,Cで指定してください",
)
TWICE: Final = Sentence(
    "plan.twice",
    "the player {name} is named twice; name every player once",
    "参加者{name}が二度出ています。一人一度だけにしてください",
)
LOOK_ALIKE: Final = Sentence(
    "plan.look-alike",
    "the players {one} and {other} differ only in width, case or accents; write two different "
    "names",
    "参加者{one}と{other}は全角半角、大文字小文字などしか違いません。別々の名前にしてください",
)
NO_NAME_COLUMN: Final = Sentence(
    "plan.no-name-column",
    "{file}: no column 'name'; its columns are {columns}",
    "{file}: 列「name」がありません。列: {columns}",
)
SAME_COLUMN: Final = Sentence(
    "plan.same-column",
    "{file}: the columns {columns} are both read as '{meaning}'; rename one of them",
    "{file}: 列{columns}はどちらも「{meaning}」と読めます。片方の見出しを変えてください",
)
NO_COLUMN: Final = Sentence(
    "plan.no-column",
    "{file}: no column {column}; its columns are {columns}",
    "{file}: 列{column}がありません。列: {columns}",
)
APART_WITHOUT_FILE: Final = Sentence(
    "plan.apart-without-file",
    "{column} is a column of a CSV file; give the players as --players FILE.csv, or name them "
    "with --never A,B",
    "{column}はCSVファイルの列です。--players FILE.csvで指定するか、"
    "--never A,Bで名前を書いてください",
)
TABLE_TWICE: Final = Sentence(
    "plan.table-twice",
    "{a} and {b} have the same fixed table {table}, and would sit together in every round; change "
    "one of them",
    "{a}さんと{b}さんの固定卓が同じ{table}で、毎回同じ卓になります。どちらかを変えてください",
)
TABLE_BEYOND: Final = Sentence(
    "plan.table-beyond",
    "{who} has the fixed table {table}, but {count} entrants make {tables}: "
    "{last} {last:table|tables}",
    "{who}さんの固定卓は{table}ですが、{count}人では{tables}で{last}卓です",
)
SEAT_BEYOND: Final = Sentence(
    "plan.seat-beyond",
    "{who} has the fixed seat {seat}, but tables have {sizes} seats; choose a seat from A to "
    "{last}",
    "{who}さんの固定席は{seat}ですが、卓の席数は{sizes}です。Aから{last}までにしてください",
)
SHORT_LINE: Final = Sentence(
    "plan.short-line",
    "{file}:{line}: {count} {count:value|values} in a line for {columns} columns; correct the line",
    "{file}:{line}: 列は{columns}つですが、この行の値は{count}つです。行を直してください",
)
NO_NAME: Final = Sentence(
    "plan.no-name",
    "{file}:{line}: the name is empty; write a name or remove the line",
    "{file}:{line}: 名前が空です。名前を書くか行を消してください",
)
EMPTY_FILE: Final = Sentence(
    "plan.empty-file",
    "{file} is empty; write a line 'name' and one player per line",
    "{file}は空です。1行目に「name」、その下に参加者を一人一行で書いてください",
)
ONLY_HEAD: Final = Sentence(
    "plan.only-head",
    "{file} has only its first line and no player; write one player per line below it",
    "{file}は1行目だけで、参加者がありません。その下に参加者を一人一行で書いてください",
)
NOT_DUPLICATE: Final = Sentence(
    "plan.not-duplicate",
    "the points 'comparison' compare tables with the same cards; add --duplicate, or "
    "duplicate = true to the file",
    "'comparison'は同じカードの卓を比べます。--duplicate(duplicate = true)を付けてください",
)
FEW_TO_COMPARE: Final = Sentence(
    "plan.few-to-compare",
    "stage {stage} compares tables of equal size, but {count} entrants make {tables}; use more "
    "entrants, other --sizes, or other --points",
    "ステージ「{stage}」は同じ人数の卓を比べますが、{count}人では{tables}になります。"
    "参加者を増やすか、--sizesか--pointsを変えてください",
)
