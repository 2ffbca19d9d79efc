"""Sentences on charts: titles, what the marks are, what the numbers are."""

from typing import Final

from engines.messages import Sentence

RUN: Final = Sentence("charts.run", "run {name}", "ラン{name}")
EVENT: Final = Sentence("charts.event", "event {name}", "イベント{name}")
STAGE: Final = Sentence("charts.stage", "event {name}, {stage}", "イベント{name}、{stage}")

STANDINGS: Final = Sentence(
    "charts.standings", "Points per match, {of}", "{of}の1対戦あたりのポイント"
)
TOTALS: Final = Sentence("charts.totals", "Points, {of}", "{of}のポイント")
CURVES: Final = Sentence(
    "charts.curves", "Points per match after each deal, {of}", "{of}の配りごとの平均ポイント"
)
COURSES: Final = Sentence(
    "charts.courses", "Points after each round, {of}", "{of}のラウンドごとのポイント"
)
COURSES_BY_MATCH: Final = Sentence(
    "charts.courses-by-match", "Points after each match, {of}", "{of}の対戦ごとのポイント"
)
CROSSTABLE: Final = Sentence("charts.crosstable", "Crosstable, {of}", "{of}の直接対戦表")
SEATS: Final = Sentence("charts.seats", "Advantage of each seat, {of}", "{of}の席の有利さ")
SCORES: Final = Sentence("charts.scores", "Scores, {of}", "{of}の得点")
LENGTHS: Final = Sentence("charts.lengths", "Lengths of matches, {of}", "{of}の対戦の長さ")
TIMES: Final = Sentence("charts.times", "Time per move, {of}", "{of}の1手の時間")
FAULTS: Final = Sentence("charts.faults", "Faults of bots, {of}", "{of}のボットの障害")
FAULT_OF: Final = Sentence("charts.fault-of", "{bot}: {fault}", "{bot}: {fault}")
TEST: Final = Sentence("charts.test", "Progress of the rule {rule}, {of}", "{of}の規則{rule}の経過")
COMPARISON: Final = Sentence("charts.comparison", "Gain of a change, {of}", "{of}の変更の効果")
RATINGS: Final = Sentence("charts.ratings", "Ratings, {game}", "{game}のレーティング")
ALL_GAMES: Final = Sentence("charts.all-games", "all games", "全ゲーム")
HISTORY: Final = Sentence(
    "charts.history", "Ratings over time, {game}", "{game}のレーティングの推移"
)
HISTORY_OF: Final = Sentence(
    "charts.history-of", "Rating of {name}, {game}", "{game}での{name}のレーティング"
)

DOT: Final = Sentence("charts.dot", "Dot: mean. Line: {interval}.", "点: 平均。線: {interval}。")
DOT_ONLY: Final = Sentence("charts.dot-only", "Dot: mean.", "点: 平均。")
DOT_RATING: Final = Sentence(
    "charts.dot-rating",
    "Dot: rating. Line: 95 % interval, by deal or table.",
    "点: レーティング。線: 95%区間(配りまたは卓ごと)。",
)
DOT_DIFFERENCE: Final = Sentence(
    "charts.dot-difference",
    "Dot: mean difference over {deals} shared {deals:deal|deals}. Line: {interval}.",
    "点: 共通の{deals}配りでの差の平均。線: {interval}。",
)
DOT_SHARE: Final = Sentence(
    "charts.dot-share",
    "Dot: share of deals with a fault. Line: 95 % interval, by deal.",
    "点: 障害の起きた配りの割合。線: 95%区間(配りごと)。",
)
INTERVAL: Final = Sentence("charts.interval", "95 % interval, by deal", "95%区間(配りごと)")
SEQUENCE: Final = Sentence(
    "charts.sequence",
    "95 % confidence sequence, by deal, valid at every look",
    "95%信頼列(配りごと、いつ見ても有効)",
)
BAND: Final = Sentence(
    "charts.band", "Line: mean so far. Band: {interval}.", "線: それまでの平均。帯: {interval}。"
)
POINTWISE: Final = Sentence(
    "charts.pointwise",
    "95 % interval, by deal, for each point alone",
    "95%区間(配りごと、各時点だけで見た場合)",
)
BAND_RATING: Final = Sentence(
    "charts.band-rating",
    "Line: rating. Band: 95 % interval, by deal or table.",
    "線: レーティング。帯: 95%区間(配りまたは卓ごと)。",
)
SHARE: Final = Sentence(
    "charts.share",
    "Share of common matches in which the row finished above the column; a shared place counts "
    "half.",
    "行のプレイヤーが列のプレイヤーより上だった割合。同順位は半分と数えます。",
)
BARS: Final = Sentence(
    "charts.bars", "Bar: share of matches. Triangle: median.", "棒: 対戦の割合。三角: 中央値。"
)
PLAYED: Final = Sentence(
    "charts.played",
    "{played} of {planned} matches played.",
    "{planned}対戦のうち{played}対戦が終了。",
)
TWO_NOTES: Final = Sentence("charts.two-notes", "{one} {other}", "{one}{other}")
HALF_LINE: Final = Sentence(
    "charts.half-line",
    "Line: half the width of the 95 % confidence sequence, by deal.",
    "線: 95%信頼列の幅の半分(配りごと)。",
)
RATIO_LINE: Final = Sentence(
    "charts.ratio-line",
    "{one} less {other}: the run ends when the line reaches a bound.",
    "{one}と{other}の差: 線が境界に達するとランは終わります。",
)

