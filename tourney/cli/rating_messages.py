"""Messages of `tourney ratings`."""

from typing import Final

from engines.messages import Sentence

MODEL: Final = Sentence(
    "cli.rating-model",
    "model: Plackett-Luce, Firth's estimate; 1500 is the mean of all players who met, 400 points "
    "are odds of 10 to 1; 95 % intervals by deal or table; seats within ± {seat} points (standard "
    "deviation); {libraries}",
    "モデル: Plackett-Luce、Firthの推定値。1500は互いに比べられる全員の平均、400点差は勝ち目が"
    "10対1です。95%区間は配りまたは卓ごとに計算します。席の差の標準偏差は{seat}点とします。"
    "{libraries}",
)
MATCHES: Final = Sentence(
    "cli.rating-matches",
    "{game}: {count} {count:match|matches}{days}; players differ from those they met by ± {spread} "
    "points (standard deviation, estimated)",
    "{game}: {count}対戦{days}。プレイヤーの強さは対戦相手の平均から{spread}点ほど離れています"
    "(標準偏差の推定値)",
)
DAYS: Final = Sentence("cli.rating-days", ", {first} to {last}", "({first}から{last})")
OVERALL: Final = Sentence(
    "cli.rating-overall",
    "all games: one fit with a common strength of each player (± {common} points) and a "
    "part of its own in each game (± {own}); the rating is the common strength",
    "全ゲーム: プレイヤーごとの共通の強さ(標準偏差{common}点)とゲームごとの差({own}点)を一度に"
    "推定します。レーティングは共通の強さです",
)
LIVE: Final = Sentence(
    "cli.rating-live",
    "{game}: ratings of record from {count} {count:match|matches} before {day}, then one step for "
    "each match of that day; the next fit replaces them",
    "{game}: {day}より前の{count}対戦から求めたレーティングを、その日の対戦ごとに動かした値です。"
    "次の計算で置き換わります",
)
LEFT_OUT: Final = Sentence("cli.rating-left-out", "not counted: {kinds}", "数えない対戦: {kinds}")
KIND_LEFT_OUT: Final = Sentence("cli.rating-kind-left-out", "{count} {kind}", "{kind}{count}対戦")
SEVERAL: Final = Sentence(
    "cli.rating-several",
    "bot {name} (version {version}) was started as {targets}; they are rated as one player",
    "ボット{name}(バージョン{version})は{targets}として動きましたが、一人のプレイヤーとして扱います",
)
PARTS: Final = Sentence(
    "cli.rating-parts",
    "{game}: {count} groups of players never met, so nobody can compare their ratings; each has a "
    "mean of 1500 and places of its own: {groups}",
    "{game}: 一度も対戦していない{count}つのグループがあり、レーティングを比べられません。"
    "平均1500も順位もグループごとです: {groups}",
)
JOINT: Final = Sentence(
    "cli.rating-joint",
    "{game}: only {count} {count:match joins|matches join} {first} and {second}; the first group "
    "is {value} ± {half} points above the second",
    "{game}: {first}と{second}をつなぐのは{count}対戦だけです。前のグループは後のグループより"
    "{value}点(誤差{half}点以内)上です",
)
CYCLE: Final = Sentence(
    "cli.rating-cycle",
    "{game}: {a} finished above {b} in {ab} % of {n} matches, {b} above {c} in {bc} % of {m}, and "
    "{c} above {a} in {ca} % of {k}; luck makes such a cycle with a probability of at most "
    "{chance}, so their ratings do not tell who of them wins",
    "{game}: {n}対戦の{ab}%で{a}が{b}より上、{m}対戦の{bc}%で{b}が{c}より上、{k}対戦の{ca}%で"
    "{c}が{a}より上でした。偶然こうした三すくみになる確率は{chance}以下なので、この3人の間の勝敗は"
    "レーティングでは分かりません",
)
NO_MATCH: Final = Sentence(
    "cli.rating-no-match",
    "no match to rate{what}{until}{left_out}: play or import one",
    "{what}{until}レーティングを計算できる対戦がありません{left_out}",
)
OF_GAME: Final = Sentence("cli.rating-of-game", " of {game}", "ゲーム{game}には")
UNTIL: Final = Sentence("cli.rating-until", " until {day}", "{day}までに")
KINDS: Final = {
    "forfeit": Sentence("cli.rating-forfeit", "forfeited", "棄権"),
    "void": Sentence("cli.rating-void", "void", "無効"),
    "abandoned": Sentence("cli.rating-abandoned", "abandoned", "打ち切り"),
    "unfinished": Sentence("cli.rating-unfinished", "unfinished", "未終了"),
    "practice": Sentence("cli.rating-practice", "practice", "練習"),
    "unknown": Sentence(
        "cli.rating-unknown", "with unknown players or places", "プレイヤーか順位が不明"
    ),
    "undated": Sentence("cli.rating-undated", "without a date", "日付なし"),
}
NOT_COUNTED: Final = Sentence(
    "cli.rating-not-counted", " (not counted: {kinds})", " (数えない対戦: {kinds})"
)
BAD_DATE: Final = Sentence(
    "cli.rating-bad-date",
    "{text} is no date; write a day such as 2026-11-23",
    "{text}は日付ではありません。2026-11-23のように書きます",
)
FUTURE: Final = Sentence(
    "cli.rating-future",
    "{text} is in the future; give today or an earlier day",
    "{text}は未来の日付です。今日かそれより前の日付を指定してください",
)
NO_EVENT: Final = Sentence(
    "cli.rating-no-event",
    "no match belongs to an event; use --per month",
    "イベントの対戦がありません。--per monthを使ってください",
)
NO_DATE: Final = Sentence(
    "cli.rating-no-date",
    "no match of a game has a date, so no day is the newest; use tourney ratings without --live",
    "日付のある対戦がないゲームがあり、最新の日が分かりません。--liveなしで使ってください",
)
PER_HISTORY: Final = Sentence(
    "cli.rating-per-history",
    "--per belongs to --history; add --history",
    "--perは--historyと一緒に使います。--historyを付けてください",
)
ONE_VIEW: Final = Sentence(
    "cli.rating-one-view",
    "--history, --live and --seats are different tables; give one of them",
    "--history、--live、--seatsは別々の表です。一つだけ指定してください",
)
NOT_OVERALL: Final = Sentence(
    "cli.rating-not-overall",
    "{option} is by game; give one game instead of --game all",
    "{option}はゲームごとの表です。--game allの代わりにゲームを指定してください",
)