PER_MATCH: Final = Sentence(
    "charts.per-match", "points per match ({by})", "1対戦あたりのポイント({by})"
)
POINTS: Final = Sentence("charts.points", "points ({by})", "ポイント({by})")
BEYOND: Final = Sentence(
    "charts.beyond",
    "points per match ({by}) above the mean of all seats",
    "全席の平均との差、1対戦あたりのポイント({by})",
)
GAIN: Final = Sentence(
    "charts.gain", "difference in points per match ({by})", "1対戦あたりのポイント({by})の差"
)
SCORE: Final = Sentence("charts.score", "score", "得点")
LESS_IS_BETTER: Final = Sentence("charts.less", "score (less is better)", "得点(少ないほど良い)")
PLIES: Final = Sentence("charts.plies", "decisions in a match", "1対戦の手数")
MILLISECONDS: Final = Sentence(
    "charts.milliseconds", "milliseconds per move (mean)", "1手のミリ秒(平均)"
)
RATIO: Final = Sentence("charts.ratio", "log-likelihood ratio", "対数尤度比")
HALF: Final = Sentence(
    "charts.half", "half width in points per match", "幅の半分、1対戦あたりのポイント"
)
RATING: Final = Sentence("charts.rating", "rating", "レーティング")
SHARE_OF_DEALS: Final = Sentence(
    "charts.share-of-deals", "share of deals with a fault", "障害の起きた配りの割合"
)
DEALS: Final = Sentence("charts.deals", "deals", "配り")
ROUNDS: Final = Sentence("charts.rounds", "rounds", "ラウンド")
MATCHES: Final = Sentence("charts.matches", "matches", "対戦")
MEAN: Final = Sentence("charts.mean", "mean", "平均")
SUM: Final = Sentence("charts.sum", "sum", "合計")
ACCEPTS: Final = Sentence("charts.accepts", "accepts a difference of {value}", "差{value}を採用")
ENDS_BELOW: Final = Sentence("charts.ends-below", "ends below {value}", "{value}未満で終了")

NO_LENGTHS: Final = Sentence(
    "charts.no-lengths",
    "run {name} has no moves stored; play it with --log rows or packed",
    "ラン{name}には手が保存されていません。--log rowsかpackedで対戦してください",
)
NO_TIMES: Final = Sentence(
    "charts.no-times",
    "run {name} has no times of moves stored; play it again or resume it",
    "ラン{name}には手の時間が保存されていません。もう一度対戦するか続けてください",
)
NO_FAULTS: Final = Sentence(
    "charts.no-faults",
    "no bot of run {name} failed; see tourney stats faults {name}",
    "ラン{name}で障害を起こしたボットはありません。tourney stats faults {name}で確かめられます",
)
NO_RULE: Final = Sentence(
    "charts.no-rule",
    "run {name} has no stopping rule; play a run with --until",
    "ラン{name}には終了の規則がありません。--untilを付けて対戦してください",
)
NO_RESULT: Final = Sentence(
    "charts.no-result", "no result in {of}; play or record a match", "{of}に結果がありません"
)
NO_RATED_GAME: Final = Sentence(
    "charts.no-rated-game",
    "no match of {game} to rate; play or import one with a date",
    "{game}にはレーティングを計算できる対戦がありません",
)
NOBODY_RATED: Final = Sentence(
    "charts.nobody-rated",
    "no rated player {name}{hint}; tourney ratings lists them",
    "{name}というプレイヤーのレーティングはありません{hint}。tourney ratingsで一覧を見られます",
)
MEANT: Final = Sentence("charts.meant", "; did you mean {near}?", "。{near}のことですか?")
NO_STAGE: Final = Sentence(
    "charts.no-stage",
    "no stage {name} has begun; stages: {known}",
    "{name}というステージは始まっていません。ステージ: {known}",
)
SEVERAL_GAMES: Final = Sentence(
    "charts.several-games",
    "several games: {games}; choose one with --game",
    "ゲームが複数あります: {games}。--gameで一つ選んでください",
)
UNKNOWN_GAME: Final = Sentence(
    "charts.unknown-game",
    "no match of the game {game}; games: {games}",
    "{game}の対戦はありません。ゲーム: {games}",
)
